"""Searching: the right topic first, by words, spelling and concepts; regulator and intent weigh in."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.embeddings import MeaningIndex, Space, build_vectors, key, read_vectors, write_vectors
from knowledge.lexical import FieldIndex, PhraseIndex, Speller
from knowledge.search import Search, shortened
from knowledge.text import words
from knowledge.topics import Topic
from knowledge.wish import Wish, read_wish


def topic(id_: str, kind: str, authority: str, *phrases: str, answer: str = "Resposta.") -> Topic:
    return Topic(
        id=id_,
        title=phrases[0],
        authority=authority,
        kind=kind,
        phrases=phrases,
        answer=answer,
        provisions=() if kind == "not_covered" else ("daer-7727-2022:art13",),
        door="outro órgão" if kind == "not_covered" else "",
    )


TOPICS = (
    topic(
        "laudo",
        "deadline",
        "daer",
        "de quanto em quanto tempo é o laudo",
        "vistoria anual",
        "quando vence o LIT",
    ),
    topic(
        "multa-laudo", "fine", "daer", "multa por laudo vencido", "andar sem laudo", "quanto é a multa do LIT"
    ),
    topic(
        "mp-laudo",
        "deadline",
        "metroplan",
        "laudo na metropolitana",
        "laudo da van",
        "vistoria na metropolitana",
    ),
    topic("mala", "rule", "daer", "etiquetar a mala", "bagagem dos passageiros", "tíquete de bagagem"),
    topic("ipva", "not_covered", "other", "valor do IPVA", "imposto do veículo", "pagar IPVA"),
)


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(TOPICS, {"daer-7727-2022:art13": "inspeções técnicas veiculares regulares"})


def best(search: Search, question: str, **known: object) -> str:
    wish = read_wish(words(question)) if not known else Wish(**known)
    return search.rank(question, wish)[0].topic.id


@pytest.mark.parametrize(
    ("expected", "question"),
    [
        ("laudo", "de quanto em quanto tempo faço a vistoria?"),
        ("multa-laudo", "qto morre de multa se o laudo venceu"),
        ("mala", "tenho q etiqueta as mala"),
        ("mala", "preciso etiquettar a bagajem"),
        ("ipva", "quanto custa o ipva"),
    ],
)
def test_the_right_topic_comes_first(search: Search, expected: str, question: str) -> None:
    assert expected == best(search, question)


def test_the_regulator_known_decides_between_equals(search: Search) -> None:
    found = [best(search, "periodicidade do laudo", authority=a) for a in ("daer", "metroplan")]
    assert ["laudo", "mp-laudo"] == found


def test_nothing_to_search_for_finds_nothing(search: Search) -> None:
    assert [] == search.rank("e o que é isso?", Wish())


def test_the_question_before_helps_a_short_one(search: Search) -> None:
    assert (
        "mala" == search.rank("e se eu não fizer?", Wish(), context="preciso etiquetar a mala?")[0].topic.id
    )


def test_more_speaks_for_a_topic_than_for_a_stranger(search: Search) -> None:
    known, strange = (
        search.rank(q, Wish())[0].support for q in ("tíquete de bagagem", "receita de bolo na mala")
    )
    assert known > strange


def test_a_word_no_document_holds_is_mended() -> None:
    assert "passageiros" == Speller(["lista de passageiros"]).mend("pasageiros")


def test_a_known_word_and_a_number_are_left_alone() -> None:
    speller = Speller(["lista de passageiros"])
    assert ["lista", "12345"] == [speller.mend(w) for w in ("lista", "12345")]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    index = FieldIndex([{"t": "laudo comum"}, {"t": "comum outro"}, {"t": "comum"}], {"t": 1.0})
    assert 0 == int(np.argmax(index.scores({"comum": 1.0, "laud": 1.0, "#laudo": 1.0})))


def test_a_phrase_said_whole_is_certain() -> None:
    index = PhraseIndex(["valor da caução", "lista de passageiros"])
    assert index.scores(dict.fromkeys(["valor", "cauçã", "cauca", "#caucao"], 1.0))[0] > 0.8


def test_a_long_question_is_read_by_the_clause_that_asks() -> None:
    text = "ontem choveu muito na serra, " * 10 + "qual a multa por andar sem lista?"
    assert shortened(text).endswith("qual a multa por andar sem lista?")
    assert len(shortened(text)) <= 150


class Fake:
    """A model that counts letters: the same text, the same vector."""

    def query(self, texts: list[str] | str) -> np.ndarray:
        rows = [self._one(t) for t in ([texts] if isinstance(texts, str) else texts)]
        return np.array(rows[0] if isinstance(texts, str) else rows, dtype=np.float32)

    def _one(self, text: str) -> np.ndarray:
        counts = np.zeros(384)
        for letter in text.lower():
            counts[ord(letter) % 384] += 1
        return counts / max(1e-9, np.linalg.norm(counts))


def test_vectors_survive_the_file(tmp_path: object) -> None:
    vectors = build_vectors(TOPICS, Fake())
    path = tmp_path / "v.npz"  # type: ignore[operator]
    write_vectors(vectors, path)
    read = read_vectors(path)
    assert read is not None
    assert np.allclose(vectors.said[key(TOPICS[0])], read.said[key(TOPICS[0])], atol=0.01)


def test_without_the_file_there_are_no_vectors(tmp_path: object) -> None:
    assert read_vectors(tmp_path / "none.npz") is None  # type: ignore[operator]


def test_a_topic_the_file_does_not_hold_is_embedded_at_once() -> None:
    index = MeaningIndex(TOPICS, build_vectors(TOPICS[:3], Fake()), Fake())
    said, _, _ = index.scores("etiquetar a mala")
    assert "mala" == TOPICS[int(np.argmax(said))].id


def test_whitened_vectors_have_length_one() -> None:
    raw = np.random.default_rng(1).normal(size=(40, 384)).astype(np.float32)
    assert np.allclose(1.0, np.linalg.norm(Space.fitted([raw[:20], raw[20:]]).of(raw), axis=1), atol=1e-4)


def test_without_the_model_no_evidence_is_given() -> None:
    assert Search(TOPICS, {}).evidence("etiquetar a mala") is None
