"""The program as a process: stop and start, refusals at the start, the panel, the doctor."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from bot import identity, outbox
from bot.clock import machine_now
from bot.database import Database
from bot.local_telegram.testing import TOKEN, LocalTelegram
from bot.models.delivery import LANE_REMINDER
from bot.outbox import Planned
from bot.serve import CUT_SECONDS
from tests.conftest import sqlite_copy
from tests.stories.conftest import Stage
from tests.stories.process_steps import program, run_program


@pytest.mark.slow
async def test_t25_stopped_in_the_middle_the_next_start_goes_on_where_it_was(
    telegram: LocalTelegram, tmp_path: Path, migrated_file: Path
) -> None:
    """The first start is a shell line, the second is not: both hear SIGTERM."""
    url = sqlite_copy(tmp_path, migrated_file)
    people = await telegram.crowd(15)
    await telegram.fault("delay", method="sendMessage", seconds=0.3)
    database = Database(url)
    now = machine_now()
    # Alarms are a kind of the product that needs nothing but its row and an administrator.
    office = {"FRETABOT_ADMIN_IDS": ",".join(map(str, people))}
    for person in people:
        planned = Planned(
            person, "alarm:stuck", "-", "-", "alarm", LANE_REMINDER, {"key": "stuck", "facts": {}}
        )
        database.now(lambda s, p=planned: outbox.add(s, p, now=now, machine=now))  # type: ignore[misc]
    async with program(telegram, tmp_path, shell=True, **office) as process:  # noqa: S604
        while len(await telegram.log(method="sendMessage")) < 5:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        process.terminate()
        await asyncio.to_thread(process.wait)
    held = database.now(outbox.counts)
    async with program(telegram, tmp_path, **office):
        while database.now(outbox.counts).get("sent", 0) < len(people):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    database.close()
    log = [e["chat_id"] for e in await telegram.log(method="sendMessage")]

    # It ended by itself: the cut ends it with 1.
    assert (0, True, None) == (process.returncode, CUT_SECONDS < 10, held.get("sending"))
    assert sorted(people) == sorted(log)


@pytest.mark.slow
async def test_a_process_told_to_stop_ends_though_the_database_is_locked(
    telegram: LocalTelegram, tmp_path: Path, migrated_file: Path
) -> None:
    """What it holds is left to the leases; a supervisor need not wait for somebody else's lock."""
    sqlite_copy(tmp_path, migrated_file)
    async with program(telegram, tmp_path) as process:
        while not await telegram.log(method="getUpdates"):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        holder = sqlite3.connect(tmp_path / "fretabot.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        process.terminate()

        ended = await asyncio.to_thread(process.wait)

        holder.close()
        assert 1 == ended  # cut: SQLite itself would wait 30 s a statement, and then end in peace


def test_t22_webhook_mode_without_a_secret_is_refused_with_the_settings_name(tmp_path: Path) -> None:
    ended = run_program(tmp_path, "run", FRETABOT_TELEGRAM_TOKEN=TOKEN, FRETABOT_RECEIVE="webhook")

    assert (1, True) == (ended.returncode, "FRETABOT_WEBHOOK_SECRET" in ended.stderr)


async def test_a_backup_taken_while_running_opens_and_holds_everything(stage: Stage, tmp_path: Path) -> None:
    async with stage.running() as app:
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/start")
        url = app.services.database.url
        ended = await asyncio.to_thread(
            run_program, tmp_path, "db", "backup", str(tmp_path / "copia.sqlite"), FRETABOT_DATABASE_URL=url
        )

    restored = Database(f"sqlite:///{tmp_path / 'copia.sqlite'}")
    sent = restored.now(outbox.counts)
    restored.close()
    assert (0, 1) == (ended.returncode, sent["sent"])
    with sqlite3.connect(tmp_path / "copia.sqlite") as raw:
        assert ("ok",) == raw.execute("PRAGMA integrity_check").fetchone()


def test_the_doctor_leads_from_botfather_to_the_first_administrator(tmp_path: Path) -> None:
    ended = run_program(tmp_path, "doctor", "--json")
    found = {f["subject"]: f for f in map(json.loads, ended.stdout.splitlines())}

    assert 0 == ended.returncode
    assert "@BotFather" in found["Telegram"]["mend"]
    assert "FRETABOT_ADMIN_IDS" in found["administradores"]["mend"]


def test_a_token_that_was_not_copied_whole_is_refused_in_plain_words(tmp_path: Path) -> None:
    ended = run_program(tmp_path, "doctor", FRETABOT_TELEGRAM_TOKEN="123:abc")
    refused = run_program(tmp_path, "run", FRETABOT_TELEGRAM_TOKEN="123:abc")

    assert (1, True, True) == (
        ended.returncode,
        "FRETABOT_TELEGRAM_TOKEN: não tem a forma de um token" in ended.stdout,
        "@BotFather" in ended.stdout,
    )
    assert (1, True, False) == (
        refused.returncode,
        "FRETABOT_TELEGRAM_TOKEN: não tem a forma de um token" in refused.stderr,
        "123:abc" in refused.stderr,
    )


def test_the_doctor_says_in_plain_words_that_there_is_no_network(tmp_path: Path) -> None:
    nobody = "http://127.0.0.1:9"
    ended = run_program(tmp_path, "doctor", FRETABOT_TELEGRAM_TOKEN=TOKEN, FRETABOT_TELEGRAM_API_URL=nobody)

    assert (1, True, False) == (
        ended.returncode,
        f"✗ Telegram: não há conexão com {nobody}" in ended.stdout,
        "NeverLeft" in ended.stdout,
    )


def test_the_doctor_names_a_bad_setting_and_fails(tmp_path: Path) -> None:
    ended = run_program(tmp_path, "doctor", FRETABOT_BULK_RATE="900")

    assert (1, True) == (ended.returncode, "FRETABOT_BULK_RATE" in ended.stdout)


async def test_the_doctor_tells_who_wrote_to_the_bot(telegram: LocalTelegram, tmp_path: Path) -> None:
    marli = await telegram.person("Marli")
    await marli.says("/start")
    ended = await asyncio.to_thread(
        run_program, tmp_path, "doctor",
        FRETABOT_TELEGRAM_TOKEN=telegram.token, FRETABOT_TELEGRAM_API_URL=telegram.url,
    )  # fmt: skip

    assert f"FRETABOT_ADMIN_IDS={marli.id}" in ended.stdout


async def test_the_panel_is_for_staff_and_shows_how_delivery_stands(stage: Stage) -> None:
    stage.options["admin_ids"] = (200_001,)
    async with stage.running() as app:
        rosane = await stage.telegram.person("Rosane", id=200_001)
        stranger = await stage.telegram.person("Jéssica", id=200_002)
        await app.services.database.run(lambda s: identity.write(s, "x", "y"))

        panel = await rosane.asks("/painel")
        refused = await stranger.asks("/painel")

    assert "Contatos fora de alcance: 0." in panel.text
    assert "Painel" not in refused.text
