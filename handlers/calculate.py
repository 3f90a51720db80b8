"""`/calcular`: the menu of calculators, starting one (from a question too), the result with its computation and ground.

The forms are `handlers.calculate_forms`, what the fleet answers `handlers.calculate_fleet`.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, cast

from bot import accounts, conversation, fleet
from bot.screens import Button
from bot.turn import Turn
from handlers import calculate_fleet, fallback
from handlers.calculate_fleet import OF_VEHICLE, OTHER, OWN, OWN_VEHICLE
from handlers.calculate_forms import BOTH, asks_regime, form, name_of, uses_vehicle
from handlers.calculate_places import MOST, named
from handlers.citations import cited
from handlers.form_model import Answers
from handlers.module import Action, Command, MenuEntry, Module
from knowledge import words
from knowledge.calc_fine import package_conducts
from knowledge.calculation import Authority, Book, Calculation
from knowledge.calculator_form import Calculator, Input, read_answer
from knowledge.calculators import package_calculators, run
from knowledge.computed import READERS
from knowledge.errors import NoValueInForce
from knowledge.facts import read_facts
from knowledge.fines import conduct_of
from knowledge.inputs import Refused
from knowledge.places import name_key
from knowledge.trip import read_places

A_PAGE = 6
SIDES = ("daer", "metroplan")
CITED = 4
PREFIX = "calc-"


def menu(turn: Turn) -> None:
    """/calcular: the calculators in pages; a word after the command picks by name."""
    wanted = name_key(turn.incoming.argument[:60]).split() if turn.incoming.kind == "command" else []
    found = [
        c for c in package_calculators().values() if all(w in name_key(f"{c.title} {c.id}") for w in wanted)
    ]
    if wanted and len(found) == 1:
        start(turn, found[0].id)
        return
    _list(turn, found or list(package_calculators().values()), page=int(turn.args.get("page", 0)))


def _list(turn: Turn, found: list[Calculator], *, page: int) -> None:
    pages = -(-len(found) // A_PAGE)
    page %= pages
    shown = found[page * A_PAGE : (page + 1) * A_PAGE]
    rows = [[Button(c.title, "calculate.start", {"id": c.id})] for c in shown]
    if pages > 1:
        rows.append(
            [
                turn.button("page_before", "calculate", page=page - 1),
                turn.button("page_after", "calculate", page=page + 1),
            ]
        )
    turn.show("calculate/menu", [*rows, [turn.button("menu", "menu")]], page=page + 1, pages=pages)


def pressed(turn: Turn) -> None:
    """The calculator of the pressed button; what its question said is filled in."""
    asked, topic = str(turn.args.get("q", "")), str(turn.args.get("topic", ""))
    start(turn, turn.args["id"], question=asked, topic=topic)


def follow_link(turn: Turn) -> None:
    """`calc-<id>`: from a group, where company data is not shown."""
    start(turn, turn.incoming.argument.removeprefix(PREFIX))


def start(turn: Turn, id_: str, *, question: str = "", topic: str = "") -> None:
    """Begins a calculator with all that is known already."""
    calculator = package_calculators().get(id_)
    if calculator is None:
        _list(turn, list(package_calculators().values()), page=0)
        return
    answers: Answers = _of_question(turn, calculator, question, topic)
    if asks_regime(calculator) and (side := _side(turn, question)):
        answers["authority"] = side
    if uses_vehicle(calculator) and not answers.keys() & OF_VEHICLE and calculate_fleet.vehicles(turn):
        answers[OWN] = True
    turn.begin_form(name_of(id_), **answers)


def _of_question(turn: Turn, calculator: Calculator, question: str, topic_id: str) -> Answers:
    """Inputs that a question answers, with the conduct of the fine it was about."""
    if calculator.id == "fine":
        topic = next((t for t in turn.services.library.topics if t.id == topic_id), None)
        conduct = conduct_of(topic) if topic else None
        return {"about": str(conduct.group), "conducts": [conduct.id]} if conduct else {}
    if calculator.id == "authority":
        places = list(read_places(question))[:MOST]
        return {"places": places} if len(places) > 1 else {}
    if not question or calculator.id not in READERS:
        return {}
    found = READERS[calculator.id](read_facts(question)) or {}
    return {
        asked.name: value
        for asked in calculator.inputs
        if (value := _kept(asked, found.get(asked.name, ""), turn.today))
    }


def _kept(asked: Input, typed: str, today: dt.date) -> str:
    """A value as the form keeps it; nothing where it is not within limits: it is asked for then."""
    value = read_answer(asked, typed, today)
    if value is None or isinstance(value, Refused):
        return ""
    return value.isoformat() if isinstance(value, dt.date) else typed


def _side(turn: Turn, question: str) -> str:
    """The regulator named in the question, chosen in the talk, or the only one of the person's companies."""
    said = read_facts(question).authority or conversation.recall(turn.state, now=turn.now).side
    held = {a for company, _ in accounts.companies(turn.session, turn.user_id) for a in company.authorities}
    return said or (held.pop() if len(held) == 1 and held <= set(SIDES) else "")


def finish(turn: Turn, calculator: Calculator, answers: Answers) -> None:
    """Everything is answered: the result, or why there is none."""
    given = _given(turn, calculator, answers)
    if given is None:
        fallback.old_button(turn)
        return
    side = answers.get("authority", BOTH)
    authority = cast("Authority | None", side if side in SIDES else None)
    try:
        found = run(calculator.id, given, Book.package(turn.today), authority=authority)
    except NoValueInForce:
        turn.show("calculate/no_value", _again(turn, calculator), title=calculator.title)
        return
    shown = [c for c in found if c.lines or c.remarks] if isinstance(found, list) else []
    if not shown:
        turn.show("calculate/nothing", _again(turn, calculator), title=calculator.title)
        return
    _result(turn, calculator, shown, _told(turn, calculator, answers, given))


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
        if given.get(asked.name)
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


def _finisher(calculator: Calculator) -> Any:
    return lambda turn, answers: finish(turn, calculator, answers)


MODULE = Module(
    commands=(Command("calcular", menu),),
    actions={"calculate": Action(menu), "calculate.start": Action(pressed)},
    forms=tuple(form(c, _finisher(c)) for c in package_calculators().values()),
    links={PREFIX: follow_link},
    menu=(MenuEntry("menu_calculate", "calculate"),),
)
