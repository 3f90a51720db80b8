"""Two drafts that change the same term: whoever publishes second is told, and undoes nothing that came between."""

from __future__ import annotations

import pytest

from bot import accounts, revisions
from bot.models.staff import NormRevision
from knowledge.terms import Terms, file_terms, terms_on
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_audit_lines import Sure

FIRST, SECOND = "daer-7727-2022", "cetm-2015"
GROUND = "daer-7727-2022:art8"


@pytest.fixture
def editor(stand_in: Rehearsal) -> Rehearsal:
    accounts.appoint(stand_in.session, user_id=PERSON, role="editor", name="Ana", now=NOON)
    stand_in.turn = Sure
    return stand_in


def drafts(editor: Rehearsal, norm: str, **terms: dict[str, int]) -> NormRevision:
    """A draft of a norm's text that changes these terms."""
    made = revisions.MadeFrom(base=0, provision=GROUND, words="x", touched=(GROUND,))
    row = revisions.draft(
        editor.session,
        norm=norm,
        content={"source": "x"},
        act=f"Ato {norm}",
        in_force_on=None,
        author=PERSON,
        now=NOON,
        made=made,
    )
    for key, term in terms.items():
        editor.finish("norm_term", revision=row.id, key=key.replace("_", ":"), term=term, touched=[GROUND])
    return row


def publishes(editor: Rehearsal, row: NormRevision) -> str:
    """What the button answers, as template and text."""
    said = editor.press("norms_admin.publish", id=row.id)
    return f"{said.template} {said.parts[0]}"


def in_force(editor: Rehearsal) -> Terms:
    return terms_on(file_terms(), revisions.published(editor.session).entered.terms, None)


def years(editor: Rehearsal, kind: str) -> int:
    term = in_force(editor).rows[kind].term
    assert term is not None
    return term.years


def test_the_second_of_two_is_told_what_its_draft_changes_now_and_publishes_after_that(
    editor: Rehearsal,
) -> None:
    one, other = (drafts(editor, norm, recefitur={"years": n}) for norm, n in ((FIRST, 2), (SECOND, 5)))
    publishes(editor, one)

    told = publishes(editor, other)

    assert told.startswith("norms_admin/terms_moved")
    assert "2 anos" in told
    assert "5 anos" in told
    assert ("draft", 2) == (other.state, years(editor, "recefitur"))
    assert publishes(editor, other).startswith("norms_admin/published")
    assert 5 == years(editor, "recefitur")


def test_a_draft_of_another_band_keeps_the_band_that_was_changed_between(editor: Rehearsal) -> None:
    one, other = drafts(editor, FIRST, lit_0={"months": 10}), drafts(editor, SECOND, lit_1={"months": 7})
    publishes(editor, one)

    assert publishes(editor, other).startswith("norms_admin/terms_moved")
    publishes(editor, other)

    assert [10, 7] == [band.months for band in in_force(editor).bands.bands[:2]]


def test_drafts_of_different_terms_do_not_concern_each_other(editor: Rehearsal) -> None:
    one, other = drafts(editor, FIRST, recefitur={"years": 2}), drafts(editor, SECOND, lit_1={"months": 7})
    publishes(editor, one)

    assert publishes(editor, other).startswith("norms_admin/published")
    assert 2 == years(editor, "recefitur")


def test_a_draft_begun_after_the_publication_knows_it(editor: Rehearsal) -> None:
    publishes(editor, drafts(editor, FIRST, recefitur={"years": 2}))

    assert publishes(editor, drafts(editor, SECOND, recefitur={"years": 5})).startswith(
        "norms_admin/published"
    )
