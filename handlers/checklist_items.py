"""The papers of an outcome: ticked over days, with a note and with photos or PDFs; what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from bot import checklists
from bot.checklist_case import Case
from bot.checklist_shapes import ItemView
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_state
from handlers.checklist_outcome import show_home
from handlers.checklist_state import button, paged, pressed, stand
from handlers.paging import asked

ATTACHED = {"photo", "document"}
MARKS = {"done": "✅", "known": "☑️", "expired": "⚠️", "open": "⬜"}
LABEL_LIMIT = 48
NAME_LIMIT = 80


def items_screen(turn: Turn, case: Case, *, page: int = 0, missing: bool = False) -> None:
    """The papers by pages, all or only the missing ones."""
    stand(turn, case, "items", page=page, missing=missing)
    found = checklist_state.charter(turn, case)
    shown = found.missing if missing else found.items
    rows = [
        Button(f"{MARKS[i.state]} {_cut(i.title)}", "checklist.item", {"draft": case.id, "item": i.id})
        for i in shown
    ]
    other = "checklist_show_all" if missing else "checklist_show_missing"
    tail = [
        [
            button(turn, other, "checklist.items", case, missing=not missing),
            button(turn, "back", "checklist.go", case),
        ]
    ]
    turn.show(
        "checklist/items",
        paged(turn, rows, tail, page=page, action="checklist.items", draft=case.id, missing=missing),
        form=True,
        title=found.title,
        name=case.draft.title,
        only_missing=missing,
        ready=len(found.items) - len(found.missing),
        total=len(found.items),
        expired=[i.title for i in found.items if i.state == "expired"],
        file_on=found.file_on,
    )


def _cut(text: str) -> str:
    return text if len(text) <= LABEL_LIMIT else f"{text[: LABEL_LIMIT - 1].rstrip()}…"


def item_screen(turn: Turn, case: Case, item: str, *, note: str = "") -> None:
    """One paper with everything about it."""
    found = checklist_state.charter(turn, case)
    view = next((i for i in found.items if i.id == item), None)
    if view is None:
        items_screen(turn, case)
        return
    stand(turn, case, "item", item)
    turn.show(
        "checklist/item",
        _item_keyboard(turn, case, found.items, view),
        form=True,
        i=view,
        mark=MARKS[view.state],
        number=found.items.index(view) + 1,
        total=len(found.items),
        note=turn.label(note) if note else "",
        file_on=found.file_on,
        files=view.files,
    )


def _item_keyboard(turn: Turn, case: Case, items: Sequence[ItemView], view: ItemView) -> list[list[Button]]:
    at = items.index(view)
    before, after = items[at - 1], items[(at + 1) % len(items)]
    tick = "checklist_untick" if view.ready else "checklist_tick"
    rows = [[button(turn, tick, "checklist.tick", case, item=view.id, done=not view.ready)]]
    second = [button(turn, "checklist_note", "checklist.note", case, item=view.id)]
    if view.files:
        second.append(button(turn, "paper_files", "checklist.files", case, item=view.id))
    rows.append(second)
    if len(items) > 1:
        rows.append(
            [
                button(turn, "checklist_before", "checklist.item", case, item=before.id),
                button(turn, "checklist_after", "checklist.item", case, item=after.id),
            ]
        )
    rows.append([button(turn, "checklist_list", "checklist.items", case)])
    return rows


def items(turn: Turn) -> None:
    """The papers were asked for."""
    if (case := pressed(turn)) is not None:
        items_screen(turn, case, page=asked(turn), missing=bool(turn.args.get("missing")))


def item(turn: Turn) -> None:
    """One paper was asked for."""
    if (case := pressed(turn)) is not None:
        item_screen(turn, case, str(turn.args["item"]))


def tick(turn: Turn) -> None:
    """Got it, or not after all; the next missing paper follows."""
    if (case := pressed(turn)) is None:
        return
    id_, done = str(turn.args["item"]), bool(turn.args["done"])
    checklists.mark(
        turn.session,
        case.draft,
        id_,
        now=turn.now,
        done=done,
        by=turn.user_id,
        on=turn.today.isoformat(),
    )
    if not done:
        item_screen(turn, case, id_, note="checklist_unticked")
        return
    found = checklist_state.charter(turn, case).items
    order = [i.id for i in found]
    at = order.index(id_) if id_ in order else -1
    ahead = next((i for i in (*found[at + 1 :], *found[: at + 1]) if not i.ready), None)
    if ahead is None:
        show_home(turn, case, note=turn.label("checklist_all_ready"))
        return
    item_screen(turn, case, ahead.id, note="checklist_ticked")


def note(turn: Turn) -> None:
    """Waits for a note about the paper."""
    if (case := pressed(turn)) is None:
        return
    id_ = str(turn.args["item"])
    stand(turn, case, "note", id_)
    _ask_note(turn, case, id_)


def _ask_note(turn: Turn, case: Case, id_: str, *, problem: str = "") -> None:
    kept = case.draft.ticks.get(id_, {}).get("note", "")
    rows = [[button(turn, "back", "checklist.item", case, item=id_)]]
    if kept:
        rows.insert(0, [button(turn, "checklist_note_drop", "checklist.note_drop", case, item=id_)])
    title = next((r.title for r in case.checklist.requirements if r.id == id_), "")
    turn.show(
        "checklist/note",
        rows,
        form=True,
        title=title,
        kept=kept,
        limit=checklists.NOTE_LIMIT,
        note=problem,
    )


def note_drop(turn: Turn) -> None:
    """The note goes."""
    if (case := pressed(turn)) is not None:
        id_ = str(turn.args["item"])
        checklists.mark(turn.session, case.draft, id_, now=turn.now, note="")
        item_screen(turn, case, id_)


def receive_note(turn: Turn, case: Case) -> None:
    """The note that was typed."""
    id_ = checklist_state.arg(turn)
    text = " ".join(turn.text.split())
    if turn.incoming.file is not None and not text:
        receive_file(turn, case)
        return
    if not 1 <= len(text) <= checklists.NOTE_LIMIT:
        stand(turn, case, "note", id_)
        _ask_note(turn, case, id_, problem="checklist/note_length")
        return
    checklists.mark(turn.session, case.draft, id_, now=turn.now, note=text)
    item_screen(turn, case, id_, note="checklist_note_kept")


def receive_file(turn: Turn, case: Case) -> None:
    """A photo or document for the open paper: Telegram keeps it, we keep its id."""
    id_, file = checklist_state.arg(turn), turn.incoming.file
    if file is None or file.kind not in ATTACHED:
        item_screen(turn, case, id_, note="checklist_file_kind")
        return
    kept = checklists.attach(
        turn.session,
        case.draft,
        id_,
        {"kind": file.kind, "file_id": file.file_id, "name": file.name[:NAME_LIMIT]},
        now=turn.now,
    )
    item_screen(turn, case, id_, note="checklist_file_kept" if kept else "checklist_file_full")


def files(turn: Turn) -> None:
    """Sends what is attached to the paper."""
    if (case := pressed(turn)) is None:
        return
    id_ = str(turn.args["item"])
    title = next((r.title for r in case.checklist.requirements if r.id == id_), "")
    kept = list(case.draft.ticks.get(id_, {}).get("files", []))
    stand(turn, case, "item", id_)
    for number, file in enumerate(kept, 1):
        turn.send_file(
            {"kind": file["kind"], "file_id": file["file_id"]},
            "checklist/file",
            title=title,
            name=file.get("name", ""),
            number=number,
            total=len(kept),
        )
    keyboard = [
        [button(turn, "checklist_files_drop", "checklist.files_drop", case, item=id_)],
        [button(turn, "back", "checklist.item", case, item=id_)],
    ]
    turn.say(
        "checklist/files",
        keyboard,
        form=True,
        title=title,
        names=[file.get("name", "") for file in kept],
        kinds=[turn.label(f"checklist_kind_{file['kind']}") for file in kept],
    )


def files_drop(turn: Turn) -> None:
    """The attached files are let go."""
    if (case := pressed(turn)) is not None:
        id_ = str(turn.args["item"])
        checklists.mark(turn.session, case.draft, id_, now=turn.now, files=[])
        item_screen(turn, case, id_, note="checklist_files_gone")


def redraw(turn: Turn, case: Case) -> None:
    """The open screen again."""
    at, id_ = checklist_state.at(turn), checklist_state.arg(turn)
    if at == "items":
        items_screen(turn, case, missing=bool(turn.state.context.get("missing")))
    elif at == "note":
        stand(turn, case, "note", id_)
        _ask_note(turn, case, id_)
    else:
        item_screen(turn, case, id_)
