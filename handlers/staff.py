"""/equipe: who is on the staff, invitations of 24 hours confirmed by name, removal at once, the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import accounts, audit, invitations, notices, staff
from bot.changes import OPERATOR
from bot.models.chat import STAFF_ROLES, Account, Invitation
from bot.turn import Turn
from handlers import fallback
from handlers.company_invites import LINK
from handlers.module import ADMINISTRATOR, Action, Command, MenuEntry, Module
from handlers.paging import asked

PREFIX = "i-s"
"""Start payloads of staff invitations: letters and digits only after the hyphen."""
LOG_PAGE = 10
FIGURES = frozenset({"is", "was"})
"""Facts that are decimal numbers."""
UNNAMED = {OPERATOR: "operator", audit.PROGRAM: "program"}
"""Who acts without a person of Telegram."""


def show(turn: Turn) -> None:
    """Everybody with their roles."""
    people = staff.members(turn.session, turn.services.settings.admin_ids)
    rows = [
        [turn.button("staff_member", "staff.member", fields={"name": _named(turn, id_, name)}, id=id_)]
        for id_, (name, _roles) in people.items()
    ]
    rows += [
        [turn.button("staff_invite", "staff.roles"), turn.button("staff_log", "staff.log", page=0)],
        [turn.button("recovery", "recovery"), turn.button("menu", "menu")],
    ]
    listed = [(_named(turn, id_, name), _roles(turn, roles)) for id_, (name, roles) in people.items()]
    turn.show("staff/list", rows[-95:], people=listed)


def _named(turn: Turn, user_id: int, name: str) -> str:
    account = turn.session.get(Account, user_id)
    return name or (account.name if account else "") or str(user_id)


def _roles(turn: Turn, roles: list[str]) -> str:
    return ", ".join(turn.label(f"staff_{role}") for role in roles)


def member(turn: Turn) -> None:
    """One member: roles, and what can be taken."""
    id_ = int(turn.args["id"])
    people = staff.members(turn.session, turn.services.settings.admin_ids)
    if id_ not in people:
        fallback.old_button(turn)
        return
    name, roles = people[id_]
    fixed = id_ in turn.services.settings.admin_ids
    rows = [
        [turn.button("staff_take", "staff.take", fields={"role": turn.label(f"staff_{r}")}, id=id_, role=r)]
        for r in roles
        if not (fixed and r == "administrator")
    ]
    if not fixed:
        rows.append([turn.button("staff_remove", "staff.take", id=id_, role="")])
    rows.append([turn.button("back", "staff")])
    turn.show("staff/member", rows, name=_named(turn, id_, name), roles=_roles(turn, roles), fixed=fixed)


def take(turn: Turn) -> None:
    """Takes a role or everything, at once; the last administrator stays."""
    id_, role = int(turn.args["id"]), str(turn.args["role"])
    people = staff.members(turn.session, turn.services.settings.admin_ids)
    admins = [p for p, (_, roles) in people.items() if "administrator" in roles]
    if role in {"", "administrator"} and admins == [id_]:
        turn.show("staff/last", [[turn.button("back", "staff")]])
        return
    staff.remove(turn.session, id_, by=turn.user_id, now=turn.now, role=role or None)
    show(turn)


def roles(turn: Turn) -> None:
    """As what somebody is invited."""
    rows = [
        [turn.button("staff_as", "staff.invite", fields={"role": turn.label(f"staff_{r}")}, role=r)]
        for r in STAFF_ROLES
    ]
    turn.show("staff/roles", [*rows, [turn.button("back", "staff")]])


def invite(turn: Turn) -> None:
    """A link for one person, for a day."""
    role = str(turn.args["role"])
    secret = turn.services.new_key() + turn.services.new_key()
    row = invitations.create(
        turn.session, secret, company_id=None, role=role, created_by=turn.user_id, now=turn.now
    )
    audit.write(turn.session, turn.user_id, "staff_invited", now=turn.now, role=role)
    link = LINK.format(bot=turn.services.bot_name, payload=PREFIX + secret)
    rows = [
        [turn.button("invite_revoke", "staff.revoke", invitation=row.secret_hash)],
        [turn.button("back", "staff")],
    ]
    turn.show("staff/invited", rows, role=turn.label(f"staff_{role}"), link=link)


def opened(turn: Turn) -> None:
    """The link was tapped: asks before anything is kept."""
    row = invitations.by_secret(turn.session, turn.incoming.argument.removeprefix(PREFIX))
    standing = invitations.standing(row, turn.now) if row else "unknown"
    if row is None or row.company_id is not None or standing != "open" or row.created_by == turn.user_id:
        mine = row is not None and standing == "waiting" and row.used_by == turn.user_id
        turn.say("staff/invitation_over", [[turn.button("menu", "menu")]], waiting=mine)
        return
    keyboard = [
        [turn.button("invite_accept", "staff.accept", invitation=row.secret_hash)],
        [turn.button("invite_decline", "menu")],
    ]
    turn.say("staff/invitation", keyboard, role=turn.label(f"staff_{row.role}"))


def _pressed(turn: Turn) -> Invitation | None:
    row = invitations.get(turn.session, str(turn.args["invitation"]), lock=True)
    if row is None or row.company_id is not None:
        fallback.old_button(turn)
        return None
    return row


def accept(turn: Turn) -> None:
    """Accepted; the inviter says whether it is the right person."""
    if (row := _pressed(turn)) is None:
        return
    if row.created_by == turn.user_id or not invitations.use(turn.session, row, turn.user_id, now=turn.now):
        turn.show(
            "staff/invitation_over", [[turn.button("menu", "menu")]], waiting=row.used_by == turn.user_id
        )
        return
    account = accounts.touch(turn.session, user_id=turn.user_id, name=turn.incoming.user_name, now=turn.now)
    keyboard = [
        [turn.button("invite_confirm", "staff.confirm", invitation=row.secret_hash)],
        [turn.button("invite_refuse", "staff.revoke", invitation=row.secret_hash)],
    ]
    facts = {"name": account.name, "role": turn.label(f"staff_{row.role}"), "number": turn.user_id}
    notices.tell(
        turn,
        row.created_by,
        "staff/confirm",
        keyboard,
        stage="staff-invitation",
        roles=ADMINISTRATOR,
        **facts,
    )
    turn.show("staff/accepted", [[turn.button("menu", "menu")]])


def confirm(turn: Turn) -> None:
    """It is the right person: on the staff from now on."""
    if (row := _pressed(turn)) is None:
        return
    account = turn.session.get(Account, row.used_by) if row.used_by else None
    if account is not None and invitations.confirm(turn.session, row, now=turn.now):
        staff.appoint(
            turn.session,
            user_id=account.user_id,
            role=row.role,
            name=account.name,
            by=turn.user_id,
            now=turn.now,
        )
        role = turn.label(f"staff_{row.role}")
        notices.tell(turn, account.user_id, "staff/entered", stage="staff-answer", role=role, entered=True)
    show(turn)


def revoke(turn: Turn) -> None:
    """The link is taken back, or who used it is not let in."""
    if (row := _pressed(turn)) is None:
        return
    revoked = invitations.revoke(turn.session, row, now=turn.now)
    if revoked:
        audit.write(turn.session, turn.user_id, "staff_invitation_revoked", now=turn.now, role=row.role)
    if revoked and row.used_by is not None:
        notices.tell(turn, row.used_by, "staff/entered", stage="staff-answer", role="", entered=False)
    show(turn)


def _said(labels: Mapping[str, str], key: str, value: Any) -> str:
    """One fact of a line; a word of the program's in words."""
    said = value.replace(".", ",") if key in FIGURES else labels.get(f"logged_{value}", value)
    return f"{labels.get(f'log_of_{key}', key)} {said}"


def log(turn: Turn) -> None:
    """What staff did, in pages; nothing here can be changed."""
    page = asked(turn)
    rows = staff.log(turn.session, limit=LOG_PAGE + 1, offset=page * LOG_PAGE)
    pager = []
    if page:
        pager.append(turn.button("log_newer", "staff.log", page=page - 1))
    if len(rows) > LOG_PAGE:
        pager.append(turn.button("log_older", "staff.log", page=page + 1))
    zone = turn.services.settings.zone
    labels = turn.services.renderer.labels
    lines = [
        {
            "at": row.at.astimezone(zone),
            "who": turn.label(UNNAMED[row.user_id])
            if row.user_id in UNNAMED
            else _named(turn, row.user_id, ""),
            "what": labels.get(f"audit_{row.action}", row.action),
            "facts": ", ".join(_said(labels, key, value) for key, value in row.facts.items()),
        }
        for row in rows[:LOG_PAGE]
    ]
    turn.show("staff/log", [pager, [turn.button("back", "staff")]], lines=lines)


MODULE = Module(
    commands=(Command("equipe", show, roles=ADMINISTRATOR),),
    actions={
        "staff": Action(show, roles=ADMINISTRATOR),
        "staff.member": Action(member, roles=ADMINISTRATOR),
        "staff.take": Action(take, roles=ADMINISTRATOR),
        "staff.roles": Action(roles, roles=ADMINISTRATOR),
        "staff.invite": Action(invite, roles=ADMINISTRATOR),
        "staff.confirm": Action(confirm, roles=ADMINISTRATOR),
        "staff.revoke": Action(revoke, roles=ADMINISTRATOR),
        "staff.log": Action(log, roles=ADMINISTRATOR),
        "staff.accept": Action(accept),
    },
    links={PREFIX: opened},
    menu=(MenuEntry("menu_staff", "staff", roles=ADMINISTRATOR),),
)
