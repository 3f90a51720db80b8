"""The rules of reminding that are not law: `reminders.yaml`, read strictly."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from bot.models.fleet import COMPANY_ROLES
from knowledge.obligations import package_obligations
from knowledge.schema import Strict, load


class ReminderRules(Strict):
    """The whole file."""

    not_reminded: dict[str, str]
    second: tuple[str, ...]
    gather_minutes: Annotated[int, Field(ge=0, le=10)]
    lines: Annotated[int, Field(ge=1, le=20)]
    buttons: Annotated[int, Field(ge=1, le=8)]

    @model_validator(mode="after")
    def _known_words(self) -> ReminderRules:
        kinds = package_obligations()
        if unknown := sorted(kind for kind in self.not_reminded if kind not in kinds):
            raise ValueError(f"tipo desconhecido: {', '.join(unknown)}")
        if unknown := sorted(set(self.second) - set(COMPANY_ROLES)):
            raise ValueError(f"papel desconhecido: {', '.join(unknown)}")
        return self


FILE = Path(__file__).with_name("reminders.yaml")


def load_rules(path: Path = FILE) -> ReminderRules:
    """The file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, ReminderRules)


@cache
def package_rules() -> ReminderRules:
    """The rules that come with the package, read once."""
    return load_rules()
