"""What a new text changes, provision by provision; and our ids in LexML's form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knowledge import ids
from knowledge.compare import compare, texts_of_draft, texts_of_file
from knowledge.corpus import Corpus
from knowledge.importer import draft
from knowledge.lexml import full_fragment, full_id, outside_schema, short_fragment
from knowledge.norm_store import StoredNorm


def test_a_norms_own_text_changes_nothing(stored: dict[str, StoredNorm]) -> None:
    for one in stored.values():
        assert [] == compare(texts_of_file(one.provisions), texts_of_draft(draft(one.source)))


def test_a_changed_word_is_shown_in_its_provision_and_nowhere_else(stored: dict[str, StoredNorm]) -> None:
    one = stored["cetm-2015"]
    new = one.source.replace("no limite de até 10% da lotação", "no limite de até 15% da lotação")
    changes = compare(texts_of_file(one.provisions), texts_of_draft(draft(new)))
    assert [("changed", "art23")] == [(change.kind, change.fragment) for change in changes]
    assert "[-10%-] {+15%+}" in changes[0].words


def test_added_and_removed_provisions_are_told() -> None:
    changes = compare({"art1": "A.", "art2": "B."}, {"art1": "A.", "art3": "C."})
    assert [("added", "art3", None, "C."), ("removed", "art2", "B.", None)] == [
        (c.kind, c.fragment, c.before, c.after) for c in changes
    ]


def test_only_spaces_are_no_change() -> None:
    assert [] == compare({"art1": "A  b."}, {"art1": "A b."})


@pytest.mark.parametrize(
    ("full", "fragment"),
    [
        ("art5_cpt_inc3", "art5_inc3"),
        ("art5_cpt_inc4_ali2_ite1", "art5_inc4_ali2_ite1"),
        ("art8_par1_inc1", "art8_par1_inc1"),
        ("art9_par1u", "art9_par1u"),
        ("art13", "art13"),
        ("cap8_sec1", "cap8_sec1"),
    ],
)
def test_lexmls_full_form_names_the_caput(full: str, fragment: str) -> None:
    assert full == full_fragment(fragment)
    assert fragment == short_fragment(full)


def test_a_caput_alone_has_its_own_form() -> None:
    assert "art13_cpt" == full_fragment("art13", caput=True)


def test_every_id_of_the_base_survives_the_way_there_and_back(corpus: Corpus) -> None:
    assert [] == [
        p.id for p in corpus.provisions() if short_fragment(full_fragment(p.fragment)) != p.fragment
    ]


def test_554_ids_are_written_with_the_caput_step(corpus: Corpus) -> None:
    assert 554 == sum("_cpt_" in full_fragment(p.fragment) for p in corpus.provisions())


def test_the_seven_ids_outside_the_schema_are_known(corpus: Corpus) -> None:
    odd = {p.id for p in corpus.provisions() if outside_schema(p.fragment) not in ("", "annex")}
    expected = {"cetm-2015:art2_inc3_par1u", "cetm-2015:art2_inc8_par1u"}
    expected |= {f"daer-7727-2022:art36_par1_ali{n}" for n in (1, 2, 3)}
    expected |= {f"pa-vistorias-2022:art2_par1_ali{n}" for n in (1, 2)}
    assert expected == odd


def test_the_documented_list_is_the_real_one(corpus: Corpus) -> None:
    page = (Path(__file__).parents[2] / "docs" / "lexml.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([^`]+:[^`]+)` \|", page, re.MULTILINE))
    assert {p.id for p in corpus.provisions() if outside_schema(p.fragment) not in ("", "annex")} == listed


def test_annexes_are_a_local_extension(corpus: Corpus) -> None:
    kinds = {
        outside_schema(p.fragment) for p in corpus.provisions() if ids.kind(p.fragment) is ids.Kind.ANNEX
    }
    assert {"annex"} == kinds


def test_a_urn_stands_before_the_fragment_and_may_be_unknown() -> None:
    assert "urn:lex:br:federal:lei:1997;9503!art29_cpt_inc7" == full_id(
        "urn:lex:br:federal:lei:1997;9503", "art29_inc7"
    )
    assert "art29_cpt_inc7" == full_id("", "art29_inc7")
