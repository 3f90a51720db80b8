"""Forms of papers: a new one question by question, the next cycle of one, the correction of one thing."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from bot import companies, fleet, paper_facts, papers
from bot.models.fleet import Paper
from bot.papers import Parcel
from bot.roles import package_roles
from bot.turn import Turn
from handlers import company_scope, paper_dates, paper_drivers, paper_kinds, typed
from handlers.company_scope import Scope
from handlers.form_model import Answers, Choice, Field, Form
from handlers.paper_dates import CHOICE, DATE, kind_of
from handlers.paper_parcels import PARCEL_FIELDS, parcels_of, skip
from handlers.paper_screens import paper_screen
from knowledge import words
from knowledge.obligations import package_obligations

NUMBER_LIMIT, NAME_LIMIT = 80, 120
OTHER_DATES = ("contract_end", "term_end", "bought", "roadside", "signed", "valid_from")
"""Names of `facts` beside start and printed; a test holds them against the kinds offered."""
CHOICES = ("mode", "carrier", "office", "every")
"""Names of `choices`; a test holds them against the kinds offered."""


def _kinds(turn: Turn, answers: Answers) -> list[Choice]:
    held = companies.membership(turn.session, int(answers["company"]), turn.user_id)
    if held is None:
        return []
    company, place = held
    own = answers["subject"] == "driver"
    return [
        Choice(paper_kinds.title(row.kind), row.kind)
        for row in paper_kinds.offered(answers["subject"], company.authorities)
        if package_roles().changes(place.role, row.holder, row.kind, own=own)
    ]


def _title_facts(_turn: Turn, answers: Answers) -> dict[str, Any]:
    return {"title": paper_kinds.title(answers["kind"]), "about": answers.get("about", "")}


def _about(_turn: Turn, answers: Answers) -> dict[str, Any]:
    return {"about": answers.get("about", "")}


def _named(answers: Answers) -> bool:
    return answers["subject"] in {"contract", "trip"} and "kind" in answers


def _names(turn: Turn, answers: Answers) -> list[Choice]:
    """The contracts there are: a second paper of one keeps its name. Every trip is a new one."""
    if answers["subject"] != "contract":
        return []
    company, _ = paper_dates.subject(turn, answers)
    rows = papers.current(turn.session, company.id or 0, subject="contract") if company else []
    return [Choice(name, name) for name in sorted({row.subject_name for row in rows if row.subject_name})]


def _numbered(answers: Answers) -> bool:
    kind = kind_of(answers)
    return kind is not None and "printed" in kind.facts and kind.kind not in company_scope.health_kinds()


def _asks_date(name: str) -> Any:
    def asks(answers: Answers) -> bool:
        kind = kind_of(answers)
        if kind is not None and kind.kind == "policy" and name == "start":
            return bool(answers.get("renewing"))  # it is asked for the days since the policy before it
        return kind is not None and name in kind.facts

    return asks


def _asks_choice(name: str) -> Any:
    def asks(answers: Answers) -> bool:
        kind = kind_of(answers)
        return kind is not None and len(kind.choices.get(name, ())) > 1

    return asks


def _options(name: str) -> Any:
    def options(turn: Turn, answers: Answers) -> list[Choice]:
        kind = kind_of(answers)
        slugs = kind.choices[name] if kind else ()
        return [Choice(turn.label(f"choice_{name}_{slug}"), slug) for slug in slugs]

    return options


def date_field(name: str) -> Field:
    """The question for one date of a kind."""
    return Field(
        f"{DATE}{name}",
        "papers/date",
        read=paper_dates.read(name),
        choices=paper_dates.date_choices(name),
        when=_asks_date(name),
        facts=paper_dates.date_facts(name),
        echo="papers/echo_date",
        echo_facts=paper_dates.echo(name),
    )


def _on_trip(answers: Answers) -> bool:
    kind = kind_of(answers)
    return kind is not None and kind.rule == "passenger-list"


DATE_FIELDS = tuple(date_field(name) for name in ("start", *OTHER_DATES, "printed"))

DEPARTURE_FIELDS = (
    Field(
        "departure",
        "papers/departure",
        read=typed.day,
        when=_on_trip,
        echo="papers/echo_date",
        echo_facts=typed.day_echo,
    ),
    Field("time", "papers/time", read=typed.time, when=_on_trip),
)

QUESTIONS = (
    Field("kind", "papers/kind", choices=_kinds, facts=_about),
    *paper_drivers.FIELDS,
    Field(
        "name",
        "papers/name",
        read=lambda turn, _answers: typed.line(turn, limit=NAME_LIMIT, template="papers/note_name"),
        choices=_names,
        when=_named,
        facts=_title_facts,
    ),
    *DEPARTURE_FIELDS,
    *(
        Field(
            f"{CHOICE}{name}",
            f"papers/choice_{name}",
            choices=_options(name),
            when=_asks_choice(name),
            facts=_title_facts,
        )
        for name in CHOICES
    ),
    Field(
        "number",
        "papers/number",
        read=lambda turn, _answers: typed.line(turn, limit=NUMBER_LIMIT, template="papers/note_number"),
        choices=skip,
        when=_numbered,
        facts=_title_facts,
    ),
    *DATE_FIELDS,
    *PARCEL_FIELDS,
)


def _review(turn: Turn, answers: Answers) -> dict[str, Any]:
    kind, dates = kind_of(answers), paper_dates.known_dates(answers)
    asked = [(kind.facts[n], d, n) for n, d in dates.items() if kind] if kind else []
    parcels = parcels_of(answers)
    company, _ = paper_dates.subject(turn, answers)
    found = paper_dates.computed(turn, answers) if "printed" not in dates else None
    return {
        **_title_facts(turn, answers),
        "company": company.name if company else "",
        "name": answers.get("name", "") or paper_drivers.name_of(turn, answers),
        "number": answers.get("number", ""),
        "dates": [(a[:1].upper() + a[1:], d) for a, d, _ in asked],
        "departure": departure_words(answers),
        "due": found.due_on if found else None,
        "due_ground": paper_dates.ground(turn, found.provisions) if found else "",
        "parcels": [
            (p.number, p.due_on, words.money(p.amount) if p.amount is not None else "") for p in parcels
        ],
        "total": words.money(Decimal(answers["total"])) if answers.get("total") else "",
        "remark": kind.note if kind else "",
        "doubt": found.note if found and found.standing == "unstated" else "",
    }


def departure_words(answers: Answers) -> str:
    """Day and hour of a trip, in words."""
    if not answers.get("departure"):
        return ""
    return f"{words.long_date(dt.date.fromisoformat(answers['departure']))}, {answers['time']}"


def _values(turn: Turn, answers: Answers) -> dict[str, Any]:
    values: dict[str, Any] = {
        "subject": answers["subject"],
        "vehicle_id": answers.get("vehicle"),
        "subject_name": answers.get("name", "") or paper_drivers.name_of(turn, answers),
        "person_id": paper_drivers.person_of(answers),
        "kind": answers["kind"],
        "number": answers.get("number") or None,
        **paper_facts.columns(paper_dates.known_dates(answers), paper_dates.known_choices(answers)),
    }
    if answers.get("departure"):
        values["facts"] = {**values["facts"], **departure_facts(turn, answers)}
    return values


def departure_facts(turn: Turn, answers: Answers) -> dict[str, str]:
    """The instant of a departure and its words, as a trip keeps them."""
    day = dt.date.fromisoformat(answers["departure"])
    hour = dt.time.fromisoformat(answers["time"])
    at = dt.datetime.combine(day, hour, turn.services.settings.zone)
    return {"at": at.isoformat(), "departure": departure_words(answers)}


def _finish(turn: Turn, answers: Answers) -> None:
    scope = company_scope.of(turn, int(answers["company"]))
    if scope is None:
        return
    values = _values(turn, answers)
    own = values["person_id"] == turn.user_id
    holder = paper_kinds.holder_of(values["kind"])
    role = scope.place.role
    if not package_roles().changes(role, holder, values["kind"], own=own) or not _of_company(
        turn, scope, values
    ):
        company_scope.refuse(turn, scope)
    elif values["kind"] in company_scope.health_kinds() and not own:
        paper_drivers.propose(turn, scope, values)
    else:
        store(turn, scope, values, parcels_of(answers))


def _of_company(turn: Turn, scope: Scope, values: dict[str, Any]) -> bool:
    if not values["vehicle_id"]:
        return True
    vehicle = fleet.vehicle(turn.session, values["vehicle_id"])
    return vehicle is not None and vehicle.company_id == scope.id


def store(turn: Turn, scope: Scope, values: dict[str, Any], parcels: list[Parcel]) -> None:
    """Stores a new paper; one of which there is only one current opens the next cycle of the one there."""
    actor = company_scope.actor(turn, scope)
    before = _replaces(turn, scope, values)
    if before is None:
        row = papers.add_paper(turn.session, actor, values, parcels=parcels)
        paper_screen(turn, scope, row, note="note_paper_added")
        return
    fresh = {k: v for k, v in values.items() if k in {"number", "issued_on", "expires_on", "facts"}}
    row = papers.renew(turn.session, actor, before, today=turn.today, parcels=parcels, **fresh) or before
    paper_screen(turn, scope, row, note="note_paper_followed")


def _replaces(turn: Turn, scope: Scope, values: dict[str, Any]) -> Paper | None:
    """The current paper a new one follows: the same kind of the same subject, where there can be only one."""
    if package_obligations()[values["kind"]].several or values["subject"] in {"contract", "trip"}:
        return None
    same = ("kind", "vehicle_id", "subject", "person_id", "subject_name")
    found = papers.current(turn.session, scope.id, **{name: values[name] for name in same})
    return found[0] if found and values["expires_on"] is not None else None


ADD = Form(
    name="paper",
    title=lambda turn, answers: turn.label(
        "draft_paper",
        title=paper_kinds.title(answers["kind"]) if "kind" in answers else turn.label("draft_paper_any"),
        about=answers.get("about", ""),
    ),
    fields=QUESTIONS,
    finish=_finish,
    review="papers/review",
    review_facts=_review,
)
