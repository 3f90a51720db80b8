"""The people of the local server: who they are and how the file that lists them is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

DEMONSTRATION = Path(__file__).parent / "persons.yaml"


@dataclass(slots=True)
class Person:
    """Somebody with a Telegram account. `note` says in the chat page who this is."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str = "pt-br"
    note: str = ""
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    def user(self) -> dict[str, Any]:
        """The Bot API's `User`."""
        user: dict[str, Any] = {"id": self.id, "is_bot": False, "first_name": self.first_name}
        if self.last_name:
            user["last_name"] = self.last_name
        if self.username:
            user["username"] = self.username
        return user | {"language_code": self.language_code}


class PersonShape(BaseModel):
    """One entry of a persons file, or of a control request."""

    model_config = ConfigDict(extra="forbid")

    id: int = Field(gt=0, lt=2**52)
    first_name: str = Field(min_length=1, max_length=64)
    last_name: str | None = Field(default=None, max_length=64)
    username: str | None = Field(default=None, pattern=r"^[A-Za-z][A-Za-z0-9_]{3,31}$")
    language_code: str = "pt-br"
    note: str = ""
    started: bool = False

    def person(self) -> Person:
        """As a new person of the server."""
        return Person(**self.model_dump())


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    persons: list[PersonShape]


def read_persons(path: Path) -> tuple[Person, ...]:
    """The people of a YAML or JSON file. Raises `ValueError` naming the file and what is wrong."""
    try:
        shape = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    ids = [p.id for p in shape.persons]
    twice = {i for i in ids if ids.count(i) > 1}
    if twice:
        raise ValueError(f"{path.name}: id used twice: {sorted(twice)}")
    return tuple(p.person() for p in shape.persons)
