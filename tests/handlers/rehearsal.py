"""A Turn that records what would be sent instead of planning it: quick enough to build every screen there is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from sqlmodel import Session

from bot import split
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import Incoming
from bot.main import make_services
from bot.screens import Press
from bot.services import Services
from bot.settings import Settings
from bot.turn import Turn
from handlers import registry
from handlers.module import Handler
from knowledge.answers import Answerer
from knowledge.library import Library

PERSON = 200_001


@dataclass(frozen=True)
class Sent:
    """One answer: its parts, its buttons as they go to Telegram, and what each would do."""

    template: str
    parts: list[str]
    rows: tuple[tuple[dict[str, str], ...], ...]
    keyboard: list[list[Any]]
    file: dict[str, Any] | None = None

    @property
    def labels(self) -> list[str]:
        """What stands on the buttons."""
        return [b["text"] for row in self.rows for b in row]


@dataclass
class Rehearsed(Turn):
    """Records; the database is only read."""

    sent: list[Sent] = field(default_factory=list)

    def _reply(
        self,
        template: str,
        keyboard: Any,
        *,
        form: bool,
        header: str,
        edit: int | None,
        fields: dict[str, Any],
    ) -> int:
        parts = split.split(self.services.renderer.html(template, **fields), header=header)
        rows = self._message("x", keyboard, form=form)["keyboard"]
        self.sent.append(Sent(template, parts, rows, [list(row) for row in keyboard]))
        self.replies.append(len(self.sent))
        return len(self.sent)

    def send_file(self, file: Any, template: str, keyboard: Any = (), **fields: Any) -> int:
        number = self._reply(template, keyboard, form=False, header="", edit=None, fields=fields)
        self.sent[-1] = replace(self.sent[-1], file=dict(file))
        return number

    def compute(self, key: str, work: Any) -> Any:
        return work()


@dataclass
class Rehearsal:
    """Runs handlers one after another in one transaction that is given up at the end."""

    services: Services
    session: Session
    site: registry.Registry = field(default_factory=registry.build)
    person: int = PERSON
    turn: type[Rehearsed] = Rehearsed
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    answered: list[Sent] = field(default_factory=list)
    """Everything the last update was answered with."""

    def command(self, name: str, argument: str = "") -> Sent:
        """What a command answers."""
        incoming = self._incoming("command", f"/{name} {argument}".strip())
        return self._run(replace(incoming, command=name, argument=argument), self.site.commands[name].handler)

    def press(self, action: str, **args: Any) -> Sent:
        """What a button answers."""
        press = Press(action, args, "", 0)
        return self._run(self._incoming("press", ""), self.site.actions[action].handler, press)

    def says(self, text: str) -> Sent:
        """What a message answers: a form's next question, or an answer."""
        return self._run(self._incoming("text", text), self.site._message)

    def finish(self, form: str, **answers: Any) -> Sent:
        """What a form answers when everything is answered."""
        ends = self.site.forms.forms[form].finish
        return self._run(self._incoming("text", "x"), lambda turn: ends(turn, answers))

    def _incoming(self, kind: str, text: str) -> Incoming:
        return Incoming(next(self.numbers), kind, self.person, self.person, text=text, message_id=1)

    def _run(self, incoming: Incoming, handler: Handler, press: Press | None = None) -> Sent:
        now = self.services.clock.now()
        turn = self.turn(self.services, self.session, incoming, now, press=press, site=self.site)
        handler(turn)
        self.session.flush()
        self.answered = turn.sent
        return turn.sent[-1]


@contextmanager
def rehearsal(
    database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock
) -> Iterator[Rehearsal]:
    """A rehearsal on a migrated database."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)
    with Session(database.engine, expire_on_commit=False) as session:
        yield Rehearsal(services, session)
        session.rollback()
