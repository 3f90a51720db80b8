"""An owner who lost the account gets in again: an administrator makes an owner's invitation, and confirms the name.

All members are told, any may refuse for some days, staff cannot come in this way (`handlers.company_recovered`); the
staff's log keeps it. A second owner needs none of this: see `handlers.company_people`.
"""

from __future__ import annotations

import datetime as dt

from bot import audit, companies, invitations
from bot.models.fleet import Company
from bot.screens import Button
from bot.turn import Turn
from handlers import company_invites, company_recovered, fallback, typed
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
    people = companies.members(turn.session, found.id or 0)
    rows = [
        [turn.button("recovery_yes", "recovery.offer", company=found.id)],
        [turn.button("menu", "menu")],
    ]
    turn.show(
        "company/recovery_ask",
        rows,
        company=found.name,
        days=turn.services.settings.recovery_wait_days,
        alone=not people,
    )


def offer(turn: Turn) -> None:
    """Makes the owner's invitation and tells everybody in the company."""
    found = turn.session.get(Company, int(turn.args["company"]))
    if found is None or found.closed_at is not None:
        fallback.old_button(turn)
        return
    audit.write(turn.session, turn.user_id, "company_recovery", now=turn.now, company=found.id)
    days = turn.services.settings.recovery_wait_days
    secret = turn.services.new_key() + turn.services.new_key()
    row = invitations.recover(
        turn.session,
        secret,
        company_id=found.id or 0,
        created_by=turn.user_id,
        now=turn.now,
        wait=dt.timedelta(days=days),
    )
    company_recovered.tell_members(turn, row, "company/recovery_told", company=found.name, days=days)
    company_invites.show_link(turn, row, secret, found, turn.button("menu", "menu"))


MODULE = Module(
    actions={
        "recovery": Action(begin, roles=ADMINISTRATOR),
        "recovery.company": Action(company, roles=ADMINISTRATOR),
        "recovery.offer": Action(offer, roles=ADMINISTRATOR),
    },
    forms=(FORM,),
)
