"""/painel: how delivery stands, for staff. Last sweep, oldest waiting message by lane, contacts out of reach."""

from __future__ import annotations

from bot import delivery_state
from bot.models.delivery import LANES
from bot.turn import Turn
from handlers.module import Action, Command, Module

STAFF = frozenset({"administrator", "editor", "communicator", "attendant"})


def show(turn: Turn) -> None:
    """The state now; the button asks again."""
    state = delivery_state.state(turn.session, now=turn.now)
    waiting = [
        (turn.label(f"lane_{LANES[lane]}"), int((turn.now - since).total_seconds() // 60))
        for lane, since in sorted(state.oldest.items())
    ]
    lost = delivery_state.unreachable(turn.session, limit=15)
    sweep = int((turn.now - state.last_sweep).total_seconds() // 60) if state.last_sweep else -1
    turn.show(
        "staff/panel",
        [[turn.button("panel_again", "panel"), turn.button("menu", "menu")]],
        state=state,
        sweep=sweep,
        waiting=waiting,
        lost=[(account.name, account.unreachable_reason or "") for account in lost],
    )


MODULE = Module(commands=(Command("painel", show, STAFF),), actions={"panel": Action(show, STAFF)})
