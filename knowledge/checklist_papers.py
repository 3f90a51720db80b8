"""Papers a company already holds, set against what a request asks; and the last day to file.

Which papers a company holds is the caller's knowledge; here is only what they mean for an outcome.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from knowledge.checklist_figures import Figures
from knowledge.checklist_model import Term
from knowledge.checklist_outcome import Outcome
from knowledge.ruling import Ruling

ONE_DAY = dt.timedelta(days=1)
FURTHEST = 120
"""Days looked back for a day to file; the longest analysis of the norms takes 15 business days."""

State = Literal["valid", "expired", "undated"]


@dataclass(frozen=True)
class Paper:
    """A paper of the fleet: its kind in `obligations.yaml`, its last valid day, and where that is known from."""

    kind: str
    expires_on: dt.date | None
    source: str


@dataclass(frozen=True)
class Held:
    """A needed item that a paper at hand answers, and whether it still does on the day of the request."""

    requirement: str
    paper: Paper
    state: State


def held(outcome: Outcome, papers: Iterable[Paper], *, on: dt.date) -> tuple[Held, ...]:
    """The needed items that papers answer, in the order of the list; several papers of a kind each count.

    A paper must be valid on the day of the request (DAER 7.727/2022, art. 5º, § 6º); its last day still counts.
    """
    at_hand = list(papers)
    return tuple(
        Held(item.requirement.id, paper, _state(paper, on))
        for item in outcome.items
        if item.need == "yes" and item.requirement.document is not None
        for paper in at_hand
        if paper.kind == item.requirement.document
    )


def _state(paper: Paper, on: dt.date) -> State:
    if paper.expires_on is None:
        return "undated"
    return "valid" if on <= paper.expires_on else "expired"


def file_by(end: dt.date, term: Term, figures: Figures) -> Ruling[dt.date | None]:
    """The last open day to file so that the agency, at its latest, has answered by `end`.

    None where the calendar of the days in question is not registered. The norm lets the agency prolong its term
    (CETM 2015, art. 14, parágrafo único), so that even this day is no promise.
    """
    day = end
    for _ in range(FURTHEST):
        day = day - ONE_DAY
        if figures.act_by(day) != day:
            continue
        answered = figures.business_days(day, term.days or 0, latest=True).day
        if answered is not None and answered <= end:
            return Ruling(day, term.provision, term.standing)
    return Ruling(None, term.provision, term.standing)
