"""How people and norms say lengths of time, shares and vehicles, from `data/spoken.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from knowledge.schema import DATA, Strict, load

Said = Annotated[tuple[str, ...], Field(min_length=1)]


class Share(Strict):
    """What else says a share or a multiple."""

    said: Said


class Rhythm(Share):
    """What else says a length of time, and its months where the LIT is named by it."""

    months: Annotated[int, Field(ge=1)] | None = None


class Vehicles(Strict):
    """Words for a vehicle: `other` does not tell a bus from a smaller one, whose invoice floor differs."""

    bus: Said
    small: Said
    other: Said

    @property
    def every(self) -> tuple[str, ...]:
        """All words for a vehicle."""
        return (*self.bus, *self.small, *self.other)

    @model_validator(mode="after")
    def _told_apart(self) -> Vehicles:
        if repeated := sorted({word for word in self.every if self.every.count(word) > 1}):
            raise ValueError(f"veículo repetido: {', '.join(repeated)}")
        return self


class Spoken(Strict):
    """Shape of the file; its header explains the fields."""

    rhythms: dict[str, Rhythm]
    shares: dict[str, Share]
    vehicles: Vehicles
    asking: Said

    @model_validator(mode="after")
    def _named_once(self) -> Spoken:
        months = [r.months for r in self.rhythms.values() if r.months]
        if len(months) != len(set(months)):
            raise ValueError("dois períodos com os mesmos `months`")
        if both := sorted(self.rhythms.keys() & self.shares.keys()):
            raise ValueError(f"período e fração com o mesmo nome: {', '.join(both)}")
        return self

    @property
    def measures(self) -> dict[str, Said]:
        """What says each length of time, share or multiple."""
        return {name: row.said for name, row in {**self.rhythms, **self.shares}.items()}

    def rhythm(self, months: int) -> str:
        """The name of a period of so many months."""
        named = (name for name, row in self.rhythms.items() if row.months == months)
        return next(named, f"a cada {months} meses")


def load_spoken(path: Path = DATA / "spoken.yaml") -> Spoken:
    """The words of a file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, Spoken)


@cache
def package_spoken() -> Spoken:
    """The words that come with the package, read once."""
    return load_spoken()
