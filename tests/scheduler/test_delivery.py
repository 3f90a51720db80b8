"""What becomes of a row: sent, failed, uncertain, superseded, cancelled, or waiting again."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session

from bot import outbox
from bot.messenger import DeliveryError
from bot.models.chat import Account
from bot.models.delivery import LANE_DUE_TODAY, LANE_RULE_UPDATE
from tests.scheduler.conftest import MACHINE, Engine, reminder

NO_ANSWER = DeliveryError("network", "TimeoutError", left="unknown")
NEVER_LEFT = DeliveryError("network", "ClientConnectorError", left="no")


async def test_a_row_is_sent_once_and_keeps_its_message_id(engine: Engine) -> None:
    (row_id,) = await engine.plan(reminder())
    dispatcher = engine.dispatcher()

    assert 1 == await dispatcher.drain()
    assert 0 == await dispatcher.drain()
    row, parts = await engine.row(row_id), await engine.parts(row_id)
    assert ("sent", 1, 1) == (row.state, row.attempts, parts[0].message_id)


async def test_the_same_key_is_planned_once(engine: Engine) -> None:
    assert [False, True] == [i == 0 for i in await engine.plan(reminder(), reminder())]


async def test_a_reason_that_is_gone_cancels_or_supersedes_the_row(engine: Engine) -> None:
    await engine.plan(
        reminder(subject="sold", payload={"gone": "vendido"}),
        reminder(subject="late", payload={"gone": "etapa seguinte", "state": "superseded"}),
    )

    await engine.dispatcher().drain()

    assert (["cancelled", "superseded"], []) == (await engine.states(), engine.sent)


async def test_a_request_that_never_left_is_tried_again_later(engine: Engine) -> None:
    engine.messenger.failures = [NEVER_LEFT]
    (row_id,) = await engine.plan(reminder())
    dispatcher = engine.dispatcher()
    await dispatcher.drain()

    row = await engine.row(row_id)
    assert ("planned", 1) == (row.state, row.attempts)
    assert row.next_try_at > MACHINE
    engine.machine.move(seconds=5)
    await dispatcher.drain()
    assert ["sent"] == await engine.states()


async def test_r13_an_outage_of_five_minutes_loses_nothing(engine: Engine) -> None:
    engine.messenger.failures = [DeliveryError("server", "Internal Server Error")] * 7
    (row_id,) = await engine.plan(reminder())
    dispatcher = engine.dispatcher()
    for _ in range(20):
        await dispatcher.drain()
        engine.machine.move(seconds=60)

    row = await engine.row(row_id)
    assert ("sent", 8, 1) == (row.state, row.attempts, len(engine.sent))


async def test_t16_a_rule_update_without_answer_stands_as_uncertain(engine: Engine) -> None:
    engine.messenger.failures = [NO_ANSWER]
    await engine.plan(reminder(kind="rule_update", lane=LANE_RULE_UPDATE, stage="-"))
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    engine.machine.move(minutes=10)
    await dispatcher.drain()

    assert (["uncertain"], []) == (await engine.states(), engine.sent)


@pytest.mark.parametrize(("stage", "lane"), [("0", LANE_DUE_TODAY), ("1", 2), ("-1", 2)])
async def test_t16_a_last_day_reminder_is_repeated_once_and_says_so(
    engine: Engine, stage: str, lane: int
) -> None:
    engine.messenger.failures = [NO_ANSWER]
    await engine.plan(reminder(stage=stage, lane=lane))
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    engine.machine.move(minutes=1)
    await dispatcher.drain()

    assert ["sent"] == await engine.states()
    assert ["Reenvio" in text for text in engine.sent] == [True]


async def test_t16_a_repeat_without_answer_is_not_repeated_again(engine: Engine) -> None:
    engine.messenger.failures = [NO_ANSWER, NO_ANSWER]
    await engine.plan(reminder(stage="0", lane=LANE_DUE_TODAY))
    dispatcher = engine.dispatcher()
    for _ in range(3):
        await dispatcher.drain()
        engine.machine.move(minutes=1)

    assert (["uncertain"], []) == (await engine.states(), engine.sent)


async def test_an_earlier_reminder_without_answer_waits_for_the_next_stage(engine: Engine) -> None:
    engine.messenger.failures = [NO_ANSWER]
    await engine.plan(reminder(stage="7"))
    await engine.dispatcher().drain()

    assert ["uncertain"] == await engine.states()


async def test_items_of_a_digest_share_its_outcome(engine: Engine) -> None:
    (digest,) = await engine.plan(reminder(kind="digest", subject="digest:2026-06-10", stage="-"))
    await engine.plan(*(reminder(subject=f"lit:{n}", digest_id=digest) for n in range(3)))

    await engine.dispatcher().drain()

    assert (["sent"] * 4, ["lit:0; lit:1; lit:2"]) == (await engine.states(), engine.sent)


async def test_a_digest_is_repeated_with_its_last_day_items_only(engine: Engine) -> None:
    engine.messenger.failures = [NO_ANSWER]
    (digest,) = await engine.plan(reminder(kind="digest", subject="digest:2026-06-10", stage="-"))
    await engine.plan(
        reminder(subject="far", stage="15", digest_id=digest),
        reminder(subject="today", stage="0", lane=LANE_DUE_TODAY, digest_id=digest),
    )
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    engine.machine.move(minutes=1)
    await dispatcher.drain()

    assert ["sent", "uncertain", "sent"] == await engine.states()
    assert "Reenvio" in engine.sent[0]
    assert engine.sent[0].endswith("today")


async def test_a_digest_without_last_day_items_is_not_repeated(engine: Engine) -> None:
    engine.messenger.failures = [NO_ANSWER]
    (digest,) = await engine.plan(reminder(kind="digest", subject="digest:2026-06-10", stage="-"))
    await engine.plan(reminder(subject="far", stage="15", digest_id=digest))
    await engine.dispatcher().drain()

    assert ["uncertain", "uncertain"] == await engine.states()


async def test_t14_one_row_that_cannot_be_worded_does_not_stop_the_others(engine: Engine) -> None:
    await engine.plan(
        reminder(recipient=1, kind="rule_update", lane=LANE_RULE_UPDATE, payload={"boom": True}),
        reminder(recipient=2, kind="rule_update", lane=LANE_RULE_UPDATE),
    )

    await engine.dispatcher().drain()

    assert (["failed", "sent"], ["wording_failed"]) == (await engine.states(), engine.alarms)


async def test_a_reminder_that_cannot_be_worded_waits_for_the_mended_template(engine: Engine) -> None:
    (row_id,) = await engine.plan(reminder(payload={"boom": True}))
    await engine.dispatcher().drain()

    row = await engine.row(row_id)
    assert ("planned", 1) == (row.state, row.attempts)


async def test_t28_an_unknown_kind_is_kept_and_sent_by_the_version_that_knows_it(engine: Engine) -> None:
    (row_id,) = await engine.plan(reminder())
    known = engine.kinds.pop("reminder")
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    kept = await engine.row(row_id)
    engine.kinds["reminder"] = known
    engine.machine.move(hours=2)
    await dispatcher.drain()

    assert ("planned", "tipo desconhecido") == (kept.state, kept.error)
    assert ["sent"] == await engine.states()


async def test_fresh_words_replace_those_of_a_failed_attempt(engine: Engine) -> None:
    engine.messenger.failures = [NEVER_LEFT]
    (row_id,) = await engine.plan(reminder(payload={"texts": ["vence em 2 dias"]}))
    dispatcher = engine.dispatcher()
    await dispatcher.drain()

    def tomorrow(session: Session) -> None:
        session.get_one(outbox.Outbox, row_id).payload = {"texts": ["vence amanhã"]}

    await engine.database.run(tomorrow)
    engine.machine.move(minutes=1)
    await dispatcher.drain()

    assert ["vence amanhã"] == engine.sent


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


async def test_answers_in_one_chat_leave_one_at_a_time_in_order(engine: Engine) -> None:
    for n in range(3):
        await engine.reply(1, f"a{n}", subject=str(n))
    await engine.reply(2, "b")
    dispatcher = engine.dispatcher()

    assert ["a0", "b"] == [job.parts[0][1].html for job in await dispatcher.claim(replies=True)]
    engine.machine.move(minutes=2)
    await dispatcher.recover()
    engine.machine.move(minutes=2)
    await dispatcher.drain()
    assert ["a0", "a1", "a2"] == [text for text in engine.sent if text.startswith("a")]


async def test_an_answer_that_keeps_failing_does_not_hold_up_its_chat(engine: Engine) -> None:
    bad = DeliveryError("server", "Bad Gateway")
    engine.messenger.failures = [bad, bad, bad]
    await engine.reply(1, "first", subject="1")
    await engine.reply(1, "second", subject="2")
    dispatcher = engine.dispatcher()
    for _ in range(3):
        await dispatcher.drain()
        engine.machine.move(seconds=7)
    await dispatcher.drain()

    assert "second" in engine.sent
