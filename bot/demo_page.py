"""What the chat page asks of the demonstration: its clock moved on, and everything begun anew."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete
from sqlmodel import Session, SQLModel, col
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bot import demo, identity
from bot.clock import MovableClock, clock_from, machine_now
from bot.database import Database
from bot.models.delivery import Lease, Meta, Throttle
from bot.settings import Settings

KEPT = frozenset(str(model.__tablename__) for model in (Lease, Meta, Throttle))
"""What the running process works by: who polls, the pace, which bot the database belongs to."""


def begin_anew(session: Session, *, now: dt.datetime, settings: Settings) -> None:
    """Deletes everything anybody did and invents the companies again, in one transaction."""
    for table in reversed(SQLModel.metadata.sorted_tables):
        if table.name not in KEPT:
            session.execute(delete(table))
    ours = (col(Meta.key).in_(("demo_seeded", demo.OFFSET)), col(Meta.key).startswith("alarm:"))
    for where in ours:
        session.execute(delete(Meta).where(where))
    session.expire_all()
    demo.seed(session, now=now, settings=settings)


def set_back(clock: MovableClock, setting: str) -> None:
    """The clock as the demonstration found it: the `CLOCK` setting, or the machine's instant."""
    told = clock_from(setting)
    clock.set(told.start if isinstance(told, MovableClock) else machine_now())


def clock_page(clock: MovableClock, database: Database, settings: Settings) -> Starlette:
    """What the chat page's clock bar talks to: GET tells the civil instant, POST moves it on or begins anew."""

    async def now(_request: Request) -> JSONResponse:
        return JSONResponse({"now": clock.now().isoformat()})

    async def move(request: Request) -> JSONResponse:
        wish = await request.json()
        if wish.get("reset"):
            set_back(clock, settings.clock)
            await database.run(lambda session: begin_anew(session, now=clock.now(), settings=settings))
            return JSONResponse({"now": clock.now().isoformat()})
        by = dt.timedelta(days=int(wish.get("days", 0)), hours=int(wish.get("hours", 0)))
        clock.move(by)
        moved = (clock.now() - machine_now()).total_seconds()
        await database.run(lambda session: identity.write(session, demo.OFFSET, str(moved)))
        return JSONResponse({"now": clock.now().isoformat()})

    return Starlette(routes=[Route("/", now), Route("/", move, methods=["POST"])])
