"""/painel: the service in numbers and one chart, nothing about anybody."""

from __future__ import annotations

from collections.abc import Mapping

from bot import delivery_state, few, panel
from bot.models.delivery import LANES
from bot.turn import Turn
from handlers.module import ANY_STAFF, Action, Command, MenuEntry, Module


def show(turn: Turn) -> None:
    """The numbers, small ones hidden, the chart, and how delivery stands."""
    state = delivery_state.state(turn.session, now=turn.now)
    waiting = [
        (turn.label(f"lane_{LANES[lane]}"), int((turn.now - since).total_seconds() // 60))
        for lane, since in sorted(state.oldest.items())
    ]
    found = panel.read(turn.session, panel.Moment(turn.today, turn.services.library.calendar))
    count = few.masked
    turn.show(
        "panel/panel",
        [
            [turn.button("panel_chart", "panel.chart"), turn.button("panel_again", "panel")],
            [turn.button("menu", "menu")],
        ],
        companies=count(found.companies),
        vehicles=count(found.vehicles),
        people=count(found.people),
        state=state,
        sweep=int((turn.now - state.last_sweep).total_seconds() // 60) if state.last_sweep else -1,
        waiting=waiting,
        due=[(group.title, group.shown) for group in found.due],
        solved=count(found.solved),
        reminders=_masked(found.reminders),
        questions={name: count(number) for name, number in found.questions.items()},
        deliveries=_masked(found.deliveries),
        month=turn.today,
    )


def _masked(counts: Mapping[str, int]) -> dict[str, str]:
    names = ("planned", "sending", "sent", "failed", "uncertain", "superseded", "cancelled")
    return {name: few.masked(counts.get(name, 0)) for name in names}


def chart(turn: Turn) -> None:
    """What falls due this month, as a picture."""
    title = turn.label("panel_title", month=f"{turn.today:%m/%Y}")
    params = {"user": turn.user_id, "today": turn.today.isoformat(), "title": title}
    file = {"kind": "photo", "producer": "panel_chart", "params": params, "name": "painel.png"}
    turn.send_file(file, "panel/chart", month=turn.today)


MODULE = Module(
    commands=(Command("painel", show, roles=ANY_STAFF),),
    actions={"panel": Action(show, roles=ANY_STAFF), "panel.chart": Action(chart, roles=ANY_STAFF)},
    menu=(MenuEntry("menu_panel", "panel", roles=ANY_STAFF),),
)
