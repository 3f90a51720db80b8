"""The people of a company: who they are, another role, out at once; leaving, and closing the company."""

from __future__ import annotations

from bot import companies, conversation, invitations, notices, papers
from bot.models.chat import Invitation
from bot.models.fleet import COMPANY_ROLES, Membership
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, fallback, privacy
from handlers.company_invites import may_invite
from handlers.company_scope import Scope
from handlers.module import Action, Module
from handlers.paging import asked, page_of

A_PAGE = 4


def people(turn: Turn) -> None:
    """Everybody in the company, and the invitations that are open."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "people")) is None:
        return
    members = companies.members(turn.session, scope.id)
    page = page_of(members, A_PAGE, asked(turn))
    rows = [
        [Button(f"{_named(turn, m, name)}", "company.member", {"member": m.id})] for m, name in page.shown
    ]
    rows += page.turning(turn, "company.people", company=scope.id)
    open_ones = invitations.pending(turn.session, scope.id, now=turn.now)
    tail = [turn.button("invite", "company.invite_role", company=scope.id)]
    if open_ones:
        tail.append(turn.button("invites_open", "company.invites", company=scope.id))
    turn.show(
        "company/people",
        [*rows, tail, [turn.button("back", "company", company=scope.id)]],
        company=scope.company.name,
        people=[(name or str(m.user_id), turn.label(f"role_{m.role}")) for m, name in members],
        open=len(open_ones),
    )


def _named(turn: Turn, row: Membership, name: str) -> str:
    return f"{name or row.user_id} ({turn.label(f'role_{row.role}')})"


def open_invites(turn: Turn) -> None:
    """The open invitations, each to be confirmed or taken back."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "people")) is None:
        return
    names = dict(companies.names(turn.session, [r.used_by for r in _open(turn, scope) if r.used_by]))
    rows, lines = [], []
    for row in _open(turn, scope)[:A_PAGE]:
        role = turn.label(f"role_{row.role}")
        who = names.get(row.used_by or 0, "")
        lines.append((role, who, row.expires_at.date()))
        buttons = [
            turn.button("invite_off", "company.revoke", fields={"role": role}, invitation=row.secret_hash)
        ]
        if row.used_by is not None:
            fields = {"name": who}
            buttons.insert(
                0, turn.button("invite_let_in", "company.confirm", fields=fields, invitation=row.secret_hash)
            )
        rows.append(buttons)
    rows = [*rows[:3], [turn.button("back", "company.people", company=scope.id)]]
    turn.show("company/invites", rows, company=scope.company.name, lines=lines)


def _open(turn: Turn, scope: Scope) -> list[Invitation]:
    return invitations.pending(turn.session, scope.id, now=turn.now)


def _pressed(turn: Turn) -> tuple[Scope, Membership] | None:
    """The member of the pressed button, when this person may decide about members of that role."""
    row = companies.member(turn.session, int(turn.args["member"]), lock=True)
    if row is None:
        fallback.old_button(turn)
        return None
    companies.lock(turn.session, row.company_id)
    scope = company_scope.of(turn, row.company_id)
    if scope is None:
        return None
    if not may_invite(scope, row.role):
        company_scope.refuse(turn, scope)
        return None
    return scope, row


def member(turn: Turn) -> None:
    """One member: another role, or out."""
    if (known := _pressed(turn)) is not None:
        _member_screen(turn, *known)


def _member_screen(turn: Turn, scope: Scope, row: Membership) -> None:
    own = row.user_id == turn.user_id
    roles = [r for r in COMPANY_ROLES if r != row.role and may_invite(scope, r) and not own]
    rows = [
        [turn.button(f"become_{role}", "company.role", member=row.id, role=role) for role in pair]
        for pair in (roles[i : i + 2] for i in range(0, len(roles), 2))
    ]
    if not own:
        rows.append([turn.button("member_remove", "company.remove", member=row.id)])
    rows.append([turn.button("back", "company.people", company=scope.id)])
    turn.show(
        "company/member",
        rows,
        company=scope.company.name,
        name=_name(turn, row),
        role=turn.label(f"role_{row.role}"),
        since=row.since.date(),
        own=own,
    )


def _name(turn: Turn, row: Membership) -> str:
    return dict(companies.names(turn.session, [row.user_id])).get(row.user_id) or str(row.user_id)


def change_role(turn: Turn) -> None:
    """Another role for a member; one's own stays, so that no company loses its last owner by a slip."""
    if (known := _pressed(turn)) is None:
        return
    scope, row = known
    role = str(turn.args["role"])
    if not may_invite(scope, role) or row.user_id == turn.user_id:
        company_scope.refuse(turn, scope)
        return
    if companies.change_role(turn.session, company_scope.actor(turn, scope), row, role):
        facts = {"company": scope.company.name, "role": turn.label(f"role_{role}")}
        notices.tell(turn, row.user_id, "company/role_told", (), stage="role", **facts)
    _member_screen(turn, scope, row)


def remove(turn: Turn) -> None:
    """Asks before somebody is out."""
    if (known := _pressed(turn)) is None:
        return
    scope, row = known
    rows = [
        [turn.button("member_remove_yes", "company.removed", member=row.id)],
        [turn.button("back", "company.member", member=row.id)],
    ]
    turn.show("company/remove", rows, company=scope.company.name, name=_name(turn, row))


def removed(turn: Turn) -> None:
    """Out at once: the next press of that person does nothing here."""
    if (known := _pressed(turn)) is None:
        return
    scope, row = known
    if row.user_id == turn.user_id:
        company_scope.refuse(turn, scope)
        return
    name, user_id = _name(turn, row), row.user_id
    _out(turn, scope, row)
    notices.tell(turn, user_id, "company/removed_told", stage="removed", company=scope.company.name)
    keyboard = [[turn.button("people", "company.people", company=scope.id), turn.button("menu", "menu")]]
    turn.show("company/removed", keyboard, company=scope.company.name, name=name)


def _out(turn: Turn, scope: Scope, row: Membership) -> None:
    """A removed person keeps nothing, and of a driver's health nothing is kept."""
    papers.forget(turn.session, scope.id, row.user_id, company_scope.health_kinds())
    conversation.forget_company(turn.session, row.user_id, scope.id, now=turn.now)
    invitations.revoke_of(turn.session, scope.id, row.user_id, now=turn.now)
    companies.remove(turn.session, company_scope.actor(turn, scope), row)


def leave(turn: Turn) -> None:
    """Asks before one leaves; the only owner hands over or closes first."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is None:
        return
    stays = companies.last_owner(turn.session, scope.id, turn.user_id)
    rows: list[list[Button]] = []
    if stays:
        rows.append([turn.button("people", "company.people", company=scope.id)])
        rows.append([turn.button("company_close", "company.close", company=scope.id)])
    else:
        rows.append([turn.button("leave_yes", "company.left", company=scope.id)])
    rows.append([turn.button("back", "company", company=scope.id)])
    turn.show("company/leave", rows, company=scope.company.name, stays=stays)


def left(turn: Turn) -> None:
    """Gone, unless nobody could get in any more."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is None:
        return
    if companies.last_owner(turn.session, scope.id, turn.user_id):
        leave(turn)
        return
    _out(turn, scope, scope.place)
    turn.show("company/left", [[turn.button("menu", "menu")]], company=scope.company.name)


def close(turn: Turn) -> None:
    """Asks before a company is closed."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "company")) is None:
        return
    rows = [
        [turn.button("privacy_copy", "privacy.copy")],
        [turn.button("company_close_yes", "company.closed", company=scope.id)],
        [turn.button("back", "company", company=scope.id)],
    ]
    turn.show(
        "company/close",
        rows,
        company=scope.company.name,
        people=len(companies.members(turn.session, scope.id)),
        days=turn.services.settings.retention_drafts_days,
    )


def closed(turn: Turn) -> None:
    """Closed for everybody; the others are told, who closed it is handed its data."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "company")) is None:
        return
    others = [m.user_id for m, _ in companies.members(turn.session, scope.id) if m.user_id != turn.user_id]
    companies.close(turn.session, company_scope.actor(turn, scope), scope.company, now=turn.now)
    for user_id in others:
        notices.tell(
            turn, user_id, "company/closed", stage="closed", company=scope.company.name, handed=False
        )
    turn.show("company/closed", [], company=scope.company.name, handed=True)
    privacy.hand_over(turn, [[turn.button("menu", "menu")]])


MODULE = Module(
    actions={
        "company.people": Action(people),
        "company.invites": Action(open_invites),
        "company.member": Action(member),
        "company.role": Action(change_role),
        "company.remove": Action(remove),
        "company.removed": Action(removed),
        "company.leave": Action(leave),
        "company.left": Action(left),
        "company.close": Action(close),
        "company.closed": Action(closed),
    },
)
