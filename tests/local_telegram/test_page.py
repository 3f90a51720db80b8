"""The chat page in a real browser, with a bot that answers what everybody sees."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, expect

from bot.local_telegram.persons import DEMONSTRATION, read_persons
from bot.local_telegram.testing import LocalTelegram, running_server
from tests.local_telegram.browser import DESK, NARROW, PHONE, opened, picture
from tests.local_telegram.echo import echo_bot

pytestmark = pytest.mark.browser


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server(persons=read_persons(DEMONSTRATION)) as server, echo_bot(server):
        yield server


async def test_a_newcomer_starts_presses_and_writes_on_a_phone(
    browser: Browser, telegram: LocalTelegram, tmp_path: Path
) -> None:
    page = await opened(browser, telegram.url, PHONE, "100003")
    await page.get_by_role("button", name="Começar", exact=True).click()
    await page.get_by_role("button", name="Contar").click()
    await expect(page.get_by_role("log")).to_contain_text("Já são 1")
    await page.get_by_role("textbox", name="Mensagem").fill("Boa tarde")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message:not(.mine)").last).to_contain_text("Boa tarde")
    await picture(page, tmp_path, "phone")


async def test_markup_is_shown_as_markup_and_hostile_text_as_text(
    browser: Browser, telegram: LocalTelegram, tmp_path: Path
) -> None:
    page = await opened(browser, telegram.url, PHONE, "100001")
    await (await telegram.known_person(100001)).says("/formatos")
    log = page.get_by_role("log")
    await expect(log.locator("b", has_text="negrito")).to_be_visible()
    await expect(log.locator("blockquote")).to_have_text("citação da norma")
    await expect(log).to_contain_text("<img src=x onerror=alert(1)>")
    assert await log.locator("img[src=x]").count() == 0
    assert await log.locator("a", has_text="perigo").count() == 0
    await picture(page, tmp_path, "formats")


async def test_several_people_stand_side_by_side_on_a_wide_screen(
    browser: Browser, telegram: LocalTelegram, tmp_path: Path
) -> None:
    page = await opened(browser, telegram.url, DESK, "100001,100002")
    for person_id, words in ((100001, "sou a Marli"), (100002, "sou o Ademir")):
        await (await telegram.known_person(person_id)).asks(words)
    panes = page.locator(".pane")
    await expect(panes.nth(0).get_by_role("log")).to_contain_text("sou a Marli")
    await expect(panes.nth(1).get_by_role("log")).to_contain_text("sou o Ademir")
    assert await panes.nth(0).locator(".message").count() == 2
    await picture(page, tmp_path, "desk")


async def test_a_message_to_a_person_not_shown_counts_as_unread(
    browser: Browser, telegram: LocalTelegram
) -> None:
    page = await opened(browser, telegram.url, PHONE, "100001")
    await expect(page.get_by_role("textbox", name="Mensagem")).to_be_visible()
    await (await telegram.known_person(100002)).asks("oi")
    ademir = page.get_by_role("button", name="Ademir")
    await expect(ademir).to_contain_text("1")
    await ademir.click()
    await expect(page.get_by_role("log")).to_contain_text("oi")
    await expect(ademir).to_have_text("Ademir")


async def test_files_go_both_ways(browser: Browser, telegram: LocalTelegram, tmp_path: Path) -> None:
    await (await telegram.known_person(100001)).asks("/start")
    page = await opened(browser, telegram.url, PHONE, "100001")
    name = "CRLV <2ª via>.pdf"
    file = FilePayload(name=name, mimeType="application/pdf", buffer=b"%PDF-1.4 teste")
    await expect(page.get_by_role("textbox", name="Mensagem")).to_be_visible()
    await page.locator(".file").set_input_files(files=[file])
    back = page.locator(".message:not(.mine) a.document")
    await expect(back).to_contain_text(name)
    async with page.expect_download() as coming:
        await back.click()
    kept = await (await coming.value).path()
    assert await asyncio.to_thread(kept.read_bytes) == b"%PDF-1.4 teste"


async def test_the_command_menu_offers_what_the_bot_has_published(
    browser: Browser, telegram: LocalTelegram, tmp_path: Path
) -> None:
    await (await telegram.known_person(100001)).asks("oi")
    page = await opened(browser, telegram.url, NARROW, "100001")
    await page.get_by_role("button", name="Menu de comandos").click()
    await expect(page.get_by_role("option", name="/start começar")).to_be_visible()
    await picture(page, tmp_path, "narrow")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("log")).to_contain_text("Olá")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
