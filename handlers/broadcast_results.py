"""What became of a broadcast: numbers, who has not confirmed, a second wave, the sheet; pause, resume, cancel."""

from __future__ import annotations

from collections.abc import Sequence

from bot import (
    audit,
    broadcast_corrections,
    broadcast_hours,
    broadcast_people,
    broadcast_results,
    broadcasts,
    few,
)
from bot.broadcast_corrections import Doubt
from bot.models.staff import Broadcast, BroadcastRecipient
from bot.turn import Turn
from handlers import broadcast_screens, fallback
from handlers.module import COMMUNICATOR, Action
from handlers.paging import asked, page_of

PAGE = 20


def _pressed(turn: Turn) -> Broadcast | None:
    row = broadcasts.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None:
        fallback.old_button(turn)
    return row


def results(turn: Turn) -> None:
    """The sums, and what may be done about what is open."""
    if (row := _pressed(turn)) is None:
        return
    counts = broadcast_results.told(turn.session, row)
    waiting = broadcast_results.waiting(turn.session, row)
    unaware = len(broadcast_results.unaware(turn.session, row).people)
    silent = broadcast_results.silent(turn.session, row)  # that somebody is left to confirm is not said then
    rough = broadcast_screens.rough(row)
    rows = []
    if unaware and not silent:
        rows.append([turn.button("broadcast_unaware", "broadcast.unaware", id=row.id, page=0)])
    if (unaware or silent) and not waiting and row.nature == "news" and row.state in {"running", "done"}:
        unaware = unaware or 1
        fields = {"count": few.spoken(few.of(counts["all"], unaware), rough=rough)}
        rows.append([turn.button("broadcast_wave", "broadcast.wave", fields=fields, id=row.id, state="sent")])
    if counts["uncertain"] and not waiting and row.state in {"running", "done"}:
        fields = {"count": few.spoken(counts["uncertain"], rough=rough)}
        again = turn.button("broadcast_repeat", "broadcast.wave", fields=fields, id=row.id, state="uncertain")
        rows.append([again])
    if not silent:
        rows.append([turn.button("broadcast_sheet", "broadcast.sheet", id=row.id)])
    rows.append([turn.button("broadcast_refresh", "broadcast.results", id=row.id)])
    rows.append([turn.button("back", "broadcast.open", id=row.id)])
    state = turn.label(f"broadcast_{row.state}")
    turn.show(
        "broadcast/results",
        rows,
        row=row,
        state=state,
        counts=counts,
        waiting=few.of(counts["all"], waiting),
        rough=rough,
        named=broadcast_results.named(row),
    )


def unaware(turn: Turn) -> None:
    """The companies that got it and have not confirmed, in pages; numbers for those that may not be named."""
    if (row := _pressed(turn)) is None:
        return
    found = broadcast_results.unaware(turn.session, row)
    named = broadcast_results.named(row)
    numbered = [turn.label("company_without_name", number=n) for n in found.numbers]
    if len(numbered) < few.FEW or broadcast_results.silent(turn.session, row):
        numbered = []
    lines = found.companies if named else numbered
    page = page_of(lines, PAGE, asked(turn))
    rows = page.turning(turn, "broadcast.unaware", id=row.id)
    rows.append([turn.button("back", "broadcast.results", id=row.id)])
    first = page.number * PAGE + 1
    turn.show("broadcast/unaware", rows, companies=page.shown, count=len(lines), first=first, named=named)


def _once_more(turn: Turn, row: Broadcast, state: str) -> Sequence[BroadcastRecipient]:
    if state == "sent":
        return broadcast_results.unaware(turn.session, row).people
    return [p for p in broadcast_results.in_state(turn.session, row, state=state) if p.aware_at is None]


def wave(turn: Turn) -> None:
    """Once more to companies of which nobody has confirmed, or to whom it is not known that it arrived."""
    if (row := _pressed(turn)) is None:
        return
    state = str(turn.args["state"])
    if broadcast_results.waiting(turn.session, row) or row.state not in {"running", "done"}:
        turn.say("broadcast/wave_before")
        results(turn)
        return
    people = _once_more(turn, row, state)
    stage = f"{broadcast_results.waves(turn.session, row) + 1}"
    now, services = turn.now, turn.services
    broadcasts.reopen(turn.session, row)
    broadcast_people.wave(
        turn.session,
        row,
        people,
        stage,
        now=now,
        machine=services.machine(),
        not_before=broadcast_hours.allowed(now, services.settings),
    )
    whole = broadcast_results.told(turn.session, row)["all"]
    facts = {
        "broadcast": row.id,
        "count": few.masked(few.of(whole, len(people)), rough=broadcast_screens.rough(row)),
    }
    audit.write(turn.session, turn.user_id, "broadcast_wave", now=now, **facts)
    results(turn)


def sheet(turn: Turn) -> None:
    """The results per recipient as a spreadsheet, made when it is sent; none for few who may not be named."""
    if (row := _pressed(turn)) is None:
        return
    if broadcast_results.silent(turn.session, row):
        results(turn)
        return
    file = {
        "kind": "document",
        "producer": "broadcast_sheet",
        "params": {"id": row.id, "user": turn.user_id},
        "name": turn.label("sheet_name", id=row.id),
    }
    turn.send_file(file, "broadcast/sheet", id=row.id)
    audit.write(turn.session, turn.user_id, "broadcast_sheet", now=turn.now, broadcast=row.id)


def pause(turn: Turn) -> None:
    """Holds what has not left."""
    if (row := _pressed(turn)) is None:
        return
    if broadcasts.pause(turn.session, row, reason="staff"):
        audit.write(turn.session, turn.user_id, "broadcast_paused", now=turn.now, broadcast=row.id)
    broadcast_screens.show(turn, row)


def resume(turn: Turn) -> None:
    """Goes on; with a text that is being corrected, or was to be, only after it was said which text that is."""
    if (row := _pressed(turn)) is None:
        return
    doubt = broadcast_corrections.doubt(turn.session, row)
    if doubt is not None and turn.args.get("knowing") != doubt.key:
        _ask_text(turn, row, doubt)
        return
    services = turn.services
    corpus, settings = services.library.corpus, services.settings
    if broadcasts.resume(turn.session, row, now=turn.now, settings=settings, corpus=corpus):
        audit.write(turn.session, turn.user_id, "broadcast_resumed", now=turn.now, broadcast=row.id)
    broadcast_screens.show(turn, row)


def _ask_text(turn: Turn, row: Broadcast, doubt: Doubt) -> None:
    """Says which text the rest would get."""
    mend = turn.button("broadcast_correction", "broadcast.follow", id=row.id, nature="correction")
    if doubt.kind == "draft" and doubt.by is not None:
        mend = turn.button("broadcast_open_draft", "broadcast.open", id=doubt.by.id)
    rows = [
        [mend],
        [turn.button("broadcast_resume_so", "broadcast.resume", id=row.id, knowing=doubt.key)],
        [turn.button("back", "broadcast.open", id=row.id)],
    ]
    newest = broadcasts.chain(turn.session, row)[-1]
    text = broadcast_screens.excerpt(newest)
    turn.show("broadcast/resume", rows, row=row, doubt=doubt, text=text)


def cancel_ask(turn: Turn) -> None:
    """Says what cancelling means before it happens."""
    if (row := _pressed(turn)) is None:
        return
    rows = [
        [turn.button("broadcast_cancel_yes", "broadcast.cancel", id=row.id)],
        [turn.button("back", "broadcast.open", id=row.id)],
    ]
    turn.show("broadcast/cancel", rows, row=row)


def cancel(turn: Turn) -> None:
    """Nothing more leaves."""
    if (row := _pressed(turn)) is None:
        return
    if broadcasts.cancel(turn.session, row, now=turn.now):
        audit.write(turn.session, turn.user_id, "broadcast_cancelled", now=turn.now, broadcast=row.id)
    broadcast_screens.show(turn, row)


ACTIONS = {
    "broadcast.results": Action(results, roles=COMMUNICATOR),
    "broadcast.unaware": Action(unaware, roles=COMMUNICATOR),
    "broadcast.wave": Action(wave, roles=COMMUNICATOR),
    "broadcast.sheet": Action(sheet, roles=COMMUNICATOR),
    "broadcast.pause": Action(pause, roles=COMMUNICATOR),
    "broadcast.resume": Action(resume, roles=COMMUNICATOR),
    "broadcast.cancel_ask": Action(cancel_ask, roles=COMMUNICATOR),
    "broadcast.cancel": Action(cancel, roles=COMMUNICATOR),
}
