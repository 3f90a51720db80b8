"""Invitations to a company and its recovery: nobody is inside before a person says so."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import invitations
from bot.models.chat import Invitation
from bot.models.fleet import Membership
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found, invites, rows


async def test_nobody_is_inside_before_the_inviter_confirms_the_name(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João <b>")
        await found(app, marli)
        payload = await invites(marli, "Motorista")
        assert payload.replace("i-", "", 1).isalnum()
        await joao.starts(payload)
        await joao.waits_for(text="Marli convidou você para a Aurora, como motorista")
        await joao.presses("Aceito e concordo")
        await joao.waits_for(text="Avisei quem convidou")
        assert 1 == len(await rows(app, Membership))

        asked = await marli.waits_for(text="João <b> aceitou o convite para a Aurora")
        await marli.presses("Sim, deixar entrar", on=asked, times=2)

        await joao.waits_for(text="Você entrou na Aurora, como motorista")
        roles = {m.user_id: m.role for m in await rows(app, Membership)}
        assert {marli.id: "owner", joao.id: "driver"} == roles


async def test_an_invitation_lets_one_person_in(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        thief = await stage.telegram.person("Outro")
        await found(app, marli)
        payload = await invites(marli, "Gestor")
        await joao.starts(payload)
        await joao.waits_for(text="convidou você")
        await joao.presses("Aceito e concordo")
        await joao.waits_for(text="Avisei quem convidou")

        await thief.starts(payload)

        await thief.waits_for(text="já foi usado ou cancelado")
        await joao.starts(payload)
        await joao.waits_for(text="espera a confirmação")


async def test_who_waits_for_the_confirmation_is_told_of_it_instead_of_being_asked_to_register(
    stage: Stage,
) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        await joao.starts(await invites(marli, "Motorista"))
        await joao.waits_for(text="convidou você")
        await joao.presses("Aceito e concordo")
        await joao.waits_for(text="Avisei quem convidou")
        for command in ("/frota", "/empresa", "/vencimentos", "/lembretes", "/pode_rodar"):
            waiting = await joao.asks(command)
            assert "Seu convite para a Aurora espera a confirmação de Marli" in waiting.text, command
            assert "até 17/06/2026" in waiting.text
        asked = await marli.waits_for(text="aceitou o convite")
        await marli.presses("Não conheço", on=asked)
        await joao.waits_for(text="foi cancelado")

        assert "espera" not in (await joao.asks("/empresa")).text
        assert "concorda" in (await joao.asks("/frota")).text.lower()


async def test_a_revoked_and_an_expired_invitation_open_nothing(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        payload = await invites(marli, "Motorista")
        await marli.presses("Cancelar o convite")
        await marli.waits_for(text="cancelado")
        await joao.starts(payload)
        await joao.waits_for(text="já foi usado ou cancelado")
        late = await invites(marli, "Motorista")

        def age(session: Session) -> None:
            row = session.get(Invitation, invitations.hashed(late.removeprefix("i-c")))
            assert row is not None
            row.expires_at = row.created_at
            session.add(row)

        await app.services.database.run(age)
        await joao.starts(late)

        await joao.waits_for(text="Este convite venceu")
        await joao.starts("i-cNADA")
        await joao.waits_for(text="Este convite não vale")


async def test_an_administrator_lets_a_new_owner_in_and_the_old_one_is_told(stage: Stage) -> None:
    admin = await stage.telegram.person("Admin")
    stage.options["admin_ids"] = [admin.id]
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        nova = await stage.telegram.person("Marli Nova")
        await found(app, marli)
        await admin.says("/start")
        await admin.says("/equipe")
        await admin.waits_for(button="Recuperar empresa")
        await admin.presses("Recuperar empresa")
        await admin.waits_for(text="Qual empresa perdeu o dono")
        await admin.says("auro")
        await admin.waits_for(button="Aurora")
        await admin.presses("Aurora")
        await admin.waits_for(text="Novo dono para Aurora")
        await admin.presses("Fazer o convite de dono")
        invited = await admin.waits_for(text="Mande este endereço")
        await marli.waits_for(text="A equipe do Fretabot abriu um convite de dono", button="Recusar")
        payload = next(w for w in invited.text.split() if "start=" in w).split("start=")[1]
        await nova.starts(payload)
        await nova.waits_for(text="convidou você")
        await nova.presses("Aceito e concordo")
        asked = await admin.waits_for(text="aceitou o convite")
        await marli.waits_for(text="Marli Nova aceitou o convite da equipe", button="Recusar")
        await admin.presses("Sim, deixar entrar", on=asked)
        await admin.waits_for(text="Ainda não. A Aurora pode recusar até 17/06/2026")
        stage.clock.move(dt.timedelta(days=7))
        await admin.presses("Sim, deixar entrar", on=asked)

        await nova.waits_for(text="Você entrou na Aurora, como dono")
        await marli.waits_for(text="Marli Nova entrou na Aurora como dono, pelo convite da equipe")
        roles = {m.user_id: m.role for m in await rows(app, Membership)}
        assert {marli.id: "owner", nova.id: "owner"} == roles


async def test_nobody_else_sees_the_way_to_recover_a_company(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")

        welcome = await marli.asks("/start")

        assert not [label for label in welcome.labels if "Recuperar" in label]
