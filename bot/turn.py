"""One update being handled: who speaks, what was sent, and the ways to answer.

A handler is a plain function of a Turn, run inside one database transaction that holds its effect, its replies' outbox
rows and the update's `done_at`. It never talks to Telegram. Heavy pure work is asked for with `compute`: the
transaction is given up, the work runs outside, and the handler runs again with the result at hand.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

from sqlmodel import Session

from bot import conversation, outbox, screens, split, staff
from bot.clock import civil_day
from bot.incoming import Incoming
from bot.messenger import Message
from bot.models.chat import Account, Conversation
from bot.models.delivery import LANE_REPLY
from bot.screens import Button, Keyboard, Press
from bot.services import Services

T = TypeVar("T")

KEEP = "keep"
"""The argument of a button whose message stays when it is pressed: a reminder is not replaced by a screen."""


class Entry(Protocol):
    """A line of the main menu."""

    @property
    def label(self) -> str:
        """The words on the button."""
        ...

    @property
    def action(self) -> str:
        """What pressing it does."""
        ...


class Site(Protocol):
    """The registry as handlers see it: forms, menu, commands, start links."""

    def begin_form(self, turn: Turn, name: str, answers: Mapping[str, object] | None = None) -> None:
        """Starts a form at its first open question."""
        ...

    def leave(self, turn: Turn) -> None:
        """Leaves the form; what was typed stays as a draft."""
        ...

    def menu_entries(self, turn: Turn) -> Sequence[Entry]:
        """The entries of the menu for this person."""
        ...

    def command_names(self, roles: frozenset[str]) -> Sequence[str]:
        """The commands that people of these roles may use."""
        ...

    def form_names(self) -> frozenset[str]:
        """Every form there is."""
        ...

    def link(self, payload: str) -> Callable[[Turn], None] | None:
        """What a deep link does, None when nobody knows it."""
        ...

    def has_action(self, name: str) -> bool:
        """Whether a button of this name still does something."""
        ...


@dataclass
class NeedsWork(Exception):
    """Raised by `Turn.compute`: run `work` outside the transaction, then handle the update again."""

    key: str
    work: Callable[[], Any]


@dataclass(frozen=True)
class Fetched:
    """A file a person sent, or why it could not be had: `too_large`, `gone` (Telegram knows it no more), `network`."""

    content: bytes = b""
    problem: str = ""


@dataclass
class NeedsFile(Exception):
    """Raised by `Turn.fetch`: download the file outside the transaction, then handle the update again."""

    key: str
    file_id: str
    limit: int


@dataclass
class Turn:
    """What a handler gets."""

    services: Services
    session: Session
    incoming: Incoming
    now: dt.datetime
    computed: Mapping[str, Any] = field(default_factory=dict)
    press: Press | None = None
    site: Site | None = None
    replies: list[int] = field(default_factory=list)

    @property
    def user_id(self) -> int:
        """Who wrote or pressed."""
        return self.incoming.user_id

    @property
    def text(self) -> str:
        """What was written."""
        return self.incoming.text

    @property
    def today(self) -> dt.date:
        """The person's civil day."""
        return civil_day(self.now, self.services.settings.zone)

    @cached_property
    def account(self) -> Account | None:
        """The person's account, None for a stranger who has stored nothing."""
        return self.session.get(Account, self.user_id)

    @cached_property
    def roles(self) -> frozenset[str]:
        """Staff roles; an administrator holds them all."""
        return staff.roles_of(self.session, self.user_id, self.services.settings.admin_ids)

    @cached_property
    def state(self) -> Conversation:
        """The stored conversation."""
        return conversation.load(
            self.session, chat_id=self.incoming.chat_id, user_id=self.user_id, now=self.now
        )

    @property
    def args(self) -> dict[str, Any]:
        """What the pressed button carries; empty when nothing was pressed."""
        return self.press.args if self.press else {}

    def begin_form(self, name: str, /, **answers: object) -> None:
        """Starts a form; an open one is kept as a draft."""
        if self.site is None:
            raise RuntimeError("a Turn outside the registry has no forms")
        self.site.begin_form(self, name, answers)

    def label(self, key: str, **fields: Any) -> str:
        """A button label."""
        return self.services.renderer.label(key, **fields)

    def offers(self, action: str) -> bool:
        """Whether a button for this action would do something."""
        return self.site is not None and self.site.has_action(action)

    def button(
        self, label_key: str, action: str, *, fields: Mapping[str, Any] | None = None, **args: Any
    ) -> Button:
        """A button with a label of `labels.yaml`."""
        return Button(self.label(label_key, **(fields or {})), action, args)

    def compute(self, key: str, work: Callable[[], T]) -> T:
        """The result of pure heavy work, done outside the transaction."""
        if key not in self.computed:
            raise NeedsWork(key, work)
        result: T = self.computed[key]
        return result

    def fetch(self, file_id: str, *, limit: int) -> Fetched:
        """The bytes of a file a person sent, of at most `limit` bytes; downloaded outside the transaction."""
        key = f"file {file_id}"
        if key not in self.computed:
            raise NeedsFile(key, file_id, limit)
        found: Fetched = self.computed[key]
        return found

    def say(
        self, template: str, keyboard: Keyboard = (), *, form: bool = False, header: str = "", **fields: Any
    ) -> int:
        """Answers with a new message; long texts go in parts. Returns the outbox id.

        `form`: the buttons belong to the current form screen and die with it.
        """
        return self._reply(template, keyboard, form=form, header=header, edit=None, fields=fields)

    def show(
        self, template: str, keyboard: Keyboard = (), *, form: bool = False, header: str = "", **fields: Any
    ) -> int:
        """Like `say`, but in place of the screen whose button was pressed (unless its button says `keep`)."""
        pressed = self.incoming.kind == "press" and not self.replies and not self.args.get(KEEP)
        edit = self.incoming.message_id if pressed else None
        return self._reply(template, keyboard, form=form, header=header, edit=edit, fields=fields)

    def send_file(
        self, file: Mapping[str, Any], template: str, keyboard: Keyboard = (), **fields: Any
    ) -> int:
        """Answers with a file: `{"kind", "file_id"}`, or `{"kind", "producer", "params", "name"}` made when sent."""
        message = self._message(self.services.renderer.html(template, **fields), keyboard, form=False)
        return self._plan([Message(**{**message, "file": dict(file)})])

    def _reply(
        self,
        template: str,
        keyboard: Keyboard,
        *,
        form: bool,
        header: str,
        edit: int | None,
        fields: dict[str, Any],
    ) -> int:
        html = self.services.renderer.html(template, **fields)
        texts = split.split(html, header=header)
        messages = [Message(**self._message(part, (), form=False)) for part in texts[:-1]]
        messages.append(Message(**self._message(texts[-1], keyboard, form=form)))
        if edit is not None and len(messages) == 1:
            messages = [Message(**{**vars(messages[0]), "edit": edit})]
        return self._plan(messages)

    def _message(self, html: str, keyboard: Keyboard, *, form: bool) -> dict[str, Any]:
        rows = screens.store(
            self.session,
            keyboard,
            key=self.services.new_key(),
            chat_id=self.incoming.chat_id,
            user_id=self.user_id if self.incoming.private else 0,  # a group's screen is everybody's
            flow=self.state.flow if form else "",
            version=self.state.version if form else 0,
            now=self.now,
        )
        return {
            "chat_id": self.incoming.chat_id,
            "html": html,
            "keyboard": rows,
            "thread": self.incoming.thread,
        }

    def _plan(self, messages: list[Message]) -> int:
        machine = self.services.machine()
        planned = outbox.Planned(
            recipient=self.incoming.chat_id,
            subject=str(self.incoming.update_id),
            cycle="-",
            stage=str(len(self.replies)),
            kind="reply",
            lane=LANE_REPLY,
        )
        row = outbox.add(self.session, planned, now=self.now, machine=machine)
        if row is None:
            raise RuntimeError(f"update {self.incoming.update_id} was answered before")
        outbox.add_parts(self.session, row, messages)
        self.replies.append(row)
        return row
