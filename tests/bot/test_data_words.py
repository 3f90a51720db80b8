"""The readable copy speaks Portuguese: every exported table and column has its word, dates are as people write."""

from __future__ import annotations

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import SQLModel

from bot import changes, companies, data_words, demo, privacy, privacy_files
from bot.broadcast_rules import NEWS_OFF, Audience, Due, Facts
from bot.database import Database
from bot.settings import Settings
from knowledge.library import Library
from knowledge.obligations import package_obligations
from tests.conftest import NOON

HANDLERS = Path(__file__).parents[2] / "handlers"
ZONE = ZoneInfo("America/Sao_Paulo")


def test_every_exported_table_and_column_has_a_word() -> None:
    known = data_words.labels()
    exported = [entry for entry in privacy.data_map().tables if entry.export]

    assert {entry.table for entry in exported} == set(known.tables)
    for entry in exported:
        for name in set(SQLModel.metadata.tables[entry.table].c.keys()) - set(entry.omit) - known.hidden:
            assert known.column(entry.table, name), (entry.table, name)


def test_no_word_is_kept_for_a_column_that_is_not_exported() -> None:
    known = data_words.labels()
    columns = {
        name: entry.table
        for entry in privacy.data_map().tables
        if entry.export
        for name in list(SQLModel.metadata.tables[entry.table].c.keys())
    }

    assert set(known.columns) | known.hidden <= set(columns)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("sim", True),
        ("não", False),
        ("31/12/2026", "2026-12-31"),
        ("10/06/2026 12:00", "2026-06-10T15:00:00+00:00"),
        ("dono", "owner"),
        ("DAER, METROPLAN", ["daer", "metroplan"]),
        (
            "Placa: IVX1A23; Vence em: 01/02/2027",
            {"plate": "IVX1A23", "expires_on": "2027-02-01", "number": None},
        ),
        ("7", 7),
    ],
)
def test_values_are_said_as_people_write_them(said: str, value: object) -> None:
    assert said == data_words.shown(value, ZONE)


def test_the_sheet_of_a_fleet_has_no_column_name_of_the_database(database: Database) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    database.now(lambda session: demo.seed(session, now=NOON, settings=settings))
    found = database.now(lambda session: privacy.copy(session, demo.MARLI))

    text = "\n".join(line for _, line in privacy_files.lines("Meus dados", found, ZONE, {}))

    assert "Placa: IVX1A23" in text
    assert "Papel: dono" in text
    assert "_id:" not in text
    assert "True" not in text
    assert "2026-06-10" not in text


def keys_inside() -> set[str]:
    """Words the program keeps inside values: facts of papers, the audience, what staff did, preferences."""
    kinds = package_obligations()
    told = {
        name
        for file in HANDLERS.glob("*.py")
        for call in re.findall(r"audit\.write\((.*)|facts = \{(.*)\}", file.read_text(encoding="utf-8"))
        for name in re.findall(r"(\w+)=(?!=)|\"(\w+)\":", "".join(call))
        for name in name
        if name
    }
    return {
        *(name for kind in kinds for name in kind.facts),
        *(name for kind in kinds for name in kind.choices or ()),
        *Audience.model_fields,
        *Facts.model_fields,
        *Due.model_fields,
        *(told - {"now"}),
        NEWS_OFF,
        companies.CURRENT,
        "send_hour",
    }


def test_every_key_inside_a_value_has_a_word() -> None:
    said = data_words.shown(dict.fromkeys(sorted(keys_inside()), 1), ZONE).split("; ")

    assert [] == [line for line in said if line.startswith(data_words.NAMELESS)]
    assert len(keys_inside()) > 50


def test_a_key_nobody_gave_a_word_is_not_shown_as_the_program_writes_it() -> None:
    assert "Outro dado: 1; nº 12: 2" == data_words.shown({"some_new-key": 1, "12": 2}, ZONE)


def test_columns_that_serve_the_program_are_hidden_inside_values_too() -> None:
    assert "Placa: IVX1A23" == data_words.shown({"plate_key": "IVX1A23", "plate": "IVX1A23"}, ZONE)


def test_a_checklists_draft_is_told_in_the_checklists_words(library: Library) -> None:
    checklists = library.checklists.checklists
    checklist = checklists["daer-renovacao"]
    question = next(q for q in checklist.questions if q.answers)
    answer, label = next(iter(question.answers.items()))
    item = checklist.requirements[0]
    draft = {
        "flow": "checklist",
        "subject": checklist.id,
        "answers": {question.id: answer},
        "ticks": {item.id: {"done": True, "note": "na gaveta"}},
        "authors": {question.id: 7},
    }

    ((_, _), (_, _), (_, line)) = privacy_files.lines("Meus dados", {"draft": [draft]}, ZONE, checklists)

    assert f"Respostas: {question.text}: {label}" in line
    assert f"{item.title}: Marcado: sim; Anotação: na gaveta" in line
    assert question.id not in line.replace(question.text, "").split(": ")


def test_every_recorded_action_has_a_word() -> None:
    assert set(changes.ACTIONS) <= set(data_words.labels().values)
