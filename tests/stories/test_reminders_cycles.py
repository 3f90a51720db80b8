"""The life of what is reminded: renewed, corrected, undone, postponed, sold, laid up, overdue."""

from __future__ import annotations

import datetime as dt

from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet, outbox_rows
from tests.stories.reminder_steps import TODAY, asks_to_wait, at, each_day, puts_off, reminders, ticks


async def test_r11_renovei_silences_the_cycle_and_the_new_date_is_asked_once(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", TODAY + dt.timedelta(days=1), vehicle=van)
        await ticks(app)
        told = await marli.waits_for(text="vence amanhã, 11/06/2026")
        await marli.presses("Renovei", on=told)
        await marli.waits_for(text="Inspeção")

        for _ in range(12):
            stage.clock.move(dt.timedelta(days=1))
            await ticks(app)

        assert 1 == len(await reminders(marli))


async def test_r15_the_company_s_own_days_count_from_the_next_sweep_on(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 6, 30))
        await ticks(app)  # 20 days left: stage 30, entered late
        await marli.waits_for(text="vence em 20 dias")
        await company.ladders(any_paper=["45", "20"])
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)

        assert 2 == len(await reminders(marli))
        assert ["30", "20"] == [r.stage for r in await outbox_rows(app, kind="reminder")]


async def test_r17_a_renewed_paper_begins_its_ladder_anew(stage: Stage) -> None:
    stage.clock.set(at(10, 12, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        old = await company.paper("lit", dt.date(2026, 6, 10), vehicle=van)
        await ticks(app)
        stage.clock.set(at(11, 9, month=5))
        await ticks(app)
        await marli.waits_for(text="vence em 30 dias, 10/06/2026")
        await company.renews(old, dt.date(2026, 11, 20))
        await each_day(stage, app, (20, 21), hour=9, month=10)

        told = [m.text for m in await reminders(marli)]
        assert 2 == len(told)
        assert "Aviso de 21/10/2026" in told[1]
        assert "vence em 30 dias, 20/11/2026" in told[1]


async def test_r18_a_corrected_date_cancels_what_waited_and_counts_anew(stage: Stage) -> None:
    stage.clock.set(at(1, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        lit = await company.paper("alvara", dt.date(2026, 6, 10))
        await ticks(app)
        await marli.waits_for(text="vence em 9 dias")
        stage.clock.set(at(3, 0, 5))
        await ticks(app)  # the message of stage 7 waits for 09:00
        await company.changes(lit, expires_on=dt.date(2026, 7, 10))
        await each_day(stage, app, range(3, 11), hour=9)

        told = [m.text for m in await reminders(marli)]
        assert 2 == len(told)
        assert "Aviso de 10/06/2026" in told[1]
        assert "vence em 30 dias, 10/07/2026" in told[1]
        [row] = [r for r in await outbox_rows(app, kind="reminder") if r.stage == "7"]
        assert "cancelled" == row.state


async def test_undoing_a_correction_brings_back_what_was_cancelled_unsaid(stage: Stage) -> None:
    stage.clock.set(at(2, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        paper = await company.paper("alvara", dt.date(2026, 6, 10), state="not_applicable")
        await ticks(app)
        await company.changes(paper, state="current")
        stage.clock.set(at(3, 0, 5))
        await ticks(app)
        await company.changes(paper, expires_on=dt.date(2026, 7, 30))
        stage.clock.set(at(3, 9))
        await ticks(app)
        assert [] == await reminders(marli)

        await company.changes(paper, expires_on=dt.date(2026, 6, 10))
        stage.clock.set(at(3, 9, 1))
        await ticks(app)

        await marli.waits_for(text="vence em 7 dias, 10/06/2026")


async def test_r20_a_sold_vehicle_is_silent_postponed_reminders_too(stage: Stage) -> None:
    stage.clock.set(at(1, 12, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2026, 5, 10), vehicle=van)
        await ticks(app)
        await puts_off(marli, "vence em 9 dias", "em 3 dias", "04/05/2026")
        await company.state(van, "sold")
        await each_day(stage, app, range(2, 14), hour=9, month=5)

        assert 1 == len(await reminders(marli))


async def test_a_postponed_reminder_comes_on_its_day_and_not_before(stage: Stage) -> None:
    stage.clock.set(at(1, 12, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 5, 10))
        await ticks(app)
        await puts_off(marli, "vence em 9 dias", "em 3 dias", "04/05/2026 (em 3 dias)")
        await each_day(stage, app, range(2, 11), hour=9, month=5)

        days = [m.text.split()[2] for m in await reminders(marli)]
        assert ["01/05/2026", "04/05/2026", "09/05/2026", "10/05/2026"] == days


async def test_r21_overdue_is_told_the_next_day_then_weekly_until_solved(stage: Stage) -> None:
    stage.clock.set(at(1, 10, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2026, 5, 1), vehicle=van)
        await each_day(stage, app, range(1, 32), hour=10, month=5)

        days = [m.text.split()[2][:5] for m in await reminders(marli)]
        assert ["01/05", "02/05", "09/05", "16/05", "23/05", "30/05"] == days


async def test_a_departure_put_off_is_told_by_its_new_hour(stage: Stage) -> None:
    stage.clock.set(at(9, 22))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        zone = stage.settings().zone
        first, later = (dt.datetime(2026, 6, day, 20, tzinfo=zone) for day in (11, 12))
        trip = {"subject": "trip", "subject_name": "Gramado", "facts": {"at": first.isoformat()}}
        paper = await company.paper("passenger-list", None, **trip)
        await ticks(app)
        await company.changes(paper, facts={"at": later.isoformat()})
        for day, hour in ((10, 20), (11, 8), (11, 11), (12, 8), (12, 11)):
            stage.clock.set(at(day, hour))
            await ticks(app)

        told = [m.text.split("\n")[0] for m in await reminders(marli)]
        assert ["Aviso de 12/06/2026"] * 2 == told


async def test_entries_made_in_a_form_come_in_one_message_after_it(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await ticks(app)
        await marli.asks("/frota")
        await marli.presses("Incluir")
        await marli.waits_for(text="Qual é a placa")
        for kind in ("alvara", "cndt"):
            await company.paper(kind, TODAY + dt.timedelta(days=5))
            stage.clock.move(dt.timedelta(minutes=1))
            await ticks(app)
        assert [] == await reminders(marli)
        await marli.asks("/cancelar")
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)

        await marli.waits_for(text="2 itens")


async def test_a_laid_up_vehicle_is_silent_and_speaks_again_when_it_is_back(stage: Stage) -> None:
    stage.clock.set(at(1, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2026, 6, 8), vehicle=van)
        await company.state(van, "laid_up")
        await each_day(stage, app, (1, 7, 9), hour=12)
        assert [] == await reminders(marli)
        await company.state(van, "active")
        stage.clock.set(at(9, 12, 1))
        await ticks(app)

        await marli.waits_for(text="venceu ontem, 08/06/2026")


async def test_a_deed_taken_back_is_told_of_the_same_day(stage: Stage) -> None:
    stage.clock.set(at(9, 12))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        lit = await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        stage.clock.set(at(9, 13))
        await company.changes(lit, expires_on=dt.date(2026, 9, 10))
        stage.clock.set(at(10, 9, 5))
        await ticks(app)
        assert [] == await reminders(marli)
        stage.clock.set(at(10, 15))
        await company.undoes()
        await ticks(app)

        await marli.waits_for(text="vence hoje, 10/06/2026")


async def test_nothing_can_be_put_off_beyond_the_day_to_act_by(stage: Stage) -> None:
    stage.clock.set(at(15, 12, month=4))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("defence", None, issued_on=dt.date(2026, 4, 6))
        await ticks(app)

        offered = await asks_to_wait(marli, "aja até sexta, 17/04/2026")

        assert [b for b in offered.labels if "/04" in b] == [b for b in offered.labels if "16/04" in b]
