"""Who may do, see and hear what inside a company: `roles.yaml`, checked at every press and command."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

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
    leaves_to: dict[str, frozenset[Holder]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _changes_what_it_sees(self) -> RoleRule:
        if blind := sorted((self.changes | self.hears) - self.sees):
            raise ValueError(f"muda ou ouve sobre o que não vê: {', '.join(blind)}")
        left = frozenset[Holder]().union(*self.leaves_to.values())
        if deaf := sorted(left - self.hears):
            raise ValueError(f"deixa para outro papel o que não ouve: {', '.join(deaf)}")
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
        self._leaves_to_hearers()
        return self

    def _leaves_to_hearers(self) -> None:
        """Whom something is left to hears of it and keeps it: otherwise nobody would be told first."""
        for role, rule in self.roles.items():
            for other, holders in rule.leaves_to.items():
                known = self.roles.get(other)
                if known is None or holders - known.hears or holders & known.leaves_to.get(role, frozenset()):
                    raise ValueError(f"{role}.leaves_to.{other}: papel que não ouve isso ou que devolve")

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

    def leaves_to(self, role: str, holder: str) -> frozenset[str]:
        """The roles to which that role leaves papers of this holder, where the company has somebody of them."""
        return frozenset(other for other, left in self.roles[role].leaves_to.items() if holder in left)


FILE = Path(__file__).with_name("roles.yaml")


def load_roles(path: Path = FILE) -> Roles:
    """The file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, Roles)


@cache
def package_roles() -> Roles:
    """The roles that come with the package, read once."""
    return load_roles()
