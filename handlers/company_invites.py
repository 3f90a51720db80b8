"""Invitations into a company: a link for one person, who accepts, and whose name the inviter confirms."""

from __future__ import annotations

from typing import Any

from bot import accounts, companies, invitations, notices
from bot.models.chat import Account, Invitation
from bot.models.fleet import COMPANY_ROLES, Company
from bot.screens import Button
from bot.turn import Turn
from handlers import company_recovered, company_scope
from handlers.company_scope import Scope
from handlers.module import Action, Module

PREFIX = "i-c"
"""Start payloads of company invitations: letters and digits only after the hyphen."""

LINK = "https://t.me/{bot}?start={payload}"


def may_invite(scope: Scope, role: str) -> bool:
    """Owners are made by owners only."""
    return scope.may("owners" if role == "owner" else "people")


def choose_role(turn: Turn) -> None:
    """Asks as what the person is invited."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "people")) is None:
        return
    rows = [
        [turn.button(f"invite_{role}", "company.invite", company=scope.id, role=role)]
        for role in COMPANY_ROLES
        if may_invite(scope, role)
    ]
    rows.append([turn.button("back", "company.people", company=scope.id)])
    turn.show("company/invite_role", rows, company=scope.company.name)


def invite(turn: Turn) -> None:
    """Makes a link."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    role = str(turn.args["role"])
    if scope is None:
        return
    if not may_invite(scope, role):
        company_scope.refuse(turn, scope)
        return
    back = turn.button("back", "company.people", company=scope.id)
    offer(turn, scope.company, role, back)


def offer(turn: Turn, company: Company, role: str, back: Button) -> None:
    """Stores an invitation and shows its link, which nobody can be shown again."""
    secret = turn.services.new_key() + turn.services.new_key()
    row = invitations.create(
        turn.session,
        secret,
        company_id=company.id or 0,
        role=role,
        created_by=turn.user_id,
        now=turn.now,
    )
    show_link(turn, row, secret, company, back)


def show_link(turn: Turn, row: Invitation, secret: str, company: Company, back: Button) -> None:
    """The address, to be handed on."""
    link = LINK.format(bot=turn.services.bot_name, payload=PREFIX + secret)
    turn.show(
        "company/invited",
        [[turn.button("invite_revoke", "company.revoke", invitation=row.secret_hash)], [back]],
        company=company.name,
        role=turn.label(f"role_{row.role}"),
        link=link,
        days=invitations.VALID_DAYS,
    )


def opened(turn: Turn) -> None:
    """The link was tapped: says who invites to what, and asks before anything is kept."""
    row = invitations.by_secret(turn.session, turn.incoming.argument.removeprefix(PREFIX))
    company = turn.session.get(Company, row.company_id) if row and row.company_id else None
    if row is None or company is None or company.closed_at is not None:
        _over(turn, "unknown")
        return
    if companies.membership(turn.session, row.company_id or 0, turn.user_id) and row.role != "owner":
        _over(turn, "inside", company=company.name)
        return
    now = invitations.standing(row, turn.now)
    if now == "waiting" and row.used_by == turn.user_id:
        _over(turn, "waiting", company=company.name)
    elif now != "open":
        _over(turn, "expired" if now == "expired" else "used")
    elif row.created_by == turn.user_id:
        _over(turn, "own", company=company.name)
    elif company_recovered.barred(turn, row, turn.user_id):
        _over(turn, "staff", company=company.name)
    else:
        inviter = turn.session.get(Account, row.created_by)
        keyboard = [
            [turn.button("invite_accept", "company.accept", invitation=row.secret_hash)],
            [turn.button("invite_decline", "menu")],
        ]
        turn.say(
            "company/invitation",
            keyboard,
            company=company.name,
            role=turn.label(f"role_{row.role}"),
            inviter=inviter.name if inviter else turn.label("staff"),
        )


def _over(turn: Turn, reason: str, *, company: str = "") -> None:
    turn.show("company/invitation_over", [[turn.button("menu", "menu")]], reason=reason, company=company)


def _pressed(turn: Turn) -> tuple[Invitation, Company] | None:
    row = invitations.get(turn.session, str(turn.args["invitation"]), lock=True)
    company = turn.session.get(Company, row.company_id) if row and row.company_id else None
    if row is None or company is None or company.closed_at is not None:
        _over(turn, "unknown")
        return None
    return row, company


def accept(turn: Turn) -> None:
    """Accepted, with consent to keep the name; the inviter is asked whether it is the right person."""
    if (known := _pressed(turn)) is None:
        return
    row, company = known
    if company_recovered.barred(turn, row, turn.user_id):
        _over(turn, "staff", company=company.name)
        return
    if not invitations.use(turn.session, row, turn.user_id, now=turn.now):
        _over(turn, "waiting" if row.used_by == turn.user_id else "used", company=company.name)
        return
    account = accounts.touch(turn.session, user_id=turn.user_id, name=turn.incoming.user_name, now=turn.now)
    accounts.consent(turn.session, account, now=turn.now)
    facts: dict[str, Any] = {
        "name": account.name,
        "company": company.name,
        "role": turn.label(f"role_{row.role}"),
        "number": turn.user_id,
        "opens": company_recovered.opens(turn, row),
    }
    keyboard = [
        [turn.button("invite_confirm", "company.confirm", invitation=row.secret_hash)],
        [turn.button("invite_refuse", "company.revoke", invitation=row.secret_hash)],
    ]
    roles = company_recovered.roles_of_inviter(row)
    notices.tell(turn, row.created_by, "company/confirm", keyboard, stage="invitation", roles=roles, **facts)
    company_recovered.tell_members(turn, row, "company/recovery_named", **facts)
    turn.show("company/accepted", [[turn.button("menu", "menu")]], company=company.name, opens=facts["opens"])


def _may_decide(turn: Turn, row: Invitation) -> bool:
    """Whoever may invite in that role now."""
    held = companies.membership(turn.session, row.company_id or 0, turn.user_id)
    return held is not None and may_invite(Scope(*held), row.role)


def _to_decide(turn: Turn, *, refuse: bool = False) -> tuple[Invitation, Company] | None:
    known = _pressed(turn)
    if known is None:
        return None
    row, _ = known
    if not _may_decide(turn, row) and not company_recovered.may_decide(turn, row, refuse=refuse):
        _over(turn, "unknown")
        return None
    return known


def confirm(turn: Turn) -> None:
    """It is the right person: inside from now on."""
    if (known := _to_decide(turn)) is None:
        return
    row, company = known
    if not _may_decide(turn, row) and company_recovered.too_early(turn, row, company):
        return
    if row.used_by is not None and company_recovered.barred(turn, row, row.used_by):
        invitations.revoke(turn.session, row, now=turn.now)
    fresh = row.used_by is not None and invitations.confirm(turn.session, row, now=turn.now)
    if fresh and row.used_by is not None:
        actor = company_scope.actor_of(turn, company.id or 0)
        companies.join(turn.session, actor, user_id=row.used_by, role=row.role)
        companies.choose(turn.session, row.used_by, company.id or 0)
        _tell(turn, row, company, entered=True)
        company_recovered.entered(turn, row, company, _name(turn, row.used_by))
    _decided(turn, row, company)


def revoke(turn: Turn) -> None:
    """The link is taken back, or the person who used it is not let in."""
    if (known := _to_decide(turn, refuse=True)) is None:
        return
    row, company = known
    if invitations.revoke(turn.session, row, now=turn.now):
        company_recovered.refused(turn, row, company)
        if row.used_by is not None:
            _tell(turn, row, company, entered=False)
    _decided(turn, row, company)


def _decided(turn: Turn, row: Invitation, company: Company) -> None:
    standing = invitations.standing(row, turn.now)
    keyboard = [[turn.button("people", "company.people", company=company.id)], [turn.button("menu", "menu")]]
    name = _name(turn, row.used_by)
    turn.show("company/decided", keyboard, standing=standing, name=name, company=company.name)


def _name(turn: Turn, user_id: int | None) -> str:
    account = turn.session.get(Account, user_id) if user_id else None
    return account.name if account else ""


def _tell(turn: Turn, row: Invitation, company: Company, *, entered: bool) -> None:
    facts: dict[str, Any] = {
        "entered": entered,
        "company": company.name,
        "role": turn.label(f"role_{row.role}"),
    }
    keyboard = [[turn.button("menu", "menu")]]
    notices.tell(turn, row.used_by or 0, "company/entered", keyboard, stage="invitation-answer", **facts)


MODULE = Module(
    actions={
        "company.invite_role": Action(choose_role),
        "company.invite": Action(invite),
        "company.accept": Action(accept),
        "company.confirm": Action(confirm),
        "company.revoke": Action(revoke),
    },
    links={PREFIX: opened},
)
