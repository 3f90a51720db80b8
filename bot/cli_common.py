"""What the commands share: a database that is opened for one piece of work, and one object a line for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import typer
from sqlmodel import Session

from bot.database import Database

T = TypeVar("T")


def once(database: Callable[[], Database], work: Callable[[Session], T]) -> T:
    """One unit of work on a database opened for it."""
    opened = database()
    try:
        return opened.now(work)
    finally:
        opened.close()


def printed(value: Any) -> None:
    """A line for programs."""
    typer.echo(json.dumps(value, ensure_ascii=False))
