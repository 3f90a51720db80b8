"""What a form is made of: fields with their prompts and readers, choices, and the refusal of what was typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.turn import Turn

Answers = dict[str, Any]


@dataclass
class Refused(Exception):
    """What was typed cannot be taken; the template says why and what is expected.

    `suggestion` (`text`, `label`): what was probably meant, offered as a button and read as if typed.
    """

    template: str
    fields: dict[str, Any] = field(default_factory=dict)
    suggestion: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """A button that answers the question."""

    label: str
    value: Any


def no_choices(_turn: Turn, _answers: Answers) -> Sequence[Choice]:
    """A question that is answered by typing only."""
    return ()


def always(_answers: Answers) -> bool:
    """A question that is always asked."""
    return True


def no_facts(_turn: Turn, _answers: Answers) -> dict[str, Any]:
    """A prompt that needs nothing but itself."""
    return {}


def no_echo_facts(_turn: Turn, _answers: Answers, _value: Any) -> dict[str, Any]:
    """An echo that needs nothing but the value."""
    return {}


def always_echoed(_turn: Turn, _answers: Answers, _value: Any) -> bool:
    """An echo that follows every typed value."""
    return True


@dataclass(frozen=True)
class Field:
    """One question. `read` turns what was typed into a JSON value or raises `Refused`; None: buttons only.

    `echo`: template that repeats a typed value in words and waits for a yes (dates, numbers with check digits);
    `echo_facts` fills it beside the value, `echoes` says of which values. `read_file` takes a photo or document where
    one answers the question.
    `free`: any text is the answer and never taken for a question to the bot.
    """

    name: str
    prompt: str
    read: Callable[[Turn, Answers], Any] | None = None
    choices: Callable[[Turn, Answers], Sequence[Choice]] = no_choices
    when: Callable[[Answers], bool] = always
    facts: Callable[[Turn, Answers], dict[str, Any]] = no_facts
    echo: str = ""
    echo_facts: Callable[[Turn, Answers, Any], dict[str, Any]] = no_echo_facts
    echoes: Callable[[Turn, Answers, Any], bool] = always_echoed
    multiple: bool = False
    read_file: Callable[[Turn, Answers], Any] | None = None
    free: bool = False


@dataclass(frozen=True)
class Form:
    """A named form. `review` (template) shows all answers before `finish` runs; empty: no review.

    `title` names the draft; `facts` fills the review template. `keeps`: left half way, it becomes a draft.
    `roles`: staff roles that may be in it (empty: everybody), checked at every step, so that a removed member's open
    form is over.
    """

    name: str
    title: Callable[[Turn, Answers], str]
    fields: tuple[Field, ...]
    finish: Callable[[Turn, Answers], None]
    review: str = ""
    review_facts: Callable[[Turn, Answers], dict[str, Any]] = no_facts
    keeps: bool = True
    roles: frozenset[str] = frozenset()

    def asked(self, answers: Answers) -> list[Field]:
        """The questions that these answers call for."""
        return [f for f in self.fields if f.when(answers)]

    def next(self, answers: Answers) -> Field | None:
        """The first question without an answer."""
        return next((f for f in self.asked(answers) if f.name not in answers), None)
