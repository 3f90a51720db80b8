"""A request that was not answered: it stands as uncertain, or the last day's reminder is repeated once."""

from __future__ import annotations

import pytest

from bot.messenger import DeliveryError
from bot.models.delivery import LANE_DUE_TODAY, LANE_RULE_UPDATE
from tests.scheduler.conftest import Engine, reminder

NO_ANSWER = DeliveryError("network", "TimeoutError", left="unknown")


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
