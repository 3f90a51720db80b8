"""Topics: their strict shape, and what must hold of every one of them."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rapidfuzz import fuzz, process

from knowledge.corpus import Corpus
from knowledge.embeddings import key, read_vectors
from knowledge.errors import DataFilesError
from knowledge.library import Library
from knowledge.text import fold
from knowledge.topic_checks import copied_run, topic_problems
from knowledge.topic_numbers import Grounds
from knowledge.topics import Topic, load_topics, loose_ends

TODAY = dt.date(2026, 11, 30)
QUESTIONS = Path(__file__).parents[1] / "questions"
DATA = Path(__file__).parents[2] / "knowledge" / "data"
ENTRY = """topics:
  - id: prazo-da-defesa
    title: Prazo da defesa
    authority: daer
    kind: deadline
    phrases: [quanto tempo tenho, qual o prazo, dias para defender]
    answer: São 15 dias do recebimento.
    provisions: ["daer-7727-2022:art45_par4"]
"""


@pytest.fixture(scope="session")
def topics() -> tuple[Topic, ...]:
    return load_topics()


@pytest.fixture
def corpus(library: Library) -> Corpus:
    return library.corpus


def topic(**changes: object) -> Topic:
    """A sound topic, with changes."""
    sound = {
        "id": "prazo-da-defesa",
        "title": "Prazo da defesa",
        "authority": "daer",
        "kind": "deadline",
        "phrases": ("quanto tempo tenho", "qual o prazo", "dias para defender"),
        "answer": "São 15 dias do recebimento.",
        "provisions": ("daer-7727-2022:art45_par4",),
    }
    return Topic.model_validate(sound | changes)


def written(folder: Path, text: str) -> Path:
    """A data folder with one file of topics."""
    (folder / "topics").mkdir()
    (folder / "topics" / "um.yaml").write_text(text, encoding="utf-8")
    return folder


def test_every_topic_is_grounded_written_and_short(topics: tuple[Topic, ...], library: Library) -> None:
    assert [] == list(topic_problems(topics, library, TODAY))


@pytest.fixture(scope="session")
def grounds(library: Library) -> Grounds:
    return Grounds(library)


UNCOVERED = {"kind": "not_covered", "provisions": (), "door": "DETRAN"}


@pytest.mark.parametrize(
    ("stray", "changes"),
    [
        (["20"], {"answer": "São 20 dias."}),
        (["40"], {"answer": "São {upf:40}."}),
        ([], {"answer": "São quinze dias."}),
        (["500"], {"answer": "São 15 dias e R$ 500,00."}),
        (["trimestral"], {"answer": "O prazo é trimestral."}),
        (["anual"], {"answer": "Renova anualmente."}),
        (["1 ano"], {"answer": "Tem um ano para isso."}),
        (["2"], {"answer": "Dobra na segunda vez."}),
        ([], {"answer": "Segundo a resolução, terceiros não respondem."}),
        (["10/12/2023"], {"answer": "Vale desde 10/12/2023."}),
        (["metade"], {"answer": "Paga a metade."}),
        (["20"], {"more": "Antes eram 20 dias."}),
        (["7"], {"title": "Prazo de 7 dias"}),
        (["44"], UNCOVERED | {"answer": "Não está coberto. A taxa é de 44 reais."}),
        (["199"], UNCOVERED | {"door": "Defesa Civil 199."}),
        ([], UNCOVERED | {"door": "SAMU 192."}),
        ([], UNCOVERED | {"answer": "Não está coberto. Em geral vale 2 anos e 6 meses."}),
        (["2", "8"], UNCOVERED | {"answer": "Não está coberto. Em geral vale 2 anos e 8 meses."}),
        (["240"], UNCOVERED | {"answer": "São 240 km."}),
        ([], UNCOVERED | {"answer": "São 240 km.", "related": ("urbano-240-km",)}),
        ([], {"more": "Fora da norma: o toxicológico vale 2 anos e 6 meses."}),
        (["2", "6"], {"more": "O toxicológico vale 2 anos e 6 meses."}),
        (
            [],
            {
                "provisions": ("cetm-2015:art23",),
                "answer": "São 10%. Conta: 10% de 28 lugares dão 2,8, ou seja, 2.",
            },
        ),
        (
            ["28", "3.8"],
            {"provisions": ("cetm-2015:art23",), "answer": "São 10%. Conta: 10% de 28 lugares dão 3,8."},
        ),
    ],
)
def test_what_a_topic_states_stands_in_what_it_rests_on(
    grounds: Grounds, stray: list[str], changes: dict[str, object]
) -> None:
    assert stray == grounds.stray(topic(**changes))


def test_words_copied_from_the_provision_are_refused() -> None:
    law = "um dois três quatro cinco seis sete oito nove dez onze doze treze"
    assert "um dois tres" in copied_run(law, law)


def test_twelve_words_in_a_row_are_allowed() -> None:
    law = "um dois três quatro cinco seis sete oito nove dez onze doze treze"
    assert "" == copied_run(law.removesuffix(" treze") + " fim", law)


def test_a_provision_that_does_not_exist_is_refused(library: Library) -> None:
    found = list(topic_problems((topic(provisions=["daer-7727-2022:art99"]),), library, TODAY))
    assert "prazo-da-defesa: dispositivo inexistente: daer-7727-2022:art99" in found


def test_an_answer_longer_than_a_screen_is_refused(library: Library) -> None:
    found = list(topic_problems((topic(answer="Sim. " * 200),), library, TODAY))
    assert any("o limite é 700" in line for line in found)


def test_a_related_topic_that_does_not_exist_is_refused() -> None:
    assert ["prazo-da-defesa.related"] == [p.key for p in loose_ends((topic(related=["outro"]),))]


def test_a_good_file_is_read(tmp_path: Path) -> None:
    assert ["prazo-da-defesa"] == [t.id for t in load_topics(written(tmp_path, ENTRY))]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ("adress", ENTRY + "    adress: x\n"),
        ("provisions", ENTRY.replace('    provisions: ["daer-7727-2022:art45_par4"]\n', "")),
        ("door", ENTRY.replace("kind: deadline", "kind: not_covered")),
        ("authority", ENTRY.replace("authority: daer", "authority: detran")),
        ("repetido", ENTRY + ENTRY.removeprefix("topics:\n")),
    ],
)
def test_a_broken_file_is_refused_by_name(found: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(DataFilesError, match=found):
        load_topics(written(tmp_path, text))


def test_the_file_of_vectors_holds_every_topic(topics: tuple[Topic, ...]) -> None:
    """Build it anew with `fretabot bench vectors`."""
    vectors = read_vectors()
    assert vectors is not None
    assert [] == [t.id for t in topics if key(t) not in vectors.said]


FEW = 5
"""Questions of fewer words leak when they stand whole; one word alone is the name of its matter."""


def leaks(questions: list[str], phrases: list[str], rows: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Questions that stand in a data file, whole or nearly; of two to four words, whole. `rows` hold short
    expressions, which count whole only.
    """
    held = [plain(p) for p in phrases]
    whole = frozenset((*held, *map(plain, rows)))
    found = []
    for question in questions:
        asked = plain(question)
        size = len(asked.split())
        if 1 < size < FEW and asked in whole:
            found.append((question, asked))
        near = process.extractOne(asked, held, scorer=fuzz.ratio, score_cutoff=88) if size >= FEW else None
        if near:
            found.append((question, near[0]))
    return found


def values(line: str) -> list[str]:
    """A line of a data file and its value."""
    text = re.sub(r"^(?:- )?(?:[a-z_]+: )?", "", line.strip())
    return [line.strip(), text]


def listed(text: str) -> list[str]:
    """What a list written in one line holds."""
    return text.strip("[]").split(",") if text.startswith("[") else []


def plain(text: str) -> str:
    """Folded words alone."""
    return " ".join(re.findall(r"[a-z0-9]+", fold(text)))


@pytest.mark.parametrize("path", sorted(QUESTIONS.glob("*.jsonl")), ids=lambda p: p.stem)
def test_no_development_question_stands_in_a_data_file(path: Path) -> None:
    """Of our own questions the short ones are names of matters ("o que é caução") and are left out."""
    asked = [json.loads(line)["question"] for line in path.read_text(encoding="utf-8").splitlines()]
    questions = [q for q in asked if path.stem != "own" or len(plain(q).split()) >= FEW]
    lines = [
        line
        for data in sorted(DATA.rglob("*.yaml"))
        if "norms" not in data.parts
        for line in data.read_text(encoding="utf-8").splitlines()
    ]
    held = dict.fromkeys(text for line in lines for text in values(line))
    assert [] == leaks(questions, list(held), [text for line in lines for text in listed(values(line)[1])])


def test_a_short_question_leaks_only_whole() -> None:
    assert [("o que é a PTV?", "o que e a ptv")] == leaks(
        ["o que é a PTV?", "PTV"], values("- O que é a PTV")
    )
    assert [] == leaks(["o que é PTV?", "LIT"], ["o que é a PTV", "LIT"])


def test_a_list_in_one_line_is_looked_through() -> None:
    assert leaks(["sou mei?"], [], listed(values("    phrases: [sou MEI, outro jeito]")[1]))


def test_a_question_that_leaks_is_found() -> None:
    assert leaks(["qual o prazo da defesa do TNT?"], ["Qual é o prazo da defesa do TNT"])


def test_no_answer_opens_with_a_yes_or_no_that_the_question_may_turn_round(library: Library) -> None:
    """ "Can I keep it 60 days?" and "must I keep it 90 days?" find the same answer: it says what holds."""
    openers = re.compile(r"(sim|não)\s*[.,:;!]", re.IGNORECASE)

    assert [] == [t.id for t in library.topics if openers.match(t.answer)]
