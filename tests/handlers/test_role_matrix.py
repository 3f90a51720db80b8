"""Every command, button, form and start link of the registry against every kind of person, by a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from sqlmodel import Session

from bot import accounts, conversation, screens
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import Incoming
from bot.main import make_services
from bot.models.chat import STAFF_ROLES
from bot.services import Services
from bot.settings import Settings
from bot.turn import Turn
from handlers import registry
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.handlers import role_table
from tests.handlers.role_table import EVERYBODY, NOT_STAFF, Right

PEOPLE = sorted(EVERYBODY)
PERSON, OTHER, GROUP = 4242, 777, -100


class Called(Exception):
    """The handler was reached."""


def _called(_turn: Turn) -> None:
    raise Called


@dataclass
class Quiet(Turn):
    """Keeps what is said, as template and buttons; nothing is worded or planned."""

    said: list[tuple[Any, ...]] = field(default_factory=list)

    def _reply(
        self,
        template: str,
        keyboard: screens.Keyboard,
        *,
        form: bool,
        header: str,
        edit: int | None,
        fields: dict[str, Any],
    ) -> int:
        buttons = tuple((b.label, b.action) for row in keyboard for b in row)
        self.said.append((template, buttons, repr(fields), form, header, edit))
        self.replies.append(len(self.said))
        return len(self.said)


@dataclass
class Office:
    """One person in front of the real registry whose handlers say that they were reached."""

    services: Services
    session: Session
    site: registry.Registry
    number: int = 0

    def hears(self, *, group: bool = False, **more: Any) -> Quiet:
        self.number += 1
        chat, kind = (GROUP, "group") if group else (PERSON, "private")
        incoming = Incoming(
            self.number, chat_id=chat, user_id=PERSON, chat_type=kind, user_name="Pessoa", **more
        )
        return Quiet(self.services, self.session, incoming, NOON)

    def command(self, name: str, argument: str = "", *, group: bool = False) -> Quiet:
        return self.hears(group=group, kind="command", command=name, argument=argument, text=f"/{name}")

    def press(self, name: str, *, group: bool = False, of: int = PERSON, flow: str = "") -> Quiet:
        version = 0
        if flow:
            state = conversation.load(self.session, chat_id=PERSON, user_id=PERSON, now=NOON)
            conversation.save(state, now=NOON, flow=flow, answers={}, context={})
            version = state.version
        [[cell]] = screens.store(
            self.session,
            [[screens.Button("x", name, {})]],
            key=f"k{self.number}",
            chat_id=GROUP if group else PERSON,
            user_id=of,
            flow=flow,
            version=version,
            now=NOON,
        )
        return self.hears(group=group, kind="press", press_id="p", press_data=cell["data"])

    def reached(self, turn: Quiet) -> bool:
        try:
            self.site.handle(turn)
        except Called:
            return True
        return False


def _becomes(session: Session, person: str) -> None:
    if person != "stranger":
        accounts.touch(session, user_id=PERSON, name="Pessoa", now=NOON)
    if person == "member":
        accounts.found_company(session, owner=PERSON, name="Aurora", authorities=["daer"], modes=[], now=NOON)
    if person in STAFF_ROLES:
        accounts.appoint(session, user_id=PERSON, role=person, name="Pessoa", now=NOON)
    if person == "removed":
        for role in STAFF_ROLES:
            accounts.appoint(session, user_id=PERSON, role=role, name="Pessoa", now=NOON)
        accounts.dismiss(session, PERSON)


REAL = registry.build()


def _hollow() -> registry.Registry:
    """The real registry, its guards too; every handler but that of /start says that it was reached."""
    start = REAL.commands["start"]
    return replace(
        REAL,
        commands={n: c if c is start else replace(c, handler=_called) for n, c in REAL.commands.items()},
        actions={name: replace(action, handler=_called) for name, action in REAL.actions.items()},
        links=dict.fromkeys(REAL.links, _called),
    )


@pytest.fixture(params=PEOPLE)
def person(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def office(
    database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock, person: str
) -> Iterator[Office]:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    services = make_services(settings, database, bot_name="bot", clock=clock, knowledge=knowledge)
    with Session(database.engine, expire_on_commit=False) as session:
        _becomes(session, person)
        session.flush()
        yield Office(services, session, _hollow())
        session.rollback()


OWN_BUTTONS = sorted(REAL.actions.keys() - role_table.FORM_BUTTONS)


def _compared(
    names: list[str], right: Callable[[str], Right], person: str, reached: Callable[[str, bool], bool]
) -> None:
    """What the table says against what happens, in the private chat and in a group."""
    for group in (False, True):
        expected = {n for n in names if person in right(n).people and (right(n).groups or not group)}
        assert expected == {n for n in names if reached(n, group)}, group


def test_every_command_button_form_and_link_stands_in_the_table_and_nothing_else() -> None:
    assert role_table.COMMANDS.keys() == REAL.commands.keys()
    assert role_table.LINKS.keys() == REAL.links.keys()
    assert role_table.FORM_BUTTONS == {name for name in REAL.actions if name.startswith("form.")}
    assert [] == [name for name in OWN_BUTTONS if role_table.of_button(name) is None]
    assert [] == [name for name in REAL.forms.forms if role_table.of_form(name) is None]
    told = {name.partition(".")[0] for name in OWN_BUTTONS} | set(OWN_BUTTONS)
    assert set() == role_table.BUTTONS.keys() - told


def test_a_command_is_reached_only_by_its_people(office: Office, person: str) -> None:
    names = [name for name in REAL.commands if name != "start"]

    _compared(
        names,
        role_table.COMMANDS.__getitem__,
        person,
        lambda name, group: office.reached(office.command(name, group=group)),
    )


def test_a_button_is_reached_only_by_its_people(office: Office, person: str) -> None:
    _compared(
        OWN_BUTTONS,
        lambda name: role_table.of_button(name) or Right(frozenset()),
        person,
        lambda name, group: office.reached(office.press(name, group=group)),
    )


def test_a_button_of_somebody_elses_screen_is_reached_by_nobody(office: Office) -> None:
    assert [] == [name for name in OWN_BUTTONS if office.reached(office.press(name, of=OTHER))]


def test_a_start_link_is_opened_by_its_people_in_the_private_chat_only(office: Office, person: str) -> None:
    _compared(
        list(REAL.links),
        role_table.LINKS.__getitem__,
        person,
        lambda prefix, group: office.reached(office.command("start", f"{prefix}x", group=group)),
    )


def test_a_form_is_filled_in_only_by_its_people(office: Office, person: str) -> None:
    """Of every form one button, of one form of each kind of people every button."""
    kinds = {role_table.of_form(name): name for name in REAL.forms.forms}
    pressed = [("form.choose", form) for form in REAL.forms.forms]
    pressed += [(name, form) for name in sorted(role_table.FORM_BUTTONS) for form in kinds.values()]

    expected = [(n, f) for n, f in pressed if person in (role_table.of_form(f) or ())]
    assert expected == [(n, f) for n, f in pressed if office.reached(office.press(n, flow=f))]


def test_what_is_typed_goes_only_to_a_form_of_ones_own(office: Office, person: str) -> None:
    expected, found = {}, {}
    for name in REAL.forms.forms:
        turn = office.hears(kind="text", text="x")
        conversation.save(turn.state, now=NOON, flow=name, answers={}, context={})
        expected[name] = person in (role_table.of_form(name) or ())
        found[name] = office.site.forms.current(turn) is not None

    assert expected == found


def test_the_menu_leads_nobody_to_a_button_that_is_not_theirs(office: Office, person: str) -> None:
    actions = [entry.action for entry in REAL.entries]

    shown = {entry.action for entry in REAL.menu_entries(office.hears(kind="text", text="x"))}

    theirs = {a for a in actions if person in (role_table.of_button(a) or Right(frozenset())).people}
    assert theirs - {"drafts"} == shown - {"drafts"}


@pytest.mark.parametrize("person", sorted(NOT_STAFF))
def test_a_staff_command_or_button_reads_like_one_that_does_not_exist(office: Office) -> None:
    commands = [name for name, right in role_table.COMMANDS.items() if not right.people & NOT_STAFF]
    buttons = [n for n in OWN_BUTTONS if not (role_table.of_button(n) or Right(EVERYBODY)).people & NOT_STAFF]
    turns = [office.command(name) for name in ("nada_disso", *commands)]
    pressed = [office.press(name) for name in ("nada.disso", *buttons)]

    for turn in (*turns, *pressed):
        office.reached(turn)

    assert {turns[0].said[0]} == {one for turn in turns for one in turn.said}
    assert {pressed[0].said[0]} == {one for turn in pressed for one in turn.said}
    assert len(commands) > 5
    assert len(buttons) > 50


@pytest.mark.parametrize("person", sorted(NOT_STAFF))
def test_help_and_menu_name_nothing_of_the_staff(office: Office) -> None:
    office.site = REAL
    secret = [name for name, right in role_table.COMMANDS.items() if not right.people & NOT_STAFF]
    secret += [e.action for e in REAL.entries if not (role_table.of_button(e.action)).people & NOT_STAFF]  # type: ignore[union-attr]

    shown = [office.command("start"), office.command("ajuda")]
    for turn in shown:
        office.reached(turn)

    words = {word for turn in shown for word in turn_words(turn)}
    assert "frota" in words
    assert set() == set(secret) & words


def turn_words(turn: Quiet) -> list[str]:
    """The commands named and the buttons shown."""
    said = repr(turn.said)
    return [part for part in said.replace('"', "'").split("'") if part.isidentifier() or "." in part]
