"""After an erasure neither the id nor the name of a person stands in any table, those named as kept apart."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, col, select

from bot import accounts, changes, companies, demo, inbox, papers, privacy
from bot.changes import Actor
from bot.database import Database
from bot.models.chat import Conversation, Draft, Invitation, PrintJob, Screen, Staff
from bot.models.delivery import Inbox, Lease, Outbox, OutboxPart, Sweep, Throttle
from bot.models.fleet import Change, Company, Membership, Paper
from bot.models.reminders import CalendarLink, ReminderMark
from bot.models.staff import (
    Audit,
    BaseEntry,
    Broadcast,
    BroadcastRecipient,
    NormRevision,
    OpenQuestion,
    QuestionAsker,
)
from bot.settings import Settings
from tests.conftest import NOON

BETO, NAME, COLLEAGUE = 77001122, "Roberto D'Ávila Quaresma", 77001133
SETTINGS = Settings(_env_file=None)


def _message(recipient: int, stage: str) -> Outbox:
    return Outbox(
        recipient=recipient, subject="x", cycle="y", stage=stage, kind="notice", lane=0,
        payload={"facts": {"name": NAME, "by": BETO}}, planned_at=NOON, not_before=NOON, next_try_at=NOON,
    )  # fmt: skip


def _fleet(session: Session) -> None:
    """A driver beside the owner and a colleague, with papers of the driver entered by both."""
    demo.seed(session, now=NOON, settings=SETTINGS)
    owner, own = Actor(1, demo.MARLI, "b", NOON), Actor(1, BETO, "c", NOON)
    for user, name in ((BETO, NAME), (COLLEAGUE, "Ana Paula")):
        accounts.touch(session, user_id=user, name=name, now=NOON)
        companies.join(session, owner, user_id=user, role="driver")
    named = {"subject": "driver", "subject_name": NAME, "expires_on": dt.date(2027, 1, 1)}
    papers.add_paper(session, owner, {**named, "person_id": BETO, "kind": "toxicological"})
    papers.add_paper(session, own, {**named, "person_id": BETO, "kind": "cnh", "number": "CNH123"})
    papers.add_paper(session, owner, {**named, "kind": "course"})
    changes.alter(session, own, session.get_one(Company, 1), "company_changed", cnpj="11222333000181")


def _talk(session: Session) -> None:
    for user in (BETO, demo.MARLI):
        session.add(
            Conversation(chat_id=user, user_id=user, flow="paper", answers={"person": BETO}, updated_at=NOON)
        )
        session.add(Draft(user_id=user, company_id=1, flow="paper", title=f"CNH de {NAME}", updated_at=NOON))
        session.add(
            Screen(key=f"k{user}", chat_id=user, user_id=user, actions=[["m", {"p": BETO}]], created_at=NOON)
        )
        session.add(
            PrintJob(
                user_id=user, kind="list", content={"name": NAME if user == BETO else ""}, created_at=NOON
            )
        )
        row = _message(user, f"s{user}")
        session.add(row)
        session.flush()
        text = f"<b>{NAME}</b> quer entrar. O número é {BETO}."
        session.add(OutboxPart(outbox_id=row.id or 0, part=0, message={"text": text}))
    session.add(
        Draft(user_id=demo.MARLI, company_id=1, flow="checklist", title="Licença", people=[BETO, COLLEAGUE],
              authors={"q1": BETO, "q2": COLLEAGUE}, answers={"q1": True}, updated_at=NOON)
    )  # fmt: skip
    for letter, by, used in (("a", BETO, None), ("b", demo.MARLI, BETO)):
        session.add(
            Invitation(secret_hash=letter * 64, company_id=1, role="driver", created_by=by, used_by=used,
                       created_at=NOON, expires_at=NOON + dt.timedelta(days=7))
        )  # fmt: skip
    session.add(CalendarLink(secret_hash="c" * 64, company_id=1, user_id=BETO, created_at=NOON))
    session.add(ReminderMark(company_id=1, user_id=BETO, subject="p:1", cycle="c", pressed_on=NOON.date()))
    said = json.dumps({"message": {"from": {"id": BETO, "first_name": NAME}}})
    session.add(Inbox(update_id=5, chat_key=str(BETO), raw="{}", received_at=NOON))
    session.add(Inbox(update_id=6, chat_key="-1009", raw=said, received_at=NOON))


def _staff(session: Session) -> None:
    """The same person on the staff, and the tables that stay."""
    session.add(Staff(user_id=BETO, role="editor", name=NAME, since=NOON))
    session.add(Audit(at=NOON, user_id=BETO, action="norm_published", facts={"norm": "x"}))
    session.add(Broadcast(author=BETO, text="Novidade", created_at=NOON))
    session.add(
        OpenQuestion(id=1, text="Posso rodar?", reason="not_covered", asked_at=NOON, answered_by=BETO)
    )
    session.flush()
    session.add(QuestionAsker(question_id=1, user_id=BETO, until=NOON))
    session.add(BroadcastRecipient(broadcast_id=1, user_id=BETO, company_id=1))
    session.add(NormRevision(norm="n", content={}, author=BETO, created_at=NOON))
    session.add(BaseEntry(kind="upf", key="2026", content={}, entered_by=BETO, entered_at=NOON, number=1))
    session.add(Throttle(scope=f"chat:{BETO}", next_free_at=NOON))
    session.add(Lease(name="poller", holder="one", until=NOON))
    session.add(Sweep(name="plan", period="2026-06-10", started_at=NOON))
    session.flush()


@pytest.fixture
def seeded(store: Database) -> Database:
    """Every table has rows, the person's or about the person where that can be."""
    for step in (_fleet, _talk, _staff):
        store.now(step)
    return store


def _standing(session: Session) -> set[str]:
    return {
        name
        for name, table in SQLModel.metadata.tables.items()
        for row in session.execute(table.select()).mappings()
        for value in row.values()
        if str(BETO) in str(value) or "Roberto" in str(value) or "Quaresma" in str(value)
    }


def test_every_table_is_seeded(seeded: Database) -> None:
    empty = seeded.now(
        lambda session: [
            n for n, t in SQLModel.metadata.tables.items() if not session.execute(t.select()).first()
        ]
    )

    assert [] == empty


def test_neither_id_nor_name_stands_outside_the_tables_named_as_kept(seeded: Database) -> None:
    kept = {"audit", "broadcast", "norm_revision", "base_entry", "throttle"}
    assert kept <= {entry.table for entry in privacy.data_map().tables if entry.erase == "keep"}

    seeded.now(lambda session: privacy.erase(session, BETO))

    assert kept == seeded.now(_standing)


def test_the_drivers_papers_are_emptied_and_their_history_goes(seeded: Database) -> None:
    seeded.now(lambda session: privacy.erase(session, BETO))

    rows = seeded.now(lambda session: session.exec(select(Paper).where(Paper.subject == "driver")).all())
    assert [("removed", "", None, None, None)] * 3 == [
        (p.state, p.subject_name, p.person_id, p.expires_on, p.number) for p in rows
    ]


def test_the_colleagues_rows_and_the_companys_go_on(seeded: Database) -> None:
    seeded.now(lambda session: privacy.erase(session, BETO))

    def look(session: Session) -> tuple[list[int], dict[str, int], list[int], str]:
        [draft] = session.exec(select(Draft)).all()
        [part] = session.exec(select(OutboxPart)).all()
        done = session.exec(select(Change.user_id).where(Change.action == "company_changed")).all()
        return draft.people, draft.authors, list(done), part.message["text"]

    text = "<b>pessoa apagada</b> quer entrar. O número é -1."
    assert ([COLLEAGUE], {"q2": COLLEAGUE}, [changes.ERASED], text) == seeded.now(look)


def test_a_first_name_alone_does_not_rename_the_company_that_carries_it(store: Database) -> None:
    def seed(session: Session) -> None:
        demo.seed(session, now=NOON, settings=SETTINGS)
        accounts.touch(session, user_id=BETO, name="Marli", now=NOON)
        companies.join(session, Actor(1, demo.MARLI, "b", NOON), user_id=BETO, role="driver")
        session.add(_message(demo.MARLI, "a"))
        session.flush()
        session.exec(select(Outbox)).one().payload = {"company": "Marli Transportes", "who": "Marli"}
        privacy.erase(session, BETO)

    store.now(seed)

    payload = store.now(lambda session: session.exec(select(Outbox)).one().payload)
    assert {"company": "Marli Transportes", "who": "pessoa apagada"} == payload


def _closed(session: Session) -> None:
    demo.seed(session, now=NOON, settings=SETTINGS)
    accounts.touch(session, user_id=BETO, name=NAME, now=NOON)
    owner = Actor(1, demo.MARLI, "b", NOON)
    companies.join(session, owner, user_id=BETO, role="driver")
    companies.close(session, owner, session.get_one(Company, 1), now=NOON)


def test_a_closed_company_does_not_hinder_and_goes_with_its_last_owner(store: Database) -> None:
    store.now(_closed)

    store.now(lambda session: privacy.erase(session, demo.MARLI))

    held = store.now(
        lambda session: (session.get(Company, 1), session.exec(select(Membership.user_id)).all())
    )
    assert (None, [demo.ADEMIR]) == held


@pytest.mark.parametrize(("before", "gone"), [(NOON, 0), (NOON + dt.timedelta(seconds=1), 1)])
def test_a_company_closed_long_ago_is_deleted_whole(store: Database, before: dt.datetime, gone: int) -> None:
    store.now(_closed)

    assert gone == store.now(lambda session: privacy.forget_closed(session, before=before))
    assert 2 - gone == len(store.now(lambda session: session.exec(select(Company)).all()))


def _received(store: Database, *updates: dict[str, Any]) -> list[tuple[int, str, str, bool]]:
    """Stores updates, erases Beto, and stores them once more, as a webhook may: number, chat, text, handled."""
    raw = [{"update_id": 10 + n, **body} for n, body in enumerate(updates)]

    def unit(session: Session) -> list[tuple[int, str, str, bool]]:
        accounts.touch(session, user_id=BETO, name=NAME, now=NOON)
        inbox.store(session, raw, now=NOON)
        privacy.erase(session, BETO)
        inbox.store(session, raw, now=NOON)
        rows = session.exec(select(Inbox).order_by(col(Inbox.seq)))
        return [(row.update_id, row.chat_key, row.raw, row.done_at is not None) for row in rows]

    return store.now(unit)


def _text(by: int, chat: int, words: str, **more: Any) -> dict[str, Any]:
    sender = {"id": by, "is_bot": False, "first_name": NAME if by == BETO else "Ana"}
    return {"message": {"from": sender, "chat": {"id": chat}, "text": words, **more}}


def test_of_updates_that_wait_the_number_stays_so_that_none_comes_again(store: Database) -> None:
    """The wish is everything, and what a person wrote beside it would make an account anew."""
    found = _received(store, _text(BETO, BETO, "/start"), _text(BETO, -7, "posso rodar?"))

    assert [(10, "", "", True), (11, "", "", True)] == found


def test_what_somebody_else_wrote_to_the_erased_person_is_still_answered(store: Database) -> None:
    answered = _text(BETO, -7, "qual o prazo?")["message"]
    (found,) = _received(store, _text(COLLEAGUE, -7, f"vale para {NAME}?", reply_to_message=answered))

    assert (10, "-7", False) == (found[0], found[1], found[3])
    assert [True, False, False] == [word in found[2] for word in ("vale para", str(BETO), "prazo")]
