"""The copy of a person's data as files, made when sent: JSON for programs, a sheet to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from bot import privacy
from bot.clock import civil_day
from bot.pdf import Sheet, draw
from bot.producers import Params, Producer, Work
from bot.services import Services

JSON, SHEET = "privacy_json", "privacy_sheet"

Copy = Mapping[str, list[dict[str, Any]]]


def _load_json(_services: Services, session: Session, params: Params) -> Work | None:
    found = privacy.copy(session, int(params["user"]))
    return lambda: json.dumps(found, ensure_ascii=False, indent=2).encode()


def _load_sheet(services: Services, session: Session, params: Params) -> Work | None:
    found = privacy.copy(session, int(params["user"]))
    today = civil_day(services.clock.now(), services.settings.zone)
    title = services.renderer.label("privacy_title")
    sheet = Sheet(tuple(_lines(title, found)), foot=title, on=today, title=title)
    return lambda: draw(sheet)


def _lines(title: str, found: Copy) -> list[tuple[str, str]]:
    told = {entry.table: entry.holds for entry in privacy.data_map().tables}
    lines = [("title", title)]
    for table, rows in found.items():
        lines.append(("h", told[table]))
        for row in rows:
            lines.append(
                ("li", "; ".join(f"{name}: {value}" for name, value in row.items() if value not in _EMPTY))
            )
    return lines


_EMPTY: tuple[object, ...] = (None, "", [], {})

PRODUCERS = {JSON: Producer(_load_json), SHEET: Producer(_load_sheet)}
