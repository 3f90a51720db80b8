"""Every command, button and form of the registry against every kind of person: generated, so that none is forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import Session, select

from bot import accounts, conversation, screens
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import Incoming
from bot.main import make_services
from bot.models.chat import STAFF_ROLES
from bot.models.delivery import OutboxPart
from bot.services import Services
from bot.settings import Settings
from bot.turn import Turn
from handlers import registry
from handlers.module import Module
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON

PUBLIC_COMMANDS = {
    "start", "ajuda", "pergunta", "normas", "artigo", "checklist", "frota", "vencimentos", "pode_rodar",
    "fiscalizacao", "prazos", "calcular", "lembretes", "empresa", "privacidade", "cancelar",
}  # fmt: skip
RECIPIENTS = {"broadcast.aware", "broadcast.why", "broadcast.off", "staff.accept"}
"""Buttons of staff modules that are pressed by people who are not on the staff."""
PEOPLE = ("stranger", "member", "removed", *STAFF_ROLES)
PERSON = 4242


class Called(Exception):
    """The handler was reached."""


def _called(_turn: Turn) -> None:
    raise Called


@pytest.fixture(scope="module")
def site() -> registry.Registry:
    """The real registry with every handler replaced by one that says that it was reached."""
    modules = [_hollow(module) for module in registry.MODULES]
    return registry.build(tuple(modules))


def _hollow(module: Module) -> Module:
    return replace(
        module,
        commands=tuple(replace(c, handler=_called) for c in module.commands),
        actions={name: replace(action, handler=_called) for name, action in module.actions.items()},
    )


@pytest.fixture
def services(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Services:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    return make_services(settings, database, bot_name="bot", clock=clock, knowledge=knowledge)


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


def _reached(site: registry.Registry, turn: Turn) -> bool:
    try:
        site.handle(turn)
    except Called:
        return True
    return False


def _said(session: Session) -> list[str]:
    session.flush()
    return [part.message["html"] for part in session.exec(select(OutboxPart).order_by(OutboxPart.outbox_id))]


def _allowed(roles: frozenset[str], person: str) -> bool:
    return not roles or person in roles or person == "administrator"


@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("person", PEOPLE)
def test_a_command_is_reached_only_by_its_roles(
    site: registry.Registry, services: Services, person: str, group: bool
) -> None:
    expected, found = {}, {}

    def work(session: Session) -> None:
        _becomes(session, person)
        for number, command in enumerate(site.commands.values()):
            incoming = _incoming(number, group, kind="command", command=command.name, text=f"/{command.name}")
            turn = Turn(services, session, incoming, NOON)
            expected[command.name] = _allowed(command.roles, person) and (command.groups or not group)
            found[command.name] = _reached(site, turn)

    services.database.now(work)
    assert expected == found


@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("person", PEOPLE)
def test_a_button_is_reached_only_by_its_roles(
    site: registry.Registry, services: Services, person: str, group: bool
) -> None:
    expected, found = {}, {}
    own = {name: action for name, action in site.actions.items() if not name.startswith("form.")}

    def work(session: Session) -> None:
        _becomes(session, person)
        chat = -100 if group else PERSON
        for number, (name, action) in enumerate(own.items()):
            [[cell]] = screens.store(
                session,
                [[screens.Button("x", name, {})]],
                key=f"k{number}",
                chat_id=chat,
                user_id=PERSON,
                flow="",
                version=0,
                now=NOON,
            )
            incoming = _incoming(number, group, kind="press", press_id="p", press_data=cell["data"])
            turn = Turn(services, session, incoming, NOON)
            expected[name] = _allowed(action.roles, person) and (action.groups or not group)
            found[name] = _reached(site, turn)

    services.database.now(work)
    assert expected == found


@pytest.mark.parametrize("person", PEOPLE)
def test_a_form_of_staff_goes_on_only_for_its_roles(
    site: registry.Registry, services: Services, person: str
) -> None:
    expected, found = {}, {}

    def work(session: Session) -> None:
        _becomes(session, person)
        for number, form in enumerate(site.forms.forms.values()):
            turn = Turn(services, session, _incoming(number, False, kind="text", text="x"), NOON)
            conversation.save(turn.state, now=NOON, flow=form.name, answers={}, context={})
            expected[form.name] = _allowed(form.roles, person)
            found[form.name] = site.forms.current(turn) is not None

    services.database.now(work)
    assert expected == found


def test_every_command_is_public_by_contract_or_has_roles(site: registry.Registry) -> None:
    assert set() == {c.name for c in site.commands.values() if not c.roles} - PUBLIC_COMMANDS


def test_every_button_and_form_of_a_staff_module_has_roles() -> None:
    open_to_all: set[str] = set()
    for module in registry.MODULES:
        if any(thing.roles for thing in (*module.commands, *module.actions.values(), *module.forms)):
            open_to_all |= {name for name, action in module.actions.items() if not action.roles}
            open_to_all |= {form.name for form in module.forms if not form.roles}

    assert set() == open_to_all - RECIPIENTS


@pytest.mark.parametrize("person", ["stranger", "member", "removed"])
def test_a_staff_command_reads_like_one_that_does_not_exist(
    site: registry.Registry, services: Services, person: str
) -> None:
    def work(session: Session) -> None:
        _becomes(session, person)
        for number, name in enumerate(["nada_disso", *(c.name for c in site.commands.values() if c.roles)]):
            incoming = _incoming(number, False, kind="command", command=name, text=f"/{name}")
            _reached(site, Turn(services, session, incoming, NOON))
        said = _said(session)
        assert len(said) > 1
        assert {said[0]} == set(said)

    services.database.now(work)


@pytest.mark.parametrize("person", ["stranger", "member", "removed"])
def test_help_and_menu_name_nothing_of_the_staff(services: Services, person: str) -> None:
    real = registry.build()
    secret = [c.name for c in real.commands.values() if c.roles]
    secret += [services.renderer.label(e.label) for e in real.entries if e.roles]

    def work(session: Session) -> None:
        _becomes(session, person)
        for number, name in enumerate(("start", "ajuda")):
            incoming = _incoming(number, False, kind="command", command=name, text=f"/{name}")
            real.handle(Turn(services, session, incoming, NOON))
        shown = " ".join(str(part.message) for part in session.exec(select(OutboxPart)))
        assert [] == [word for word in secret if word in shown]

    services.database.now(work)


def _incoming(number: int, group: bool, **more: Any) -> Incoming:
    chat = -100 if group else PERSON
    return Incoming(
        number + 1,
        chat_id=chat,
        user_id=PERSON,
        chat_type="group" if group else "private",
        user_name="Pessoa",
        **more,
    )
