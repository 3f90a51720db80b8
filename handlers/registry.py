"""The ordered table of everything a person can say or press, and what handles it.

Order: nobody (channels, anonymous administrators) → contact opened or closed → buttons → commands → the form that
awaits an answer → a question. Commands leave a form as a draft; whatever is not understood gets a helpful line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot import accounts, screens
from bot.screens import Press
from bot.turn import Turn
from handlers import (
    ask,
    broadcast,
    calculate,
    checklist,
    checklist_passengers,
    checklist_prints,
    clock_doubt,
    company,
    company_invites,
    company_people,
    company_recovery,
    contacts,
    deadlines,
    drafts,
    due,
    fallback,
    fleet,
    fleet_history,
    fleet_import,
    fleet_inclusion,
    menu,
    norm_reader,
    norms,
    norms_admin,
    onboarding,
    panel,
    papers,
    privacy,
    questions,
    questions_ask,
    reminders,
    road,
    staff,
    topic_base,
    topic_drafts,
    values,
)
from handlers.form_model import Form
from handlers.forms import FormRunner
from handlers.module import Action, Command, Flow, Handler, MenuEntry, Module

T = TypeVar("T")

MODULES: tuple[Module, ...] = (
    menu.MODULE,
    ask.MODULE,
    norms.MODULE,
    norm_reader.MODULE,
    calculate.MODULE,
    fleet.MODULE,
    fleet_history.MODULE,
    fleet_import.MODULE,
    fleet_inclusion.MODULE,
    papers.MODULE,
    reminders.MODULE,
    checklist.MODULE,
    checklist_prints.MODULE,
    checklist_passengers.MODULE,
    deadlines.MODULE,
    due.MODULE,
    road.MODULE,
    onboarding.MODULE,
    company.MODULE,
    company_people.MODULE,
    company_invites.MODULE,
    company_recovery.MODULE,
    clock_doubt.MODULE,
    drafts.MODULE,
    broadcast.MODULE,
    privacy.MODULE,
    staff.MODULE,
    questions.MODULE,
    questions_ask.MODULE,
    topic_drafts.MODULE,
    topic_base.MODULE,
    norms_admin.MODULE,
    values.MODULE,
    contacts.MODULE,
    panel.MODULE,
)


@dataclass(frozen=True)
class Registry:
    """Routes one Turn to its handler."""

    commands: Mapping[str, Command]
    actions: Mapping[str, Action]
    links: Mapping[str, Handler]
    entries: tuple[MenuEntry, ...]
    forms: FormRunner
    flows: Mapping[str, Flow]

    def handle(self, turn: Turn) -> None:
        """Answers one update."""
        turn.site = self
        incoming = turn.incoming
        if incoming.kind == "member":
            fallback.contact_changed(turn)
        elif incoming.kind == "migrated":
            fallback.group_migrated(turn)
        elif incoming.nobody or incoming.kind == "other":
            fallback.nobody(turn)
        elif incoming.kind == "press":
            self._press(turn)
        elif incoming.kind == "edited":
            fallback.edited(turn)
        else:
            self._message(turn)

    def begin_form(self, turn: Turn, name: str, answers: Mapping[str, object] | None = None) -> None:
        """Starts a form for a handler."""
        self.forms.begin(turn, name, dict(answers or {}))

    def form_names(self) -> frozenset[str]:
        """The forms there are."""
        return frozenset(self.forms.forms)

    def menu_entries(self, turn: Turn) -> tuple[MenuEntry, ...]:
        """The main menu for this person, now."""
        return tuple(e for e in self.entries if (not e.roles or e.roles & turn.roles) and e.when(turn))

    def command_names(self, roles: frozenset[str]) -> tuple[str, ...]:
        """The commands these staff roles may use, in order."""
        return tuple(c.name for c in self.commands.values() if not c.roles or c.roles & roles)

    def link(self, payload: str) -> Handler | None:
        """What a start payload opens: the longest prefix that matches."""
        prefixes = sorted((p for p in self.links if payload.startswith(p)), key=len, reverse=True)
        return self.links[prefixes[0]] if prefixes else None

    def has_action(self, name: str) -> bool:
        """Whether some module takes that button."""
        return name in self.actions

    def _message(self, turn: Turn) -> None:
        incoming = turn.incoming
        if incoming.private and turn.account is not None:
            accounts.touch(turn.session, user_id=turn.user_id, name=incoming.user_name, now=turn.now)
        self._words_or_content(turn)
        if incoming.private:
            fallback.remember_album(turn)

    def _words_or_content(self, turn: Turn) -> None:
        incoming = turn.incoming
        if incoming.kind == "command":
            self._command(turn)
        elif incoming.private and self.forms.current(turn) is not None:
            self.forms.receive(turn)
        elif incoming.private and (flow := self.flows.get(turn.state.flow)) is not None:
            flow.receive(turn)
        elif incoming.kind == "text" and (incoming.private or fallback.addressed(turn)):
            if not road.heard(turn):
                ask.question(turn)
        elif incoming.private:
            fallback.unexpected(turn)

    def _command(self, turn: Turn) -> None:
        command = self.commands.get(turn.incoming.command)
        if command is None or not _allowed(turn, command.roles):
            if turn.incoming.private:
                fallback.unknown_command(turn)
        elif not turn.incoming.private and not command.groups:
            fallback.private_only(turn)
        else:
            if turn.incoming.private:
                self.leave(turn)
            command.handler(turn)

    def _press(self, turn: Turn) -> None:
        incoming = turn.incoming
        press = screens.resolve(
            turn.session, incoming.press_data, chat_id=incoming.chat_id, user_id=incoming.user_id
        )
        action = self.actions.get(press.action) if press else None
        if press is None or action is None or not _allowed(turn, action.roles):
            fallback.old_button(turn)
        elif not incoming.private and not action.groups:
            fallback.private_only(turn)
        elif press.flow and (press.flow, press.version) != (turn.state.flow, turn.state.version):
            self._screen_changed(turn, press)
        elif press.flow and press.flow not in self.flows and self.forms.current(turn) is None:
            fallback.old_button(turn)
        else:
            turn.press = press
            action.handler(turn)

    def leave(self, turn: Turn) -> None:
        """Leaves whatever is open, keeping what was given."""
        self.forms.leave_quietly(turn)
        if (flow := self.flows.get(turn.state.flow)) is not None:
            flow.leave(turn)

    def _screen_changed(self, turn: Turn, press: Press) -> None:
        turn.say("screen_changed")
        flow = self.flows.get(turn.state.flow) or (None if turn.state.flow else self.flows.get(press.flow))
        if flow is not None:
            turn.press = press
            flow.show(turn)
        elif self.forms.current(turn) is not None:
            self.forms.ask(turn)
        else:
            menu.show(turn)


def _allowed(turn: Turn, roles: frozenset[str]) -> bool:
    return not roles or bool(roles & turn.roles)


def _merged(shares: list[Mapping[str, T]]) -> dict[str, T]:
    merged: dict[str, T] = {}
    for share in shares:
        if twice := merged.keys() & share.keys():
            raise ValueError(f"claimed by two handler modules: {sorted(twice)}")
        merged.update(share)
    return merged


def build(modules: tuple[Module, ...] = MODULES) -> Registry:
    """The registry of these modules. Raises `ValueError` when two claim one name."""
    forms: dict[str, Form] = _merged([{f.name: f for f in m.forms} for m in modules])
    runner = FormRunner(forms, ask.answer_text)
    own = {name: Action(handler) for name, handler in runner.actions().items()}
    return Registry(
        commands=_merged([{c.name: c for c in m.commands} for m in modules]),
        actions=_merged([*(m.actions for m in modules), own]),
        links=_merged([m.links for m in modules]),
        entries=tuple(e for m in modules for e in m.menu),
        forms=runner,
        flows=_merged([m.flows for m in modules]),
    )
