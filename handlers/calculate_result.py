"""The result of a calculator: the computation, what it rests on, the provisions one tap away."""

from __future__ import annotations

import datetime as dt
from typing import cast

from bot import fleet
from bot.screens import Button
from bot.turn import Turn
from handlers import calculate_fleet, fallback
from handlers.calculate_fleet import OTHER, OWN_VEHICLE, PLATE
from handlers.calculate_forms import BOTH
from handlers.calculate_places import named
from handlers.citations import cited
from handlers.form_model import Answers
from knowledge import words
from knowledge.calc_fine import package_conducts
from knowledge.calculation import Authority, Calculation
from knowledge.calculator_form import Calculator, Input
from knowledge.calculators import run
from knowledge.dated import Stale
from knowledge.errors import NoValueInForce, ValueInReview

SIDES = ("daer", "metroplan")
CITED = 4


def finish(turn: Turn, calculator: Calculator, answers: Answers) -> None:
    """Everything is answered: the result, or why there is none."""
    given = _given(turn, calculator, answers)
    if given is None:
        fallback.old_button(turn)
        return
    side = answers.get("authority", BOTH)
    authority = cast("Authority | None", side if side in SIDES else None)
    try:
        found = run(calculator.id, given, turn.services.library.book(turn.today), authority=authority)
    except ValueInReview as error:
        _in_review(turn, calculator, Stale(error.provision, error.since))
        return
    except NoValueInForce:
        turn.show("calculate/no_value", _again(turn, calculator), title=calculator.title)
        return
    shown = [c for c in found if c.lines or c.remarks] if isinstance(found, list) else []
    if not shown:
        turn.show("calculate/nothing", _again(turn, calculator), title=calculator.title)
        return
    if stale := turn.services.answerer.review.of("", [p for c in shown for p in c.provisions], turn.today):
        _in_review(turn, calculator, stale)
        return
    _result(turn, calculator, shown, _told(turn, calculator, answers, given))


def _in_review(turn: Turn, calculator: Calculator, stale: Stale) -> None:
    """No number: the provision it rests on says another one now."""
    label = turn.services.library.corpus.label(stale.provision)
    fields = {"label": label.partition(", ")[2][:50]}
    text = turn.button("see_text", "norm.show", fields=fields, id=stale.provision)
    turn.show(
        "calculate/in_review",
        [[text], *_again(turn, calculator)],
        title=calculator.title,
        label=label,
        since=stale.since or "",
    )


def _given(turn: Turn, calculator: Calculator, answers: Answers) -> dict[str, str] | None:
    """The answers as the arithmetic takes them; None when the vehicle is no longer the person's."""
    given: dict[str, str] = {}
    if vehicle_id := int(answers.get(OWN_VEHICLE, OTHER)):
        row = calculate_fleet.vehicle(turn, vehicle_id)
        if row is None:
            return None
        given = calculate_fleet.inputs(row)
    for asked in calculator.inputs:
        if asked.type == "places":
            given[asked.name] = "; ".join(named(answers))
        elif asked.type == "conducts":
            given[asked.name] = "; ".join(answers[asked.name])
        elif asked.name in answers:
            given[asked.name] = str(answers[asked.name])
    return given


def _told(
    turn: Turn, calculator: Calculator, answers: Answers, given: dict[str, str]
) -> list[dict[str, str]]:
    """What the result rests on, in words."""
    told = []
    if vehicle_id := int(answers.get(OWN_VEHICLE, OTHER)):
        row = calculate_fleet.vehicle(turn, vehicle_id)
        told = [{"label": turn.label("calculate_of_vehicle"), "value": fleet.shown(row.plate) if row else ""}]
    return told + [
        {"label": asked.label, "value": _words(asked, given[asked.name])}
        for asked in calculator.inputs
        if given.get(asked.name) and not (asked.name == PLATE and vehicle_id)
    ]


def _words(asked: Input, value: str) -> str:
    if asked.type == "choice":
        return asked.choices[value]
    if asked.type == "conducts":
        return "; ".join(package_conducts()[name].title for name in value.split("; "))
    if asked.type == "date":
        return words.short_date(dt.date.fromisoformat(value))
    return value.replace("; ", " – ")


def _result(turn: Turn, calculator: Calculator, found: list[Calculation], told: list[dict[str, str]]) -> None:
    corpus = turn.services.library.corpus
    provisions = [p for p in _alternating(found) if p in corpus]
    rows = [
        [
            turn.button(
                "see_text", "norm.show", fields={"label": corpus.label(p).partition(", ")[2][:50]}, id=p
            )
            for p in provisions[at : at + 2]
        ]
        for at in range(0, min(len(provisions), CITED), 2)
    ]
    turn.show(
        "calculate/result",
        [*rows, *_again(turn, calculator)],
        title=calculator.title,
        told=told,
        sides=[
            {
                "name": turn.label(f"side_{c.authority}") if c.authority and len(found) > 1 else "",
                "lines": [str(line) for line in c.lines],
                "remarks": [str(remark) for remark in c.remarks],
                "cited": cited(turn, c.provisions),
            }
            for c in found
        ],
        warnings=list(
            dict.fromkeys(
                w for p in provisions for w in corpus.warnings(p.partition(":")[0], today=turn.today)
            )
        ),
    )


def _alternating(found: list[Calculation]) -> list[str]:
    """The provisions of all sides, the first of each first."""
    longest = max(len(c.provisions) for c in found)
    return list(
        dict.fromkeys(c.provisions[at] for at in range(longest) for c in found if at < len(c.provisions))
    )


def _again(turn: Turn, calculator: Calculator) -> list[list[Button]]:
    return [
        [
            turn.button("calculate_again", "calculate.start", id=calculator.id),
            turn.button("calculate_more", "calculate"),
        ],
        [turn.button("menu", "menu")],
    ]
