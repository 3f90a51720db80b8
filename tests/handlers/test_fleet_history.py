"""The history in words: who it was, also of those who left, and what became what."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import Session

from bot import accounts
from bot.changes import ERASED
from bot.models.fleet import Change
from bot.render import Renderer
from handlers import fleet_history
from tests.bot.inbox_office import NOW

TURN: Any = SimpleNamespace(label=Renderer().label)


@pytest.mark.parametrize(
    ("entity", "name", "old", "new", "said"),
    [
        ("vehicle", "renavam", None, "00123456789", "RENAVAM: – → 00123456789"),
        ("vehicle", "vehicle_class", "M2", "M3", "Categoria: M2 (van, misto) → M3 (micro, ônibus)"),
        ("vehicle", "body", "", "road", "Urbano/rodoviário: – → rodoviário"),
        ("vehicle", "ownership", "owned", "rented", "De quem é: próprio → alugado"),
        ("company", "authorities", ["daer"], [], "Órgãos: DAER (entre cidades) → –"),
        ("company", "ladders", {}, {"*": ["45", "10"]}, "Dias de aviso: – → Todos os documentos 45, 10"),
    ],
)
def test_every_value_is_shown_before_and_after(entity: str, name: str, old: Any, new: Any, said: str) -> None:
    known = {"plate": "IAB1C23", "name": "Aurora"}
    row = Change(
        company_id=1, user_id=7, at=NOW, entity=entity, entity_id=1, action=f"{entity}_changed",
        before={**known, name: old}, after={**known, name: new},
    )  # fmt: skip

    assert said in fleet_history.what(TURN, row, {})


def test_two_who_left_are_told_apart_and_one_who_was_erased_has_no_name(store: Any) -> None:
    with Session(store.engine) as session, session.begin():
        for user, name in ((8, "Beto"), (9, "Caio")):
            accounts.touch(session, user_id=user, name=name, now=NOW)
        session.flush()
        turn: Any = SimpleNamespace(label=TURN.label, session=session)
        names = fleet_history._names(turn, SimpleNamespace(id=1), {8, 9, ERASED})  # type: ignore[arg-type]

        assert ["Beto (já saiu)", "Caio (já saiu)", "quem já saiu"] == [
            fleet_history._who(turn, user, names) for user in (8, 9, ERASED)
        ]
