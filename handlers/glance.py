"""A vehicle or paper at a glance: one mark and a few words, from stored dates and the law's arithmetic."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from bot import fleet, paper_facts
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from bot.turn import Turn
from handlers.paper_kinds import title
from knowledge import words

SOON_DAYS = 30
LATE, SOON, FINE, EMPTY = "🔴", "🟡", "🟢", "⚪"
STATE_MARKS = {"sold": "🏷", "laid_up": "💤"}
_WORST_FIRST = (LATE, SOON, EMPTY, FINE)


@dataclass(frozen=True)
class PaperView:
    """A paper as a line of a screen."""

    id: int
    mark: str
    title: str
    words: str
    due: dt.date | None
    label: str


@dataclass(frozen=True)
class VehicleView:
    """A vehicle as a line of a screen."""

    id: int
    mark: str
    plate: str
    year: int
    seats: int
    words: str
    details: str = ""


def mark_of(due: dt.date | None, today: dt.date) -> str:
    """Late, soon or fine; the last day itself is still valid."""
    if due is None:
        return EMPTY
    left = (due - today).days
    return LATE if left < 0 else SOON if left <= SOON_DAYS else FINE


def papers(
    turn: Turn,
    rows: Sequence[Paper],
    *,
    company: Company,
    vehicle: Vehicle | None = None,
    parcels: dict[int, list[Instalment]] | None = None,
) -> list[PaperView]:
    """The papers of one subject, the first to fall due first; a policy counts by its next unpaid parcel too."""
    about = paper_facts.facts(
        rows, today=turn.today, company=company, vehicle=vehicle, calendar=turn.services.library.calendar
    )
    views = [
        _paper(turn, row, paper_facts.due_on(row, about), (parcels or {}).get(row.id or 0, []))
        for row in rows
    ]
    return sorted(views, key=lambda v: (v.due or dt.date.max, v.id))


def _paper(turn: Turn, row: Paper, due: dt.date | None, parcels: Sequence[Instalment]) -> PaperView:
    said = f"{words.short_date(due)}, {words.expiry_words(due, turn.today)}" if due else turn.label("no_date")
    unpaid = min((p.due_on for p in parcels if p.paid_on is None), default=None)
    mark = mark_of(due, turn.today)
    if unpaid is not None and (due is None or unpaid < due):
        mark = mark_of(unpaid, turn.today) if unpaid <= turn.today else mark
        said += turn.label("next_parcel", day=words.short_date(unpaid))
    name = title(row.kind) if not row.subject_name else f"{title(row.kind)} – {row.subject_name}"
    return PaperView(row.id or 0, mark, name, said, due, f"{mark} {name}")


def vehicle(turn: Turn, row: Vehicle, of_it: Sequence[PaperView]) -> VehicleView:
    """A vehicle with its worst paper."""
    if row.state in STATE_MARKS:
        return _vehicle(turn, row, STATE_MARKS[row.state], turn.label(f"vehicle_{row.state}"))
    mark = min((p.mark for p in of_it), key=_WORST_FIRST.index, default=EMPTY)
    worst = next((p for p in of_it if p.mark == mark and p.due), None)
    said = f"{worst.title}: {worst.words}" if worst else turn.label("no_papers")
    return _vehicle(turn, row, mark, said)


def _vehicle(turn: Turn, row: Vehicle, mark: str, said: str) -> VehicleView:
    known = [
        row.vehicle_class,
        turn.label(f"body_{row.body}") if row.body else "",
        turn.label(f"ownership_{row.ownership}") if row.ownership else "",
        turn.label("renavam", number=row.renavam) if row.renavam else "",
    ]
    return VehicleView(
        row.id or 0,
        mark,
        fleet.shown(row.plate),
        row.year,
        row.seats,
        said,
        " · ".join(k for k in known if k),
    )


def worst_first(views: Sequence[VehicleView]) -> list[VehicleView]:
    """Late ones first, sold ones last, then by plate."""
    order = (*_WORST_FIRST, *reversed(STATE_MARKS.values()))
    return sorted(views, key=lambda v: (order.index(v.mark), v.plate))
