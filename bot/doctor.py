"""`fretabot doctor`: what is wrong here and how to mend it, from BotFather to the first administrator."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlmodel import Session
from telegram import Bot
from telegram.error import InvalidToken, TelegramError, TimedOut

from bot import accounts, clock_guard, delivery_state, identity, migrate
from bot.aiohttp_request import NeverLeft
from bot.clock import machine_now, zone_is_sane
from bot.database import Database
from bot.main import api_bot, open_database
from bot.settings import Settings, problems
from knowledge.errors import KnowledgeError
from knowledge.library import load_library

OK, WARNING, WRONG = "ok", "aviso", "erro"
BOTFATHER = (
    "No Telegram, fale com @BotFather, envie /newbot e copie o token para "
    "FRETABOT_TELEGRAM_TOKEN no arquivo .env"
)
OWN_ID = (
    "Envie /start ao seu bot e depois rode de novo: este diagnóstico mostra os ids de quem escreveu. "
    "Ponha o seu em FRETABOT_ADMIN_IDS"
)


@dataclass(frozen=True)
class Finding:
    """One thing looked at: how it is, and how to mend it."""

    subject: str
    standing: str
    text: str
    mend: str = ""


def examine(read: Callable[[], Settings] = Settings) -> Iterator[Finding]:
    """Everything in turn; what depends on something broken is not looked at."""
    try:
        settings = read()
    except ValidationError as error:
        for name, problem in problems(error):
            told = BOTFATHER if name == "FRETABOT_TELEGRAM_TOKEN" else "Corrija no arquivo .env"
            yield Finding("configuração", WRONG, ": ".join(filter(None, (name, problem))), told)
        return
    yield Finding("configuração", OK, "todas as variáveis são válidas")
    yield _zone(settings)
    yield _data_files()
    yield from _database(settings)
    yield from asyncio.run(_telegram(settings))


def _zone(settings: Settings) -> Finding:
    if zone_is_sane(settings.zone):
        return Finding("fuso horário", OK, f"{settings.timezone} confere")
    return Finding(
        "fuso horário", WRONG, f"os dados de fuso de {settings.timezone} estão errados",
        "Atualize o pacote tzdata do sistema e do Python",
    )  # fmt: skip


def _data_files() -> Finding:
    try:
        library = load_library()
    except KnowledgeError as error:
        return Finding("arquivos de dados", WRONG, str(error), "Corrija o arquivo indicado")
    return Finding("arquivos de dados", OK, f"{len(library.corpus.provisions())} dispositivos lidos")


def _database(settings: Settings) -> Iterator[Finding]:
    try:
        database = open_database(settings)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told in one line
        yield Finding(
            "banco de dados", WRONG, f"{type(error).__name__}: {error}"[:200], "Confira FRETABOT_DATABASE_URL"
        )
        return
    try:
        yield _migrations(database)
        yield from database.now(lambda session: list(_contents(session, settings)))
    finally:
        database.close()


def _migrations(database: Database) -> Finding:
    at, newest = migrate.current(database.engine), migrate.head()
    if at == newest:
        return Finding("migrações", OK, f"banco na revisão {at}")
    return Finding(
        "migrações", WARNING, f"banco na revisão {at}, programa na {newest}", "Atualize o programa"
    )


def _contents(session: Session, settings: Settings) -> Iterator[Finding]:
    owner = identity.read(session, "bot_id")
    yield Finding("identidade", OK, f"banco do bot {owner}" if owner else "banco ainda sem bot")
    if clock_guard.doubted(session):
        yield Finding(
            "data", WRONG, "a data da máquina não foi confirmada", "fretabot doctor --confirm-clock"
        )
    last = delivery_state.last_sweep(session)
    if last is not None:
        minutes = (machine_now() - last).total_seconds() / 60
        yield Finding("varredura", OK if minutes < 5 else WARNING, f"última há {minutes:.0f} min")
    appointed = [member.user_id for member in accounts.staff(session) if member.role == "administrator"]
    if settings.admin_ids or appointed:
        yield Finding("administradores", OK, f"{len({*settings.admin_ids, *appointed})} definidos")
    else:
        yield Finding(
            "administradores", WARNING, "nenhum administrador definido: ninguém receberá avisos", OWN_ID
        )


async def _telegram(settings: Settings) -> list[Finding]:
    if settings.telegram_token is None:
        return [Finding("Telegram", WARNING, "sem token: só a demonstração local funciona", BOTFATHER)]
    bot = api_bot(settings.telegram_token.get_secret_value(), settings.telegram_api_url)
    try:
        async with bot:
            found = [Finding("Telegram", OK, f"o bot é @{bot.username}")]
            return found + await _webhook(bot, settings)
    except InvalidToken:
        return [Finding("Telegram", WRONG, "o Telegram recusou o token", BOTFATHER)]
    except TelegramError as error:
        return [Finding("Telegram", WRONG, *_trouble(error, settings.telegram_api_url))]


def _trouble(error: TelegramError, address: str) -> tuple[str, str]:
    """What went wrong on the way to Telegram, and where to look."""
    if isinstance(error, NeverLeft):
        return f"não há conexão com {address}", "Confira a rede, o DNS, o proxy e FRETABOT_TELEGRAM_API_URL"
    if isinstance(error, TimedOut):
        return f"{address} não respondeu a tempo", "Tente de novo; se continuar, confira a rede e o proxy"
    return f"{address} respondeu com erro: {error}", "Tente de novo em alguns minutos"


async def _webhook(bot: Bot, settings: Settings) -> list[Finding]:
    info = await bot.get_webhook_info()
    found = []
    if settings.receive == "polling" and info.url:
        found.append(Finding("webhook", WARNING, "há um webhook antigo; o bot o remove ao iniciar"))
    if info.last_error_message:
        found.append(
            Finding(
                "webhook", WARNING, f"último erro: {info.last_error_message}", "Confira FRETABOT_PUBLIC_URL"
            )
        )
    if settings.receive == "polling" and not info.url and not settings.admin_ids:
        found += await _who_wrote(bot)
    return found


async def _who_wrote(bot: Bot) -> list[Finding]:
    """The ids of people whose messages wait: nothing is confirmed by looking, the bot will still get them."""
    updates = await bot.get_updates(timeout=0, limit=10)
    senders = {u.effective_user.id: u.effective_user.first_name for u in updates if u.effective_user}
    return [
        Finding("quem escreveu", OK, f"{name}: {number}", f"Se for você: FRETABOT_ADMIN_IDS={number}")
        for number, name in senders.items()
    ]


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Uma linha JSON por item.")] = False,
    confirm_clock: Annotated[
        bool, typer.Option("--confirm-clock", help="Confirma a data da máquina depois de um salto.")
    ] = False,
) -> None:
    """Diz o que está errado e como corrigir: configuração, banco, migrações, fuso, dados e Telegram."""
    if confirm_clock:
        database = open_database(Settings())
        done = database.now(clock_guard.confirm)
        database.close()
        typer.echo("data confirmada" if done else "a data não estava em dúvida")
        return
    worst = OK
    for finding in examine():
        worst = WRONG if WRONG in {worst, finding.standing} else worst
        typer.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else shown(finding))
    if worst == WRONG:
        raise typer.Exit(1)


def shown(finding: Finding) -> str:
    """One finding as text."""
    mark = {OK: "✓", WARNING: "!", WRONG: "✗"}[finding.standing]
    return f"{mark} {finding.subject}: {finding.text}" + (f"\n    → {finding.mend}" if finding.mend else "")
