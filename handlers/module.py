"""What a handler module contributes: commands, buttons, forms, deep links, menu entries. The registry merges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.turn import Turn
from handlers.form_model import Form

Handler = Callable[[Turn], None]

EVERYBODY: frozenset[str] = frozenset()
ADMINISTRATOR = frozenset({"administrator"})
COMMUNICATOR = frozenset({"communicator"})
EDITOR = frozenset({"editor"})
ATTENDANT = frozenset({"attendant"})
ANY_STAFF = ADMINISTRATOR | COMMUNICATOR | EDITOR | ATTENDANT


@dataclass(frozen=True)
class Command:
    """A slash command; its description is `command_<name>` in `labels.yaml`.

    `roles`: staff roles that may use it (empty: everybody). `groups`: answered in groups too.
    """

    name: str
    handler: Handler
    roles: frozenset[str] = EVERYBODY
    groups: bool = False


@dataclass(frozen=True)
class Action:
    """A button. `roles` are checked at the press, so a removed member's old buttons do nothing."""

    handler: Handler
    roles: frozenset[str] = EVERYBODY
    groups: bool = False


@dataclass(frozen=True)
class MenuEntry:
    """A line of the main menu: label key, the action it runs, and when it is of use (always, unless told)."""

    label: str
    action: str
    roles: frozenset[str] = EVERYBODY
    when: Callable[[Turn], bool] = lambda _turn: True


@dataclass(frozen=True)
class Flow:
    """A conversation that keeps its own state beside the forms, under its name in the conversation's `flow`.

    `show` draws the open screen again (after a button of an older one), `receive` takes what was typed or sent,
    `leave` closes it, keeping what was given.
    """

    show: Handler
    receive: Handler
    leave: Handler


@dataclass(frozen=True)
class Module:
    """One module's share. `links`: start payload prefix → handler (the payload is `turn.incoming.argument`)."""

    commands: tuple[Command, ...] = ()
    actions: Mapping[str, Action] = field(default_factory=dict)
    forms: tuple[Form, ...] = ()
    flows: Mapping[str, Flow] = field(default_factory=dict)
    links: Mapping[str, Handler] = field(default_factory=dict)
    menu: tuple[MenuEntry, ...] = ()
