"""The list of calculators, what each asks, and running one on answers as people type them.

`data/calculators.yaml` describes the questions; the arithmetic stands in the `calc_*` modules. A calculator
of both regimes returns one calculation for each, unless the person says which: they are never blended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, cast

from pydantic import Field, model_validator

from knowledge import calc_fine, calc_money, calc_time, calc_vehicle
from knowledge.age import Manufacture
from knowledge.calculation import Authority, Book, Calculation, Line
from knowledge.calculator_form import Calculator, Given, read_answer
from knowledge.calendar import PORTO_ALEGRE
from knowledge.deadline_model import PRINTED, START, Facts, Mode, Paper
from knowledge.inputs import Refused
from knowledge.notes import note
from knowledge.obligations import Term
from knowledge.ruling import Ruling
from knowledge.schema import DATA, Strict, load
from knowledge.scope import governs
from knowledge.text import saying


class CalculatorsFile(Strict):
    """The whole file; an id stands once and has its arithmetic."""

    calculators: Annotated[tuple[Calculator, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _known_once(self) -> CalculatorsFile:
        ids = [c.id for c in self.calculators]
        wrong = sorted({i for i in ids if ids.count(i) > 1 or i not in RUNNERS} | (RUNNERS.keys() - set(ids)))
        if wrong:
            raise ValueError(f"calculadora repetida, sem conta ou faltando: {', '.join(wrong)}")
        return self


Runner = Callable[[Book, Given], list[Calculation]]


def _made(given: Given) -> Manufacture | None:
    day = given.day("made_on")
    if day is not None:
        return Manufacture.on(day)
    year = given.count("year")
    return Manufacture.in_year(year) if year else None


def _lit_rhythm(book: Book, given: Given) -> list[Calculation]:
    made = _made(given)
    return [calc_vehicle.lit_rhythm(book, made)] if made else []


def _age_limit(book: Book, given: Given) -> list[Calculation]:
    fleet = given.count("fleet") or None
    return [
        calc_vehicle.age_limit(
            book, made=_made(given), fleet=fleet, over=_told(given, "over"), adding=given.count("adding")
        )
    ]


def _told(given: Given, name: str) -> int | None:
    """A count that was told; none is not zero."""
    return given.count(name) if name in given.values or given.values.get("adding") else None


def _km_floor(book: Book, given: Given) -> list[Calculation]:
    vehicle: Literal["micro", "onibus"] = "micro" if given.text("vehicle") == "micro" else "onibus"
    trips, vehicles = given.count("trips", 1), given.count("vehicles", 1)
    return [calc_money.km_floor(book, vehicle, given.number("km"), trips=trips, vehicles=vehicles)]


def _fine(book: Book, given: Given) -> list[Calculation]:
    authorised = not given.flag("unauthorised")
    return [
        calc_fine.fine(book, given.names("conducts"), repeats=given.count("repeats"), authorised=authorised)
    ]


LIMITS: dict[Authority, dict[str, str]] = {
    "daer": {
        "recefitur_on": "recefitur", "inspection_on": "lit", "policy_on": "policy", "instalment_on": "instalment",
        "cadastur_on": "cadastur", "contract_on": "contract-licence",
    },
    "metroplan": {"inspection_on": "metroplan-laudo", "policy_on": "policy", "instalment_on": "instalment"},
}  # fmt: skip
"""Which paper each date of `licence-end` is, by regime."""


def _licence_end(book: Book, given: Given) -> list[Calculation]:
    own = {k: d for k, n in ((START, "issued_on"), (PRINTED, "printed_on")) if (d := given.day(n))}
    mode: Mode | None = "turistico" if given.day("cadastur_on") else None
    if given.day("contract_on"):
        mode = "continuo-empresarial"
    found = []
    for authority in given.regimes():
        kind = "vehicle-licence" if authority == "daer" else "metroplan-authorization"
        others = [Paper(k, {PRINTED: d}) for n, k in LIMITS[authority].items() if (d := given.day(n))]
        facts = Facts(
            book.on, (Paper(kind, own), *others), mode=mode, calendar=book.calendar, plate=given.text("plate")
        )
        found.append(calc_time.licence_end(facts, authority))
    return [c for c in found if c.lines]


def _deadline(book: Book, given: Given) -> list[Calculation]:
    start = given.day("start")
    term = Term.model_validate({given.text("unit"): given.count("length")})
    city = given.text("city", PORTO_ALEGRE)
    return [calc_time.deadline(book, start, term, city=city)] if start else []


def _authority(_book: Book, given: Given) -> list[Calculation]:
    mode = cast("Mode | None", given.text("mode") or None)
    found = governs(given.names("places"), mode=mode)
    ruling = Ruling(found.authority, found.provisions, found.standing)
    asked = [
        note("place_unknown", typed=a.typed, offers=", ".join(o.name for o in a.offers)) for a in found.ask
    ]
    lines = (Line(note("plain", text=found.text), ruling),) if found.text else ()
    return [
        Calculation(
            "authority", found.authority, lines, (*asked, *(note("plain", text=t) for t in found.notes))
        )
    ]


RUNNERS: dict[str, Runner] = {
    "lit-rhythm": _lit_rhythm,
    "age-limit": _age_limit,
    "recefitur-fee": lambda book, given: [calc_money.recefitur_fee(book, given.count("fleet"))],
    "bond": lambda book, given: [calc_money.bond(book, given.count("fleet"))],
    "bond-shortfall": lambda book, given: [
        calc_money.bond_shortfall(book, given.number("initial"), given.number("balance"))
    ],
    "licence-fee": lambda book, given: [
        calc_money.licence_fee(book, given.count("licences"), public=given.flag("public"))
    ],
    "lit-fee": lambda book, given: [calc_money.lit_fee(book, given.count("reports"))],
    "metroplan-fee": lambda book, given: [calc_money.metroplan_fee(book, given.count("requests"))],
    "capital": lambda book, _given: [calc_money.capital(book)],
    "upf": lambda book, given: [calc_money.upf_in_reais(book, given.number("upf"))],
    "insurance-cover": lambda book, given: [
        calc_money.insurance_cover(book, a, given.count("seats")) for a in given.regimes()
    ],
    "km-floor": _km_floor,
    "fine": _fine,
    "off-list": lambda book, given: [
        calc_vehicle.off_list(book, a, given.count("capacity")) for a in given.regimes()
    ],
    "licence-end": _licence_end,
    "deadline": _deadline,
    "authority": _authority,
}
"""The arithmetic of each calculator of the file."""


def load_calculators(path: Path = DATA / "calculators.yaml") -> dict[str, Calculator]:
    """The calculators by id. Raises `DataFileError` or `DataFilesError`."""
    return {c.id: c for c in load(path, CalculatorsFile).calculators}


@cache
def package_calculators() -> dict[str, Calculator]:
    """The calculators that come with the package, read once."""
    return load_calculators()


@cache
def named_prices() -> dict[str, re.Pattern[str]]:
    """How questions name what is paid, by calculator; searched in folded text."""
    return {id_: saying(c.named) for id_, c in package_calculators().items() if c.named}


def run(
    id_: str, answers: Mapping[str, str], book: Book, *, authority: Authority | None = None
) -> list[Calculation] | dict[str, Refused]:
    """The calculations for answers as typed, or what is wrong with each answer.

    Raises `KeyError` for an unknown calculator: a slip of the code.
    """
    calculator = package_calculators()[id_]
    values: dict[str, object] = {}
    refused: dict[str, Refused] = {}
    for asked in calculator.inputs:
        value = read_answer(asked, answers.get(asked.name, ""), book.on)
        if isinstance(value, Refused):
            refused[asked.name] = value
        elif value is not None:
            values[asked.name] = value
    return refused or RUNNERS[id_](book, Given(values, authority))
