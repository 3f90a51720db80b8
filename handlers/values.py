"""Values of the base by chat: the UPF of a year, days off, what was checked with its source, what waits for it."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any

from bot import audit, base_care, revisions
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import EDITOR, Action, Module
from knowledge.upf import UpfYear

SOURCE_LIMIT = 200
NAME_LIMIT = 80
SCOPES = ("state", "optional")
CLOSES = ("full", "half")
DOUBTFUL = 30
"""Per cent: the UPF follows inflation, so a larger step from one year to the next is most likely a slip."""
DAYS = 40


def show(turn: Turn) -> None:
    """What stands now, and what can be entered."""
    upf = turn.services.library.upf
    last = upf.years[max(upf.years)]
    rows = [
        [turn.button("upf_enter", "values.upf"), turn.button("holiday_enter", "values.holiday")],
        [turn.button("upf_years", "values.upf_years")],
        [turn.button("contacts", "contacts"), turn.button("care", "values.care")],
        [turn.button("back", "norms_admin")],
    ]
    fixes = [
        [turn.button("upf_fix", "values.upf_fix", fields={"year": e.key}, year=int(e.key))]
        for e in revisions.entered(turn.session, revisions.UPF)
    ]
    if revisions.entered(turn.session, revisions.HOLIDAY):
        fixes.append([turn.button("holidays_entered", "values.holidays")])
    rows[1:1] = fixes
    years = sorted(turn.services.library.calendar.years)
    turn.show("norms_admin/values", rows, last=last, value=last.figure, years=years)


def upf(turn: Turn) -> None:
    """Asks for the UPF of the next year without one."""
    year = max(turn.services.library.upf.years) + 1
    turn.begin_form("value_upf", year=year)


def upf_years(turn: Turn) -> None:
    """Every year there is, also of those that came with the base: each can be put right."""
    held = sorted(turn.services.library.upf.years.values(), key=lambda y: -y.year)
    buttons = [
        turn.button("upf_year", "values.upf_fix", fields={"year": y.year, "value": y.figure}, year=y.year)
        for y in held
    ]
    rows = [buttons[n : n + 2] for n in range(0, len(buttons), 2)]
    turn.show("norms_admin/upf_years", [*rows, [turn.button("back", "values")]])


def upf_fix(turn: Turn) -> None:
    """Asks anew for the UPF of a year: of one entered by chat, or of one that came with the base."""
    turn.begin_form("value_upf", year=int(turn.args["year"]))


def holidays(turn: Turn) -> None:
    """The days off entered by chat: each can be taken out."""
    rows = [
        [Button(f"{dt.date.fromisoformat(e.content['date']):%d/%m/%Y} {e.content['name']}"[:60],
                "values.holiday_ask", {"key": e.key})]
        for e in revisions.entered(turn.session, revisions.HOLIDAY)[-DAYS:]
    ]  # fmt: skip
    turn.show("norms_admin/holidays", [*rows, [turn.button("back", "values")]], some=bool(rows))


def holiday_ask(turn: Turn) -> None:
    """Says what taking a day out means before it happens."""
    key = str(turn.args["key"])
    row = next((e for e in revisions.entered(turn.session, revisions.HOLIDAY) if e.key == key), None)
    if row is None:
        fallback.old_button(turn)
        return
    rows = [
        [turn.button("holiday_remove", "values.holiday_remove", key=key)],
        [turn.button("back", "values.holidays")],
    ]
    day = dt.date.fromisoformat(row.content["date"])
    turn.show("norms_admin/holiday_ask", rows, day=day, name=row.content["name"])


def holiday_remove(turn: Turn) -> None:
    """The day is a working day again, for every replica."""
    key = str(turn.args["key"])
    if revisions.remove(turn.session, revisions.HOLIDAY, key, by=turn.user_id, now=turn.now):
        audit.write(turn.session, turn.user_id, "value_removed", now=turn.now, value=key)
    holidays(turn)


def holiday(turn: Turn) -> None:
    """Asks for a day off."""
    turn.begin_form("value_holiday")


def _read_upf(turn: Turn, _answers: Answers) -> str:
    text = turn.text.strip().removeprefix("R$").strip()
    if not re.fullmatch(r"\d{1,3},\d{4}", text):
        raise Refused("norms_admin/note_upf")
    return str(Decimal(text.replace(",", ".")))


def _in_year(turn: Turn, answers: Answers) -> str:
    day = typed.day(turn, answers)
    if dt.date.fromisoformat(day).year != int(answers["year"]):
        raise Refused("norms_admin/note_year", {"year": int(answers["year"])})
    return day


def _source(turn: Turn, _answers: Answers) -> str:
    return typed.line(turn, limit=SOURCE_LIMIT, template="norms_admin/note_act")


def _year(turn: Turn, answers: Answers) -> dict[str, Any]:
    before = _before(turn, answers)
    return {"year": int(answers["year"]), "before": before, "value": before.figure}


def _before(turn: Turn, answers: Answers) -> UpfYear:
    """The year before, or the last one there is; of the first one, the year after."""
    years, year = turn.services.library.upf.years, int(answers["year"])
    earlier = [y for y in years if y < year]
    return years[max(earlier) if earlier else min(y for y in years if y > year)]


def _upf_echo(turn: Turn, answers: Answers, value: Any) -> dict[str, Any]:
    """The value in words of the former one: a large step is put in doubt."""
    before = _before(turn, answers)
    step = (Decimal(str(value)) / before.value - 1) * 100
    held = turn.services.library.upf.years.get(int(answers["year"]))
    return {
        "year": int(answers["year"]),
        "shown": f"{Decimal(str(value)):.4f}".replace(".", ","),
        "before": before.year,
        "former": before.figure,
        "step": round(abs(step)),
        "more": step > 0,
        "doubt": abs(step) > DOUBTFUL,
        "held": held.figure if held else "",
        "shipped": held is not None and int(answers["year"]) not in _entered_years(turn),
    }


def _entered_years(turn: Turn) -> set[int]:
    return {int(e.key) for e in revisions.entered(turn.session, revisions.UPF)}


def _first(month: int) -> Any:
    def choices(_turn: Turn, answers: Answers) -> list[Choice]:
        day = dt.date(int(answers["year"]), month, 1)
        return [Choice(f"{day:%d/%m/%Y}", day.isoformat())]

    return choices


def _finish_upf(turn: Turn, answers: Answers) -> None:
    year = int(answers["year"])
    content = {
        "year": year,
        "value": answers["value"],
        "taxes_from": answers["taxes_from"],
        "fees_from": answers["fees_from"],
        "confidence": "one source",
        "source": answers["source"],
        "checked_on": turn.today.isoformat(),
    }
    known = turn.services.library.upf.years
    possible = {*known, *_entered_years(turn), max(known) + 1}
    if year not in possible or answers["fees_from"] < answers["taxes_from"]:
        turn.show("norms_admin/problem", [[turn.button("back", "values")]], problem="upf", detail="")
        return
    revisions.enter(turn.session, revisions.UPF, str(year), content, by=turn.user_id, now=turn.now)
    facts = {
        "value": f"UPF {year}",
        "is": answers["value"],
        "was": str(known[year].value) if year in known else "",
    }
    audit.write(
        turn.session, turn.user_id, "value_entered", now=turn.now, **{k: v for k, v in facts.items() if v}
    )
    number = revisions.number(turn.session)
    turn.show("norms_admin/entered", [[turn.button("back", "values")]], what=f"UPF-RS {year}", number=number)


def _finish_holiday(turn: Turn, answers: Answers) -> None:
    content = {
        "date": answers["date"],
        "name": answers["name"],
        "scope": answers["scope"],
        "closes": answers["closes"],
        "source": answers["source"],
        "confidence": "one source",
    }
    key = f"{answers['date']} {answers['scope']}"
    revisions.enter(turn.session, revisions.HOLIDAY, key, content, by=turn.user_id, now=turn.now)
    audit.write(turn.session, turn.user_id, "value_entered", now=turn.now, value=key)
    day = dt.date.fromisoformat(answers["date"])
    what, number = f"{day:%d/%m/%Y} {answers['name']}", revisions.number(turn.session)
    turn.show("norms_admin/entered", [[turn.button("back", "values")]], what=what, number=number)


def care(turn: Turn) -> None:
    """What nobody has compared with its source for long, oldest first."""
    items = base_care.due(turn.services.library, revisions.checked(turn.session), turn.today)
    rows = [
        [turn.button("checked_today", "values.checked", fields={"name": item.title[:40]}, id=item.key)]
        for item in items[: base_care.SHOWN]
    ]
    turn.show(
        "norms_admin/care",
        [*rows, [turn.button("back", "norms_admin")]],
        items=items[: base_care.SHOWN],
        count=len(items),
    )


def checked(turn: Turn) -> None:
    """Somebody compared it with its source today."""
    key = str(turn.args["id"])
    if not base_care.known(turn.services.library, key):
        fallback.old_button(turn)
        return
    content = {"on": turn.today.isoformat()}
    revisions.enter(turn.session, revisions.CHECKED, key, content, by=turn.user_id, now=turn.now)
    audit.write(turn.session, turn.user_id, "base_checked", now=turn.now, what=key)
    care(turn)


def _scopes(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"scope_{name}"), name) for name in SCOPES]


def _closes(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"closes_{name}"), name) for name in CLOSES]


FORMS = (
    Form(
        "value_upf",
        lambda turn, _answers: turn.label("upf_enter"),
        (
            Field("value", "norms_admin/upf", read=_read_upf, facts=_year, echo="norms_admin/echo_upf",
                  echo_facts=_upf_echo),
            Field("taxes_from", "norms_admin/upf_taxes", read=_in_year, choices=_first(1), facts=_year),
            Field("fees_from", "norms_admin/upf_fees", read=_in_year, choices=_first(2), facts=_year),
            Field("source", "norms_admin/value_source", read=_source, free=True),
        ),
        _finish_upf,
        roles=EDITOR,
    ),
    Form(
        "value_holiday",
        lambda turn, _answers: turn.label("holiday_enter"),
        (
            Field("date", "norms_admin/holiday", read=typed.day, echo="norms_admin/echo_day",
                  echo_facts=typed.day_echo),
            Field("name", "norms_admin/holiday_name",
                  read=lambda turn, _answers: typed.line(turn, limit=NAME_LIMIT, template="norms_admin/note_act")),
            Field("scope", "norms_admin/holiday_scope", choices=_scopes),
            Field("closes", "norms_admin/holiday_closes", choices=_closes),
            Field("source", "norms_admin/value_source", read=_source, free=True),
        ),
        _finish_holiday,
        roles=EDITOR,
    ),
)  # fmt: skip
MODULE = Module(
    actions={
        "values": Action(show, roles=EDITOR),
        "values.upf": Action(upf, roles=EDITOR),
        "values.upf_years": Action(upf_years, roles=EDITOR),
        "values.upf_fix": Action(upf_fix, roles=EDITOR),
        "values.holiday": Action(holiday, roles=EDITOR),
        "values.holidays": Action(holidays, roles=EDITOR),
        "values.holiday_ask": Action(holiday_ask, roles=EDITOR),
        "values.holiday_remove": Action(holiday_remove, roles=EDITOR),
        "values.care": Action(care, roles=EDITOR),
        "values.checked": Action(checked, roles=EDITOR),
    },
    forms=FORMS,
)
