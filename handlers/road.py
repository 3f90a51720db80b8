"""/pode_rodar: may this vehicle run today, by service; /fiscalizacao: the papers in the order the road asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot import fleet
from bot.fleet import Holding
from bot.models.fleet import Vehicle
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, due_lookup
from handlers.company_scope import Scope
from handlers.module import Action, Command, MenuEntry, Module
from handlers.paging import asked, page_of
from handlers.road_view import View
from knowledge.inputs import plate_key

A_PAGE = 6


def may_run(turn: Turn) -> None:
    """/pode_rodar [placa]."""
    if (view := _chosen(turn, "road.run")) is not None:
        view.run()


def inspection(turn: Turn) -> None:
    """/fiscalizacao [placa]."""
    if (view := _chosen(turn, "road.show")) is not None:
        view.show()


def file(turn: Turn) -> None:
    """What is kept beside a paper of the list, sent to whoever stands on the road with the vehicle."""
    view = _chosen(turn, "road.show")
    if view is None:
        return
    row = view.files_of(int(turn.args["paper_id"]))
    if row is None or not row.files:
        view.show()
        return
    back = {name: turn.args[name] for name in ("company", "vehicle", "mode")}
    for one in row.files:
        turn.send_file(
            {"kind": one["kind"], "file_id": one["file_id"]},
            "papers/file_caption",
            [[turn.button("back", "road.show", **back)]],
            title=view.title_of(row),
            about=row.subject_name or fleet.shown(view.vehicle.plate),
        )


def _chosen(turn: Turn, action: str) -> View | None:
    """Which vehicle, then which service; nothing is asked that is known."""
    args = turn.args
    scope = company_scope.asked_of(turn)
    if scope is None:
        return None
    held = due_lookup.holding(turn, scope)
    typed = turn.incoming.argument if turn.incoming.kind == "command" else ""
    wanted = [
        v
        for v in held.vehicles
        if v.id == args.get("vehicle") or (typed and v.plate_key == plate_key(typed.upper().replace("-", "")))
    ]
    if not wanted and len(held.vehicles) == 1 and not typed:
        wanted = list(held.vehicles)
    if not wanted:
        _vehicles(turn, scope, held, action, unknown=typed)
        return None
    modes = scope.company.modes or ["turistico"]
    mode = str(args.get("mode") or (modes[0] if len(modes) == 1 else ""))
    if mode not in modes:
        _modes(turn, scope, wanted[0], modes, action)
        return None
    return View(turn, scope, held, wanted[0], mode)


def _vehicles(turn: Turn, scope: Scope, held: Holding, action: str, *, unknown: str) -> None:
    page = page_of(held.vehicles, A_PAGE, asked(turn))
    at: dict[str, Any] = {"company": scope.id}
    rows = [[Button(fleet.shown(v.plate), action, {**at, "vehicle": v.id})] for v in page.shown]
    rows += page.turning(turn, action, **at)
    if not held.vehicles:
        rows.append([turn.button("vehicle_add", "fleet.add")])
    rows.append([turn.button("menu", "menu")])
    turn.show("road/vehicles", rows, company=scope.company.name, unknown=unknown, none=not held.vehicles)


def _modes(turn: Turn, scope: Scope, vehicle: Vehicle, modes: Sequence[str], action: str) -> None:
    rows = [
        [turn.button(f"mode_{mode}", action, company=scope.id, vehicle=vehicle.id, mode=mode)]
        for mode in modes
    ]
    rows.append([turn.button("menu", "menu")])
    turn.show("road/modes", rows, plate=fleet.shown(vehicle.plate), company=scope.company.name)


MODULE = Module(
    commands=(Command("pode_rodar", may_run), Command("fiscalizacao", inspection)),
    actions={"road.run": Action(may_run), "road.show": Action(inspection), "road.file": Action(file)},
    menu=(MenuEntry("menu_road", "road.run"), MenuEntry("menu_inspection", "road.show")),
)
