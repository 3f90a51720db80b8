"""An owner who lost the account gets in again: an administrator makes an owner's invitation, and confirms the name.

The other owners are told, the staff's log keeps it. A second owner needs none of this: see `handlers.company_people`.
"""

from __future__ import annotations

from bot import audit, companies, notices
from bot.models.fleet import Company
from bot.screens import Button
from bot.turn import Turn
from handlers import company_invites, fallback, typed
from handlers.form_model import Answers, Field, Form
from handlers.module import ADMINISTRATOR, Action, Module

FOUND_SHOWN = 6
NAME_LIMIT = 120


def begin(turn: Turn) -> None:
    """Asks which company."""
    turn.begin_form("recovery")


def _finish(turn: Turn, answers: Answers) -> None:
    found = companies.find(turn.session, answers["words"], limit=FOUND_SHOWN)
    rows = [[Button(c.name, "recovery.company", {"company": c.id})] for c in found]
    rows.append([turn.button("recovery_again", "recovery"), turn.button("menu", "menu")])
    turn.show("company/recovery_found", rows, words=answers["words"], found=[c.name for c in found])


FORM = Form(
    name="recovery",
    title=lambda turn, _answers: turn.label("recovery"),
    fields=(
        Field(
            "words",
            "company/recovery",
            read=lambda turn, _answers: typed.line(turn, limit=NAME_LIMIT, template="company/note_name"),
        ),
    ),
    finish=_finish,
    roles=ADMINISTRATOR,
)


def company(turn: Turn) -> None:
    """Says what will happen before anything does."""
    found = turn.session.get(Company, int(turn.args["company"]))
    if found is None or found.closed_at is not None:
        fallback.old_button(turn)
        return
    owners = companies.people(turn.session, found.id or 0, {"owner"})
    rows = [
        [turn.button("recovery_yes", "recovery.offer", company=found.id)],
        [turn.button("menu", "menu")],
    ]
    turn.show("company/recovery_ask", rows, company=found.name, owners=len(owners))


def offer(turn: Turn) -> None:
    """Makes the owner's invitation and tells the owners there are."""
    found = turn.session.get(Company, int(turn.args["company"]))
    if found is None or found.closed_at is not None:
        fallback.old_button(turn)
        return
    audit.write(turn.session, turn.user_id, "company_recovery", now=turn.now, company=found.id)
    for owner in companies.people(turn.session, found.id or 0, {"owner"}):
        notices.tell(turn, owner, "company/recovery_told", stage="recovery", company=found.name)
    company_invites.offer(turn, found, "owner", turn.button("menu", "menu"))


MODULE = Module(
    actions={
        "recovery": Action(begin, roles=ADMINISTRATOR),
        "recovery.company": Action(company, roles=ADMINISTRATOR),
        "recovery.offer": Action(offer, roles=ADMINISTRATOR),
    },
    forms=(FORM,),
)
