"""Answers whose number the revised text of their provision does not hold any more."""

from __future__ import annotations

import datetime as dt
from functools import cache

import pytest

from bot.norm_changes import Asked, stored_norm, work_out
from bot.revisions import Published
from knowledge.answers import Answerer
from knowledge.calculators import run
from knowledge.desk import build_answerer
from knowledge.errors import ValueInReview
from knowledge.library import Entered, Library, load_library
from knowledge.review import review_of

DAER = "daer-7727-2022"
FILES = Published(0, {}, Entered())
FIRST, BEFORE, AFTER = dt.date(2026, 6, 1), dt.date(2026, 5, 31), dt.date(2026, 12, 1)
CHANGES = (
    ("15 (quinze) dias do recebimento", "30 (trinta) dias do recebimento"),
    ("EMISSÃO DE LICENÇAS\t2\xa0UPF-RS", "EMISSÃO DE LICENÇAS\t3\xa0UPF-RS"),
)


@cache
def revised() -> Library:
    """The base with the term of the defence doubled and the fee of the licence raised."""
    source = stored_norm(DAER, FILES).source
    for old, new in CHANGES:
        source = source.replace(old, new, 1)
    worked = work_out(Asked(norm=DAER, act="Res. 1", from_on=FIRST, source=source), FILES, load_library())
    return FILES.with_norm(DAER, worked.content).load()


@pytest.fixture(name="desk", scope="module")
def _desk() -> Answerer:
    return build_answerer(revised())


DEFENCE, FEE = "qual o prazo da defesa do TNT do DAER?", "quanto custa a licença de turismo do DAER?"


def test_the_files_alone_leave_nothing_in_review() -> None:
    assert review_of(load_library()).topics == {}


@pytest.mark.parametrize(
    ("question", "provision"),
    [(DEFENCE, "art45_par4"), (FEE, "anx1"), ("quanto custam 2 licenças do DAER?", "anx1")],
)
def test_an_answer_whose_number_is_gone_gives_the_new_text(
    desk: Answerer, question: str, provision: str
) -> None:
    told = desk.ask(question, on=AFTER)
    assert told.answer.startswith("⚠️ O texto mudou em 01/06/2026; esta resposta está em revisão.")
    assert told.citations[0].id == f"{DAER}:{provision}"
    assert told.computed == ()
    assert any("em revisão" in warning for warning in told.warnings)


@pytest.mark.parametrize("question", [DEFENCE, FEE])
def test_before_its_first_day_the_old_answer_stands(desk: Answerer, question: str) -> None:
    assert "em revisão" not in desk.ask(question, on=BEFORE).answer


def test_a_computation_with_the_old_value_is_refused() -> None:
    with pytest.raises(ValueInReview) as told:
        run("licence-fee", {"licences": "2", "public": "não"}, revised().book(AFTER))
    assert (f"{DAER}:anx1", FIRST) == (told.value.provision, told.value.since)


def test_another_value_of_the_same_annex_still_stands() -> None:
    assert revised().book(AFTER).stated("daer-lit").value


def test_a_term_whose_length_is_gone_is_in_review(desk: Answerer) -> None:
    assert "defence" in desk.review.terms
    assert desk.review.of("", [f"{DAER}:art45_par4"], AFTER)
