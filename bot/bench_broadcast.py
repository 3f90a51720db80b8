"""`fretabot bench broadcast`: the product's own broadcast, its worker killed again and again right after a request."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from bot import accounts, broadcast_people, broadcast_results, broadcasts, outbox
from bot.bench_nursery import KILLED, MINUTE, MINUTES, Nursery, nursery
from bot.bench_world import telegram_server
from bot.database import Database
from bot.local_telegram.testing import LocalTelegram
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast
from knowledge.library import Library, load_library

TEXT = "Um aviso."
KILL_AT = (1, 2, 3)  # requests of a life before its end, in turn
NO_KILL = ("never", 1)


@dataclass(frozen=True)
class Standing:
    """What the rows say, and what the server has seen."""

    state: str
    states: dict[str, int]
    open: int  # requests that left and have no outcome
    sent: frozenset[int]
    uncertain: frozenset[int]  # as staff see them
    delivered: Counter[int]

    @property
    def concluded_early(self) -> bool:
        """Whether it counts as concluded while a row waits."""
        return self.state == "done" and bool(self.states.keys() & set(outbox.WAITING))


@dataclass(frozen=True)
class Killed:
    """How a broadcast went whose worker was killed."""

    people: frozenset[int]
    kills: int
    open: int  # requests open at the kills, together
    concluded_early: int
    end: Standing

    @property
    def lost(self) -> frozenset[int]:
        """Who neither has it nor stands as uncertain, or is said to have it and has not."""
        end = self.end
        return (self.people - end.sent - end.uncertain) | (end.sent - end.delivered.keys())

    @property
    def repeats(self) -> int:
        """Messages beyond one a person."""
        return sum(count - 1 for count in self.end.delivered.values())

    @property
    def proven(self) -> bool:
        """Whether the figures are those the design promises."""
        bounded = max(len(self.end.uncertain), self.repeats) <= self.open
        return self.end.state == "done" and not self.lost and bounded and not self.concluded_early

    def line(self) -> str:
        """As it is printed."""
        return (
            f"a broadcast to {len(self.people)}, {self.kills} kills right after a request: lost {len(self.lost)}, "
            f"uncertain {len(self.end.uncertain)}, repeats {self.repeats}; requests open at the kills {self.open}; "
            f"concluded while a row waited: {self.concluded_early}; {'PROVEN' if self.proven else 'NOT PROVEN'}"
        )


def confirm(session: Session, people: Sequence[int], library: Library, *, now: dt.datetime) -> None:
    """A broadcast to these people, a carrier each, as it stands after its confirmation."""
    for number in people:
        accounts.touch(session, user_id=number, name=f"Pessoa {number}", now=now)
        accounts.found_company(
            session, owner=number, name=f"Empresa {number}", authorities=["daer"], modes=[], now=now
        )
    row = broadcasts.create(session, author=people[0], now=now, subject="norms", text=TEXT)
    found = broadcast_people.addressees(session, row, today=now.date(), calendar=library.calendar)
    confirmed = {"count": len(found), "key": broadcast_people.fingerprint(found)}
    if not broadcasts.confirm(session, row, by=people[0], confirmed=confirmed, now=now):
        raise RuntimeError("the broadcast was not confirmed")


async def standing(url: str, telegram: LocalTelegram, *, after: int = 0) -> Standing:
    """Reads both; of the server's log only what came `after` so many requests."""
    opened = Database(url)
    try:
        state, states, open_, sent, uncertain = opened.now(_rows)
    finally:
        opened.close()
    log = (await telegram.log(method="sendMessage"))[after:]
    texts = Counter(int(e["chat_id"]) for e in log if e["delivered"] and TEXT in (e["text"] or ""))
    return Standing(state, states, open_, sent, uncertain, texts)


def _rows(session: Session) -> tuple[str, dict[str, int], int, frozenset[int], frozenset[int]]:
    row = session.exec(select(Broadcast)).one()
    rows = list(session.exec(select(Outbox).where(Outbox.kind == broadcasts.KIND)))
    listed = {
        state: frozenset(p.user_id for p in broadcast_results.in_state(session, row, state=state))
        for state in ("sent", "uncertain")
    }
    left = sum(r.state == "sending" and r.left_at is not None for r in rows)
    return row.state, dict(Counter(r.state for r in rows)), left, listed["sent"], listed["uncertain"]


async def killed(
    url: str,
    telegram: LocalTelegram,
    workers: Nursery,
    people: Sequence[int],
    *,
    most: int | None,
    now: dt.datetime,
) -> Killed:
    """Lives that end right after a request, at `most` so many (None: until nothing is left), then one that finishes."""
    server, kills, held, early = (telegram.url, telegram.token), 0, 0, 0
    while True:
        at = now + (MINUTES + 10) * MINUTE * kills
        kill = ("after_send", KILL_AT[kills % len(KILL_AT)]) if most is None or kills < most else NO_KILL
        ended = await workers.worker(url, server, at, *kill)
        if ended not in {0, KILLED}:
            raise RuntimeError(f"a worker ended with {ended}")
        stands = await standing(url, telegram)
        early += stands.concluded_early
        if ended == 0:
            return Killed(frozenset(people), kills, held, early, stands)
        kills, held = kills + 1, held + stands.open


async def play(url: str, size: int, *, most: int | None, now: dt.datetime) -> Killed:
    """A broadcast to so many people over a fresh database."""
    async with telegram_server() as telegram:
        people = await telegram.crowd(size)
        opened = Database(url)
        library = load_library()
        opened.now(lambda session: confirm(session, people, library, now=now))
        opened.close()
        with nursery() as workers:
            return await killed(url, telegram, workers, people, most=most, now=now)
