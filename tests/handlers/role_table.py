"""Who may use what, written from the words of the requirement; the program's own table of roles is not asked.

"Roles: administrator, editor (knowledge), communicator (broadcasts), attendant (questions)." An administrator may do
whatever any of them may. "A transporter never learns that staff commands exist." In groups only the norms are spoken
of: questions, /normas, /artigo, the help and what their answers carry; everything about a company stays private.
"""

from __future__ import annotations

from dataclasses import dataclass

ADMINISTRATORS = frozenset({"administrator"})
EDITORS = frozenset({"editor", "administrator"})
COMMUNICATORS = frozenset({"communicator", "administrator"})
ATTENDANTS = frozenset({"attendant", "administrator"})
STAFF = EDITORS | COMMUNICATORS | ATTENDANTS
NOT_STAFF = frozenset({"stranger", "member", "removed"})
EVERYBODY = STAFF | NOT_STAFF
"""A stranger, somebody of a company, somebody who was on the staff once, and every role."""


@dataclass(frozen=True)
class Right:
    """The kinds of people who reach something, and whether they do in a group too."""

    people: frozenset[str]
    groups: bool = False


ANYBODY = Right(EVERYBODY)
ANYWHERE = Right(EVERYBODY, groups=True)
COMMANDS = {
    "start": ANYBODY,
    "ajuda": ANYWHERE,
    "pergunta": ANYWHERE,
    "normas": ANYWHERE,
    "artigo": ANYWHERE,
    "checklist": ANYBODY,
    "frota": ANYBODY,
    "vencimentos": ANYBODY,
    "pode_rodar": ANYBODY,
    "fiscalizacao": ANYBODY,
    "prazos": ANYBODY,
    "calcular": ANYBODY,
    "lembretes": ANYBODY,
    "empresa": ANYBODY,
    "privacidade": ANYBODY,
    "cancelar": ANYBODY,
    "comunicado": Right(COMMUNICATORS),
    "comunicados": Right(COMMUNICATORS),
    "perguntas": Right(ATTENDANTS | EDITORS),
    "normas_admin": Right(EDITORS),
    "equipe": Right(ADMINISTRATORS),
    "painel": Right(STAFF),
}
BUTTONS = {
    # What a whole group of buttons is for; a button of its own below goes before its group.
    "ask": ANYBODY,
    "ask.part": ANYWHERE,
    "ask.side": ANYWHERE,
    "ask.topic": ANYWHERE,
    "ask.why": ANYWHERE,
    "broadcast": Right(COMMUNICATORS),
    "broadcast.aware": ANYBODY,
    "broadcast.off": ANYBODY,
    "broadcast.why": ANYBODY,
    "calculate": ANYBODY,
    "checklist": ANYBODY,
    "company": ANYBODY,
    "confirm_clock": Right(ADMINISTRATORS),
    "contacts": Right(EDITORS),
    "deadline": ANYBODY,
    "draft": ANYBODY,
    "drafts": ANYBODY,
    "due": ANYBODY,
    "fleet": ANYBODY,
    "fleet_import": ANYBODY,
    "glossary": ANYWHERE,
    "help": ANYBODY,
    "instalment": ANYBODY,
    "menu": ANYBODY,
    "norm": ANYWHERE,
    "norm.search": ANYBODY,
    "norms_admin": Right(EDITORS),
    "panel": Right(STAFF),
    "panel.regions": Right(STAFF),
    "paper": ANYBODY,
    "papers": ANYBODY,
    "parcels": ANYBODY,
    "passengers": ANYBODY,
    "print": ANYBODY,
    "privacy": ANYBODY,
    "questions": Right(ATTENDANTS | EDITORS),
    "questions.answer": Right(ATTENDANTS),
    "questions.dismiss": Right(ATTENDANTS),
    "questions.part": Right(ATTENDANTS),
    "questions.draft": Right(EDITORS),
    "recovery": Right(ADMINISTRATORS),
    "reminder": ANYBODY,
    "road": ANYBODY,
    "staff": Right(ADMINISTRATORS),
    "staff.accept": ANYBODY,
    "topics": Right(EDITORS),
    "values": Right(EDITORS),
}
FORMS = {
    "audience": COMMUNICATORS,
    "broadcast": COMMUNICATORS,
    "broadcast_follow": COMMUNICATORS,
    "broadcast_part": COMMUNICATORS,
    "broadcast_start": COMMUNICATORS,
    "contact": EDITORS,
    "norm_amend": EDITORS,
    "norm_extension": EDITORS,
    "norm_term": EDITORS,
    "norm_text": EDITORS,
    "question_answer": ATTENDANTS,
    "recovery": ADMINISTRATORS,
    "topic": EDITORS,
    "topic_find": EDITORS,
    "value_holiday": EDITORS,
    "value_upf": EDITORS,
    "calc": EVERYBODY,
    "company": EVERYBODY,
    "company_edit": EVERYBODY,
    "deadline": EVERYBODY,
    "inclusion": EVERYBODY,
    "ladder": EVERYBODY,
    "norm_search": EVERYBODY,
    "paper": EVERYBODY,
    "paper_file": EVERYBODY,
    "paper_fix": EVERYBODY,
    "parcel_move": EVERYBODY,
    "parcel_paid_on": EVERYBODY,
    "parcel_receipt": EVERYBODY,
    "parcels": EVERYBODY,
    "print_declaration": EVERYBODY,
    "print_defence": EVERYBODY,
    "print_passengers": EVERYBODY,
    "print_request": EVERYBODY,
    "reminder_hour": EVERYBODY,
    "renew": EVERYBODY,
    "vehicle": EVERYBODY,
    "vehicle_edit": EVERYBODY,
}
"""Forms by name; `calc` stands for every `calc-…`."""
FORM_BUTTONS = {
    "form.ask",
    "form.back",
    "form.choose",
    "form.correct",
    "form.done",
    "form.finish",
    "form.force",
    "form.leave",
    "form.page",
    "form.suggested",
    "form.yes",
}
"""Buttons of every form's screens: whoever may be in the form may press them."""
LINKS = {
    "": ANYBODY,  # a provision or a topic
    "calc-": ANYBODY,
    "lista-": ANYBODY,
    "i-c": ANYBODY,  # an invitation of a company
    "i-s": ANYBODY,  # an invitation of the staff: whoever holds it was given it
}


def of_button(name: str) -> Right | None:
    """The right of a button: its own, else that of its group; None when nobody has thought of it."""
    return BUTTONS.get(name) or BUTTONS.get(name.partition(".")[0])


def of_form(name: str) -> frozenset[str] | None:
    """Who may fill in a form."""
    return FORMS.get("calc" if name.startswith("calc-") else name)
