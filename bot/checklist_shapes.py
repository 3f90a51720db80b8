"""The shapes of an outcome in words: what chat and paper show, and what it is read with. No wording, no law."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from knowledge.age import Manufacture
from knowledge.checklist_figures import Figures
from knowledge.checklist_model import Contact
from knowledge.checklist_papers import Paper
from knowledge.corpus import Corpus


@dataclass(frozen=True)
class Known:
    """What the fleet holds already: dated papers, the plates of the vehicles that run, and when these were made."""

    papers: tuple[Paper, ...] = ()
    plates: frozenset[str] = frozenset()
    made: tuple[Manufacture, ...] = ()


@dataclass(frozen=True)
class Desk:
    """What an outcome is read with: the texts of the law, contacts, amounts and days, and our own sentences."""

    corpus: Corpus
    contacts: Mapping[str, Contact]
    figures: Figures
    label: Callable[..., str]


@dataclass(frozen=True)
class ItemView:
    """One paper of the case. `state`: done, known (from the fleet), expired (on the day of the request), open."""

    id: str
    title: str
    what: str
    how: str
    copies: int
    validity: str
    ground: str
    beyond: str
    hint: str
    state: str
    source: str
    note: str
    files: int
    why: str

    @property
    def ready(self) -> bool:
        """Whether nothing is missing."""
        return self.state in {"done", "known"}


@dataclass(frozen=True)
class Line:
    """A sentence of the outcome with its ground."""

    title: str
    text: str
    ground: str = ""
    note: str = ""
    doubt: bool = False


@dataclass(frozen=True)
class Charter:
    """The whole outcome in words."""

    title: str
    authority: str
    what: str
    who: str
    stop: str
    complete: bool
    answers: tuple[tuple[str, str], ...]
    items: tuple[ItemView, ...]
    not_needed: tuple[Line, ...]
    boxes: tuple[str, ...]
    steps: tuple[Line, ...]
    time: str
    deadlines: tuple[Line, ...]
    costs: tuple[Line, ...]
    notices: tuple[Line, ...]
    channel: str
    contacts: tuple[Line, ...]
    norm: str
    basis: str
    version: str
    on: dt.date
    file_on: dt.date

    @property
    def missing(self) -> tuple[ItemView, ...]:
        """What is still to be got."""
        return tuple(i for i in self.items if not i.ready)
