"""The buttons under a reminder of one thing: solved, remind me later, does not apply, why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sqlmodel import Session

from bot import companies, papers
from bot.due_words import Line
from bot.models.fleet import Paper
from bot.render import Renderer
from bot.roles import package_roles
from bot.screens import Button, Keyboard
from knowledge.deadline_model import PRINTED
from knowledge.obligations import package_obligations

KEPT = {"keep": True}
"""Under a message the bot sent by itself: the press is answered below it, the message stays."""


def buttons_of(
    renderer: Renderer,
    session: Session,
    line: Line,
    user_id: int,
    *,
    extra: Mapping[str, Any] = MappingProxyType({}),
) -> Keyboard:
    """What this person may press about one thing; `extra` goes into every button."""
    args = {"subject": line.subject, "company": line.company_id, **extra}
    rows: list[list[Button]] = []
    sort, _, rest = line.subject.partition(":")
    number = int(rest.partition(":")[0])
    paper = papers.paper(session, number) if sort == "paper" else None
    if sort == "parcel" and _may_pay(session, number, user_id):
        rows.append([Button(renderer.label("reminder_paid"), "instalment.paid", {"id": number, **extra})])
    elif paper is not None and may_change(session, paper, user_id):
        rows.append(
            [Button(renderer.label(_solved(paper)), "paper.renewed", {"paper_id": paper.id, **extra})]
        )
    second = [Button(renderer.label("reminder_snooze"), "reminder.snooze", args)]
    notice = (
        ":" in rest
    )  # of a notice that hangs on a paper "does not apply" would set the paper itself aside
    if paper is not None and not notice and may_change(session, paper, user_id):
        second.append(Button(renderer.label("reminder_none"), "paper.none", {"paper_id": paper.id, **extra}))
    rows.append(second)
    rows.append([Button(renderer.label("reminder_why"), "reminder.why", args)])
    return rows


def _solved(paper: Paper) -> str:
    kinds = package_obligations()
    renewable = paper.kind in kinds and PRINTED in kinds[paper.kind].facts
    return "reminder_renewed" if renewable else "reminder_solved"


def _may_pay(session: Session, parcel_id: int, user_id: int) -> bool:
    parcel = papers.parcel(session, parcel_id)
    paper = papers.paper(session, parcel.paper_id) if parcel else None
    return paper is not None and may_change(session, paper, user_id)


def may_change(session: Session, paper: Paper, user_id: int) -> bool:
    """Whether this person may renew or pay it."""
    held = companies.membership(session, paper.company_id, user_id)
    kinds = package_obligations()
    if held is None or paper.kind not in kinds:
        return False
    own = paper.person_id == user_id
    return package_roles().changes(held[1].role, kinds[paper.kind].holder, paper.kind, own=own)
