"""What adding a vehicle would mean, as screens show it: the whole, and the few lines that a review has room for."""

from __future__ import annotations

import datetime as dt
from typing import Any

from markupsafe import Markup

from bot import fleet, paper_facts
from bot.models.fleet import Company
from bot.turn import Turn
from handlers.citations import linked
from handlers.form_model import Answers
from knowledge.age import Manufacture
from knowledge.calculation import Authority
from knowledge.inclusion import Effect, Inclusion, inclusion

BOTH: tuple[Authority, ...] = ("daer", "metroplan")
CITED = 2
SHORT = ("fee", "bond", "rhythm", "age")


def manufacture(answer: int | str) -> dict[str, Any]:
    """The columns of what was typed: the year of manufacture, or the day."""
    if isinstance(answer, int):
        return {"year": answer, "manufactured_on": None}
    day = dt.date.fromisoformat(answer)
    return {"year": day.year, "manufactured_on": day}


def of(turn: Turn, company: Company, answers: Answers) -> Inclusion:
    """For the company's running vehicles; one that named no regulator is shown both."""
    made = manufacture(answers["year"])
    on = made["manufactured_on"]
    held = fleet.vehicles(turn.session, company.id or 0, states=("active",))
    return inclusion(
        turn.services.library.book(turn.today),
        [paper_facts.manufacture(v) for v in held],
        Manufacture.on(on) if on else Manufacture.in_year(made["year"]),
        int(answers["seats"]),
        authorities=[a for a in BOTH if a in company.authorities] or BOTH,
        modes=company.modes,
    )


def view(turn: Turn, effect: Effect) -> dict[str, str]:
    """One effect with its ground and, where it differs, how it stands today."""
    return {
        "title": turn.label(f"inclusion_{effect.part}", authority=(effect.after.authority or "").upper()),
        "text": effect.after.text,
        "before": effect.before.text if effect.before else "",
        "ground": linked(turn, effect.after.provisions[:CITED]),
    }


def short(turn: Turn, company: Company, answers: Answers) -> list[Markup]:
    """For a review: a fee or bond that changes, the rhythm of the LIT, whether the half rule still holds."""
    found = [e for e in of(turn, company, answers).effects if e.part in SHORT]
    lines = []
    for effect in found:
        if effect.part in {"rhythm", "age"} or effect.before is not None:
            said = effect.after.lines[-1 if effect.part == "age" else 0]
            ground = linked(turn, said.ruling.provisions[:1])
            lines.append(Markup("{} ({})").format(str(said), ground))
    return lines
