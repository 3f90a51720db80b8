"""Forms of the fleet: a new vehicle question by question, and the correction of one thing about it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import companies, fleet
from bot.turn import Turn
from handlers import company_scope, inclusion_view, typed
from handlers.company_scope import Scope
from handlers.fleet_screens import pressed, vehicle_screen
from handlers.form_model import Answers, Choice, Field, Form, Refused
from knowledge.inputs import plate_key

FIRST_YEAR, SEATS = 1950, (1, 120)
CLASSES = ("M2", "M3")
BODIES = ("road", "urban")
OWNERSHIPS = ("owned", "leased", "rented")
ONE_REGISTRY = "daer-7727-2022:art5_par4"
"""Shown to everybody: whether another company has the plate is never looked at."""

SKIPPED = ""
EDITABLE = ("plate", "year", "seats", "vehicle_class", "body", "ownership", "renavam")


def _plate(turn: Turn, answers: Answers) -> str:
    text = typed.plate(turn, answers)
    company = int(answers["company"])
    if companies.membership(turn.session, company, turn.user_id) is None:
        return text  # somebody removed meanwhile: refused at the end, and told nothing before
    found = fleet.by_plate(turn.session, company, plate_key(text))
    if found is not None and found.id != answers.get("vehicle"):
        facts = {"plate": fleet.shown(text), "state": turn.label(f"vehicle_{found.state}")}
        raise Refused("fleet/note_plate_here", facts)
    return text


def _made(turn: Turn, answers: Answers) -> int | str:
    """The year of manufacture, all a CRLV shows, or the day, which settles the age exactly."""
    if turn.text.strip().isdecimal():
        return typed.whole(turn, FIRST_YEAR, turn.today.year + 1, "fleet/note_year")
    day = dt.date.fromisoformat(typed.day(turn, answers))
    if not day.year >= FIRST_YEAR or day > turn.today:
        raise Refused("fleet/note_year", {"low": FIRST_YEAR, "high": turn.today.year + 1})
    return day.isoformat()


def _seats(turn: Turn, _answers: Answers) -> int:
    return typed.whole(turn, *SEATS, "fleet/note_seats")


def _skip(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("form_skip"), SKIPPED)]


def _classes(turn: Turn, answers: Answers) -> list[Choice]:
    return [*(Choice(turn.label(f"class_{c}"), c) for c in CLASSES), *_skip(turn, answers)]


def _bodies(turn: Turn, answers: Answers) -> list[Choice]:
    return [*(Choice(turn.label(f"body_{b}"), b) for b in BODIES), *_skip(turn, answers)]


def _ownerships(turn: Turn, answers: Answers) -> list[Choice]:
    return [*(Choice(turn.label(f"ownership_{o}"), o) for o in OWNERSHIPS), *_skip(turn, answers)]


def _plate_facts(_turn: Turn, answers: Answers) -> dict[str, Any]:
    return {"plate": fleet.shown(answers["plate"])}


QUESTIONS = (
    Field("plate", "fleet/plate", read=_plate),
    Field("year", "fleet/year", read=_made, facts=_plate_facts),
    Field("seats", "fleet/seats", read=_seats),
    Field("vehicle_class", "fleet/class", choices=_classes),
    Field("body", "fleet/body", choices=_bodies),
    Field("ownership", "fleet/ownership", choices=_ownerships),
    Field("renavam", "fleet/renavam", read=typed.renavam, choices=_skip),
)


def _review(turn: Turn, answers: Answers) -> dict[str, Any]:
    found = companies.membership(turn.session, int(answers["company"]), turn.user_id)
    return {
        **answers,
        "company": found[0].name if found else "",
        "plate": fleet.shown(answers["plate"]),
        **inclusion_view.manufacture(answers["year"]),
        "body": turn.label(f"body_{answers['body']}") if answers["body"] else "",
        "ownership": turn.label(f"ownership_{answers['ownership']}") if answers["ownership"] else "",
        "one_registry": turn.services.library.corpus.label(ONE_REGISTRY),
        "means": inclusion_view.short(turn, found[0], answers) if found else [],
    }


def _finish(turn: Turn, answers: Answers) -> None:
    if (scope := company_scope.permitted(turn, int(answers["company"]), "fleet")) is None:
        return
    known = fleet.by_plate(turn.session, scope.id, plate_key(answers["plate"]))
    if known is None:
        values = {name: answers[name] for name in EDITABLE} | {"renavam": answers["renavam"] or None}
        values |= inclusion_view.manufacture(answers["year"])
        known = fleet.add_vehicle(turn.session, company_scope.actor(turn, scope), **values)
    vehicle_screen(turn, scope, known, note="note_vehicle_added")


ADD = Form(
    name="vehicle",
    title=lambda turn, answers: (
        fleet.shown(answers["plate"]) if "plate" in answers else turn.label("draft_vehicle")
    ),
    fields=QUESTIONS,
    finish=_finish,
    review="fleet/review",
    review_facts=_review,
)


def _finish_edit(turn: Turn, answers: Answers) -> None:
    row = fleet.vehicle(turn.session, int(answers["vehicle"]), lock=True)
    scope = company_scope.of(turn, row.company_id if row else 0)
    if row is None or scope is None or not company_scope.allowed(turn, scope, "fleet"):
        return
    what = str(answers["what"])
    value = answers[what] or None if what == "renavam" else answers[what]
    values = inclusion_view.manufacture(answers["year"]) if what == "year" else {what: value}
    fleet.change_vehicle(turn.session, company_scope.actor(turn, scope), row, **values)
    vehicle_screen(turn, scope, row, note="note_vehicle_changed")


def _only(name: str) -> Field:
    field = next(f for f in QUESTIONS if f.name == name)
    facts = {"year": lambda _turn, answers: {"plate": answers["shown"]}}.get(name, field.facts)
    return Field(name, field.prompt, field.read, field.choices, when=lambda a: a["what"] == name, facts=facts)


EDIT = Form(
    name="vehicle_edit",
    title=lambda turn, answers: turn.label("draft_vehicle_edit", plate=answers["shown"]),
    fields=tuple(_only(name) for name in EDITABLE),
    finish=_finish_edit,
)

FORMS = (ADD, EDIT)


def add(turn: Turn) -> None:
    """Starts the form of a new vehicle."""
    scope = company_scope.current(turn)
    if scope is not None and company_scope.allowed(turn, scope, "fleet"):
        turn.begin_form("vehicle", company=scope.id)


def edit(turn: Turn) -> None:
    """Asks what to correct about a vehicle."""
    if (known := pressed(turn)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    scope, row = known
    rows = [
        [turn.button(f"edit_{name}", "fleet.edit_field", vehicle=row.id, what=name) for name in pair]
        for pair in (EDITABLE[i : i + 2] for i in range(0, len(EDITABLE), 2))
    ]
    rows[-1].append(turn.button("back", "fleet.open", vehicle=row.id))
    turn.show("fleet/edit", rows, plate=fleet.shown(row.plate), company=scope.company.name)


def edit_field(turn: Turn) -> None:
    """Starts the correction of one thing."""
    if (known := pressed(turn)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    scope, row = known
    _begin_edit(turn, scope, vehicle=row.id or 0, what=str(turn.args["what"]), shown=fleet.shown(row.plate))


def _begin_edit(turn: Turn, scope: Scope, **answers: int | str) -> None:
    turn.begin_form("vehicle_edit", company=scope.id, **answers)
