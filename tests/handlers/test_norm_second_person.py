"""With two-person approval nobody publishes what he wrote, be it only a part of the draft."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from bot import accounts, revisions, topic_drafts
from bot.models.staff import NormRevision, OpenQuestion
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_audit_lines import Sure

NORM, GROUND = "daer-7727-2022", "daer-7727-2022:art8"
ANA, BIA, EVA = PERSON, PERSON + 50, PERSON + 51
Change = Callable[[Rehearsal, NormRevision], object]


@pytest.fixture
def editors(stand_in: Rehearsal) -> Rehearsal:
    for number, name in ((ANA, "Ana"), (BIA, "Bia"), (EVA, "Eva")):
        accounts.appoint(stand_in.session, user_id=number, role="editor", name=name, now=NOON)
    settings = stand_in.services.settings.model_copy(update={"two_person_approval": True})
    stand_in.services = dataclasses.replace(stand_in.services, settings=settings)
    stand_in.turn = Sure
    return stand_in


def drafted(editors: Rehearsal) -> NormRevision:
    made = revisions.MadeFrom(base=0, provision=GROUND, words="x", touched=(GROUND,))
    return revisions.draft(
        editors.session,
        norm=NORM,
        content={"source": "x"},
        act="Res. X",
        in_force_on=None,
        author=ANA,
        now=NOON,
        made=made,
    )


def publishes(editors: Rehearsal, row: NormRevision, person: int) -> str:
    editors.person = person
    return editors.press("norms_admin.publish", id=row.id).template


def term(editors: Rehearsal, row: NormRevision) -> None:
    editors.finish("norm_term", revision=row.id, key="recefitur", term={"years": 2}, touched=[GROUND])


def extension(editors: Rehearsal, row: NormRevision) -> None:
    days = {"due_from": "2026-06-01", "due_to": "2026-06-30", "until": "2026-12-10"}
    editors.finish("norm_extension", revision=row.id, touched=[GROUND], kind="lit", endings=["3"], **days)


def no_terms(editors: Rehearsal, row: NormRevision) -> None:
    editors.press("norms_admin.terms_clear", id=row.id, touched=[GROUND])


@pytest.mark.parametrize("change", [term, extension, no_terms])
def test_who_changed_the_terms_of_anothers_draft_does_not_publish_it(
    editors: Rehearsal, change: Change
) -> None:
    row = drafted(editors)
    editors.person = BIA
    change(editors, row)

    assert ["norms_admin/second"] * 2 == [publishes(editors, row, person) for person in (BIA, ANA)]
    assert "draft" == row.state
    assert "norms_admin/published" == publishes(editors, row, EVA)
    assert EVA == row.approved_by


def topic(editors: Rehearsal) -> OpenQuestion:
    """A topic of the base that Ana made a draft and Bia has changed since."""
    held = next(t for t in editors.services.library.topics if t.kind != "rule" and t.provisions)
    row = topic_drafts.of_base(editors.session, held, by=ANA, now=NOON)
    editors.person = BIA
    kept = {"title": held.title, "phrases": list(held.phrases), "provisions": list(held.provisions)}
    editors.finish("topic", question=row.id, answer="A norma diz isto.", **kept)
    return row


@pytest.mark.parametrize("person", [ANA, BIA])
def test_who_wrote_or_changed_a_topic_does_not_publish_it(editors: Rehearsal, person: int) -> None:
    row = topic(editors)
    editors.person = person

    assert "questions/topic_second" == editors.press("topics.publish", id=row.id).template
    assert 0 == revisions.number(editors.session)


def test_a_third_person_publishes_a_topic_that_two_wrote(editors: Rehearsal) -> None:
    row = topic(editors)
    editors.person = EVA

    assert "questions/topic_published" == editors.press("topics.publish", id=row.id).template


def test_a_topic_changed_after_its_publication_is_barred_to_its_new_writer_alone(editors: Rehearsal) -> None:
    row = topic(editors)
    editors.person = EVA
    editors.press("topics.publish", id=row.id)

    topic_drafts.keep(editors.session, row, (row.draft or {})["topic"], by=EVA)

    assert {EVA} == topic_drafts.writers(row)


def test_a_draft_kept_before_changes_were_noted_has_the_writer_it_names(editors: Rehearsal) -> None:
    row = topic(editors)
    row.draft = {**(row.draft or {}), "by": ANA}

    assert {ANA} == topic_drafts.writers(row)
