"""Norms in the chat: browsing, articles by number, deep links, search by words."""

from __future__ import annotations

from bot import conversation
from bot.local_telegram.people import Person, Seen
from tests.stories.conftest import Stage


async def test_every_norm_is_listed_with_what_is_known_of_its_force(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        norms = await jessica.asks("/normas")

        assert 11 == sum(label[0] in "🟢🟡⚪⚫" for label in norms.labels)
        assert "Res. CETM de 2015 (fretamento de funcionários) (provavelmente substituída)" in norms.text


async def test_a_norm_is_browsed_from_its_chapters_to_a_text_in_one_message(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/normas")
        await jessica.presses("🟢 Res. DAER 7.727/2022")
        index = await jessica.waits_for(text="Página 1 de 5")
        assert "regulamenta o transporte" in index.text
        await jessica.presses("Capítulo II – ")
        await jessica.waits_for(text="DO REGISTRO CADASTRAL")

        await jessica.presses("Art. 6º – ")

        text = await jessica.waits_for(text="Res. DAER 7.727/2022, art. 6º")
        assert index.message_id == text.message_id
        assert "Ainda não conferida na fonte oficial" in text.text


async def test_an_article_is_opened_by_its_number(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        article = await jessica.asks("/artigo 13 daer")

        assert article.text.startswith("Res. DAER 7.727/2022, art. 13")
        assert "Art. 14 ➡️" in article.labels


async def test_an_inciso_is_opened_with_what_stands_above_it(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        inciso = await jessica.asks("/artigo 5 inciso V")

        assert inciso.text.startswith("Res. DAER 7.727/2022, art. 5º, V")
        assert "Art. 5º As empresas privadas" in inciso.text


async def test_a_number_both_regulators_have_is_asked_about(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        which = await jessica.asks("/artigo 13")

        assert "Qual você quer?" in which.text
        await jessica.presses("Res. CETM de 2015")
        assert "METROPLAN" in (await jessica.reads()).text


async def test_an_article_that_is_not_there_leads_to_the_nearest(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        wrong = await jessica.asks("/artigo 99 daer")

        assert "Não encontrei “99 daer”" in wrong.text
        assert "vai até o art. 60" in wrong.text
        assert "Res. DAER 7.727/2022, art. 60" in wrong.labels


async def test_a_paragraph_that_is_not_there_leads_to_its_article(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        wrong = await jessica.asks("/artigo 13 § 9º daer")

        assert ["Res. DAER 7.727/2022, art. 13"] == wrong.labels[:1]


async def test_words_instead_of_a_number_are_looked_for(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        found = await jessica.asks("/artigo tacógrafo")

        assert "tacógrafo" in found.text.lower()
        await jessica.presses("Res. DAER 7.727/2022, ", on=found)
        assert "tacógrafo" in (await jessica.reads()).text.lower()


async def test_words_are_looked_for_inside_one_norm(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/normas")
        await jessica.presses("🟡 Res. CETM")
        await jessica.waits_for(text="Página 1")
        await jessica.presses("🔎 Procurar palavra")
        await jessica.waits_for(text="Que palavras procuro em Res. CETM")

        found = await jessica.asks("seguro")

        assert "🔎 seguro em Res. CETM" in found.text
        assert all(label.startswith("Res. CETM") for label in found.labels[:3])


async def test_the_next_results_replace_the_first_ones(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        first = await jessica.asks("/normas seguro")

        await jessica.presses("➡️ Mais resultados", on=first)

        more = await jessica.reads()
        assert first.message_id == more.message_id
        assert first.labels[:5] != more.labels[:5]


async def test_words_nobody_wrote_are_not_found(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        assert "Não achei “xyzzyq”" in (await jessica.asks("/normas xyzzyq")).text


async def test_a_long_article_is_one_page_a_screen_with_its_citation_on_each(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        first = await jessica.asks("/artigo 2 daer")

        later = await _turned(jessica, first, "Página 2 ▶️")
        last = later
        while last.button("▶️"):
            last = await _turned(jessica, last, "▶️")

        assert first.message_id == last.message_id
        assert "Res. DAER 7.727/2022, art. 2º · página 2 de " in later.text
        assert "➡️" in "".join(last.labels)
        assert "◀️" in "".join(last.labels)


async def _turned(person: Person, seen: Seen, label: str) -> Seen:
    await person.presses(label, on=seen)
    return await person.reads()


async def test_the_table_of_values_is_read_line_by_line(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        annex = await jessica.asks("/artigo anexo I daer")

        assert "• GRUPO V — 100 UPF-RS" in annex.text
        assert "<b>VALORES DE CAUÇÃO</b>" in annex.html


async def test_a_reference_is_a_button_and_who_cites_it_is_told(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/artigo 48 § 3º daer")
        citing = await jessica.asks("/artigo 48 daer")
        await jessica.presses("🔗 Quem cita", on=citing)
        cited = await jessica.waits_for(text="Quem cita Res. DAER 7.727/2022, art. 48")

        await jessica.presses(cited.labels[0], on=cited)

        text = await jessica.reads()
        assert any("📎 art. 48" in label for label in text.labels)


async def test_what_changed_is_told_with_its_act(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/artigo 4 inciso VI cetm")

        await jessica.presses("🕘 O que mudou")

        changes = await jessica.waits_for(text="O que mudou: ")
        assert "Nova redação por Resolução CETM 97/2016" in changes.text
        assert "Texto original não disponível" in changes.text


async def test_a_stale_norm_says_so_on_every_text(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        text = await jessica.asks("/artigo 4 cetm")

        assert "⚠️ Resolução de 2015; a CETM 126/2021 pode tê-la substituído" in text.text


async def test_t13_a_deep_link_opens_its_provision(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("daer-7727-2022__art48_inc5_ali3")

        assert "art. 48, V, c" in (await jessica.waits_for(text="Res. DAER 7.727/2022")).text


async def test_t13_a_deep_link_to_a_norm_opens_its_contents(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("cetm-2015")

        assert "Página 1 de" in (await jessica.reads()).text


async def test_t13_a_deep_link_to_nowhere_says_so_and_shows_the_menu(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        for payload in ("daer-7727-2022__art4800", "x" * 65, "daer-7727-2022%3Dart13", "%3D"):
            answer = await jessica.asks(f"/start {payload}")

            assert "não existe no acervo" in answer.text
            assert "💬 Fazer uma pergunta" in answer.labels


async def test_t13_the_same_link_twice_in_the_middle_of_a_form_keeps_the_draft(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await marli.asks("/empresa")
        await marli.presses("Cadastrar empresa")
        await marli.waits_for(text="Antes de guardar dados")
        await marli.presses("Concordo")
        await marli.waits_for(text="nome da empresa")

        for _ in range(2):
            await marli.starts("daer-7727-2022__art13")
            await marli.waits_for(text="Res. DAER 7.727/2022, art. 13")

        drafts = await app.services.database.run(lambda s: conversation.drafts(s, marli.id))
        assert [("company", True)] == [(d.flow, "consent" in d.answers) for d in drafts]


async def test_with_a_public_address_a_text_leads_to_its_page(stage: Stage) -> None:
    stage.options["public_url"] = "https://exemplo.com.br/"
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        text = await jessica.asks("/artigo 48 inciso V alínea c daer")

        assert 'href="https://exemplo.com.br/n/daer-7727-2022/art48#inc5_ali3"' in text.html
