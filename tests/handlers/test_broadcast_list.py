"""/comunicados reaches every broadcast, those at work first."""

from __future__ import annotations

from bot import broadcasts
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent


def listed(said: Sent) -> list[int]:
    return [b.args["id"] for row in said.keyboard for b in row if b.action == "broadcast.open"]


def pages(said: Sent) -> list[int]:
    return [b.args["page"] for row in said.keyboard for b in row if b.action == "broadcast.list"]


def test_every_broadcast_is_on_a_page_and_those_at_work_come_first(stand_in: Rehearsal) -> None:
    states = {1: "running", 2: "paused", 3: "scheduled", 4: "done", 5: "cancelled"}
    for number in range(1, 11):
        row = broadcasts.create(
            stand_in.session, author=PERSON, now=NOON, subject="norms", text=f"Texto {number}"
        )
        row.state = states.get(number, "draft")
    stand_in.session.flush()

    first = stand_in.command("comunicados")
    second = stand_in.press("broadcast.list", page=1)

    assert ([3, 2, 1, 10, 9, 8, 7, 6], [1]) == (listed(first), pages(first))
    assert ([5, 4], [0]) == (listed(second), pages(second))
    assert "página 2 de 2" in second.parts[0]


def test_one_page_has_no_neighbours(stand_in: Rehearsal) -> None:
    broadcasts.create(stand_in.session, author=PERSON, now=NOON, subject="norms", text="Texto")

    said = stand_in.command("comunicados")

    assert [] == pages(said)
    assert "página" not in said.parts[0]
