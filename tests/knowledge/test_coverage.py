"""Every provision has a topic or a reason why not."""

from __future__ import annotations

from dataclasses import replace

from knowledge.corpus import Corpus
from knowledge.coverage import load_uncovered, missing
from knowledge.library import Library


def gaps(library: Library, reasons: dict[str, str]) -> list[str]:
    corpus: Corpus = library.corpus
    found = (m for norm in corpus.norms for m in missing(norm, corpus, library.topics, reasons))
    return [m.provision.id for m in found if not m.reason]


def test_every_provision_has_a_topic_or_a_reason(library: Library) -> None:
    assert [] == gaps(library, dict(load_uncovered()))


def test_every_written_reason_is_of_a_provision_without_topic(library: Library) -> None:
    assert sorted(load_uncovered()) == sorted(gaps(library, {}))


def test_a_provision_that_loses_its_topic_is_a_gap(library: Library) -> None:
    kept = tuple(t for t in library.topics if not any("pa-vistorias-2022" in p for p in t.provisions))
    assert "pa-vistorias-2022:art1" in gaps(replace(library, topics=kept), {})
