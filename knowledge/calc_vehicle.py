"""Calculators of a vehicle and its people: rhythm of the LIT, age limit and half rule, persons off the list.

DAER 7.727/2022, arts. 12, 13, 22; CETM 2015, art. 23. METROPLAN states no age limit and no period of
inspection.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Literal

from knowledge.age import Manufacture, birthday
from knowledge.calculation import Authority, Book, Calculation, Line, line
from knowledge.daymath import ONE_DAY
from knowledge.lit import Band, package_bands, rhythm
from knowledge.notes import Note, note
from knowledge.ruling import Ruling
from knowledge.words import counted, listed, number

OPEN = {"lit_next": "lit_next_gap", "lit_next_latest": "lit_next_latest_gap"}
"""What is said of the next change when the norm leaves the band open (domain: over 20 to 21 years)."""


def lit_rhythm(book: Book, made: Manufacture) -> Calculation:
    """How often the vehicle is inspected on the day, and the day the rhythm changes next."""
    found = rhythm(made, book.on)
    lines = [_band_line(band, book.on) for band in found.value]
    remarks = [note("lit_by_year")] if len(found.value) > 1 else []
    if len(found.value) > 1:
        lines += [_change_line("lit_next_latest", *c) for c in [_next_change(made.youngest, book.on)] if c]
    else:
        lines += [_change_line("lit_next", *c) for c in [_next_change(made.oldest, book.on)] if c]
        remarks += [] if made.exact else [note("lit_year_oldest")]
    return Calculation("lit-rhythm", "daer", tuple(lines), tuple(remarks))


def _band_line(band: Band, on: dt.date) -> Line:
    ruling: Ruling[int | None] = Ruling(band.months, band.provisions, band.standing)
    if band.months is None:
        return Line(note("lit_not_admitted", label=band.label, day=on), ruling)
    if band.standing == "stated":
        return Line(note("lit_of_band", label=band.label, day=on, rhythm=band.rhythm), ruling)
    return Line(_gap(band, on), ruling)


def _gap(band: Band, on: dt.date) -> Note:
    bands = package_bands().bands
    at = bands.index(band)
    rhythms = listed([bands[at - 1].rhythm, bands[at + 1].rhythm])
    return note("lit_gap_of_band", label=band.label, day=on, rhythms=rhythms, rhythm=band.rhythm)


def _next_change(made: dt.date, on: dt.date) -> tuple[dt.date, Band] | None:
    """The first later day whose band has another rhythm and lasts longer than that day."""
    now = package_bands().of(made, on)
    day, band = on, now
    while band.ends is not None:
        day = band.last_day(made) + ONE_DAY
        band = package_bands().of(made, day)
        if band.months != now.months and band.last_day(made) > day:
            return day, band
    return None


def _change_line(name: str, day: dt.date, band: Band) -> Line:
    ruling = Ruling(day, band.provisions, band.standing)
    if band.months is None:
        return Line(note("lit_next_out", day=day, label=band.label), ruling)
    said = name if band.standing == "stated" else OPEN[name]
    return Line(note(said, day=day, label=band.label, rhythm=band.rhythm), ruling)


def age_limit(
    book: Book,
    *,
    made: Manufacture | None = None,
    fleet: int | None = None,
    over: int | None = 0,
    adding: int = 0,
) -> Calculation:
    """The last day of a vehicle at 25 years and, for a fleet, how many may be above 21 (art. 12, p. u.).

    `over` of the `fleet` are above 21 now (None: not told, so no verdict); `adding` are more such vehicles to
    be included.
    """
    lines: list[Line] = []
    if made is not None:
        lines.append(_last_day(book, made))
    if fleet is not None:
        lines += _half(book, fleet, over, adding)
    return Calculation("age-limit", "daer", tuple(lines))


def _last_day(book: Book, made: Manufacture) -> Line:
    limit = book.stated("daer-idade-maxima")
    years = int(limit.value)
    day, other = birthday(made.oldest, years), birthday(made.youngest, years)
    reading: Ruling[dt.date] = Ruling(
        day, (*limit.provisions, "daer-7727-2022:art48_inc5_ali14", "daer-7727-2022:art50_inc6"), "unstated"
    )
    past = other < book.on
    if day == other:
        return Line(note("age_past_day" if past else "age_last_day", years=years, day=day), reading)
    return Line(
        note("age_past_range" if past else "age_last_range", years=years, day=day, other=other), reading
    )


def _half(book: Book, fleet: int, over: int | None, adding: int) -> list[Line]:
    if fleet < 1 or not 0 <= (over or 0) <= fleet or adding < 0:
        raise ValueError(f"impossible fleet: {over} of {fleet}, adding {adding}")
    percent, age = book.stated("daer-idade-metade-limite"), book.stated("daer-idade-metade")
    allowed = _share(fleet, percent)
    words = {"fleet": _vehicles(fleet), "percent": number(percent.value), "age": number(age.value)}
    lines = [line(note("half_allowed", **words, allowed=allowed), allowed, percent, age)]
    if over is None:
        return lines
    lines.append(line(_verdict(allowed, over), allowed - over, percent))
    if adding:
        lines.append(_after_adding(percent, fleet + adding, over + adding, adding))
    return lines


def _share(whole: int, percent: Ruling[Decimal]) -> int:
    """A part of a count, rounded down: the norms do not say how, the stricter way is taken."""
    return int(whole * percent.value // 100)


def _verdict(allowed: int, over: int) -> Note:
    if over == allowed:
        return note("half_full", over=over)
    if over > allowed:
        return note("half_excess", over=over, excess=over - allowed)
    return note("half_free", over=over, room=counted(allowed - over, "veículo", "veículos"))


def _after_adding(percent: Ruling[Decimal], fleet: int, over: int, adding: int) -> Line:
    allowed = _share(fleet, percent)
    name = "half_adding_fits" if over <= allowed else "half_adding_over"
    said = note(name, adding=adding, over=over, fleet=_vehicles(fleet), allowed=allowed)
    return line(said, over <= allowed, percent)


def off_list(book: Book, authority: Authority, capacity: int) -> Calculation:
    """Persons who may ride though the list did not name them: 4 or 2 for DAER, 10 % for METROPLAN."""
    if capacity < 1:
        raise ValueError(f"capacity must be positive, got {capacity}")
    if authority == "metroplan":
        return _off_list_by_share(book, capacity)
    border = book.stated("daer-fora-lista-capacidade")
    size: Literal["maior", "menor"] = "maior" if capacity > border.value else "menor"
    people = book.stated(f"daer-fora-lista-{size}")
    said = note(
        "off_daer",
        capacity=counted(capacity, "lugar", "lugares"),
        people=counted(int(people.value), "pessoa", "pessoas"),
    )
    return Calculation("off-list", "daer", (line(said, int(people.value), people, border),))


def _off_list_by_share(book: Book, capacity: int) -> Calculation:
    share = book.stated("metroplan-fora-lista")
    people = _share(capacity, share)
    said = note(
        "off_metroplan",
        percent=share.value,
        capacity=counted(capacity, "lugar", "lugares"),
        people=counted(people, "pessoa", "pessoas"),
    )
    return Calculation("off-list", "metroplan", (line(said, people, share),), (note("off_rounding"),))


def _vehicles(count: int) -> str:
    return counted(count, "veículo", "veículos")
