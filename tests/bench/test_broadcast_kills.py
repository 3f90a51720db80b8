"""The product's own broadcast to 200 people, its process killed right after requests, started again each time."""

from __future__ import annotations

import asyncio
import signal
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from bot import broadcast_people, broadcast_results, broadcasts, outbox
from bot.bench_process import Replica
from bot.bench_world import Replicas, telegram_server
from bot.clock import MovableClock, machine_now
from bot.database import Database
from bot.local_telegram.testing import LocalTelegram
from bot.main import App, make_services
from bot.models.staff import Broadcast
from bot.outbox import WAITING
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler import broadcasts as job
from tests.conftest import NOON
from tests.stories.staff_steps import Carrier, carriers

PEOPLE, STAFF = 200, 9001
OPEN = text(
    "SELECT count(*) FROM outbox WHERE state = 'sending' AND left_at IS NOT NULL AND lease_by LIKE :who"
)


def _confirmed(services: Services, session: Session) -> None:
    """A broadcast to everybody, confirmed by staff."""
    row = broadcasts.create(session, author=STAFF, now=NOON, subject="service", text="Um aviso a {nome}.")
    people = broadcast_people.addressees(session, row, today=NOON.date(), calendar=services.library.calendar)
    confirmed = {"count": len(people), "key": broadcast_people.fingerprint(people)}
    broadcasts.confirm(session, row, by=STAFF, confirmed=confirmed, now=NOON)


def _standing(session: Session) -> tuple[str, int]:
    """The broadcast's state, and how many of its rows wait."""
    row = session.exec(select(Broadcast)).one()
    counted = outbox.counts(session, subject=broadcasts.subject_of(row.id or 0))
    return row.state, sum(counted.get(state, 0) for state in WAITING)


async def _lives(telegram: LocalTelegram, database: Database) -> tuple[int, int, list[str]]:
    """Lives that end at their first, second or third request, until nothing waits: kills, open requests, wrong ends."""
    replicas = Replicas()
    kills = held = 0
    wrong: list[str] = []
    ahead = (NOON - machine_now()).total_seconds()
    try:
        while (await database.run(_standing))[0] == "running":
            left = (await database.run(_standing))[1]
            kill = ("after_send", 1 + kills % 3) if left else None
            replica = Replica(
                database.url, telegram.url, telegram.token, f"k{kills}", bulk=200, read_seconds=7, kill=kill,
                receive=False, reminders=False, broadcasts=True, civil_ahead=ahead, lease_seconds=1,
            )  # fmt: skip
            process = await asyncio.to_thread(replicas.start, replica)
            while process.is_alive() and (await database.run(_standing))[0] == "running":
                await asyncio.to_thread(process.join, 0.05)
            if process.exitcode == -signal.SIGKILL:
                kills += 1
                held += await database.run(
                    lambda s, who=f"{replica.name}.%": int(s.execute(OPEN, {"who": who}).scalar_one())
                )
            state, waiting = await database.run(_standing)
            if state == "done" and waiting:
                wrong.append(f"concluded while {waiting} rows wait")
    finally:
        replicas.stop()
    return kills, held, wrong


@pytest.mark.slow
async def test_t17_a_broadcast_to_200_survives_a_kill_after_every_request(
    database: Database, knowledge: tuple[Library, Answerer]
) -> None:
    settings = Settings(_env_file=None, admin_ids=(STAFF,))  # type: ignore[call-arg]
    services = make_services(
        settings, database, bot_name="bot", clock=MovableClock(NOON), knowledge=knowledge
    )
    async with telegram_server() as telegram:
        ids = await telegram.crowd(PEOPLE)
        everybody = (Carrier(f"Empresa {id_}", (id_,)) for id_ in ids)
        await carriers(cast(App, SimpleNamespace(services=services)), *everybody)
        await database.run(lambda session: _confirmed(services, session))
        for _ in range(5):
            await database.run(lambda session: job.work(services, session, NOON))
        kills, held, wrong = await asyncio.wait_for(_lives(telegram, database), 240)
        log = [e["chat_id"] for e in await telegram.log(method="sendMessage") if e["delivered"]]

    def ended(session: Session) -> dict[str, Any]:
        row = session.exec(select(Broadcast)).one()
        stands = {
            state: broadcast_results.in_state(session, row, state=state) for state in ("sent", "uncertain")
        }
        return {state: {person.user_id for person in people} for state, people in stands.items()}

    stands = await database.run(ended)
    told = {id_ for id_ in log if id_ in ids}
    assert set(ids) == stands["sent"] | stands["uncertain"]
    assert stands["sent"] <= told
    assert len(stands["uncertain"]) <= held
    assert len([id_ for id_ in log if id_ in ids]) - len(told) <= held
    assert (True, []) == (kills >= 40, wrong)
