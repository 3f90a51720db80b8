"""/empresa: the company one works in, its profile, the change to another one."""

from __future__ import annotations

from typing import Any

from bot import accounts, companies
from bot.turn import Turn
from handlers import company_scope, onboarding, typed
from handlers.form_model import Answers, Field, Form
from handlers.module import Action, Command, MenuEntry, Module

EDITABLE = ("name", "cnpj", "authorities")


def show(turn: Turn) -> None:
    """The current company, or the pressed one."""
    wanted = turn.args.get("company")
    if wanted is None:
        if not accounts.companies(turn.session, turn.user_id):
            onboarding.show_companies(turn)
            return
        scope = company_scope.current(turn)
    else:
        scope = company_scope.of(turn, int(wanted))
    if scope is not None:
        company_screen(turn, scope)


def company_screen(turn: Turn, scope: company_scope.Scope, *, note: str = "") -> None:
    """The company and what this person may do in it."""
    at: dict[str, Any] = {"company": scope.id}
    buttons = []
    if scope.may("people"):
        buttons.append(turn.button("people", "company.people", **at))
    if scope.may("company"):
        buttons.append(turn.button("company_edit", "company.edit", **at))
    buttons.append(turn.button("company_leave", "company.leave", **at))
    if scope.may("company"):
        buttons.append(turn.button("company_close", "company.close", **at))
    if len(accounts.companies(turn.session, turn.user_id)) > 1:
        buttons.append(turn.button("company_switch", "company.switch"))
    buttons.append(turn.button("company_new", "company.new"))
    buttons.append(turn.button("menu", "menu"))
    company = scope.company
    turn.show(
        "company/company",
        [buttons[i : i + 2] for i in range(0, len(buttons), 2)],
        note=turn.label(note) if note else "",
        name=company.name,
        cnpj=company.cnpj or "",
        authorities=[turn.label(f"authority_{slug}") for slug in company.authorities],
        modes=[turn.label(f"mode_{slug}") for slug in company.modes],
        role=turn.label(f"role_{scope.place.role}"),
    )


def switch(turn: Turn) -> None:
    """Which company to work in."""
    company_scope.ask_which(turn)


def chosen(turn: Turn) -> None:
    """The chosen company is the current one from now on."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is not None:
        companies.choose(turn.session, turn.user_id, scope.id)
        company_screen(turn, scope, note="note_company_chosen")


def edit(turn: Turn) -> None:
    """Asks what to correct."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "company")) is None:
        return
    rows = [
        [turn.button(f"company_edit_{what}", "company.edit_field", company=scope.id, what=what)]
        for what in EDITABLE
    ]
    rows.append([turn.button("back", "company", company=scope.id)])
    turn.show("company/edit", rows, company=scope.company.name)


def edit_field(turn: Turn) -> None:
    """Starts the correction of one thing."""
    if (scope := company_scope.permitted(turn, int(turn.args["company"]), "company")) is not None:
        turn.begin_form("company_edit", company=scope.id, what=str(turn.args["what"]), was=scope.company.name)


def _finish(turn: Turn, answers: Answers) -> None:
    if (scope := company_scope.permitted(turn, int(answers["company"]), "company")) is None:
        return
    values = {name: answers[name] for name in ("name", "cnpj", "authorities", "modes") if name in answers}
    companies.change(turn.session, company_scope.actor(turn, scope), scope.company, **values)
    company_screen(turn, scope, note="note_company_changed")


def _fields() -> tuple[Field, ...]:
    by_name = {field.name: field for field in onboarding.COMPANY.fields}
    name, authorities, modes = (by_name[n] for n in ("name", "authorities", "modes"))

    def when(what: str) -> Any:
        return lambda answers: answers["what"] == what

    return (
        Field(name.name, name.prompt, name.read, when=when("name")),
        Field("cnpj", "company/cnpj", typed.cnpj, when=when("cnpj"), echo="company/echo_cnpj"),
        Field(
            authorities.name,
            authorities.prompt,
            choices=authorities.choices,
            when=when("authorities"),
            multiple=True,
        ),
        Field(modes.name, modes.prompt, choices=modes.choices, when=when("authorities"), multiple=True),
    )


EDIT = Form(
    name="company_edit",
    title=lambda turn, answers: turn.label("draft_company_edit", name=answers["was"]),
    fields=_fields(),
    finish=_finish,
)

MODULE = Module(
    commands=(Command("empresa", show),),
    actions={
        "company": Action(show),
        "company.switch": Action(switch),
        "company.choose": Action(chosen),
        "company.edit": Action(edit),
        "company.edit_field": Action(edit_field),
    },
    forms=(EDIT,),
    menu=(MenuEntry("menu_company", "company"),),
)
