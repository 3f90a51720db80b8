"""Editors keep the base true by chat: a provision, a whole text, the UPF, a day off; every replica sees it."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal

import docx
from fpdf import FPDF
from PIL import Image

from knowledge.norm_store import read_folder
from knowledge.schema import DATA
from tests.stories.conftest import Stage
from tests.stories.norm_steps import (
    amends,
    begins_whole_text,
    enters_day_off,
    enters_upf,
    names_act,
    opens_values,
    publishes,
    takes,
)
from tests.stories.staff_steps import Carrier, carriers, known, schedules, with_admins, works, writes

NEW_WORDS = "Os contribuintes emitem pelo Regime Especial da NFF os documentos da Portaria 105."


async def test_the_2026_amendment_of_the_df_ordinance_is_a_revision_with_its_date(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        shown = await amends(
            ana, "Portaria SEEC/DF", "art3", NEW_WORDS, act="Portaria 105/2026", since="13/02/2026"
        )
        assert "[-" in shown.text
        assert "Listas de documentos: Adesão" in shown.text
        await publishes(ana, app, shown)

        corpus = app.services.library.corpus
        before = corpus.in_force_on("df-nff-2022:art3", dt.date(2026, 2, 12)).version
        after = corpus.in_force_on("df-nff-2022:art3", dt.date(2026, 2, 13)).version
        assert before is not None
        assert before.text is not None
        assert "Poderão ser emitidos" in before.text
        assert after is not None
        assert NEW_WORDS == after.text
        assert "Portaria 105/2026" == after.by
    async with stage.running() as app:  # another replica, or the same after a restart
        await takes(app)
        assert NEW_WORDS == app.services.library.corpus.provision("df-nff-2022:art3").text


async def test_one_act_changes_two_articles_and_ends_a_third_each_a_revision(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        act, since = "Portaria 105/2026", "13/02/2026"
        for provision, words in (("art3", NEW_WORDS), ("art7", "Vale o envio posterior.")):
            shown = await amends(ana, "Portaria SEEC/DF", provision, words, act=act, since=since)
            await publishes(ana, app, shown)
        shown = await amends(ana, "Portaria SEEC/DF", "art11_par4", "Revogado.", act=act, since=since)
        assert "➖" in shown.text
        await publishes(ana, app, shown)

        corpus, eve, day = app.services.library.corpus, dt.date(2026, 2, 12), dt.date(2026, 2, 13)
        assert 3 == app.services.library.revision
        assert "Vale o envio posterior." == corpus.provision("df-nff-2022:art7").text
        assert NEW_WORDS == corpus.provision("df-nff-2022:art3").text
        held = [corpus.in_force_on("df-nff-2022:art11_par4", on).held for on in (eve, day)]
        assert "ended" == held[1]
        assert "ended" != held[0]


async def test_an_extension_of_a_term_in_para_for_some_plate_endings_is_a_revision(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        words = "Fica prorrogado até 31/05/2022 o licenciamento dos veículos de placas de final 1 e 2."
        shown = await amends(
            ana,
            "Portaria DETRAN/PA",
            "art1",
            words,
            act="Portaria nova",
            since="20/04/2022",
            until="31/05/2022",
        )
        await publishes(ana, app, shown)
        corpus = app.services.library.corpus
        norm = next(n.id for n in corpus.norms if corpus.provision(f"{n.id}:art1").text == words)
        assert "in_force" != corpus.in_force_on(f"{norm}:art1", dt.date(2022, 6, 1)).held
        version = corpus.in_force_on(f"{norm}:art1", dt.date(2022, 5, 31)).version
        assert version is not None
        assert words == version.text


async def test_a_broadcast_that_cites_what_changed_pauses_itself(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Veja o artigo.", cites="df-nff-2022:art3")
        await schedules(stage, app, ana, "amanhã 9h")
        shown = await amends(
            ana, "Portaria SEEC/DF", "art3", NEW_WORDS, act="Portaria 105/2026", since="13/02/2026"
        )
        await publishes(ana, app, shown)
        await works(stage, app)

        await ana.waits_for(text="O comunicado 1 parou: mudou")
        stage.clock.move(dt.timedelta(days=2))
        await works(stage, app)
        assert 0 == await app.dispatcher.drain()
        assert [] == [m for m in await marli.messages() if m.by_bot]


async def test_a_whole_text_as_word_file_shows_the_difference_and_nothing_is_published_before(
    stage: Stage,
) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        source = read_folder(DATA / "norms" / "cetm-2015").source
        document = docx.Document()
        for line in source.replace("passageiros", "viajantes", 1).splitlines():
            document.add_paragraph(line)
        stream = io.BytesIO()
        document.save(stream)
        await begins_whole_text(ana, "CETM")
        await ana.sends_document("norma.docx", stream.getvalue())
        await names_act(ana, "Resolução nova")

        shown = await ana.waits_for(text="O que muda na")
        assert "viajantes" in shown.text
        assert 0 == app.services.library.revision


async def test_a_scanned_pdf_another_norm_and_a_long_paste_get_clear_answers(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running():
        await begins_whole_text(ana, "CETM")
        await ana.sends_document("norma.pdf", _scanned())
        await ana.waits_for(text="não tem texto")
        await ana.says("Art. 1º " + "tabela colada da internet\t12\t34 " * 130)
        await ana.waits_for(text="o Telegram o corta")
        await ana.sends_document("outra.txt", "Art. 1º Fica criado o dia do chimarrão.".encode())
        await names_act(ana, "Lei nova")

        await ana.waits_for(text="parece ser de outra norma")


def _scanned() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (200, 200), "#eeeeee").save(picture, format="PNG")
    pdf = FPDF()
    pdf.add_page()
    pdf.image(picture)
    return bytes(pdf.output())


async def test_the_upf_of_the_new_year_is_asked_for_in_december_and_entered_by_chat(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    stage.clock.set(dt.datetime(2026, 12, 1, 15, tzinfo=dt.UTC))
    async with stage.running() as app:
        await works(stage, app)
        await ana.waits_for(text="Falta a UPF-RS de 2027")
        await opens_values(ana, "UPF do ano novo")
        await enters_upf(ana, "30,1234")
        await takes(app)

        assert Decimal("30.1234") == app.services.library.upf.on(dt.date(2027, 3, 1)).value
        stage.clock.move(dt.timedelta(days=7))
        await works(stage, app)
        assert 1 == len([m for m in await ana.messages() if "Falta a UPF-RS de 2027" in m.text])


async def test_an_optional_day_entered_by_chat_is_in_the_calendar(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        await enters_day_off(ana)
        await takes(app)

        found = app.services.library.calendar.on(dt.date(2026, 6, 22), "Porto Alegre")
        assert found is not None
        assert ("optional", "half") == (found.scope, found.closes)


async def test_a_contact_is_changed_by_chat_with_the_day_it_was_seen(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        await opens_values(ana, "Contatos")
        phone = "METROPLAN: telefone do fretamento"
        await ana.presses(phone, on=await ana.waits_for(button=phone))
        assert "Visto em 19/03/2024" in (await ana.waits_for(button="Mudar")).text
        await ana.presses("Mudar")
        await ana.waits_for(text="Qual é o contato?")
        await ana.says("(51) 3000-0000")
        await ana.presses("Hoje", on=await ana.waits_for(text="Em que dia você viu"))
        await ana.waits_for(text="De onde veio?")
        await ana.says("ligação")
        await ana.waits_for(text="METROPLAN: telefone do fretamento está na base")
        await takes(app)

        found = app.services.library.checklists.contacts["metroplan-telefone"]
        assert ("(51) 3000-0000", "2026-06-10", "ligação") == (found.value, found.seen_on, found.source)
        await ana.presses("Voltar")
        await ana.presses("Novo contato", on=await ana.waits_for(button="Novo contato"))
        await ana.waits_for(text="De que órgão é")
        await ana.says("DAER")
        await ana.waits_for(text="O que é?")
        await ana.says("plantão da fiscalização")
        await ana.waits_for(text="Qual é o contato?")
        await ana.says("(51) 3111-1111")
        await ana.presses("Hoje", on=await ana.waits_for(text="Em que dia você viu"))
        await ana.waits_for(text="De onde veio?")
        await ana.says("página do DAER")
        await ana.waits_for(text="plantão da fiscalização está na base")
        await takes(app, after=1)
        assert "daer-plantao-da-fiscalizac" in str(app.services.library.checklists.contacts)


async def test_the_panel_shows_numbers_and_a_chart_and_hides_small_groups(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    people = await known(stage, *(f"Pessoa {n}" for n in range(6)))
    with_admins(stage, ana)
    async with stage.running() as app:
        due = dt.date(2026, 6, 20)
        await carriers(
            app,
            *(Carrier(f"Empresa {n}", (p.id,), plate=f"IAB1C2{n}", due=due) for n, p in enumerate(people)),
        )
        panel = await ana.asks("/painel")
        assert "Empresas: 6" in panel.text
        assert ": 6" in panel.text.partition("Vencem em 06/2026")[2].partition("Avisos")[0]
        assert "Empresa 1" not in panel.text
        await ana.presses("Gráfico do mês")
        await app.dispatcher.drain()

        chart = await ana.waits_for(where=lambda m: m.file is not None)
        assert Image.open(io.BytesIO(await ana.downloads(chart))).width >= 400
