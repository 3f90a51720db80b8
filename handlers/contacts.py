"""Contacts of the agencies by chat: seen with their date, entered, changed; published as a revision of the base."""

from __future__ import annotations

from typing import Any

from bot import audit, revisions
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, typed
from handlers.form_model import Answers, Choice, Field, Form
from handlers.module import EDITOR, Action, Module
from handlers.paging import asked, page_of
from knowledge.checklist_model import Contact
from knowledge.text import words

PAGE = 8
ID_LIMIT = 26
NAME_LIMIT, VALUE_LIMIT, SOURCE_LIMIT = 60, 200, 200


def _contacts(turn: Turn) -> dict[str, Contact]:
    return dict(turn.services.library.checklists.contacts)


def listing(turn: Turn) -> None:
    """Every contact, in pages."""
    held = list(_contacts(turn).values())
    page = page_of(held, PAGE, asked(turn))
    rows = [[Button(f"{c.agency}: {c.what}"[:60], "contacts.open", {"id": c.id})] for c in page.shown]
    new = [turn.button("contact_new", "contacts.new")]
    turn.show(
        "norms_admin/contacts",
        [*rows, *page.turning(turn, "contacts"), new, [turn.button("back", "values")]],
        count=len(held),
    )


def open_(turn: Turn) -> None:
    """One contact with the day somebody saw it."""
    contact = _contacts(turn).get(str(turn.args["id"]))
    if contact is None:
        fallback.old_button(turn)
        return
    rows = [
        [turn.button("contact_change", "contacts.change", id=contact.id)],
        [turn.button("back", "contacts")],
    ]
    turn.show("norms_admin/contact", rows, contact=contact)


def new(turn: Turn) -> None:
    """Asks for a contact the base does not have."""
    turn.begin_form("contact", contact="")


def change(turn: Turn) -> None:
    """Asks for the new value of a contact, when it was seen and where."""
    if str(turn.args["id"]) not in _contacts(turn):
        fallback.old_button(turn)
        return
    turn.begin_form("contact", contact=turn.args["id"])


def _finish(turn: Turn, answers: Answers) -> None:
    held = _contacts(turn)
    old = held.get(str(answers["contact"]))
    agency, what = (old.agency, old.what) if old else (answers["agency"], answers["what"])
    id_ = old.id if old else "-".join(words(f"{agency} {what}"))[:ID_LIMIT].strip("-")
    content = {
        "id": id_,
        "agency": agency,
        "what": what,
        "value": answers["value"],
        "seen_on": answers["seen_on"],
        "source": answers["source"],
        "confidence": "one source",
        **({"note": old.note} if old and old.note else {}),
    }
    if (old is None and id_ in held) or not id_:
        back = [[turn.button("back", "contacts")]]
        turn.show("norms_admin/problem", back, problem="contact", detail="")
        return
    Contact.model_validate(content)
    revisions.enter(turn.session, revisions.CONTACT, id_, content, by=turn.user_id, now=turn.now)
    audit.write(turn.session, turn.user_id, "value_entered", now=turn.now, value=id_)
    number = revisions.number(turn.session)
    turn.show(
        "norms_admin/entered", [[turn.button("back", "contacts")]], what=f"{agency}: {what}", number=number
    )


def _new(answers: Answers) -> bool:
    return not answers.get("contact")


def _line(limit: int) -> Any:
    return lambda turn, _answers: typed.line(turn, limit=limit, template="norms_admin/note_act")


def _facts(turn: Turn, answers: Answers) -> dict[str, Any]:
    old = _contacts(turn).get(str(answers["contact"]))
    return {"now": f"{old.agency}, {old.what}: {old.value}" if old else ""}


def _today(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("contact_today"), turn.today.isoformat())]


FORM = Form(
    "contact",
    lambda turn, _answers: turn.label("contacts"),
    (
        Field("agency", "norms_admin/contact_agency", read=_line(NAME_LIMIT), when=_new, free=True),
        Field("what", "norms_admin/contact_what", read=_line(NAME_LIMIT), when=_new, free=True),
        Field("value", "norms_admin/contact_value", read=_line(VALUE_LIMIT), facts=_facts, free=True),
        Field("seen_on", "norms_admin/contact_seen", read=typed.day, choices=_today,
              echo="norms_admin/echo_day", echo_facts=typed.day_echo),
        Field("source", "norms_admin/value_source", read=_line(SOURCE_LIMIT), free=True),
    ),
    _finish,
    roles=EDITOR,
)  # fmt: skip
MODULE = Module(
    actions={
        "contacts": Action(listing, roles=EDITOR),
        "contacts.open": Action(open_, roles=EDITOR),
        "contacts.new": Action(new, roles=EDITOR),
        "contacts.change": Action(change, roles=EDITOR),
    },
    forms=(FORM,),
)
