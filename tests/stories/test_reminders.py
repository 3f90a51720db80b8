"""Reminders in the chat, over HTTP: once, true on the day, grouped, within the hours, solved by a press."""

from __future__ import annotations

import asyncio
import datetime as dt

from bot.local_telegram.people import Person, Seen
from bot.main import App
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet, outbox_rows

UTC = dt.UTC
TODAY = dt.date(2026, 6, 10)


def at(day: int, hour: int, minute: int = 0, *, month: int = 6) -> dt.datetime:
    """A time of Porto Alegre in 2026."""
    return dt.datetime(2026, month, day, hour, minute, tzinfo=UTC) + dt.timedelta(hours=3)


async def ticks(app: App) -> None:
    """The minute's sweep, and whatever it made due is sent."""
    await app.runner.tick()
    await app.dispatcher.drain()
    while [r for r in await outbox_rows(app, kind="digest") if r.state == "sending"]:
        await app.dispatcher.drain()  # the loop of its own was quicker: wait for it


async def reminders(person: Person) -> list[Seen]:
    """What the bot told by itself."""
    return [m for m in await person.messages() if m.by_bot and m.text.startswith("Aviso")]


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
        await ticks(app)
        stage.clock.set(at(5, 18))
    async with stage.running() as app:
        stage.clock.set(at(8, 9, 5))
        await ticks(app)

        told = await marli.waits_for(text="venceu ontem, 07/06/2026")
        assert "amanhã" not in told.text


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
        for day in (20, 21):
            stage.clock.set(at(day, 9, month=10))
            await ticks(app)

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
        for day in range(3, 11):
            stage.clock.set(at(day, 9))
            await ticks(app)

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
        told = await marli.waits_for(text="vence em 9 dias")
        await marli.presses("Lembrar em", on=told)
        await marli.waits_for(text="Quando lembro de novo")
        await marli.presses("em 3 dias")
        await marli.waits_for(text="Combinado: lembro em 04/05/2026")
        await company.state(van, "sold")
        for day in range(2, 14):
            stage.clock.set(at(day, 9, month=5))
            await ticks(app)

        assert 1 == len(await reminders(marli))


async def test_a_postponed_reminder_comes_on_its_day_and_not_before(stage: Stage) -> None:
    stage.clock.set(at(1, 12, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 5, 10))
        await ticks(app)
        told = await marli.waits_for(text="vence em 9 dias")
        await marli.presses("Lembrar em", on=told)
        await marli.waits_for(text="Quando lembro de novo")
        await marli.presses("em 3 dias")
        await marli.waits_for(text="Combinado: lembro em 04/05/2026 (em 3 dias)")
        for day in range(2, 11):
            stage.clock.set(at(day, 9, month=5))
            await ticks(app)

        days = [m.text.split()[2] for m in await reminders(marli)]
        assert ["01/05/2026", "04/05/2026", "09/05/2026", "10/05/2026"] == days


async def test_r21_overdue_is_told_the_next_day_then_weekly_until_solved(stage: Stage) -> None:
    stage.clock.set(at(1, 10, month=5))
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2026, 5, 1), vehicle=van)
        for day in range(1, 32):
            stage.clock.set(at(day, 10, month=5))
            await ticks(app)

        days = [m.text.split()[2][:5] for m in await reminders(marli)]
        assert ["01/05", "02/05", "09/05", "16/05", "23/05", "30/05"] == days


async def test_r22_t19_forty_vehicles_make_one_message_with_all_in_pages(stage: Stage) -> None:
    stage.clock.set(at(1, 12))
    ademir = await stage.telegram.person("Ademir", started=True)
    async with stage.running() as app:
        company = await Fleet(app, ademir, "Ademir Turismo & Filhos").found()
        for n in range(40):
            van = await company.vehicle(f"IAA{n // 10}A{n % 10}0")
            for kind in ("lit", "crlv", "tachograph", "vehicle-licence"):
                await company.paper(kind, dt.date(2026, 6, 8), vehicle=van)
        await ticks(app)

        told = await ademir.waits_for(text="Avisos de 01/06/2026: 160 itens")
        assert len(told.text) < 4096
        assert "📋 Ver todos (160)" in told.labels
        await ademir.presses("Ver todos", on=told)
        first = await ademir.waits_for(text="160 em aberto – página 1 de 32")
        assert 5 == first.text.count("vence em 7 dias")
        await ademir.presses("Próximos", on=first)
        await ademir.waits_for(text="página 2 de 32")
        assert 1 == len(await reminders(ademir))


async def test_r23_a_blocked_person_does_not_stop_the_others(stage: Stage) -> None:
    anna = await stage.telegram.person("Anna", started=True)
    bruno = await stage.telegram.person("Bruno", started=True)
    carla = await stage.telegram.person("Carla", started=True)
    async with stage.running() as app:
        company = await Fleet(app, anna).found()
        await company.joins(bruno, "manager")
        await company.joins(carla, "manager")
        await bruno.blocks_bot()
        await company.paper("alvara", TODAY)
        await ticks(app)
        await anna.waits_for(text="vence hoje")
        await carla.waits_for(text="vence hoje")

        for _ in range(3):
            stage.clock.move(dt.timedelta(days=1))
            await ticks(app)
        assert [] == await reminders(bruno)
        assert 2 == len(await reminders(anna))


async def test_worst_first_grouped_by_vehicle_with_the_true_count(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        one, two = await company.vehicle("IAB1C23"), await company.vehicle("JBC2D34")
        await company.paper("lit", TODAY + dt.timedelta(days=7), vehicle=one)
        await company.paper("crlv", TODAY - dt.timedelta(days=3), vehicle=two)
        await company.paper("tachograph", TODAY, vehicle=two)
        await ticks(app)

        told = await marli.waits_for(text="Avisos de 10/06/2026: 3 itens")
        order = [
            told.text.index(w) for w in ("JBC2D34", "venceu há 3 dias", "vence hoje", "IAB1C23", "em 7 dias")
        ]
        assert sorted(order) == order


async def test_the_accountant_of_two_companies_sees_whose_each_line_is(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    ademir = await stage.telegram.person("Ademir", started=True)
    rosa = await stage.telegram.person("Rosa", started=True)
    async with stage.running() as app:
        one = await Fleet(app, marli, "Aurora <ME>").found()
        two = await Fleet(app, ademir, "Bento & Filhos").found()
        for company in (one, two):
            await company.joins(rosa, "accountant")
            await company.paper("alvara", TODAY)
        await ticks(app)

        told = await rosa.waits_for(text="2 itens")
        assert "vence hoje, 10/06/2026 (Aurora <ME>)" in told.text
        assert "vence hoje, 10/06/2026 (Bento & Filhos)" in told.text
        assert "Bento" not in (await marli.waits_for(text="vence hoje")).text


async def test_the_second_person_is_told_when_the_first_pressed_nothing_by_the_last_stage(
    stage: Stage,
) -> None:
    stage.clock.set(at(1, 10))
    marli = await stage.telegram.person("Marli", started=True)
    rosa = await stage.telegram.person("Rosa", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.joins(rosa, "accountant")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        for day in (1, 3):
            stage.clock.set(at(day, 10))
            await ticks(app)
        assert [] == await reminders(rosa)
        stage.clock.set(at(9, 10))
        await ticks(app)

        told = await rosa.waits_for(text="vence amanhã, 10/06/2026")
        assert "quem cuida disso não respondeu" in told.text


async def test_the_second_person_is_left_alone_when_the_first_pressed_something(stage: Stage) -> None:
    stage.clock.set(at(1, 10))
    marli = await stage.telegram.person("Marli", started=True)
    rosa = await stage.telegram.person("Rosa", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.joins(rosa, "accountant")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await ticks(app)
        await marli.presses("Por quê", on=await marli.waits_for(text="vence em 9 dias"))
        await marli.waits_for(text="Base:")
        for day in (3, 9):
            stage.clock.set(at(day, 10))
            await ticks(app)

        assert [] == await reminders(rosa)


async def test_the_second_person_is_told_at_once_when_the_first_cannot_be_reached(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    rosa = await stage.telegram.person("Rosa", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.joins(rosa, "accountant")
        await marli.blocks_bot()
        await company.paper("lit", TODAY, vehicle=await company.vehicle())
        await ticks(app)
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)

        await rosa.waits_for(text="vence hoje, 10/06/2026")


async def test_r26_a_company_s_name_arrives_as_it_was_typed(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli, "A_B Turismo & Filhos <ME>").found()
        await company.paper("alvara", TODAY)
        await ticks(app)

        assert "A_B Turismo & Filhos <ME>" in (await marli.waits_for(text="vence hoje")).text


async def test_por_que_names_the_provision(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle(year=2008)
        await company.paper("lit", TODAY, vehicle=van, issued_on=dt.date(2025, 12, 10))
        await ticks(app)
        told = await marli.waits_for(text="vence hoje")

        await marli.presses("Por quê", on=told)

        assert "art. 13, § 2º" in (await marli.waits_for(text="Base:")).text


async def test_somebody_else_s_button_shows_nothing(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    ex = await stage.telegram.person("Ex", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.joins(ex, "manager")
        await company.paper("alvara", TODAY)
        await ticks(app)
        told = await ex.waits_for(text="vence hoje")
        await company.leaves(ex)
        await ex.presses("Por quê", on=told)

        assert "Base" not in (await ex.waits_for(text="tela")).text


async def test_who_could_not_be_reached_is_told_what_is_still_true_on_coming_back(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.paper("alvara", TODAY)
        await ticks(app)
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)
        assert [] == await reminders(marli)

        await marli.asks("/start")
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)

        await marli.waits_for(text="vence hoje, 10/06/2026")


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
        for day in (1, 7, 9):
            stage.clock.set(at(day, 12))
            await ticks(app)
        assert [] == await reminders(marli)
        await company.state(van, "active")
        stage.clock.set(at(9, 12, 1))
        await ticks(app)

        await marli.waits_for(text="venceu ontem, 08/06/2026")
