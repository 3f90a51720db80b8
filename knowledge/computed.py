"""The numbers of the person's own case: which calculator a topic asks for, run on the facts of the question.

The arithmetic and its sentences are `calculators.py`; which topic was meant is `search.py`. Facts that
are missing are named, never guessed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from knowledge import calc_money, calc_vehicle
from knowledge.age import Manufacture, birthday
from knowledge.calculation import Book, Calculation
from knowledge.calculators import named_prices, package_calculators, run
from knowledge.dated_answers import due
from knowledge.errors import NoValueInForce
from knowledge.facts import Facts
from knowledge.fines import conduct_of, doubled_group, share_off_list
from knowledge.lengths import compared
from knowledge.text import fold
from knowledge.topics import Topic

Inputs = Mapping[str, str]


@dataclass(frozen=True)
class Computed:
    """What was computed for a topic, or the question that must be answered first."""

    calculations: tuple[Calculation, ...] = ()
    ask: str = ""
    of_age: bool = False
    """Whether it says which one of several rules by age or size applies: then the others are not said beside it."""

    @property
    def text(self) -> str:
        """The lines of the computation, first things first."""
        return "\n".join(str(line) for c in self.calculations for line in (*c.lines, *c.remarks))

    @property
    def provisions(self) -> tuple[str, ...]:
        """What the computation rests on."""
        return tuple(dict.fromkeys(p for c in self.calculations for p in c.provisions))


def compute(topic: Topic, facts: Facts, book: Book) -> Computed:
    """The computation of a topic for the facts given; empty where the topic has none or facts are missing."""
    if topic.authority == "other" or topic.kind == "not_covered":
        return Computed()
    try:
        return _computed(topic, _held_to_border(facts, book), book)
    except NoValueInForce:
        return Computed()


def _held_to_border(facts: Facts, book: Book) -> Facts:
    """The facts, a count of old vehicles only where it is of a part of the fleet and of ages the half rule is about
    (DAER 7.727/2022, art. 12, parágrafo único).
    """
    if facts.above is None or facts.above_age is None:
        return facts
    border, limit = book.stated("daer-idade-metade").value, book.stated("daer-idade-maxima").value
    fits = border <= facts.above_age < limit and facts.above <= (facts.vehicles or 0)
    return facts if fits else replace(facts, above=None, above_age=None)


def _computed(topic: Topic, facts: Facts, book: Book) -> Computed:
    """By the topic's own calculator; else by the dates of the question; else by a group of fines or a share."""
    authority = topic.authority if topic.authority != "other" else None
    name = topic.calculator or ("fine" if conduct_of(topic) else "")
    if name == "upf" and facts.upf_year:
        return Computed((calc_money.upf_of_year(book, facts.upf, facts.upf_year),))
    if name in AGED and facts.age is not None:
        return Computed((_of_age(name, facts, book),), of_age=name == RHYTHM)
    inputs = _inputs(name, topic, facts)
    if inputs is not None:
        found = run(name, inputs, book, authority=authority)
        if not isinstance(found, dict) and found:
            return Computed(tuple(found), of_age=name in (RHYTHM, OFF_LIST))
    other = (
        due(topic, facts, book)
        or compared(topic, facts)
        or doubled_group(topic, facts, book)
        or share_off_list(topic, facts)
    )
    return Computed(other) if other else Computed(ask=_missing(name))


RHYTHM, OFF_LIST = "lit-rhythm", "off-list"
AGED = (RHYTHM, "age-limit")


def _of_age(name: str, facts: Facts, book: Book) -> Calculation:
    made = _made_at(facts.age or Decimal(0), book.on, exact=bool(facts.exact))
    if name == "lit-rhythm":
        return calc_vehicle.lit_rhythm(book, made)
    of_fleet = facts.vehicles is not None and facts.vehicles > 1  # then the age is the border asked about
    over = facts.above if of_fleet else None
    return calc_vehicle.age_limit(book, made=None if of_fleet else made, fleet=facts.vehicles, over=over)


def _made_at(age: Decimal, on: dt.date, *, exact: bool = False) -> Manufacture:
    """Made so that it has this age; half years count from the birthday on."""
    whole = int(age)
    if exact and age == whole:
        return Manufacture.on(birthday(on, -whole))
    if age == whole:
        return Manufacture.aged(whole, on)
    return Manufacture.on(birthday(on - dt.timedelta(days=182), -whole))


def _count(value: int | Decimal | None) -> str | None:
    return None if value is None else str(value).replace(".", ",")


def _year(facts: Facts) -> Inputs | None:
    return {"year": str(facts.year)} if facts.year else None


def _age_limit(facts: Facts) -> Inputs | None:
    given = {"year": _count(facts.year), "fleet": _count(facts.vehicles), "over": _count(facts.above)}
    return {k: v for k, v in given.items() if v} or None


def _fleet(facts: Facts) -> Inputs | None:
    return {"fleet": str(facts.vehicles)} if facts.vehicles else None


def _items(name: str) -> Callable[[Facts], Inputs | None]:
    def read(facts: Facts) -> Inputs | None:
        count = facts.items or facts.vehicles
        return {name: str(count)} if count else None

    return read


def _upf(facts: Facts) -> Inputs | None:
    return {"upf": str(_count(facts.upf))} if facts.upf else None


def _shortfall(facts: Facts) -> Inputs | None:
    if facts.initial is None or facts.balance is None:
        return None
    return {"initial": str(_count(facts.initial)), "balance": str(_count(facts.balance))}


def _ends(facts: Facts) -> Inputs | None:
    """The papers a licence hangs on, by the day each ends; one alone limits nothing."""
    given = {name: day.strftime("%d/%m/%Y") for name, day in facts.roles}
    if len(given) < 2:
        return None
    return given | ({"plate": facts.plate} if facts.plate else {})


def _seats(facts: Facts) -> Inputs | None:
    return {"seats": str(facts.seats)} if facts.seats else None


def _capacity(facts: Facts) -> Inputs | None:
    return {"capacity": str(facts.seats)} if facts.seats else None


def _km(facts: Facts) -> Inputs | None:
    if facts.km is None or facts.bus is None or facts.km <= 0:
        return None
    given = {"vehicle": "onibus" if facts.bus else "micro", "km": str(_count(facts.km))}
    more = {"vehicles": facts.vehicles, "trips": facts.trips}
    return given | {k: str(v) for k, v in more.items() if v}


def given(facts: Facts) -> frozenset[str]:
    """The calculators whose inputs the facts fill."""
    return frozenset(name for name, read in READERS.items() if read(facts))


def priced_for(text: str, filled: frozenset[str]) -> frozenset[str]:
    """Of the prices that a number of vehicles fills, only the one whose thing the question names."""
    flat, held = fold(text), named_prices()
    named = {id_ for id_, said in held.items() if said.search(flat)}
    return filled - (held.keys() - named) if named else filled


READERS: dict[str, Callable[[Facts], Inputs | None]] = {
    "lit-rhythm": _year,
    "age-limit": _age_limit,
    "recefitur-fee": _fleet,
    "bond": _fleet,
    "licence-fee": _items("licences"),
    "lit-fee": _items("reports"),
    "metroplan-fee": _items("requests"),
    "upf": _upf,
    "bond-shortfall": _shortfall,
    "licence-end": _ends,
    "insurance-cover": _seats,
    "off-list": _capacity,
    "km-floor": _km,
}
"""Which facts of a question fill the inputs of a calculator; a calculator that is not here is opened by its
button.
"""


def _inputs(name: str, topic: Topic, facts: Facts) -> Inputs | None:
    if name == "fine":
        return _conduct(topic, facts)
    return READERS[name](facts) if name in READERS else None


def _conduct(topic: Topic, facts: Facts) -> Inputs | None:
    """A fine is computed only for a repetition; the single amount stands in the topic."""
    if not facts.repeat or facts.repeat < 2:
        return None
    conduct = conduct_of(topic)
    return {"conducts": conduct.id, "repeats": str(facts.repeat - 1)} if conduct else None


ASKED = ("lit-rhythm", "recefitur-fee", "bond", "insurance-cover", "off-list", "km-floor")
"""Calculators whose missing fact is asked for; the others are opened by their button."""


def _missing(name: str) -> str:
    """The label of the first input, as the question to put."""
    if name not in ASKED:
        return ""
    first = package_calculators()[name].inputs[0].label
    return first[:1].lower() + first[1:]
