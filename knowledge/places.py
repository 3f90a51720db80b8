"""Municipalities of Rio Grande do Sul as people name them: folded, with aliases; a slip is asked about.

`data/municipalities.yaml` holds all 497 with METROPLAN's regions. Which authority follows is
`knowledge.scope`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator
from rapidfuzz import fuzz, process

from knowledge.grounds import Confidence
from knowledge.schema import DATA, Strict, load
from knowledge.text import fold

RegionCode = Literal["RMPA", "RMSG", "AULINOR", "AUSUL"]

MUNICIPALITIES = 497
"""As many as the State has; a file with another number has lost or doubled one."""
LIKENESS = 78
"""How alike, of 100, a name must be to be offered; below it the offer confuses more than it helps."""
OFFERS = 4
MAX_LENGTH = 80


class Region(Strict):
    """A metropolitan region or urban agglomeration."""

    title: str
    law: str
    confidence: Confidence
    note: str = ""


class Municipality(Strict):
    """One municipality; `region` null: in none."""

    code: Annotated[str, StringConstraints(pattern=r"^43\d{5}$")]
    name: str
    region: RegionCode | None = None
    law: str | None = None
    aliases: tuple[str, ...] = ()


class Outside(Strict):
    """Places beyond the State that people name."""

    ufs: tuple[str, ...]
    places: tuple[str, ...]


class PlacesFile(Strict):
    """The whole file; no two names may look alike once folded."""

    regions: dict[RegionCode, Region]
    municipalities: Annotated[tuple[Municipality, ...], Field(min_length=1)]
    outside: Outside

    @model_validator(mode="after")
    def _consistent(self) -> PlacesFile:
        if len({m.code for m in self.municipalities}) != MUNICIPALITIES:
            raise ValueError(f"esperados {MUNICIPALITIES} municípios com códigos diferentes")
        keys = [k for m in self.municipalities for k in {name_key(n) for n in (m.name, *m.aliases)}]
        keys += [name_key(p) for p in self.outside.places]
        repeated = sorted({k for k in keys if keys.count(k) > 1})
        if repeated:
            raise ValueError(f"nomes que ficam iguais sem acento: {', '.join(repeated)}")
        return self


def name_key(name: str) -> str:
    """A name folded to letters and single spaces: "Sant'Ana do Livramento" is "sant ana do livramento"."""
    return " ".join(re.findall(r"[a-z0-9]+", fold(name)))


@dataclass(frozen=True)
class Unrecognised:
    """A name that is none of ours; `offers` are the likeliest, for the person to choose."""

    typed: str
    offers: tuple[Municipality, ...] = ()


@dataclass(frozen=True)
class Beyond:
    """A place outside the State."""

    typed: str


Place = Municipality | Beyond | Unrecognised


@dataclass(frozen=True)
class Places:
    """All municipalities, by every way to write them."""

    regions: dict[RegionCode, Region]
    by_key: dict[str, Municipality]
    outside_names: dict[str, str] = field(default_factory=dict)
    ufs: frozenset[str] = field(default_factory=frozenset)

    def find(self, typed: str) -> Place:
        """The municipality of a name; a part of a name or a slip is asked about, never guessed."""
        name, uf = self._without_uf(typed[:MAX_LENGTH])
        key = name_key(name)
        if uf in self.ufs or (uf is None and key in self.outside_names):
            return Beyond(typed)
        if key in self.by_key:
            return self.by_key[key]
        return Unrecognised(typed, self._offers(key))

    def _without_uf(self, typed: str) -> tuple[str, str | None]:
        """The name and the state after it: "Torres/RS", "Sombrio - SC", "Laguna (SC)", "torres rs"."""
        match = re.fullmatch(r"(.*?)\s*([/,(\-]?)\s*\b([A-Za-z]{2})\)?\s*", typed)
        state = match[3].upper() if match else ""
        if match is None or state not in self.ufs | {"RS"}:
            return typed, None
        marked = bool(match[2]) or match[3].isupper()
        known = any(name_key(match[1]) in names for names in (self.by_key, self.outside_names))
        return (match[1], state) if marked or known else (typed, None)

    def _offers(self, key: str) -> tuple[Municipality, ...]:
        if not key:
            return ()
        begins = [m for k, m in self.by_key.items() if k.startswith(f"{key} ")]
        within = sorted((k for k in self.by_key if f" {k} " in f" {key} "), key=len, reverse=True)
        begins += [self.by_key[k] for k in within]
        likely = process.extract(
            key, self.by_key.keys(), scorer=fuzz.ratio, limit=OFFERS, score_cutoff=LIKENESS
        )
        found = {m.code: m for m in (*begins, *(self.by_key[k] for k, _, _ in likely))}
        return tuple(found.values())[:OFFERS]


def load_places(path: Path = DATA / "municipalities.yaml") -> Places:
    """The file of municipalities. Raises `DataFileError` or `DataFilesError`."""
    content = load(path, PlacesFile)
    by_key = {name_key(n): m for m in content.municipalities for n in (m.name, *m.aliases)}
    outside = {name_key(p): p for p in content.outside.places}
    return Places(content.regions, by_key, outside, frozenset(content.outside.ufs))


@cache
def package_places() -> Places:
    """The municipalities that come with the package, read once."""
    return load_places()
