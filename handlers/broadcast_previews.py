"""Previews of a broadcast: messages exactly as they arrive, with buttons and attachment, people's data masked.

Shown for the three for whom it is most awkward: the longest name, the longest text, and who lacks a field.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot import audit, broadcast_message, broadcast_text, broadcasts
from bot.broadcast_people import Addressee, Rehearsal
from bot.models.staff import Broadcast
from bot.screens import Button
from bot.turn import Turn
from handlers import broadcast_differences, broadcast_screens, fallback
from handlers.module import COMMUNICATOR, Action

PREVIEWS = 3


def show(turn: Turn, row: Broadcast, rehearsed: Rehearsal) -> None:
    """The previews; one with invented values where papers chose: letters and lengths would tell of somebody."""
    turn.say("broadcast/preview_head")
    if broadcast_screens.rough(row):
        _as_received(turn, row, broadcast_text.masked(_invented(turn)))
        return
    for person in _awkward(row, broadcast_differences.with_largest(turn, row, rehearsed)):
        _as_received(turn, row, broadcast_text.masked(person.values))
    if rehearsed.failing:
        _failing(turn, row, rehearsed)


def _failing(turn: Turn, row: Broadcast, rehearsed: Rehearsal) -> None:
    """The text that cannot be made, with its gaps: nobody gets it so."""
    person, missing = max(rehearsed.failing, key=lambda one: (len(one[0].name), one[0].user_id))
    turn.say("broadcast/preview_fails", missing=list(missing))
    gaps = {name: turn.label("preview_gap", name=name) for name in missing}
    _as_received(turn, row, broadcast_text.masked(person.values) | gaps)


def _awkward(row: Broadcast, rehearsed: Rehearsal) -> list[Addressee]:
    """The longest name and the longest text, and more; with who lacks a field they are three."""
    fine = list(rehearsed.fine)  # of a rule update with differences, those with the largest fleets
    if not fine:
        return []
    longest_name = max(fine, key=lambda p: (len(p.name), p.user_id))
    texts = {p.user_id: len(broadcast_text.fill(row.text, p.values)) for p in fine}
    by_text = sorted(fine, key=lambda p: (-texts[p.user_id], p.user_id))
    chosen = {p.user_id: p for p in (longest_name, *by_text[:PREVIEWS])}
    return list(chosen.values())[: PREVIEWS - bool(rehearsed.failing)]


def _as_received(turn: Turn, row: Broadcast, values: Mapping[str, str]) -> None:
    """Text, buttons and attachment as the worker sends them; the recipient's own buttons do nothing here."""
    text = broadcast_text.fill(row.text, values)
    held = broadcast_message.buttons(turn.services, row, 0)
    keyboard = [[_sample(button) for button in line] for line in held]
    turn.say(broadcast_message.TEMPLATE, keyboard, **broadcast_message.fields(turn.services, row, text))
    if file := broadcast_message.attachment(row):
        turn.send_file(file, "broadcast/file")


def _sample(button: Button) -> Button:
    own = button.action.startswith("broadcast.")
    return Button(button.label, "broadcast.sample") if own else button


def _invented(turn: Turn) -> dict[str, str]:
    return {name: turn.label(f"sample_{name}") for name in broadcast_text.FIELDS}


def sample(turn: Turn) -> None:
    """A button of a preview does nothing but say so."""
    turn.say("broadcast/only_sample")


def test(turn: Turn) -> None:
    """The broadcast to oneself, with the attachment."""
    row = broadcasts.get(turn.session, int(turn.args["id"]))
    if row is None:
        fallback.old_button(turn)
        return
    turn.say("broadcast/test_head")
    _as_received(turn, row, _invented(turn))
    audit.write(turn.session, turn.user_id, "broadcast_tested", now=turn.now, broadcast=row.id)


ACTIONS = {
    "broadcast.sample": Action(sample, roles=COMMUNICATOR),
    "broadcast.test": Action(test, roles=COMMUNICATOR),
}
