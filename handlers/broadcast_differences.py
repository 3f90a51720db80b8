"""Previews of a rule update: each person's own difference worded for those who have the most to read."""

from __future__ import annotations

from dataclasses import replace

from bot import broadcast_text, term_differences
from bot.broadcast_people import Addressee, Rehearsal
from bot.models.staff import Broadcast
from bot.turn import Turn

WORDED = 6
"""So many fleets are computed for the previews; everybody's is worded just before sending."""


def with_largest(turn: Turn, row: Broadcast, rehearsed: Rehearsal) -> Rehearsal:
    """The people with the largest fleets and the longest name, their differences worded; all, where there are none."""
    if not rehearsed.fine or not broadcast_text.uses(row.text, broadcast_text.DIFFERENCE):
        return rehearsed
    told = term_differences.differences(
        turn.session,
        row.revision_id,
        today=turn.today,
        calendar=turn.services.library.calendar,
        zone=turn.services.settings.zone,
    )
    if told is None:
        return rehearsed
    return replace(rehearsed, fine=tuple(_worded(turn, told, p) for p in _chosen(turn, rehearsed)))


def _chosen(turn: Turn, rehearsed: Rehearsal) -> list[Addressee]:
    by_company = {p.company_id: p for p in rehearsed.fine if p.company_id is not None}
    largest = term_differences.largest(turn.session, by_company.keys(), count=WORDED)
    longest = max(rehearsed.fine, key=lambda p: (len(p.name), p.user_id))
    chosen = [by_company[id_] for id_ in largest]
    return [longest, *(p for p in chosen if p.user_id != longest.user_id)]


def _worded(turn: Turn, told: term_differences.Differences, person: Addressee) -> Addressee:
    ids = [int(one["company_id"]) for one in person.why.get("companies", ())]
    found = told.of_person(turn.session, person.user_id, ids)
    said = term_differences.words(found, turn.services.renderer.label)
    return replace(person, why={**person.why, "difference": said})
