"""The buttons of reminders: one thing, remind me later, why; and what a person wants of reminders (/lembretes)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import accounts, due_words, reminder_rows
from bot.due import Due
from bot.models.delivery import Outbox
from bot.reminder_screens import buttons_of
from bot.screens import Button
from bot.turn import Turn
from handlers import due_lookup, fallback, paper_dates, reminder_choices
from handlers.citations import linked
from handlers.company_scope import Scope
from handlers.module import Action, Command, Module
from handlers.paging import asked, page_of
from knowledge import words
from knowledge.obligations import package_obligations

A_PAGE = 5
SNOOZES = (1, 3, 7)
CITED = 6


def item(turn: Turn) -> None:
    """One thing of a message, with what can be pressed about it."""
    if (known := _known(turn)) is not None:
        scope, thing = known
        _mark(turn, thing)
        show_thing(turn, scope, thing)


def show_thing(turn: Turn, scope: Scope, thing: Due) -> None:
    """One dated thing and its buttons."""
    line = due_words.line(thing, turn.today, turn.services.renderer)
    rows = [list(row) for row in buttons_of(turn.services.renderer, turn.session, line, turn.user_id)]
    rows[-1].append(turn.button("menu", "menu"))
    turn.show("reminders/item", rows, line=line, company=scope.company.name)


def _whose(turn: Turn, line: due_words.Line) -> str:
    """The company of a thing, for who has several; "" where it is said already."""
    return line.company if line.about and accounts.of_several(turn.session, turn.user_id) else ""


def all_(turn: Turn) -> None:
    """Ver todos: the things of one message by pages, as they stand now."""
    row = turn.session.get(Outbox, int(turn.args["digest"]))
    if row is None or row.recipient != turn.user_id:
        fallback.old_button(turn)
        return
    items = reminder_rows.items_of(turn.session, row.id or 0, waiting=False)
    wanted = {(i.subject, i.cycle) for i in items}
    companies = sorted({int(i.payload["company"]) for i in items})
    things = [t for t in due_lookup.of_companies(turn, companies) if (t.subject, _cycle(t)) in wanted]
    lines = due_words.worst_first(due_words.line(t, turn.today, turn.services.renderer) for t in things)
    page = page_of(lines, A_PAGE, asked(turn))
    rows = [
        [Button(line.label, "reminder.item", {"subject": line.subject, "company": line.company_id})]
        for line in page.shown
    ]
    rows += page.turning(turn, "reminder.all", digest=row.id)
    rows.append([turn.button("menu", "menu")])
    turn.show(
        "reminders/all",
        rows,
        groups=due_words.grouped(page.shown),
        several=accounts.of_several(turn.session, turn.user_id),
        open=len(lines),
        solved=len(items) - len(lines),
        page=page.number + 1,
        pages=page.count,
    )


def _cycle(thing: Due) -> str:
    found = thing.deadline
    if found.due_on is not None:
        return found.due_on.isoformat()
    return f"{found.due_at.astimezone(dt.UTC):%Y-%m-%dT%H:%MZ}" if found.due_at else "-"


def _known(turn: Turn) -> tuple[Scope, Due] | None:
    """The pressed thing, or the word that nothing is open there any more."""
    if (known := due_lookup.pressed(turn)) is None:
        return None
    scope, things = known
    if not things:
        turn.show("reminders/solved", [[turn.button("menu", "menu")]])
        return None
    return scope, things[0]


def _args(thing: Due) -> dict[str, Any]:
    return {"subject": thing.subject, "company": thing.company.id}


def _mark(turn: Turn, thing: Due, *, until: dt.date | None = None) -> None:
    reminder_rows.mark(
        turn.session,
        company_id=thing.company.id or 0,
        user_id=turn.user_id,
        subject=thing.subject,
        cycle=_cycle(thing),
        today=turn.today,
        until=until,
    )


def snooze(turn: Turn) -> None:
    """Lembrar em…: days that do not pass the due day."""
    if (known := _known(turn)) is None:
        return
    _, thing = known
    _mark(turn, thing)
    rows = [
        [
            turn.button(
                "snooze_day",
                "reminder.snoozed",
                fields={"far": words.due_words(day, turn.today), "date": words.short_date(day)},
                **_args(thing),
                until=day.isoformat(),
            )
        ]
        for day in snooze_days(thing, turn.today)
    ]
    rows.append([turn.button("back", "reminder.item", **_args(thing))])
    line = due_words.line(thing, turn.today, turn.services.renderer)
    ahead = thing.day >= turn.today
    turn.show(
        "reminders/snooze", rows, line=line, whose=_whose(turn, line), possible=len(rows) > 1, ahead=ahead
    )


def snooze_days(thing: Due, today: dt.date) -> list[dt.date]:
    """The days one may wait: never past the due day, or the day to act by, of what is not overdue yet."""
    days = [today + dt.timedelta(days=n) for n in SNOOZES]
    last = thing.deadline.counts_to or thing.day
    return [day for day in days if thing.day < today or day < last]


def snoozed(turn: Turn) -> None:
    """The day is chosen: nothing about it before, except on its due day."""
    if (known := _known(turn)) is None:
        return
    _, thing = known
    until = dt.date.fromisoformat(str(turn.args["until"]))
    if until not in snooze_days(thing, turn.today):
        snooze(turn)
        return
    _mark(turn, thing, until=until)
    line = due_words.line(thing, turn.today, turn.services.renderer)
    turn.show(
        "reminders/snoozed",
        [[turn.button("menu", "menu")]],
        line=line,
        whose=_whose(turn, line),
        until=until,
        far=words.due_words(until, turn.today),
    )


def why(turn: Turn) -> None:
    """Por quê?: the ground of the date, in the words of the base."""
    if (known := _known(turn)) is None:
        return
    scope, thing = known
    _mark(turn, thing)
    found = thing.deadline
    kind = thing.row
    usual = paper_dates.usual_words(kind)
    risk = package_obligations()["late-instalment"].note if thing.parcel is not None else ""
    rows = [
        [turn.button("see_text", "norm.show", fields={"label": label.split(", ", 1)[-1]}, id=provision)]
        for provision in found.provisions[:2]
        if (label := turn.services.library.corpus.label(provision))
    ]
    rows.append([turn.button("back", "reminder.item", **_args(thing)), turn.button("menu", "menu")])
    line = due_words.line(thing, turn.today, turn.services.renderer)
    turn.show(
        "reminders/why",
        rows,
        line=line,
        whose=_whose(turn, line),
        company=scope.company.name,
        standing=found.standing,
        ground=linked(turn, found.provisions[:CITED]),
        remark=found.note,
        usual=usual,
        risk=risk,
    )


MODULE = Module(
    commands=(Command("lembretes", reminder_choices.show),),
    actions={
        "reminder.item": Action(item),
        "reminder.all": Action(all_),
        "reminder.snooze": Action(snooze),
        "reminder.snoozed": Action(snoozed),
        "reminder.why": Action(why),
        **reminder_choices.ACTIONS,
    },
    forms=reminder_choices.FORMS,
)
