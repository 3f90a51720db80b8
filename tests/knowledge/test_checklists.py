"""The engine: next question, going back, changing, progress, resuming under a new rule."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.checklists import (
    AnswerError,
    answer,
    back,
    load_checklists,
    migrate,
    next_question,
    progress,
    read_answer,
    representatives,
    settle,
    stop_of,
)
from tests.knowledge.checklist_samples import question, raw, sample

LIBRARY = load_checklists()


def answered(checklist, **answers):
    """Answers given one after the other."""
    state: dict[str, str] = {}
    for name, value in answers.items():
        state = answer(checklist, state, name.replace("_", "-"), value)
    return state


def test_the_first_question_comes_first():
    found = next_question(sample(), {})

    assert found is not None
    assert found.id == "mei"


def test_a_question_is_skipped_where_its_condition_fails():
    found = next_question(sample(), answered(sample(), mei="nao", turismo="nao"))

    assert found is not None
    assert found.id == "frota"


def test_a_stop_ends_the_questions():
    answers = answered(sample(), mei="sim")

    assert next_question(sample(), answers) is None
    assert (stop := stop_of(sample(), answers)) is not None
    assert stop.id == "vedado"


def test_changing_an_answer_drops_only_what_depends_on_it():
    before = answered(sample(), mei="nao", turismo="sim", agencia="sim", frota="4", recebido="2026-04-06")

    after = answer(sample(), before, "turismo", "nao")

    assert {"mei": "nao", "turismo": "nao", "frota": "4", "recebido": "2026-04-06"} == after


def test_changing_to_the_same_answer_changes_nothing():
    before = answered(sample(), mei="nao", turismo="sim", agencia="sim")

    assert before == answer(sample(), before, "turismo", "sim")


def test_going_back_from_the_first_question_changes_nothing():
    assert {} == back(sample(), {})


def test_going_back_from_a_stop_returns_to_the_question_that_led_there():
    assert {} == back(sample(), answered(sample(), mei="sim"))


def test_a_choice_is_read_by_slug_or_label_and_nothing_else():
    mei = sample().questions[0]

    assert ["sim", "nao"] == [read_answer(mei, "Sim"), read_answer(mei, " nao ")]
    with pytest.raises(AnswerError) as caught:
        read_answer(mei, "talvez")
    assert ("mei", "talvez", ("sim", "nao")) == (
        caught.value.question,
        caught.value.value,
        caught.value.allowed,
    )


@pytest.mark.parametrize("value", ["", "-1", "2,5", "dois", "NaN", "Infinity", "1e99", "1_000x"])
def test_a_number_that_counts_nothing_is_refused(value):
    with pytest.raises(AnswerError):
        read_answer(sample().questions[3], value)


@pytest.mark.parametrize("value", ["31/02/2026", "2026-13-01", "amanhã", "1/2", "6/4/26/1", ""])
def test_a_day_that_does_not_exist_is_refused(value):
    with pytest.raises(AnswerError):
        read_answer(sample().questions[4], value)


def test_a_brazilian_date_is_stored_as_iso():
    assert "2026-04-06" == read_answer(sample().questions[4], "06/04/2026")


def test_not_sure_is_an_answer_only_where_the_question_offers_it():
    assert "nao-sei" == read_answer(sample().questions[4], "Não sei")
    with pytest.raises(AnswerError):
        read_answer(sample().questions[3], "nao-sei")


def test_an_answer_to_a_question_nobody_asked_is_refused():
    with pytest.raises(AnswerError):
        answer(sample(), {}, "cor", "azul")


def test_progress_counts_what_may_still_be_asked():
    steps = [
        progress(sample(), {}),
        progress(sample(), answered(sample(), mei="nao", turismo="nao")),
        progress(sample(), answered(sample(), mei="sim")),
    ]

    assert [(0, 5), (2, 4), (1, 1)] == [(p.done, p.total) for p in steps]


def test_an_answer_given_early_waits_until_its_question_is_asked():
    """Facts of the fleet prefill answers before the questions in front of them are answered."""
    early = settle(sample(), {"agencia": "sim"})
    open_ = answer(sample(), early, "turismo", "sim")
    closed = answer(sample(), early, "turismo", "nao")

    assert {"agencia": "sim"} == early
    assert {"turismo": "sim", "agencia": "sim"} == open_
    assert {"turismo": "nao"} == closed


def test_r30_only_changed_questions_are_asked_again():
    old = sample()
    answers = answered(old, mei="nao", turismo="sim", agencia="sim", frota="4")
    change = {
        "version": 2,
        "since": dt.date(2027, 1, 1),
        "what": "Agora o CADASTUR é outro.",
        "ask_again": ["turismo"],
    }
    new = sample(version=2, changes=[change])

    found = migrate(new, answers, old.rule_version)

    assert ("turismo",) == found.ask_again
    assert {"mei": "nao", "agencia": "sim", "frota": "4"} == found.answers
    assert ["Agora o CADASTUR é outro."] == [c.what for c in found.changes]
    assert (old.rule_version, new.rule_version) == (found.old, found.new)


def test_r30_nothing_is_asked_again_under_the_same_rule():
    answers = answered(sample(), mei="nao", turismo="sim")

    found = migrate(sample(), answers, sample().rule_version)

    assert not found.changed
    assert (answers, ()) == (found.answers, found.ask_again)


def test_r30_an_answer_that_no_longer_exists_is_asked_again():
    answers = answered(sample(), mei="nao", turismo="sim")
    questions = raw()["questions"]
    questions[1] = question("turismo", {"excursao": "Excursão", "nao": "Não"})
    questions[2] = question("agencia", {"sim": "Sim", "nao": "Não"}, when={"turismo": ["excursao"]})
    items = [i for i in raw()["requirements"] if i["id"] != "cadastur"]

    found = migrate(sample(questions=questions, requirements=items), answers, sample().rule_version)

    assert ("turismo",) == found.ask_again
    assert {"mei": "nao"} == found.answers
    assert found.reworded


def test_r30_a_question_that_is_gone_is_dropped_in_silence():
    answers = answered(sample(), mei="nao", frota="4")
    kept = [q for q in raw()["questions"] if q["id"] != "frota"]
    new = sample(
        questions=kept, fees=[], requirements=[i for i in raw()["requirements"] if i["id"] != "relacao"]
    )

    found = migrate(new, answers, sample().rule_version)

    assert ({"mei": "nao"}, ()) == (found.answers, found.ask_again)


def test_the_rule_version_moves_with_any_word_of_the_content():
    assert sample().rule_version != sample(time="Um dia.").rule_version
    assert sample().rule_version.startswith("1+")


@given(data=st.data(), name=st.sampled_from(sorted(LIBRARY.checklists)))
def test_back_after_an_answer_is_where_one_was(data, name):
    """back∘next is the identity at every state that a person walking forward can be in."""
    checklist = LIBRARY.checklists[name]
    state: dict[str, str] = {}
    while (ahead := next_question(checklist, state)) is not None:
        value = data.draw(st.sampled_from(list(representatives(ahead))))
        after = answer(checklist, state, ahead.id, value)

        assert state == back(checklist, after)
        state = after


@given(data=st.data(), name=st.sampled_from(sorted(LIBRARY.checklists)))
def test_no_answer_depends_on_the_order_in_which_answers_were_given(data, name):
    """Changed from the review or answered in order: the same answers are left."""
    checklist = LIBRARY.checklists[name]
    state: dict[str, str] = {}
    while (ahead := next_question(checklist, state)) is not None:
        state = answer(checklist, state, ahead.id, data.draw(st.sampled_from(list(representatives(ahead)))))
    shuffled = dict(data.draw(st.permutations(list(state.items()))))

    assert state == settle(checklist, shuffled)
