"""What falls due by the age of a fleet as a whole: the end of the half above 21 years.

DAER 7.727/2022, art. 12, parágrafo único. The last day within the limit is the due day, as with every end of a paper:
from the next one on the fleet as it stands breaks the rule. Which day that is states `knowledge.fleet_age`.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence

from knowledge.age import Manufacture
from knowledge.calculation import Book
from knowledge.daymath import ONE_DAY
from knowledge.deadline_model import Deadline, Facts
from knowledge.deadline_terms import deadline
from knowledge.errors import NoValueInForce
from knowledge.fleet_age import half_rule
from knowledge.notes import note
from knowledge.obligations import Obligations
from knowledge.words import counted


def fleet_half(rows: Obligations, facts: Facts) -> list[Deadline]:
    """The last day with at most half of the fleet of the facts above 21 years; none before the rule was in force."""
    broken = _broken_from(facts.fleet, facts.today)
    if broken is None:
        return []
    later = _broken_from([Manufacture.on(made.youngest) for made in facts.fleet], facts.today)
    said = [note("fleet_half", day=broken, vehicles=counted(len(facts.fleet), "veículo", "veículos"))]
    other = later - ONE_DAY if later and later != broken else None
    if other:
        said.append(note("manufacture_span", other=other))
    found = deadline(rows["fleet-half"], broken - ONE_DAY, notes=said)
    return [dataclasses.replace(found, other_on=other)]


def _broken_from(fleet: Sequence[Manufacture], today: dt.date) -> dt.date | None:
    try:
        return half_rule(Book.package(today), fleet).value.broken_from
    except NoValueInForce:
        return None
