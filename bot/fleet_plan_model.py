"""What a fleet has, what a person may change of it, and what a spreadsheet would do to it: the shapes. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.fleet_lines import Problem
from bot.models.fleet import Paper, Vehicle
from bot.papers import Parcel

Person = tuple[int, str]
"""Somebody of the company who may be a driver: Telegram's number and the name."""


@dataclass(frozen=True)
class Rights:
    """What the person may change: vehicles, and papers of these holders."""

    vehicles: bool
    holders: frozenset[str]


@dataclass(frozen=True)
class Standing:
    """What the company has: vehicles by plate key, papers that are not removed, which of them have parcels.

    `people`: who may be a driver, by the key of the name.
    """

    authorities: tuple[str, ...]
    vehicles: dict[str, Vehicle]
    papers: Sequence[Paper]
    with_parcels: frozenset[int]
    people: Mapping[str, Sequence[Person]] = field(default_factory=dict)


@dataclass(frozen=True)
class NewPaper:
    """A paper to store: its columns, its parcels, its vehicle by plate key; `replaces`: the cycle it closes."""

    plate_key: str
    values: dict[str, Any]
    parcels: tuple[Parcel, ...] = ()
    replaces: Paper | None = None


@dataclass
class Plan:
    """Everything a file would do."""

    new_vehicles: dict[str, dict[str, Any]] = field(default_factory=dict)
    changed_vehicles: list[tuple[Vehicle, dict[str, Any]]] = field(default_factory=list)
    new_papers: list[NewPaper] = field(default_factory=list)
    changed_papers: list[tuple[Paper, dict[str, Any]]] = field(default_factory=list)
    new_parcels: list[tuple[Paper, tuple[Parcel, ...]]] = field(default_factory=list)
    unchanged: int = 0
    older: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing would change."""
        return not any(self.counts.values())

    @property
    def counts(self) -> dict[str, int]:
        """How many of each."""
        renewed = sum(1 for p in self.new_papers if p.replaces is not None)
        return {
            "vehicles_added": len(self.new_vehicles),
            "vehicles_changed": len(self.changed_vehicles),
            "papers_added": len(self.new_papers) - renewed,
            "papers_renewed": renewed,
            "papers_changed": len(self.changed_papers),
            "instalments_added": sum(len(p.parcels) for p in self.new_papers)
            + sum(len(parcels) for _, parcels in self.new_parcels),
        }

    @property
    def digest(self) -> str:
        """The same for the same changes: what is confirmed is what was shown."""
        said = (
            sorted(self.new_vehicles.items()),
            [(row.id, sorted(values.items())) for row, values in self.changed_vehicles],
            [
                (p.plate_key, sorted(p.values.items(), key=str), p.parcels, p.replaces and p.replaces.id)
                for p in self.new_papers
            ],
            [(row.id, sorted(values.items(), key=str)) for row, values in self.changed_papers],
            [(row.id, parcels) for row, parcels in self.new_parcels],
        )
        return hashlib.sha256(repr(said).encode()).hexdigest()[:16]
