"""What a process is made of, as tables: kinds of messages, jobs of the tick, producers of files, further web pages.

A new kind, job, producer or page is one line here.
"""

from __future__ import annotations

from bot import (
    base_care,
    broadcast_sheet,
    calendar_pages,
    delivery_state,
    open_questions,
    panel,
    prints,
    privacy_files,
    spreadsheet_files,
)
from bot.producers import Producer
from bot.reader import pages as reader_pages
from bot.web import Pages
from scheduler import broadcasts, housekeeping
from scheduler.alarm_kind import ALARM
from scheduler.digest import DIGEST
from scheduler.kinds import REPLY, Kind
from scheduler.runner import Job
from scheduler.staff_kind import STAFF
from scheduler.sweep import sweep

KINDS: dict[str, Kind] = {
    "reply": REPLY,
    "digest": DIGEST,
    "alarm": ALARM,
    "staff": STAFF,
    "broadcast": broadcasts.BROADCAST,
}
JOBS: dict[str, Job] = {
    delivery_state.REMINDERS: sweep,
    "tidy": housekeeping.tidy,
    "watch": housekeeping.watch,
    "broadcasts": broadcasts.work,
    "prints": prints.erase_old,
    "askers": open_questions.forget,
    "base": base_care.remind,
}
PRODUCERS: dict[str, Producer] = {
    "broadcast_sheet": broadcast_sheet.SHEET,
    "panel_chart": panel.CHART,
    **calendar_pages.PRODUCERS,
    **spreadsheet_files.PRODUCERS,
    **privacy_files.PRODUCERS,
    **prints.PRODUCERS,
}
# Further routes of the listener on LISTEN.
PAGES: tuple[Pages, ...] = (
    calendar_pages.pages,
    reader_pages.routes,
)
