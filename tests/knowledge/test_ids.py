"""The grammar of provision ids and the labels people read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import ids
from knowledge.ids import Kind, Step

numbers = st.integers(min_value=1, max_value=400)


def steps_of(*kinds: Kind) -> st.SearchStrategy[ids.Steps]:
    return st.tuples(*(st.builds(Step, st.just(kind), numbers) for kind in kinds))


LADDERS = [
    (Kind.ARTICLE,),
    (Kind.ARTICLE, Kind.PARAGRAPH),
    (Kind.ARTICLE, Kind.INCISO),
    (Kind.ARTICLE, Kind.INCISO, Kind.ALINEA),
    (Kind.ARTICLE, Kind.INCISO, Kind.ALINEA, Kind.ITEM),
    (Kind.ARTICLE, Kind.PARAGRAPH, Kind.INCISO),
    (Kind.ARTICLE, Kind.PARAGRAPH, Kind.INCISO, Kind.ALINEA),
    (Kind.ARTICLE, Kind.PARAGRAPH, Kind.ALINEA),
    (Kind.ARTICLE, Kind.INCISO, Kind.PARAGRAPH),
    (Kind.CHAPTER,),
    (Kind.CHAPTER, Kind.SECTION),
    (Kind.ANNEX,),
]
fragments = st.one_of([steps_of(*ladder) for ladder in LADDERS])


@given(fragments)
def test_building_and_parsing_an_id_are_inverse(steps: ids.Steps) -> None:
    assert steps == ids.parse(ids.build(steps))


@given(fragments)
def test_a_parent_is_its_child_less_one_rung(steps: ids.Steps) -> None:
    expected = ids.build(steps[:-1]) if len(steps) > 1 else None
    assert expected == ids.parent(ids.build(steps))


@given(fragments, fragments)
def test_order_is_total_and_equal_only_for_the_same_id(one: ids.Steps, other: ids.Steps) -> None:
    a, b = ids.order(ids.build(one)), ids.order(ids.build(other))
    assert (one == other) == (a == b)
    assert (a < b) or (b < a) or (a == b)


@given(fragments)
def test_a_parent_sorts_before_its_child(steps: ids.Steps) -> None:
    fragment = ids.build(steps)
    above = ids.parent(fragment)
    assert above is None or ids.order(above) < ids.order(fragment)


@given(st.integers(min_value=1, max_value=3999))
def test_a_roman_numeral_reads_back(number: int) -> None:
    assert number == ids.from_roman(ids.roman(number))


@given(st.integers(min_value=1, max_value=2000))
def test_a_letter_reads_back(number: int) -> None:
    assert number == ids.from_letter(ids.letter(number))


@given(st.text(max_size=20))
def test_any_other_text_is_refused_as_an_id_and_never_half_read(text: str) -> None:
    try:
        steps = ids.parse(text)
    except ValueError:
        return
    assert text == ids.build(steps)


@pytest.mark.parametrize(
    ("label", "fragment"),
    [
        ("Art. 5º, IV, b.1", "art5_inc4_ali2_ite1"),
        ("Art. 8º, § 1º, I", "art8_par1_inc1"),
        ("Art. 9º, parágrafo único", "art9_par1u"),
        ("Art. 2º, III, parágrafo único", "art2_inc3_par1u"),
        ("Art. 10", "art10"),
        ("Art. 9º, § 9º", "art9_par9"),
        ("Art. 12, § 10", "art12_par10"),
        ("Art. 2º, LVII", "art2_inc57"),
        ("Art. 48, V, q", "art48_inc5_ali17"),
        ("Art. 5º-A", "art5-1"),
        ("Anexo II", "anx2"),
        ("Anexo Único", "anx1u"),
        ("Capítulo VIII, Seção I", "cap8_sec1"),
    ],
)
def test_a_label_is_made_from_the_id(label: str, fragment: str) -> None:
    assert label == ids.label(fragment)


def test_a_citation_of_the_opening_words_says_caput() -> None:
    assert "art. 13, caput" == ids.citation("art13", caput=True)


@pytest.mark.parametrize(("letter", "number"), [("k", 11), ("l", 12), ("q", 17), ("v", 22), ("aa", 27)])
def test_letters_count_in_the_alphabet_of_26(letter: str, number: int) -> None:
    assert letter == ids.letter(number)


@pytest.mark.parametrize(
    "bad", ["", "art", "art0", "art5_", "par1", "inc3", "art5_ite1x", "cap1_art2", "art1u", "anx2u"]
)
def test_what_the_grammar_does_not_hold_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ids.parse(bad)


@pytest.mark.parametrize("bad", ["daer:", ":art1", "Daer:art1", "daer:art1:art2", "a b:art1"])
def test_a_full_id_names_one_norm_and_one_fragment(bad: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ids.split(bad)
