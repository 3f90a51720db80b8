"""/pode_rodar: may this vehicle run today, by service; /fiscalizacao: the papers in the order the road asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot import accounts, fleet, papers
from bot.fleet import Holding
from bot.models.fleet import Vehicle
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, due_lookup, road_words
from handlers.company_scope import Scope
from handlers.module import Action, Command, MenuEntry, Module
from handlers.paging import asked, page_of
from handlers.road_view import View
from knowledge.inputs import Plate, Refused, plate_key, read_plate

A_PAGE = 6


def may_run(turn: Turn) -> None:
    """/pode_rodar [placa]."""
    if (view := _chosen(turn, "road.run", typed=_argument(turn))) is not None:
        view.run()


def inspection(turn: Turn) -> None:
    """/fiscalizacao [placa]."""
    if (view := _chosen(turn, "road.show", typed=_argument(turn))) is not None:
        view.show()


def heard(turn: Turn) -> bool:
    """Opens these screens for what somebody of a company says on the road; False: it is a question."""
    wish = road_words.read(turn.text) if turn.incoming.private else None
    if wish is None or not accounts.companies(turn.session, turn.user_id):
        return False
    action = "road.run" if wish.run else "road.show"
    if (view := _chosen(turn, action, typed=wish.plate)) is not None:
        (view.run if wish.run else view.show)()
    return True


def _argument(turn: Turn) -> str:
    return turn.incoming.argument if turn.incoming.kind == "command" else ""


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
            parcel=one.get(papers.RECEIPT),
            about=row.subject_name or fleet.shown(view.vehicle.plate),
        )


def _chosen(turn: Turn, action: str, *, typed: str = "") -> View | None:
    """Which vehicle, then which service; nothing is asked that is known."""
    args = turn.args
    scope = company_scope.asked_of(turn)
    if scope is None:
        return None
    held = due_lookup.holding(turn, scope)
    read = read_plate(typed) if typed else None
    key = read.key if isinstance(read, Plate) else ""
    wanted = [v for v in held.vehicles if v.id == args.get("vehicle") or (key and v.plate_key == key)]
    if not wanted and len(held.vehicles) == 1 and not typed:
        wanted = list(held.vehicles)
    if not wanted:
        meant = plate_key(read.facts.get("suggestion", "")) if isinstance(read, Refused) else ""
        _vehicles(turn, scope, held, action, unknown=typed, meant=meant)
        return None
    modes = scope.company.modes or ["turistico"]
    mode = str(args.get("mode") or (modes[0] if len(modes) == 1 else ""))
    if mode not in modes:
        _modes(turn, scope, wanted[0], modes, action)
        return None
    return View(turn, scope, held, wanted[0], mode)


def _vehicles(turn: Turn, scope: Scope, held: Holding, action: str, *, unknown: str, meant: str = "") -> None:
    """Which vehicle; `meant`: the key of the plate that the typed one is taken for, letter and digit mixed up."""
    alike = [v for v in held.vehicles if meant and v.plate_key == meant]
    page = page_of(alike or held.vehicles, A_PAGE, asked(turn))
    at: dict[str, Any] = {"company": scope.id}
    rows = [[Button(fleet.shown(v.plate), action, {**at, "vehicle": v.id})] for v in page.shown]
    rows += page.turning(turn, action, **at)
    if not held.vehicles:
        rows.append([turn.button("vehicle_add", "fleet.add")])
    rows.append([turn.button("menu", "menu")])
    turn.show(
        "road/vehicles",
        rows,
        company=scope.company.name,
        unknown=unknown,
        none=not held.vehicles,
        meant=fleet.shown(alike[0].plate) if alike else "",
    )


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
