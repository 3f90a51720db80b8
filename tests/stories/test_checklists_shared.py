"""Checklists over time and between colleagues: rules that change, two people at one draft, papers ticked over days."""

from __future__ import annotations

import dataclasses
import datetime as dt

from sqlalchemy import delete
from sqlmodel import Session, col

from bot import accounts
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.chat import Draft
from bot.models.fleet import Membership
from knowledge.checklist_model import Change, Checklist
from knowledge.checklists import Library as Checklists
from tests import carriers
from tests.conftest import NOON
from tests.stories.checklist_steps import PIXEL, START, answers, begins, finishes, opens_first_item
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found, rows


def changed(stage: Stage, checklist: Checklist) -> None:
    """The next start knows the new rules."""
    library, answerer = stage.knowledge
    known = {**library.checklists.checklists, checklist.id: checklist}
    lists = Checklists(known, library.checklists.contacts)
    stage.knowledge = (dataclasses.replace(library, checklists=lists), answerer)


def second_version(stage: Stage) -> Checklist:
    """The first registration with another rule about tourism."""
    first = stage.knowledge[0].checklists.checklists["daer-cadastro-inicial"]
    change = Change(
        version=2,
        since=dt.date(2026, 7, 1),
        what="O CADASTUR passou a ser pedido a todos.",
        ask_again=("turismo",),
    )
    return first.model_copy(update={"version": 2, "changes": (change,)})


async def test_r30_a_rule_that_changed_is_told_and_only_its_questions_are_asked_again(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running():
        await finishes(marli)
    changed(stage, second_version(stage))
    stage.clock.move(dt.timedelta(days=60))
    async with stage.running():
        await marli.asks("/checklist")
        await marli.presses("Suas listas")
        await marli.waits_for(button="Cadastro inicial")
        await marli.presses("Cadastro inicial")
        told = await marli.waits_for(text="A regra mudou")
        assert "desde 01/07/2026: O CADASTUR passou a ser pedido a todos." in told.text
        await marli.presses("Continuar")
        assert "4 de 9" in (await marli.waits_for(text="fretamento turístico")).text
        await marli.presses("Não")

        outcome = await marli.waits_for(text="versão 2+")
        assert "09/08/2026" in outcome.text


async def test_r30_an_old_button_after_a_change_of_rules_tells_first_and_answers_nothing(
    stage: Stage,
) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running():
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        await marli.says("3")
        question = await marli.waits_for(text="fretamento turístico")
    changed(stage, second_version(stage))
    async with stage.running() as app:
        await marli.presses("Sim", on=question)
        await marli.waits_for(text="A regra mudou")

        (draft,) = await rows(app, Draft)
        assert {"tipo": "sociedade", "proprios": "nao", "veiculos": "3"} == draft.answers


async def colleague(app: App, stage: Stage, company: int, name: str = "Zeca") -> Person:
    """Another member of the company who has met the bot."""
    person = await stage.telegram.person(name)
    await person.asks("/start")

    def work(session: Session) -> None:
        accounts.touch(session, user_id=person.id, name=name, now=NOON)
        session.add(Membership(company_id=company, user_id=person.id, role="manager", since=NOON))

    await app.services.database.run(work)
    return person


async def shares(owner: Person, name: str) -> Seen:
    """From the outcome or the open question to the shared draft."""
    await owner.presses("Mais")
    await owner.waits_for(button="Compartilhar")
    await owner.presses("Compartilhar")
    await owner.waits_for(text="Com quem", button=name)
    await owner.presses(name)
    return await owner.waits_for(text="Compartilhada")


async def test_two_people_at_one_draft_the_last_answer_wins_and_both_are_told(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        company = await found(app, marli)
        zeca = await colleague(app, stage, company)
        await finishes(marli)
        await shares(marli, "Zeca")
        invitation = await zeca.waits_for(text="Marli (Aurora) compartilhou")
        assert "⬜" in invitation.text
        await zeca.presses("Abrir")
        await zeca.waits_for(button="Respostas")
        await zeca.presses("Respostas")
        await zeca.waits_for(text="Toque em uma para mudar")
        await zeca.presses("4. Vai fazer fretamento")
        await zeca.waits_for(text="Hoje está: Sim")
        await zeca.presses("Não")

        told = await zeca.waits_for(text="Marli tinha respondido “Sim”")
        assert "Agora vale a sua resposta: “Não”" in told.text
        assert "de “Sim” para “Não”" in (await marli.waits_for(text="Zeca mudou a sua resposta")).text
        assert ["nao"] == [d.answers["turismo"] for d in await rows(app, Draft)]


async def test_a_colleague_who_left_the_company_sees_the_draft_no_longer(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        company = await found(app, marli)
        zeca = await colleague(app, stage, company)
        await finishes(marli)
        await shares(marli, "Zeca")
        await zeca.waits_for(text="compartilhou")

        def leaves(session: Session) -> None:
            session.execute(delete(Membership).where(col(Membership.user_id) == zeca.id))

        await app.services.database.run(leaves)
        await zeca.presses("Abrir")

        await zeca.waits_for(text="Esta tela mudou")
        assert "Marli" not in (await zeca.screen()).text


async def test_t08_an_item_is_ticked_after_a_restart_and_the_next_is_shown(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running():
        await finishes(marli)
        await marli.presses("Marcar os papéis")
        await marli.waits_for(text="0 de ")
        await marli.presses("Solicitação de registro")
        first = await marli.waits_for(text="1 de ", button="Já tenho")
    async with stage.running() as app:
        await marli.presses("Já tenho", on=first)
        await marli.waits_for(text="Marcado. O próximo", button="Já tenho")

        (draft,) = await rows(app, Draft)
        assert {"solicitacao": {"done": True, "by": marli.id, "on": "2026-06-10"}} == draft.ticks
        await marli.presses("Já tenho", on=first)
        await marli.waits_for(text="Esta tela mudou")
        assert "2 de " in (await marli.waits_for(button="Já tenho")).text


async def test_a_photo_and_a_pdf_are_attached_listed_and_sent_again(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await opens_first_item(marli)
        await marli.sends_photo(PIXEL)
        await marli.waits_for(text="1 arquivo anexado")
        await marli.sends_document("CRLV <2ª via>.pdf", b"%PDF-1.4 ")
        await marli.waits_for(text="2 arquivos anexados")
        await marli.presses("Ver arquivo")

        listed = await marli.waits_for(text="CRLV <2ª via>.pdf", button="Tirar os anexos")
        assert "1. foto" in listed.text
        sent = [m.file.kind for m in await marli.messages() if m.by_bot and m.file]
        assert ["photo", "document"] == sent


async def test_a_note_stays_with_its_paper(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await opens_first_item(marli)
        await marli.presses("Nota")
        await marli.waits_for(text="Escreva a nota")
        await marli.says("pedi ao contador <sexta>")

        assert "📝 pedi ao contador <sexta>" in (await marli.waits_for(text="Nota guardada")).text


async def test_t12_a_voice_note_at_a_paper_says_what_can_be_sent(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await opens_first_item(marli)
        await marli.sends_voice()

        await marli.waits_for(text="Envie uma foto ou um documento")


async def fleet(app: App, company: int) -> None:
    """Two vehicles, one LIT valid for long, one that ends within days."""

    def work(session: Session) -> None:
        for plate, day in (("IAB1C23", dt.date(2027, 1, 31)), ("IXY9Z99", dt.date(2026, 6, 20))):
            carriers.vehicle(session, company, plate, lit=day, year=2018, seats=20)

    await app.services.database.run(work)


async def test_the_fleet_answers_and_ticks_and_a_paper_that_will_have_expired_is_flagged(
    stage: Stage,
) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await fleet(app, await found(app, marli))
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos", button="2 veículos (da sua frota)")
        await marli.presses("2 veículos (da sua frota)")
        await answers(marli, {
            "fretamento turístico": "Sim",
            "só no nome da empresa": "Não, todos próprios",
            "novo de fábrica": "Não",
            "mais de 21 anos": "Não",
            "procurador": "Não, é o titular ou sócio",
            "7.000 UPF-RS": "Capital social",
        })  # fmt: skip
        await marli.waits_for(button="Marcar os papéis")
        await marli.presses("Marcar os papéis")
        await marli.waits_for(text="1 de ", button="Próximos")
        await marli.presses("Voltar")
        await marli.waits_for(button="Datas")
        await marli.presses("Datas")
        await marli.waits_for(button="Dia do pedido")
        await marli.presses("Dia do pedido")
        await marli.waits_for(text="Em que dia")
        await marli.says("01/07/2026")
        await marli.waits_for(text="1º de julho de 2026", button="Sim, está certo")
        await marli.presses("Sim, está certo")

        home = await marli.waits_for(text="Dia do pedido: 01/07/2026")
        assert "⚠️ LIT ou CSV de cada veículo que não é novo (vencido em 01/07/2026)" in home.text
