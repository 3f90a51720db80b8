"""Reader pages: every norm readable on a phone, one address per provision. No script, no tracking, no cookie.

`/n` lists the norms and searches, `/n/<norm>` is a table of contents, `/n/<norm>/<article>#<rest>` the text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from bot.clock import civil_day
from bot.reader import view
from bot.services import Services

HERE = Path(__file__).parent / "templates"
QUESTION_LIMIT = 300
WAITING = 20  # searches answered one after the other; the chat's people come first
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(HERE),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_STYLE = (HERE / "style.css").read_text(encoding="utf-8")


def routes(services: Services) -> Sequence[BaseRoute]:
    """The reader's routes for the listener."""
    reader = Reader(services)
    return [
        Route("/n", reader.index),
        Route("/", reader.to_index),
        Route("/n/", reader.to_index),
        Route("/n/style.css", reader.style),
        Route("/n/{norm}", reader.norm),
        Route("/n/{norm}/{fragment}", reader.provision),
        Route("/n/{path:path}", reader.nowhere),
        Route("/robots.txt", reader.robots),
    ]


class Reader:
    """Answers the reader's requests from the library in force."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turn, self._asking = asyncio.Semaphore(1), 0

    async def index(self, request: Request) -> Response:
        """The norms of the base and, with `?q=`, what answers a question."""
        question = " ".join(request.query_params.get("q", "").split())[:QUESTION_LIMIT]
        services, answer = self._services, None
        if question:
            today = self._today()
            if self._asking >= WAITING:
                return self._page("busy", status=503, title="Muita gente procurando")
            self._asking += 1
            try:
                async with self._turn:
                    answer = await asyncio.to_thread(lambda: services.answerer.ask(question, on=today))
            finally:
                self._asking -= 1
        norms = sorted(services.library.corpus.norms, key=lambda n: n.regime == "other")
        return self._page(
            "index", title="Normas", norms=norms, question=question, answer=answer, href=view.href
        )

    async def to_index(self, _request: Request) -> Response:
        """One address for one page."""
        return RedirectResponse("/n", 308)

    async def norm(self, request: Request) -> Response:
        """A norm's table of contents."""
        corpus = self._services.library.corpus
        norm = next((n for n in corpus.norms if n.id == request.path_params["norm"]), None)
        if norm is None:
            return await self.nowhere(request)
        return self._page(
            "norm",
            title=norm.short,
            norm=norm,
            sections=view.contents(norm),
            warnings=corpus.warnings(norm.id, today=self._today()),
        )

    async def provision(self, request: Request) -> Response:
        """An article, annex or chapter with everything below it."""
        corpus = self._services.library.corpus
        norm_id, fragment = request.path_params["norm"], request.path_params["fragment"]
        id_ = view.known_top(corpus, norm_id, fragment)
        if id_ is None:
            return await self.nowhere(request)
        before, after = view.around(corpus, id_)
        return self._page(
            "provision",
            title=corpus.label(id_),
            norm=corpus.norm(norm_id),
            passages=view.passages(corpus, id_, self._today()),
            before=before,
            after=after,
            warnings=corpus.warnings(norm_id, today=self._today()),
            payload=id_.replace(":", "__"),
        )

    async def nowhere(self, request: Request) -> Response:
        """The page an address plainly means, else a 404 that helps: the nearest things that do exist."""
        corpus = self._services.library.corpus
        path = str(request.scope["path"]).removeprefix("/n")  # decoded: a copied address often has %23 for #
        meant = view.meant(corpus, path)
        if meant is not None:
            return RedirectResponse(meant, 308)
        near = view.near(corpus, path)
        return self._page("nowhere", status=404, title="Não encontrado", near=near)

    async def style(self, _request: Request) -> Response:
        """The one style sheet."""
        return Response(_STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})

    async def robots(self, _request: Request) -> Response:
        """Norms may be indexed; nothing else is a page."""
        return Response("User-agent: *\nDisallow: /n?\nAllow: /n\nDisallow: /\n", media_type="text/plain")

    def _today(self) -> Any:
        return civil_day(self._services.clock.now(), self._services.settings.zone)

    def _page(self, template: str, *, status: int = 200, **fields: Any) -> Response:
        html = _ENVIRONMENT.get_template(f"{template}.html.j2").render(
            bot_name=self._services.bot_name, **fields
        )
        return HTMLResponse(html, status)
