"""/prazos: a defence counted from the day on the road says that the norm does not settle it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot import accounts
from bot.clock import MovableClock
from bot.database import Database
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent, rehearsal

OPEN = "A norma deixa este ponto em aberto"
NOTE = "Só temos a entrega na estrada"


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Rehearsal]:
    with rehearsal(database, knowledge, clock) as made:
        accounts.touch(made.session, user_id=PERSON, name="Marli", now=NOON)
        accounts.found_company(
            made.session, owner=PERSON, name="Aurora", authorities=["daer"], modes=[], now=NOON
        )
        yield made


def answers(desk: Rehearsal, label: str) -> Sent:
    """Presses a button of the last screen."""
    buttons = [b for row in desk.answered[-1].keyboard for b in row]
    found = next(b for b in buttons if label in b.label)
    return desk.press(found.action, **found.args)


def counted(desk: Rehearsal, *, come: bool) -> Sent:
    desk.press("deadline.begin")
    answers(desk, "Defesa")
    if not come:
        answers(desk, "Ainda não chegou")
    desk.says("09/06/2026")
    return answers(desk, "Sim")


@pytest.mark.parametrize("come", [True, False], ids=["by post", "on the road"])
def test_only_the_roadside_day_is_an_unstated_start(desk: Rehearsal, come: bool) -> None:
    text = counted(desk, come=come).parts[0]

    assert "24/06/2026" in text
    assert [not come, not come] == [OPEN in text, NOTE in text]
    assert ("Entrega do TNT na estrada: 09/06/2026" in text) is not come


def test_kept_it_is_the_roadside_day_and_the_post_has_not_come(desk: Rehearsal) -> None:
    counted(desk, come=False)

    review = answers(desk, "Guardar").parts[0]

    assert "Entrega do TNT na estrada: <b>9 de junho de 2026" in review
    assert NOTE in review
