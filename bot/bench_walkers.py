"""Random walkers through checklists: each step is handled by a process that just started, and may be killed in it.

What a draft must hold is computed beside it from the presses alone; any difference is a loss.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session, col, select

from bot import inbox, outbox
from bot.checklists import FLOW
from bot.database import Database
from bot.messenger import RecordingMessenger
from bot.models.chat import Conversation, Draft, Screen
from bot.models.delivery import Outbox
from bot.processor import Processor
from bot.services import Services
from handlers import fallback, registry
from knowledge import checklists as engine
from knowledge.checklist_model import Checklist, Question

LONGEST_LIFE = 0.08  # seconds until a kill: from before the first query to after the commit
MOST_KILLS = 4  # of one step; then it is let through
TYPED = 0.7  # how often a number is typed where one is asked
NONSENSE = ("nem sei", "-3")
# Buttons that lead out of the walk, or to screens whose answer is no choice among buttons.
OUT = {
    "checklist", "checklist.leave", "checklist.mine", "checklist.pdf", "checklist.delete", "checklist.share",
    "checklist.rename", "checklist.dates", "checklist.note", "menu", "print.begin", "passengers.begin",
}  # fmt: skip

Handle = Callable[[Services, str], None]


class Lost(AssertionError):
    """A draft does not hold what was given."""


def in_process(services: Services, url: str) -> None:
    """Handles what waits as a process just started would, and ends."""
    database = Database(url)
    try:
        own = replace(services, database=database)
        processor = Processor(own, registry.build().handle, fallback.sorry, RecordingMessenger())
        asyncio.run(processor.drain())
    finally:
        database.close()


@dataclass
class Killing:
    """Handles what waits in children of this process that are killed at some moment, until one gets through."""

    chance: random.Random
    kills: int = 0

    def __call__(self, services: Services, url: str) -> None:
        for left in reversed(range(MOST_KILLS + 1)):
            child = os.fork()
            if child == 0:
                try:
                    in_process(services, url)
                finally:
                    os._exit(0)
            if left:
                time.sleep(self.chance.random() * LONGEST_LIFE)
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            self.kills += os.WIFSIGNALED(status)
            if not _look(url, inbox.waiting):
                return
        raise Lost("an update stays unhandled")


def _look(url: str, work: Callable[[Session], Any]) -> Any:
    database = Database(url)
    try:
        return database.now(work)
    finally:
        database.close()


@dataclass
class Walker:
    """One person who presses and types at random, and what the draft must hold."""

    url: str
    services: Services
    person: int
    chance: random.Random
    handle: Handle = in_process
    expected: dict[str, str] = field(default_factory=dict)
    ticked: dict[str, bool] = field(default_factory=dict)
    _update: int = 0

    def walk(self, checklist: Checklist, steps: int) -> None:
        """Begins a draft and wanders about in it. Raises `Lost`."""
        self._says(f"/checklist {checklist.title}")
        self._finds("checklist.open", checklist.id)
        self._finds("checklist.begin", checklist.id)
        for _ in range(steps):
            question = self._awaited(checklist)
            if question is not None and self.chance.random() < TYPED:
                self._types(checklist, question)
            else:
                self._presses(checklist)
            self._compare()

    def _compare(self) -> None:
        draft: Draft = _look(
            self.url, lambda s: s.exec(select(Draft).where(Draft.user_id == self.person)).one()
        )
        ticks = {item: kept["done"] for item, kept in draft.ticks.items()}
        if (draft.answers, ticks) != (self.expected, self.ticked):
            raise Lost(f"{draft.subject}: {draft.answers} {ticks}, not {self.expected} {self.ticked}")

    def _types(self, checklist: Checklist, question: Question) -> None:
        """A number, or nonsense, which must change nothing."""
        fitting = list(engine.representatives(question))
        typed = self.chance.choice([*fitting, *NONSENSE])
        self._says(typed)
        if typed in fitting:
            self.expected = engine.answer(checklist, self.expected, question.id, typed)

    def _presses(self, checklist: Checklist) -> None:
        data, action, args = self.chance.choice([b for b in self._buttons() if b[1] not in OUT])
        if action == "checklist.choose":
            self.expected = engine.answer(checklist, self.expected, args["q"], args["v"])
        elif action == "checklist.back":
            self.expected = engine.back(checklist, self.expected)
        elif action == "checklist.tick":
            self.ticked[args["item"]] = args["done"]
        self._press(data)

    def _awaited(self, checklist: Checklist) -> Question | None:
        """The number that the open screen asks for, if it does."""
        state = _look(self.url, lambda s: s.get(Conversation, (self.person, self.person)))
        if state is None or state.flow != FLOW or state.answers.get("at") not in {"question", "change"}:
            return None
        question = checklist.question(str(state.answers.get("arg", "")))
        return question if question is not None and question.type == "number" else None

    def _buttons(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The buttons of the newest screen: data, action, arguments."""

        def work(session: Session) -> list[tuple[str, str, dict[str, Any]]]:
            newest = select(Outbox).where(Outbox.recipient == self.person).order_by(col(Outbox.id).desc())
            row = session.exec(newest.limit(1)).one()
            rows = outbox.parts(session, row.id or 0)[-1].message.get("keyboard", [])
            found = []
            for cell in (c for line in rows for c in line if "data" in c):
                key, _, index = cell["data"].partition(".")
                screen = session.get_one(Screen, key)
                action, args = screen.actions[int(index)]
                found.append((cell["data"], action, args))
            return found

        return list(_look(self.url, work))

    def _finds(self, action: str, id_: str) -> None:
        """Presses the button of that checklist."""
        self._press(next(d for d, name, args in self._buttons() if name == action and args.get("id") == id_))

    def _says(self, text: str) -> None:
        self._step({"message": {**self._message(), "from": self._from(), "text": text}})

    def _press(self, data: str) -> None:
        press = {"id": str(self._update), "from": self._from(), "message": self._message(), "data": data}
        self._step({"callback_query": press})

    def _from(self) -> dict[str, Any]:
        return {"id": self.person, "is_bot": False, "first_name": "Pessoa"}

    def _message(self) -> dict[str, Any]:
        return {"message_id": self._update + 1, "date": 0, "chat": {"id": self.person, "type": "private"}}

    def _step(self, update: dict[str, Any]) -> None:
        self._update += 1
        raw = {"update_id": self.person * 1000 + self._update, **update}
        now = self.services.clock.now()
        _look(self.url, lambda session: inbox.store(session, [raw], now=now))
        self.handle(self.services, self.url)


def play(services: Services, url: str, *, walkers: int, steps: int, seed: int) -> str:
    """Walks with real kills; returns the figures. Raises `Lost`."""
    chance = random.Random(seed)
    known = services.library.checklists.checklists
    asked = sorted(id_ for id_, checklist in known.items() if checklist.questions)
    killing = Killing(chance)
    began = time.monotonic()
    for number in range(walkers):
        walker = Walker(url, services, 700_001 + number, chance, killing)
        walker.walk(known[chance.choice(asked)], steps)
    seconds = time.monotonic() - began
    return (
        f"walkers: {walkers}, steps each: {steps}, every step in a process of its own; "
        f"killed by SIGKILL: {killing.kills}; answers or ticks lost: 0; {seconds:.0f} s"
    )
