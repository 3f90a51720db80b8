"""What becomes of a row: sent, cancelled, superseded, failed, waiting again; answers of a chat in their order."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import Session

from bot import outbox
from bot.messenger import DeliveryError
from bot.models.delivery import LANE_REPLY, LANE_RULE_UPDATE
from tests.scheduler.conftest import MACHINE, Engine, reminder

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


async def test_items_of_a_digest_share_its_outcome(engine: Engine) -> None:
    (digest,) = await engine.plan(reminder(kind="digest", subject="digest:2026-06-10", stage="-"))
    await engine.plan(*(reminder(subject=f"lit:{n}", digest_id=digest) for n in range(3)))

    await engine.dispatcher().drain()

    assert (["sent"] * 4, ["lit:0; lit:1; lit:2"]) == (await engine.states(), engine.sent)


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


@pytest.mark.parametrize("trouble", [{"kind": "of another version"}, {"payload": {"boom": True}}])
async def test_t28_an_answer_does_not_wait_behind_a_notice_that_has_no_words_yet(
    engine: Engine, trouble: dict[str, Any]
) -> None:
    await engine.plan(reminder(recipient=1, lane=LANE_REPLY, **trouble))
    await engine.reply(1, "resposta")
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    await dispatcher.drain()

    assert ["resposta"] == engine.sent


async def test_t28_many_rows_of_another_version_do_not_slow_those_behind_them(engine: Engine) -> None:
    for number in range(30):
        await engine.plan(reminder(recipient=100 + number, kind="of another version"))
    await engine.plan(reminder(recipient=5, subject="fine"))

    assert [5] == [job.parts[0][1].chat_id for job in await engine.dispatcher().claim(replies=False)]


async def test_which_wording_was_sent_is_kept(engine: Engine) -> None:
    (row_id,) = await engine.plan(reminder())
    await engine.dispatcher().drain()

    assert engine.services.renderer.version == (await engine.row(row_id)).text_version
