"""/lembretes: at what hour the day's message comes, and how many days before each kind of thing is told.

The hour is the person's; the ladder is the company's and needs the right to change the fleet.
"""

from __future__ import annotations

import re

from bot import companies
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, paper_kinds, typed
from handlers.company_scope import Scope
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import Action
from handlers.paging import asked, page_of
from knowledge.obligations import Obligation, package_obligations

HOURS = ("08:00", "09:00", "12:00", "18:00")
GENERAL = "*"
LONGEST, MOST = 365, 8
A_PAGE = 5


def show(turn: Turn) -> None:
    """What is set now, and what can be changed."""
    if (scope := company_scope.current(turn)) is not None:
        _screen(turn, scope)


def _screen(turn: Turn, scope: Scope, *, note: str = "") -> None:
    settings = turn.services.settings
    preferences = turn.account.preferences if turn.account else {}
    ladders = scope.company.ladders
    rows = [[turn.button("reminder_hour", "reminder.hour")]]
    if scope.may("fleet"):
        rows.append([turn.button("reminder_ladders", "reminder.ladders", company=scope.id)])
    rows.append([turn.button("menu", "menu")])
    turn.show(
        "reminders/choices",
        rows,
        note=turn.label(note) if note else "",
        company=scope.company.name,
        hour=str(preferences.get("send_hour") or settings.send_hour),
        quiet=settings.quiet_hours.replace("-", turn.label("to_hour")),
        own=[(_title(turn, kind), _words(turn, days)) for kind, days in sorted(ladders.items())],
    )


def _title(turn: Turn, kind: str) -> str:
    return turn.label("ladder_general") if kind == GENERAL else paper_kinds.title(kind)


def _words(turn: Turn, days: list[str]) -> str:
    return ", ".join([*days, turn.label("ladder_due")])


def hour(turn: Turn) -> None:
    """Starts the question for the hour."""
    turn.begin_form("reminder_hour")


def _hours(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(h, h) for h in HOURS if not _quiet(turn, h)]


def _read_hour(turn: Turn, answers: Answers) -> str:
    found = typed.time(turn, answers)
    if _quiet(turn, found):
        start, end = turn.services.settings.quiet
        raise Refused("reminders/note_hour", {"start": f"{start:%H:%M}", "end": f"{end:%H:%M}"})
    return found


def _quiet(turn: Turn, at: str) -> bool:
    start, end = (f"{time:%H:%M}" for time in turn.services.settings.quiet)
    return start <= at < end if start < end else start != end and (at >= start or at < end)


def _set_hour(turn: Turn, answers: Answers) -> None:
    if turn.account is not None:
        turn.account.preferences = {**turn.account.preferences, "send_hour": answers["hour"]}
        turn.session.add(turn.account)
    if (scope := company_scope.current(turn)) is not None:
        _screen(turn, scope, note="note_hour_set")


def ladders(turn: Turn) -> None:
    """Which kind's ladder to change: of what the company has, and the general one."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "fleet")) is None:
        return
    kinds = _kinds(scope)
    page = page_of(kinds, A_PAGE, asked(turn))
    rows = [
        [Button(_title(turn, kind), "reminder.ladder", {"company": scope.id, "kind": kind})]
        for kind in page.shown
    ]
    rows += page.turning(turn, "reminder.ladders", company=scope.id)
    rows.append([turn.button("back", "reminder.choices")])
    turn.show("reminders/ladders", rows, company=scope.company.name)


def _kinds(scope: Scope) -> list[str]:
    wanted = {*scope.company.authorities, "other"}
    return [GENERAL, *(row.kind for row in package_obligations() if _adjustable(row, wanted))]


def _adjustable(row: Obligation, authorities: set[str]) -> bool:
    return row.weekly_after and row.authority in authorities and row.rule != "usable"


def ladder(turn: Turn) -> None:
    """Starts the question for one kind's days."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "fleet")) is not None:
        turn.begin_form("ladder", company=scope.id, kind=str(turn.args["kind"]))


def _read(turn: Turn, _answers: Answers) -> list[str]:
    days = {int(n) for n in re.findall(r"\d+", turn.text)}
    if not days or max(days) > LONGEST or len(days) > MOST:
        raise Refused("reminders/note_ladder", {"longest": LONGEST, "most": MOST})
    return [str(n) for n in sorted(days, reverse=True) if n]


def _choices(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("ladder_usual"), "usual")]


def _facts(turn: Turn, answers: Answers) -> dict[str, object]:
    kind = answers["kind"]
    usual = list(package_obligations()[kind].stages) if kind != GENERAL else []
    return {"title": _title(turn, kind), "usual": _words(turn, usual) if usual else ""}


def _finish(turn: Turn, answers: Answers) -> None:
    if (scope := company_scope.permitted(turn, int(answers["company"]), "fleet")) is None:
        return
    kept = {k: v for k, v in scope.company.ladders.items() if k != answers["kind"]}
    if answers["days"] != "usual":
        kept[answers["kind"]] = list(answers["days"])
    companies.change(turn.session, company_scope.actor(turn, scope), scope.company, ladders=kept)
    _screen(turn, scope, note="note_ladder_set")


FORMS = (
    Form(
        name="reminder_hour",
        title=lambda turn, _answers: turn.label("reminder_hour"),
        fields=(Field("hour", "reminders/hour", read=_read_hour, choices=_hours),),
        finish=_set_hour,
        keeps=False,
    ),
    Form(
        name="ladder",
        title=lambda turn, answers: _title(turn, answers["kind"]),
        fields=(Field("days", "reminders/ladder", read=_read, choices=_choices, facts=_facts),),
        finish=_finish,
    ),
)

ACTIONS = {
    "reminder.choices": Action(show),
    "reminder.hour": Action(hour),
    "reminder.ladders": Action(ladders),
    "reminder.ladder": Action(ladder),
}
