"""Checklists and outcomes as the JSON that programs read; key names are fixed by contract."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from knowledge.checklist_model import Checklist, When
from knowledge.checklist_outcome import Cost, Due, Outcome
from knowledge.checklist_texts import TEXTS


def definition(checklist: Checklist) -> dict[str, Any]:
    """A checklist as its file tells it."""
    return {
        "id": checklist.id,
        "title": checklist.title,
        "authority": checklist.authority,
        "questions": [
            {
                "id": q.id,
                "text": q.text,
                "type": q.type,
                "answers": list(q.answers) or None,
                "when": _when(q.when),
                "provision": list(q.provision),
            }
            for q in checklist.questions
        ],
        "requirements": [
            {"id": r.id, "title": r.title, "when": _when(r.when), "provision": list(r.provision)}
            for r in checklist.requirements
        ],
        "rule_version": checklist.rule_version,
        "reviewed_on": checklist.reviewed_on.isoformat(),
    }


def result(outcome: Outcome) -> dict[str, Any]:
    """An outcome for given answers."""
    checklist = outcome.checklist
    return {
        "id": checklist.id,
        "title": checklist.title,
        "authority": checklist.authority,
        "questions": [
            {"id": q.id, "asked": outcome.asked[q.id] == "yes", "answer": outcome.answers.get(q.id)}
            for q in checklist.questions
        ],
        "requirements": [
            {
                "id": i.requirement.id,
                "title": i.requirement.title,
                "how": i.requirement.how,
                "copies": i.requirement.copies,
                "provision": list(i.requirement.provision),
                "need": i.need,
                "why": i.why,
            }
            for i in outcome.items
        ],
        "fees": [_fee(cost) for cost in outcome.costs],
        "deadlines": [_deadline(due) for due in outcome.deadlines],
        "warnings": [*outcome.warnings, *beyond(outcome)],
        "rule_version": outcome.rule_version,
    }


def _fee(cost: Cost) -> dict[str, Any]:
    return {
        "title": cost.fee.title,
        "upf": _amount(cost.upf),
        "brl": _amount(cost.brl),
        "provision": list(cost.provisions),
        "text": cost.words,
        "note": cost.note,
    }


def _deadline(due: Due) -> dict[str, Any]:
    return {
        "kind": due.term.id,
        "title": due.term.title,
        "text": due.term.text,
        "due_on": due.due_on.isoformat() if due.due_on else None,
        "act_by": due.act_by.isoformat() if due.act_by else None,
        "standing": due.term.standing,
        "provision": list(due.term.provision),
        "note": due.note,
    }


def beyond(outcome: Outcome) -> tuple[str, ...]:
    """One line for each item of the case that no norm of the base asks."""
    return tuple(
        f"{i.requirement.title}: " + TEXTS.outside.format(fonte=mark.source, data=mark.seen_on)
        for i in outcome.items
        if i.need != "no" and (mark := i.requirement.beyond_norm) is not None
    )


def _when(when: When) -> dict[str, list[str]] | None:
    return {q: list(a) for q, a in when.items()} or None


def _amount(value: Decimal | None) -> str | None:
    return (
        None
        if value is None
        else f"{value.normalize():f}"
        if value == value.to_integral_value()
        else f"{value:f}"
    )
