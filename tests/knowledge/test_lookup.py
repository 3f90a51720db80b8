"""A provision named the way people name it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.corpus import Corpus
from knowledge.lookup import read_request

D, C = "daer-7727-2022", "cetm-2015"


@pytest.mark.parametrize(
    ("expected", "hint", "text"),
    [
        ([f"{D}:art13", f"{C}:art13"], None, "artigo 13"),
        ([f"{D}:art48"], None, "48 daer"),
        ([f"{D}:art5_inc5"], None, "art 5 inciso V"),
        ([f"{D}:art48_inc5_ali9"], None, "grupo V item i"),
        ([f"{D}:art13_par2"], None, "art. 13, § 2º"),
        ([f"{D}:art5_inc4_ali2_ite1"], "daer", "Art. 5º, IV, b.1"),
        ([f"{D}:art5_inc5_ali1"], None, "alínea a do inciso V do art. 5º da 7.727/2022"),
        ([f"{C}:art2_inc3_par1u"], None, "metroplan art. 2º, III, parágrafo único"),
        ([f"{D}:art31_inc7"], "daer", "artigo 31, item VII"),
        ([f"{D}:art9_par1u"], "daer", "artigo 9 parágrafo único"),
        ([f"{D}:art13_par2"], None, "Res. DAER 7.727/2022, art. 13, § 2º"),
        ([f"{D}:anx1"], "daer", "anexo I"),
        (["df-defesa-vegetal-2021:cap8_sec2"], None, "capítulo VIII, seção II"),
        ([f"{C}:art22_inc1_ali1"], "cetm", 'Art. 22, inc. I, letra "a"'),
        ([f"{D}:art5"], None, "5o daer"),
        ([f"{D}:art13_par2"], None, f"{D}__art13_par2"),
        ([f"{D}:art13_par2"], None, f"{D}:art13_par2"),
        (["es-portaria-038-2022:anx1u", "to-in-10-2022:anx1u"], None, "anexo único"),
        ([], None, "artigo 99"),
        ([], "daer", "art. 24, VI"),
        ([], None, "bom dia"),
        ([], None, ""),
    ],
)
def test_a_reference_typed_by_a_person_is_found(
    corpus: Corpus, expected: list[str], hint: str | None, text: str
) -> None:
    assert expected == [provision.id for provision in corpus.find(hint, text)]


def test_every_label_of_the_base_leads_back_to_its_provision(corpus: Corpus) -> None:
    lost = [p.id for p in corpus.provisions() if p not in corpus.find(p.norm, p.label)]
    assert [] == lost


def test_every_full_citation_leads_back_to_its_provision(corpus: Corpus) -> None:
    core = [p for p in corpus.provisions() if p.norm == D]
    assert [] == [p.id for p in core if [p] != list(corpus.find(None, corpus.label(p.id)))]


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    request = read_request(text, {"daer": D})
    assert request.norm in (None, D)
