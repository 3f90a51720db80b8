"""A topic that came with the base is corrected by chat and stands in place of the file's, with everything it had."""

from __future__ import annotations

import pytest

from bot import accounts, open_questions, revisions, topic_drafts
from bot.models.staff import OpenQuestion
from knowledge.topics import Topic, with_added
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_audit_lines import Sure

OTHER = PERSON + 1


@pytest.fixture
def editor(stand_in: Rehearsal) -> Rehearsal:
    for person in (PERSON, OTHER):
        accounts.appoint(stand_in.session, user_id=person, role="editor", name="Ana", now=NOON)
    stand_in.turn = Sure
    return stand_in


def shipped(editor: Rehearsal) -> Topic:
    """A topic of the files that has more than the form asks for."""
    return next(t for t in editor.services.library.topics if t.related and t.kind != "rule" and t.provisions)


def drafted(editor: Rehearsal, topic: Topic) -> OpenQuestion:
    """Found by its title, and made a draft."""
    found = editor.finish("topic_find", words=topic.title)
    [button] = [b for row in found.keyboard for b in row if b.args.get("topic") == topic.id]
    editor.press(button.action, **button.args)
    row = topic_drafts.waiting(editor.session, topic.id)
    assert row is not None
    return row


def changes(editor: Rehearsal, row: OpenQuestion, topic: Topic, answer: str) -> None:
    kept = {"title": topic.title, "phrases": list(topic.phrases), "provisions": list(topic.provisions)}
    editor.finish("topic", question=row.id, answer=answer, **kept)


def test_a_corrected_topic_keeps_its_id_and_everything_but_what_was_changed(editor: Rehearsal) -> None:
    topic = shipped(editor)
    row = drafted(editor, topic)

    changes(editor, row, topic, "A norma diz isto.")
    editor.press("topics.publish", id=row.id)

    [made] = revisions.published(editor.session).entered.topics
    assert topic.model_copy(update={"answer": "A norma diz isto."}) == made
    after = with_added(editor.services.library.topics, [made])
    assert [t.id for t in editor.services.library.topics] == [t.id for t in after]


def test_a_draft_that_waits_is_opened_by_the_next_editor_and_not_made_twice(editor: Rehearsal) -> None:
    topic = shipped(editor)
    row = drafted(editor, topic)
    changes(editor, row, topic, "A norma diz isto.")

    editor.person = OTHER

    assert row.id == drafted(editor, topic).id
    assert "A norma diz isto." in editor.answered[-1].parts[-1]


def test_a_correction_is_no_question_that_somebody_asked(editor: Rehearsal) -> None:
    before = open_questions.counts(editor.session)

    row = drafted(editor, shipped(editor))
    editor.press("topics.publish", id=row.id)

    assert before == open_questions.counts(editor.session)
    assert [] == open_questions.groups(editor.session)


def test_words_that_no_topic_has_say_so(editor: Rehearsal) -> None:
    assert "Não achei" in editor.finish("topic_find", words="xilofone").parts[0]
