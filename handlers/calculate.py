"""`/calcular`: the menu of calculators, and starting one, from a question too, with all that is known.

The forms are `handlers.calculate_forms`, what the fleet answers `handlers.calculate_fleet`, the outcome
`handlers.calculate_result`.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import accounts, conversation
from bot.screens import Button
from bot.turn import Turn
from handlers import calculate_fleet
from handlers.calculate_fleet import OF_VEHICLE, OWN
from handlers.calculate_forms import asks_regime, form, name_of, uses_vehicle
from handlers.calculate_places import MOST
from handlers.calculate_result import SIDES, finish
from handlers.form_model import Answers
from handlers.module import Action, Command, MenuEntry, Module
from handlers.paging import asked, page_of
from knowledge.calculator_form import Calculator, Input, read_answer
from knowledge.calculators import package_calculators
from knowledge.computed import READERS
from knowledge.facts import read_facts
from knowledge.fines import conduct_of
from knowledge.inputs import Refused
from knowledge.places import name_key
from knowledge.trip import read_places

A_PAGE = 6
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
    _list(turn, found or list(package_calculators().values()), page=asked(turn))


def _list(turn: Turn, found: list[Calculator], *, page: int) -> None:
    at = page_of(found, A_PAGE, page)
    rows = [[Button(c.title, "calculate.start", {"id": c.id})] for c in at.shown]
    rows += at.turning(turn, "calculate")
    rows.append([turn.button("menu_deadlines", "deadline.begin"), turn.button("menu", "menu")])
    turn.show("calculate/menu", rows, page=at.number + 1, pages=at.count)


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


def _finisher(calculator: Calculator) -> Any:
    return lambda turn, answers: finish(turn, calculator, answers)


MODULE = Module(
    commands=(Command("calcular", menu),),
    actions={"calculate": Action(menu), "calculate.start": Action(pressed)},
    forms=tuple(form(c, _finisher(c)) for c in package_calculators().values()),
    links={PREFIX: follow_link},
    menu=(MenuEntry("menu_calculate", "calculate"),),
)
