"""A new text of a norm we hold keeps what was reviewed and dates what changed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from knowledge.acts import Acts, load_acts
from knowledge.corpus import Corpus, load_corpus
from knowledge.norm_revise import Amendment, Revised, revise
from knowledge.norm_store import StoredNorm
from knowledge.norm_yaml import as_content

C, D = "cetm-2015", "daer-7727-2022"
NEW = Amendment(by="Resolução CETM 200/2027", by_date=dt.date(2027, 1, 4), from_on=dt.date(2027, 2, 1))


@pytest.fixture(scope="module")
def acts() -> Acts:
    return load_acts()


def entry(revised: Revised, id_: str) -> dict[str, Any]:
    return next(e for e in revised.content["provisions"] if e["id"] == id_)


def published(stored: StoredNorm, source: str, revised: Revised) -> Corpus:
    content = {"norm": as_content(stored.norm), "provisions": revised.content, "source": source}
    return load_corpus(revisions={stored.norm.id: content}, revision=1)


@pytest.mark.parametrize("norm", [C, D, "df-nff-2022", "pa-vistorias-2022", "df-defesa-vegetal-2021"])
def test_the_same_text_keeps_everything_that_was_reviewed(
    stored: dict[str, StoredNorm], acts: Acts, norm: str
) -> None:
    one = stored[norm]
    corpus = published(one, one.source, revise(one, one.source, acts, Amendment()))
    assert load_corpus().norm(norm).remainder == corpus.norm(norm).remainder
    kept = {p.id: p for p in corpus.norm(norm).provisions}
    for provision in load_corpus().norm(norm).provisions:
        now = kept[provision.id]
        assert (provision.reading, provision.versions, provision.status) == (
            now.reading,
            now.versions,
            now.status,
        )
        assert set(provision.references) == set(now.references)
        assert set(provision.anomalies) <= set(now.anomalies)


def test_changed_words_become_a_version_with_its_act_and_day(
    stored: dict[str, StoredNorm], acts: Acts
) -> None:
    one = stored[C]
    source = one.source.replace("até 10% da lotação", "até 15% da lotação")
    corpus = published(one, source, revise(one, source, acts, NEW))
    before = corpus.in_force_on(f"{C}:art23", dt.date(2021, 1, 1)).version
    after = corpus.provision(f"{C}:art23").versions[-1]
    assert before is not None
    assert "10%" in (before.text or "")
    assert (dt.date(2015, 11, 5), dt.date(2027, 1, 31)) == (before.from_on, before.to_on)
    assert ("redacao_dada", NEW.by, NEW.from_on) == (after.kind, after.by, after.from_on)
    assert "15%" in (after.text or "")


def test_an_amended_provision_that_changes_again_keeps_its_history(
    stored: dict[str, StoredNorm], acts: Acts
) -> None:
    one = stored[C]
    source = one.source.replace("a) Pessoa Jurídica: Única pessoa", "a) Pessoa Jurídica: uma só pessoa")
    corpus = published(one, source, revise(one, source, acts, NEW))
    kinds = [version.kind for version in corpus.provision(f"{C}:art2_inc2_ali1").versions]
    assert ["original", "redacao_dada", "redacao_dada"] == kinds


def test_a_judged_reference_survives_a_change_elsewhere_in_its_provision(
    stored: dict[str, StoredNorm], acts: Acts
) -> None:
    one = stored[D]
    source = one.source.replace("deixar de informar aos utentes, antes", "não informar aos utentes, antes")
    revised = revise(one, source, acts, NEW)
    judged = entry(revised, f"{D}:art48_inc1_ali2")["references"][0]
    assert (True, "art. 33") == (judged["suspicious"], judged["text"])


def test_a_mended_damage_is_dropped_when_the_new_text_has_none(
    stored: dict[str, StoredNorm], acts: Acts
) -> None:
    one = stored[D]
    source = one.source.replace("permitir a p resença de", "permitir a presença de")
    revised = entry(revise(one, source, acts, NEW), f"{D}:art48_inc2_ali3")
    assert "mends" not in revised
    assert not any("p resença" in anomaly.get("found", "") for anomaly in revised.get("anomalies", ()))


def test_a_new_article_is_marked_as_included(stored: dict[str, StoredNorm], acts: Acts) -> None:
    one = stored[C]
    source = one.source.replace("Art. 24. A empresa", "Art. 23-A. Novo artigo.\n\nArt. 24. A empresa")
    corpus = published(one, source, revise(one, source, acts, NEW))
    version = corpus.provision(f"{C}:art23-1").versions[0]
    assert ("incluido", NEW.from_on, "Art. 23-A") == (
        version.kind,
        version.from_on,
        corpus.provision(f"{C}:art23-1").label,
    )


def test_a_provision_missing_from_the_new_text_is_told(stored: dict[str, StoredNorm], acts: Acts) -> None:
    one = stored[C]
    source = one.source.replace(
        "Art. 30. Esta Resolução entra em vigor a partir de 05 de Novembro de 2015.", ""
    )
    doubts = [text for _, text in revise(one, source, acts, NEW).doubts]
    assert f"{C}:art30 não está no texto novo" in doubts
