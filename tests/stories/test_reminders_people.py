"""Whom a reminder reaches: one message a person, whose company, the second person, who comes back."""

from __future__ import annotations

import datetime as dt

from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import TODAY, at, each_day, puts_off, reminders, shared, ticks
from tests.stories.staff_steps import known


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
    anna, bruno, carla = await known(stage, "Anna", "Bruno", "Carla")
    async with stage.running() as app:
        company = await Fleet(app, anna).found()
        await company.joins(bruno, "owner")
        await company.joins(carla, "owner")
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
    marli, ademir, rosa = await known(stage, "Marli", "Ademir", "Rosa")
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
    marli, rosa = await known(stage, "Marli", "Rosa")
    async with stage.running() as app:
        company = await shared(app, marli, rosa, "accountant")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await each_day(stage, app, (1, 3), hour=10)
        assert [] == await reminders(rosa)
        stage.clock.set(at(9, 10))
        await ticks(app)

        told = await rosa.waits_for(text="vence amanhã, 10/06/2026")
        assert "quem cuida disso não respondeu" in told.text


async def test_the_second_person_is_left_alone_when_the_first_pressed_something(stage: Stage) -> None:
    stage.clock.set(at(1, 10))
    marli, rosa = await known(stage, "Marli", "Rosa")
    async with stage.running() as app:
        company = await shared(app, marli, rosa, "accountant")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await ticks(app)
        await marli.presses("Por quê", on=await marli.waits_for(text="vence em 9 dias"))
        await marli.waits_for(text="Base:")
        await each_day(stage, app, (3, 9), hour=10)

        assert [] == await reminders(rosa)


async def test_the_second_person_is_told_at_once_when_the_first_cannot_be_reached(stage: Stage) -> None:
    marli, rosa = await known(stage, "Marli", "Rosa")
    async with stage.running() as app:
        company = await shared(app, marli, rosa, "accountant")
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
    marli, ex = await known(stage, "Marli", "Ex")
    async with stage.running() as app:
        company = await shared(app, marli, ex, "owner")
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


async def test_with_a_manager_the_owner_is_the_second_person_for_a_vehicle(stage: Stage) -> None:
    stage.clock.set(at(1, 10))
    marli, rui = await known(stage, "Marli", "Rui")
    async with stage.running() as app:
        company = await shared(app, marli, rui, "manager")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await company.paper("alvara", dt.date(2026, 6, 10))
        await each_day(stage, app, (1, 3, 9), hour=10)

        owner, manager = await reminders(marli), await reminders(rui)
        assert [["Alvará"], ["Alvará"], ["Laudo", "Alvará"]] == [kinds(m.text) for m in owner]
        assert [["Laudo"], ["Laudo"], ["Laudo", "Alvará"]] == [kinds(m.text) for m in manager]
        assert "quem cuida disso não respondeu" in owner[-1].text


def kinds(text: str) -> list[str]:
    """Which of the two papers a message speaks of."""
    return [word for word in ("Laudo", "Alvará") if word in text]


async def test_nobody_is_called_second_before_the_first_was_told_on_an_earlier_day(stage: Stage) -> None:
    stage.clock.set(at(9, 10))
    marli, rosa = await known(stage, "Marli", "Rosa")
    async with stage.running() as app:
        company = await shared(app, marli, rosa, "accountant")
        await company.paper("lit", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await ticks(app)
        await marli.waits_for(text="vence amanhã")
        assert [] == await reminders(rosa)
        stage.clock.set(at(10, 10))
        await ticks(app)

        await rosa.waits_for(text="vence hoje, 10/06/2026")


async def test_the_second_person_s_own_wish_to_wait_is_kept(stage: Stage) -> None:
    stage.clock.set(at(1, 10))
    marli, rosa = await known(stage, "Marli", "Rosa")
    async with stage.running() as app:
        company = await shared(app, marli, rosa, "accountant")
        await marli.blocks_bot()
        await company.paper("crlv", dt.date(2026, 6, 10), vehicle=await company.vehicle())
        await ticks(app)
        stage.clock.move(dt.timedelta(minutes=1))
        await ticks(app)
        await puts_off(rosa, "vence em 9 dias", "em 7 dias", "08/06/2026")
        await each_day(stage, app, (3, 5, 8), hour=10)

        assert ["01/06/2026", "08/06/2026"] == [m.text.split()[2] for m in await reminders(rosa)]
