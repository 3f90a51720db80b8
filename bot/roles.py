"""Who may do, see and hear what inside a company: `roles.yaml`, checked at every press and command."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import model_validator

from bot.models.fleet import COMPANY_ROLES
from knowledge.obligations import Holder
from knowledge.schema import Strict, load

Deed = Literal["fleet", "people", "owners", "company", "history"]


class RoleRule(Strict):
    """What one role may do, whose papers it sees, changes and hears of."""

    may: frozenset[Deed]
    sees: frozenset[Holder]
    changes: frozenset[Holder]
    hears: frozenset[Holder]

    @model_validator(mode="after")
    def _changes_what_it_sees(self) -> RoleRule:
        if blind := sorted((self.changes | self.hears) - self.sees):
            raise ValueError(f"muda ou ouve sobre o que não vê: {', '.join(blind)}")
        return self


class Health(Strict):
    """Kinds of which only the date is kept, and the roles that see it beside the driver."""

    kinds: frozenset[str]
    roles: frozenset[str]


class Roles(Strict):
    """The whole file; every role of the table stands in it."""

    roles: dict[str, RoleRule]
    health: Health

    @model_validator(mode="after")
    def _complete(self) -> Roles:
        if wrong := sorted(set(COMPANY_ROLES) ^ set(self.roles)):
            raise ValueError(f"papéis a mais ou a menos: {', '.join(wrong)}")
        if wrong := sorted(self.health.roles - set(self.roles)):
            raise ValueError(f"health.roles desconhecido: {', '.join(wrong)}")
        return self

    def sees(self, role: str, holder: str, kind: str, *, own: bool) -> bool:
        """Whether a person of that role sees a paper; `own`: it is a paper of that person."""
        if own:
            return True
        if kind in self.health.kinds:
            return role in self.health.roles
        return holder in self.roles[role].sees

    def changes(self, role: str, holder: str, kind: str, *, own: bool) -> bool:
        """Whether a person of that role may change a paper. Health dates of a driver: only with the driver's yes."""
        return own or (self.sees(role, holder, kind, own=own) and holder in self.roles[role].changes)

    def hears(self, role: str, holder: str, kind: str, *, own: bool) -> bool:
        """Whether a person of that role is told when a paper falls due."""
        return own or (self.sees(role, holder, kind, own=own) and holder in self.roles[role].hears)


FILE = Path(__file__).with_name("roles.yaml")


def load_roles(path: Path = FILE) -> Roles:
    """The file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, Roles)


@cache
def package_roles() -> Roles:
    """The roles that come with the package, read once."""
    return load_roles()
