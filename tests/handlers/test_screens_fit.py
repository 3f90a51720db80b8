"""T-07: every screen of the norms, answers and calculators keeps Telegram's limits, whatever the base holds."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.local_telegram.markup import parse_html, utf16_length
from handlers import registry
from handlers.norm_pages import ROOM, pages
from knowledge.calculators import package_calculators
from knowledge.corpus import Corpus
from knowledge.library import Library
from tests.handlers.rehearsal import Rehearsal, Sent

BUTTONS, A_ROW, DATA, TEXT, ENTITIES = 100, 8, 64, 4096, 100
LABEL = 64
ACTIONS = registry.build().actions


def fits(sent: Sent) -> Sent:
    """A screen within the limits: one message, buttons, bytes, entities."""
    assert [1] == [len(sent.parts)]
    text, entities = parse_html(sent.parts[0])
    assert 0 < utf16_length(text) <= TEXT
    assert len(entities) <= ENTITIES
    buttons = [b for row in sent.rows for b in row]
    assert 0 < len(buttons) <= BUTTONS
    assert all(0 < len(row) <= A_ROW for row in sent.rows)
    assert all(len(b["data"].encode()) <= DATA for b in buttons if "data" in b)
    assert [] == [b["text"] for b in buttons if not 0 < len(b["text"]) <= LABEL]
    assert [] == [b.label for row in sent.keyboard for b in row if not b.url and b.action not in ACTIONS]
    return sent


def test_t07_every_provision_of_every_norm_fits_page_by_page(stand_in: Rehearsal, library: Library) -> None:
    corpus = library.corpus
    for provision in corpus.provisions():
        turned = fits(stand_in.press("norm.show", id=provision.id))
        for number in range(1, _pages(corpus, provision.id)):
            turned = fits(stand_in.press("norm.go", id=provision.id, page=number))
        assert corpus.norm(provision.norm).short in turned.parts[0]


def _pages(corpus: Corpus, id_: str) -> int:
    return 0 if corpus.provision(id_).kind in ("chapter", "section") else len(pages(corpus, id_))


def test_t07_every_table_of_contents_fits(stand_in: Rehearsal, library: Library) -> None:
    for norm in library.corpus.norms:
        for number in range(len(library.corpus.children(norm.id))):
            fits(stand_in.press("norm.open", id=norm.id, page=number))
    fits(stand_in.command("normas"))


def test_t07_who_cites_and_what_changed_fit(stand_in: Rehearsal, library: Library) -> None:
    cited = [p.id for p in library.corpus.provisions() if library.corpus.mentioned_by(p.id)]
    for id_ in cited:
        fits(stand_in.press("norm.cited", id=id_))
    for provision in (p for p in library.corpus.provisions() if len(p.versions) > 1):
        fits(stand_in.press("norm.changes", id=provision.id))
    assert len(cited) > 50


@pytest.mark.parametrize("action", ["norm.show", "norm.go", "norm.cited", "norm.changes", "norm.open"])
def test_a_button_to_what_the_base_dropped_leads_to_the_list(stand_in: Rehearsal, action: str) -> None:
    gone = fits(stand_in.press(action, id="daer-7727-2022:art999"))

    assert "não está mais no acervo" in gone.parts[0]


def test_t07_every_topic_and_its_background_fit(stand_in: Rehearsal, library: Library) -> None:
    for topic in library.topics:
        fits(stand_in.press("ask.topic", topic=topic.id))
        fits(stand_in.press("ask.why", topic=topic.id))


@pytest.mark.parametrize("id_", package_calculators())
def test_t07_every_question_of_a_calculator_fits(stand_in: Rehearsal, id_: str) -> None:
    sent = fits(stand_in.press("calculate.start", id=id_))
    for _ in range(20):
        if sent.template in {"calculate/result", "calculate/nothing"}:
            return
        sent = fits(_answered(stand_in, sent))
    raise AssertionError(f"{id_} comes to no end: {sent.parts}")


def _answered(stand_in: Rehearsal, sent: Sent) -> Sent:
    """Skips what can be skipped, confirms what is echoed, else the first choice, else a typed value."""
    buttons = [b for row in sent.keyboard for b in row]
    for wanted in ("Sim, está certo", "Pronto", "Pular"):
        found = next((b for b in buttons if wanted in b.label), None)
        if found is not None and (wanted != "Pronto" or any("✅" in b.label for b in buttons)):
            return stand_in.press(found.action, **found.args)
    choice = next((b for b in buttons if b.action == "form.choose"), None)
    if choice is not None:
        return stand_in.press(choice.action, **choice.args)
    if "Municípios" in sent.parts[0]:
        return stand_in.says("Canoas, Torres")
    return stand_in.says("01/07/2026" if "data" in sent.parts[0] else "12")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4096)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(TEXTS)
def test_t07_whatever_is_asked_the_answer_fits(stand_in: Rehearsal, text: str) -> None:
    if text.strip():
        fits(stand_in.says(text))
        fits(stand_in.command("artigo", text))
        fits(stand_in.command("normas", text))


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.integers(min_value=200, max_value=3500), st.sampled_from(["art2", "art48", "anx1", "art5"]))
def test_pages_of_any_size_hold_the_whole_text_in_order(library: Library, room: int, fragment: str) -> None:
    id_ = f"daer-7727-2022:{fragment}"
    corpus = library.corpus
    whole = [corpus.provision(id_), *corpus.descendants(id_)]

    found = [piece for page in pages(corpus, id_, room=room) for piece in page]

    assert list(dict.fromkeys(p.id for p in whole)) == list(dict.fromkeys(p.provision.id for p in found))
    said = " ".join(line.text.replace("—", "") for piece in found for line in piece.lines)
    assert " ".join(p.reading for p in whole).split() == said.split()


def test_a_page_ends_where_a_provision_ends(library: Library) -> None:
    for provision in library.corpus.provisions():
        for page in pages(library.corpus, provision.id):
            assert not any(piece.goes_on for piece in page)
            assert sum(utf16_length(line.text) for piece in page for line in piece.lines) <= ROOM
