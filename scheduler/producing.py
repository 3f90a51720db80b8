"""Files made at the moment of sending: read in a transaction, made in a thread, forgotten with the delivery."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import structlog

from bot.messenger import DeliveryError, Message
from bot.producers import Producers, Work
from bot.services import Services

log = structlog.get_logger()


def _made(services: Services, work: Work) -> bytes:
    with services.base.in_use():
        return work()


async def made(services: Services, producers: Producers, message: Message) -> Message | None:
    """The message with its file made; None when there is nothing to send any more. Raises `DeliveryError`."""
    if not message.produced:
        return message
    file = dict(message.file or {})
    producer = producers.get(file["producer"])
    if producer is None:
        raise DeliveryError("producer", f"unknown: {file['producer']}", permanent=True)
    work = await services.database.run(lambda session: producer.load(services, session, file["params"]))
    if work is None:
        return None
    try:
        content = await asyncio.to_thread(_made, services, work)
    except Exception as error:  # its text may hold what must not be kept
        log.exception("file_not_made", producer=file["producer"])
        raise DeliveryError("producer", type(error).__name__, permanent=True) from None
    return replace(message, file={"kind": file["kind"], "name": file["name"], "content": content})
