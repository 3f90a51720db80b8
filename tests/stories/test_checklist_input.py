"""Whatever is sent at a question of a checklist gets an answer and changes nothing."""

from __future__ import annotations

from bot.local_telegram.people import SAMPLES
from bot.models.chat import Draft
from tests.stories.checklist_steps import PIXEL, START, answers, begins
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import rows


async def test_t12_anything_but_an_answer_shows_the_question_again(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        for kind in SAMPLES:
            await marli.sends(SAMPLES[kind])
            await marli.waits_for(text="Quantos veículos")
        await marli.sends_voice()
        await marli.waits_for(text="Quantos veículos")
        await marli.sends_document("estranho \u202e<b>.pdf", b"%PDF-1.4 ")
        await marli.waits_for(text="Quantos veículos")
        await marli.sends_photo(PIXEL, caption="3")
        await marli.waits_for(text="fretamento turístico")

        (draft,) = await rows(app, Draft)
        assert {"tipo": "sociedade", "proprios": "nao", "veiculos": "3"} == draft.answers


async def test_a_button_of_another_draft_changes_neither(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        first = await begins(marli)
        await begins(marli, "Renovação do RECEFITUR")
        await marli.presses("MEI", on=first)
        await marli.waits_for(text="Esta tela mudou")

        await marli.waits_for(text="Renovação do RECEFITUR", button="Salvar e sair")
        assert [{}, {}] == [d.answers for d in await rows(app, Draft)]


async def test_t09_two_identical_presses_answer_once(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        first = await begins(marli)
        await marli.presses("Firma individual", on=first, times=2)
        await marli.waits_for(text="Esta tela mudou")

        await marli.waits_for(text="próprios funcionários")
        assert [{"tipo": "individual"}] == [d.answers for d in await rows(app, Draft)]


async def test_an_answer_of_the_law_leads_to_its_checklist(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("quais documentos preciso para o cadastro no RECEFITUR do DAER?")
        await jessica.presses("📋")

        await jessica.waits_for(button="Começar")
