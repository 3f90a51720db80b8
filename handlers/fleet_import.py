"""Vehicles and papers by spreadsheet: template, file, what it would change, yes, undo.

Nothing of a file is kept: the yes names Telegram's file, which is read and planned again; when the fleet changed
meanwhile, the new plan is shown first. Pressed twice, the second time finds nothing to change.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import conversation, fleet_import, fleet_words
from bot.fleet_import import Reading
from bot.fleet_plan_model import Plan
from bot.incoming import FileRef
from bot.screens import Button
from bot.spreadsheet_columns import MOST_BYTES, MOST_LINES, Unreadable
from bot.spreadsheet_files import EXPORT, TEMPLATE
from bot.turn import Turn
from handlers import ask, company_scope
from handlers.company_scope import Scope
from handlers.module import Action, Flow, Module
from knowledge.date_input import FAR_YEARS

FLOW = "fleet_import"
SUFFIXES = ("csv", "tsv", "txt", "xlsx", "xlsm", "xls", "ods", "pdf")
"""What is worth a download: of some only to say better what is wrong with them."""
SENTENCES_SHOWN, NAMES_SHOWN = 12, 6


def start(turn: Turn) -> None:
    """What to send, with the template and the fleet as it stands."""
    if (scope := company_scope.current(turn)) is None:
        return
    if not fleet_import.may_import(scope.place.role):
        company_scope.refuse(turn, scope)
        return
    conversation.save(turn.state, now=turn.now, flow=FLOW, answers={"company": scope.id}, context={})
    turn.show("fleet_import/start", _keyboard(turn, scope.id), company=scope.company.name, limit=MOST_LINES)


def _keyboard(turn: Turn, company: int) -> list[list[Button]]:
    return [
        [
            turn.button("sheet_xlsx", "fleet_import.template", format="xlsx"),
            turn.button("sheet_csv", "fleet_import.template", format="csv"),
        ],
        [turn.button("sheet_export", "fleet_import.export", company=company)],
        [turn.button("sheet_leave", "fleet_import.leave")],
    ]


def template(turn: Turn) -> None:
    """The empty spreadsheet."""
    kind = "csv" if turn.args["format"] == "csv" else "xlsx"
    name = f"{turn.label('sheet_template_name')}.{kind}"
    file = {"kind": "document", "producer": TEMPLATE, "params": {"format": kind}, "name": name}
    turn.send_file(file, "fleet_import/template")


def export(turn: Turn) -> None:
    """The fleet as it stands, to be completed and sent back."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is not None:
        params = {"company": scope.id, "user": turn.user_id}
        name = f"{turn.label('sheet_export_name')}.xlsx"
        file = {"kind": "document", "producer": EXPORT, "params": params, "name": name}
        turn.send_file(file, "fleet_import/export", company=scope.company.name)


def leave(turn: Turn) -> None:
    """Nothing is brought in."""
    _close(turn)
    turn.show("fleet_import/left", _out(turn))


def _close(turn: Turn) -> None:
    if turn.state.flow == FLOW:
        conversation.save(turn.state, now=turn.now, flow="", answers={}, context={})


def _out(turn: Turn) -> list[list[Button]]:
    return [[turn.button("fleet", "fleet"), turn.button("menu", "menu")]]


def _kept(turn: Turn) -> list[list[Button]]:
    return [[turn.button("undo", "fleet.undo")], *_out(turn)]


def receive(turn: Turn) -> None:
    """The file; a text is a question, as everywhere."""
    file = turn.incoming.file
    if file is None and turn.text.strip():
        ask.question(turn)
        return
    scope = company_scope.of(turn, int(turn.state.answers.get("company", 0)))
    if scope is None:
        _close(turn)
        return
    if file is None:
        _refused(turn, scope, Unreadable("not_a_table"))
        return
    _dry_run(turn, scope, file)


def _dry_run(turn: Turn, scope: Scope, file: FileRef) -> None:
    read = _sent(file) or _read(turn, file.file_id)
    if isinstance(read, Unreadable):
        _refused(turn, scope, read)
    elif not read.sheet.rows:
        _refused(turn, scope, Unreadable("empty"))
    else:
        _shown(turn, scope, read, _plan(turn, scope, read), file_id=file.file_id, name=file.name)


def _sent(file: FileRef) -> Unreadable | None:
    """What is told before anything is downloaded."""
    if file.kind == "photo":
        return Unreadable("picture")
    suffix = file.name.rpartition(".")[2].lower() if "." in file.name else "csv"
    if file.kind != "document" or suffix not in SUFFIXES:
        return Unreadable("not_a_table")
    if file.size > MOST_BYTES:
        return Unreadable("too_large", {"limit": str(MOST_BYTES // 1_000_000)})
    return None


def _read(turn: Turn, file_id: str) -> Reading | Unreadable:
    fetched = turn.fetch(file_id, limit=MOST_BYTES)
    if fetched.problem:
        return Unreadable(fetched.problem, {"limit": str(MOST_BYTES // 1_000_000)})
    today = turn.today
    return turn.compute(f"sheet {file_id}", lambda: _reading(fetched.content, today))


def _reading(content: bytes, today: dt.date) -> Reading | Unreadable:
    try:
        return fleet_import.reading(content, today)
    except Unreadable as error:
        return error


def _plan(turn: Turn, scope: Scope, read: Reading) -> Plan:
    return fleet_import.planned(turn.session, scope.company, read, fleet_import.rights_of(scope.place.role))


def _refused(turn: Turn, scope: Scope, error: Unreadable) -> None:
    text = fleet_words.refusal(turn.services.renderer, error)
    turn.show("fleet_import/refused", _keyboard(turn, scope.id), text=text)


def _shown(
    turn: Turn, scope: Scope, read: Reading, made: Plan, *, file_id: str, name: str, again: bool = False
) -> None:
    """What the file would do, or why it cannot."""
    facts: dict[str, Any] = {"company": scope.company.name, "name": name, "lines": len(read.sheet.rows)}
    if made.problems:
        sentences = fleet_words.by_sentence(turn.services.renderer, made.problems)
        wrong = len({p.line for p in made.problems})
        turn.show(
            "fleet_import/errors", _keyboard(turn, scope.id), sentences=sentences[:SENTENCES_SHOWN],
            more=len(sentences) - SENTENCES_SHOWN, wrong=wrong, **facts,
        )  # fmt: skip
        return
    facts |= _remarks(turn, read, made)
    if made.empty:
        _close(turn)
        keyboard = _kept(turn) if again else _out(turn)  # pressed twice: it was kept a moment ago
        turn.show("fleet_import/nothing", keyboard, **facts)
        return
    args: dict[str, Any] = {"company": scope.id, "file": file_id, "name": name, "plan": made.digest}
    keyboard = [
        [turn.button("sheet_confirm", "fleet_import.confirm", **args)],
        [turn.button("sheet_leave", "fleet_import.leave")],
    ]
    turn.show("fleet_import/summary", keyboard, again=again, counts=made.counts, **facts)


def _remarks(turn: Turn, read: Reading, made: Plan) -> dict[str, Any]:
    doubts = read.lines.doubts(turn.today)
    due = [parcel.due_on for p in made.new_papers for parcel in p.parcels]
    return {
        "unchanged": made.unchanged,
        "older": fleet_words.ranges(made.older),
        "unknown": [name[:40] for name in read.sheet.unknown[:NAMES_SHOWN]],
        "sheets": [name[:40] for name in read.sheet.other_sheets[:NAMES_SHOWN]],
        "past": fleet_words.ranges(doubts.past),
        "far": fleet_words.ranges(doubts.far),
        "far_years": FAR_YEARS,
        "early": fleet_words.ranges(doubts.early),
        "past_parcels": sum(1 for day in due if day < turn.today),
    }


def confirm(turn: Turn) -> None:
    """Stores what was shown, as one batch; shows it again when it is no longer the same."""
    scope = company_scope.of(turn, int(turn.args["company"]))
    if scope is None:
        return
    file_id, name = str(turn.args["file"]), str(turn.args["name"])
    read = _read(turn, file_id)
    if isinstance(read, Unreadable):
        _refused(turn, scope, read)
        return
    if fleet_import.locked(turn.session, scope.id) is None:
        company_scope.refuse(turn, scope)
        return
    made = _plan(turn, scope, read)
    if made.problems or made.empty or made.digest != turn.args["plan"]:
        _shown(turn, scope, read, made, file_id=file_id, name=name, again=True)
        return
    counts = made.counts
    fleet_import.store(turn.session, company_scope.actor(turn, scope), made, today=turn.today)
    _close(turn)
    turn.show("fleet_import/done", _kept(turn), company=scope.company.name, counts=counts)


MODULE = Module(
    actions={
        "fleet_import": Action(start),
        "fleet_import.template": Action(template),
        "fleet_import.export": Action(export),
        "fleet_import.leave": Action(leave),
        "fleet_import.confirm": Action(confirm),
    },
    flows={FLOW: Flow(start, receive, _close)},
)
