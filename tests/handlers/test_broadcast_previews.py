"""A preview is the message itself: text, buttons and attachment as the worker sends them, people's data hidden."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot import broadcast_people, broadcasts
from bot.broadcast_rules import Audience, Due, Facts
from bot.messenger import Message
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast
from scheduler.broadcasts import prepare
from scheduler.kinds import Gone
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent

DUE = dt.date(2026, 6, 20)
FILE = {"kind": "document", "file_id": "f1", "name": "manual.pdf"}
LONG_NAME = "Maria Aparecida dos Santos Figueiredo"


def carrier(session: Session, number: int, name: str, company: str) -> None:
    """An owner with one vehicle and its LIT."""
    carriers.carrier(session, PERSON + number, company, f"IVX1A2{number}", lit=DUE, name=name)


def draft(stand_in: Rehearsal, text: str, facts: Facts) -> Broadcast:
    row = broadcasts.create(
        stand_in.session,
        author=PERSON,
        now=NOON,
        subject="norms",
        text=text,
        attachment=FILE,
        provisions=["daer-7727-2022:art13", "daer-7727-2022:art14"],
    )
    broadcasts.edit(stand_in.session, row, audience=Audience(include=facts).model_dump(mode="json"))
    return row


def previewed(stand_in: Rehearsal, row: Broadcast) -> list[Sent]:
    """Everything said before the question for confirmation."""
    stand_in.press("broadcast.preview", id=row.id)
    return stand_in.answered[:-1]


def sent_by_the_worker(stand_in: Rehearsal, row: Broadcast) -> list[Message]:
    """What the first recipient gets."""
    session, services = stand_in.session, stand_in.services
    people = broadcast_people.addressees(session, row, today=NOON.date(), calendar=services.library.calendar)
    row.state = "running"
    broadcast_people.store(session, row, broadcast_people.rehearse(row.text, people), now=NOON)
    broadcast_people.plan(session, row, now=NOON, machine=NOON, not_before=NOON)
    planned = session.exec(select(Outbox).where(Outbox.kind == broadcasts.KIND)).first()
    assert planned is not None
    worded = prepare(services, session, planned, NOON)
    assert not isinstance(worded, Gone)
    return worded


def test_a_preview_has_the_text_the_buttons_and_the_file_that_the_worker_sends(stand_in: Rehearsal) -> None:
    carrier(stand_in.session, 1, "Marli", "Aurora")
    row = draft(stand_in, "A inspeção <b>mudou</b>. Veja o anexo.", Facts())

    head, text, file = previewed(stand_in, row)
    message, attached = sent_by_the_worker(stand_in, row)

    assert "broadcast/preview_head" == head.template
    assert [message.html] == text.parts
    assert [[b["text"] for b in line] for line in message.keyboard] == [
        [b["text"] for b in line] for line in text.rows
    ]
    assert (attached.html, attached.file) == (file.parts[0], file.file)


def test_a_recipients_own_buttons_do_nothing_in_a_preview(stand_in: Rehearsal) -> None:
    carrier(stand_in.session, 1, "Marli", "Aurora")
    row = draft(stand_in, "Um aviso.", Facts())

    _, text, _ = previewed(stand_in, row)

    actions = {button.action for line in text.keyboard for button in line}
    assert {"broadcast.sample", "norm.show"} == actions


def test_the_previews_are_of_the_longest_name_the_longest_text_and_who_lacks_a_field(
    stand_in: Rehearsal,
) -> None:
    names = (LONG_NAME, "Rui", "Ana", "Eva", "Ivo", "Léo")
    companies = (
        "Sul",
        "Expresso Rio-Grandense de Turismo e Fretamento de Pelotas",
        "Ouro",
        "Lua",
        "Mar",
        "Sol",
    )
    for number, (name, company) in enumerate(zip(names, companies, strict=True), 1):
        carrier(stand_in.session, number, name, company)
    nameless = stand_in.session.get_one(Account, PERSON + 6)
    nameless.name = ""
    row = draft(stand_in, "Olá, {nome}, da {empresa}: um aviso.", Facts())

    shown = previewed(stand_in, row)

    texts = [one.parts[0] for one in shown if one.template == "broadcast/message"]
    assert 3 == len(texts)
    assert 3 == sum(one.file is not None for one in shown)
    assert "M•••• A•••••••• d•• S•••••" in texts[0]
    assert "E•••••••" in texts[1]
    assert "Olá, [falta nome], da S••:" in texts[2]
    assert "não tenha nome" in next(
        one.parts[0] for one in shown if one.template == "broadcast/preview_fails"
    )
    secret = (*names, *companies, "IVX", "1A2", "20/06/2026")
    assert [] == [word for word in secret for text in texts if f" {word}" in text]


def test_where_papers_choose_the_preview_holds_nobodys_letters_nor_lengths(stand_in: Rehearsal) -> None:
    for number in range(1, 10):
        carrier(stand_in.session, number, LONG_NAME, f"Zeta {number}")
    carriers.carrier(stand_in.session, PERSON + 10, "Zeta", "IVX1A30", lit=DUE, name=LONG_NAME)
    window = Due(from_on=dt.date(2026, 6, 1), to_on=dt.date(2026, 6, 30))
    row = draft(stand_in, "Olá, {nome}, da {empresa}: {vencimentos}.", Facts(due=window))

    texts = [one.parts[0] for one in previewed(stand_in, row) if one.template == "broadcast/message"]

    assert 1 == len(texts)
    assert "Olá, N••• d• E••••••, da E•••••• d• E••••••" in texts[0]


def test_a_test_to_oneself_is_the_message_too(stand_in: Rehearsal) -> None:
    row = draft(stand_in, "Um aviso.", Facts())

    stand_in.press("broadcast.test", id=row.id)

    templates = [one.template for one in stand_in.answered]
    assert ["broadcast/test_head", "broadcast/message", "broadcast/file"] == templates
    assert {"kind": "document", "file_id": "f1"} == stand_in.answered[-1].file
