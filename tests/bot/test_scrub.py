"""Error texts and logs hold neither the token nor what a person wrote."""

from __future__ import annotations

import asyncio
import logging

import pytest
import structlog
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.clock import machine_now
from bot.database import Database
from bot.logs import configure
from bot.main import api_bot
from bot.messenger import DeliveryError, Message
from bot.receiver import SourceError
from bot.rests import Rests
from bot.scrub import scrub
from bot.telegram_messenger import TelegramMessenger, delivery_error
from bot.telegram_source import TelegramSource

TOKEN = "123456:SECRETSECRETSECRETSECRETSECRETSECRET"  # invented
NAME = "Maria da Silva"


async def test_an_answer_that_is_no_http_does_not_put_the_token_into_the_error(database: Database) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n{}")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    bot = api_bot(TOKEN, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await bot.request.initialize()
    with pytest.raises(DeliveryError) as raised:
        await TelegramMessenger(bot, Rests(database, machine_now)).send(Message(1, "oi"))
    await bot.request.shutdown()
    server.close()

    assert "unknown" == raised.value.left
    assert [True, False] == [word in str(raised.value) for word in ("<token>", TOKEN)]


async def test_an_integrity_error_does_not_print_what_was_written(
    store: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    def unit(session: Session) -> None:
        statement = text("INSERT INTO lease (name, holder, until, state) VALUES (:n, 'x', NULL, NULL)")
        session.execute(statement, {"n": NAME})

    with pytest.raises(IntegrityError) as raised:
        await store.run(unit)
    kept = structlog.get_config()
    configure("json")
    structlog.get_logger().error(
        "update_failed", exc_info=raised.value, url=f"http://t/bot{TOKEN}/sendMessage"
    )
    structlog.configure(**kept)
    line = capsys.readouterr().err

    assert "IntegrityError" in line
    assert [False, False] == [NAME in line, TOKEN in line]


def _fails() -> None:
    try:
        raise KeyError(NAME)
    except KeyError as error:
        raise ValueError(f"não entendi {NAME}") from error


@pytest.mark.parametrize("form", ["json", "console"])
def test_an_exception_is_logged_by_class_and_place_without_its_words(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = structlog.get_config()
    configure(form)
    try:
        _fails()
    except ValueError:
        structlog.get_logger().exception("update_failed")
        logging.getLogger("asyncio").error("of %s\nfuture: %s", NAME, NAME, exc_info=True)
    structlog.configure(**kept)
    lines = capsys.readouterr().err

    assert NAME not in lines
    assert 2 == lines.count("ValueError < bot/test_scrub.py:")
    assert 2 == lines.count("; from KeyError < bot/test_scrub.py:")


def test_the_row_postgresql_quotes_ends_where_other_words_go_on() -> None:
    given = 'null value in "until"\nDETAIL:  Failing row contains (Maria\n\nda Silva, null).\n\nThe above exception'
    assert 'null value in "until"\nDETAIL: …\n\nThe above exception' == scrub(given)
    assert "às 10:30 de 2026-01-01" == scrub("às 10:30 de 2026-01-01")


@pytest.mark.parametrize(
    "error",
    [
        BadRequest("CHAT_WRITE_FORBIDDEN"),
        BadRequest("TOPIC_CLOSED"),
        BadRequest("CHAT_SEND_PLAIN_FORBIDDEN"),
        BadRequest("CHAT_ADMIN_REQUIRED"),
        BadRequest("CHAT_RESTRICTED"),
        BadRequest("need administrator rights in the channel chat"),
        BadRequest("not enough rights to send text messages to the chat"),
        Forbidden("bot was kicked from the supergroup chat"),
    ],
    ids=str,
)
def test_a_missing_permission_closes_the_chat(error: TelegramError) -> None:
    made = delivery_error(error)
    assert ("chat_closed", True) == (made.kind, made.permanent)


class Refusing:
    """A Bot and its request that are told to wait."""

    base_url = "x"

    async def post(self, *_args: object, **_more: object) -> None:
        raise RetryAfter(35)


async def test_the_pause_of_polling_may_be_a_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    bot = Refusing()
    with pytest.raises(SourceError) as raised:
        await TelegramSource(bot, bot).fetch(None)  # type: ignore[arg-type]

    assert 35 == raised.value.wait
