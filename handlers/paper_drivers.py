"""Papers of drivers: whose they are, and the yes of the driver before a health date is kept.

Of a driver's medical and toxicological papers only the date is kept, entered or agreed to by the driver. A date
typed by somebody else travels in the buttons of the message to the driver; no paper exists before the driver's yes.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import companies, notices, paper_facts, papers
from bot.turn import Turn
from handlers import company_scope, paper_kinds, typed
from handlers.company_scope import Scope
from handlers.form_model import Answers, Choice, Field, Refused
from handlers.paper_dates import kind_of
from knowledge import words

NAME_LIMIT = 120


def _members(turn: Turn, answers: Answers) -> list[Choice]:
    held = companies.membership(turn.session, int(answers["company"]), turn.user_id)
    if held is None:
        return []
    if not company_scope.Scope(*held).sees_holder("driver"):
        return [Choice(turn.label("driver_me"), turn.user_id)]
    return [
        Choice(turn.label("driver_me") if m.user_id == turn.user_id else name or str(m.user_id), m.user_id)
        for m, name in companies.members(turn.session, int(answers["company"]))
        if m.role in {"driver", "owner", "manager"}
    ]


def _typed_name(turn: Turn, answers: Answers) -> str:
    kind = kind_of(answers)
    if kind is not None and kind.kind in company_scope.health_kinds():
        raise Refused("papers/note_driver_needed")
    return typed.line(turn, limit=NAME_LIMIT, template="papers/note_name")


def _facts(_turn: Turn, answers: Answers) -> dict[str, Any]:
    kind = answers.get("kind", "")
    return {"title": paper_kinds.title(kind), "health": kind in company_scope.health_kinds()}


FIELDS = (
    Field(
        "driver",
        "papers/driver",
        read=_typed_name,
        choices=_members,
        when=lambda answers: answers["subject"] == "driver" and "kind" in answers,
        facts=_facts,
    ),
)


def person_of(answers: Answers) -> int | None:
    """The member the paper is of; None for a driver who is only named."""
    driver = answers.get("driver")
    return driver if isinstance(driver, int) else None


def name_of(turn: Turn, answers: Answers) -> str:
    """The driver's name."""
    driver = answers.get("driver", "")
    if not isinstance(driver, int):
        return str(driver)
    names = {m.user_id: n for m, n in companies.members(turn.session, int(answers["company"]))}
    return names.get(driver, "") or str(driver)


def propose(turn: Turn, scope: Scope, values: dict[str, Any]) -> None:
    """Asks the driver to agree to a date of health; nothing is kept before."""
    driver = values["person_id"]
    place = companies.membership(turn.session, scope.id, driver) if driver else None
    if place is None or values["expires_on"] is None:
        turn.show("papers/driver_needed", [[turn.button("menu", "menu")]], company=scope.company.name)
        return
    args = {"company": scope.id, "kind": values["kind"], "expires_on": values["expires_on"].isoformat()}
    facts: dict[str, Any] = {
        "who": turn.incoming.user_name,
        "company": scope.company.name,
        "title": paper_kinds.title(values["kind"]),
        "day": values["expires_on"],
    }
    keyboard = [
        [turn.button("health_yes", "paper.health_yes", by=turn.user_id, **args)],
        [turn.button("health_no", "paper.health_no", by=turn.user_id, **args)],
    ]
    notices.tell(turn, driver, "papers/health_ask", keyboard, stage=f"health-{values['kind']}", **facts)
    turn.show("papers/health_asked", [[turn.button("menu", "menu")]], name=values["subject_name"], **facts)


def agreed(turn: Turn) -> None:
    """The driver agrees: the date is kept, once."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is None:
        return
    kind, day = str(turn.args["kind"]), dt.date.fromisoformat(turn.args["expires_on"])
    held = papers.current(turn.session, scope.id, kind=kind, person_id=turn.user_id)
    values = paper_facts.columns({paper_facts.PRINTED: day})
    actor = company_scope.actor(turn, scope)
    if held and held[0].expires_on != day:
        papers.renew(turn.session, actor, held[0], today=turn.today, expires_on=day)
    elif not held:
        own = {"subject": "driver", "subject_name": turn.incoming.user_name, "person_id": turn.user_id}
        papers.add_paper(turn.session, actor, {**own, "kind": kind, **values})
    _answer(turn, scope, yes=True)


def refused(turn: Turn) -> None:
    """The driver does not agree: nothing is kept."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is None:
        return
    actor = company_scope.actor(turn, scope)
    for row in papers.current(turn.session, scope.id, kind=str(turn.args["kind"]), person_id=turn.user_id):
        papers.unacknowledge(turn.session, actor, row)  # "Renovei" without a date that holds: it counts again
    _answer(turn, scope, yes=False)


def _answer(turn: Turn, scope: Scope, *, yes: bool) -> None:
    day = dt.date.fromisoformat(turn.args["expires_on"])
    facts: dict[str, Any] = {
        "yes": yes,
        "title": paper_kinds.title(str(turn.args["kind"])),
        "day": words.short_date(day),
        "company": scope.company.name,
        "name": turn.incoming.user_name,
    }
    turn.show("papers/health_answer", [[turn.button("menu", "menu")]], **facts)
    by = int(turn.args["by"])
    if companies.membership(turn.session, scope.id, by) is not None:
        notices.tell(turn, by, "papers/health_told", (), stage="health-answer", **facts)
