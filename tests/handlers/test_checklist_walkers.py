"""Random walkers through random checklists, with a restart between any two steps: nothing given is ever lost."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, col, select

from bot import migrate, outbox
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import Incoming
from bot.main import make_services
from bot.models.chat import Conversation, Draft, Screen
from bot.models.delivery import Outbox
from bot.services import Services
from bot.settings import Settings
from bot.turn import Turn
from handlers import registry
from knowledge import checklists as engine
from knowledge.answers import Answerer
from knowledge.checklist_model import Checklist, Question
from knowledge.library import Library
from tests.handlers.rehearsal import PERSON

WALKERS, STEPS = 20, 25
ENDS = {
    "checklist.leave",
    "checklist.pdf",
    "checklist.delete",
    "checklist.mine",
    "checklist",
    "menu",
    "print.begin",
}
KEPT = {"passengers.begin", "checklist.share", "checklist.rename", "checklist.dates", "checklist.note"}


@dataclass
class Walker:
    """A person who presses and types at random; every step is a new process on the same file."""

    file: Path
    services: Services
    chance: random.Random
    update: int = 0
    expected: dict[str, str] = field(default_factory=dict)
    ticked: dict[str, bool] = field(default_factory=dict)

    def step(self, **incoming: Any) -> None:
        """One update, handled by a process that was just started."""
        self.update += 1
        database = Database(f"sqlite:///{self.file}")
        try:
            services, now = replace(self.services, database=database), self.services.clock.now()
            with Session(database.engine, expire_on_commit=False) as session, session.begin():
                said = Incoming(self.update, chat_id=PERSON, user_id=PERSON, message_id=1, **incoming)
                registry.build().handle(Turn(services, session, said, now))
        finally:
            database.close()

    def press(self, action: str, **args: Any) -> None:
        """Presses a button of the newest screen."""
        for data, name, carried in self.buttons():
            if name == action and all(carried.get(k) == v for k, v in args.items()):
                self.step(kind="press", press_data=data)
                return
        raise AssertionError(f"no button {action} {args}")

    def read(self, work: Any) -> Any:
        """Reads the file as another process."""
        database = Database(f"sqlite:///{self.file}")
        try:
            return database.now(work)
        finally:
            database.close()

    def buttons(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The buttons of the newest screen: data, action, arguments."""

        def work(session: Session) -> list[tuple[str, str, dict[str, Any]]]:
            newest = session.exec(select(Outbox).order_by(col(Outbox.id).desc()).limit(1)).one()
            keyboard = outbox.parts(session, newest.id or 0)[-1].message.get("keyboard", [])
            found = []
            for cell in (c for row in keyboard for c in row if "data" in c):
                key, _, index = cell["data"].partition(".")
                screen = session.get(Screen, key)
                assert screen is not None
                action, args = screen.actions[int(index)]
                found.append((cell["data"], action, args))
            return found

        return list(self.read(work))

    def draft(self) -> Draft:
        """The stored draft."""
        found: Draft = self.read(lambda session: session.exec(select(Draft)).one())
        return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "walk.sqlite"
    database = Database(f"sqlite:///{file}")
    migrate.upgrade(database.engine)
    database.close()
    return file


def _awaited(walker: Walker, checklist: Checklist) -> Question | None:
    """The number that the open screen asks for, if it does."""
    state = walker.read(lambda session: session.get(Conversation, (PERSON, PERSON)))
    question = checklist.question(str(state.answers.get("arg", "")))
    open_ = state.answers.get("at") in {"question", "change"}
    return question if open_ and question is not None and question.type == "number" else None


def _types(walker: Walker, checklist: Checklist, question: Question) -> None:
    """A number, or nonsense, which must change nothing."""
    typed = walker.chance.choice([*engine.representatives(question), "nem sei", "-3"])
    walker.step(kind="text", text=typed)
    if typed in engine.representatives(question):
        walker.expected = engine.answer(checklist, walker.expected, question.id, typed)


def _expect(walker: Walker, checklist: Checklist, action: str, args: dict[str, Any]) -> None:
    """What the draft must hold after a press, computed apart from it."""
    if action == "checklist.choose":
        walker.expected = engine.answer(checklist, walker.expected, args["q"], args["v"])
    elif action == "checklist.back":
        walker.expected = engine.back(checklist, walker.expected)
    elif action == "checklist.tick":
        walker.ticked[args["item"]] = args["done"]


def _walk(walker: Walker, checklist: Checklist) -> None:
    walker.step(kind="command", text="/checklist", command="checklist", argument=checklist.title)
    walker.press("checklist.open", id=checklist.id)
    walker.press("checklist.begin", id=checklist.id)
    for _ in range(STEPS):
        question = _awaited(walker, checklist)
        if question is not None and walker.chance.random() < 0.7:
            _types(walker, checklist, question)
        else:
            offered = [b for b in walker.buttons() if b[1] not in ENDS | KEPT]
            data, action, args = walker.chance.choice(offered)
            _expect(walker, checklist, action, args)
            walker.step(kind="press", press_data=data)
        stored = walker.draft()
        assert walker.expected == stored.answers
        assert walker.ticked == {item: kept["done"] for item, kept in stored.ticks.items()}


@pytest.mark.parametrize("seed", range(WALKERS))
def test_r31_a_restart_between_any_two_steps_loses_nothing(
    file: Path, knowledge: tuple[Library, Answerer], clock: MovableClock, seed: int
) -> None:
    chance = random.Random(seed)
    known = knowledge[0].checklists.checklists
    checklist = known[chance.choice(sorted(c for c in known if known[c].questions))]

    database = Database("sqlite://")
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)
    database.close()

    _walk(Walker(file, services, chance), checklist)
