"""What a checklist gives on paper: its outcome, and the forms that the norms print, filled in and ready to sign."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from bot import checklist_case, companies, fleet, papers, print_jobs
from bot.checklist_case import Case
from bot.models.fleet import Company
from bot.turn import Turn
from handlers import checklist_state, fallback
from handlers.checklist_state import button, opened, pressed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import Action, Module
from handlers.typed import accepted, line
from knowledge import checklists as engine
from knowledge import inputs
from knowledge.checklist_outcome import Outcome

NAME_LIMIT, NUMBER_LIMIT, FACTS_LIMIT, MAIL_LIMIT = 120, 40, 2000, 80
BLANK = ""
QUOTED = 320
REQUEST_FORM = "daer-7727-2022:anx2"


def outcome_pdf(turn: Turn) -> None:
    """The outcome as a PDF, made when it is sent."""
    if (case := pressed(turn)) is None:
        return
    params = {"draft": case.id, "user": turn.user_id, "on": turn.today.isoformat()}
    name = f"{case.checklist.id}-{turn.today.isoformat()}.pdf"
    turn.send_file(
        {"kind": "document", "producer": "outcome", "params": params, "name": name},
        "checklist/pdf",
        [[button(turn, "checklist_go_on", "checklist.go", case)]],
        name=case.draft.title,
    )


def begin(turn: Turn) -> None:
    """Asks what a form needs and the company has not told yet."""
    if (case := pressed(turn)) is None:
        return
    kind = str(turn.args["kind"])
    if kind not in FORMS:
        fallback.old_button(turn)
        return
    checklist_state.leave(turn)
    turn.begin_form(f"print_{kind}", draft=case.id)


def company_of(turn: Turn, answers: Answers) -> Company | None:
    """The company of the draft a form belongs to, when this person is in it."""
    case = checklist_case.load(turn.services, turn.session, int(answers["draft"]), turn.user_id)
    held = companies.membership(turn.session, (case.draft.company_id if case else None) or 0, turn.user_id)
    return held[0] if held else None


def _company_names(turn: Turn, answers: Answers) -> list[Choice]:
    company = company_of(turn, answers)
    return [Choice(company.name[:60], company.name)] if company else []


def _company_numbers(turn: Turn, answers: Answers) -> list[Choice]:
    company = company_of(turn, answers)
    return [Choice(inputs_shown(company.cnpj), company.cnpj)] if company and company.cnpj else []


def inputs_shown(cnpj: str) -> str:
    """A CNPJ with its mask."""
    return f"{cnpj[:2]}.{cnpj[2:5]}.{cnpj[5:8]}/{cnpj[8:12]}-{cnpj[12:]}"


def cpf_shown(cpf: str) -> str:
    """A CPF with its mask."""
    return f"{cpf[:3]}.{cpf[3:6]}.{cpf[6:9]}-{cpf[9:]}"


def _skip(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("print_blank"), BLANK)]


def _recefitur(turn: Turn, answers: Answers) -> list[Choice]:
    company = company_of(turn, answers)
    known = papers.current(turn.session, company.id or 0, kind="recefitur") if company else []
    numbers = dict.fromkeys(p.number for p in known if p.number)
    return [Choice(number, number) for number in numbers] + _skip(turn, answers)


def _plates(turn: Turn, answers: Answers) -> list[Choice]:
    company = company_of(turn, answers)
    rows = fleet.vehicles(turn.session, company.id or 0, states=("active",)) if company else []
    shown = ", ".join(fleet.shown(v.plate) for v in rows)
    whole = [Choice(turn.label("print_all_plates", count=len(rows)), shown)] if rows else []
    return whole + _skip(turn, answers)


def _name(turn: Turn, _answers: Answers) -> str:
    return line(turn, limit=NAME_LIMIT, template="print/note_text")


def _number(turn: Turn, _answers: Answers) -> str:
    return line(turn, limit=NUMBER_LIMIT, template="print/note_text")


def _mail(turn: Turn, _answers: Answers) -> str:
    text = line(turn, limit=MAIL_LIMIT, template="print/note_text")
    if text.count("@") != 1 or " " in text or text[0] == "@" or text[-1] == "@":
        raise Refused("print/note_mail")
    return text


def _facts(turn: Turn, _answers: Answers) -> str:
    return line(turn, limit=FACTS_LIMIT, template="print/note_text")


def _cnpj(turn: Turn, _answers: Answers) -> str:
    return accepted(inputs.read_cnpj(turn.text)).text


def _cpf(turn: Turn, _answers: Answers) -> str:
    found = inputs.read_cpf(turn.text)
    if isinstance(found, inputs.Refused):
        raise Refused(f"print/{found.reason}")
    return found.text


def _phone(turn: Turn, _answers: Answers) -> str:
    found = inputs.read_phone(turn.text)
    if isinstance(found, inputs.Refused):
        raise Refused("print/note_phone")
    digits = found.text.removeprefix("+55")
    return f"({digits[:2]}) {digits[2:-4]}-{digits[-4:]}"


def _typed_plates(turn: Turn, _answers: Answers) -> str:
    found = []
    for word in turn.text[:400].replace(",", " ").replace(";", " ").split():
        found.append(fleet.shown(accepted(inputs.read_plate(word)).text))
    return ", ".join(dict.fromkeys(found))


COMPANY = Field("company", "print/company", read=_name, choices=_company_names)
CNPJ = Field("cnpj", "print/cnpj", read=_cnpj, choices=_company_numbers)
PHONE = Field("phone", "print/phone", read=_phone, choices=_skip)
MAIL = Field("mail", "print/mail", read=_mail, choices=_skip)
RECEFITUR = Field("recefitur", "print/recefitur", read=_number, choices=_recefitur)
PLATES = Field("plates", "print/plates", read=_typed_plates, choices=_plates)
SIGNER = Field("signer", "print/signer", read=_name)
CPF = Field("cpf", "print/cpf", read=_cpf)
TNT = Field("tnt", "print/tnt", read=_number)
FACTS = Field("facts", "print/facts", read=_facts)


def _case(turn: Turn, answers: Answers) -> Case | None:
    return opened(turn, int(answers["draft"]))


def _finish_request(turn: Turn, answers: Answers) -> None:
    if (case := _case(turn, answers)) is None:
        return
    found = checklist_state.charter(turn, case)
    library = turn.services.library
    printed = library.corpus.reading(REQUEST_FORM)
    texts = {box.text for checklist in library.checklists.checklists.values() for box in checklist.form}
    boxes = [[text, text in found.boxes] for text in sorted(texts, key=printed.find)]
    send(turn, case, "request", {**_plain(answers), "boxes": boxes})


def _finish_declaration(turn: Turn, answers: Answers) -> None:
    if (case := _case(turn, answers)) is not None:
        send(turn, case, "declaration", _plain(answers))


def _finish_defence(turn: Turn, answers: Answers) -> None:
    if (case := _case(turn, answers)) is None:
        return
    found, said = checklist_state.charter(turn, case), case.answers
    reason = case.checklist.question("motivo")
    content = {
        **_plain(answers),
        "reason": engine.spoken(reason, said["motivo"]) if reason and "motivo" in said else "",
        "attorney": said.get("procurador") == "sim",
        "received": _day(said.get("recebida")),
        "ended": _ended(turn, case),
        "late": said.get("tarde") == "sim",
        "articles": _articles(turn, checklist_state.outcome(turn, case)),
        "evidence": [i.title for i in found.items if i.ready],
    }
    send(turn, case, "defence", content)


def _day(value: str | None) -> str:
    try:
        return f"{dt.date.fromisoformat(value or ''):%d/%m/%Y}"
    except ValueError:
        return ""


def _ended(turn: Turn, case: Case) -> str:
    """The last day of the time to defend, where it is known."""
    days = [d.due_on for d in checklist_state.outcome(turn, case).deadlines if d.due_on and d.need == "yes"]
    return f"{min(days):%d/%m/%Y}" if days else ""


def _articles(turn: Turn, outcome: Outcome) -> list[list[str]]:
    """The provisions the case turns on: those of the notices and proofs that its answers called for."""
    parts = [*outcome.notices, *(i.requirement for i in outcome.items if i.need == "yes")]
    cited = dict.fromkeys(
        p for part in parts if "motivo" in part.when or "tarde" in part.when for p in part.provision
    )
    corpus = turn.services.library.corpus
    texts = []
    for provision in cited:
        text = corpus.reading(provision)
        cut = text if len(text) <= QUOTED else f"{text[: QUOTED - 1].rstrip()}…"
        texts.append([corpus.label(provision), cut])
    return texts


def _plain(answers: Answers) -> dict[str, Any]:
    """The answers as they are printed."""
    shown = {name: str(value) for name, value in answers.items() if name != "draft"}
    if shown.get("cnpj"):
        shown["cnpj"] = inputs_shown(shown["cnpj"])
    if shown.get("cpf"):
        shown["cpf"] = cpf_shown(shown["cpf"])
    return shown


def send(turn: Turn, case: Case, kind: str, content: Mapping[str, Any], **fields: Any) -> None:
    """A filled sheet, made when it is sent; `fields` are of the text that comes with it."""
    job = print_jobs.add(
        turn.session,
        user_id=turn.user_id,
        kind=kind,
        content={**content, "on": turn.today.isoformat()},
        now=turn.now,
    )
    turn.send_file(
        {
            "kind": "document",
            "producer": "form",
            "params": {"job": job, "kind": kind},
            "name": f"{turn.label(f'print_file_{kind}')}.pdf",
        },
        f"print/sent_{kind}",
        [[button(turn, "checklist_go_on", "checklist.go", case)]],
        **fields,
    )


def _review(_turn: Turn, answers: Answers) -> dict[str, Any]:
    return {"a": _plain(answers)}


def _form(name: str, fields: tuple[Field, ...], finish: Any) -> Form:
    return Form(
        name=f"print_{name}",
        title=lambda turn, _answers: turn.label(f"print_{name}"),
        fields=fields,
        finish=finish,
        review=f"print/review_{name}",
        review_facts=_review,
    )


FORMS = {
    "request": _form("request", (COMPANY, CNPJ, PHONE, MAIL, RECEFITUR, PLATES, SIGNER), _finish_request),
    "declaration": _form("declaration", (SIGNER, CPF, COMPANY, CNPJ), _finish_declaration),
    "defence": _form("defence", (COMPANY, CNPJ, TNT, PLATES, FACTS, SIGNER, CPF), _finish_defence),
}

MODULE = Module(
    actions={"checklist.pdf": Action(outcome_pdf), "print.begin": Action(begin)},
    forms=tuple(FORMS.values()),
)
