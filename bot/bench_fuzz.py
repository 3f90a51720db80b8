"""Mutated updates and random presses against the whole registry: none may end in an unhandled error.

Half of the updates are taps on buttons the bot really showed, typed words and commands of the demonstration's people;
the other half are such updates with fields dropped, swapped for other types, or filled with odd values.
"""

from __future__ import annotations

import asyncio
import copy
import datetime as dt
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bot import demo, inbox, incoming
from bot.clock import MovableClock, machine_now
from bot.main import load_knowledge, make_services, open_database
from bot.messenger import RecordingMessenger
from bot.models.chat import Screen
from bot.models.delivery import Outbox, OutboxPart
from bot.processor import Processor
from bot.services import Services
from bot.settings import Settings
from handlers import fallback, registry

PEOPLE = (demo.MARLI, demo.ADEMIR, 100003, demo.ROSANE)
WORDS = (
    "IVX1A23", "10/03/2027", "31/02/2026", "12", "0", "-1", "R$ 1.000,00", "sim", "não", "Fretabot", "<b>&", "🚌" * 50,
    "qual a multa sem lista?", "(" * 500, "\u202e\u0000x", "52998224725", "amanhã", " ", "a" * 4096, "art 5 inciso V",
)  # fmt: skip
ODD: tuple[Any, ...] = (None, "", 0, -1, 2**70, [], {}, [[]], True, "\ud7ff", "x" * 300, 1.5, {"id": "1"})
KINDS = ("sticker", "voice", "location", "contact", "poll", "dice", "photo", "document")
BATCH = 50


@dataclass
class Report:
    """How many updates were played, and what went wrong."""

    played: int = 0
    mutated: int = 0
    answered: int = 0
    unreadable: int = 0
    failures: list[str] = field(default_factory=list)


def plain(rng: random.Random, number: int, screens: list[tuple[str, int, int]]) -> dict[str, Any]:
    """An update as Telegram would send it."""
    user = rng.choice(PEOPLE)
    sender = {"id": user, "is_bot": False, "first_name": "Zé <3"}
    chat: dict[str, Any] = {"id": user, "type": "private"}
    if screens and rng.random() < 0.55:
        key, owner, count = rng.choice(screens)
        sender, chat = {**sender, "id": owner}, {**chat, "id": owner}
        message = {"message_id": rng.randrange(1, 500), "date": 0, "chat": chat}
        data = f"{key}.{rng.randrange(count + 1)}"
        return {
            "update_id": number,
            "callback_query": {"id": str(number), "from": sender, "message": message, "data": data},
        }
    message = {"message_id": number, "date": 0, "chat": chat, "from": sender}
    if rng.random() < 0.15:
        kind = rng.choice(KINDS)
        content: Any = {"file_id": "f", "file_unique_id": "u", "file_size": 10, "file_name": "=a.pdf"}
        return {"update_id": number, "message": {**message, kind: [content] if kind == "photo" else content}}
    names = tuple(registry.build().commands) if rng.random() < 0.3 else ()
    text = f"/{rng.choice(names)} {rng.choice(('', *WORDS))}" if names else rng.choice(WORDS)
    return {"update_id": number, "message": {**message, "text": text}}


def mutated(rng: random.Random, update: Mapping[str, Any]) -> dict[str, Any]:
    """The update with one to three fields dropped, replaced or added, at any depth."""
    changed: dict[str, Any] = copy.deepcopy(dict(update))
    for _ in range(rng.randint(1, 3)):
        place: Any = changed
        while True:
            keys = [k for k in place if k != "update_id"] if isinstance(place, dict) else []
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(place[key], dict) and place[key] and rng.random() < 0.7:
                place = place[key]
                continue
            if rng.random() < 0.3:
                del place[key]
            else:
                place[key] = rng.choice(ODD)
            break
    return changed


async def play(services: Services, count: int, *, seed: int = 1) -> Report:
    """Plays `count` updates and reports what was not handled."""
    rng, report = random.Random(seed), Report()
    site = registry.build()

    async def alarm(_kind: str, facts: Mapping[str, Any]) -> None:
        report.failures.append(str(facts))

    processor = Processor(services, site.handle, fallback.sorry, RecordingMessenger(), alarm=alarm)
    screens: list[tuple[str, int, int]] = []
    for start in range(0, count, BATCH):
        numbers = range(start + 1, min(start + BATCH, count) + 1)
        updates = [plain(rng, n, screens) for n in numbers]
        odd = [rng.random() < 0.5 for _ in updates]
        updates = [mutated(rng, u) if change else u for u, change in zip(updates, odd, strict=True)]
        report.mutated += sum(odd)
        await services.database.run(partial(_store, updates=updates, now=services.machine()))
        report.played += await processor.drain()
        report.unreadable += sum(map(_unreadable, updates))
        screens = await services.database.run(_screens)
        report.answered += await services.database.run(_forget_replies)
    return report


def _unreadable(update: dict[str, Any]) -> bool:
    try:
        incoming.read(update)
    except incoming.UnreadableUpdate:
        return True
    return False


def _store(session: Session, *, updates: list[dict[str, Any]], now: dt.datetime) -> int:
    return inbox.store(session, updates, now=now)


def _screens(session: Session) -> list[tuple[str, int, int]]:
    newest = session.exec(select(Screen).order_by(col(Screen.created_at).desc()).limit(150)).all()
    return [(row.key, row.user_id, len(row.actions)) for row in newest if row.user_id]


def _forget_replies(session: Session) -> int:
    """Nothing is sent here: what was answered is counted and dropped, so that the run stays quick."""
    session.execute(delete(OutboxPart))
    gone = session.execute(delete(Outbox).where(col(Outbox.kind) == "reply"))
    return int(gone.rowcount)  # type: ignore[attr-defined]


def run(folder: Path, count: int, seed: int) -> Report:
    """A run of its own: a fresh demonstration database, the real knowledge base by words alone."""
    settings = Settings(_env_file=None, data_dir=folder)
    database = open_database(settings)
    clock = MovableClock(machine_now(), speed=1.0)
    services = make_services(
        settings, database, bot_name="fretabot", clock=clock, knowledge=load_knowledge(meaning=False)
    )
    try:
        database.now(lambda session: demo.seed(session, now=clock.now(), settings=settings))
        return asyncio.run(play(services, count, seed=seed))
    finally:
        database.close()
