"""What is sent as one provision's new words and looks like something else is doubted; amendments are not."""

from __future__ import annotations

import pytest

from knowledge.library import Library
from knowledge.other_text import doubt

PROVISION = "daer-7727-2022:art13"
TABLE = "Idade do veículo\tPrazo\tTaxa\nAté 5 anos\t12 meses\t10 UPF\nMais de 5 anos\t6 meses\t20 UPF"
CELLS = "Grupo\nPrazo\nTaxa\nGrupo I\n12 meses\n10 UPF\nGrupo II\n6 meses\n20 UPF"
ACT = "RESOLUÇÃO Nº 5.295, DE 2010\nDispõe sobre o registro das empresas.\nO registro vale dois anos."
RECIPE = (
    "Misture a farinha com manteiga derretida, quatro ovos batidos e uma pitada de fermento químico, leve ao forno"
    " aquecido durante quarenta minutos e polvilhe açúcar com canela antes de servir morno com café"
)


@pytest.mark.parametrize(
    ("expected", "seen", "words"),
    [
        ("table", "Idade do veículo Prazo Taxa", TABLE),
        ("table", "Grupo", CELLS),
        ("table", "| Classe | Prazo |", "| Classe | Prazo |\n| M2 | 12 meses |\n| M3 | 6 meses |"),
        ("act", "RESOLUÇÃO Nº 5.295, DE 2010", ACT),
        (
            "act",
            "Portaria SEEC nº 104/2022",
            "Portaria SEEC nº 104/2022\n\nA nota será emitida antes da saída.",
        ),
        ("articles", "art. 22", "Art. 22. A licença vale doze meses."),
        ("articles", "art. 13, art. 14", "Art. 13. A licença vale.\nArt. 14. A taxa é anual."),
        ("unlike", "", RECIPE),
    ],
)
def test_what_is_no_provision_is_doubted(library: Library, expected: str, seen: str, words: str) -> None:
    found = doubt(library.corpus, PROVISION, words)

    assert found is not None
    assert (expected, seen) == (found.kind, found.seen)


def test_the_words_of_a_provision_of_another_norm_are_doubted_by_its_name(library: Library) -> None:
    corpus = library.corpus
    other = max((p for p in corpus.provisions() if p.norm == "df-nff-2022"), key=lambda p: len(p.text))

    found = doubt(corpus, PROVISION, other.text.replace("\n", " "))

    assert found is not None
    assert ("elsewhere", corpus.label(other.id)) == (found.kind, found.seen)


@pytest.mark.parametrize(
    "words",
    [
        "Revogado.",
        "A licença vale seis meses.",
        "Art. 13. O transportador apresentará o laudo de inspeção a cada doze meses.",
        "O registro será renovado conforme a Resolução nº 8.000/2027, e o veículo passará por inspeção técnica anual"
        " em empresa credenciada pelo DAER, vedada a licença sem laudo.",
    ],
)
def test_short_and_reworded_texts_are_taken(library: Library, words: str) -> None:
    assert doubt(library.corpus, PROVISION, words) is None


def test_no_provision_is_doubted_for_a_word_more(library: Library) -> None:
    corpus = library.corpus
    some = [p for p in corpus.provisions() if p.text][::40]

    assert [] == [p.id for p in some if doubt(corpus, p.id, f"{p.text} Isso vale já.") is not None]
