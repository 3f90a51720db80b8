"""The chat page over time: lost connections, long lists, demonstration clock, reset, keyboard, accessibility."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, ViewportSize, expect
from telegram import Bot

from bot.local_telegram.persons import DEMONSTRATION, read_persons
from bot.local_telegram.testing import LocalTelegram, running_server
from tests.local_telegram.browser import DESK, PHONE, complaints, opened, picture
from tests.local_telegram.conftest import Api
from tests.local_telegram.test_methods import KEYBOARD
from tests.local_telegram.test_methods import picture as large_picture

pytestmark = pytest.mark.browser

PEOPLE = read_persons(DEMONSTRATION)


async def test_the_page_finds_its_server_again_and_shows_what_it_missed(
    browser: Browser, tmp_path: Path
) -> None:
    database = tmp_path / "t.sqlite"
    async with running_server(persons=PEOPLE, database=database) as telegram:
        await (await telegram.known_person(100001)).says("antes")
        page = await opened(browser, telegram.url, PHONE, "100001")
        await expect(page.get_by_role("log")).to_contain_text("antes")
    await expect(page.get_by_text("Sem ligação com o servidor")).to_be_visible()
    async with running_server(
        persons=PEOPLE, database=database, port=int(telegram.url.rpartition(":")[2])
    ) as again:
        await (await again.known_person(100001)).says("depois")
        await expect(page.locator(".words")).to_have_text(["antes", "depois"])
        await expect(page.get_by_text("Sem ligação com o servidor")).to_be_hidden()


async def test_a_long_chat_opens_at_its_end_and_goes_back_page_by_page(
    browser: Browser, telegram: LocalTelegram, api: Api
) -> None:
    ana = await telegram.person("Ana", started=True)
    for number in range(150):
        await api.ok("sendMessage", chat_id=ana.id, text=f"mensagem {number}")
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    await expect(page.get_by_text("mensagem 149", exact=True)).to_be_in_viewport()
    for _ in range(2):
        await page.get_by_role("button", name="Mensagens anteriores").click()
    await expect(page.locator(".words")).to_have_text([f"mensagem {n}" for n in range(150)])
    await expect(page.get_by_role("button", name="Mensagens anteriores")).to_be_hidden()


async def test_a_new_message_does_not_pull_away_who_reads_further_up(
    browser: Browser, telegram: LocalTelegram, api: Api
) -> None:
    ana = await telegram.person("Ana", started=True)
    for number in range(40):
        await api.ok("sendMessage", chat_id=ana.id, text=f"mensagem {number}")
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    await page.get_by_text("mensagem 39", exact=True).wait_for()
    await page.locator(".scroll").evaluate("(box) => { box.scrollTop = 0; }")
    await api.ok("sendMessage", chat_id=ana.id, text="nova")
    down = page.get_by_role("button", name="Ir para a última mensagem")
    await expect(down).to_have_text("1")
    assert await page.locator(".scroll").evaluate("(box) => box.scrollTop") == 0
    await down.click()
    await expect(page.get_by_text("nova", exact=True)).to_be_in_viewport()
    await expect(down).to_be_hidden()


async def test_the_end_stays_in_sight_when_the_window_or_a_picture_changes_the_room(
    browser: Browser, telegram: LocalTelegram, bot: Bot
) -> None:
    ana = await telegram.person("Ana", started=True)
    for number in range(30):
        await bot.send_message(ana.id, f"mensagem {number}")
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    last = page.get_by_text("mensagem 29", exact=True)
    await expect(last).to_be_in_viewport(ratio=1)
    await page.set_viewport_size({"width": 390, "height": 500})
    await expect(last).to_be_in_viewport(ratio=1)
    await bot.send_photo(ana.id, large_picture(300, 300))
    await expect(page.locator(".message", has=page.locator(".photo")).locator(".meta")).to_be_in_viewport(
        ratio=1
    )


class DemoClock:
    """The bot's side of the clock bar."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.now = "2026-03-01T12:00:00+00:00"

    async def read(self, _request: web.Request) -> web.Response:
        """What time it is."""
        return web.json_response({"now": self.now})

    async def move(self, request: web.Request) -> web.Response:
        """Keeps what was asked; a week has passed. Does not begin anew."""
        self.asked.append(await request.json())
        if "reset" in self.asked[-1]:
            return web.json_response({"error": "no"}, status=409)
        self.now = "2026-03-08T12:00:00+00:00"
        return web.json_response({"now": self.now})


@pytest.fixture
async def clock() -> AsyncIterator[tuple[DemoClock, str]]:
    clock, app = DemoClock(), web.Application()
    app.router.add_get("/clock", clock.read)
    app.router.add_post("/clock", clock.move)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield clock, f"http://127.0.0.1:{runner.addresses[0][1]}/clock"
    await runner.cleanup()


async def test_the_clock_bar_moves_the_bots_civil_time(
    browser: Browser, clock: tuple[DemoClock, str], tmp_path: Path
) -> None:
    async with running_server(persons=PEOPLE, control_url=clock[1]) as telegram:
        page = await opened(browser, telegram.url, PHONE, "100001")
        await page.get_by_role("button", name="01/03/2026, 09:00").click()
        await page.get_by_role("button", name="avançar 7 dias").click()
        await expect(page.locator("#now")).to_have_text("08/03/2026, 09:00")
        assert clock[0].asked == [{"days": 7}]
        await picture(page, tmp_path, "clock")


@pytest.mark.parametrize(("size", "shown"), [(PHONE, False), (DESK, True)], ids=["phone", "desk"])
async def test_the_steps_of_the_clock_wait_behind_one_button_on_a_phone(
    browser: Browser, clock: tuple[DemoClock, str], size: ViewportSize, shown: bool
) -> None:
    async with running_server(persons=PEOPLE, control_url=clock[1]) as telegram:
        page = await opened(browser, telegram.url, size, "100001")
        await expect(page.locator("#time")).to_have_attribute("aria-expanded", str(shown).lower())
        await expect(page.get_by_role("button", name="avançar 7 dias")).to_be_visible(visible=shown)
        top = await page.locator(".top").bounding_box()
        assert top is not None
        assert top["height"] <= 110


async def test_a_reset_the_bot_does_not_join_says_so(browser: Browser, clock: tuple[DemoClock, str]) -> None:
    async with running_server(persons=PEOPLE, control_url=clock[1]) as telegram:
        page = await opened(browser, telegram.url, PHONE, "100001")
        await page.get_by_role("button", name="Recomeçar").click()
        await page.get_by_role("button", name="Confirmar").click()
        await expect(page.get_by_text("O bot guardou os cadastros que já tinha.")).to_be_visible()
        assert clock[0].asked == [{"reset": True}]


async def test_without_a_clock_there_is_no_clock_bar(browser: Browser, telegram: LocalTelegram) -> None:
    await telegram.person("Ana")
    page = await opened(browser, telegram.url, PHONE, "200001")
    await expect(page.get_by_role("button", name="Começar", exact=True)).to_be_visible()
    await expect(page.locator("#clock")).to_be_hidden()


async def test_reset_asks_first_and_then_empties_every_chat(browser: Browser) -> None:
    async with running_server(persons=PEOPLE) as telegram:
        await (await telegram.known_person(100001)).says("oi")
        page = await opened(browser, telegram.url, PHONE, "100001")
        await expect(page.locator(".words")).to_have_text(["oi"])
        await page.get_by_role("button", name="Recomeçar").click()
        await page.get_by_role("button", name="Cancelar").click()
        await expect(page.locator(".words")).to_have_text(["oi"])
        await page.get_by_role("button", name="Recomeçar").click()
        await page.get_by_role("button", name="Confirmar").click()
        await expect(page.locator(".words")).to_have_count(0)


async def test_the_keyboard_alone_writes_edits_and_changes_person(
    browser: Browser, telegram: LocalTelegram, api: Api
) -> None:
    for name in ("Ana", "Bia"):
        await telegram.person(name, started=True)
    page = await opened(browser, telegram.url, PHONE, "200001")
    await page.get_by_role("textbox", name="Mensagem").focus()
    await page.keyboard.type("linha um")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("linha dois")
    await page.keyboard.press("Enter")
    await expect(page.locator(".words")).to_have_text("linha um\nlinha dois")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("corrigido")
    await page.keyboard.press("Enter")
    await expect(page.locator(".words")).to_have_text("corrigido")
    assert (await api.updates())[-1]["edited_message"]["text"] == "corrigido"
    await page.keyboard.press("Alt+2")
    await page.keyboard.type("sou a Bia")
    await page.keyboard.press("Enter")
    await expect(page.locator(".words")).to_have_text("sou a Bia")


async def test_an_alert_is_a_dialog_and_the_button_is_free_again(
    browser: Browser, telegram: LocalTelegram, api: Api
) -> None:
    ana = await telegram.person("Ana", started=True)
    await api.ok("sendMessage", chat_id=ana.id, text="x", reply_markup=KEYBOARD.to_dict())
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    button = page.get_by_role("button", name="Sim")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    press = (await api.updates(timeout=10))[0]["callback_query"]["id"]
    await api.ok("answerCallbackQuery", callback_query_id=press, text="<b>Atenção</b>", show_alert=True)
    await expect(page.get_by_role("dialog")).to_contain_text("<b>Atenção</b>")
    await page.keyboard.press("Escape")
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_typing_is_shown_until_the_message_comes(
    browser: Browser, telegram: LocalTelegram, api: Api
) -> None:
    ana = await telegram.person("Ana", started=True)
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    await expect(page.get_by_role("textbox", name="Mensagem")).to_be_visible()
    await api.ok("sendChatAction", chat_id=ana.id, action="typing")
    await expect(page.locator(".as")).to_have_text("digitando")
    await api.ok("sendMessage", chat_id=ana.id, text="pronto")
    await expect(page.locator(".as")).to_have_text("Ana")


async def test_a_link_to_the_bot_is_a_deep_link(browser: Browser, telegram: LocalTelegram, api: Api) -> None:
    ana = await telegram.person("Ana", started=True)
    link = '<a href="https://t.me/fretabot_local_bot?start=i-abc">convite</a>'
    await api.ok("sendMessage", chat_id=ana.id, text=link, parse_mode="HTML")
    page = await opened(browser, telegram.url, PHONE, str(ana.id))
    await page.get_by_role("link", name="convite").click()
    await expect(page.locator(".message.mine")).to_contain_text("/start i-abc")


async def _furnished(
    browser: Browser, telegram: LocalTelegram, api: Api, size: ViewportSize, *, dark: bool
) -> Page:
    marli = await telegram.known_person(100001)
    await marli.says("/frota")
    text = "<b>Frota</b>\n<blockquote>art. 13</blockquote>\n<code>IAB1C23</code> <a href='https://x.org'>norma</a>"
    await api.ok("sendMessage", chat_id=100001, text=text, parse_mode="HTML", reply_markup=KEYBOARD.to_dict())
    await marli.sends_document("CRLV.pdf", b"%PDF")
    await api.ok("setMyCommands", commands=[{"command": "ajuda", "description": "o que eu faço agora?"}])
    page = await opened(browser, telegram.url, size, "100001,100003", dark=dark)
    await expect(page.locator(".document")).to_be_visible()
    await page.get_by_role("button", name="Menu de comandos").first.click()
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_the_page_has_no_barrier_that_axe_finds(
    browser: Browser, tmp_path: Path, size: ViewportSize, dark: bool
) -> None:
    async with running_server(persons=PEOPLE) as telegram, aiohttp.ClientSession() as session:
        page = await _furnished(browser, telegram, Api(telegram, session), size, dark=dark)
        await picture(page, tmp_path, f"{'dark' if dark else 'light'}-{size['width']}")
        results = await Axe().run(page)
        assert [] == [(v["id"], [n["html"] for n in v["nodes"]]) for v in results.response["violations"]]
        assert await complaints(page) == []
