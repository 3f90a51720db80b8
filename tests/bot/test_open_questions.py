"""Which waiting questions stand in one group: one answer goes to all of it."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from bot import open_questions
from bot.database import Database
from tests.conftest import NOON

DOG = "posso levar cachorro no ônibus fretado?"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (DOG, "pode levar cachorro no onibus fretado"),
        (DOG, "Alguém sabe se posso levar cachoro no ônibus fretado?"),
        ("qual o prazo de recurso de multa do daer", "prazo de recurso da multa do DAER"),
        ("multa", "Multa?"),
        ("quanto custa um pastel de feira?", "quanto custa um pastel de feira hoje?"),
    ],
)
def test_what_asks_the_same_stands_together(one: str, other: str) -> None:
    assert open_questions.alike(one, other) == open_questions.alike(other, one) > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (DOG, "preciso de seguro para levar cachorro?"),
        (DOG, "posso levar bicicleta no ônibus fretado?"),
        ("multa", "qual o prazo de recurso de multa do daer"),
        ("prazo", "qual o prazo de recurso de multa do daer"),
        ("multa", "prazo"),
        ("a van pode levar idoso sem cinto?", "a van pode levar criança sem cinto?"),
        ("posso?", "quanto custa?"),
    ],
)
def test_what_asks_something_else_stands_apart(one: str, other: str) -> None:
    assert 0 == open_questions.alike(one, other) == open_questions.alike(other, one)


def test_no_chain_of_questions_leads_to_another_matter(database: Database) -> None:
    texts = [
        "qual o prazo do recurso",
        "qual o prazo do recurso da multa",
        "prazo do recurso da multa do daer em porto alegre",
    ]

    def sent(session: Session) -> list[int]:
        for asker, text in enumerate(texts):
            open_questions.send(session, asker=asker, text=text, reason="not_covered", now=NOON)
        return [len(group.questions) for group in open_questions.groups(session)]

    assert [2, 1] == database.now(sent)


def test_a_question_taken_out_of_its_group_is_answered_by_itself(database: Database) -> None:
    def parted(session: Session) -> list[int]:
        for asker in range(3):
            last = open_questions.send(session, asker=asker, text=DOG, reason="not_covered", now=NOON)
        assert last is not None
        open_questions.part(session, last.id or 0)
        return sorted(len(group.questions) for group in open_questions.groups(session))

    assert [1, 2] == database.now(parted)
