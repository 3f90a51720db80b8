"""The copy of a person's data as files, made when sent: JSON for programs, a sheet to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot import data_words, privacy
from bot.clock import civil_day
from bot.pdf import Sheet, draw
from bot.producers import Params, Producer, Work
from bot.services import Services
from knowledge.checklist_model import Checklist

JSON, SHEET = "privacy_json", "privacy_sheet"

Copy = Mapping[str, list[dict[str, Any]]]


def _load_json(_services: Services, session: Session, params: Params) -> Work | None:
    found = privacy.copy(session, int(params["user"]))
    return lambda: json.dumps(found, ensure_ascii=False, indent=2).encode()


def _load_sheet(services: Services, session: Session, params: Params) -> Work | None:
    found = privacy.copy(session, int(params["user"]))
    today = civil_day(services.clock.now(), services.settings.zone)
    title = services.renderer.label("privacy_title")
    said = lines(title, found, services.settings.zone, services.library.checklists.checklists)
    sheet = Sheet(tuple(said), foot=title, on=today, title=title)
    return lambda: draw(sheet)


def lines(
    title: str, found: Copy, zone: ZoneInfo, checklists: Mapping[str, Checklist]
) -> list[tuple[str, str]]:
    """The copy as the lines of a sheet: words for tables and columns, dates as people write them."""
    made = [("title", title)]
    for table, rows in found.items():
        made.append(("h", data_words.labels().tables[table]))
        for row in rows:
            told = data_words.spelt_out(row, checklists) if table == "draft" else row
            made.append(("li", "; ".join(data_words.row(table, told, zone))))
    return made


PRODUCERS = {JSON: Producer(_load_json), SHEET: Producer(_load_sheet)}
