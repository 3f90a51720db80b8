"""Reader pages over the application: every page of every norm, headers, helpful 404, no script."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.reader import pages, view
from bot.settings import Settings
from bot.web import create_app
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.reader.changed import with_two_wordings


@pytest.fixture
async def client(
    knowledge: tuple[Library, Answerer], database: Database, clock: MovableClock, tmp_path: Path
) -> AsyncIterator[httpx.AsyncClient]:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)
    transport = httpx.ASGITransport(create_app(services, pages=[pages.routes]))
    async with httpx.AsyncClient(transport=transport, base_url="http://reader") as opened:
        yield opened


async def test_an_article_stands_at_its_address_with_an_anchor_for_each_paragraph(
    client: httpx.AsyncClient,
) -> None:
    page = (await client.get("/n/daer-7727-2022/art13")).text

    assert 'id="par2"' in page
    assert "https://t.me/fretabot?start=daer-7727-2022__art13" in page


async def test_every_provision_has_its_place_on_a_page(client: httpx.AsyncClient, library: Library) -> None:
    for norm in library.corpus.norms:
        assert (await client.get(f"/n/{norm.id}")).status_code == 200
        tops = [p for p in norm.provisions if "_" not in p.fragment]
        anchors = {top.fragment: await client.get(f"/n/{norm.id}/{top.fragment}") for top in tops}
        assert {200} == {page.status_code for page in anchors.values()}
        for provision in norm.provisions:
            top, _, rest = provision.fragment.partition("_")
            if rest and top in anchors:
                assert f'id="{rest}"' in anchors[top].text, provision.id


async def test_every_link_leads_somewhere(client: httpx.AsyncClient) -> None:
    seen, waiting = set[str](), {"/n", "/n/daer-7727-2022", "/n/cetm-2015"}
    while waiting and len(seen) < 200:
        path = waiting.pop()
        seen.add(path)
        page = await client.get(path)
        assert page.status_code == 200, path
        found = {h.split("#")[0] for h in re.findall(r'href="(/n[^"]*)"', page.text)}
        waiting |= {h for h in found if h not in seen}


async def test_a_metropolitan_article_carries_its_warning_on_top(client: httpx.AsyncClient) -> None:
    assert "CETM 126/2021" in (await client.get("/n/cetm-2015/art23")).text


async def test_a_changed_provision_shows_its_wordings(client: httpx.AsyncClient) -> None:
    assert "O que mudou" in (await client.get("/n/cetm-2015/art4")).text


def test_two_known_wordings_stand_side_by_side_with_the_difference_marked(
    knowledge: tuple[Library, Answerer],
) -> None:
    library, _ = with_two_wordings(knowledge)
    passage = next(
        p for p in view.passages(library.corpus, "cetm-2015:art4", NOON.date()) if p.anchor == "inc6_ali1"
    )

    ((before, after),) = passage.changes

    kept = "Prova de vínculo dos passageiros com a contratante, em "
    assert [("kept", kept), ("gone", "duas vias.")] == [(s.form, s.text) for s in before.stretches]
    assert [("kept", kept), ("new", "uma via, atualizada.")] == [(s.form, s.text) for s in after.stretches]


@pytest.mark.parametrize(
    "path",
    [
        "/n/daer-7727-2022/art999",
        "/n/daer",
        "/n/x/y/z",
        "/n/daer-7727-2022/..%2f..%2fetc%2fpasswd",
        "/n/%3Cscript%3E",
    ],
)
async def test_what_does_not_exist_is_a_404_that_helps(client: httpx.AsyncClient, path: str) -> None:
    page = await client.get(path)

    assert page.status_code == 404
    assert 'href="/n/' in page.text
    assert "<script" not in page.text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/n/daer-7727-2022/art13_par2", "/n/daer-7727-2022/art13#par2"),
        ("/n/daer-7727-2022/art13/par2", "/n/daer-7727-2022/art13#par2"),
        ("/n/daer-7727-2022/art13%23par2", "/n/daer-7727-2022/art13#par2"),
        ("/n/daer-7727-2022:art13", "/n/daer-7727-2022/art13"),
        ("/n/DAER-7727-2022/13/", "/n/daer-7727-2022/art13"),
        ("/n/daer-7727-2022/", "/n/daer-7727-2022"),
        ("/", "/n"),
    ],
)
async def test_another_writing_of_an_address_leads_to_its_page(
    client: httpx.AsyncClient, written: str, meant: str
) -> None:
    page = await client.get(written)

    assert (308, meant) == (page.status_code, page.headers["location"])


@pytest.mark.parametrize(
    ("wrong", "first"), [("art200", "/n/daer-7727-2022/art60"), ("art13_par99", "/n/daer-7727-2022/art13")]
)
async def test_the_first_near_one_is_the_nearest(client: httpx.AsyncClient, wrong: str, first: str) -> None:
    page = await client.get(f"/n/daer-7727-2022/{wrong}")

    assert first == re.findall(r'<li><a href="([^"]*)"', page.text)[0]


async def test_searches_wait_for_each_other_and_too_many_are_told_so(client: httpx.AsyncClient) -> None:
    asked = [client.get("/n", params={"q": f"lista {n}"}) for n in range(pages.WAITING + 5)]

    found = [answer.status_code for answer in await asyncio.gather(*asked)]

    assert {200: pages.WAITING, 503: 5} == Counter(found)


async def test_a_question_is_answered_by_the_engine_of_the_chat(client: httpx.AsyncClient) -> None:
    page = await client.get("/n", params={"q": "quanto é a multa por viajar sem lista <b>"})

    assert "/n/daer-7727-2022/art48" in page.text
    assert "lista &lt;b&gt;" in page.text


async def test_no_page_runs_a_script_or_lets_itself_be_framed(client: httpx.AsyncClient) -> None:
    page = await client.get("/n/daer-7727-2022/art48")

    assert "<script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "set-cookie" not in page.headers
