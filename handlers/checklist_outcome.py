"""The outcome of a checklist: the whole of it as the public service charter lays it out, and at a glance."""

from __future__ import annotations

from bot.checklist_case import Case
from bot.checklist_shapes import Charter
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_state
from handlers.checklist_state import button, pressed, stand

MISSING_SHOWN = 6


def show_outcome(turn: Turn, case: Case) -> None:
    """Everything at once; long ones in parts."""
    stand(turn, case, "outcome")
    found = checklist_state.charter(turn, case)
    turn.show(
        "checklist/outcome",
        keyboard(turn, case, found, home=False),
        form=True,
        header=turn.services.renderer.html("checklist/part", title=found.title),
        c=found,
        name=case.draft.title,
        agency=turn.label(f"checklist_of_{found.authority}"),
    )


def show_home(turn: Turn, case: Case, *, note: str = "") -> None:
    """At a glance: how much is ready, what is missing, what needs attention."""
    stand(turn, case, "home")
    found = checklist_state.charter(turn, case)
    missing = sorted(found.missing, key=lambda i: i.state != "expired")
    turn.show(
        "checklist/home",
        keyboard(turn, case, found, home=True),
        form=True,
        c=found,
        name=case.draft.title,
        note=note,
        ready=len(found.items) - len(found.missing),
        total=len(found.items),
        missing=missing[:MISSING_SHOWN],
        more=max(0, len(missing) - MISSING_SHOWN),
        shared=bool(case.draft.people),
        today=turn.today,
    )


def keyboard(turn: Turn, case: Case, found: Charter, *, home: bool) -> list[list[Button]]:
    """What can be done with an outcome: at most eight buttons."""
    rows = []
    if found.items:
        rows.append([button(turn, "checklist_items", "checklist.items", case)])
    if home:
        rows.append([button(turn, "checklist_all", "checklist.outcome", case)])
    second = [button(turn, "checklist_pdf", "checklist.pdf", case)]
    if case.answers:
        second.append(button(turn, "checklist_answers", "checklist.review", case))
    rows.append(second)
    rows.append(
        [
            button(turn, "checklist_dates", "checklist.dates", case),
            button(turn, "checklist_more", "checklist.more", case),
        ]
    )
    rows.append([button(turn, "form_leave", "checklist.leave", case)])
    return rows


def outcome(turn: Turn) -> None:
    """The outcome was asked for."""
    if (case := pressed(turn)) is not None:
        show_outcome(turn, case)


def not_needed(turn: Turn) -> None:
    """What this case does not need, and why."""
    if (case := pressed(turn)) is None:
        return
    stand(turn, case, "not_needed")
    found = checklist_state.charter(turn, case)
    turn.show(
        "checklist/not_needed",
        [[button(turn, "back", "checklist.go", case)]],
        form=True,
        header=turn.services.renderer.html("checklist/part", title=found.title),
        title=found.title,
        lines=found.not_needed,
    )
