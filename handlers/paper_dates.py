"""What the law says about a date that is being typed: the end it would give, its ground, what is usual."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import companies, fleet, paper_facts, papers
from bot.due import limits
from bot.models.fleet import Company, Paper, Vehicle
from bot.turn import Turn
from handlers import paper_kinds, typed
from handlers.form_model import Answers, Choice
from knowledge import deadlines, words
from knowledge.deadline_model import Deadline, Facts
from knowledge.obligations import Obligation, package_obligations

DATE, CHOICE = "date_", "choice_"
ROADSIDE = "roadside"
"""The day from which a defence is counted, as the earliest, while the notice has not come by post."""
SKIPPED = ""
CITED = 3


def kind_of(answers: Answers) -> Obligation | None:
    """The kind chosen so far."""
    return package_obligations().by_kind.get(answers.get("kind", ""))


def known_dates(answers: Answers) -> dict[str, dt.date]:
    """The dates answered so far, by the kind's own names."""
    return {
        name.removeprefix(DATE): dt.date.fromisoformat(value)
        for name, value in answers.items()
        if name.startswith(DATE) and value
    }


def known_choices(answers: Answers) -> dict[str, str]:
    """The other answers that change the arithmetic."""
    return {n.removeprefix(CHOICE): v for n, v in answers.items() if n.startswith(CHOICE) and v}


def subject(turn: Turn, answers: Answers) -> tuple[Company | None, Vehicle | None]:
    """Company and vehicle the form is about, as far as this person may see them."""
    held = companies.membership(turn.session, int(answers["company"]), turn.user_id)
    vehicle = fleet.vehicle(turn.session, int(answers["vehicle"])) if answers.get("vehicle") else None
    if held is None or (vehicle is not None and vehicle.company_id != held[0].id):
        return None, None
    return held[0], vehicle


def computed(turn: Turn, answers: Answers) -> Deadline | None:
    """The end the norms give from what was answered, the printed date left aside; None when they give none."""
    kind, dates = kind_of(answers), known_dates(answers)
    dates.pop(paper_facts.PRINTED, None)
    if kind is None or kind.rule in {"printed", "instalment"}:
        return None
    company, vehicle = subject(turn, answers)
    if company is None:
        return None
    row = Paper(
        company_id=company.id or 0,
        subject="company",
        kind=kind.kind,
        created_at=turn.now,
        **paper_facts.columns(dates, known_choices(answers)),
    )
    return paper_facts.deadline(row, _facts(turn, company, vehicle, row))


def _facts(turn: Turn, company: Company, vehicle: Vehicle | None, row: Paper) -> Facts:
    others = papers.current(turn.session, company.id or 0, vehicle_id=vehicle.id if vehicle else None)
    rows = [row, *(o for o in others if o.kind != row.kind)]
    return paper_facts.facts(
        rows,
        today=turn.today,
        company=company,
        vehicle=vehicle,
        calendar=turn.services.library.calendar,
        beside=limits(turn.session, company.id or 0) if vehicle else (),
    )


def renewed(turn: Turn, answers: Answers) -> Deadline | None:
    """The end of the next cycle by the norms: from the act when it is known, else from the old due date."""
    found = computed(turn, answers)
    kind = kind_of(answers)
    if found is not None or kind is None or kind.term is None or not answers.get("old_due"):
        return found
    if kind.renews_from != "due":
        return None
    old = dt.date.fromisoformat(answers["old_due"])
    later = deadlines.renewal(kind, old, turn.today)
    if later is None:
        return None
    return Deadline(kind.kind, kind.standing, kind.provisions, due_on=later.day, other_on=later.other)


def ground(turn: Turn, provisions: tuple[str, ...]) -> str:
    """The provisions as people cite them."""
    corpus = turn.services.library.corpus
    return "; ".join(corpus.label(p) for p in provisions[:CITED])


def usual_words(kind: Obligation) -> str:
    """What people usually see, outside the norms, never as certain."""
    if kind.usual is None or kind.usual.confidence == "unknown":
        return ""
    return kind.usual.text if kind.usual.confidence == "confirmed" else f"{kind.usual.text} (a confirmar)"


def date_facts(name: str) -> Any:
    """What the question for one date of the kind shows."""

    def facts(turn: Turn, answers: Answers) -> dict[str, Any]:
        kind = kind_of(answers)
        last = name == paper_facts.PRINTED
        found = renewed(turn, answers) if last else None
        asked = kind.facts[name] if kind else name
        return {
            "asked": asked[:1].upper() + asked[1:],
            "title": paper_kinds.title(answers["kind"]),
            "about": answers.get("about", ""),
            "printed": last,
            "kept": dt.date.fromisoformat(answers["old_due"]) if last and answers.get("old_due") else None,
            "computed": found.due_on if found else None,
            "other": found.other_on if found else None,
            "ground": ground(turn, found.provisions) if found else "",
            "remark": found.note if found else "",
            "usual": usual_words(kind) if last and kind else "",
        }

    return facts


def date_choices(name: str) -> Any:
    """Buttons of one date: the end by the norms, today for an act just done, skipping where it is optional."""

    def choices(turn: Turn, answers: Answers) -> list[Choice]:
        kind = kind_of(answers)
        if kind is None:
            return []
        buttons: list[Choice] = []
        if name == paper_facts.PRINTED:
            found = renewed(turn, answers)
            if found is not None and found.due_on is not None and found.due_on >= turn.today:
                label = turn.label("date_by_norm", day=words.short_date(found.due_on))
                buttons.append(Choice(label, found.due_on.isoformat()))
            return buttons
        if answers.get("renewing") and kind.kind == "policy" and answers.get("old_due"):
            day = answers["old_due"]
            label = turn.label("date_joins", day=words.short_date(dt.date.fromisoformat(day)))
            buttons.append(Choice(label, day))
        elif answers.get("renewing") and name == paper_facts.START:
            label = turn.label("date_today", day=words.short_date(turn.today))
            buttons.append(Choice(label, turn.today.isoformat()))
        if optional(kind, name, answers):
            waits = name == paper_facts.START and ROADSIDE in kind.facts
            buttons.append(Choice(turn.label("date_not_come" if waits else "form_skip"), SKIPPED))
        return buttons

    return choices


def optional(kind: Obligation, name: str, answers: Answers) -> bool:
    """Whether a date may be left out: the printed one decides, or the start does, or what stands in for it."""
    if name == paper_facts.START:
        return paper_facts.PRINTED in kind.facts or ROADSIDE in kind.facts
    if name == ROADSIDE and answers.get(f"{DATE}{paper_facts.START}") == SKIPPED:
        return False
    return name != paper_facts.PRINTED and len(kind.facts) > 1


def _early(turn: Turn, answers: Answers, name: str, value: str) -> str:
    """What a day still to come cannot be: an act that has happened. Only what begins may lie ahead."""
    kind = kind_of(answers)
    if kind is None or not kind.happened(name) or dt.date.fromisoformat(value) <= turn.today:
        return ""
    return kind.facts[name]


def gap_words(turn: Turn, gap: tuple[dt.date, dt.date] | None) -> str:
    """The alarm about days without cover between two policies, with its ground; "" without any."""
    if gap is None:
        return ""
    first, last = (words.short_date(day) for day in gap)
    grounds = ground(turn, package_obligations()["policy"].provisions)
    return turn.label("cover_gap", first=first, last=last, ground=grounds)


def _gap(turn: Turn, answers: Answers, name: str, value: str) -> str:
    if answers.get("kind") != "policy" or name != paper_facts.START or not answers.get("old_due"):
        return ""
    old, start = dt.date.fromisoformat(answers["old_due"]), dt.date.fromisoformat(value)
    return gap_words(turn, deadlines.uncovered(old, start))


def read(name: str) -> Any:
    """How a date of the kind is read: that of an act that has happened is never taken for the next such day."""

    def reader(turn: Turn, answers: Answers) -> str:
        kind = kind_of(answers)
        return (typed.past_day if kind is not None and kind.happened(name) else typed.day)(turn, answers)

    return reader


def echo(name: str) -> Any:
    """The day in words; an end also against the norms' own."""

    def facts(turn: Turn, answers: Answers, value: str) -> dict[str, Any]:
        found = renewed(turn, answers) if name == paper_facts.PRINTED else None
        due, kind = found.due_on if found else None, kind_of(answers)
        differs = due if due is not None and due.isoformat() != value else None
        return {
            **typed.day_echo(turn, answers, value),
            "early": _early(turn, answers, name, value),
            "gap": _gap(turn, answers, name, value),
            "validity": kind is not None and paper_facts.PRINTED in kind.facts,
            "due": name == paper_facts.PRINTED,
            "differs": differs,
        }

    return facts
