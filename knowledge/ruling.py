"""What a rule of law says, never without its ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")

Standing = Literal["stated", "unstated", "outside"]


@dataclass(frozen=True)
class Ruling(Generic[T]):
    """A value with the provisions it rests on.

    `stated`: the norm says so. `unstated`: the norm leaves a gap, which the cited provisions show; the stricter
    reading is the value. `outside`: no norm of the base; `note` names source and confidence.
    """

    value: T
    provisions: tuple[str, ...]
    standing: Standing = "stated"
    note: str = ""
