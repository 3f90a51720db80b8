"""Screens of papers: those of one vehicle, company, contract, driver or trip; one paper; its parcels."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import accounts, fleet, paper_facts, papers, signs, usable
from bot.due import limits
from bot.models.fleet import Instalment, Paper
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, glance, paper_dates, paper_kinds
from handlers.citations import linked
from handlers.company_scope import Scope
from handlers.glance import due_hour, due_words
from handlers.paging import page_of
from handlers.paper_kinds import HOLDERS, ends, title
from knowledge import deadlines, words
from knowledge.deadline_model import Facts
from knowledge.obligations import package_obligations

A_PAGE = 4
PARCELS_SHOWN = 3
OF_PAID = ("other_day", "receipt")
"""What can be added to a payment: another day than today, the paper that proves it."""
USABLE_CITED = 4  # one for each paper that may limit
USABLE = {"vehicle-licence": "licence-usable", "metroplan-authorization": "metroplan-usable"}
"""What tells until when a licence or authorization can be used."""


def pressed(turn: Turn, *, lock: bool = False) -> tuple[Scope, Paper] | None:
    """The paper of the pressed button, when this person may see it."""
    found = papers.paper(turn.session, int(turn.args["paper_id"]), lock=lock)
    scope = company_scope.of(turn, found.company_id if found else 0)
    if scope is None or found is None:
        return None
    if not scope.sees(found):
        company_scope.refuse(turn, scope)
        return None
    return scope, found


def pressed_to_change(turn: Turn) -> tuple[Scope, Paper] | None:
    """The same, when this person may change it."""
    known = pressed(turn, lock=True)
    if known is not None and not known[0].changes(known[1]):
        company_scope.refuse(turn, known[0])
        return None
    return known


def may_add(scope: Scope, subject: str) -> bool:
    """Whether this person enters any paper there; everybody enters what is their own as a driver."""
    return subject == "driver" or any(scope.changes_holder(h) for h in HOLDERS[subject])


def about(turn: Turn, scope: Scope, row: Paper) -> str:
    """Whose paper it is, in words."""
    if row.subject_name:
        return row.subject_name
    vehicle = fleet.vehicle(turn.session, row.vehicle_id) if row.vehicle_id else None
    return fleet.shown(vehicle.plate) if vehicle else scope.company.name


def asked_about(turn: Turn, scope: Scope, whose: str) -> str:
    """Whose paper a question is about, with the company for who has several."""
    several = accounts.of_several(turn.session, turn.user_id)
    return f"{whose} · {scope.company.name}" if several and whose != scope.company.name else whose


def list_screen(
    turn: Turn,
    scope: Scope,
    rows: Sequence[Paper],
    *,
    heading: str,
    here: dict[str, Any],
    back: Button,
    page: int = 0,
) -> None:
    """One page of papers. `here`: the arguments that bring this list back; `back`: the way out."""
    subject = here.get("subject", "vehicle")
    vehicle = fleet.vehicle(turn.session, here["vehicle"]) if here.get("vehicle") else None
    parcels = papers.parcels_by_paper(turn.session, [r.id or 0 for r in rows if r.kind == "policy"])
    beside = limits(turn.session, scope.id) if vehicle else ()
    views = glance.papers(turn, rows, company=scope.company, vehicle=vehicle, parcels=parcels, beside=beside)
    at = page_of(views, A_PAGE, page)
    keyboard = [[Button(v.label, "paper.open", {"paper_id": v.id})] for v in at.shown]
    keyboard += at.turning(turn, "papers", **here)
    add = [turn.button("paper_add", "paper.add", **here)] if may_add(scope, subject) else []
    keyboard.append([*add, back])
    turn.show(
        "papers/list",
        keyboard,
        company=scope.company.name,
        heading=heading,
        papers=at.shown,
        total=len(views),
    )


def paper_screen(turn: Turn, scope: Scope, row: Paper, *, note: str = "") -> None:
    """One paper and what can be done with it."""
    vehicle = fleet.vehicle(turn.session, row.vehicle_id) if row.vehicle_id else None
    siblings = papers.current(turn.session, scope.id, vehicle_id=row.vehicle_id)
    facts = paper_facts.facts(
        [row, *(s for s in siblings if s.id != row.id and s.kind != row.kind)],
        today=turn.today,
        company=scope.company,
        vehicle=vehicle,
        calendar=turn.services.library.calendar,
        beside=limits(turn.session, scope.id) if vehicle else (),
    )
    due, found = paper_facts.due_on(row, facts), paper_facts.deadline(row, facts)
    known = package_obligations()
    parcels = papers.parcels(turn.session, row.id or 0)
    turn.show(
        "papers/paper",
        _keyboard(turn, scope, row, parcels=bool(parcels)),
        note=turn.label(note) if note else "",
        title=title(row.kind),
        about=about(turn, scope, row),
        company=scope.company.name,
        state=row.state,
        number=row.number or "",
        issued=row.issued_on,
        issued_asked=known[row.kind].facts.get("start", "") if row.kind in known else "",
        due=due,
        due_words=due_words(turn, row, due) if due else "",
        due_hour=due_hour(turn, found),
        ends=ends(row.kind),
        mark=signs.SIGNS["told"] if glance.gone(turn, found) else glance.mark_with(due, parcels, turn.today),
        solved=row.solved_on,
        departure=row.facts.get("departure", ""),
        usable=_usable(turn, scope, row, facts, due),
        remark=found.note if found else "",
        gap=paper_dates.gap_words(turn, paper_facts.uncovered(row)),
        ground=paper_dates.ground(turn, found.provisions if found else ()),
        unknown=row.kind not in known,
        files=len(row.files),
        parcels=_parcels(turn, parcels),
    )


def _usable(turn: Turn, scope: Scope, row: Paper, facts: Facts, due: dt.date | None) -> dict[str, Any]:
    """Until when a licence can be used and the paper that limits it, where another ends before its own day."""
    if row.kind not in USABLE or due is None or not papers.owed(row):
        return {}
    about = replace(facts, mode=usable.mode_of(scope.company))  # type: ignore[arg-type]
    found = deadlines.SUBJECT_RULES["usable"](package_obligations(), about)
    end = next((d for d in found if d.kind == USABLE[row.kind]), None)
    if end is None or end.due_on is None or end.limited_by is None or end.due_on >= due:
        return {}
    grounds = linked(turn, end.provisions[:USABLE_CITED])
    return {"day": end.due_on, "what": title(end.limited_by), "ground": grounds}


def _parcels(turn: Turn, rows: Sequence[Instalment]) -> str:
    if not rows:
        return ""
    unpaid = [r for r in rows if r.paid_on is None]
    if not unpaid:
        return turn.label("parcels_paid", count=len(rows))
    first = unpaid[0]
    return turn.label(
        "parcels_next",
        number=first.number,
        count=len(rows),
        day=words.short_date(first.due_on),
        away=words.expiry_words(first.due_on, turn.today),
    )


def _keyboard(turn: Turn, scope: Scope, row: Paper, *, parcels: bool) -> list[list[Button]]:
    at = {"paper_id": row.id}
    keyboard: list[list[Button]] = []
    if scope.changes(row):
        keyboard += _deeds(turn, row, parcels=parcels)
    if row.files:
        keyboard.append([turn.button("paper_files", "paper.files", fields=None, **at)])
    keyboard.append([back_button(turn, row)])
    return keyboard


def _deeds(turn: Turn, row: Paper, *, parcels: bool) -> list[list[Button]]:
    def button(label: str, action: str) -> Button:
        return turn.button(label, action, paper_id=row.id)

    if row.state == "not_applicable":
        return [[button("paper_again", "paper.again")]]
    if row.state != "current":
        return []
    if row.solved_on is not None:
        return [[button("paper_new_date", "paper.renewed")], [button("paper_not_renewed", "paper.again")]]
    first = button("paper_renewed" if renewable(row) else "paper_solved", "paper.renewed")
    rows = [[first]]
    if fixable(row):
        rows[0].append(button("paper_correct", "paper.correct"))
    last = [button("paper_none", "paper.none"), button("paper_remove", "paper.remove")]
    second = [] if row.kind in company_scope.health_kinds() else [button("paper_attach", "paper.attach")]
    if parcels or row.kind == "policy":
        second.append(button("parcels", "parcels"))
    return [row for row in (*rows, second, last) if row]


def fixable(row: Paper) -> list[str]:
    """What can be corrected of a paper; of a driver's health only the date is kept, of a trip its departure."""
    if row.facts.get("at"):
        return ["departure"]
    names = paper_kinds.facts_of(row.kind)
    found = sorted(names, key=lambda name: (name != "printed", name != "start", name))
    return found if row.kind in company_scope.health_kinds() or "printed" not in names else [*found, "number"]


def renewable(row: Paper) -> bool:
    """Whether a next cycle follows; a clock before an agency or a trip is simply done."""
    known = package_obligations()
    return row.kind in known and "printed" in known[row.kind].facts


def back_button(turn: Turn, row: Paper) -> Button:
    """Back to the papers the paper stands among."""
    here = {"vehicle": row.vehicle_id} if row.vehicle_id else {"subject": row.subject}
    return turn.button("back", "papers", **here, company=row.company_id)


def parcels_screen(
    turn: Turn, scope: Scope, row: Paper, *, note: str = "", paid: Instalment | None = None
) -> None:
    """The parcels of a policy, with the unpaid ones to press; of the one just `paid` its day and its receipt."""
    rows = papers.parcels(turn.session, row.id or 0)
    unpaid = [r for r in rows if r.paid_on is None]
    keyboard: list[list[Button]] = []
    if scope.changes(row):
        for parcel in unpaid[:PARCELS_SHOWN]:
            fields = {"number": parcel.number, "day": words.short_date(parcel.due_on)}
            keyboard.append(
                [
                    turn.button("parcel_paid", "instalment.paid", fields=fields, id=parcel.id),
                    turn.button("parcel_move", "instalment.move", fields=fields, id=parcel.id),
                ]
            )
        if sum(1 for r in unpaid if r.due_on <= turn.today) > 1:
            keyboard = keyboard[: PARCELS_SHOWN - 1]
            keyboard.append([turn.button("parcels_past", "parcels.past", paper_id=row.id)])
        if not rows:
            keyboard.append([turn.button("parcels_add", "parcels.add", paper_id=row.id)])
    keyboard = keyboard[:PARCELS_SHOWN]
    if paid is not None:
        keyboard.insert(0, [turn.button(f"parcel_{a}", f"instalment.{a}", id=paid.id) for a in OF_PAID])
    keyboard.append([turn.button("back", "paper.open", paper_id=row.id)])
    turn.show(
        "papers/parcels",
        keyboard,
        note=_note(turn, note, paid),
        title=title(row.kind),
        about=about(turn, scope, row),
        company=scope.company.name,
        parcels=[_parcel(turn, r) for r in rows],
        total=sum((r.amount for r in rows if r.amount is not None), start=0) if rows else 0,
    )


def _note(turn: Turn, note: str, paid: Instalment | None) -> str:
    """What was done, the day of a payment in words."""
    if paid is None or paid.paid_on is None:
        return turn.label(note) if note else ""
    return turn.label(note, number=paid.number, day=words.long_date(paid.paid_on))


def _parcel(turn: Turn, row: Instalment) -> dict[str, Any]:
    return {
        "mark": signs.SIGNS["paid"] if row.paid_on else signs.sign(row.due_on, turn.today),
        "number": row.number,
        "due": row.due_on,
        "amount": words.money(row.amount) if row.amount is not None else "",
        "words": turn.label("parcel_was_paid", day=words.short_date(row.paid_on))
        if row.paid_on
        else words.expiry_words(row.due_on, turn.today),
    }
