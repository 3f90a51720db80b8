"""/painel: the service in numbers and one chart, nothing about anybody."""

from __future__ import annotations

from collections.abc import Mapping

from bot import delivery_state, few, panel, panel_due
from bot.models.delivery import LANES
from bot.screens import Button
from bot.turn import Turn
from handlers.module import ANY_STAFF, Action, Command, MenuEntry, Module


def show(turn: Turn) -> None:
    """The numbers, small ones hidden, the chart, and how delivery stands."""
    state = delivery_state.state(turn.session, now=turn.now)
    waiting = [
        (turn.label(f"lane_{LANES[lane]}"), int((turn.now - since).total_seconds() // 60))
        for lane, since in sorted(state.oldest.items())
    ]
    on = panel_due.Moment(turn.today, turn.services.library.calendar)
    region = _region(turn)
    found, due = panel.read(turn.session, on), panel_due.groups(turn.session, on, region)
    count = few.masked
    turn.show(
        "panel/panel",
        [
            [
                turn.button("panel_chart", "panel.chart", region=region),
                turn.button("panel_again", "panel", region=region),
            ],
            [turn.button("panel_regions", "panel.regions")],
            [turn.button("menu", "menu")],
        ],
        companies=count(found.companies),
        vehicles=count(few.of(found.companies, found.vehicles)),
        people=count(found.people),
        state=state,
        sweep=int((turn.now - state.last_sweep).total_seconds() // 60) if state.last_sweep else -1,
        waiting=waiting,
        due=[(group.title, group.shown) for group in due],
        region=_title(turn, region),
        solved=count(few.of(found.companies, found.solved)),
        reminders=_masked(found.reminders, found.companies),
        questions={name: count(number) for name, number in found.questions.items()},
        deliveries=_masked(found.deliveries, found.companies),
        month=turn.today,
    )


def _masked(counts: Mapping[str, int], companies: int) -> dict[str, str]:
    """What is of few companies is few, however much of it they have."""
    names = ("planned", "sending", "sent", "failed", "uncertain", "superseded", "cancelled")
    return {name: few.masked(few.of(companies, counts.get(name, 0))) for name in names}


def _region(turn: Turn) -> str:
    """The part of the State that was chosen; "" for all of it."""
    chosen = str(turn.args.get("region", ""))
    return chosen if chosen in panel_due.regions() else ""


def _title(turn: Turn, region: str) -> str:
    if not region:
        return turn.label("panel_state")
    return panel_due.regions()[region] or turn.label("panel_elsewhere")


def regions(turn: Turn) -> None:
    """Asks of which part of the State what falls due is counted."""
    rows = [[Button(_title(turn, code), "panel", {"region": code})] for code in ("", *panel_due.regions())]
    turn.show("panel/regions", [*rows, [turn.button("menu", "menu")]])


def chart(turn: Turn) -> None:
    """What falls due this month, as a picture."""
    region = _region(turn)
    title = turn.label("panel_title", month=f"{turn.today:%m/%Y}", region=_title(turn, region))
    params = {"user": turn.user_id, "today": turn.today.isoformat(), "title": title, "region": region}
    file = {"kind": "photo", "producer": "panel_chart", "params": params, "name": "painel.png"}
    turn.send_file(file, "panel/chart", month=turn.today, region=_title(turn, region))


MODULE = Module(
    commands=(Command("painel", show, roles=ANY_STAFF),),
    actions={
        "panel": Action(show, roles=ANY_STAFF),
        "panel.regions": Action(regions, roles=ANY_STAFF),
        "panel.chart": Action(chart, roles=ANY_STAFF),
    },
    menu=(MenuEntry("menu_panel", "panel", roles=ANY_STAFF),),
)
