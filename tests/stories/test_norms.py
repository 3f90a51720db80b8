"""Norms in the chat: browsing, articles by number, deep links, search."""

from __future__ import annotations

from tests.stories.conftest import Stage


async def test_t13_a_deep_link_opens_its_provision(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("daer-7727-2022__art48_inc5_ali3")

        assert "art. 48, V, c" in (await jessica.waits_for(text="Res. DAER 7.727/2022")).text


async def test_t13_a_deep_link_to_nowhere_says_so(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("daer-7727-2022__art4800")

        assert "não existe no acervo" in (await jessica.reads()).text


async def test_an_article_is_opened_by_its_number(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")

        article = await jessica.asks("/artigo 13 daer")

        assert article.text.startswith("Res. DAER 7.727/2022, art. 13")
        assert "➡️ Art. 14" in article.labels


async def test_a_long_article_comes_in_parts_with_its_citation_on_each(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.says("/artigo 2 daer")
        await jessica.waits_for(text="parte 5/5", timeout=15)

        parts = [m for m in await jessica.messages() if m.by_bot]

        assert [5, True] == [len(parts), all("Res. DAER 7.727/2022, art. 2" in p.text for p in parts)]
