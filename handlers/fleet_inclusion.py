"""“E se eu incluir um veículo?”: two questions, and what the vehicle would change and need. Nothing is stored."""

from __future__ import annotations

from dataclasses import replace

from bot.turn import Turn
from handlers import company_scope, fleet_forms, inclusion_view
from handlers.citations import linked
from handlers.form_model import Answers, Form
from handlers.module import Action, Module


def ask(turn: Turn) -> None:
    """Starts the two questions."""
    if (scope := company_scope.current(turn)) is not None:
        turn.begin_form("inclusion", company=scope.id)


def _finish(turn: Turn, answers: Answers) -> None:
    if (scope := company_scope.of(turn, int(answers["company"]))) is None:
        return
    found = inclusion_view.of(turn, scope.company, answers)
    made = inclusion_view.manufacture(answers["year"])
    rows = [
        [turn.button("vehicle_add", "fleet.add")] if scope.may("fleet") else [],
        [turn.button("fleet", "fleet"), turn.button("menu", "menu")],
    ]
    turn.show(
        "fleet/inclusion",
        [row for row in rows if row],
        company=scope.company.name,
        year=made["year"],
        seats=int(answers["seats"]),
        before=found.size,
        after=found.size + 1,
        effects=[inclusion_view.view(turn, e) for e in found.effects],
        papers=[{"name": p.name, "ground": linked(turn, p.provisions[:1])} for p in found.papers],
    )


QUESTIONS = tuple(
    replace(f, facts=lambda turn, _answers: {"plate": turn.label("inclusion_vehicle")})
    if f.name == "year"
    else f
    for f in fleet_forms.QUESTIONS
    if f.name in {"year", "seats"}
)

MODULE = Module(
    actions={"fleet.inclusion": Action(ask)},
    forms=(
        Form(
            name="inclusion",
            title=lambda turn, _answers: turn.label("draft_inclusion"),
            fields=QUESTIONS,
            finish=_finish,
            keeps=False,
        ),
    ),
)
