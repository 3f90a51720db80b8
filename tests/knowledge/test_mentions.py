"""Mentions of provisions and of other acts, read from words."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import ids
from knowledge.acts import Acts, find_acts, load_acts
from knowledge.cross_references import Place, find_references
from knowledge.ids import Kind, Step
from knowledge.mentions import find_mentions

RS, BR = "urn:lex:br;rio.grande.sul:estadual:", "urn:lex:br:federal:"
KNOWN = frozenset(
    [f"art{n}" for n in range(1, 60)]
    + [f"art{n}_inc{i}" for n in (2, 5, 14, 48) for i in range(1, 15)]
    + [f"art{n}_par{p}" for n in (2, 5, 14, 26) for p in range(1, 5)]
    + [f"art5_inc5_ali{a}" for a in range(1, 4)]
    + ["art5_par1_inc1", "art5_par1_inc2", "art5_par1_inc3", "art9_par1u", "anx1", "anx2", "anx1u", "cap2"]
)


@pytest.fixture(scope="module")
def acts() -> Acts:
    return load_acts()


def targets(text: str, at: str, acts: Acts) -> list[tuple[str, list[str]]]:
    place = Place("x", at, "cap2", "RS", KNOWN)
    return [
        (r["text"], [t.partition(":")[2] for t in r.get("to", [])])
        for r in find_references(text, place, acts)
    ]


@pytest.mark.parametrize(
    ("expected", "at", "text"),
    [
        ([("arts. 48 e 49", ["art48", "art49"])], "art1", "conforme os arts. 48 e 49;"),
        ([("artigos 48, 49 e 50", ["art48", "art49", "art50"])], "art1", "nos artigos 48, 49 e 50 da norma"),
        ([("arts. 13 a 15", ["art13", "art14", "art15"])], "art1", "dos arts. 13 a 15"),
        (
            [("incisos I, II e III deste artigo", ["art14_inc1", "art14_inc2", "art14_inc3"])],
            "art14_par1",
            "relativos aos incisos I, II e III deste artigo, recairá",
        ),
        ([("alínea a do inciso V do art. 5º", ["art5_inc5_ali1"])], "art1", "na alínea a do inciso V do art. 5º."),
        ([("Art. 5°, Inciso V, alínea “a”", ["art5_inc5_ali1"])], "art10_par1", "no Art. 5°, Inciso V, alínea “a”."),
        ([("art. 5º, V, a", ["art5_inc5_ali1"])], "art1", "do art. 5º, V, a, e o mais"),
        ([("artigo 26, §1°", ["art26_par1"])], "art48_inc1", "no artigo 26, §1°;"),
        (
            [("§ 1º do art. 2º", ["art2_par1"]), ("inciso II do art. 5º", ["art5_inc2"])],
            "art1",
            "na forma do § 1º do art. 2º e do inciso II do art. 5º",
        ),
        (
            [("§ 1º do art. 2º", ["art2_par1"]), ("incisos I e II deste artigo", ["art14_inc1", "art14_inc2"])],
            "art14_par1",
            "o do § 1º do art. 2º e dos incisos I e II deste artigo",
        ),
        (
            [('art. 5º, inciso V, alínea "b"', ["art5_inc5_ali2"]), ("arts. 13 a 14", ["art13", "art14"])],
            "art1",
            'no art. 5º, inciso V, alínea "b", e nos arts. 13 a 14',
        ),
        ([("§1° do art. 26", ["art26_par1"])], "art1", "facultando-se o §1° do art. 26, quanto"),
        ([("parágrafos 1° e 2°", ["art14_par1", "art14_par2"])], "art14_par3", "nos parágrafos 1° e 2°, desde"),
        ([("parágrafo anterior", ["art14_par1"])], "art14_par2", "no parágrafo anterior são"),
        ([("caput", ["art14"])], "art14_par2", "indicada no caput com"),
        ([("caput, III", ["art14_inc3"])], "art14_par2", "mencionada no caput, III, o responsável"),
        ([("inc. X do art. 14", ["art14_inc10"])], "art48_inc1", "no inc. X do art. 14"),
        ([("artigo 48, grupo V, item i", [])], "art1", "no artigo 48, grupo V, item i da presente"),
        ([("neste capítulo", ["cap2"])], "art5_par2", "exigidos neste capítulo poderão"),
        ([("Anexo I", ["anx1"])], "art1", "do Anexo I desta Resolução"),
        ([("Anexo Único", ["anx1u"])], "art1", "no Anexo Único desta"),
        ([("inciso II", ["art5_par1_inc2"])], "art5_par1_inc1", "no disposto no inciso II;"),
        ([("inciso V", ["art5_inc5"])], "art5_par1_inc1", "no disposto no inciso V;"),
        ([("(a) e (b)", ["art5_inc5_ali1", "art5_inc5_ali2"])], "art5_inc5_ali3", "Os valores (a) e (b) serão"),
        ([("parágrafo único do art. 9º", ["art9_par1u"])], "art1", "no parágrafo único do art. 9º"),
        ([], "art1", "qualquer artigo regulamentado ou inciso que trate do item transportado"),
        ([], "art1", "pagará 15 UPF em 30 dias, com 2 a 4 anos"),
    ],
)  # fmt: skip
def test_a_mention_of_the_same_norm_leads_to_its_provisions(
    acts: Acts, expected: list[tuple[str, list[str]]], at: str, text: str
) -> None:
    assert expected == targets(text, at, acts)


@pytest.mark.parametrize(
    ("text", "external", "sentence"),
    [
        ("Lei Estadual 14.834/2016", f"{RS}lei:2016;14834", "a Lei Estadual 14.834/2016, aberto"),
        (
            "Lei n° 6.496, de 07 de dezembro de 1977",
            "",
            "instituído pelaLei n° 6.496, de 07 de dezembro de 1977, e",
        ),
        (
            "art. 22 do Código de Trânsito Brasileiro, Lei 9.503/97",
            f"{BR}lei:1997;9503!art22",
            "o art. 22 do Código de Trânsito Brasileiro, Lei 9.503/97.",
        ),
        (
            "CTB,art. 29, inciso VII",
            f"{BR}lei:1997;9503!art29_cpt_inc7",
            "urgência (CTB,art. 29, inciso VII).",
        ),
        (
            "§ 2º do art. 3º do Decreto 39.185/1998",
            f"{RS}decreto:1998-12-28;39185!art3_par2",
            "e no § 2º do art. 3º do Decreto 39.185/1998.",
        ),
        ("Resolução CGSN 140/2018, Anexo XI", "", "nos termos daResolução CGSN 140/2018, Anexo XI, cuja"),
        (
            "Decreto federal n° 9.756, de 11 de abril de 2019",
            f"{BR}decreto:2019-04-11;9756",
            "pelo Decreto federal n° 9.756, de 11 de abril de 2019.",
        ),
        ("NBR13776/2021", "abnt:nbr:13776:2021", "a classificação da NBR13776/2021."),
        ("artigo 32 de seu Regimento Interno", "", "no artigo 32 de seu Regimento Interno."),
        (
            "Capítulo XIII do Decreto Estadual 53.568/2017",
            f"{RS}decreto:2017-06-02;53568!cap13",
            "no Capítulo XIII do Decreto Estadual 53.568/2017, ou",
        ),
    ],
)
def test_a_mention_of_another_act_has_its_urn_or_an_empty_one(
    acts: Acts, text: str, external: str, sentence: str
) -> None:
    found = find_references(sentence, Place("x", "art1", "", "RS", KNOWN), acts)
    assert [(text, external)] == [(r["text"], r.get("external")) for r in found]


def test_a_list_of_acts_gives_one_each() -> None:
    found = find_acts("as Resoluções CONTRAN 416/2012 e 445/2013, caracterizados")
    assert [("416", 2012), ("445", 2013)] == [(act.number, act.year) for act in found]


def test_two_articles_of_one_act_are_two_mentions_of_it(acts: Acts) -> None:
    place = Place("x", "art1", "", "DF", KNOWN)
    found = find_references(
        "no inciso II do art. 24 e no art. 25 do Decreto n° 18.955, de 1997.", place, acts
    )
    urn = "urn:lex:br;distrito.federal:distrital:decreto:1997-12-22;18955"
    assert [f"{urn}!art24_cpt_inc2", f"{urn}!art25"] == [r["external"] for r in found]


def test_another_states_act_of_the_same_number_gets_no_urn(acts: Acts) -> None:
    found = find_references("a Lei 14.834/2016", Place("x", "art1", "", "SP", KNOWN), acts)
    assert [""] == [r["external"] for r in found]


def test_a_full_date_is_read_in_words_and_in_figures() -> None:
    words = find_acts("Lei nº 11.127 de 09 de Fevereiro de 1998")[0].on
    figures = find_acts("Resolução CETM Nº 97 DE 17/06/2016")[0].on
    assert (dt.date(1998, 2, 9), dt.date(2016, 6, 17)) == (words, figures)


def test_a_revoking_clause_names_every_act_it_revokes(acts: Acts) -> None:
    text = "Ficam revogadas as Resoluções Normativas que as alteram: 7579/2021, 7095/2019, 5517/12."
    found = find_references(text, Place("x", "art58", "", "RS", KNOWN), acts)
    assert [("revoga", "2021;7579"), ("revoga", "2019;7095"), ("revoga", "2012;5517")] == [
        (r["role"], r["external"].rpartition(":")[2]) for r in found
    ]


words = st.lists(
    st.sampled_from(
        ["art.", "arts.", "§", "5º", "13", "I", "V", "e", "do", "a", "inciso", "alínea", "“a”", ",", "da", "Lei", "nº",
         "14.834/2016", "caput", "deste artigo", "Anexo", "item", "grupo", "parágrafo", "único", "anterior", "UPF"]
    ),
    max_size=25,
)  # fmt: skip


@given(words)
def test_mentions_never_overlap_and_stand_in_order(parts: list[str]) -> None:
    text = " ".join(parts)
    found = find_mentions(text)
    ends = [0, *(mention.end for mention in found)]
    assert all(end <= mention.start < mention.end for end, mention in zip(ends, found, strict=False))
    assert all(mention.end <= len(text) for mention in found)


@given(words)
def test_every_reference_is_cut_from_the_text_and_leads_to_what_exists(parts: list[str]) -> None:
    text = " ".join(parts)
    for entry in find_references(text, Place("x", "art5_par1", "cap2", "RS", KNOWN), load_acts_once()):
        assert entry["text"] in text
        assert all(target.partition(":")[2] in KNOWN for target in entry.get("to", ()))


@given(
    st.integers(1, 59),
    st.integers(1, 14),
    st.sampled_from(["{inc}, art. {art}", "inciso {inc} do art. {art}"]),
)
def test_an_inciso_named_with_its_article_is_found_whatever_the_numbers(
    art: int, inc: int, form: str
) -> None:
    if form.startswith("{inc}"):
        text = f"conforme o art. {art}, {ids.roman(inc)}, desta norma"
    else:
        text = "conforme o " + form.format(art=art, inc=ids.roman(inc))
    fragment = ids.build((Step(Kind.ARTICLE, art), Step(Kind.INCISO, inc)))
    found = find_references(text, Place("x", "art60", "", "RS", {fragment}), load_acts_once())
    assert [f"x:{fragment}"] == found[0]["to"]


_ACTS: list[Acts] = []


def load_acts_once() -> Acts:
    if not _ACTS:
        _ACTS.append(load_acts())
    return _ACTS[0]
