"""Consent and the company: asked only before something about a company is stored."""

from __future__ import annotations

from typing import get_args

from bot import accounts, companies, invitations
from bot.clock import civil_day
from bot.turn import Turn
from handlers import menu
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import Action, Module
from knowledge import road
from knowledge.road import Authority

AUTHORITIES: tuple[Authority, ...] = get_args(Authority)
NAME_LIMIT = 120


def _name(turn: Turn, _answers: Answers) -> str:
    name = " ".join(turn.text.split())
    if not 2 <= len(name) <= NAME_LIMIT:
        raise Refused("company/note_name", {"limit": NAME_LIMIT})
    return name


def _consent(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("consent_yes"), "yes")]


def _authorities(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"authority_{slug}"), slug) for slug in AUTHORITIES]


def _modes(turn: Turn, answers: Answers) -> list[Choice]:
    chosen = answers.get("authorities", [])
    slugs = [slug for one in AUTHORITIES if one in chosen for slug in road.modes_of(one)]
    return [Choice(turn.label(f"mode_{slug}"), slug) for slug in slugs]


def _finish(turn: Turn, answers: Answers) -> None:
    account = accounts.touch(turn.session, user_id=turn.user_id, name=turn.incoming.user_name, now=turn.now)
    accounts.consent(turn.session, account, now=turn.now)
    founded = accounts.found_company(
        turn.session,
        owner=turn.user_id,
        name=answers["name"],
        authorities=answers["authorities"],
        modes=answers["modes"],
        now=turn.now,
    )
    companies.choose(turn.session, turn.user_id, founded.id or 0)
    turn.show("company/founded", menu.keyboard(turn), name=answers["name"])


COMPANY = Form(
    name="company",
    title=lambda turn, answers: answers.get("name") or turn.label("draft_company"),
    fields=(
        Field("consent", "company/consent", choices=_consent),
        Field("name", "company/name", read=_name),
        Field("authorities", "company/authorities", choices=_authorities, multiple=True),
        Field("modes", "company/modes", choices=_modes, multiple=True),
    ),
    finish=_finish,
)


def begin(turn: Turn) -> None:
    """What a person without a company asks for needs one: the registration, unless an invitation waits."""
    if not told_of_invitations(turn):
        register(turn)


def told_of_invitations(turn: Turn) -> bool:
    """Says whose confirmation is awaited; False when no accepted invitation waits."""
    waiting = invitations.waiting_of(turn.session, turn.user_id, now=turn.now)
    if not waiting:
        return False
    zone = turn.services.settings.zone
    turn.show(
        "company/waiting",
        [[turn.button("company_new", "company.new")], [turn.button("menu", "menu")]],
        waiting=[
            (company, inviter or turn.label("staff"), civil_day(until, zone))
            for company, inviter, until in waiting
        ],
    )
    return True


def register(turn: Turn) -> None:
    """Starts the registration of a company."""
    turn.begin_form("company")


def show_companies(turn: Turn) -> None:
    """A person without a company is offered to register one, unless an invitation waits."""
    if told_of_invitations(turn):
        return
    rows = [[turn.button("company_new", "company.new")], [turn.button("menu", "menu")]]
    turn.show("company/list", rows)


MODULE = Module(actions={"company.new": Action(register)}, forms=(COMPANY,))
