"""/prazos: a date typed, the day it gives: notices, fines, requests, substitutions; nothing is stored unless asked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import accounts, due_words
from bot.due import Due
from bot.models.fleet import Company
from bot.screens import Button
from bot.turn import Turn
from handlers import company_scope, paper_dates, paper_kinds, typed
from handlers.citations import linked
from handlers.form_model import Answers, Choice, Field, Form
from handlers.module import Action, Command, Module
from knowledge import deadlines
from knowledge.deadline_model import START, Deadline, Facts, Paper
from knowledge.obligations import Obligation, package_obligations
from knowledge.words import listed

HOLDERS = {"fine", "request", "company", "vehicle"}
NOT_PAPERS = {"agency", "advice"}
ALSO = ("metroplan-substitution", "veracity-declaration")
DATE = "date"
ROADSIDE = paper_dates.ROADSIDE
NOT_COME = paper_dates.SKIPPED
"""In the place of the start: the notice has not come yet."""


def offered() -> list[Obligation]:
    """Clocks that start on a day a person knows: what an agency gives or asks, not the end of a paper."""
    return [
        row
        for row in package_obligations()
        if START in row.facts and (row.kind in ALSO or (row.act in NOT_PAPERS and row.holder in HOLDERS))
    ]


def begin(turn: Turn) -> None:
    """Starts with the kind of clock."""
    turn.begin_form("deadline")


def _kinds(_turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(paper_kinds.title(row.kind), row.kind) for row in offered()]


def _row(answers: Answers) -> Obligation:
    return package_obligations()[answers["kind"]]


def _asked(answers: Answers) -> str:
    """The day that is asked now: that of the start or, where it has not come, that of the road."""
    return ROADSIDE if answers.get(DATE) == NOT_COME else START


def _facts(_turn: Turn, answers: Answers) -> dict[str, Any]:
    row, name = _row(answers), _asked(answers)
    return {
        "title": paper_kinds.title(row.kind),
        "asked": row.facts[name],
        "earlier": row.facts.get(ROADSIDE, "") if name == START else "",
    }


def _days(turn: Turn, answers: Answers) -> list[Choice]:
    """Today; where another day stands in for the start, that it has not come."""
    found = [Choice(turn.label("date_today", day=f"{turn.today:%d/%m/%Y}"), turn.today.isoformat())]
    if _asked(answers) == START and ROADSIDE in _row(answers).facts:
        found.append(Choice(turn.label("date_not_come"), NOT_COME))
    return found


def _read(turn: Turn, answers: Answers) -> str:
    return (typed.past_day if _row(answers).happened(_asked(answers)) else typed.day)(turn, answers)


def _echo(turn: Turn, answers: Answers, value: str) -> dict[str, Any]:
    row, name, ahead = _row(answers), _asked(answers), dt.date.fromisoformat(value) > turn.today
    early = row.facts[name] if ahead and row.happened(name) else ""
    return {**typed.day_echo(turn, answers, value), "early": early}


def _known(answers: Answers) -> tuple[str, dt.date]:
    """The day that was given, by the kind's name for it."""
    name = _asked(answers)
    return name, dt.date.fromisoformat(answers[ROADSIDE if name == ROADSIDE else DATE])


def _choice(answers: Answers) -> str:
    """The one other answer that changes the arithmetic of a kind, if any."""
    return next(iter(_row(answers).choices), "") if answers.get("kind") else ""


def _options(turn: Turn, answers: Answers) -> list[Choice]:
    name = _choice(answers)
    return [
        Choice(turn.label(f"choice_{name}_{value}"), value) for value in _row(answers).choices.get(name, ())
    ]


def computed(turn: Turn, answers: Answers) -> list[Deadline]:
    """What falls due for the answers given."""
    chosen = {_choice(answers): answers["choice"]} if answers.get("choice") else {}
    paper = Paper(answers["kind"], dict([_known(answers)]), chosen)
    facts = Facts(today=turn.today, papers=(paper,), calendar=turn.services.library.calendar)
    return [
        d
        for d in deadlines.of_paper(package_obligations(), paper, facts)
        if d.due_on is not None or d.due_at is not None
    ]


def finish(turn: Turn, answers: Answers) -> None:
    """The day, how far it is, when to act, what is open about it, and where it stands written."""
    row = _row(answers)
    name, start = _known(answers)
    nobody = Company(name="", created_at=turn.now)
    found = [
        {
            "words": due_words.said(Due("", nobody, d, turn.today), turn.today, turn.services.renderer),
            "mark": due_words.mark(d, d.due_on or turn.today, turn.today),
            "note": d.note,
            "ground": linked(turn, d.provisions),
            "standing": d.standing,
            "reminded": _reminded(turn, d),
        }
        for d in computed(turn, answers)
    ]
    rows: list[list[Button]] = []
    if accounts.companies(turn.session, turn.user_id) and row.stages:
        kept = {
            "kind": row.kind,
            "name": name,
            "date": start.isoformat(),
            "choice": answers.get("choice", ""),
        }
        rows.append([turn.button("deadline_keep", "deadline.keep", fields=None, **kept)])
    rows.append([turn.button("deadline_other", "deadline.begin"), turn.button("menu", "menu")])
    turn.show(
        "deadlines/found",
        rows,
        title=paper_kinds.title(row.kind),
        asked=row.facts[name],
        start=start,
        found=found,
        warnings=_warnings(turn, row.provisions),
    )


def _reminded(turn: Turn, deadline: Deadline) -> str:
    """When it would be told, if kept: nothing is promised before a day that is past."""
    passed = deadline.due_on is not None and deadline.due_on < turn.today
    return "" if passed or not deadline.stages else listed([_stage(turn, s) for s in deadline.stages])


def _warnings(turn: Turn, provisions: Sequence[str]) -> list[str]:
    """What whoever relies on these norms must know of their standing."""
    corpus = turn.services.library.corpus
    norms = dict.fromkeys(p.split(":")[0] for p in provisions)
    return list(dict.fromkeys(w for norm in norms for w in corpus.warnings(norm, today=turn.today)))


def _stage(turn: Turn, stage: str) -> str:
    if stage.isdecimal():
        if stage in {"0", "1"}:
            return turn.label("stage_day" if stage == "0" else "stage_before_one")
        return turn.label("stage_before", days=stage)
    return turn.label("stage_then")


def keep(turn: Turn) -> None:
    """Stores the clock in the company, so that it is reminded: the form of a paper with what is known filled in."""
    scope = company_scope.current(turn)
    if scope is None:
        return
    kind = package_obligations()[str(turn.args["kind"])]
    if not scope.changes_holder(kind.holder):
        company_scope.refuse(turn, scope)
        return
    name = str(turn.args.get("name", START))
    known = {paper_dates.DATE + START: paper_dates.SKIPPED, paper_dates.DATE + name: str(turn.args["date"])}
    if turn.args.get("choice"):
        known[paper_dates.CHOICE + next(iter(kind.choices))] = str(turn.args["choice"])
    turn.begin_form(
        "paper", company=scope.id, subject="company", about=scope.company.name, kind=kind.kind, **known
    )


DAY = Field(
    DATE,
    "deadlines/date",
    _read,
    choices=_days,
    facts=_facts,
    echo="papers/echo_date",
    echo_facts=_echo,
)
DEADLINE = Form(
    name="deadline",
    title=lambda turn, _answers: turn.label("draft_deadline"),
    fields=(
        Field("kind", "deadlines/kind", choices=_kinds),
        Field(
            "choice",
            "deadlines/choice",
            choices=_options,
            when=lambda answers: bool(_choice(answers)),
            facts=_facts,
        ),
        DAY,
        replace(DAY, name=ROADSIDE, when=lambda answers: answers.get(DATE) == NOT_COME),
    ),
    finish=finish,
)

MODULE = Module(
    commands=(Command("prazos", begin),),
    actions={"deadline.begin": Action(begin), "deadline.keep": Action(keep)},
    forms=(DEADLINE,),
)
