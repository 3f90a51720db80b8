"""The demonstration in a browser at a phone's width; the pictures of the README come from here.

`CHAT_PICTURES=docs/images pytest tests/stories/test_chat_pictures.py` writes them anew.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize, expect

from bot import demo
from bot.local_telegram.persons import DEMONSTRATION, read_persons
from bot.local_telegram.testing import LocalTelegram, running_server
from tests.local_telegram.browser import PHONE, chromium, complaints, opened, picture
from tests.stories.conftest import Stage

pytestmark = pytest.mark.browser

TALL = ViewportSize(width=PHONE["width"], height=1180)  # the question, the whole answer and its buttons
QUESTION = "de quanto em quanto tempo é o LIT de uma van 2008 no DAER?"


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    """The server with the people of the demonstration."""
    async with running_server(persons=read_persons(DEMONSTRATION)) as server:
        yield server


@pytest.fixture
async def marli(stage: Stage) -> AsyncIterator[Page]:
    """Marli's phone, with the demonstration's fleet behind it."""
    async with stage.running() as app, chromium() as browser:
        services = app.services
        await services.database.run(
            lambda session: demo.seed(session, now=services.clock.now(), settings=services.settings)
        )
        page = await opened(browser, stage.telegram.url, PHONE, str(demo.MARLI))
        yield page
        assert await complaints(page) == []


async def _writes(page: Page, text: str) -> None:
    await page.get_by_role("textbox", name="Mensagem").fill(text)
    await page.get_by_role("button", name="Enviar").click()


async def test_an_answer_shows_its_provision_and_the_text_is_one_tap_away(
    marli: Page, tmp_path: Path
) -> None:
    await _writes(marli, QUESTION)
    await expect(marli.get_by_role("log")).to_contain_text("Res. DAER 7.727/2022, art. 13, § 2º")
    await expect(marli.get_by_role("button", name="Ver art. 13, § 2º")).to_be_in_viewport()
    await marli.set_viewport_size(TALL)
    await picture(marli, tmp_path, "chat")
    await marli.get_by_role("button", name="Ver art. 13, § 2º").click()
    await expect(marli.get_by_role("log")).to_contain_text(
        "§ 2º Os veículos acima de 15 (quinze) e até 20 (vinte) anos"
    )


async def test_the_fleet_says_what_expires(marli: Page, tmp_path: Path) -> None:
    await _writes(marli, "/frota")
    await expect(marli.get_by_role("button", name="JAB2C34")).to_be_in_viewport()
    await expect(marli.get_by_role("log")).to_contain_text("vence hoje")
    await picture(marli, tmp_path, "fleet")


async def _presses(page: Page, label: str) -> None:
    """The newest button of that name."""
    await page.get_by_role("log").get_by_role("button", name=label).last.click()


async def test_a_list_of_papers_follows_its_questions(marli: Page, tmp_path: Path) -> None:
    log = marli.get_by_role("log")
    await _writes(marli, "/checklist Exclusão de veículo")
    await _presses(marli, "Exclusão de veículo")
    await _presses(marli, "Começar")
    await expect(log).to_contain_text("Quantos veículos ficam na frota depois?")
    await _writes(marli, "3")
    await expect(log).to_contain_text("O veículo está em alguma grade horária")
    await _presses(marli, "Não")
    await expect(log).to_contain_text("Requisitos e documentos")
    await _presses(marli, "Marcar os papéis")
    await expect(log).to_contain_text("Prontos: 0 de 1")
    await picture(marli, tmp_path, "checklist")
