"""Every act of staff that changes something leaves a line in the log; the log is only ever added to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import ORMExecuteState
from sqlmodel import Session

from bot import accounts
from bot.clock import MovableClock
from bot.database import Database
from bot.models.chat import Account, Conversation, Draft, Screen
from bot.models.delivery import Outbox, OutboxPart
from bot.models.staff import Audit
from bot.norm_changes import Worked
from bot.render import TEMPLATES
from handlers import registry
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.handlers import staff_deeds
from tests.handlers.rehearsal import PERSON, Rehearsal, Rehearsed, rehearsal

TALK = (Account, Conversation, Draft, Screen, Outbox, OutboxPart)
"""Tables of talking itself: what is asked, answered and sent."""
REAL = registry.build()
BUTTONS = sorted(name for name, action in REAL.actions.items() if action.roles)
FORMS = sorted(form.name for form in REAL.forms.forms.values() if form.roles)
COMMANDS = sorted(command.name for command in REAL.commands.values() if command.roles)


class Sure(Rehearsed):
    """The base loads with whatever is published, and a new text is worked out without a look at it."""

    def compute(self, key: str, work: Any) -> Any:
        found: dict[str, Any] = {"load": "", "topic": [], "difference": (), "norm": Worked({"source": "x"})}
        kind = key.partition(" ")[0]
        return found[kind] if kind in found else super().compute(key, work)


@dataclass
class Ledger:
    """What a session changes beside talking."""

    written: set[str] = field(default_factory=set)
    lines: list[Audit] = field(default_factory=list)
    falsified: list[Any] = field(default_factory=list)

    def watch(self, session: Session) -> None:
        event.listen(session, "before_flush", self._flushed)
        event.listen(session, "do_orm_execute", self._executed)

    def _flushed(self, session: Session, *_: Any) -> None:
        changed = [one for one in session.dirty if session.is_modified(one)]
        self.lines += [one for one in session.new if isinstance(one, Audit)]
        self.falsified += [one for one in (*changed, *session.deleted) if isinstance(one, Audit)]
        self._wrote(type(one) for one in (*session.new, *changed, *session.deleted))

    def _executed(self, state: ORMExecuteState) -> None:
        if not state.is_select and state.bind_mapper is not None:
            self._wrote([state.bind_mapper.class_])

    def _wrote(self, models: Any) -> None:
        self.written |= {m.__name__ for m in models if m not in TALK and m is not Audit}


@dataclass
class Desk:
    """An administrator with something to act on, and what an act changed."""

    people: Rehearsal
    world: staff_deeds.World
    ledger: Ledger = field(default_factory=Ledger)

    def watched(self) -> Ledger:
        self.people.session.flush()
        self.ledger.watch(self.people.session)
        return self.ledger


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Desk]:
    with rehearsal(database, knowledge, clock) as made:
        made.turn = Sure
        accounts.touch(made.session, user_id=PERSON, name="Ana", now=NOON)
        accounts.appoint(made.session, user_id=PERSON, role="administrator", name="Ana", now=NOON)
        yield Desk(made, staff_deeds.World(made.session, made.services))


def test_every_button_and_form_of_staff_is_told_apart() -> None:
    assert set(BUTTONS) == staff_deeds.SHOWN.keys() ^ staff_deeds.WRITTEN.keys()
    assert set(FORMS) == staff_deeds.FORMS.keys() ^ staff_deeds.READING_FORMS.keys()


@pytest.mark.parametrize("name", sorted(staff_deeds.WRITTEN))
def test_a_button_that_changes_something_leaves_its_line(desk: Desk, name: str) -> None:
    expected, args = staff_deeds.WRITTEN[name]
    given = args(desk.world)
    ledger = desk.watched()

    desk.people.press(name, **given)

    assert [(expected, PERSON)] == [(line.action, line.user_id) for line in ledger.lines]
    assert [] == ledger.falsified


@pytest.mark.parametrize("name", sorted(staff_deeds.FORMS))
def test_a_form_that_changes_something_leaves_its_line(desk: Desk, name: str) -> None:
    expected, answers = staff_deeds.FORMS[name]
    given = answers(desk.world)
    ledger = desk.watched()

    desk.people.finish(name, **given)

    assert ledger.written
    assert [(expected, PERSON)] == [(line.action, line.user_id) for line in ledger.lines]
    assert [] == ledger.falsified


@pytest.mark.parametrize("name", sorted(staff_deeds.SHOWN))
def test_a_button_that_only_shows_changes_nothing(desk: Desk, name: str) -> None:
    given = staff_deeds.SHOWN[name](desk.world)
    ledger = desk.watched()

    said = desk.people.press(name, **given)

    assert "screen_changed" != said.template
    assert set() == ledger.written
    assert [] == ledger.lines


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_of_staff_changes_nothing(desk: Desk, name: str) -> None:
    ledger = desk.watched()

    desk.people.command(name)

    assert set() == ledger.written


@pytest.mark.parametrize("name", sorted(staff_deeds.READING_FORMS))
def test_a_form_that_only_looks_for_something_changes_nothing(desk: Desk, name: str) -> None:
    ledger = desk.watched()

    desk.people.finish(name, **staff_deeds.READING_FORMS[name](desk.world))

    assert set() == ledger.written


def test_only_the_log_itself_touches_its_table() -> None:
    root = TEMPLATES.parent.parent
    named = {
        path.relative_to(root).as_posix()
        for package in ("bot", "handlers", "scheduler")
        for path in (root / package).rglob("*.py")
        if _imports(path.read_text(), "bot.models.staff", "Audit")
    }

    assert {"bot/audit.py", "bot/staff.py"} == named


def _imports(text: str, module: str, name: str) -> bool:
    return name in text and any(
        isinstance(node, ast.ImportFrom) and node.module == module and name in {n.name for n in node.names}
        for node in ast.walk(ast.parse(text))
    )


def test_the_screen_of_the_log_offers_nothing_but_pages(desk: Desk) -> None:
    for name, (_, args) in list(staff_deeds.WRITTEN.items())[:12]:
        desk.people.press(name, **args(desk.world))

    shown = desk.people.press("staff.log", page=0)

    assert {"staff.log", "staff"} == {button.action for row in shown.keyboard for button in row}
    assert "broadcast" not in " ".join(shown.parts)
