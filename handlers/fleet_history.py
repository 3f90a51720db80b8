"""The other doors of the fleet: papers without a vehicle, undo of one's last change, who changed what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot import changes, companies, fleet, papers
from bot.changes import OPERATOR, CannotUndo
from bot.clock import civil_day
from bot.fleet_import import may_import
from bot.models.fleet import Change, Paper
from bot.roles import Deed
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope
from handlers.company_scope import Scope
from handlers.fleet_screens import pressed
from handlers.module import Action, Module
from handlers.paging import asked, turning
from handlers.paper_kinds import HOLDERS, title
from knowledge import words

A_PAGE = 12
UNDO_SHOWN = 8
Policies = Mapping[int, tuple[Paper, str]]
"""By id, each with its vehicle's plate or ""."""


def more(turn: Turn) -> None:
    """Everything of the company that is not on the list of vehicles."""
    if (scope := company_scope.current(turn)) is None:
        return
    buttons = [turn.button("vehicle_add", "fleet.add")] if scope.may("fleet") else []
    buttons.append(turn.button("fleet_inclusion", "fleet.inclusion"))
    if may_import(scope.place.role):
        buttons.append(turn.button("fleet_import", "fleet_import"))
    for subject in ("company", "contract", "driver", "trip"):
        if subject == "driver" or scope.sees_holder(HOLDERS[subject][0]):
            buttons.append(turn.button(f"papers_{subject}", "papers", subject=subject, company=scope.id))
    if scope.may("history"):
        buttons.append(turn.button("history", "fleet.history"))
    batch = changes.last_batch(turn.session, scope.id, turn.user_id, now=turn.now)
    if batch and may_undo(scope, batch, _policies(turn, batch)):
        buttons.append(turn.button("undo", "fleet.undo"))
    keyboard = [buttons[i : i + 2] for i in range(0, len(buttons), 2)]
    turn.show("fleet/more", [*keyboard, [turn.button("fleet", "fleet")]], company=scope.company.name)


def undo(turn: Turn) -> None:
    """Shows what the last change of this person was, before it is taken back."""
    if (scope := company_scope.current(turn)) is None:
        return
    batch = changes.last_batch(turn.session, scope.id, turn.user_id, now=turn.now)
    if not batch:
        turn.show("fleet/nothing_to_undo", _out(turn), company=scope.company.name)
        return
    policies = _policies(turn, batch)
    if not may_undo(scope, batch, policies):
        _refuse(turn, scope)
        return
    lines = [what(turn, change, policies) for change in reversed(batch)]
    shown = lines[:UNDO_SHOWN]
    if len(lines) > UNDO_SHOWN:
        shown.append(turn.label("and_more", count=len(lines) - UNDO_SHOWN))
    args = {"company": scope.id, "batch": batch[0].batch}
    keyboard = [[turn.button("undo_yes", "fleet.undone", fields=None, **args)], *_out(turn)]
    turn.show("fleet/undo", keyboard, company=scope.company.name, lines=shown)


def undone(turn: Turn) -> None:
    """Takes the shown change back; pressed twice, or when another came since, nothing more happens."""
    if (scope := company_scope.of(turn, int(turn.args["company"]))) is None:
        return
    batch = changes.last_batch(turn.session, scope.id, turn.user_id, now=turn.now)
    if not batch or batch[0].batch != turn.args["batch"]:
        turn.show("fleet/nothing_to_undo", _out(turn), company=scope.company.name)
        return
    if not may_undo(scope, batch, _policies(turn, batch)):
        _refuse(turn, scope)
        return
    try:
        changes.undo(turn.session, batch, now=turn.now)
    except CannotUndo:
        turn.show("fleet/undo_touched", _out(turn))
        return
    turn.show("fleet/undone", _out(turn))


def may_undo(scope: Scope, batch: Sequence[Change], policies: Policies) -> bool:
    """Whether this person has now every right the batch asks for: a role may have changed since it was made."""
    return all(_may_take_back(scope, row, policies) for row in batch)


def _may_take_back(scope: Scope, row: Change, policies: Policies) -> bool:
    kept = _kept(row)
    if row.entity == "vehicle":
        return scope.may("fleet")
    if row.entity == "company":
        return all(scope.may(deed) for deed in _deeds(row))
    if row.entity == "instalment":
        held = policies.get(int(kept["paper_id"]))
        return held is not None and scope.changes(held[0])
    if row.entity == "paper":
        return scope.changes_kind(str(kept["kind"]), kept.get("person_id"))
    return True  # people: `changes.undo` takes nothing of them back


def _deeds(row: Change) -> set[Deed]:
    """What a change of a company asks for: its days of reminders stand with the fleet (/lembretes)."""
    old, new = row.before or {}, row.after or {}
    changed = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    return {"fleet" if name == "ladders" else "company" for name in changed}


def _refuse(turn: Turn, scope: Scope) -> None:
    """The role held now does not allow what the change asks for."""
    role = turn.label(f"role_{scope.place.role}")
    turn.show("fleet/undo_not_allowed", _out(turn), company=scope.company.name, role=role)


def _out(turn: Turn) -> list[list[Button]]:
    return [[turn.button("fleet", "fleet"), turn.button("menu", "menu")]]


def history(turn: Turn) -> None:
    """Who changed what, newest first: of one vehicle, or of the whole company."""
    if turn.args.get("vehicle"):
        known = pressed(turn)
        scope, vehicle = known or (None, None)
    else:
        scope, vehicle = company_scope.current(turn), None
    if scope is None or not company_scope.allowed(turn, scope, "history"):
        return
    page = asked(turn)
    if vehicle is not None:
        rows = changes.of_vehicle(turn.session, vehicle.id or 0, limit=A_PAGE + 1, offset=page * A_PAGE)
    else:
        rows = changes.history(turn.session, scope.id, limit=A_PAGE + 1, offset=page * A_PAGE)
    here: dict[str, Any] = {"vehicle": vehicle.id} if vehicle else {}
    back = turn.button("back", "fleet.open", **here) if vehicle else turn.button("back", "fleet.more")
    turn.show(
        "fleet/history",
        [
            *turning(turn, "fleet.history", page, more=len(rows) > A_PAGE, **here),
            [back, turn.button("menu", "menu")],
        ],
        company=scope.company.name,
        subject=fleet.shown(vehicle.plate) if vehicle else "",
        lines=_lines(turn, scope, rows[:A_PAGE]),
    )


def _lines(turn: Turn, scope: Scope, rows: Sequence[Change]) -> list[dict[str, Any]]:
    names = _names(turn, scope, {row.user_id for row in rows})
    zone, policies = turn.services.settings.zone, _policies(turn, rows)
    return [
        {
            "day": words.short_date(civil_day(row.at, zone)),
            "who": _who(turn, row.user_id, names),
            "what": what(turn, row, policies),
            "undone": row.undone_at is not None,
        }
        for row in rows
        if _visible(scope, row, policies)
    ]


def _names(turn: Turn, scope: Scope, users: set[int]) -> dict[int, str]:
    """Who did it: members, and those who are no longer, told apart by the names they have in Telegram."""
    names = {m.user_id: name for m, name in companies.members(turn.session, scope.id)}
    gone = [user for user in sorted(users) if user not in names]
    return names | {
        user: turn.label("former_named", name=name)
        for user, name in companies.names(turn.session, gone)
        if name
    }


def _who(turn: Turn, user_id: int, names: dict[int, str]) -> str:
    if user_id == OPERATOR:
        return turn.label("history_operator")
    return names.get(user_id) or turn.label("former_member")


def _kept(row: Change) -> Mapping[str, Any]:
    return row.after or row.before or {}


def _policies(turn: Turn, rows: Sequence[Change]) -> Policies:
    """The policies of the parcels among these changes, read at once."""
    ids = {int(_kept(row)["paper_id"]) for row in rows if row.entity == "instalment"}
    return papers.even_removed(turn.session, ids)


def _visible(scope: Scope, row: Change, policies: Policies) -> bool:
    kept = _kept(row)
    if row.entity == "instalment":
        held = policies.get(int(kept["paper_id"]))
        return held is not None and scope.sees(held[0])
    if row.entity != "paper":
        return True
    return scope.sees_kind(str(kept["kind"]), kept.get("person_id"))


def what(turn: Turn, row: Change, policies: Policies) -> str:
    """A change in a few words: what was done, to what, and which values became which."""
    kept = _kept(row)
    done = turn.label(f"done_{row.action}")
    named = {
        "vehicle": lambda: fleet.shown(str(kept["plate"])),
        "paper": lambda: title(str(kept["kind"])),
        "instalment": lambda: _parcel(turn, kept, policies),
        "company": lambda: str(kept["name"]),
        "membership": lambda: turn.label(f"role_{kept['role']}"),
    }[row.entity]()
    changed = _changed(turn, row)
    return f"{done}: {named}{f' ({changed})' if changed else ''}"


def _parcel(turn: Turn, kept: Mapping[str, Any], policies: Policies) -> str:
    """Which parcel of what, and of which vehicle."""
    number = turn.label("parcel_number", number=kept["number"])
    if (held := policies.get(int(kept["paper_id"]))) is None:
        return number
    policy, plate = held
    return ", ".join([number, title(policy.kind), *([fleet.shown(plate)] if plate else [])])


_SHOWN = {
    "plate": "edit_plate",
    "year": "edit_year",
    "manufactured_on": "edit_year",
    "seats": "edit_seats",
    "renavam": "edit_renavam",
    "vehicle_class": "edit_vehicle_class",
    "body": "edit_body",
    "ownership": "edit_ownership",
    "number": "fix_number",
    "issued_on": "fix_start",
    "expires_on": "fix_printed",
    "due_on": "field_due",
    "paid_on": "field_paid",
    "name": "field_name",
    "authorities": "field_authorities",
    "ladders": "field_ladders",
}
_WORDS = {"vehicle_class": "class", "body": "body", "ownership": "ownership"}
"""Columns whose values are slugs → what the labels of their words begin with."""


def _changed(turn: Turn, row: Change) -> str:
    if row.before is None:
        day = (row.after or {}).get("expires_on") or (row.after or {}).get("due_on")
        return _said(day) if day else ""
    if row.after is None:
        return ""
    pairs = [(k, row.before.get(k), row.after.get(k)) for k in _SHOWN]
    return ", ".join(
        f"{turn.label(_SHOWN[k])}: {_worded(turn, k, old)} → {_worded(turn, k, new)}"
        for k, old, new in pairs
        if old != new
    )


def _worded(turn: Turn, name: str, value: Any) -> str:
    """A value as people say it."""
    if name in _WORDS and value:
        return turn.label(f"{_WORDS[name]}_{value}")
    if name == "authorities":
        return _said(", ".join(turn.label(f"authority_{slug}") for slug in value or ()))
    if name == "ladders":
        ladders = sorted((value or {}).items())
        return _said("; ".join(f"{_ladder(turn, kind)} {', '.join(days)}" for kind, days in ladders))
    return _said(value)


def _ladder(turn: Turn, kind: str) -> str:
    return turn.label("ladder_general") if kind == "*" else title(kind)


def _said(value: Any) -> str:
    text = "–" if value in {None, ""} else str(value)
    is_day = len(text) == 10 and text[4:5] == "-" and text[7:8] == "-"
    return f"{text[8:]}/{text[5:7]}/{text[:4]}" if is_day else text


MODULE = Module(
    actions={
        "fleet.more": Action(more),
        "fleet.undo": Action(undo),
        "fleet.undone": Action(undone),
        "fleet.history": Action(history),
    },
)
