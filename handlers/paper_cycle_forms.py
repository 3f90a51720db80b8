"""Forms of a paper that is there: its next cycle (Renovei), one thing corrected, a file, parcels, a parcel's date."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from bot import paper_facts, papers
from bot.models.fleet import Paper
from bot.turn import Turn
from handlers import company_scope, paper_dates, paper_drivers, paper_kinds, typed
from handlers.company_scope import Scope
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.paper_dates import DATE, SKIPPED, kind_of
from handlers.paper_forms import DATE_FIELDS, DEPARTURE_FIELDS, NUMBER_LIMIT, departure_facts
from handlers.paper_parcels import PARCEL_FIELDS, parcels_of
from handlers.paper_screens import about, asked_about, paper_screen, parcels_screen

PDF = "application/pdf"


def seed(turn: Turn, scope: Scope, row: Paper) -> Answers:
    """What every form about a paper carries."""
    return {
        "company": scope.id,
        "paper_id": row.id,
        "kind": row.kind,
        "vehicle": row.vehicle_id,
        "about": asked_about(turn, scope, about(turn, scope, row)),
        "old_due": row.expires_on.isoformat() if row.expires_on else "",
    }


def reread(turn: Turn, answers: Answers) -> tuple[Scope, Paper] | None:
    """The paper of a finished form, when this person may still change it."""
    row = papers.paper(turn.session, int(answers["paper_id"]), lock=True)
    scope = company_scope.of(turn, row.company_id if row else 0)
    if scope is None or row is None:
        return None
    if not scope.changes(row):
        company_scope.refuse(turn, scope)
        return None
    return scope, row


def _title(label: str) -> Any:
    def title(turn: Turn, answers: Answers) -> str:
        return turn.label(label, title=paper_kinds.title(answers["kind"]), about=answers["about"])

    return title


def _finish_renewal(turn: Turn, answers: Answers) -> None:
    if (known := reread(turn, answers)) is None:
        return
    scope, row = known
    dates = paper_facts.columns(paper_dates.known_dates(answers), row.facts.get("choices"))
    if _needs_the_driver(turn, row):
        paper_drivers.propose(turn, scope, {**row.model_dump(), **dates})
        return
    new = papers.renew(
        turn.session,
        company_scope.actor(turn, scope),
        row,
        today=turn.today,
        parcels=parcels_of(answers),
        **dates,
    )
    if new is None:
        paper_screen(turn, scope, papers.newest(turn.session, row), note="note_paper_renewed_before")
        return
    paper_screen(turn, scope, new, note="note_paper_renewed")


def _needs_the_driver(turn: Turn, row: Paper) -> bool:
    """A date of a driver's health is kept only after the driver's yes, whoever typed it."""
    return row.kind in company_scope.health_kinds() and row.person_id != turn.user_id


RENEW = Form(
    name="renew",
    title=_title("draft_renew"),
    fields=(*DATE_FIELDS, *PARCEL_FIELDS),
    finish=_finish_renewal,
)


def _finish_fix(turn: Turn, answers: Answers) -> None:
    if (known := reread(turn, answers)) is None:
        return
    scope, row = known
    values = _mended(turn, row, answers)
    if _needs_the_driver(turn, row):
        paper_drivers.propose(turn, scope, {**row.model_dump(), **values})
        return
    papers.correct(turn.session, company_scope.actor(turn, scope), row, **values)
    paper_screen(turn, scope, row, note="note_paper_corrected")


def _mended(turn: Turn, row: Paper, answers: Answers) -> dict[str, Any]:
    """The columns a correction changes; another date or departure than was told is another cycle of reminders."""
    what = str(answers["what"])
    if what == "number":
        return {"number": answers["number"]}
    if what == "departure":
        return {"facts": {**row.facts, **departure_facts(turn, answers)}, "solved_on": None}
    day = dt.date.fromisoformat(answers[f"{DATE}{what}"])
    if what in COLUMNS:
        return {COLUMNS[what]: day, "solved_on": None}
    dates = {**row.facts.get("dates", {}), what: day.isoformat()}
    return {"facts": {**row.facts, "dates": dates}, "solved_on": None}


COLUMNS = {paper_facts.PRINTED: "expires_on", paper_facts.START: "issued_on"}
"""Dates with a column of their own; the others stand in `facts`."""


def _fix_field(field: Field) -> Field:
    name = field.name.removeprefix(DATE)
    return replace(
        field,
        when=lambda a: a["what"] == name and kind_of(a) is not None,
        choices=_without_skip(field),
    )


def _without_skip(field: Field) -> Any:
    """A date to correct is typed: leaving it out is no correction."""

    def choices(turn: Turn, answers: Answers) -> list[Choice]:
        return [c for c in field.choices(turn, answers) if c.value != SKIPPED]

    return choices


FIX = Form(
    name="paper_fix",
    title=_title("draft_fix"),
    fields=(
        *(_fix_field(f) for f in DATE_FIELDS),
        *(replace(f, when=lambda a: a["what"] == "departure") for f in DEPARTURE_FIELDS),
        Field(
            "number",
            "papers/number",
            read=lambda turn, _answers: typed.line(turn, limit=NUMBER_LIMIT, template="papers/note_number"),
            when=lambda a: a["what"] == "number",
            facts=lambda _turn, a: {"title": paper_kinds.title(a["kind"])},
        ),
    ),
    finish=_finish_fix,
)


def _file(turn: Turn, _answers: Answers) -> dict[str, str]:
    file = turn.incoming.file
    if file is None or file.kind not in {"photo", "document"}:
        raise Refused("papers/note_file")
    if file.kind == "document" and file.mime != PDF and not file.mime.startswith("image/"):
        raise Refused("papers/note_file")
    return {"kind": file.kind, "file_id": file.file_id, "name": file.name[:120]}


def _no_text(_turn: Turn, _answers: Answers) -> dict[str, str]:
    raise Refused("papers/note_file")


def _finish_file(turn: Turn, answers: Answers) -> None:
    if (known := reread(turn, answers)) is None:
        return
    scope, row = known
    papers.attach(turn.session, company_scope.actor(turn, scope), row, answers["file"])
    paper_screen(turn, scope, row, note="note_file_kept")


FILE = Field(
    "file",
    "papers/file",
    read=_no_text,
    read_file=_file,
    facts=lambda _turn, a: {"title": paper_kinds.title(a["kind"]), "about": a["about"]},
)
"""A photo or PDF."""
ATTACH = Form(name="paper_file", title=_title("draft_file"), fields=(FILE,), finish=_finish_file)


def _finish_parcels(turn: Turn, answers: Answers) -> None:
    if (known := reread(turn, answers)) is None:
        return
    scope, row = known
    if not papers.parcels(turn.session, row.id or 0):
        papers.add_parcels(turn.session, company_scope.actor(turn, scope), row, parcels_of(answers))
    parcels_screen(turn, scope, row, note="note_parcels_added")


PARCELS = Form(name="parcels", title=_title("draft_parcels"), fields=PARCEL_FIELDS, finish=_finish_parcels)


def _finish_move(turn: Turn, answers: Answers) -> None:
    if (known := reread(turn, answers)) is None:
        return
    scope, row = known
    parcel = papers.parcel(turn.session, int(answers["parcel"]), lock=True)
    if parcel is not None and parcel.paper_id == row.id:
        day = dt.date.fromisoformat(answers["day"])
        papers.move_parcel(turn.session, company_scope.actor(turn, scope), parcel, day)
    parcels_screen(turn, scope, row, note="note_parcel_moved")


MOVE = Form(
    name="parcel_move",
    title=_title("draft_parcels"),
    fields=(
        Field(
            "day",
            "papers/parcel_day",
            read=typed.day,
            facts=lambda _turn, a: {"number": a["number"], "about": a["about"]},
            echo="papers/echo_date",
            echo_facts=typed.day_echo,
        ),
    ),
    finish=_finish_move,
)

FORMS = (RENEW, FIX, ATTACH, PARCELS, MOVE)
