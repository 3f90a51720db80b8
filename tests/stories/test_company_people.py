"""People of a company: invited once, confirmed by name, removed at once; several companies; the last owner."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import papers
from bot.changes import Actor
from bot.models.fleet import Membership, Paper
from tests.conftest import NOON
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import (
    adds_lit,
    adds_vehicle,
    chooses_paper,
    comes_in,
    enters_day,
    found,
    opens_more,
    rows,
)


async def test_a_driver_sees_vehicles_and_no_company_papers_and_is_out_at_once(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/12/2026")
        await comes_in(marli, joao, "Motorista")
        await joao.says("/frota")
        fleet = await joao.waits_for(text="Frota · Aurora")
        assert "IAB1C23" in fleet.text
        await joao.presses("IAB1C23", on=fleet)
        vehicle = await joao.waits_for(text="Laudo de Inspeção")
        assert not [label for label in vehicle.labels if "Vendi" in label or "Histórico" in label]
        await joao.presses("Incluir e mais", on=fleet)
        more = await joao.waits_for(text="O que você quer ver")
        assert not [label for label in more.labels if "empresa" in label or "Incluir" in label]

        await marli.says("/empresa")
        await marli.waits_for(button="Pessoas")
        await marli.presses("Pessoas")
        await marli.waits_for(button="João")
        await marli.presses("João")
        await marli.waits_for(button="Tirar da empresa")
        await marli.presses("Tirar da empresa")
        await marli.waits_for(button="Sim, tirar")
        await marli.presses("Sim, tirar")
        await marli.waits_for(text="João não faz mais parte")
        await joao.waits_for(text="Você não faz mais parte da Aurora")
        await joao.presses("IAB1C23", on=fleet)

        await joao.waits_for(text="Esta tela mudou")


async def test_the_only_owner_cannot_leave_before_handing_over(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        await comes_in(marli, joao, "Gestor")
        await marli.says("/empresa")
        await marli.waits_for(button="Sair da empresa")
        await marli.presses("Sair da empresa")
        await marli.waits_for(text="único dono")
        await marli.presses("Pessoas")
        await marli.waits_for(button="João")
        await marli.presses("João")
        await marli.waits_for(button="Tornar dono")
        await marli.presses("Tornar dono")
        await joao.waits_for(text="seu papel agora é dono")
        await marli.says("/empresa")
        await marli.waits_for(button="Sair da empresa")
        await marli.presses("Sair da empresa")
        await marli.waits_for(button="Sim, sair")
        await marli.presses("Sim, sair")
        await marli.waits_for(text="Você saiu da Aurora")

        assert [(joao.id, "owner")] == [(m.user_id, m.role) for m in await rows(app, Membership)]


async def test_a_person_of_two_companies_chooses_one_and_it_is_kept(stage: Stage) -> None:
    bia = await stage.telegram.person("Bia")
    async with stage.running() as app:
        await found(app, bia, "Aurora")
        await found(app, bia, "A_B Turismo & Filhos <ME>")
        await bia.says("/frota")
        await bia.waits_for(text="Em qual quer trabalhar")
        await bia.presses("A_B Turismo & Filhos <ME>")
        await bia.waits_for(text="Agora você está nesta empresa")
    async with stage.running():
        await bia.says("/frota")

        assert "A_B Turismo & Filhos <ME>" in (await bia.waits_for(text="Frota")).text


async def test_a_driver_s_health_date_is_kept_only_after_the_driver_s_yes(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        await comes_in(marli, joao, "Motorista")
        await opens_more(marli, "Motoristas")
        await marli.waits_for(button="➕ Documento")
        await chooses_paper(marli, "Exame toxicológico")
        await marli.waits_for(text="De qual motorista")
        await marli.presses("João")
        await marli.waits_for(text="Validade impressa")
        await enters_day(marli, "10/12/2028")
        await marli.waits_for(text="Confira")
        await marli.presses("Confirmar")
        await marli.waits_for(text="Só guardo depois do sim")
        assert [] == await rows(app, Paper)

        asked = await joao.waits_for(text="quer guardar uma data sua")
        await joao.presses("Concordo", on=asked, times=2)

        await joao.waits_for(text="Guardei: Exame toxicológico, 10/12/2028")
        await marli.waits_for(text="João concordou")
        assert [(joao.id, "toxicological")] == [(p.person_id, p.kind) for p in await rows(app, Paper)]


async def test_a_health_date_is_renewed_by_the_manager_only_with_the_driver_s_yes(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        home = await found(app, marli)
        await comes_in(marli, joao, "Motorista")

        def exam(session: Session) -> None:
            values = {
                "subject": "driver", "subject_name": "João", "person_id": joao.id,
                "kind": "cnh-medical", "expires_on": NOON.date(),
            }  # fmt: skip
            papers.add_paper(session, Actor(home, joao.id, "0", NOON), values)

        await app.services.database.run(exam)
        await opens_more(marli, "Motoristas")
        await marli.waits_for(button="CNH D")
        await marli.presses("CNH D")
        shown = await marli.waits_for(button="Renovei")
        assert "📎 Anexar" not in shown.labels
        await marli.presses("Renovei", on=shown)
        await marli.waits_for(text="Validade impressa")
        await enters_day(marli, "10/06/2031")
        await marli.waits_for(text="Só guardo depois do sim")
        assert [NOON.date()] == [p.expires_on for p in await rows(app, Paper)]
        asked = await joao.waits_for(text="quer guardar uma data sua")

        await joao.presses("Concordo", on=asked)

        await joao.waits_for(text="Guardei")
        current = await rows(app, Paper, state="current")
        assert [dt.date(2031, 6, 10)] == [p.expires_on for p in current]


async def test_an_accountant_sees_the_company_s_papers_and_not_the_drivers(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        ana = await stage.telegram.person("Ana")
        home = await found(app, marli)
        await comes_in(marli, ana, "Contador")

        def two_papers(session: Session) -> None:
            who = Actor(home, marli.id, "0", NOON)
            for subject, kind in (("company", "alvara"), ("driver", "passenger-course")):
                values = {"subject": subject, "kind": kind, "expires_on": NOON.date()}
                papers.add_paper(session, who, values)

        await app.services.database.run(two_papers)
        await ana.says("/frota")
        fleet = await ana.waits_for(button="Incluir e mais")
        await ana.presses("Incluir e mais", on=fleet)
        more = await ana.waits_for(text="O que você quer ver")
        assert "➕ Incluir veículo" not in more.labels
        await ana.presses("Documentos da empresa", on=more)
        await ana.waits_for(text="Alvará municipal")
        await ana.presses("Motoristas", on=more)
        await ana.waits_for(text="Nenhum documento ainda")
        await ana.presses("Histórico", on=more)

        history = await ana.waits_for(text="Histórico")

        assert "Alvará municipal" in history.text
        assert "Curso" not in history.text


async def test_a_manager_makes_no_owner(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        rui = await stage.telegram.person("Rui")
        await found(app, marli)
        await comes_in(marli, rui, "Gestor")
        await rui.says("/empresa")
        await rui.waits_for(button="Pessoas")
        await rui.presses("Pessoas")
        people = await rui.waits_for(button="Convidar")
        await rui.presses("Convidar", on=people)

        roles = await rui.waits_for(text="Como o quê")

        assert ["Gestor", "Motorista", "Contador ou despachante", "⬅️ Voltar"] == roles.labels
        await rui.presses("Marli", on=people)
        await rui.waits_for(text="Isso fica com quem tem mais direitos")
