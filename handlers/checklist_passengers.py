"""METROPLAN's list of passengers: a pasted list or a spreadsheet becomes a sheet to sign, and is forgotten.

Nothing of what the list holds is kept in the conversation: it is read, and either refused line by line or handed to
the one job that prints it and is erased with the delivery.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from bot import conversation, fleet, list_files
from bot.incoming import FileRef
from bot.turn import Turn
from handlers import ask, checklist_prints
from handlers.checklist_prints import CNPJ, COMPANY, cpf_shown, inputs_shown
from handlers.checklist_state import button, opened, pressed
from handlers.form_model import Answers, Choice, Field, Form
from handlers.module import Action, Flow, Module
from handlers.questions_in_forms import looks_like_question
from handlers.typed import accepted, line, part_of_paste, whole
from knowledge import inputs, words
from knowledge.passengers import Passenger, Problem, Read, read_rows, rows_of

FLOW = "passengers"
CUT = 3500  # Telegram cuts a pasted text at 4,096: what comes near may have lost its end
PROBLEMS_SHOWN = 25
SEATS = (2, 80)
WIDTHS = (8, 100, 25, 40)


def begin(turn: Turn) -> None:
    """What the sheet needs beside the names."""
    if (case := pressed(turn)) is not None:
        turn.begin_form("print_passengers", draft=case.id)


def _contractors(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"contractor_{kind}"), kind) for kind in ("company", "group")]


def _client(turn: Turn, _answers: Answers) -> str:
    return line(turn, limit=checklist_prints.NAME_LIMIT, template="print/note_text")


def _plates(turn: Turn, answers: Answers) -> list[Choice]:
    company = checklist_prints.company_of(turn, answers)
    rows = fleet.vehicles(turn.session, company.id or 0, states=("active",)) if company else []
    return [Choice(fleet.shown(v.plate), fleet.shown(v.plate)) for v in rows]


def _plate(turn: Turn, _answers: Answers) -> str:
    return fleet.shown(accepted(inputs.read_plate(turn.text)).text)


def _seats(turn: Turn, _answers: Answers) -> int:
    return whole(turn, *SEATS, "print/note_seats")


def _known_seats(turn: Turn, answers: Answers) -> list[Choice]:
    company = checklist_prints.company_of(turn, answers)
    read = inputs.read_plate(str(answers.get("plate", "")))
    if company is None or isinstance(read, inputs.Refused):
        return []
    row = fleet.by_plate(turn.session, company.id or 0, read.key)
    return [Choice(words.counted(row.seats, "lugar", "lugares"), row.seats)] if row else []


def _of_company(answers: Answers) -> bool:
    return answers.get("contractor") == "company"


def _of_group(answers: Answers) -> bool:
    return answers.get("contractor") == "group"


def _finish(turn: Turn, answers: Answers) -> None:
    conversation.save(turn.state, now=turn.now, flow=FLOW, answers=dict(answers), context={})
    _ask(turn)


FORM = Form(
    name="print_passengers",
    title=lambda turn, _answers: turn.label("print_passengers"),
    fields=(
        Field("contractor", "print/contractor", choices=_contractors),
        COMPANY,
        CNPJ,
        Field("client", "print/client", read=_client, when=_of_company),
        Field("plate", "print/plate", read=_plate, choices=_plates, when=_of_group),
        Field("seats", "print/seats", read=_seats, choices=_known_seats, when=_of_group),
    ),
    finish=_finish,
)


def _ask(turn: Turn, *, note: str = "", **facts: Any) -> None:
    answers = turn.state.answers
    conversation.save(turn.state, now=turn.now, context={})
    keyboard = [[turn.button("passengers_leave", "passengers.leave", draft=answers["draft"])]]
    turn.show(
        "print/list",
        keyboard,
        form=True,
        note=note,
        seats=int(answers.get("seats") or 0),
        **{"problems": [], "more": 0, **facts},
    )


def leave_pressed(turn: Turn) -> None:
    """No list after all."""
    case = pressed(turn)
    leave(turn)
    if case is not None:
        keyboard = [[button(turn, "checklist_go_on", "checklist.go", case), turn.button("menu", "menu")]]
        turn.show("print/left", keyboard)


def leave(turn: Turn) -> None:
    """Closes the flow; nothing of a list was kept."""
    conversation.save(turn.state, now=turn.now, flow="", answers={}, context={})


def show(turn: Turn) -> None:
    """The list is awaited."""
    _ask(turn)


def receive(turn: Turn) -> None:
    """A list, pasted or as a file."""
    turn.services.database.scrub()  # whatever becomes of it, no name stays readable in the journal
    if turn.incoming.file is not None:
        _file(turn, turn.incoming.file)
    elif not turn.text.strip():
        _ask(turn, note="print/note_list")
    elif looks_like_question(turn.text) and "\n" not in turn.text.strip():
        ask.answer_text(turn, turn.text)
        _ask(turn)
    elif part := part_of_paste(turn, len(turn.text), CUT):
        if part == "long":  # of its rest all is said already
            turn.say("print/cut")
    else:
        _take(turn, rows_of(turn.text))


def _file(turn: Turn, file: FileRef) -> None:
    reason = list_files.readable(file.name, file.size) if file.kind == "document" else "kind"
    if reason:
        _ask(turn, note=f"print/note_file_{reason}")
        return
    found = _rows(turn, file)
    if isinstance(found, str):
        _ask(turn, note=f"print/note_file_{found}")
        return
    _take(turn, found)


def _rows(turn: Turn, file: FileRef) -> list[list[str]] | str:
    """The rows, or why there are none."""
    fetched = turn.fetch(file.file_id, limit=list_files.SIZE_LIMIT)
    if fetched.problem:
        return "size" if fetched.problem == "too_large" else "lost"
    return turn.compute(f"list:{file.file_id}", partial(_read, file.name, fetched.content))


def _read(name: str, content: bytes) -> list[list[str]] | str:
    """No exception that could carry a name."""
    try:
        return list_files.read(name, content)
    except list_files.UnreadableList as error:
        return error.reason


def _take(turn: Turn, rows: list[list[str]]) -> None:
    answers = dict(turn.state.answers)
    seats = int(answers["seats"]) if answers.get("seats") else None
    read = read_rows(rows, seats=seats)
    if read.problems:
        _refuse(turn, read)
        return
    case = opened(turn, int(answers["draft"]))
    if case is None:
        return
    leave(turn)
    checklist_prints.send(
        turn,
        case,
        FLOW,
        {**_heading(answers), "people": _people(turn, read), "widths": WIDTHS},
        count=len(read.passengers),
        group=answers["contractor"] == "group",
    )


def _refuse(turn: Turn, read: Read) -> None:
    shown = [_said(turn, p) for p in read.problems[:PROBLEMS_SHOWN]]
    _ask(turn, problems=shown, more=max(0, len(read.problems) - PROBLEMS_SHOWN))


def _said(turn: Turn, problem: Problem) -> str:
    """A problem by its line, never with what stands there."""
    return turn.label(f"passengers_{problem.reason}", line=problem.line, other=problem.other)


def _heading(answers: Answers) -> dict[str, Any]:
    shown = {k: str(answers.get(k, "")) for k in ("contractor", "company", "client", "plate", "seats")}
    return {**shown, "cnpj": inputs_shown(str(answers["cnpj"]))}


def _people(turn: Turn, read: Read) -> list[list[str]]:
    return [[p.name.replace("|", "/"), _kind(turn, p), _document(p)] for p in read.passengers]


def _kind(turn: Turn, passenger: Passenger) -> str:
    return turn.label(f"document_{passenger.kind or 'other'}")


def _document(passenger: Passenger) -> str:
    return cpf_shown(passenger.document) if passenger.kind == "cpf" else passenger.document


MODULE = Module(
    actions={"passengers.begin": Action(begin), "passengers.leave": Action(leave_pressed)},
    forms=(FORM,),
    flows={FLOW: Flow(show, receive, leave)},
)
