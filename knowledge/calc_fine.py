"""Fines of DAER by conduct (7.727/2022, art. 48): the group's value, the doublings of §§ 3º–6º, several added
up.

The conducts stand in `data/conducts.yaml`. METROPLAN names no amounts (CETM art. 25): there is nothing to
compute.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.calculation import Book, Calculation, Line, line
from knowledge.grounds import ProvisionId, Slug
from knowledge.notes import Note, note
from knowledge.ruling import Ruling
from knowledge.schema import DATA, Strict, load
from knowledge.text import saying
from knowledge.words import listed, upf_amount

DAER = "daer-7727-2022:"
RECIDIVISM = (f"{DAER}art48_par3", f"{DAER}art48_par4", f"{DAER}art48_par5")
UNAUTHORISED = f"{DAER}art48_par6"
SEPARATE = f"{DAER}art52"
MEASURES = {"art22": "retenção", "art49": "retenção", "art50": "apreensão", "art51": "cassação"}
"""What an article beside the fine means: retention, seizure, cassation."""


class Conduct(Strict):
    """One conduct the norm punishes."""

    id: Slug
    title: str
    group: Annotated[int, Field(ge=1, le=5)]
    provision: ProvisionId
    measures: tuple[ProvisionId, ...] = ()
    doubled_without_authorization: Literal[True] | None = None
    said: tuple[str, ...] = ()
    ask: Slug | None = None


class ConductsFile(Strict):
    """All conducts; each id and provision once, each `ask` leads to another."""

    conducts: Annotated[tuple[Conduct, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _consistent(self) -> ConductsFile:
        ids = [c.id for c in self.conducts]
        provisions = [c.provision for c in self.conducts]
        repeated = sorted({x for x in (*ids, *provisions) if ids.count(x) + provisions.count(x) > 1})
        if repeated:
            raise ValueError(f"conduta ou dispositivo repetido: {', '.join(repeated)}")
        for conduct in self.conducts:
            if conduct.ask is not None and conduct.ask not in ids:
                raise ValueError(f"{conduct.id}: `ask` leva a {conduct.ask}, que não existe")
            if f"art48_inc{conduct.group}_" not in conduct.provision:
                raise ValueError(
                    f"{conduct.id}: grupo {conduct.group}, mas o dispositivo é {conduct.provision}"
                )
        told = [c.id for c in self.conducts if c.doubled_without_authorization or c.said]
        if len(told) != 1 or not all(c.said for c in self.conducts if c.doubled_without_authorization):
            raise ValueError("`doubled_without_authorization` e `said` ficam juntos, em uma só conduta")
        return self


def load_conducts(path: Path = DATA / "conducts.yaml") -> dict[str, Conduct]:
    """The conducts by id. Raises `DataFileError` or `DataFilesError`."""
    return {c.id: c for c in load(path, ConductsFile).conducts}


@cache
def package_conducts() -> dict[str, Conduct]:
    """The conducts that come with the package, read once."""
    return load_conducts()


@cache
def without_authorization() -> tuple[Conduct, re.Pattern[str]]:
    """The conduct of a firm without authorisation, and how it is told, searched in folded text."""
    found = next(c for c in package_conducts().values() if c.doubled_without_authorization)
    return found, saying(found.said)


def fine(book: Book, conducts: Sequence[str], *, repeats: int = 0, authorised: bool = True) -> Calculation:
    """The fines of one or more conducts. `repeats`: how often the same was fined before, finally, in a year."""
    chosen = [package_conducts()[id_] for id_ in conducts]
    lines = [_fine_of(book, c, repeats, authorised) for c in chosen]
    if len(lines) > 1:
        lines.append(_sum(book, lines))
    remarks = _doublings(book, repeats, authorised)
    for conduct in chosen:
        remarks += _beside(conduct)
    return Calculation("fine", "daer", tuple(lines), tuple(remarks))


def _fine_of(book: Book, conduct: Conduct, repeats: int, authorised: bool) -> Line:
    series = f"daer-multa-grupo-{conduct.group}"
    single, factor = book.stated(series), book.stated("daer-multa-dobro")
    ground = Ruling(single.value, (conduct.provision, *single.provisions), single.standing)
    doubled = single.value * factor.value
    words = {"title": conduct.title[:1].upper() + conduct.title[1:], "single": upf_amount(single.value)}
    if conduct.doubled_without_authorization and repeats == 0:
        ground = Ruling(doubled, (conduct.provision, *single.provisions, UNAUTHORISED))
        said = note("fine_no_authorization", **words, amount=book.money(doubled, series))
        return line(said, doubled, ground, standing="unstated")
    if repeats and not authorised:
        ground = Ruling(doubled, (conduct.provision, *single.provisions, *RECIDIVISM, UNAUTHORISED))
        most = doubled * factor.value
        said = note(
            "fine_both", title=words["title"], single=upf_amount(doubled), amount=book.money(most, series)
        )
        return line(said, most, ground, standing="unstated")
    if repeats or not authorised:
        extra = RECIDIVISM if repeats else (UNAUTHORISED,)
        ground = Ruling(doubled, (conduct.provision, *single.provisions, *extra))
        return line(note("fine_double", **words, amount=book.money(doubled, series)), doubled, ground)
    return line(
        note("fine_one", title=words["title"], amount=book.money(single.value, series)), single.value, ground
    )


def _sum(book: Book, lines: Sequence[Line]) -> Line:
    amounts: list[Decimal] = [found.ruling.value for found in lines]
    total = sum(amounts, Decimal(0))
    shown = " + ".join(upf_amount(a).removesuffix(" UPF-RS") for a in amounts)
    said = note("fine_sum", sum=shown, amount=book.money(total, "daer-multa-grupo-1"))
    return line(said, total, Ruling(total, (SEPARATE,)))


def _doublings(book: Book, repeats: int, authorised: bool) -> list[Note]:
    found = [note("fine_recidivism")] if repeats else []
    if repeats >= book.stated("daer-reincidencia-vezes").value:
        found.append(note("fine_cassation", times=repeats))
    if not authorised:
        found.append(note("fine_unauthorised"))
    return found


def _beside(conduct: Conduct) -> list[Note]:
    found = []
    names = dict.fromkeys(MEASURES[p.removeprefix(DAER).split("_")[0]] for p in conduct.measures)
    if names:
        found.append(note("fine_measures", measures=listed(list(names), last="ou")))
    if conduct.ask:
        found.append(note("fine_ask", other=package_conducts()[conduct.ask].title))
    return found
