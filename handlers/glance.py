"""A vehicle or paper at a glance: one mark and a few words, from stored dates and the law's arithmetic."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from bot import fleet, paper_facts, signs
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from bot.signs import SIGNS
from bot.turn import Turn
from handlers.paper_kinds import ends, title
from knowledge import words
from knowledge.deadline_model import Deadline, Facts
from knowledge.deadline_model import Paper as Dated

STATE_MARKS = {"sold": SIGNS["sold"], "laid_up": SIGNS["laid_up"]}
EMPTY, NONE = SIGNS["unknown"], SIGNS["set_aside"]
_WORST_FIRST = tuple(SIGNS.values())


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


def _unpaid(parcels: Sequence[Instalment]) -> dt.date | None:
    return min((p.due_on for p in parcels if p.paid_on is None), default=None)


def mark_with(due: dt.date | None, parcels: Sequence[Instalment], today: dt.date) -> str:
    """The mark of a policy with its parcels: one that is late makes it late."""
    unpaid = _unpaid(parcels)
    return signs.sign(unpaid if unpaid is not None and unpaid < today else due, today)


def papers(
    turn: Turn,
    rows: Sequence[Paper],
    *,
    company: Company,
    vehicle: Vehicle | None = None,
    parcels: dict[int, list[Instalment]] | None = None,
    beside: tuple[Dated, ...] = (),
) -> list[PaperView]:
    """The papers of one subject, the first to fall due first; a policy counts by its next unpaid parcel too.

    `beside`: the company's papers that limit a vehicle's licences.
    """
    about = paper_facts.facts(
        rows,
        today=turn.today,
        company=company,
        vehicle=vehicle,
        calendar=turn.services.library.calendar,
        beside=beside,
    )
    views = [_paper(turn, row, about, (parcels or {}).get(row.id or 0, [])) for row in rows]
    return sorted(views, key=lambda v: (v.due or dt.date.max, v.id))


def due_words(turn: Turn, row: Paper, due: dt.date) -> str:
    """How far a due day is: "vence em 2 dias" of a paper, "em 2 dias" of something to do."""
    return words.expiry_words(due, turn.today) if ends(row.kind) else words.due_words(due, turn.today)


def due_hour(turn: Turn, found: Deadline | None) -> str:
    """The hour of a deadline that has one."""
    if found is None or found.due_at is None:
        return ""
    return f"{found.due_at.astimezone(turn.services.settings.zone):%H:%M}"


def gone(turn: Turn, found: Deadline | None) -> bool:
    """Whether what it was for, a trip, has left: nothing is late any more."""
    return found is not None and found.event_at is not None and found.event_at <= turn.now


def _paper(turn: Turn, row: Paper, about: Facts, parcels: Sequence[Instalment]) -> PaperView:
    due = paper_facts.due_on(row, about)
    if row.state == "not_applicable":
        return _view(row, None, NONE, turn.label("not_applicable"))
    if row.solved_on is not None:
        return _view(row, due, EMPTY, turn.label("date_to_come"))
    if due and gone(turn, paper_facts.deadline(row, about)):
        return _view(row, due, SIGNS["told"], turn.label("trip_gone", day=words.short_date(due)))
    said = f"{words.short_date(due)}, {due_words(turn, row, due)}" if due else turn.label("no_date")
    unpaid = _unpaid(parcels)
    mark = mark_with(due, parcels, turn.today)
    if unpaid is not None and (due is None or unpaid < due):
        said += turn.label("next_parcel", day=words.short_date(unpaid))
    return _view(row, due, mark, said)


def _view(row: Paper, due: dt.date | None, mark: str, said: str) -> PaperView:
    name = title(row.kind) if not row.subject_name else f"{title(row.kind)} – {row.subject_name}"
    return PaperView(row.id or 0, mark, name, said, due, f"{mark} {name}")


def vehicle(turn: Turn, row: Vehicle, of_it: Sequence[PaperView]) -> VehicleView:
    """A vehicle with its worst paper."""
    if row.state in STATE_MARKS:
        return _vehicle(turn, row, STATE_MARKS[row.state], turn.label(f"vehicle_{row.state}"))
    mark = min((p.mark for p in of_it if p.mark != NONE), key=_WORST_FIRST.index, default=EMPTY)
    worst = next((p for p in of_it if p.mark == mark and p.due), None)
    said = f"{worst.title}: {worst.words}" if worst else turn.label("no_papers")
    return _vehicle(turn, row, mark, said)


def _vehicle(turn: Turn, row: Vehicle, mark: str, said: str) -> VehicleView:
    known = [
        turn.label("made_on", day=words.short_date(row.manufactured_on)) if row.manufactured_on else "",
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
    order = (*(s for s in _WORST_FIRST if s not in STATE_MARKS.values()), *reversed(STATE_MARKS.values()))
    return sorted(views, key=lambda v: (order.index(v.mark), v.plate))
