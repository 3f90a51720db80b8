"""The readable copy speaks Portuguese: every exported table and column has its word, dates are as people write."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from sqlmodel import SQLModel

from bot import changes, data_words, demo, privacy, privacy_files
from bot.database import Database
from bot.settings import Settings
from tests.conftest import NOON

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

    text = "\n".join(line for _, line in privacy_files.lines("Meus dados", found, ZONE))

    assert "Placa: IVX1A23" in text
    assert "Papel: dono" in text
    assert "_id:" not in text
    assert "True" not in text
    assert "2026-06-10" not in text


def test_every_recorded_action_has_a_word() -> None:
    assert set(changes.ACTIONS) <= set(data_words.labels().values)
