"""Reminders in the chat, over HTTP: once, true on the day, within the hours, across downtimes and replicas."""

from __future__ import annotations

import asyncio
import datetime as dt

from bot.local_telegram.people import Person
from bot.main import App
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet, outbox_rows
from tests.stories.reminder_steps import TODAY, UTC, at, reminders, ticks


async def test_what_is_due_today_comes_once_also_across_a_restart(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", TODAY, vehicle=van)
        await ticks(app)
        await marli.waits_for(text="vence hoje, 10/06/2026")
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)
    async with stage.running() as app:
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)

        [told] = await reminders(marli)
        assert "IAB1C23" in told.text
        assert ["✅ Renovei", "⏰ Lembrar em…", "🚫 Não se aplica", "🤔 Por quê?"] == told.labels


async def test_r10_three_replicas_and_a_restart_send_one_message(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as one, stage.running() as two, stage.running() as three:
        company = await Fleet(one, marli).found()
        await company.paper("cadastur", TODAY + dt.timedelta(days=7))
        await asyncio.gather(*(ticks(app) for app in (one, two, three)))
    async with stage.running() as app:
        await ticks(app)

        assert 1 == len(await reminders(marli))


async def test_t26_a_paper_added_through_one_replica_is_reminded_by_the_other(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as one, stage.running() as two:
        company = await Fleet(two, marli).found()
        await ticks(one)
        await company.paper("cadastur", TODAY + dt.timedelta(days=7))
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(one)

        await marli.waits_for(text="vence em 7 dias, 17/06/2026")


async def test_r12_t27_after_a_morning_down_the_day_is_told_as_it_is(stage: Stage) -> None:
    stage.clock.set(at(9, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        for kind in ("cadastur", "alvara", "cndt"):
            await company.paper(kind, dt.date(2026, 7, 10), state="not_applicable")
        await ticks(app)
        for number in (1, 2, 3):
            await company.changes(number, state="current")
        stage.clock.set(at(10, 8, 55))
    async with stage.running() as app:
        stage.clock.set(at(10, 9, 40))
        await ticks(app)

        [told] = await reminders(marli)
        assert "Avisos de 10/06/2026: 3 itens" in told.text
        assert 3 == told.text.count("vence em 30 dias, 10/07/2026")


async def test_r12_three_days_down_lead_to_one_true_message(stage: Stage) -> None:
    stage.clock.set(at(1, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2026, 6, 13), vehicle=van)
        await ticks(app)  # 12 days left: stage 15 was reached before
        await marli.waits_for(text="vence em 12 dias")
        stage.clock.set(at(5, 12))
    async with stage.running() as app:
        stage.clock.set(at(8, 9))
        await ticks(app)
        await marli.waits_for(text="vence em 5 dias, 13/06/2026")

        assert 2 == len(await reminders(marli))


async def test_t27_what_expired_while_the_bot_was_down_says_so(stage: Stage) -> None:
    stage.clock.set(at(5, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 6, 7))
        await company.paper("cadastur", dt.date(2026, 6, 9))  # its last day but one falls on the Monday
        await ticks(app)
        before = len(await reminders(marli))
        stage.clock.set(at(5, 18))
    async with stage.running() as app:
        stage.clock.set(at(8, 9, 5))
        await ticks(app)

        told = await marli.waits_for(text="venceu ontem, 07/06/2026")
        assert "vence amanhã, 09/06/2026" in told.text
        assert [1, before + 1] == [told.text.count("amanhã"), len(await reminders(marli))]


async def test_r14_a_paper_with_five_days_left_is_told_now_then_at_one_and_at_none(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 6, 15))
        for _ in range(6):
            await ticks(app)
            stage.clock.move(dt.timedelta(days=1))

        told = [m.text.split(": ", 1)[1] for m in await reminders(marli)]
        assert ["vence em 5 dias", "vence amanhã", "vence hoje"] == [t.split(", ")[0] for t in told]


async def test_r16_what_is_found_at_night_waits_for_the_morning(stage: Stage) -> None:
    stage.clock.set(at(10, 3, 2))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await ticks(app)
        stage.clock.set(at(10, 3, 3))
        await company.paper("alvara", TODAY)
        await ticks(app)
        stage.clock.set(at(10, 7, 59))
        await ticks(app)
        assert [] == await reminders(marli)

        stage.clock.set(at(10, 8, 0))
        await ticks(app)

        await marli.waits_for(text="vence hoje, 10/06/2026")


async def test_r16_what_would_be_too_late_in_the_morning_comes_at_night_without_a_sound(stage: Stage) -> None:
    stage.clock.set(at(10, 21, 0))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", TODAY)
        await ticks(app)

        told = await marli.waits_for(text="vence hoje")
        assert told.silent


async def test_r01_late_in_the_evening_it_is_still_tomorrow(stage: Stage) -> None:
    stage.options["quiet_hours"] = "23:00-08:00"
    stage.clock.set(dt.datetime(2026, 3, 31, 1, 30, tzinfo=UTC))  # 30/03, 22:30 for the person
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("policy", dt.date(2026, 3, 31))
        await ticks(app)

        await marli.waits_for(text="vence amanhã, 31/03/2026")
        assert ["1"] == [r.stage for r in await outbox_rows(app, kind="reminder")]


async def test_r02_the_last_day_is_today_until_midnight(stage: Stage) -> None:
    stage.options["quiet_hours"] = "00:00-00:00"
    stage.options["send_hour"] = "00:00"
    stage.clock.set(at(10, 0, 5, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("cadastur", dt.date(2026, 5, 10))
        await ticks(app)
        await marli.waits_for(text="vence hoje, 10/05/2026")
        stage.clock.set(at(10, 23, 50, month=5))
        await ticks(app)
        assert 1 == len(await reminders(marli))
        stage.clock.set(at(11, 0, 1, month=5))
        await ticks(app)

        await marli.waits_for(text="venceu ontem, 10/05/2026")


async def test_t16_a_lost_answer_on_the_last_day_is_repeated_once_and_says_so(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", TODAY)
        await company.paper("cndt", TODAY + dt.timedelta(days=7))
        await stage.telegram.fault("lost_answer", method="sendMessage", count=1)
        await ticks(app)

        again = await marli.waits_for(text="Reenvio")
        await ticks(app)
        assert "vence hoje" in again.text
        assert "em 7 dias" not in again.text
        states = {r.stage: r.state for r in await outbox_rows(app, kind="reminder")}
        assert {"0": "sent", "7": "uncertain"} == states


async def test_a_passenger_list_is_told_by_the_hour_and_never_after_the_departure(stage: Stage) -> None:
    stage.clock.set(at(9, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        departure = dt.datetime(2026, 6, 10, 20, tzinfo=stage.settings().zone)
        await company.paper(
            "passenger-list",
            None,
            subject="trip",
            subject_name="Gramado",
            facts={"at": departure.isoformat()},
        )
        for day, hour, minute in ((9, 12, 1), (9, 20, 0), (10, 8, 0), (10, 11, 0), (10, 21, 0), (11, 9, 0)):
            stage.clock.set(at(day, hour, minute))
            await ticks(app)

        told = [m.text for m in await reminders(marli)]
        assert ["Aviso de 10/06/2026"] * 2 == [t.split("\n")[0] for t in told]
        assert all("até 12:00 de 10/06/2026 hoje – saída em 10/06/2026 20:00" in t for t in told)


async def departs(app: App, person: Person, day: int, hour: int, minute: int = 0) -> None:
    """A trip of this person's company."""
    company = await Fleet(app, person).found()
    facts = {"at": at(day, hour, minute).isoformat()}
    await company.paper("passenger-list", None, subject="trip", subject_name="Gramado", facts=facts)


async def test_a_list_due_before_the_morning_is_told_at_night(stage: Stage) -> None:
    stage.clock.set(at(10, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await departs(app, marli, 11, 11)  # due at 03:00; 12 hours before: 23:00
        await ticks(app)
        stage.clock.set(at(10, 23))
        await ticks(app)

        told = await marli.waits_for(text="até 03:00 de 11/06/2026", where=lambda m: m.silent)

        assert "Aviso de 10/06/2026" in told.text


async def test_hours_that_fall_at_night_are_told_at_eight_not_with_the_day_s_message(stage: Stage) -> None:
    stage.clock.set(at(9, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await departs(app, marli, 10, 20, 30)  # 24 hours before: 20:30 of the 9th
        await ticks(app)
        stage.clock.set(at(9, 20, 30))
        await ticks(app)
        assert [] == await reminders(marli)
        stage.clock.set(at(10, 8))
        await ticks(app)

        await marli.waits_for(text="saída em 10/06/2026 20:30")
        assert ["24h"] == [r.stage for r in await outbox_rows(app, kind="reminder") if r.state == "sent"]


async def test_a_button_of_the_digest_names_the_paper_in_full(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("recefitur", TODAY)
        await company.paper("lit", TODAY, vehicle=van)
        await ticks(app)

        digest = await marli.waits_for(text="vence hoje, 10/06/2026")

        assert ["🟠 IAB1C23 · LIT", "🟠 RECEFITUR"] == sorted(digest.labels)
