"""A tiny balancer for `bench faults`: each update goes to the next replica in turn, past those that do not listen."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from bot.web import SECRET_HEADER, WEBHOOK_PATH

PATIENCE = aiohttp.ClientTimeout(total=10, sock_connect=1)
LOST = 0.03  # so often Telegram does not hear the answer of an update that was stored
KEPT = ("content-type", SECRET_HEADER)


@asynccontextmanager
async def balancer(ports: Sequence[int], chance: random.Random) -> AsyncIterator[str]:
    """The public address of replicas that listen on these loopback ports."""
    turns = itertools.cycle(range(len(ports)))
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:

        async def pass_on(request: web.Request) -> web.Response:
            body, first = await request.read(), next(turns)
            headers = {name: request.headers[name] for name in KEPT if name in request.headers}
            for n in range(len(ports)):
                url = f"http://127.0.0.1:{ports[(first + n) % len(ports)]}{WEBHOOK_PATH}"
                try:
                    async with session.post(url, data=body, headers=headers) as answer:
                        status = answer.status
                except aiohttp.ClientConnectorError:
                    continue  # this one is dead: the next one
                except (aiohttp.ClientError, TimeoutError):
                    return web.Response(status=502)  # it died over it: Telegram brings it again
                return web.Response(status=502 if chance.random() < LOST else status)
            return web.Response(status=503)

        app = web.Application()
        app.router.add_post(WEBHOOK_PATH, pass_on)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}"
        finally:
            await asyncio.shield(runner.cleanup())
