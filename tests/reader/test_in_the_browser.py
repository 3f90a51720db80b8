"""Reader pages as a phone, a desk, a printer and a screen reader meet them, over the real listener.

`READER_PICTURES=docs/images pytest tests/reader/test_in_the_browser.py` writes the pictures anew.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Error, Page, ViewportSize

from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.reader import pages
from bot.settings import Settings
from bot.web import WebServer, create_app
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.local_telegram.browser import DESK, NARROW, PHONE, chromium
from tests.reader.changed import with_two_wordings

pytestmark = pytest.mark.browser

PAGES = {
    "list": "/n",
    "search": "/n?q=de+quanto+em+quanto+tempo+%C3%A9+o+LIT",
    "norm": "/n/daer-7727-2022",
    "article": "/n/daer-7727-2022/art13",
    "changed": "/n/cetm-2015/art4#inc6_ali1",
    "tables": "/n/daer-7727-2022/anx1",
    "nowhere": "/n/daer-7727-2022/art999",
}
LOOKS = {
    "narrow": (NARROW, False),
    "phone": (PHONE, False),
    "phone-dark": (PHONE, True),
    "desk": (DESK, False),
}


@pytest.fixture
async def address(
    knowledge: tuple[Library, Answerer], database: Database, clock: MovableClock, tmp_path: Path
) -> AsyncIterator[str]:
    """The listener with the reader's pages on a free port."""
    settings = Settings(_env_file=None, data_dir=tmp_path)
    base = with_two_wordings(knowledge)
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=base)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = WebServer(create_app(services, pages=[pages.routes]), listener)
        running = asyncio.create_task(server.run())
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.stop()
        await running


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


async def visited(
    browser: Browser, address: str, size: ViewportSize, *, dark: bool = False, script: bool = True
) -> Page:
    """A page of that size; without JavaScript for who reads so."""
    context = await browser.new_context(
        viewport=size, color_scheme="dark" if dark else "light", java_script_enabled=script, locale="pt-BR"
    )
    page = await context.new_page()
    await page.goto(address)
    return page


async def photographed(page: Page, file: Path) -> None:
    """A picture; Chromium on a busy machine now and then gives none at the first try."""
    for _ in range(4):
        with suppress(Error):
            await page.screenshot(path=str(file))
            return
    await page.screenshot(path=str(file))


@pytest.mark.parametrize("name", PAGES)
async def test_no_page_has_a_barrier_that_axe_finds_or_runs_over_its_edge(
    browser: Browser, address: str, tmp_path: Path, name: str
) -> None:
    folder, problems = Path(os.environ.get("READER_PICTURES", str(tmp_path))), {}
    for look, (size, dark) in LOOKS.items():
        page = await visited(browser, address + PAGES[name], size, dark=dark)
        for change in await page.locator("summary").all():
            await change.click()
        await photographed(page, folder / f"reader-{name}-{look}.png")
        found = await Axe().run(page)
        wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        problems[look] = ([(v["id"], len(v["nodes"])) for v in found.response["violations"]], max(0, wider))

    assert dict.fromkeys(LOOKS, ([], 0)) == problems


async def test_an_article_is_read_and_searched_without_javascript(browser: Browser, address: str) -> None:
    page = await visited(browser, f"{address}/n/daer-7727-2022/art13", PHONE, script=False)

    await page.get_by_label("Pergunte ou procure").fill("lista de passageiros")
    await page.get_by_role("button", name="Procurar").click()

    assert await page.get_by_role("link", name="art. ").count() > 0


async def test_the_difference_of_two_wordings_is_read_without_javascript_and_without_colour(
    browser: Browser, address: str
) -> None:
    page = await visited(browser, f"{address}/n/cetm-2015/art4#inc6_ali1", NARROW, script=False)
    passage = page.locator("#inc6_ali1")

    await passage.get_by_text("O que mudou").click()

    assert "[saiu: duas vias.]" == await passage.locator("del").inner_text()
    assert "[novo: uma via, atualizada.]" == await passage.locator("ins").inner_text()


async def test_wordings_stand_side_by_side_on_a_desk_and_one_above_the_other_on_a_narrow_phone(
    browser: Browser, address: str
) -> None:
    tops = {}
    for name, size in (("desk", DESK), ("narrow", NARROW)):
        page = await visited(browser, f"{address}/n/cetm-2015/art4#inc6_ali1", size)
        await page.locator("#inc6_ali1").get_by_text("O que mudou").click()
        boxes = [await each.bounding_box() for each in await page.locator("#inc6_ali1 .versions > div").all()]
        tops[name] = len({box["y"] for box in boxes if box})

    assert {"desk": 1, "narrow": 2} == tops


async def test_a_reader_reaches_the_text_with_the_first_keys(browser: Browser, address: str) -> None:
    page = await visited(browser, f"{address}/n/daer-7727-2022/art13", DESK)

    await page.keyboard.press("Tab")

    assert "Ir para o texto" == await page.evaluate("document.activeElement.textContent")


async def test_the_address_of_a_paragraph_opens_at_it(browser: Browser, address: str) -> None:
    page = await visited(browser, f"{address}/n/daer-7727-2022/art13#par3", PHONE)

    assert await page.locator("section:target").get_by_role("heading").first.is_visible()
    assert await page.evaluate("scrollY") > 0


async def test_paper_gets_the_text_without_the_buttons(browser: Browser, address: str) -> None:
    page = await visited(browser, f"{address}/n/daer-7727-2022/art13", DESK)

    await page.emulate_media(media="print")

    assert not await page.get_by_role("button", name="Procurar").is_visible()
    assert await page.locator("#par2").is_visible()
