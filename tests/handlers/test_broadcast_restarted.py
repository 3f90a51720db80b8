"""A broadcast's whole life with the program killed inside every step and started again: nothing lost, nothing twice."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session, col, select

from bot import accounts, broadcasts
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import Incoming
from bot.main import KINDS, make_services
from bot.messenger import Message, RecordingMessenger
from bot.models.chat import Screen
from bot.models.delivery import Outbox, OutboxPart
from bot.models.staff import Audit, Broadcast
from bot.services import Services
from bot.settings import Settings
from bot.throttle import OPEN
from bot.turn import Turn
from handlers import registry
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler.broadcasts import work
from scheduler.dispatch import Dispatcher
from tests.conftest import NOON

ANA, RUI, MARLI, JOAO = 501, 502, 601, 602
Unit = Callable[[Services, Session], Any]


class Killed(Exception):
    """The process ends here: nothing of the step is stored."""


@dataclass
class Program:
    """The program over one SQLite file: each step is killed first, and done by the program that is started after."""

    url: str
    knowledge: tuple[Library, Answerer]
    clock: MovableClock
    messenger: RecordingMessenger = field(default_factory=RecordingMessenger)
    updates: int = 0
    kills: int = 0

    def __post_init__(self) -> None:
        settings = Settings(_env_file=None, two_person_approval=True)  # type: ignore[call-arg]
        self.services = make_services(
            settings, Database(self.url), bot_name="bot", clock=self.clock, knowledge=self.knowledge
        )
        self.site = registry.build()

    def again(self) -> None:
        """Started anew; the knowledge and the templates, which hold no state, are not read again."""
        self.services.database.close()
        self.services = replace(self.services, database=Database(self.url))
        self.site = registry.build()

    def read(self, unit: Callable[[Session], Any]) -> Any:
        return self.services.database.now(unit)

    def step(self, unit: Unit) -> None:
        """Killed at its end, before anything is stored; done after the start; the program is started again."""
        stood = self._stored()

        def dies(session: Session) -> None:
            unit(self.services, session)
            session.flush()
            raise Killed

        with pytest.raises(Killed):
            self.services.database.now(dies)
        self.kills += 1
        self.again()
        assert stood == self._stored()
        self.services.database.now(lambda session: unit(self.services, session))
        self.again()

    def _stored(self) -> str:
        with self.services.database.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            return hashlib.sha256("\n".join(raw.iterdump()).encode()).hexdigest()

    def hears(self, person: int, **what: Any) -> None:
        self.updates += 1
        incoming = Incoming(
            self.updates, chat_id=person, user_id=person, user_name=f"Pessoa {person}", **what
        )
        self.step(
            lambda services, session: self.site.handle(Turn(services, session, incoming, self.clock.now()))
        )

    def says(self, person: int, text: str) -> None:
        command = text[1:] if text.startswith("/") else ""
        self.hears(person, kind="command" if command else "text", text=text, command=command)

    def presses(self, person: int, action: str, **args: Any) -> None:
        """The newest button in the person's chat that does this."""
        data = self.read(lambda session: _button(session, person, action, args))
        self.hears(person, kind="press", press_id="p", press_data=data)

    def works(self) -> None:
        self.step(lambda services, session: work(services, session, self.clock.now()))

    async def delivers(self) -> list[Message]:
        """What leaves now of the broadcast's texts; answers to presses leave too."""
        seen = len(self.messenger.sent)
        await Dispatcher(self.services, self.messenger, KINDS, "a", pace=OPEN, alarm=_quiet).drain()
        self.again()
        return [m for m in self.messenger.sent[seen:] if m.chat_id in {MARLI, JOAO} and "inspeção" in m.html]

    def state(self) -> str:
        """Of the newest broadcast."""
        return str(
            self.read(lambda s: s.exec(select(Broadcast.state).order_by(col(Broadcast.id).desc())).first())
        )


async def _quiet(_key: str, _facts: object) -> None: ...


def _button(session: Session, person: int, action: str, args: dict[str, Any]) -> str:
    rows = select(OutboxPart).join(Outbox, col(Outbox.id) == col(OutboxPart.outbox_id))
    for part in session.exec(
        rows.where(Outbox.recipient == person).order_by(col(OutboxPart.outbox_id).desc())
    ):
        for cell in (c for line in part.message.get("keyboard", ()) for c in line if "data" in c):
            key, _, index = cell["data"].partition(".")
            done, carried = session.get_one(Screen, key).actions[int(index)]
            if done == action and args.items() <= carried.items():
                return str(cell["data"])
    raise AssertionError(f"no button for {action} {args}")


@pytest.fixture
def program(
    database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock
) -> Iterator[Program]:
    def fills(session: Session) -> None:
        for person in (ANA, RUI):
            accounts.touch(session, user_id=person, name=f"Pessoa {person}", now=NOON)
            accounts.appoint(session, user_id=person, role="communicator", name="x", now=NOON)
        for owner in (MARLI, JOAO):
            accounts.touch(session, user_id=owner, name=f"Pessoa {owner}", now=NOON)
            name = f"Empresa {owner}"
            accounts.found_company(session, owner=owner, name=name, authorities=["daer"], modes=[], now=NOON)

    database.now(fills)
    made = Program(database.url, knowledge, clock)
    yield made
    made.services.database.close()


def approved(program: Program) -> None:
    """From a draft on screen to its approval by the second person."""
    program.presses(ANA, "broadcast.preview")
    program.presses(ANA, "broadcast.confirm")
    assert "approval" == program.state()
    program.presses(RUI, "broadcast.open")
    program.presses(RUI, "broadcast.preview")
    program.presses(RUI, "broadcast.approve")


async def concluded(program: Program) -> list[Message]:
    """Listed, planned, delivered, concluded."""
    program.works()
    left = await program.delivers()
    program.clock.move(timedelta(minutes=1))
    program.works()
    assert "done" == program.state()
    return left


def follows(program: Program, nature: str, text: str) -> None:
    """A correction or retraction of the first broadcast, written."""
    program.presses(ANA, "broadcast.open", id=1)
    program.presses(ANA, "broadcast.follow", id=1, nature=nature)
    program.says(ANA, text)


async def test_killed_inside_every_step_of_its_life_a_broadcast_goes_on(program: Program) -> None:
    program.says(ANA, "/comunicado")
    program.presses(ANA, "form.choose", value="norms")
    program.says(ANA, "A inspeção é dia 1.")
    program.presses(ANA, "form.choose", field="attachment")
    program.presses(ANA, "form.choose", field="provisions")
    program.presses(ANA, "broadcast.audience")
    program.presses(ANA, "broadcast.pick", fact="authorities")
    program.presses(ANA, "form.choose", value="daer")
    program.presses(ANA, "form.done")
    program.presses(ANA, "broadcast.open")
    program.presses(ANA, "broadcast.when")
    program.says(ANA, "amanhã 10h")
    approved(program)
    assert "scheduled" == program.state()
    program.works()
    assert [] == await program.delivers()

    program.clock.move(timedelta(hours=23))
    program.works()
    assert "running" == program.state()
    program.presses(ANA, "broadcast.open", id=1)
    program.presses(ANA, "broadcast.pause")
    assert ("paused", []) == (program.state(), await program.delivers())
    program.presses(ANA, "broadcast.resume")
    first = await concluded(program)
    program.presses(MARLI, "broadcast.aware")

    program.presses(ANA, "broadcast.results", id=1)
    program.presses(ANA, "broadcast.wave")
    wave = await concluded(program)

    follows(program, "correction", "A inspeção é dia 2.")
    approved(program)
    correction = await concluded(program)
    follows(program, "retraction", "Não há inspeção.")
    approved(program)
    retraction = await concluded(program)

    told = [Counter(m.chat_id for m in some) for some in (first, wave)]
    assert [{MARLI: 1, JOAO: 1}, {JOAO: 1}] == told
    assert {MARLI: 1, JOAO: 2} == Counter(m.chat_id for m in correction)
    assert {MARLI: 1, JOAO: 2} == Counter(m.chat_id for m in retraction)
    texts = [("dia 1", (*first, *wave)), ("dia 2", correction), ("Não há", retraction)]
    assert all(word in m.html for word, some in texts for m in some)
    lines = program.read(lambda s: Counter(s.exec(select(Audit.action)).all()))
    once = {"broadcast_created", "broadcast_audience", "broadcast_timed", "broadcast_paused", "broadcast_resumed",
            "broadcast_wave"}  # fmt: skip
    assert (
        dict.fromkeys(once, 1)
        | {f"broadcast_{n}": 3 for n in ("confirmed", "approved")}
        | {"broadcast_followed": 2}
        == lines
    )
    assert program.kills > 40
    assert ["done"] * 3 == [b.state for b in program.read(broadcasts.listing)]
