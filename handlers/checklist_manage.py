"""A draft as a thing: its name, its days, whom it is shared with, and its end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from bot import checklists, companies, notices
from bot.checklist_case import Case
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_state, typed
from handlers.checklist_outcome import show_home
from handlers.checklist_state import button, paged, pressed, stand
from handlers.form_model import Refused
from handlers.paging import asked
from knowledge import words

DAYS = ("file_on", "needed_on")


def more(turn: Turn) -> None:
    """What else can be done with a draft."""
    if (case := pressed(turn)) is None:
        return
    stand(turn, case, "more")
    found = checklist_state.charter(turn, case)
    own = case.draft.user_id == turn.user_id
    rows = [[button(turn, label, action, case, **args)] for label, action, args in _sheets(case)]
    second = [button(turn, "checklist_rename", "checklist.rename", case)]
    if found.not_needed:
        second.insert(0, button(turn, "checklist_not_needed", "checklist.not_needed", case))
    rows.append(second)
    last = [button(turn, "checklist_delete", "checklist.delete", case)] if own else []
    if case.draft.company_id is not None:
        last.insert(0, button(turn, "checklist_share", "checklist.share", case))
    rows += [last, [button(turn, "back", "checklist.go", case)]]
    names = checklists.names(turn.session, [case.draft.user_id, *case.draft.people])
    turn.show(
        "checklist/more",
        [row for row in rows if row],
        form=True,
        title=found.title,
        name=case.draft.title,
        version=found.version,
        changed=case.draft.updated_at.astimezone(turn.services.settings.zone).date(),
        people=[name for user, name in names.items() if user != turn.user_id],
        own=own,
    )


def _sheets(case: Case) -> list[tuple[str, str, dict[str, str]]]:
    """The papers to print that belong to the request."""
    found = []
    if case.checklist.form:
        found.append(("checklist_request_form", "print.begin", {"kind": "request"}))
    if any(r.document == "veracity-declaration" for r in case.checklist.requirements):
        found.append(("checklist_declaration", "print.begin", {"kind": "declaration"}))
    if "defence" in case.checklist.sheets:
        found.append(("checklist_defence", "print.begin", {"kind": "defence"}))
    if "passengers" in case.checklist.sheets:
        found.append(("checklist_passengers", "passengers.begin", {}))
    return found


def rename(turn: Turn) -> None:
    """Waits for another name."""
    if (case := pressed(turn)) is not None:
        _ask_name(turn, case)


def _ask_name(turn: Turn, case: Case, *, note: str = "") -> None:
    stand(turn, case, "rename")
    turn.show(
        "checklist/rename",
        [[button(turn, "back", "checklist.go", case)]],
        form=True,
        name=case.draft.title,
        limit=checklists.TITLE_LIMIT,
        note=note,
    )


def receive_name(turn: Turn, case: Case) -> None:
    """The name that was typed."""
    name = " ".join(turn.text.split())
    if not 1 <= len(name) <= checklists.TITLE_LIMIT:
        _ask_name(turn, case, note="checklist/note_name")
        return
    checklists.change(turn.session, case.draft, now=turn.now, title=name)
    show_home(turn, case, note=turn.label("checklist_renamed"))


def delete(turn: Turn) -> None:
    """Asks before a draft goes."""
    if (case := pressed(turn)) is None:
        return
    stand(turn, case, "delete")
    rows = [
        [button(turn, "remove_yes", "checklist.deleted", case)],
        [button(turn, "back", "checklist.go", case)],
    ]
    turn.show("checklist/delete", rows, form=True, name=case.draft.title, shared=bool(case.draft.people))


def deleted(turn: Turn) -> None:
    """The draft goes, for everybody; only the person who began it can do that."""
    if (case := pressed(turn)) is None:
        return
    if case.draft.user_id != turn.user_id:
        show_home(turn, case)
        return
    name = case.draft.title
    checklists.delete_draft(turn.session, case.draft)
    checklist_state.leave(turn)
    keyboard = [[turn.button("checklist_mine", "checklist.mine"), turn.button("menu", "menu")]]
    turn.show("checklist/deleted", keyboard, name=name)


def share(turn: Turn) -> None:
    """With whom of the company."""
    if (case := pressed(turn)) is None:
        return
    place = checklist_state.scope(turn, case)
    stand(turn, case, "share")
    colleagues = []
    if place is not None:
        members = companies.members(turn.session, place.id)
        colleagues = [
            (m.user_id, name or turn.label(f"role_{m.role}"))
            for m, name in members
            if m.user_id not in {turn.user_id, case.draft.user_id}
        ]
    rows = [
        Button(
            f"{'✅ ' if user in case.draft.people else ''}{name}"[:60],
            "checklist.share_with",
            {"draft": case.id, "user": user},
        )
        for user, name in colleagues
    ]
    turn.show(
        "checklist/share",
        paged(
            turn,
            rows,
            [[button(turn, "back", "checklist.go", case)]],
            page=asked(turn),
            action="checklist.share",
            draft=case.id,
        ),
        form=True,
        name=case.draft.title,
        company=place.company.name if place else "",
        alone=not colleagues,
    )


def share_with(turn: Turn) -> None:
    """A colleague sees the draft from now on, and is told; pressed again, no longer."""
    if (case := pressed(turn)) is None:
        return
    place, user = checklist_state.scope(turn, case), int(turn.args["user"])
    if place is None or companies.membership(turn.session, place.id, user) is None:
        show_home(turn, case)
        return
    if user in case.draft.people:
        people = [u for u in case.draft.people if u != user]
        checklists.change(turn.session, case.draft, now=turn.now, people=people)
        show_home(turn, case, note=turn.label("checklist_unshared"))
        return
    checklists.change(turn.session, case.draft, now=turn.now, people=[*case.draft.people, user])
    found = checklist_state.charter(turn, case)
    notices.tell(
        turn,
        user,
        "checklist/shared",
        [[button(turn, "checklist_open", "checklist.go", case)]],
        stage=f"share-{user}",
        name=case.draft.title,
        title=found.title,
        company=place.company.name,
        who=turn.incoming.user_name,
        missing=[i.title for i in found.missing],
        complete=found.complete,
    )
    name = checklists.names(turn.session, [user]).get(user, "")
    show_home(turn, case, note=turn.label("checklist_was_shared", name=name))


def dates(turn: Turn) -> None:
    """The day of the request, and the day by which an answer is needed."""
    if (case := pressed(turn)) is None:
        return
    stand(turn, case, "dates")
    rows = [[button(turn, f"checklist_{day}", "checklist.day", case, day=day)] for day in DAYS]
    turn.show(
        "checklist/dates",
        [*rows, [button(turn, "back", "checklist.go", case)]],
        form=True,
        name=case.draft.title,
        file_on=checklist_state.file_on(turn, case),
        needed_on=case.draft.needed_on,
        today=turn.today,
    )


def day(turn: Turn) -> None:
    """Waits for one of the days."""
    if (case := pressed(turn)) is not None:
        _ask_day(turn, case, str(turn.args["day"]))


def _ask_day(
    turn: Turn, case: Case, which: str, *, note: str = "", facts: dict[str, Any] | None = None
) -> None:
    stand(turn, case, "day", which)
    rows = [
        [
            Button(
                turn.label("checklist_from_paper", day=words.short_date(value), source=source),
                "checklist.day_set",
                {"draft": case.id, "day": which, "value": value.isoformat()},
            )
        ]
        for value, source in _proposed(turn, case, which)
    ]
    rows.append([button(turn, "back", "checklist.dates", case)])
    turn.show(f"checklist/day_{which}", rows, form=True, name=case.draft.title, note=note, **(facts or {}))


def _proposed(turn: Turn, case: Case, which: str) -> Sequence[tuple[dt.date, str]]:
    """The ends of the papers that the request is about: by then an answer is needed."""
    if which == "file_on":
        return [(turn.today, turn.label("checklist_today"))]
    wanted = {r.document for r in case.checklist.requirements if r.document}
    days = sorted(
        (p.expires_on, p.source)
        for p in checklist_state.known(turn, case).papers
        if p.kind in wanted and p.expires_on and p.expires_on > turn.today
    )
    return days[:4]


def receive_day(turn: Turn, case: Case) -> None:
    """The day that was typed, shown in words before it counts."""
    which = checklist_state.arg(turn)
    try:
        value = typed.day(turn, {})
    except Refused as refused:
        _ask_day(turn, case, which, note=refused.template, facts=refused.fields)
        return
    if dt.date.fromisoformat(value) < turn.today:
        _ask_day(turn, case, which, note="checklist/note_past")
        return
    stand(turn, case, "day", which)
    rows = [
        [button(turn, "form_yes", "checklist.day_set", case, day=which, value=value)],
        [button(turn, "form_correct", "checklist.day", case, day=which)],
    ]
    turn.show(
        "checklist/echo",
        rows,
        form=True,
        text=turn.label(f"checklist_{which}"),
        **typed.day_echo(turn, {}, value),
    )


def day_set(turn: Turn) -> None:
    """The day counts from now on."""
    if (case := pressed(turn)) is None:
        return
    which = str(turn.args["day"])
    if which in DAYS:
        value = dt.date.fromisoformat(str(turn.args["value"]))
        checklists.change(turn.session, case.draft, now=turn.now, **{which: value})
    show_home(turn, case)


def redraw(turn: Turn, case: Case) -> None:
    """The open screen again; what was only a menu gives way to the draft itself."""
    at = checklist_state.at(turn)
    if at == "rename":
        _ask_name(turn, case)
    elif at == "day":
        _ask_day(turn, case, checklist_state.arg(turn))
    else:
        show_home(turn, case)
