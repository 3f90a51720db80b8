"""Data in use: that of the package, read once, or what a unit of work has put in its place from begin to end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Generic, TypeVar

T = TypeVar("T")


class InUse(Generic[T]):
    """One kind of data, and what stands in its place inside `using`."""

    def __init__(self, name: str, load: Callable[[], T]) -> None:
        self._of_the_files = cache(load)
        self._held: ContextVar[T | None] = ContextVar(name, default=None)

    def now(self) -> T:
        """What is in use: what `using` has put in place, else what the files hold."""
        held = self._held.get()
        return self._of_the_files() if held is None else held

    @contextmanager
    def using(self, data: T) -> Iterator[None]:
        """Inside, this is in use: one unit of work sees one revision of the base."""
        token = self._held.set(data)
        try:
            yield
        finally:
            self._held.reset(token)
