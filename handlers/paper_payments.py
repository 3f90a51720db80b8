"""Paguei: a parcel is paid today in one press; its screen then takes another day, and the receipt."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import changes, papers
from bot.changes import Actor
from bot.models.fleet import Instalment, Paper
from bot.turn import Turn
from handlers import company_scope, paper_kinds, typed
from handlers.company_scope import Scope
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.paper_cycle_forms import FILE, reread, seed
from handlers.paper_screens import parcels_screen
from knowledge import words


def pressed_parcel(turn: Turn) -> tuple[Scope, Paper, Instalment] | None:
    """The parcel of the pressed button, when this person may change it."""
    parcel = papers.parcel(turn.session, int(turn.args["id"]), lock=True)
    row = papers.paper(turn.session, parcel.paper_id) if parcel else None
    scope = company_scope.of(turn, row.company_id if row else 0)
    if scope is None or row is None or parcel is None:
        return None
    if not scope.changes(row):
        company_scope.refuse(turn, scope)
        return None
    return scope, row, parcel


def paid(turn: Turn) -> None:
    """Paguei: once, whoever presses and however often."""
    if (known := pressed_parcel(turn)) is None:
        return
    scope, row, parcel = known
    fresh = papers.pay(turn.session, company_scope.actor(turn, scope), parcel, paid_on=turn.today)
    note = "note_paid" if fresh else "note_paid_before"
    parcels_screen(turn, scope, row, note=note, paid=parcel)


def other_day(turn: Turn) -> None:
    """Foi em outro dia: asks on which."""
    if (known := pressed_parcel(turn)) is not None:
        turn.begin_form("parcel_paid_on", **_seed(turn, *known))


def receipt(turn: Turn) -> None:
    """Anexar comprovante: waits for a photo or PDF."""
    if (known := pressed_parcel(turn)) is not None:
        turn.begin_form("parcel_receipt", **_seed(turn, *known))


def _seed(turn: Turn, scope: Scope, row: Paper, parcel: Instalment) -> Answers:
    of = {"parcel": parcel.id, "number": parcel.number, "parcel_due": parcel.due_on.isoformat()}
    return {**of, **seed(turn, scope, row)}


def _again(turn: Turn, answers: Answers) -> tuple[Scope, Paper, Instalment, Actor] | None:
    """The parcel of a finished form; the actor goes on with the payment, so that one undo takes all of it back."""
    if (known := reread(turn, answers)) is None:
        return None
    scope, row = known
    parcel = papers.parcel(turn.session, int(answers["parcel"]), lock=True)
    if parcel is None or parcel.paper_id != row.id:
        parcels_screen(turn, scope, row)
        return None
    actor = changes.same_act(turn.session, company_scope.actor(turn, scope), parcel, "instalment_paid")
    return scope, row, parcel, actor


def _read_day(turn: Turn, answers: Answers) -> str:
    """A day up to today: nobody has paid tomorrow."""
    day = typed.past_day(turn, answers)
    if dt.date.fromisoformat(day) > turn.today:
        raise Refused("papers/note_paid_ahead")
    return day


def _on_the_due_day(turn: Turn, answers: Answers) -> list[Choice]:
    due = dt.date.fromisoformat(answers["parcel_due"])
    label = turn.label("paid_on_due", day=words.short_date(due))
    return [Choice(label, due.isoformat())] if due < turn.today else []


def _finish_day(turn: Turn, answers: Answers) -> None:
    if (known := _again(turn, answers)) is None:
        return
    scope, row, parcel, actor = known
    papers.paid_on_another_day(turn.session, actor, parcel, dt.date.fromisoformat(answers["day"]))
    parcels_screen(turn, scope, row, note="note_paid_on", paid=parcel)


def _finish_receipt(turn: Turn, answers: Answers) -> None:
    if (known := _again(turn, answers)) is None:
        return
    scope, row, parcel, actor = known
    papers.attach(turn.session, actor, row, {**answers["file"], papers.RECEIPT: parcel.number})
    parcels_screen(turn, scope, row, note="note_receipt_kept", paid=parcel)


def _title(turn: Turn, answers: Answers) -> str:
    return turn.label("draft_parcels", title=paper_kinds.title(answers["kind"]), about=answers["about"])


def _about(_turn: Turn, answers: Answers) -> dict[str, Any]:
    title = paper_kinds.title(answers["kind"])
    return {"title": title, "number": answers["number"], "about": answers["about"]}


PAID_ON = Form(
    name="parcel_paid_on",
    title=_title,
    fields=(
        Field(
            "day",
            "papers/paid_day",
            read=_read_day,
            choices=_on_the_due_day,
            facts=_about,
            echo="papers/echo_date",
            echo_facts=typed.day_echo,
        ),
    ),
    finish=_finish_day,
)
RECEIPT = Form(
    name="parcel_receipt",
    title=_title,
    fields=(Field("file", "papers/receipt", read=FILE.read, read_file=FILE.read_file, facts=_about),),
    finish=_finish_receipt,
)
FORMS = (PAID_ON, RECEIPT)
