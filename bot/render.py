"""Templates → Telegram HTML. Every value is escaped, a missing or None value is an error."""

from __future__ import annotations

import datetime as dt
import hashlib
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot import few, reader_links
from knowledge import words
from knowledge.schema import read_yaml

TEMPLATES = Path(__file__).parent / "templates"


def _refuse_none(value: Any) -> Any:
    if value is None:
        raise ValueError("a template printed None")
    return value


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,  # always: no choice by file ending
        undefined=StrictUndefined,
        finalize=_refuse_none,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
    )


class Renderer:
    """Renders messages and button labels; holds no state but the compiled templates."""

    def __init__(self) -> None:
        self.environment = _environment()
        self.environment.filters["date"] = _date
        self.environment.filters["long_date"] = words.long_date
        self.environment.filters["shortened"] = reader_links.shortened
        self.environment.filters["few"] = few.masked
        self.environment.filters["few_spoken"] = few.spoken
        self.environment.filters["counted"] = words.counted
        self.environment.filters["money"] = words.money
        self.environment.filters["limit"] = _limit
        self.labels: dict[str, str] = read_yaml(TEMPLATES / "labels.yaml")

    @cached_property
    def version(self) -> str:
        """Which wording this is: a mark of all templates and labels, kept with what was sent."""
        files = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())
        return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]

    def html(self, template: str, **fields: Any) -> str:
        """The message of `template` (`start` for `start.j2`), as Telegram HTML."""
        return self.environment.get_template(f"{template}.j2").render(**fields).strip()

    def label(self, key: str, **fields: Any) -> str:
        """A button label or command description of `labels.yaml`, with its fields filled in."""
        return self.labels[key].format(**fields)


def _date(value: dt.date) -> str:
    return f"{value:%d/%m/%Y}"


def _limit(value: str, size: int) -> str:
    return value if len(value) <= size else value[: size - 1].rstrip() + "…"
