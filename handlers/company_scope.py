"""Of which company a press or command is, and whether this person may do it: checked every time, never remembered.

What a button carries is no permission: the company of the thing pressed is looked up, and the person's place in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot import accounts, companies
from bot.changes import Actor
from bot.models.fleet import Company, Membership, Paper
from bot.roles import Deed, package_roles
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, onboarding
from handlers.paging import asked, page_of
from handlers.paper_kinds import holder_of

COMPANIES_A_PAGE = 6


@dataclass(frozen=True)
class Scope:
    """A person's place in one company."""

    company: Company
    place: Membership

    @property
    def id(self) -> int:
        """The company's id."""
        return self.company.id or 0

    def may(self, deed: Deed) -> bool:
        """Whether the role allows it."""
        return deed in package_roles().roles[self.place.role].may

    def sees(self, paper: Paper) -> bool:
        """Whether a paper is shown to this person."""
        return self.sees_kind(paper.kind, paper.person_id)

    def sees_kind(self, kind: str, person_id: int | None) -> bool:
        """Whether a paper of that kind and driver is shown to this person."""
        own = person_id == self.place.user_id
        return package_roles().sees(self.place.role, holder_of(kind), kind, own=own)

    def sees_holder(self, holder: str) -> bool:
        """Whether papers of such a holder are shown to this role at all."""
        return holder in package_roles().roles[self.place.role].sees

    def changes_holder(self, holder: str) -> bool:
        """Whether this role enters papers of such a holder."""
        return holder in package_roles().roles[self.place.role].changes

    def changes(self, paper: Paper) -> bool:
        """Whether this person may renew or correct a paper."""
        return self.changes_kind(paper.kind, paper.person_id)

    def changes_kind(self, kind: str, person_id: int | None) -> bool:
        """Whether this person may renew or correct a paper of that kind and driver."""
        own = person_id == self.place.user_id
        return package_roles().changes(self.place.role, holder_of(kind), kind, own=own)


def health_kinds() -> frozenset[str]:
    """Kinds of a driver's papers of which only the date is kept."""
    return package_roles().health.kinds


def actor(turn: Turn, scope: Scope) -> Actor:
    """Who changes something in this update; all its changes are one batch."""
    return actor_of(turn, scope.id)


def actor_of(turn: Turn, company_id: int) -> Actor:
    """The same for a company one has no place in (an administrator)."""
    return Actor(company_id, turn.user_id, str(turn.incoming.update_id), turn.now)


def of(turn: Turn, company_id: int) -> Scope | None:
    """The person's place in that company; a stranger gets what a stale button gets, and learns nothing."""
    held = companies.membership(turn.session, company_id, turn.user_id)
    if held is None:
        fallback.old_button(turn)
        return None
    return Scope(*held)


def current(turn: Turn) -> Scope | None:
    """The company the person works in; registers one, or asks which, or waits for an invitation."""
    held = companies.current(turn.session, turn.user_id)
    if held is not None:
        return Scope(*held)
    if accounts.companies(turn.session, turn.user_id):
        ask_which(turn)
    else:
        onboarding.begin(turn)
    return None


def asked_of(turn: Turn) -> Scope | None:
    """The company named by the pressed button, else the one the person works in."""
    return of(turn, int(turn.args["company"])) if "company" in turn.args else current(turn)


def ask_which(turn: Turn) -> None:
    """Asks a person of several companies in which one to work; the choice is kept."""
    held = accounts.companies(turn.session, turn.user_id)
    page = page_of(held, COMPANIES_A_PAGE, asked(turn))
    rows = [[Button(company.name, "company.choose", {"company": company.id})] for company, _ in page.shown]
    rows += page.turning(turn, "company.switch")
    turn.show("company/which", [*rows, [turn.button("menu", "menu")]], count=len(held))


def allowed(turn: Turn, scope: Scope, deed: Deed) -> bool:
    """Whether the role allows it; says so when not."""
    if scope.may(deed):
        return True
    refuse(turn, scope)
    return False


def permitted(turn: Turn, company_id: int, deed: Deed) -> Scope | None:
    """A person's place in a company where the role allows a deed; None, and said, when not."""
    scope = of(turn, company_id)
    return scope if scope is not None and allowed(turn, scope, deed) else None


def refuse(turn: Turn, scope: Scope) -> None:
    """The role does not allow it."""
    turn.show(
        "company/not_allowed",
        [[turn.button("menu", "menu")]],
        company=scope.company.name,
        role=turn.label(f"role_{scope.place.role}"),
    )
