"""The references as they stand in the data: what the finder sees, and what a person judged beside it."""

from __future__ import annotations

import pytest

from knowledge.acts import Acts, load_acts
from knowledge.corpus import Corpus
from knowledge.cross_references import Place, find_references
from knowledge.ids import Kind
from knowledge.model import Provision, Reference
from knowledge.norm_json import provision_json

D, C = "daer-7727-2022", "cetm-2015"
# Where a person's reading differs from the finder's: a cut mention, a longer one.
REVIEWED = {
    f"{D}:anx1": {"MULTAS POR INFRAÇÕES (Art."},
    "es-portaria-038-2022:anx1u": {
        "ANEXO ÚNICO DA PORTARIA N° 027-R, DE 29 DE MARÇO DE 2022",
        "PORTARIA N° 027-R",
    },
    "df-nff-2022:art2_par1_inc1": {"inciso III", "inciso III deste"},
    "cetm-2015:art22_inc3": {"o presente artigo"},  # "que trata o presente artigo", without "de"
}
SUSPICIOUS = [
    (f"{D}:art2_inc50", "14.667/2016", []),
    (f"{D}:art8_par3", "artigos 5°", ["art5", "art6"]),
    (f"{D}:art25_inc5", "art. 22", ["art19", "art23_inc7"]),
    (f"{D}:art26_inc2_ali3", "artigo 29", ["art23_inc2"]),
    (f"{D}:art46_par4", "parágrafo 2° anterior", ["art45_par3"]),
    (f"{D}:art48_inc1_ali2", "art. 33", ["art41_par1"]),
    (f"{D}:art50_inc6", "artigos 13 e 21", ["art13", "art27"]),
    (f"{D}:anx1", "(Art.", ["art48"]),
    (f"{D}:anx2", "5.295/10", ["art5"]),
]


@pytest.fixture(scope="module")
def acts() -> Acts:
    return load_acts()


def reference(corpus: Corpus, id_: str, words: str) -> Reference:
    return next(r for r in corpus.provision(id_).references if words in r.text)


def found(corpus: Corpus, acts: Acts, provision: Provision) -> list[str]:
    norm = corpus.norm(provision.norm)
    groupings = [p.fragment for p in corpus.ancestors(provision.id) if p.kind in (Kind.CHAPTER, Kind.SECTION)]
    known = {p.fragment for p in norm.provisions}
    place = Place(norm.id, provision.fragment, groupings[-1] if groupings else "", norm.jurisdiction, known)
    texts = (provision.text, provision.note)
    return [entry["text"] for text in texts for entry in find_references(text, place, acts)]


def test_every_mention_the_finder_sees_is_on_record_and_no_other(corpus: Corpus, acts: Acts) -> None:
    differ = {
        p.id: sorted(set(found(corpus, acts, p)) ^ {r.text for r in p.references})
        for p in corpus.provisions()
    }
    assert {id_: sorted(words) for id_, words in REVIEWED.items()} == {i: d for i, d in differ.items() if d}


@pytest.mark.parametrize(("id_", "words", "probable"), SUSPICIOUS)
def test_a_suspicious_reference_is_judged_with_its_likely_target_and_why(
    corpus: Corpus, id_: str, words: str, probable: list[str]
) -> None:
    judged = reference(corpus, id_, words)
    assert (True, [f"{D}:{f}" for f in probable]) == (judged.suspicious, list(judged.probable))
    assert judged.note


def test_nine_references_are_suspicious_and_no_more(corpus: Corpus) -> None:
    assert sorted(id_ for id_, _, _ in SUSPICIOUS) == sorted(
        p.id for p in corpus.provisions() for r in p.references if r.suspicious
    )


@pytest.mark.parametrize(
    ("id_", "words", "external"),
    [
        (f"{D}:art47_par1u", "artigo 32", ""),
        (f"{D}:art13", "art. 5°", "conselho.trafego:resolucao:2008;4926!art5_cpt"),
        (f"{D}:art4_par4", "art. 29", "federal:lei:1997;9503!art29_cpt_inc7"),
        (f"{D}:art5_par5", "Anexo XI", ""),
        (f"{D}:art14_inc8", "art. 125", "decreto:1997-08-26;37699!art125_cpt_inc1"),
        (f"{D}:art48_inc4_ali2", "art. 125", "decreto:1997-08-26;37699!art125_cpt_inc1"),
        (f"{C}:art25", "Art. 75", "decreto:1998-12-28;39185!art75_cpt_inc7"),
        (f"{C}:art28", "art. 3º da Lei", "lei:1998-02-09;11127!art3_par2"),
    ],
)
def test_an_article_of_another_act_is_not_taken_for_our_own(
    corpus: Corpus, id_: str, words: str, external: str
) -> None:
    mention = reference(corpus, id_, words)
    assert ((), False) == (mention.to, mention.suspicious)
    assert (mention.external or "").endswith(external)
    assert mention.external is not None


@pytest.mark.parametrize(
    ("id_", "words", "to"),
    [
        (f"{D}:art23_par2", "grupo V, item i", ["art48_inc5_ali9"]),
        (f"{D}:art24_par2", "grupo V, item i", ["art48_inc5_ali9"]),
        (f"{D}:art25_inc5", "item III", ["art25_inc3"]),
        (f"{D}:art48_inc3_ali2", "item VII", ["art31_inc7"]),
        (f"{D}:art14_par1", "incisos I, II e III", ["art14_inc1", "art14_inc2", "art14_inc3"]),
        (f"{D}:art48_inc1_ali4", "inc. X", ["art14_inc10"]),
        (f"{C}:art22_inc1_ali1", "inciso I", ["art22_inc1"]),
        (f"{C}:art4_inc11_ali4", "(a), (b) e (c)", [f"art4_inc11_ali{n}" for n in (1, 2, 3)]),
    ],
)
def test_a_reference_that_looks_odd_but_is_right_is_resolved(
    corpus: Corpus, id_: str, words: str, to: list[str]
) -> None:
    mention = reference(corpus, id_, words)
    assert [f"{id_.partition(':')[0]}:{fragment}" for fragment in to] == list(mention.to)
    assert not mention.suspicious


@pytest.mark.parametrize(
    ("id_", "words", "also"),
    [
        (f"{D}:art48_inc5_ali14", "artigos 13 e 27", ["art12_par1u"]),
        (f"{D}:art48_inc5_ali7", "artigo 22", ["art22_par1"]),
        (f"{D}:art50_inc3", "artigo 22", ["art22_par1"]),
        (f"{D}:art10_par4", "art. 5°", ["art5_inc5_ali3"]),
        (f"{D}:art38", "artigo 21", ["art25_inc3"]),
        (f"{D}:art32", "art. 14", ["art14_inc10", "art14_par3"]),
        (f"{D}:art33_inc2", "Art. 14", ["art14_inc10", "art14_par3"]),
    ],
)
def test_a_right_but_incomplete_reference_shows_both(
    corpus: Corpus, id_: str, words: str, also: list[str]
) -> None:
    mention = reference(corpus, id_, words)
    assert ([f"{D}:{f}" for f in also], False) == (list(mention.probable), mention.suspicious)


def test_the_revoking_article_names_eighteen_resolutions(corpus: Corpus) -> None:
    revoked = [r for r in corpus.provision(f"{D}:art58").references if r.role == "revoga"]
    assert (18, 18) == (len(revoked), len({r.external for r in revoked}))


def test_the_target_is_stored_as_written_and_the_likely_one_beside_it(corpus: Corpus) -> None:
    value = provision_json(corpus.provision(f"{D}:art48_inc1_ali2"))["references"][0]
    assert ([f"{D}:art33"], True) == (value["to"], value["suspicious"])
    assert "art. 41, § 1º" in value["note"]


def test_references_of_the_preamble_and_the_note_of_republication_are_on_record(corpus: Corpus) -> None:
    by_kind = {rest.kind: rest for rest in corpus.norm(D).remainder}
    assert (f"{D}:art36",) == by_kind["note"].references[0].to
    assert 4 == len(by_kind["preamble"].references)


def test_a_mention_without_a_number_has_no_target(corpus: Corpus) -> None:
    preamble = corpus.norm(C).remainder[0]
    assert ("", ()) == next(
        (r.external, r.to) for r in preamble.references if r.text == "as atuais Resoluções"
    )


def test_technical_standards_have_local_tags(corpus: Corpus) -> None:
    tags = {r.external for p in corpus.provisions() for r in p.references if r.role == "norma_tecnica"}
    assert {"abnt:nbr:13776:2021", "abnt:nbr:14561:2000", "mte:nr:7"} == tags
