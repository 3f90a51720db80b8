"""Checklists on paper: the outcome as a PDF, the printed forms filled in, the model of a defence."""

from __future__ import annotations

import io

from pypdf import PdfReader

from bot.models.chat import PrintJob
from tests.stories.checklist_steps import begins, finishes, opens_sheet, pages, pdf, types
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found, rows


async def test_the_outcome_is_printed_with_date_version_and_citations(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await marli.presses("PDF")
        sheet = await pdf(marli, "daer-cadastro-inicial-2026-06-10.pdf")

        text = await pages(marli, sheet)
        version = app.services.library.checklists.checklists["daer-cadastro-inicial"].rule_version
        for part in (
            "Impresso em 10/06/2026",
            version,
            "Certificado CADASTUR",
            "art. 5º, II",
            "CADASTRO INICIAL",
        ):
            assert part in text


async def test_every_page_of_an_outcome_names_the_norm_its_articles_are_of(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await marli.presses("PDF")
        sheet = await pdf(marli, "daer-cadastro-inicial")

        read = PdfReader(io.BytesIO(await marli.downloads(sheet)))
        assert len(read.pages) > 1
        for page in read.pages:
            assert "artigos: Res. DAER 7.727/2022" in page.extract_text()


async def test_the_declaration_is_filled_in_and_nothing_of_it_is_kept(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await finishes(marli)
        await opens_sheet(marli, "Declaração (Anexo XIII)")
        await types(marli, {
            "Quem vai assinar": "Marli <da> Silva",
            "CPF": "111.444.777-35",
            "nome da empresa": "[Aurora]",
            "CNPJ": "11.222.333/0001-81",
        })  # fmt: skip
        await marli.waits_for(text="CPF 111.444.777-35", button="Confirmar")
        await marli.presses("Confirmar")
        sheet = await pdf(marli, "declaracao-anexo-xiii.pdf")

        text = " ".join((await pages(marli, sheet)).split())
        assert "Eu, Marli <da> Silva, inscrito no CPF n° 111.444.777-35" in text
        assert "Aurora, inscrito no CNPJ n° 11.222.333/0001-81" in text
        assert "Validade de 30 dias a contar da data da assinatura" in text
        assert [] == await rows(app, PrintJob)


async def test_a_wrong_cpf_is_asked_again(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await finishes(marli)
        await opens_sheet(marli, "Declaração (Anexo XIII)")
        await types(marli, {"Quem vai assinar": "Marli", "CPF": "111.111.111-11"})

        await marli.waits_for(text="algum número está trocado")


async def test_the_request_form_ticks_its_box_in_the_printed_order(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await finishes(marli)
        await opens_sheet(marli, "Requerimento (Anexo II)")
        await types(marli, {
            "nome da empresa": "[Aurora]",
            "CNPJ": "11.222.333/0001-81",
            "telefone": "51 99999-1234",
            "e-mail": "marli@aurora.com.br",
            "RECEFITUR": "[Deixar em branco]",
            "placas": "iab1c23, IXY9Z99",
            "Quem vai assinar": "Marli da Silva",
        })  # fmt: skip
        await marli.waits_for(text="(51) 99999-1234", button="Confirmar")
        await marli.presses("Confirmar")
        sheet = await pdf(marli, "requerimento-anexo-ii.pdf")

        text = await pages(marli, sheet)
        assert "( X ) CADASTRO INICIAL" in text
        assert "( ) RENOVAÇÃO RECEFITUR" in " ".join(text.split())
        assert (
            text.index("CADASTRO INICIAL") < text.index("RENOVAÇÃO RECEFITUR") < text.index("FRET. PRÓPRIO")
        )
        assert "IAB1C23, IXY9Z99" in text


async def test_the_defence_holds_the_facts_given_and_says_that_it_is_a_model(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await begins(marli, "Defesa prévia de TNT")
        await types(marli, {"Como a notificação": "[Pelo correio]", "via do correio": "08/06/2026"})
        await marli.waits_for(button="Sim, está certo")
        await marli.presses("Sim, está certo")
        await types(marli, {"mais de 30 dias": "[Não ou não sei]", "O que a notificação diz": "[Seguro]"})
        await types(marli, {"Quem assina": "[Não]"})
        await marli.waits_for(button="Mais")
        await opens_sheet(marli, "Modelo de defesa")
        await types(marli, {
            "nome da empresa": "[Aurora]",
            "CNPJ": "11.222.333/0001-81",
            "número do TNT": "123/2026",
            "placas": "IAB1C23",
            "Conte o que aconteceu": "A apólice estava paga e no celular do motorista.",
            "Quem vai assinar": "Marli da Silva",
            "CPF": "11144477735",
        })  # fmt: skip
        await marli.waits_for(text="não é conselho jurídico", button="Confirmar")
        await marli.presses("Confirmar")
        sheet = await pdf(marli, "modelo-de-defesa.pdf")

        text = " ".join((await pages(marli, sheet)).split())
        assert "MODELO preenchido só com o que a empresa contou. Não é conselho jurídico" in text
        assert "A apólice estava paga e no celular do motorista." in text
        assert "O prazo de 15 dias vai até 23/06/2026" in text
        assert "art. 48, IV, d.3" in text
