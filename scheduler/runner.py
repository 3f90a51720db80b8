"""The tick: APScheduler only wakes us; what is due is a query over our rows.

Each job runs once a minute over all replicas: the unique row of the period lets one win. While the calendar is in
doubt nothing is planned.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import delete, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col

from bot import clock_guard
from bot.clock_guard import ClockGuard
from bot.models.delivery import Sweep
from bot.services import Services
from bot.signals import Alarm, silent

log = structlog.get_logger()

AHEAD = dt.timedelta(minutes=5)  # so far apart replicas' clocks may be

Job = Callable[[Services, Session, dt.datetime], bool | None]
"""One step of periodic work, in one transaction; True: there is more to do, in another one, at once."""


@dataclass
class Runner:
    """Runs every job once a minute until stopped. A job gets the civil instant of its period."""

    services: Services
    jobs: Mapping[str, Job]
    planned: Callable[[], None] = lambda: None
    believed: Callable[[bool], None] = lambda _calendar: None
    guard: ClockGuard | None = None
    alarm: Alarm = silent
    seconds: float = 5.0
    _scheduler: AsyncIOScheduler = field(default_factory=lambda: AsyncIOScheduler(timezone=dt.UTC))

    def start(self) -> None:
        """Starts the tick: late ticks run once, never in parallel."""
        self._scheduler.add_job(
            self._ticking,
            "interval",
            seconds=self.seconds,
            misfire_grace_time=None,
            coalesce=True,
            max_instances=1,
        )
        self._scheduler.start()

    def stop(self) -> None:
        """No further tick; a running one finishes."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    async def _ticking(self) -> None:
        """One tick; the end of the program in its middle is no trouble (what it did not commit is done later)."""
        try:
            await self.tick()
        except asyncio.CancelledError:
            log.info("tick_ended_early")

    async def tick(self) -> None:
        """Runs the jobs whose period nobody has taken yet. A job that fails is tried again at the next tick."""
        now = self.services.clock.now()
        try:
            doubted = await self.services.database.run(lambda session: self._doubt(session, now))
        except Exception:
            log.exception("tick_failed")
            return
        self.believed(not doubted)
        if doubted:
            return
        for name, job in self.jobs.items():
            try:
                ran = more = await self._first_step(name, job, now)
                while more == "more":
                    more = await self._next_step(name, job, now)
            except Exception as error:
                log.exception("job_failed", job=name)
                await self.alarm("job_failed", {"tarefa": name, "erro": type(error).__name__})
                continue
            if ran:
                self.planned()

    def _doubt(self, session: Session, now: dt.datetime) -> bool:
        """Whether the calendar is in doubt; a jump seen now is stored, and told to the administrators."""
        if self.guard is not None and self.guard.jumped():
            clock_guard.doubt(session, self.services, now=now)
        return clock_guard.doubted(session)

    async def _first_step(self, name: str, job: Job, now: dt.datetime) -> str:
        return await self.services.database.run(lambda s: self._run(s, name, job, now))

    async def _next_step(self, name: str, job: Job, now: dt.datetime) -> str:
        return await self.services.database.run(lambda s: self._step(s, name, job, now))

    def _run(self, session: Session, name: str, job: Job, now: dt.datetime) -> str:
        maker = pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert
        statement = maker(Sweep).values(name=name, period=self._period(now), started_at=now)
        if not session.execute(statement.on_conflict_do_nothing()).rowcount:  # type: ignore[attr-defined]
            return ""
        return self._step(session, name, job, now)

    def _step(self, session: Session, name: str, job: Job, now: dt.datetime) -> str:
        """One step; the last one notes that the run is done."""
        if job(self.services, session, now):
            return "more"
        mine = col(Sweep.name) == name
        session.execute(update(Sweep).where(mine, col(Sweep.started_at) == now).values(done_at=now))
        # After the civil clock was set back, marks of the days ahead would hide for so long that nothing runs.
        session.execute(delete(Sweep).where(mine, col(Sweep.started_at) > now + AHEAD))
        return "done"

    def _period(self, now: dt.datetime) -> str:
        # A minute of either clock: a standing civil clock does not stop the sweep, a moved one starts it at once.
        return f"{now:%Y-%m-%dT%H:%M}|{self.services.machine():%H:%M}"
