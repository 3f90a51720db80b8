"""A browser for the tests of the chat page; pictures go to the folder `CHAT_PICTURES`, if it is set."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

PHONE = ViewportSize(width=390, height=844)
NARROW = ViewportSize(width=320, height=640)
DESK = ViewportSize(width=1280, height=800)

_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, else the one Playwright has installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield browser
        await browser.close()


async def opened(browser: Browser, url: str, size: ViewportSize, people: str, *, dark: bool = False) -> Page:
    """The chat page for these people. What the browser complains about is an error of the test."""
    page = await browser.new_page(
        viewport=size,
        color_scheme="dark" if dark else "light",
        locale="pt-BR",
        timezone_id="America/Sao_Paulo",
    )
    page.set_default_timeout(10_000)
    await page.add_init_script(
        "window.complaints = []; addEventListener('error', (e) => complaints.push(e.message));"
        "addEventListener('securitypolicyviolation', (e) => complaints.push(e.blockedURI));"
        "addEventListener('unhandledrejection', (e) => complaints.push(String(e.reason)));"
    )
    await page.goto(f"{url}/#{people}")
    await page.locator(".pane").first.wait_for()
    return page


async def complaints(page: Page) -> list[str]:
    """Uncaught errors and refusals of the content security policy."""
    found: list[str] = await page.evaluate("complaints")
    return found


async def picture(page: Page, tmp_path: Path, name: str) -> None:
    """A screenshot, when movement has come to rest."""
    await page.evaluate("Promise.all(document.getAnimations().map((a) => a.finished))")
    folder = Path(os.environ.get("CHAT_PICTURES", str(tmp_path)))
    await page.screenshot(path=str(folder / f"{name}.png"))
