"""Files made just before they are sent: an outbox part names a producer and its parameters, never the bytes.

`load` reads what the file is made of and returns the work that makes it (run outside the transaction and off the event
loop), or None when there is nothing to send any more. `done` runs with the delivery: what is not to be kept goes then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.services import Services

Params = Mapping[str, Any]
Work = Callable[[], bytes]


def _nothing(_services: Services, _session: Session, _params: Params) -> None:
    """Nothing was kept for the file alone."""


@dataclass(frozen=True)
class Producer:
    """How one kind of file is made."""

    load: Callable[[Services, Session, Params], Work | None]
    done: Callable[[Services, Session, Params], None] = _nothing


Producers = Mapping[str, Producer]
