"""/frota: the company's vehicles at a glance, one vehicle, its state; what can be undone, who changed what.

Screens: `handlers.fleet_screens`; forms: `handlers.fleet_forms`; papers: `handlers.papers`.
"""

from __future__ import annotations

from bot import fleet, papers
from bot.turn import Turn
from handlers import company_scope, fleet_forms
from handlers.fleet_screens import list_screen, pressed, vehicle_screen
from handlers.module import Action, Command, MenuEntry, Module
from handlers.paging import asked
from knowledge import inputs


def command(turn: Turn) -> None:
    """/frota, or /frota PLACA to open one vehicle."""
    typed = turn.incoming.argument.strip()
    if not typed:
        show(turn)
        return
    scope = company_scope.current(turn)
    if scope is None:
        return
    read = inputs.read_plate(typed)
    found = fleet.by_plate(turn.session, scope.id, read.key) if isinstance(read, inputs.Plate) else None
    if found is None:
        keyboard = [[turn.button("fleet", "fleet"), turn.button("menu", "menu")]]
        turn.show("fleet/which", keyboard, typed=typed[:20], company=scope.company.name)
        return
    vehicle_screen(turn, scope, found)


def show(turn: Turn) -> None:
    """The fleet, worst first, some vehicles a page."""
    scope = company_scope.current(turn)
    if scope is not None:
        list_screen(turn, scope, page=asked(turn))


def open_(turn: Turn) -> None:
    """One vehicle."""
    if (known := pressed(turn)) is not None:
        vehicle_screen(turn, *known)


def state(turn: Turn) -> None:
    """What became of the vehicle."""
    if (known := pressed(turn)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    scope, row = known
    wanted = [s for s in ("active", "laid_up", "sold") if s != row.state]
    rows = [[turn.button(f"state_{s}", "fleet.set", vehicle=row.id, state=s)] for s in wanted]
    rows.append([turn.button("state_removed", "fleet.remove", vehicle=row.id)])
    rows.append([turn.button("back", "fleet.open", vehicle=row.id)])
    turn.show("fleet/state", rows, plate=fleet.shown(row.plate), company=scope.company.name)


def set_state(turn: Turn) -> None:
    """Sold, laid up or back; pressed twice it is so already."""
    if (known := pressed(turn, lock=True)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    scope, row = known
    wanted = str(turn.args["state"])
    fleet.set_state(turn.session, company_scope.actor(turn, scope), row, wanted, today=turn.today)
    vehicle_screen(turn, scope, row, note=f"note_{wanted}")


def remove(turn: Turn) -> None:
    """Asks before a vehicle goes."""
    if (known := pressed(turn)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    rows = [
        [turn.button("remove_yes", "fleet.removed", vehicle=known[1].id)],
        [turn.button("back", "fleet.open", vehicle=known[1].id)],
    ]
    turn.show("fleet/remove", rows, plate=fleet.shown(known[1].plate))


def removed(turn: Turn) -> None:
    """The vehicle goes out of sight, with its papers."""
    if (known := pressed(turn, lock=True)) is None or not company_scope.allowed(turn, known[0], "fleet"):
        return
    scope, row = known
    actor = company_scope.actor(turn, scope)
    for paper in papers.current(turn.session, scope.id, vehicle_id=row.id):
        papers.set_state(turn.session, actor, paper, "removed", today=turn.today)
    fleet.set_state(turn.session, actor, row, "removed", today=turn.today)
    keyboard = [
        [turn.button("undo", "fleet.undo")],
        [turn.button("fleet", "fleet"), turn.button("menu", "menu")],
    ]
    turn.show("fleet/removed", keyboard, plate=fleet.shown(row.plate), company=scope.company.name)


MODULE = Module(
    commands=(Command("frota", command),),
    actions={
        "fleet": Action(show),
        "fleet.open": Action(open_),
        "fleet.state": Action(state),
        "fleet.set": Action(set_state),
        "fleet.remove": Action(remove),
        "fleet.removed": Action(removed),
        "fleet.add": Action(fleet_forms.add),
        "fleet.edit": Action(fleet_forms.edit),
        "fleet.edit_field": Action(fleet_forms.edit_field),
    },
    forms=fleet_forms.FORMS,
    menu=(MenuEntry("menu_fleet", "fleet"),),
)
