"""Until when a licence or authorization can be used: the paper that ends before it, and what that paper blocks.

DAER 7.727/2022, arts. 14 and 18; CETM 2015, arts. 2º, 4º, 20. It is told with the limiting paper, never as a second
thing of the same day: nobody hears of one day twice.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from bot import fleet, papers
from bot.due import Due, Limited, Reader
from bot.fleet import Holding
from bot.models.fleet import Company, Paper, Vehicle
from knowledge import deadlines
from knowledge.deadline_model import PRINTED, Deadline, Facts, Mode
from knowledge.deadline_model import Paper as Dated
from knowledge.obligations import package_obligations

LICENCES: Mapping[str, str] = {
    "licence-usable": "vehicle-licence",
    "metroplan-usable": "metroplan-authorization",
}
"""The day until which a paper can be used, and that paper."""
Limit = tuple[str, dt.date]
"""The kind of the limiting paper and its day."""


def mode_of(company: Company) -> str | None:
    """The service that decides which papers limit a licence: tourism, which asks for most, or the only one."""
    modes = company.modes
    return "turistico" if "turistico" in modes else modes[0] if len(modes) == 1 else None


def ends(
    reader: Reader, held: Holding, vehicle: Vehicle, *, mode: str | None, rows: Iterable[Paper]
) -> list[Deadline]:
    """Until when each licence of a vehicle can be used in a service; `limited_by` names the paper that ends first.

    `rows`: the policies whose unpaid parcels limit it too.
    """
    facts = reader.facts_of(held, vehicle)
    unpaid = [
        Dated("instalment", {PRINTED: parcel.due_on})
        for row in rows
        for parcel in held.instalments.get(row.id or 0, ())
        if papers.still_due(row, parcel)
    ]
    about = dataclasses.replace(facts, papers=(*facts.papers, *unpaid), mode=cast("Mode | None", mode))
    found = deadlines.SUBJECT_RULES["usable"](package_obligations(), about)
    return [_by_the_cut(end, about) for end in found if end.due_on is not None]


def _by_the_cut(end: Deadline, about: Facts) -> Deadline:
    """Where the licence's own end is already cut by another paper, that one is named."""
    licence = about.first(LICENCES[end.kind])
    if licence is None or end.limited_by != licence.kind:
        return end
    own = deadlines.of_paper(package_obligations(), licence, about)
    cut = own[0].limited_by if own and own[0].due_on == end.due_on else None
    return dataclasses.replace(end, limited_by=cut or licence.kind)


def limiting(reader: Reader, held: Holding, things: Sequence[Due]) -> list[Due]:
    """The same things; a paper that ends before the licences that need it says which ones it blocks."""
    blocked = _blocked(reader, held)
    if not blocked:
        return list(things)
    return [
        dataclasses.replace(thing, limits=found) if (found := _of(thing, blocked)) else thing
        for thing in things
    ]


def _of(thing: Due, blocked: Mapping[Limit, Sequence[Limited]]) -> tuple[Limited, ...]:
    if not thing.own_end:
        return ()
    found = blocked.get((thing.deadline.kind, thing.day), ())
    own = thing.vehicle.id if thing.vehicle else None
    return tuple(one for one in found if own is None or one.vehicle_id == own)


def _blocked(reader: Reader, held: Holding) -> dict[Limit, list[Limited]]:
    found: defaultdict[Limit, list[Limited]] = defaultdict(list)
    mode = mode_of(held.company)
    general = [row for row in held.papers_of(None) if row.kind == "policy"]
    for vehicle in held.vehicles:
        rows = held.papers_by_vehicle.get(vehicle.id or 0, [])
        if not any(row.kind in LICENCES.values() for row in rows):
            continue
        for end in ends(reader, held, vehicle, mode=mode, rows=[*rows, *general]):
            licence = LICENCES[end.kind]
            if end.limited_by not in (None, licence) and end.due_on is not None:
                one = Limited(vehicle.id or 0, fleet.shown(vehicle.plate), licence)
                found[str(end.limited_by), end.due_on].append(one)
    return found
