"""A published base that a process cannot load: administrators are told, and the process answers by the one before."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from sqlmodel import Session, select

from bot.alarms import QUIET
from bot.base_watch import BaseWatcher
from bot.main import App
from bot.models.delivery import Outbox
from bot.revisions import Published
from bot.services import Base
from knowledge.answers import Answerer
from knowledge.errors import DataFileError
from knowledge.library import Library
from tests.stories.conftest import Stage
from tests.stories.staff_steps import known, run, with_admins

BROKEN = DataFileError("topics/daer.yaml", "phrases", "falta um jeito de perguntar", "escreva um")


def watcher(app: App, error: Exception) -> BaseWatcher:
    """Another process on the same database, whose base has terms that begin today and does not load."""

    def load(_published: Published, _today: dt.date) -> tuple[Library, Answerer]:
        raise error

    held = replace(app.services.library, next_change=app.services.today())
    assert app.watcher is not None
    own = replace(app.services, base=Base(held, app.services.base.desk))
    return BaseWatcher(own, load, app.watcher.alarm)


async def planned(app: App) -> int:
    """How many alarms of this kind were planned."""

    def read(session: Session) -> int:
        return len(list(session.exec(select(Outbox).where(Outbox.subject == "alarm:base_refused"))))

    return int(await run(app, read))


async def test_administrators_are_told_of_a_base_that_does_not_load(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        other = watcher(app, BROKEN)
        held = other.services.library

        assert not await other.look()

        told = await ana.waits_for(text="não conseguiu carregar a base publicada")
        assert "phrases" in told.text
        assert [] == [m for m in await marli.messages() if "base publicada" in m.text]
        assert held is other.services.library


async def test_a_base_that_keeps_failing_is_told_once_an_hour_by_all_processes_together(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        first, second = watcher(app, BROKEN), watcher(app, BROKEN)
        for one in (first, second, first):
            await one.look()

        assert (dt.timedelta(hours=1), 1) == (QUIET, await planned(app))


async def test_a_load_that_fails_for_another_reason_is_told_and_tried_again(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        one = watcher(app, MemoryError())

        with pytest.raises(MemoryError):
            await one.look()

        assert (-1, 1) == (one.refused, await planned(app))
        assert "MemoryError" in (await ana.waits_for(text="base publicada")).text
