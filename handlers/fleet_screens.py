"""Screens of the fleet: the list by pages and one vehicle; the vehicle a button was about, checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from bot import fleet, paper_facts, papers
from bot.due import limits
from bot.fleet_import import may_import
from bot.models.fleet import Paper, Vehicle
from bot.screens import Button
from bot.signs import SIGNS
from bot.turn import Turn
from handlers import company_scope, glance
from handlers.citations import linked
from handlers.company_scope import Scope
from handlers.glance import VehicleView
from handlers.paging import page_of
from handlers.paper_screens import may_add
from knowledge import deadlines
from knowledge.obligations import package_obligations

A_PAGE = 4  # with the two that turn the page, "more" and the menu: eight buttons


def list_screen(turn: Turn, scope: Scope, *, page: int = 0) -> None:
    """One page of the fleet."""
    views = _views(turn, scope)
    at = page_of(views, A_PAGE, page)
    rows = [[Button(f"{v.mark} {v.plate}", "fleet.open", {"vehicle": v.id})] for v in at.shown]
    rows += at.turning(turn, "fleet")
    if not views:
        rows.append([turn.button("vehicle_add", "fleet.add")])
        if may_import(scope.place.role):
            rows.append([turn.button("fleet_import", "fleet_import")])
    rows.append([turn.button("fleet_more", "fleet.more"), turn.button("menu", "menu")])
    running = sum(1 for v in views if v.mark not in glance.STATE_MARKS.values())
    turn.show(
        "fleet/list",
        rows,
        company=scope.company.name,
        vehicles=at.shown,
        total=len(views),
        running=running,
        page=at.number + 1,
        pages=at.count,
        states=[
            (sign, count, turn.label(f"fleet_{state}"))
            for state in ("overdue", "today", "soon")
            for sign in [SIGNS[state]]
            if (count := sum(1 for v in views if v.mark == sign))
        ],
    )


def _views(turn: Turn, scope: Scope) -> list[VehicleView]:
    rows = papers.current(turn.session, scope.id, subject="vehicle")
    parcels = papers.parcels_by_paper(turn.session, [r.id or 0 for r in rows if r.kind == "policy"])
    of_vehicle: defaultdict[int | None, list[Paper]] = defaultdict(list)
    for paper in rows:
        if scope.sees(paper):
            of_vehicle[paper.vehicle_id].append(paper)
    beside = limits(turn.session, scope.id)
    views = []
    for row in fleet.vehicles(turn.session, scope.id):
        of_it = glance.papers(
            turn, of_vehicle[row.id], company=scope.company, vehicle=row, parcels=parcels, beside=beside
        )
        views.append(glance.vehicle(turn, row, of_it))
    return glance.worst_first(views)


def pressed(turn: Turn, *, lock: bool = False) -> tuple[Scope, Vehicle] | None:
    """The vehicle of the pressed button and the person's place in its company."""
    found = fleet.vehicle(turn.session, int(turn.args["vehicle"]), lock=lock)
    scope = company_scope.of(turn, found.company_id if found else 0)
    return (scope, found) if scope is not None and found is not None else None


def vehicle_screen(turn: Turn, scope: Scope, row: Vehicle, *, note: str = "") -> None:
    """One vehicle with its papers and what can be done."""
    rows = [p for p in papers.current(turn.session, scope.id, vehicle_id=row.id) if scope.sees(p)]
    parcels = papers.parcels_by_paper(turn.session, [r.id or 0 for r in rows if r.kind == "policy"])
    views = glance.papers(
        turn,
        rows,
        company=scope.company,
        vehicle=row,
        parcels=parcels,
        beside=limits(turn.session, scope.id),
    )
    view = glance.vehicle(turn, row, views)
    at: dict[str, Any] = {"vehicle": row.id}
    keyboard = [[turn.button("papers", "papers", **at)]]
    if may_add(scope, "vehicle"):
        keyboard[0].append(turn.button("paper_add", "paper.add", **at))
    if scope.may("fleet"):
        keyboard.append(
            [
                turn.button("vehicle_edit", "fleet.edit", **at),
                turn.button("vehicle_state", "fleet.state", **at),
            ]
        )
    if scope.may("history"):
        keyboard.append([turn.button("history", "fleet.history", **at)])
    keyboard.append([turn.button("fleet", "fleet"), turn.button("menu", "menu")])
    turn.show(
        "fleet/vehicle",
        keyboard,
        note=turn.label(note) if note else "",
        company=scope.company.name,
        v=view if row.state in glance.STATE_MARKS else _without_words(view),
        papers=views,
        changes=_changes(turn, scope, row, rows),
    )


def _changes(turn: Turn, scope: Scope, row: Vehicle, rows: Sequence[Paper]) -> list[dict[str, str]]:
    """The change of the LIT's rhythm that is to come, else the inspection that the new rhythm suggests."""
    about = paper_facts.facts(
        [r for r in rows if papers.owed(r)],
        today=turn.today,
        company=scope.company,
        vehicle=row,
        calendar=turn.services.library.calendar,
    )
    found = deadlines.SUBJECT_RULES["lit-changes"](package_obligations(), about)
    ahead = [d for d in found if d.due_on is not None and d.due_on >= turn.today][:1]
    return [{"mark": SIGNS["told"], "text": d.note, "ground": linked(turn, d.provisions)} for d in ahead]


def _without_words(view: VehicleView) -> VehicleView:
    """The papers themselves follow below: the worst one is not said twice."""
    return VehicleView(view.id, view.mark, view.plate, view.year, view.seats, "", view.details)
