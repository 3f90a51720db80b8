"""The data map knows every table; a copy holds all of a person's data and nobody else's; erasure leaves no trace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlmodel import Session, SQLModel

from bot import accounts, audit, companies, demo, open_questions, papers, privacy
from bot.changes import Actor
from bot.database import Database
from bot.models.delivery import Inbox
from bot.models.fleet import Membership
from bot.models.staff import Broadcast
from bot.settings import Settings
from tests.conftest import NOON


@pytest.fixture
def seeded(database: Database) -> Database:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    database.now(lambda session: demo.seed(session, now=NOON, settings=settings))
    return database


def test_the_data_map_names_every_table_and_only_real_columns() -> None:
    tables = SQLModel.metadata.tables

    assert set(tables) == {entry.table for entry in privacy.data_map().tables}
    for entry in privacy.data_map().tables:
        for column in (entry.person, entry.company, entry.through.column if entry.through else ""):
            assert not column or column in tables[entry.table].c, (entry.table, column)


def test_every_column_that_holds_a_persons_id_is_in_the_map() -> None:
    named = {entry.table: entry for entry in privacy.data_map().tables}

    for name, table in SQLModel.metadata.tables.items():
        for column in ("user_id", "recipient", "author"):
            if column in table.c:
                assert named[name].person or named[name].company, (name, column)


def test_the_paper_on_privacy_tells_of_every_table() -> None:
    text = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(\w+)` \|", text, flags=re.M)) == set(SQLModel.metadata.tables)


def test_a_copy_holds_the_persons_fleet_and_nothing_of_another_company(seeded: Database) -> None:
    found = seeded.now(lambda session: privacy.copy(session, demo.MARLI))

    assert {"IVX1A23", "JAB2C34", "IQT4567"} == {v["plate"] for v in found["vehicle"]}
    assert ["Marli Transportes"] == [c["name"] for c in found["company"]]
    assert 6 == len(found["instalment"])


def test_a_driver_gets_a_copy_without_the_companys_papers(seeded: Database) -> None:
    def join(session: Session) -> None:
        accounts.touch(session, user_id=77, name="Beto", now=NOON)
        session.add(Membership(company_id=1, user_id=77, role="driver", since=NOON))

    seeded.now(join)

    found = seeded.now(lambda session: privacy.copy(session, 77))

    assert {"account", "membership"} == set(found)


def test_erasure_leaves_no_trace_of_the_person_in_any_table(seeded: Database, tmp_path: Path) -> None:
    def receive(session: Session) -> None:
        session.add(Inbox(update_id=1, chat_key=str(demo.MARLI), raw="{}", received_at=NOON))

    seeded.now(receive)

    seeded.now(lambda session: privacy.erase(session, demo.MARLI))

    assert {} == seeded.now(lambda session: privacy.copy(session, demo.MARLI))
    left = seeded.now(_everything)
    assert "IVX1A23" not in left
    assert str(demo.MARLI) not in left
    assert "Ademir Turismo" in left


def _everything(session: Session) -> str:
    rows = (session.execute(table.select()).all() for table in SQLModel.metadata.tables.values())
    return "\n".join(str(tuple(row)) for found in rows for row in found)


def test_the_only_owner_of_a_company_with_others_hands_over_first(seeded: Database) -> None:
    def join(session: Session) -> None:
        session.add(Membership(company_id=1, user_id=77, role="driver", since=NOON))

    seeded.now(join)

    with pytest.raises(privacy.LastOwner) as stuck:
        seeded.now(lambda session: privacy.erase(session, demo.MARLI))

    assert ("Marli Transportes",) == stuck.value.names


def test_a_drivers_copy_holds_the_drivers_own_papers_and_nobody_elses(seeded: Database) -> None:
    def join(session: Session) -> None:
        owner = Actor(1, demo.MARLI, "b", NOON)
        for user in (77, 78):
            companies.join(session, owner, user_id=user, role="driver")
            values = {"subject": "driver", "person_id": user, "kind": "toxicological"}
            papers.add_paper(session, owner, values)

    seeded.now(join)

    assert [77] == [p["person_id"] for p in seeded.now(lambda session: privacy.copy(session, 77))["paper"]]


def test_a_copy_holds_ones_own_acts_broadcasts_and_the_text_of_ones_questions(seeded: Database) -> None:
    def work(session: Session) -> None:
        for user in (demo.ROSANE, 78):
            audit.write(session, user, "norm_published", now=NOON)
            session.add(Broadcast(author=user, text=f"De {user}", created_at=NOON))
            open_questions.send(session, asker=user, text=f"Pergunta {user}", reason="wrong", now=NOON)

    seeded.now(work)

    found = seeded.now(lambda session: privacy.copy(session, demo.ROSANE))
    assert [demo.ROSANE] == [a["user_id"] for a in found["audit"]]
    assert [f"De {demo.ROSANE}"] == [b["text"] for b in found["broadcast"]]
    assert [f"Pergunta {demo.ROSANE}"] == [q["text"] for q in found["open_question"]]
    assert "answered_by" not in found["open_question"][0]
