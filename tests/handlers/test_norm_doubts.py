"""A table, another article or another text sent for one provision is asked about before anything is kept."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.models.chat import Staff
from bot.models.staff import NormRevision
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

TABLE = "Idade\tPrazo\nAté 5 anos\t12 meses\nMais de 5 anos\t6 meses"


@pytest.fixture
def asked(stand_in: Rehearsal) -> Rehearsal:
    """An editor asked for the new words of a provision."""
    stand_in.session.add(Staff(user_id=PERSON, role="editor", since=NOON))
    stand_in.session.flush()
    stand_in.press("norms_admin.amend", id="daer-7727-2022")
    assert "Escreva o texto novo" in stand_in.says("art13_par1").parts[0]
    return stand_in


def test_a_pasted_table_is_asked_about_with_the_provisions_name_and_nothing_is_kept(asked: Rehearsal) -> None:
    shown = asked.says(TABLE)

    assert "Isto não parece o texto novo de <b>Res. DAER 7.727/2022, art. 13, § 1º</b>" in shown.parts[0]
    assert "Parece uma tabela copiada: “Idade Prazo”" in shown.parts[0]
    assert [] == list(asked.session.exec(select(NormRevision)))


def test_whoever_means_it_goes_on_and_whoever_does_not_is_asked_again(asked: Rehearsal) -> None:
    asked.says(TABLE)
    assert "Escreva o texto novo" in asked.press("form.correct").parts[0]
    asked.says(TABLE)

    assert "Que ato deu o texto novo?" in asked.press("form.yes", field="words").parts[0]


def test_plain_new_words_are_not_asked_about(asked: Rehearsal) -> None:
    assert "Que ato deu o texto novo?" in asked.says("A inspeção será anual.").parts[0]
