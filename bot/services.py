"""Everything a handler or the scheduler may use, in one frozen object passed in from `bot.main`."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.clock import Clock, civil_day, machine_now
from bot.database import Database
from bot.metrics import Meter
from bot.render import Renderer
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def random_key(size: int = 12) -> str:
    """An unguessable key of letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(size))


@dataclass
class Base:
    """The knowledge in use; swapped between units of work when a revision was published (`bot.base_watch`)."""

    library: Library
    desk: Answerer | Future[Answerer]  # a desk that is still being built is waited for where it is needed

    @property
    def answerer(self) -> Answerer:
        """The answer desk."""
        if isinstance(self.desk, Future):
            self.desk = self.desk.result()
        return self.desk

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Inside, the arithmetic goes by the terms of the library as it is now, whatever is swapped meanwhile."""
        with self.library.terms.in_use():
            yield

    def swap(self, library: Library, answerer: Answerer) -> None:
        """From the next unit of work on, this is the knowledge."""
        self.library, self.desk = library, answerer


@dataclass(frozen=True)
class Services:
    """Settings, clock, database, library, renderer, chance; no global exists beside it."""

    settings: Settings
    clock: Clock
    database: Database
    base: Base
    renderer: Renderer
    bot_name: str = ""
    new_key: Callable[[], str] = random_key
    machine: Callable[[], dt.datetime] = field(default=machine_now)
    meter: Meter = field(default_factory=Meter)

    @property
    def library(self) -> Library:
        """The knowledge base as published now."""
        return self.base.library

    @property
    def answerer(self) -> Answerer:
        """The answer desk over it."""
        return self.base.answerer

    def today(self) -> dt.date:
        """The civil day of the people served."""
        return civil_day(self.clock.now(), self.settings.zone)
