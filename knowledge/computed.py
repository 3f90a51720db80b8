"""The numbers of the person's own case: which calculator a topic asks for, run on the facts of the question.

The arithmetic and its sentences are `calculators.py`; which topic was meant is `search.py`. Facts that are missing are
named, never guessed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from knowledge import calc_vehicle
from knowledge.age import Manufacture, birthday
from knowledge.calculation import Book, Calculation
from knowledge.calculators import package_calculators, run
from knowledge.errors import NoValueInForce
from knowledge.facts import Facts
from knowledge.fines import conduct_of
from knowledge.topics import Topic

Inputs = Mapping[str, str]


@dataclass(frozen=True)
class Computed:
    """What was computed for a topic, or the question that must be answered first."""

    calculations: tuple[Calculation, ...] = ()
    ask: str = ""

    @property
    def text(self) -> str:
        """The lines of the computation, first things first."""
        return "\n".join(str(line) for c in self.calculations for line in (*c.lines, *c.remarks))

    @property
    def provisions(self) -> tuple[str, ...]:
        """What the computation rests on."""
        return tuple(dict.fromkeys(p for c in self.calculations for p in c.provisions))


def compute(topic: Topic, facts: Facts, on: dt.date) -> Computed:
    """The computation of a topic for the facts given; empty where the topic has none or facts are missing."""
    if topic.calculator is None or topic.authority == "other":
        return Computed()
    try:
        return _computed(topic, facts, Book.package(on))
    except NoValueInForce:
        return Computed()


def _computed(topic: Topic, facts: Facts, book: Book) -> Computed:
    name = str(topic.calculator)
    if name in ("lit-rhythm", "age-limit") and facts.age is not None:
        made = _made_at(facts.age, book.on)
        if name == "lit-rhythm":
            return Computed((calc_vehicle.lit_rhythm(book, made),))
        return Computed((calc_vehicle.age_limit(book, made=made, fleet=facts.vehicles),))
    inputs = _inputs(name, topic, facts)
    if inputs is None:
        return Computed(ask=_missing(name))
    authority = topic.authority if topic.authority != "other" else None
    found = run(name, inputs, book, authority=authority)
    return Computed() if isinstance(found, dict) else Computed(tuple(found))


def _made_at(age: Decimal, on: dt.date) -> Manufacture:
    """Made so that it has this age; half years count from the birthday on."""
    whole = int(age)
    if age == whole:
        return Manufacture.aged(whole, on)
    return Manufacture.on(birthday(on - dt.timedelta(days=182), -whole))


def _count(value: int | Decimal | None) -> str | None:
    return None if value is None else str(value).replace(".", ",")


def _year(facts: Facts) -> Inputs | None:
    return {"year": str(facts.year)} if facts.year else None


def _age_limit(facts: Facts) -> Inputs | None:
    given = {"year": _count(facts.year), "fleet": _count(facts.vehicles)}
    return {k: v for k, v in given.items() if v} or None


def _fleet(facts: Facts) -> Inputs | None:
    return {"fleet": str(facts.vehicles)} if facts.vehicles else None


def _licences(facts: Facts) -> Inputs | None:
    return {"licences": str(facts.vehicles)} if facts.vehicles else None


def _seats(facts: Facts) -> Inputs | None:
    return {"seats": str(facts.seats)} if facts.seats else None


def _capacity(facts: Facts) -> Inputs | None:
    return {"capacity": str(facts.seats)} if facts.seats else None


def _km(facts: Facts) -> Inputs | None:
    if facts.km is None or facts.bus is None or facts.km <= 0:
        return None
    given = {"vehicle": "onibus" if facts.bus else "micro", "km": str(_count(facts.km))}
    return given | ({"vehicles": str(facts.vehicles)} if facts.vehicles else {})


READERS: dict[str, Callable[[Facts], Inputs | None]] = {
    "lit-rhythm": _year,
    "age-limit": _age_limit,
    "recefitur-fee": _fleet,
    "bond": _fleet,
    "licence-fee": _licences,
    "insurance-cover": _seats,
    "off-list": _capacity,
    "km-floor": _km,
}
"""Which facts of a question fill the inputs of a calculator; a calculator that is not here is opened by its button."""


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


def _missing(name: str) -> str:
    """The label of the first input, as the question to put."""
    calculator = package_calculators().get(name)
    if calculator is None or name not in READERS:
        return ""
    first = calculator.inputs[0].label
    return first[:1].lower() + first[1:]
