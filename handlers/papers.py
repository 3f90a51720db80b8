"""Papers with dates: lists, one paper, Renovei (also pressed in reminders), put aside, remove, files.

Forms: `handlers.paper_forms`, `handlers.paper_cycle_forms`; Paguei: `handlers.paper_payments`;
screens: `handlers.paper_screens`.
"""

from __future__ import annotations

from typing import Any

from bot import fleet, papers
from bot.models.fleet import Paper
from bot.screens import Button
from bot.turn import Turn
from handlers import (
    company_scope,
    paging,
    paper_cycle_forms,
    paper_drivers,
    paper_forms,
    paper_kinds,
    paper_payments,
)
from handlers.module import Action, Module
from handlers.paper_cycle_forms import seed
from handlers.paper_payments import pressed_parcel
from handlers.paper_screens import (
    about,
    asked_about,
    fixable,
    list_screen,
    may_add,
    paper_screen,
    parcels_screen,
    pressed,
    pressed_to_change,
    renewable,
)
from knowledge.obligations import package_obligations


def show(turn: Turn) -> None:
    """The papers of the pressed vehicle, or of the company's own, contracts, drivers or trips."""
    args = turn.args
    if args.get("vehicle"):
        vehicle = fleet.vehicle(turn.session, int(args["vehicle"]))
        scope = company_scope.of(turn, vehicle.company_id if vehicle else 0)
        if scope is None or vehicle is None:
            return
        rows = papers.current(turn.session, scope.id, vehicle_id=vehicle.id)
        rows += papers.set_aside(turn.session, scope.id, vehicle_id=vehicle.id)
        here: dict[str, Any] = {"vehicle": vehicle.id}
        back = turn.button("back", "fleet.open", vehicle=vehicle.id)
        heading = fleet.shown(vehicle.plate)
    else:
        found = company_scope.of(turn, int(args["company"]))
        if found is None:
            return
        scope, subject = found, str(args["subject"])
        rows = papers.current(turn.session, scope.id, subject=subject, vehicle_id=None)
        rows += papers.set_aside(turn.session, scope.id, subject=subject, vehicle_id=None)
        here = {"subject": subject, "company": scope.id}
        back = turn.button("back", "fleet.more")
        heading = turn.label(f"papers_{subject}")
    rows = [row for row in rows if scope.sees(row)]
    list_screen(turn, scope, rows, heading=heading, here=here, back=back, page=paging.asked(turn))


def open_(turn: Turn) -> None:
    """One paper; of a renewed one its current cycle."""
    if (known := pressed(turn)) is not None:
        paper_screen(turn, known[0], papers.newest(turn.session, known[1]))


def add(turn: Turn) -> None:
    """Starts the form of a new paper for the pressed vehicle or subject."""
    args = turn.args
    vehicle = fleet.vehicle(turn.session, int(args["vehicle"])) if args.get("vehicle") else None
    scope = company_scope.of(turn, vehicle.company_id if vehicle else int(args.get("company", 0)))
    if scope is None:
        return
    subject = "vehicle" if vehicle else str(args["subject"])
    if not may_add(scope, subject):
        company_scope.refuse(turn, scope)
        return
    facts: dict[str, Any] = {"company": scope.id, "subject": subject}
    facts["about"] = asked_about(turn, scope, fleet.shown(vehicle.plate) if vehicle else scope.company.name)
    if vehicle is not None:
        facts["vehicle"] = vehicle.id
    if args.get("kind"):
        facts["kind"] = str(args["kind"])
    turn.begin_form("paper", **facts)


def renewed(turn: Turn) -> None:
    """Renovei: the cycle is silent from this press on; the new date is asked. A clock is simply done."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    if row.state != "current":
        paper_screen(turn, scope, papers.newest(turn.session, row), note="note_paper_renewed_before")
        return
    actor = company_scope.actor(turn, scope)
    if not renewable(row):
        papers.set_state(turn.session, actor, row, "replaced", today=turn.today)
        paper_screen(turn, scope, row, note="note_paper_solved")
        return
    papers.acknowledge(turn.session, actor, row, today=turn.today)
    turn.begin_form("renew", renewing=True, **seed(turn, scope, row))


def again(turn: Turn) -> None:
    """Put aside by mistake, or pressed Renovei without having renewed: it counts again."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    actor = company_scope.actor(turn, scope)
    if not papers.unacknowledge(turn.session, actor, row):
        papers.set_state(turn.session, actor, row, "current", today=turn.today)
    paper_screen(turn, scope, row, note="note_paper_again")


def not_applicable(turn: Turn) -> None:
    """Não se aplica: no more reminders of it, it stays on the list."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    papers.set_state(turn.session, company_scope.actor(turn, scope), row, "not_applicable", today=turn.today)
    paper_screen(turn, scope, papers.newest(turn.session, row), note="note_paper_none")


def remove(turn: Turn) -> None:
    """Asks before a paper goes."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    at = {"paper_id": row.id}
    keyboard = [
        [turn.button("remove_yes", "paper.removed", fields=None, **at)],
        [turn.button("back", "paper.open", fields=None, **at)],
    ]
    whose = asked_about(turn, scope, about(turn, scope, row))
    turn.show("papers/remove", keyboard, title=paper_kinds.title(row.kind), about=whose)


def removed(turn: Turn) -> None:
    """The paper goes out of sight."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    subject = asked_about(turn, scope, about(turn, scope, row))
    papers.set_state(turn.session, company_scope.actor(turn, scope), row, "removed", today=turn.today)
    here = {"vehicle": row.vehicle_id} if row.vehicle_id else {"subject": row.subject}
    keyboard = [
        [turn.button("undo", "fleet.undo")],
        [turn.button("papers", "papers", **here, company=scope.id), turn.button("menu", "menu")],
    ]
    turn.show("papers/removed", keyboard, title=paper_kinds.title(row.kind), about=subject)


def correct(turn: Turn) -> None:
    """Asks what is wrong in the same cycle; a new cycle is Renovei."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    keyboard = [[_fix_button(turn, row, name)] for name in fixable(row)]
    keyboard.append([turn.button("back", "paper.open", paper_id=row.id)])
    whose = asked_about(turn, scope, about(turn, scope, row))
    turn.show("papers/correct", keyboard, title=paper_kinds.title(row.kind), about=whose)


def _fix_button(turn: Turn, row: Paper, name: str) -> Button:
    """What to correct: the usual names, else that of the kind's own data."""
    args: dict[str, Any] = {"paper_id": row.id, "what": name}
    if f"fix_{name}" in turn.services.renderer.labels:
        return turn.button(f"fix_{name}", "paper.fix", **args)
    asked = package_obligations()[row.kind].facts[name]
    return Button(asked[:1].upper() + asked[1:], "paper.fix", args)


def fix(turn: Turn) -> None:
    """Starts the correction of one thing."""
    if (known := pressed_to_change(turn)) is not None:
        turn.begin_form("paper_fix", what=str(turn.args["what"]), **seed(turn, *known))


def attach(turn: Turn) -> None:
    """Waits for a photo or PDF."""
    if (known := pressed_to_change(turn)) is not None and known[1].kind not in company_scope.health_kinds():
        turn.begin_form("paper_file", **seed(turn, *known))


def files(turn: Turn) -> None:
    """Sends what is kept beside the paper; Telegram has the bytes, we have its id."""
    if (known := pressed(turn)) is None:
        return
    scope, row = known
    facts = {"title": paper_kinds.title(row.kind), "about": about(turn, scope, row)}
    for file in row.files:
        turn.send_file(
            {"kind": file["kind"], "file_id": file["file_id"]},
            "papers/file_caption",
            [[turn.button("back", "paper.open", paper_id=row.id)]],
            parcel=file.get(papers.RECEIPT),
            **facts,
        )
    if not row.files:
        paper_screen(turn, scope, row)


def past(turn: Turn) -> None:
    """All parcels that have fallen due were paid: a policy entered half way through."""
    if (known := pressed_to_change(turn)) is None:
        return
    scope, row = known
    actor = company_scope.actor(turn, scope)
    for parcel in papers.parcels(turn.session, row.id or 0):
        if parcel.due_on <= turn.today:
            papers.pay(turn.session, actor, parcel, paid_on=parcel.due_on)
    parcels_screen(turn, scope, row, note="note_paid_past")


def move(turn: Turn) -> None:
    """Starts the correction of a parcel's due date."""
    if (known := pressed_parcel(turn)) is not None:
        scope, row, parcel = known
        turn.begin_form("parcel_move", parcel=parcel.id, number=parcel.number, **seed(turn, scope, row))


def parcels(turn: Turn) -> None:
    """The parcels of a policy."""
    if (known := pressed(turn)) is not None:
        parcels_screen(turn, *known)


def add_parcels(turn: Turn) -> None:
    """Starts the form of the parcels of a policy that has none."""
    if (known := pressed_to_change(turn)) is not None:
        turn.begin_form("parcels", **seed(turn, *known))


MODULE = Module(
    actions={
        "papers": Action(show),
        "paper.open": Action(open_),
        "paper.add": Action(add),
        "paper.renewed": Action(renewed),
        "paper.again": Action(again),
        "paper.none": Action(not_applicable),
        "paper.remove": Action(remove),
        "paper.removed": Action(removed),
        "paper.correct": Action(correct),
        "paper.fix": Action(fix),
        "paper.attach": Action(attach),
        "paper.files": Action(files),
        "paper.health_yes": Action(paper_drivers.agreed),
        "paper.health_no": Action(paper_drivers.refused),
        "instalment.paid": Action(paper_payments.paid),
        "instalment.other_day": Action(paper_payments.other_day),
        "instalment.receipt": Action(paper_payments.receipt),
        "instalment.move": Action(move),
        "parcels": Action(parcels),
        "parcels.past": Action(past),
        "parcels.add": Action(add_parcels),
    },
    forms=(paper_forms.ADD, *paper_cycle_forms.FORMS, *paper_payments.FORMS),
)
