"""The news of a revision: for all it changes, however long the list, and read again when the draft changes."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot import broadcasts, revisions
from bot.broadcast_message import worded
from bot.models.staff import Broadcast, NormRevision
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

NORM = "daer-7727-2022"
TOUCHED = (*(f"{NORM}:art33_inc{n}" for n in (1, 2, 3, 4, 5, 7)), f"{NORM}:art1", f"{NORM}:art13_par1")


def drafted(stand_in: Rehearsal) -> NormRevision:
    made = revisions.MadeFrom(base=0, touched=TOUCHED)
    return revisions.draft(
        stand_in.session,
        norm=NORM,
        content={},
        act="Res. X",
        in_force_on=None,
        author=PERSON,
        now=NOON,
        made=made,
    )


@pytest.fixture
def news(stand_in: Rehearsal) -> Broadcast:
    row = drafted(stand_in)
    stand_in.press("norms_admin.news", id=row.id)
    return stand_in.session.exec(select(Broadcast)).one()


def test_the_news_cites_and_reaches_all_that_changed_and_only_its_text_is_short(
    stand_in: Rehearsal, news: Broadcast
) -> None:
    corpus = stand_in.services.library.corpus

    assert list(TOUCHED) == news.provisions
    assert TOUCHED == broadcasts.rules(news).include.concerned
    assert corpus.label(TOUCHED[5]) in news.text
    assert corpus.label(TOUCHED[6]) not in news.text
    assert " e mais 2. Toque" in news.text


def test_a_message_names_six_of_eight_provisions_and_how_many_more(
    stand_in: Rehearsal, news: Broadcast
) -> None:
    said = "".join(worded(stand_in.services, news, {"diferenca": "", "nome": "Ana"}))

    assert 1 == said.split("📖")[1].count(" e mais 2")


def test_staff_see_the_audience_in_short(stand_in: Rehearsal, news: Broadcast) -> None:
    told = stand_in.press("broadcast.open", id=news.id).parts[0]

    assert 1 == told.split("Quem recebe")[1].count(" e mais 2")


@pytest.mark.parametrize("state", ["approval", "scheduled", "running", "paused"])
def test_news_that_was_confirmed_is_a_draft_again_when_the_terms_change(
    stand_in: Rehearsal, news: Broadcast, state: str
) -> None:
    news.state, news.confirmed, news.confirmed_by = state, {"count": 5, "key": "k"}, PERSON
    stand_in.session.flush()

    stand_in.press("norms_admin.terms_clear", id=news.revision_id, touched=list(TOUCHED))

    stand_in.session.refresh(news)
    assert {"state": "draft", "confirmed": None, "reason": "norm_changed"} == news.model_dump(
        include={"state", "confirmed", "reason"}
    )
