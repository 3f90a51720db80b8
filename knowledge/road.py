"""May this vehicle run today? Every paper the road asks for, against the dates known: pure.

What is asked, in the order of the norm, stands in `data/road.yaml` (DAER 7.727/2022, art. 14; CETM 2015, arts. 2º, 4º,
13, 20). Green: in force. Amber: about to end, not known to us, or for a person to check. Red: ended.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from knowledge.calc_fine import fine, package_conducts
from knowledge.calculation import Book, Calculation
from knowledge.deadline_model import Mode
from knowledge.grounds import ProvisionId, Slug
from knowledge.obligations import package_obligations
from knowledge.schema import DATA, Strict, load

Authority = Literal["daer", "metroplan"]
Light = Literal["green", "amber", "red"]
Why = Literal["in_force", "soon", "ended", "unknown", "renewed", "check"]


class Reading(Strict):
    """Licences that fall with a paper by a reading of the norm, which does not say so in as many words."""

    kind: Slug
    one: str
    many: str
    text: str
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]


class RoadPaper(Strict):
    """One paper of the list; without a kind it is an item to check, of which no date is kept."""

    kind: Slug | None = None
    title: str = ""
    hint: str = ""
    authority: Authority
    modes: tuple[Mode, ...]
    provisions: tuple[ProvisionId, ...]
    blocks: bool
    carries: bool = False
    reading: Reading | None = None
    pick: Literal["all", "first"]
    if_held: bool = False
    conducts: tuple[Slug, ...]
    instead: Slug | None = None
    fix: str
    note: str = ""

    @model_validator(mode="after")
    def _known(self) -> RoadPaper:
        kinds = package_obligations()
        for kind in (self.kind, self.instead, self.reading.kind if self.reading else None):
            if kind is not None and kind not in kinds:
                raise ValueError(f"kind {kind} não está em obligations.yaml")
        if unknown := sorted(set(self.conducts) - package_conducts().keys()):
            raise ValueError(f"conduta desconhecida: {', '.join(unknown)}")
        if self.kind is None and not self.title:
            raise ValueError("sem `kind`, precisa de `title`")
        if self.carries and not self.blocks:
            raise ValueError("carries: se vencido não impede de rodar, nada cai com ele")
        if self.reading and not self.carries:
            raise ValueError("reading: só onde carries é true")
        if not (self.provisions or self.note):
            raise ValueError("sem dispositivo, a nota tem de dizer que a norma não trata disso")
        return self

    @property
    def name(self) -> str:
        """How people call it."""
        if self.kind is None or self.title:
            return self.title
        title = package_obligations()[self.kind].title
        return title[:1].upper() + title[1:] + (f" ({self.hint})" if self.hint else "")


class Right(Strict):
    """What holds when the vehicle is stopped."""

    authority: Authority
    text: str
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]


class Unpriced(Strict):
    """That a norm gives no price for what is forbidden on the road."""

    text: str
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]


class Service(Strict):
    """A regulator on the road: the norm that holds there and the services it rules."""

    norm: Slug
    modes: Annotated[tuple[Mode, ...], Field(min_length=1)]
    rare: tuple[Mode, ...] = ()
    unpriced: Unpriced | None = None


class RoadFile(Strict):
    """The whole file."""

    soon_days: Annotated[int, Field(gt=0)]
    authorities: dict[Authority, Service]
    papers: Annotated[tuple[RoadPaper, ...], Field(min_length=1)]
    rights: tuple[Right, ...]

    @model_validator(mode="after")
    def _every_mode_once(self) -> RoadFile:
        held = [mode for one in self.authorities.values() for mode in (*one.modes, *one.rare)]
        if sorted(held) != sorted(get_args(Mode)):
            raise ValueError("cada serviço está em um órgão só, e nenhum falta")
        return self


def load_road(path: Path = DATA / "road.yaml") -> RoadFile:
    """The file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, RoadFile)


@cache
def package_road() -> RoadFile:
    """The list that comes with the package, read once."""
    return load_road()


def authority_of(mode: str) -> Authority:
    """Whose service a mode is."""
    held = package_road().authorities
    return next(authority for authority, one in held.items() if mode in (*one.modes, *one.rare))


def norm_of(mode: str) -> str:
    """The norm that holds on the road in a mode."""
    return package_road().authorities[authority_of(mode)].norm


def unpriced(paper: RoadPaper) -> Unpriced | None:
    """What is said instead of a price, where the regulator's norm gives none."""
    return None if paper.conducts else package_road().authorities[paper.authority].unpriced


def modes_of(authority: Authority) -> tuple[Mode, ...]:
    """The services of a regulator that a company chooses from."""
    return package_road().authorities[authority].modes


def soon_days() -> int:
    """How many days before its last day a paper is about to end, on every screen."""
    return package_road().soon_days


@dataclass(frozen=True)
class Held:
    """A paper the carrier has: its last day, None when it was renewed and the new day is not known yet."""

    kind: str
    last: dt.date | None
    ref: str = ""


@dataclass(frozen=True)
class Finding:
    """One paper of the list as it stands on a day; `beside`: until when another of its kind is in force."""

    paper: RoadPaper
    light: Light
    why: Why
    last: dt.date | None = None
    ref: str = ""
    beside: dt.date | None = None


def asked(mode: str, *, road: RoadFile | None = None) -> list[RoadPaper]:
    """What the road asks for in a service, in order."""
    wanted = authority_of(mode)
    papers = (road or package_road()).papers
    return [p for p in papers if p.authority == wanted and (not p.modes or mode in p.modes)]


def kinds(mode: str) -> frozenset[str]:
    """The kinds of dated things that the road looks at in a service."""
    return frozenset(kind for paper in asked(mode) for kind in (paper.kind, paper.instead) if kind)


def findings(held: Iterable[Held], mode: str, today: dt.date) -> list[Finding]:
    """Every paper asked for in a service, against what the carrier has; each one of a kind that may be several.

    Which cover a policy gives is not known: one in force never hides one that ended and that nobody has renewed.
    """
    known = list(held)
    return [found for paper in asked(mode) for found in _of(paper, known, today)]


def _of(paper: RoadPaper, held: Sequence[Held], today: dt.date) -> list[Finding]:
    if paper.kind is None:
        return [Finding(paper, "amber", "check")]
    own = [h for h in held if h.kind == paper.kind] or [h for h in held if h.kind == paper.instead]
    own.sort(key=lambda h: h.last or dt.date.max)
    if not own:
        return [] if paper.if_held else [Finding(paper, "amber", "unknown")]
    if paper.pick == "first":
        own = own[:1]
    beside = max((h.last for h in own if h.last is not None and h.last >= today), default=None)
    return [_one(paper, h, today, beside) for h in own]


def _one(paper: RoadPaper, held: Held, today: dt.date, beside: dt.date | None) -> Finding:
    if held.last is None:
        return Finding(paper, "amber", "renewed", ref=held.ref)
    left = (held.last - today).days
    if left < 0:
        return Finding(paper, "red" if paper.blocks else "amber", "ended", held.last, held.ref, beside)
    if left <= soon_days():
        return Finding(paper, "amber", "soon", held.last, held.ref)
    return Finding(paper, "green", "in_force", held.last, held.ref)


def worst_first(found: Iterable[Finding]) -> list[Finding]:
    """What stops the vehicle as the norm orders it, then what has a day by that day, then what only wants a look."""
    return sorted(
        found, key=lambda f: (f.light != "red", dt.date.min if f.light == "red" else f.last or dt.date.max)
    )


def light(found: Sequence[Finding]) -> Light:
    """The vehicle's light: red for one that ended; amber for one about to end or not known; items to check aside."""
    lights = {f.light for f in found if f.why != "check"}
    return "red" if "red" in lights else "amber" if "amber" in lights else "green"


def price(paper: RoadPaper, book: Book) -> list[Calculation]:
    """What going without may cost, one computation a conduct that it may be taken for."""
    return [fine(book, [conduct]) for conduct in paper.conducts]
