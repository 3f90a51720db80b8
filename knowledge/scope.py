"""Which authority governs a trip, from every boarding and destination municipality.

METROPLAN inside one region, DAER everywhere else between municipalities; never blended, and where the norms
leave a reading it is said. Texts and provisions stand in `data/scope.yaml`, names in `knowledge.places`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from knowledge.deadline_model import Mode
from knowledge.grounds import ProvisionId, Slug
from knowledge.places import Beyond, Municipality, Place, Places, Unrecognised, package_places
from knowledge.ruling import Standing
from knowledge.schema import DATA, Strict, load
from knowledge.words import listed


class Reason(Strict):
    """Why an authority governs; `standing` unstated where it is a reading."""

    text: str
    standing: Standing
    provisions: tuple[ProvisionId, ...]


class Remark(Strict):
    """What is said beside the reason."""

    text: str
    provisions: tuple[ProvisionId, ...]


class Carrier(Strict):
    """A kind of carrier with a rule of its own."""

    title: str
    text: str
    provisions: tuple[ProvisionId, ...]


class Staff(Strict):
    """The modes that are the carriage of staff, the only service the METROPLAN's norm rules."""

    modes: tuple[Mode, ...]
    provisions: tuple[ProvisionId, ...]


class ScopeFile(Strict):
    """The whole file."""

    staff: Staff
    reasons: dict[Slug, Reason]
    notes: dict[Slug, Remark]
    carriers: dict[Slug, Carrier]


@cache
def package_scope() -> ScopeFile:
    """The texts that come with the package, read once."""
    return load_scope()


def load_scope(path: Path = DATA / "scope.yaml") -> ScopeFile:
    """The file of reasons. Raises `DataFileError` or `DataFilesError`."""
    return load(path, ScopeFile)


@dataclass(frozen=True)
class Governance:
    """Who governs a trip: `ask` names the places to clear up first, `not-covered` says the right door."""

    kind: Literal["governed", "not-covered", "ask"]
    authority: Literal["daer", "metroplan"] | None = None
    reason: str = ""
    text: str = ""
    standing: Standing = "stated"
    provisions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ask: tuple[Unrecognised, ...] = ()
    places: tuple[Municipality, ...] = ()


def governs(names: Sequence[str], *, mode: Mode | None = None, places: Places | None = None) -> Governance:
    """The authority of a trip with these boarding and destination places."""
    book = places or package_places()
    found: list[Place] = [book.find(name) for name in names]
    beyond = [p for p in found if isinstance(p, Beyond)]
    if beyond:
        return _because("outside-state", "not-covered", place=beyond[0].typed)
    unclear = tuple(p for p in found if isinstance(p, Unrecognised))
    known = tuple(dict.fromkeys(p for p in found if isinstance(p, Municipality)))
    if unclear or not known:
        return Governance("ask", ask=unclear, places=known)
    return _between(known, mode, book)


def _between(known: tuple[Municipality, ...], mode: Mode | None, book: Places) -> Governance:
    names = listed([m.name for m in known])
    if len(known) == 1:
        return _because("one-municipality", "not-covered", places=known, place=names)
    regions = {m.region for m in known}
    if len(regions) == 1 and known[0].region is not None:
        return _inside(known, mode, book)
    named = [r for r in regions if r is not None]
    if not named:
        return _because("no-region", "daer", places=known, names=names)
    if len(named) > 1:
        return _because("different-regions", "daer", notes=["region-not-said"], places=known, names=names)
    outside = listed([m.name for m in known if m.region is None])
    region = book.regions[named[0]].title
    return _because("partly-outside-region", "daer", places=known, outside=outside, region=region)


def _inside(known: tuple[Municipality, ...], mode: Mode | None, book: Places) -> Governance:
    code = known[0].region
    if code is None:
        raise ValueError("a trip inside a region needs one")
    region = book.regions[code]
    notes = ["itinerary"]
    if mode not in package_scope().staff.modes:
        notes.insert(0, "staff-only")
    if code == "RMSG":
        notes.append("serra-gaucha")
    if region.confidence != "confirmed":
        notes.append("membership")
    names = listed([m.name for m in known])
    return _because("same-region", "metroplan", notes=notes, places=known, names=names, region=region.title)


def _because(
    reason: str,
    outcome: Literal["daer", "metroplan", "not-covered"],
    *,
    notes: Sequence[str] = (),
    places: tuple[Municipality, ...] = (),
    **words: str,
) -> Governance:
    texts = package_scope()
    ground = texts.reasons[reason]
    remarks = [texts.notes[name] for name in notes]
    provisions = [*ground.provisions, *(p for r in remarks for p in r.provisions)]
    fill = {**words, "places": words.get("names", "")}
    return Governance(
        "not-covered" if outcome == "not-covered" else "governed",
        authority=None if outcome == "not-covered" else outcome,
        reason=reason,
        text=ground.text.format(**fill),
        standing=ground.standing,
        provisions=tuple(dict.fromkeys(provisions)),
        notes=tuple(r.text.format(**fill) for r in remarks),
        places=places,
    )
