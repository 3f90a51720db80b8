"""A change whose first day is still to come is told as to come: draft, news and publication alike."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import select

from bot import revisions
from bot.models.staff import Broadcast, NormRevision
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

ACT, TODAY = "Portaria 105/2026", NOON.date()
AHEAD, BEHIND = "Passa a valer em 11/06/2026.", "Vale desde 10/06/2026."


def drafted(stand_in: Rehearsal, day: dt.date) -> NormRevision:
    return revisions.draft(
        stand_in.session,
        norm="df-nff-2022",
        content={},
        act=ACT,
        in_force_on=day,
        author=PERSON,
        now=NOON,
        made=revisions.MadeFrom(touched=("df-nff-2022:art3",)),
    )


@pytest.mark.parametrize(
    ("days", "starts", "news"),
    [(1, AHEAD, f"A regra muda: {ACT}."), (0, BEHIND, f"A regra mudou: {ACT}.")],
)
def test_a_day_to_come_is_told_as_to_come(stand_in: Rehearsal, days: int, starts: str, news: str) -> None:
    row = drafted(stand_in, TODAY + dt.timedelta(days=days))

    assert starts in stand_in.press("norms_admin.draft", id=row.id).parts[0]
    stand_in.press("norms_admin.news", id=row.id)
    told = stand_in.session.exec(select(Broadcast.text)).one()
    assert news in told
    assert starts in told
