"""A form for each calculator, made from its inputs: closed choices, typed values, what the fleet answers as a button.

Every answer is kept as it would be typed; `knowledge.calculators` reads it again when it computes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from bot import fleet
from bot.turn import Turn
from handlers import calculate_fleet, typed
from handlers.calculate_conducts import conduct_fields
from handlers.calculate_fleet import OF_VEHICLE, OTHER, OWN, OWN_VEHICLE, PLATE
from handlers.calculate_places import place_fields
from handlers.form_model import Answers, Choice, Field, Form, Refused
from knowledge import inputs, words
from knowledge.calculator_form import Calculator, Input, read_answer
from knowledge.calculators import LIMITS
from knowledge.obligations import package_obligations

SKIPPED = ""
NEEDS = {"over": "fleet", "adding": "fleet"}
"""Inputs that only mean something beside another."""
REGIME_FREE = frozenset({"authority", "deadline"})
"""Calculators whose outcome is the same for both regulators."""
BOTH = "both"


def name_of(id_: str) -> str:
    """The form of a calculator."""
    return f"calc-{id_}"


def asks_regime(calculator: Calculator) -> bool:
    """Whether the regulator matters and must be known."""
    return len(calculator.regimes) > 1 and calculator.id not in REGIME_FREE


def form(calculator: Calculator, finish: Callable[[Turn, Answers], None]) -> Form:
    """The form of one calculator."""
    fields = [Field("authority", "calculate/authority", choices=_regimes)] if asks_regime(calculator) else []
    if uses_vehicle(calculator):
        fields.append(
            Field(OWN_VEHICLE, "calculate/vehicle", choices=_vehicles, when=lambda a: bool(a.get(OWN)))
        )
    for asked in calculator.inputs:
        fields += _fields(calculator, asked)
    return Form(
        name=name_of(calculator.id),
        title=lambda turn, _answers: turn.label("draft_calculate", title=calculator.title),
        fields=tuple(fields),
        finish=finish,
    )


def uses_vehicle(calculator: Calculator) -> bool:
    """Whether a vehicle of the fleet answers something."""
    return any(i.name in OF_VEHICLE for i in calculator.inputs)


def _fields(calculator: Calculator, asked: Input) -> list[Field]:
    if asked.type == "conducts":
        return conduct_fields(asked)
    if asked.type == "places":
        return place_fields(asked)
    return [
        Field(
            asked.name,
            "calculate/question",
            read=None if asked.type == "choice" else _reader(asked),
            choices=_choices(asked),
            when=_when(calculator, asked),
            facts=lambda _turn, _answers: {
                "title": calculator.title,
                "label": asked.label,
                "kind": asked.type,
            },
            echo="calculate/echo_date" if asked.type == "date" else "",
            echo_facts=typed.day_echo if asked.type == "date" else _no_echo,
        )
    ]


def _no_echo(_turn: Turn, _answers: Answers, _value: Any) -> dict[str, Any]:
    return {}


def _when(calculator: Calculator, asked: Input) -> Callable[[Answers], bool]:
    def wanted(answers: Answers) -> bool:
        if asked.name in OF_VEHICLE and answers.get(OWN_VEHICLE, OTHER) != OTHER:
            return False
        if asked.name == PLATE and not any(e.plate_endings for e in package_obligations().extensions):
            return False
        if asked.name in NEEDS and not answers.get(NEEDS[asked.name]):
            return False
        if calculator.id == "licence-end" and answers.get("authority") == "metroplan":
            return asked.name in {"issued_on", "printed_on", PLATE, *LIMITS["metroplan"]}
        return True

    return wanted


def _reader(asked: Input) -> Callable[[Turn, Answers], Any]:
    def read(turn: Turn, answers: Answers) -> str:
        value = read_answer(asked, turn.text, turn.today)
        if isinstance(value, inputs.Refused):
            typed.accepted(value)
        if isinstance(value, dt.date):
            return value.isoformat()
        if asked.name == "over" and isinstance(value, int) and value > int(answers["fleet"]):
            raise Refused("calculate/note_over", {"fleet": answers["fleet"]})
        return str(value) if isinstance(value, int) and asked.type != "flag" else turn.text.strip()

    return read


def _choices(asked: Input) -> Callable[[Turn, Answers], Sequence[Choice]]:
    def choices(turn: Turn, answers: Answers) -> list[Choice]:
        found = [Choice(label[:1].upper() + label[1:], value) for value, label in asked.choices.items()]
        if asked.type == "flag":
            found = [Choice(turn.label("calculate_yes"), "sim"), Choice(turn.label("calculate_no"), "não")]
        elif asked.type == "count":
            found += _counted(turn, asked.name)
        elif asked.type == "date":
            found += _stored(turn, answers, asked.name)
        skip = asked.optional and asked.type != "flag"
        return [*found, *([Choice(turn.label("form_skip"), SKIPPED)] if skip else [])]

    return choices


def _counted(turn: Turn, name: str) -> list[Choice]:
    number = calculate_fleet.count(turn, name)
    return [] if number is None else [Choice(turn.label("calculate_own_count", count=number), str(number))]


def _stored(turn: Turn, answers: Answers, name: str) -> list[Choice]:
    day = calculate_fleet.day(turn, int(answers.get(OWN_VEHICLE, OTHER)), answers.get("authority", ""), name)
    if day is None:
        return []
    return [Choice(turn.label("calculate_own_date", day=words.short_date(day)), day.isoformat())]


def _regimes(turn: Turn, _answers: Answers) -> list[Choice]:
    sides = [Choice(turn.label(f"side_{side}"), side) for side in ("daer", "metroplan")]
    return [*sides, Choice(turn.label("calculate_both"), BOTH)]


def _vehicles(turn: Turn, _answers: Answers) -> list[Choice]:
    found = [
        Choice(turn.label("calculate_vehicle", plate=fleet.shown(v.plate), year=v.year), v.id)
        for v in calculate_fleet.vehicles(turn)
    ]
    return [*found, Choice(turn.label("calculate_other_vehicle"), OTHER)]
