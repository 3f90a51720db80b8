"""Checklists in the chat: found, answered one question a screen, left and taken up again, changed, shared."""

from __future__ import annotations

import datetime as dt

from bot.models.chat import Draft
from tests.stories.checklist_steps import START, answers, begins, finishes
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found, rows
from tests.stories.fleet_helpers import Fleet

RENEWAL = {
    "entra na frota": "Não",
    "fretamento turístico": "Não",
    "só no nome da empresa": "Não, todos próprios",
    "idade da frota": "Nenhum novo nem acima de 21",
    "procurador": "Não, é o titular ou sócio",
    "7.000 UPF-RS": "Capital social ou bens",
}


async def test_daer_cadastro_inicial_from_the_list_of_the_authority_to_the_outcome(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.asks("/checklist")
        await marli.presses("DAER")
        await marli.waits_for(text="O que você quer fazer?", button="Buscar")

        await finishes(marli)

        said = "\n".join(m.text for m in await marli.messages() if m.by_bot)
        for heading in (
            "O que é",
            "Quem pode",
            "Requisitos e documentos",
            "Etapas",
            "Prazo",
            "Custo",
            "contato",
        ):
            assert heading in said
        assert "☒ CADASTRO INICIAL" in said
        assert "25 UPF-RS" in said
        assert "versão 1+" in said


async def test_why_shows_the_provision_and_leads_back(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        await marli.presses("Por quê?")
        reason = await marli.waits_for(text="mínimo de dois veículos")
        assert "Res. DAER 7.727/2022, art. 8º, § 4º" in reason.text
        await marli.presses("Responder")

        assert "3 de " in (await marli.waits_for(text="Quantos veículos")).text


async def test_r31_a_restart_keeps_the_question_and_its_buttons(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running():
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        await marli.says("3")
        fourth = await marli.waits_for(text="fretamento turístico")
    stage.clock.move(dt.timedelta(days=200))
    async with stage.running():
        await marli.presses("Sim", on=fourth)

        assert "5 de " in (await marli.waits_for(text="só no nome da empresa")).text


async def test_r31_a_bad_number_and_leaving_keep_what_was_given(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        await marli.says("uns dez")
        await marli.waits_for(text="não serve")
        await marli.presses("Salvar e sair")
        await marli.waits_for(text="Guardado")

        assert [{"tipo": "sociedade", "proprios": "nao"}] == [d.answers for d in await rows(app, Draft)]
        await marli.presses("Continuar")
        assert "Quantos veículos" in (await marli.waits_for(text="3 de ")).text


async def test_r31_an_impossible_date_says_why_and_a_good_one_is_echoed_in_words(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await begins(marli, "Defesa prévia de TNT")
        await marli.waits_for(text="1 de ")
        date = await marli.screen()
        while "Escreva assim" not in date.text:
            await marli.presses(date.labels[0], on=date)
            date = await marli.reads()
        await marli.says("31/02/2026")
        assert "Fevereiro não tem dia 31" in (await marli.waits_for(text="⚠️")).text
        await marli.says("06/02/26")

        assert (
            "6 de fevereiro de 2026 (sexta-feira)" in (await marli.waits_for(button="Sim, está certo")).text
        )


async def test_t08_a_button_of_a_replaced_question_changes_nothing(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        first = await begins(marli)
        await marli.presses("Firma individual", on=first)
        await marli.waits_for(text="próprios funcionários")
        await marli.presses("MEI", on=first)
        await marli.waits_for(text="Esta tela mudou")

        await marli.waits_for(text="próprios funcionários")
        assert [{"tipo": "individual"}] == [d.answers for d in await rows(app, Draft)]


async def test_a_stop_ends_the_questions_and_says_why(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        first = await begins(marli)
        await marli.presses("MEI", on=first)

        assert "art. 5º, § 5º" in (await marli.waits_for(text="O pedido para aqui")).text


async def test_one_answer_changed_from_the_review_keeps_the_others(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await marli.presses("Respostas")
        await marli.waits_for(text="Toque em uma para mudar")
        await marli.presses("3. Quantos veículos")
        await marli.waits_for(text="Hoje está: 3")
        await marli.says("12")
        await marli.waits_for(text="Quantos veículos vai registrar? 12")

        (draft,) = await rows(app, Draft)
        assert ("12", "sim", 9) == (draft.answers["veiculos"], draft.answers["turismo"], len(draft.answers))


async def test_back_opens_the_answer_before(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        await marli.presses("Voltar")

        assert "2 de " in (await marli.waits_for(text="próprios funcionários")).text


async def test_a_question_inside_a_checklist_is_answered_on_request(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await marli.says("posso ser MEI?")
        await marli.waits_for(text="parece uma pergunta")
        await marli.presses("Responder minha pergunta")

        assert "1 de " in (await marli.waits_for(text="Que tipo de empresa")).text


async def test_several_drafts_are_renamed_and_deleted_apart(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await marli.presses("Firma individual")
        await marli.waits_for(text="próprios funcionários")
        await finishes(marli)
        await marli.presses("Mais")
        await marli.waits_for(button="Nome")
        await marli.presses("Nome")
        await marli.waits_for(text="Escreva o novo nome")
        await marli.says("Filial <b>Pelotas</b>")
        await marli.waits_for(text="Filial <b>Pelotas</b>")
        await marli.asks("/checklist")
        await marli.presses("Suas listas")
        await marli.waits_for(text="Suas listas", button="Filial")
        await marli.presses("Cadastro inicial")
        await marli.waits_for(text="próprios funcionários")
        await marli.asks("/checklist")
        await marli.presses("Suas listas")
        await marli.waits_for(button="Filial")
        await marli.presses("Filial")
        await marli.waits_for(button="Mais")
        await marli.presses("Mais")
        await marli.waits_for(button="Excluir")
        await marli.presses("Excluir")
        await marli.waits_for(text="se perdem")
        await marli.presses("Sim, excluir")
        await marli.waits_for(text="Excluída")

        assert ["Cadastro inicial no RECEFITUR"] == [d.title for d in await rows(app, Draft)]


async def test_a_stranger_without_a_company_may_use_a_list(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/checklist consulta")
        await jessica.presses("Consulta")
        await jessica.waits_for(button="Ver a lista")
        await jessica.presses("Ver a lista")

        await jessica.waits_for(text="O que é", button="Marcar os papéis")


async def test_a_draft_of_another_person_is_a_stale_button(stage: Stage) -> None:
    async with stage.running() as app:
        marli, zeca = await stage.telegram.person("Marli"), await stage.telegram.person("Zeca")
        await found(app, marli)
        await found(app, zeca, "Boreal")
        await begins(marli)
        (draft,) = await rows(app, Draft)
        await zeca.starts(f"lista-daer-cadastro-inicial_{draft.id}")

        shown = await zeca.waits_for(button="Começar")
        assert not [b for b in shown.labels if "📂" in b]


async def test_a_verb_finds_the_list_that_is_named_by_its_noun(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")

        found = await marli.asks("/checklist quero renovar o lit")

        assert "Renovação do LIT (inspeção)" == found.labels[0]
        assert "Renovação do RECEFITUR" in found.labels


async def test_a_renewal_opens_and_does_not_expire(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        for end, opening in (
            ("01/07/2026", "já abriu, sábado, 02/05/2026"),
            ("15/03/2029", "14/01/2029, em 949 dias"),
        ):
            await marli.asks("/checklist renovação recefitur")
            await marli.presses("Renovação do RECEFITUR")
            await marli.waits_for(button="Começar")
            await marli.presses("Começar")
            await marli.waits_for(text="débito ou multa")
            await marli.presses("Não")
            await marli.waits_for(text="Em que dia vence")
            await marli.says(end)
            await marli.waits_for(button="Sim, está certo")
            await marli.presses("Sim, está certo")
            await answers(marli, {"Que tipo de empresa": "Sociedade ou firma individual"})
            await marli.waits_for(text="Com quantos veículos")
            await marli.says("3")
            await answers(marli, RENEWAL)

            await marli.waits_for(text=opening)


async def test_an_answer_that_the_stored_fleet_contradicts_is_asked_again(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.vehicle("IAB1C23", year=2003)
        await company.vehicle("IAB1C24", year=2015)
        await begins(marli, "Renovação do RECEFITUR")
        await answers(marli, {"débito ou multa": "Não"})
        await marli.waits_for(text="Em que dia vence")
        await marli.says("10/07/2026")
        await answers(marli, {"": "Sim, está certo"})
        await answers(marli, {"Que tipo de empresa": "Sociedade ou firma individual"})
        await marli.waits_for(text="quantos veículos a frota fica")
        await marli.says("2")
        rest = {"entra na frota": "Não", "fretamento turístico": "Não", "só no nome": "Não, todos próprios"}
        await answers(marli, rest)
        asked = await marli.waits_for(text="a idade da frota")
        assert "Pelos veículos guardados: Há acima de 21, até metade." in asked.text

        await marli.presses("Nenhum novo nem acima de 21")

        await marli.waits_for(text="Isso não bate com os veículos guardados")
        await marli.presses("Há acima de 21, até metade")
        await marli.waits_for(text="é procurador")
