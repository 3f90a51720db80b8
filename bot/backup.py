"""`fretabot db backup`: a consistent copy while the bot runs. It holds people's data: only its owner may read it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from bot.late import Late

conninfo = Late("psycopg.conninfo")  # PostgreSQL's driver; on SQLite nobody needs it

FOR_ITS_OWNER = 0o600


class BackupFailed(RuntimeError):
    """No copy was made; the message says why and what to do, in Portuguese."""


def backup(url: str, file: Path) -> None:
    """Copies the database to `file`; an older copy there is replaced only by a whole one. Raises `BackupFailed`."""
    part = file.with_name(f"{file.name}.parcial")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, FOR_ITS_OWNER))
    try:
        if url.startswith("sqlite"):
            _sqlite(Path(url.removeprefix("sqlite:///")), part)
        else:
            _postgres(url, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _sqlite(source: Path, target: Path) -> None:
    if not source.exists():
        raise BackupFailed(f"não há banco em {source}")
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    try:
        with writing:
            reading.backup(writing)
    except sqlite3.Error as error:
        raise BackupFailed(f"a cópia não foi feita: {error}") from error
    finally:
        reading.close()
        writing.close()


def _postgres(url: str, target: Path) -> None:
    """By `pg_dump`, in its custom form. The password goes by the environment: others can read a command line."""
    command = shutil.which("pg_dump")
    if command is None:
        raise BackupFailed(
            "pg_dump não foi encontrado. Instale o cliente do PostgreSQL (no Debian, postgresql-client), "
            "na versão do servidor ou mais nova"
        )
    known = {
        k: v for k, v in conninfo.conninfo_to_dict(url.replace("+psycopg", "", 1)).items() if v is not None
    }
    secret = {"PGPASSWORD": str(known.pop("password"))} if "password" in known else {}
    ended = subprocess.run(  # noqa: S603  # PostgreSQL's own program, arguments of ours
        [
            command,
            "--format=custom",
            "--no-owner",
            f"--file={target}",
            f"--dbname={conninfo.make_conninfo('', **known)}",
        ],
        env={**os.environ, **secret},
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        last = (ended.stderr.strip().splitlines() or ["sem explicação"])[-1]
        raise BackupFailed(f"o pg_dump falhou: {last}")
