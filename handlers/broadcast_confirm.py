"""Before a broadcast leaves: previews as received with people's data masked, the rehearsal of all, test, confirmation.

What is confirmed is a number of people and who they are: when they changed meanwhile, it is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import audit, broadcast_people, broadcast_places, broadcasts, few, split, staff_notices
from bot.broadcast_people import Addressee, Rehearsal
from bot.broadcast_rules import WINDOW
from bot.models.staff import Broadcast
from bot.screens import Button
from bot.turn import Turn
from handlers import broadcast_previews, broadcast_screens, fallback
from handlers.module import COMMUNICATOR, Action


def preview(turn: Turn) -> None:
    """Three texts as received, the result of the rehearsal, the way on."""
    row = _pressed(turn)
    if row is None:
        return
    people = broadcast_screens.people_of(turn, row)
    rehearsed = broadcast_people.rehearse(row.text, people)
    broadcast_previews.show(turn, row, rehearsed)
    _ask(turn, row, people, rehearsed)


def _pressed(turn: Turn) -> Broadcast | None:
    row = broadcasts.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None:
        fallback.old_button(turn)
        return None
    if broadcasts.standing(turn.session, row, turn.services.library.revision) == "dropped":
        broadcasts.drop_news(turn.session, row, now=turn.now)
    if row.state not in {"draft", "approval"}:
        turn.say("broadcast/confirmed_before", state=turn.label(f"broadcast_{row.state}"))
        broadcast_screens.show(turn, row)
        return None
    if broadcasts.too_narrow(row):
        back = turn.button("back", "broadcast.open", id=row.id)
        whom = turn.button("broadcast_audience", "broadcast.audience", id=row.id)
        turn.say("broadcast/narrow", [[whom] if row.state == "draft" else [], [back]], days=WINDOW)
        return None
    if row.corrects is None and broadcast_places.cuts_few(turn.session, broadcasts.rules(row)):
        turn.say("broadcast/cuts_few", [[turn.button("back", "broadcast.open", id=row.id)]])
        return None
    return row


def waits(turn: Turn, row: Broadcast) -> bool:
    """Whether it leaves only with the publication of the revision it tells of."""
    return broadcasts.standing(turn.session, row, turn.services.library.revision) == "waits"


def _ask(turn: Turn, row: Broadcast, people: list[Addressee], rehearsed: Rehearsal) -> None:
    """The number, the time it takes, and the button that confirms exactly this."""
    count = broadcast_screens.counted(row, rehearsed.fine)
    unsaid = broadcast_screens.hidden(row, people)
    failing = () if unsaid else rehearsed.failing
    nobody = not rehearsed.fine and not unsaid
    args = {"id": row.id, "key": broadcast_people.fingerprint(people), "version": row.text_version}
    rules, rough = broadcasts.rules(row), broadcast_screens.rough(row)
    turn.say(
        "broadcast/ask",
        _ways_on(
            turn,
            row,
            args,
            count=few.spoken(count, rough=rough),
            nobody=nobody,
            failing=bool(failing),
            unsaid=unsaid,
        ),
        row=row,
        waits=waits(turn, row),
        count=few.masked(0 if nobody else count, rough=rough),
        nobody=nobody,
        unsaid=unsaid,
        everybody=row.corrects is None and rules == type(rules)(roles=rules.roles),
        failing=few.spoken(len(failing), rough=rough) if failing else "",
        missing=sorted({name for _, fields in failing for name in fields}),
        minutes=broadcast_screens.minutes(turn, row, count),
        start=broadcast_screens.start(turn, row),
        end=broadcast_screens.end(turn, row, count),
        groups=broadcast_screens.facts_of_groups(turn, row, people),
        two=turn.services.settings.two_person_approval,
    )


def _ways_on(
    turn: Turn,
    row: Broadcast,
    args: Mapping[str, Any],
    *,
    count: str,
    nobody: bool,
    failing: bool,
    unsaid: bool,
) -> list[list[Button]]:
    back = [turn.button("back", "broadcast.open", id=row.id)]
    if nobody:
        return [back]
    test = [turn.button("broadcast_test", "broadcast.test", id=row.id)]
    if row.state == "approval":
        return [
            [turn.button("broadcast_approve", "broadcast.approve", fields={"count": count}, **args)],
            test,
            back,
        ]
    label = "broadcast_confirm_without" if failing else "broadcast_confirm"
    go = turn.button(label, "broadcast.confirm", fields={"count": count}, without=failing or unsaid, **args)
    return [test, [go], back]


def _same(turn: Turn, row: Broadcast) -> tuple[list[Addressee], Rehearsal] | None:
    """The people, when they and the text are those that the pressed button was made for; else asks again."""
    people = broadcast_screens.people_of(turn, row)
    rehearsed = broadcast_people.rehearse(row.text, people)
    same = (
        broadcast_people.fingerprint(people) == turn.args["key"] and row.text_version == turn.args["version"]
    )
    past = row.start_at is not None and row.start_at <= turn.now
    if same and not past and (rehearsed.fine or broadcast_screens.hidden(row, people)):
        return people, rehearsed
    if past:
        row.start_at = None
        turn.session.add(row)
    turn.say("broadcast/changed", past=past)
    _ask(turn, row, people, rehearsed)
    return None


def confirm(turn: Turn) -> None:
    """Confirms once; the worker does the rest."""
    row = _pressed(turn)
    if row is None or (checked := _same(turn, row)) is None:
        return
    people, rehearsed = checked
    if rehearsed.failing and not turn.args["without"]:
        _ask(turn, row, people, rehearsed)
        return
    row.cited = None if waits(turn, row) else broadcasts.cited(turn.services.library.corpus, row.provisions)
    turn.session.add(row)
    turn.session.flush()
    confirmed = {
        "count": len(rehearsed.fine),
        "key": turn.args["key"],
        "without_failing": bool(turn.args["without"]),
        "approval": turn.services.settings.two_person_approval,
    }
    if not broadcasts.confirm(turn.session, row, by=turn.user_id, confirmed=confirmed, now=turn.now):
        turn.say("broadcast/confirmed_before", state=turn.label(f"broadcast_{row.state}"))
    else:
        rough = broadcast_screens.rough(row)
        count = few.masked(broadcast_screens.counted(row, rehearsed.fine), rough=rough)
        facts = {"broadcast": row.id, "count": count}
        audit.write(turn.session, turn.user_id, "broadcast_confirmed", now=turn.now, **facts)
        _tell_approvers(turn, row)
    broadcast_screens.show(turn, row)


def _tell_approvers(turn: Turn, row: Broadcast) -> None:
    if row.state != "approval":
        return
    button = turn.button("broadcast_open", "broadcast.open", id=row.id)
    others = audience_of_approval(turn, row)
    if not others:
        turn.say("broadcast/nobody_approves")
    for person in others:
        staff_notices.tell(
            turn.services,
            turn.session,
            person,
            "broadcast/approve",
            [[button]],
            about=(f"{broadcasts.subject_of(row.id or 0)}:staff", f"approve {turn.incoming.update_id}"),
            now=turn.now,
            roles=COMMUNICATOR,
            id=row.id,
            text=split.visible(row.text)[:200],
        )


def audience_of_approval(turn: Turn, row: Broadcast) -> list[int]:
    """Who may approve: communicators and administrators other than the author and who confirmed."""
    return [
        p
        for p in broadcasts.approvers(turn.session, turn.services.settings)
        if p not in {row.author, row.confirmed_by}
    ]


def approve(turn: Turn) -> None:
    """A second person agrees to exactly this."""
    row = _pressed(turn)
    if row is None or _same(turn, row) is None:
        return
    if turn.user_id in {row.author, row.confirmed_by}:
        turn.say("broadcast/not_yours", [[turn.button("back", "broadcast.open", id=row.id)]])
        return
    if broadcasts.approve(turn.session, row, by=turn.user_id, now=turn.now):
        audit.write(turn.session, turn.user_id, "broadcast_approved", now=turn.now, broadcast=row.id)
    broadcast_screens.show(turn, row)


ACTIONS = {
    "broadcast.preview": Action(preview, roles=COMMUNICATOR),
    **broadcast_previews.ACTIONS,
    "broadcast.confirm": Action(confirm, roles=COMMUNICATOR),
    "broadcast.approve": Action(approve, roles=COMMUNICATOR),
}
