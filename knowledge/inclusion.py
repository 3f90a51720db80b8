"""What adding one vehicle to a fleet would mean: fees and bond by the new size, rhythm of the LIT, ages, papers.

Put together from the calculators (`calc_money`, `calc_vehicle`) and the list of the road (`data/road.yaml`); nothing
is computed here but the size of the fleet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.age import Manufacture
from knowledge.calc_money import bond, insurance_cover, licence_fee, lit_fee, metroplan_fee, recefitur_fee
from knowledge.calc_vehicle import age_limit, lit_rhythm
from knowledge.calculation import Authority, Book, Calculation
from knowledge.fleet_age import half_rule
from knowledge.obligations import package_obligations
from knowledge.road import RoadPaper, package_road

Part = Literal["fee", "bond", "rhythm", "age", "licence", "lit", "cover", "request"]


@dataclass(frozen=True)
class Effect:
    """One thing that the vehicle changes or asks for; `before`: how it stands without it, where that differs."""

    part: Part
    after: Calculation
    before: Calculation | None = None


@dataclass(frozen=True)
class Inclusion:
    """Everything: the effects in order, and the papers the vehicle must have before it runs."""

    size: int
    effects: tuple[Effect, ...]
    papers: tuple[RoadPaper, ...]


def inclusion(
    book: Book, fleet: Sequence[Manufacture], made: Manufacture, seats: int,
    *, authorities: Collection[Authority], modes: Collection[str] = (),
) -> Inclusion:  # fmt: skip
    """What a vehicle made then, with so many seats, would mean for a fleet. DAER's rules are lent to nobody."""
    effects: list[Effect] = []
    if "daer" in authorities:
        effects += _of_daer(book, fleet, made)
    effects += [Effect("cover", insurance_cover(book, a, seats)) for a in sorted(authorities)]
    if "metroplan" in authorities:
        effects.append(Effect("request", metroplan_fee(book, 1)))
    return Inclusion(len(fleet), tuple(effects), _papers(authorities, modes))


def _of_daer(book: Book, fleet: Sequence[Manufacture], made: Manufacture) -> list[Effect]:
    size = len(fleet)
    over = half_rule(book, fleet).value.over
    old = half_rule(book, [made]).value.over
    ages = (
        age_limit(book, made=made, fleet=size, over=over, adding=old)
        if size and old
        else age_limit(book, made=made, fleet=size + 1, over=over + old)
    )
    return [
        _sized("fee", recefitur_fee(book, size + 1), recefitur_fee(book, size) if size else None),
        _sized("bond", bond(book, size + 1), bond(book, size) if size else None),
        Effect("rhythm", lit_rhythm(book, made)),
        Effect("age", ages),
        Effect("lit", lit_fee(book, 1)),
        Effect("licence", licence_fee(book, 1)),
    ]


def _sized(part: Part, after: Calculation, before: Calculation | None) -> Effect:
    """What depends on the size: the amount of today stands beside it only where it changes."""
    same = before is not None and before.lines[0].ruling.value == after.lines[0].ruling.value
    return Effect(part, after, None if same else before)


def _papers(authorities: Collection[Authority], modes: Collection[str]) -> tuple[RoadPaper, ...]:
    kinds = package_obligations()
    found: dict[str, RoadPaper] = {}
    for paper in package_road().papers:
        ours = paper.authority in authorities and (not paper.modes or set(paper.modes) & set(modes))
        row = kinds.by_kind.get(paper.kind or "")
        if (
            ours
            and row is not None
            and row.holder in {"vehicle", "policy"}
            and row.facts
            and not paper.if_held
        ):
            found.setdefault(paper.name, paper)
    return tuple(found.values())
