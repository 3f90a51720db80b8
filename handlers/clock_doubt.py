"""An administrator confirms the date after a jump of the machine's calendar."""

from __future__ import annotations

from bot import audit, clock_guard
from bot.turn import Turn
from handlers.module import ADMINISTRATOR, Action, Module


def confirm(turn: Turn) -> None:
    """Reminders and broadcasts go on."""
    clock_guard.confirm(turn.session)
    audit.write(turn.session, turn.user_id, "clock_confirmed", now=turn.now, day=f"{turn.today:%d/%m/%Y}")
    turn.show("alarm/clock_confirmed", [[turn.button("menu", "menu")]], today=turn.today)


MODULE = Module(actions={"confirm_clock": Action(confirm, ADMINISTRATOR)})
