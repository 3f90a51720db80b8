"""What Telegram refuses: a part, its markup, a lost screen, a blocked contact, the token, a group that moved."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import outbox
from bot.messenger import DeliveryError
from bot.models.chat import Account
from tests.scheduler.conftest import MACHINE, Engine, reminder


async def test_t05_what_follows_a_refused_part_sends_only_the_rest(engine: Engine) -> None:
    row_id = await engine.reply(1, *(f"parte {n}/5" for n in range(1, 6)))
    dispatcher = engine.dispatcher()
    (job,) = await dispatcher.claim(replies=True)
    engine.messenger.failures = []
    refuse = DeliveryError("too_long", "Bad Request: message is too long", permanent=True)
    original = engine.messenger.send

    async def third_is_refused(message: object) -> int:
        if len(engine.messenger.sent) == 2:
            engine.messenger.send = original  # type: ignore[method-assign]
            raise refuse
        return await original(message)  # type: ignore[arg-type]

    engine.messenger.send = third_is_refused  # type: ignore[method-assign]
    await dispatcher.deliver(job)
    half, parts = await engine.row(row_id), await engine.parts(row_id)
    await dispatcher.drain()

    assert ("planned", [True, True, False, False, False]) == (half.state, [bool(p.message_id) for p in parts])
    assert "message is too long" in (parts[2].error or "")
    assert ["delivery_too_long"] == engine.alarms
    assert [f"parte {n}/5" for n in range(1, 6)] == engine.sent
    assert ["sent"] == await engine.states()


async def test_a_part_refused_twice_fails_the_row(engine: Engine) -> None:
    refuse = DeliveryError("markup", "Bad Request: can't parse entities", permanent=True)
    engine.messenger.failures = [refuse, refuse]
    await engine.reply(1, "<b>x</b>")
    await engine.dispatcher().drain()

    assert (["failed"], []) == (await engine.states(), engine.sent)


async def test_refused_markup_is_sent_once_more_as_plain_text(engine: Engine) -> None:
    engine.messenger.failures = [DeliveryError("markup", "can't parse entities", permanent=True)]
    await engine.reply(1, "<b>Zé &lt;3</b>")
    await engine.dispatcher().drain()

    assert (["sent"], ["Zé &lt;3"]) == (await engine.states(), engine.sent)


async def test_a_screen_that_is_gone_is_sent_as_a_new_message(engine: Engine) -> None:
    engine.messenger.failures = [DeliveryError("edit_lost", "message to edit not found", permanent=True)]
    row_id = await engine.reply(1, "tela")

    def editing(session: Session) -> None:
        part = outbox.parts(session, row_id)[0]
        part.message = {**part.message, "edit": 77}

    await engine.database.run(editing)
    await engine.dispatcher().drain()

    assert [None] == [message.edit for message in engine.messenger.sent]


async def test_a_blocked_contact_is_closed_and_its_waiting_rows_are_cancelled(engine: Engine) -> None:
    account = Account(user_id=1, name="Ana", created_at=MACHINE)
    await engine.database.run(lambda session: session.add(account))
    engine.messenger.failures = [DeliveryError("blocked", "bot was blocked by the user", permanent=True)]
    later = MACHINE + dt.timedelta(days=3)
    await engine.plan(reminder(), reminder(subject="policy:1", not_before=later), reminder(recipient=2))
    await engine.dispatcher().drain()

    assert ["failed", "cancelled", "sent"] == await engine.states()
    closed = await engine.database.run(lambda session: session.get_one(Account, 1))
    assert (False, "blocked") == (closed.reachable, closed.unreachable_reason)


async def test_a_refused_token_stops_all_sending_and_blames_nobody(engine: Engine) -> None:
    account = Account(user_id=1, name="Ana", created_at=MACHINE)
    await engine.database.run(lambda session: session.add(account))
    engine.messenger.failures = [DeliveryError("token", "Unauthorized")]
    await engine.plan(*(reminder(subject=f"s{n}") for n in range(3)))
    dispatcher = engine.dispatcher()
    (first, *_rest) = await dispatcher.claim(replies=False, limit=1)
    await dispatcher.deliver(first)

    assert (True, ["delivery_token"]) == (dispatcher.halted(), engine.alarms)
    assert [] == await dispatcher._claimed(replies=False, limit=8)
    assert ["planned"] * 3 == await engine.states()
    assert (await engine.database.run(lambda session: session.get_one(Account, 1))).reachable


async def test_a_group_that_became_a_supergroup_is_followed_in_the_same_row(engine: Engine) -> None:
    engine.messenger.failures = [DeliveryError("migrated", "upgraded", migrate_to=-1001)]
    row_id = await engine.reply(-55, "olá")
    await engine.dispatcher().drain()

    row = await engine.row(row_id)
    assert ("sent", -1001, [-1001]) == (row.state, row.recipient, [m.chat_id for m in engine.messenger.sent])
