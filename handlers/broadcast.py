"""/comunicado and /comunicados: staff write to the right people. Screens, forms and steps stand in `broadcast_*`."""

from __future__ import annotations

from bot import broadcasts
from bot.turn import Turn
from handlers import (
    broadcast_audience,
    broadcast_confirm,
    broadcast_forms,
    broadcast_received,
    broadcast_results,
    broadcast_screens,
    fallback,
)
from handlers.module import COMMUNICATOR, Action, Command, MenuEntry, Module


def begin(turn: Turn) -> None:
    """A new broadcast."""
    turn.begin_form("broadcast")


def open_(turn: Turn) -> None:
    """One broadcast."""
    row = broadcasts.get(turn.session, int(turn.args["id"]))
    if row is None:
        fallback.old_button(turn)
        return
    broadcast_screens.show(turn, row)


MODULE = Module(
    commands=(
        Command("comunicado", begin, roles=COMMUNICATOR),
        Command("comunicados", broadcast_screens.listing, roles=COMMUNICATOR),
    ),
    actions={
        "broadcast.new": Action(begin, roles=COMMUNICATOR),
        "broadcast.open": Action(open_, roles=COMMUNICATOR),
        "broadcast.list": Action(broadcast_screens.listing, roles=COMMUNICATOR),
        "broadcast.change": Action(broadcast_forms.change, roles=COMMUNICATOR),
        "broadcast.when": Action(broadcast_forms.when, roles=COMMUNICATOR),
        "broadcast.follow": Action(broadcast_forms.follow, roles=COMMUNICATOR),
        **broadcast_audience.ACTIONS,
        **broadcast_confirm.ACTIONS,
        **broadcast_results.ACTIONS,
        **broadcast_received.ACTIONS,
    },
    forms=(*broadcast_forms.FORMS, broadcast_audience.FORM),
    menu=(MenuEntry("menu_broadcasts", "broadcast.list", roles=COMMUNICATOR),),
)
