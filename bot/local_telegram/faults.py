"""Faults on order: what a network or an overloaded Telegram can do to a request."""

from __future__ import annotations

import itertools
import random
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal["drop", "delay", "error", "flood", "lost_answer", "hang"]


class Fault(BaseModel):
    """One kind of trouble and whom it hits.

    - `drop`: the connection is cut before anything happens
    - `delay`: the request is worked on after `seconds`
    - `error`: answered with `code` and `description`, nothing happens
    - `flood`: answered with 429 and `retry_after`
    - `lost_answer`: the effect happens, then the connection is cut
    - `hang`: the effect happens, no answer comes until the client gives up

    Filters (all must hold): `method`, `chat_id`, `text` (is contained). `skip` lets the first n matching
    requests pass, `count` ends the fault after n hits, `probability` hits some, `until` (instant) ends it.
    """

    model_config = ConfigDict(extra="forbid")

    kind: Kind
    id: int = 0
    method: str | None = None
    chat_id: int | None = None
    text: str | None = None
    skip: int = Field(default=0, ge=0)
    count: int | None = Field(default=None, ge=1)
    probability: float = Field(default=1.0, gt=0, le=1)
    until: float | None = None
    seconds: float = Field(default=0.0, ge=0, le=3600)
    code: int = Field(default=500, ge=400, le=599)
    description: str = "Internal Server Error"
    retry_after: int = Field(default=1, ge=0)
    migrate_to_chat_id: int | None = None
    hits: int = 0

    def matches(self, method: str, chat_id: int | None, text: str | None) -> bool:
        """Is this request of the kind that is hit?"""
        return (
            (self.method is None or self.method.lower() == method)
            and (self.chat_id is None or self.chat_id == chat_id)
            and (self.text is None or self.text in (text or ""))
        )


class Faults:
    """The faults in force, in the order they were set; the first that hits wins."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._ids = itertools.count(1)
        self.active: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Sets a fault; gives it its id."""
        fault.id = next(self._ids)
        self.active.append(fault)
        return fault

    def clear(self) -> None:
        """All is well again."""
        self.active.clear()

    def remove(self, fault_id: int) -> None:
        """Ends one fault."""
        self.active = [f for f in self.active if f.id != fault_id]

    def seed(self, seed: int) -> None:
        """Makes what chance decides repeatable."""
        self._random.seed(seed)

    def strike(self, method: str, chat_id: int | None, text: str | None, now: float) -> Fault | None:
        """The fault that hits this request, if any."""
        for fault in list(self.active):
            if fault.until is not None and now >= fault.until:
                self.active.remove(fault)
            elif fault.matches(method, chat_id, text) and self._hits(fault):
                return fault
        return None

    def _hits(self, fault: Fault) -> bool:
        if fault.skip:
            fault.skip -= 1
            return False
        if fault.probability < 1 and self._random.random() >= fault.probability:
            return False
        fault.hits += 1
        if fault.count is not None and fault.hits >= fault.count:
            self.active.remove(fault)
        return True
