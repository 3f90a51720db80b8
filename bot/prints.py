"""The sheets that are made when they are sent: the outcome of a checklist, and forms filled in for one delivery.

`PRODUCERS` is what the dispatcher knows them by; `erase_old` is a job of the scheduler.
"""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

from sqlmodel import Session

from bot import checklist_case, pdf, print_jobs
from bot.checklist_case import Reader
from bot.pdf import Sheet
from bot.producers import Params, Producer, Work
from bot.services import Services
from knowledge import words

LINK = "lista-"
"""How start links to checklists begin: `lista-<checklist>_<draft>`."""


def _outcome(services: Services, session: Session, params: Params) -> Work | None:
    reader = Reader(int(params["user"]), dt.date.fromisoformat(params["on"]))
    case = checklist_case.load(services, session, int(params["draft"]), reader.user_id)
    if case is None:
        return None
    found = checklist_case.charter(services, session, case, reader)
    link = ""
    if services.bot_name:
        link = f"https://t.me/{services.bot_name}?start={LINK}{case.checklist.id}_{case.id}"
    label = services.renderer.label
    rendered = services.renderer.html(
        "pdf/outcome",
        c=found,
        name=case.draft.title,
        agency=label(f"checklist_of_{found.authority}"),
        scan=bool(link),
    )
    foot = label("print_foot", title=found.title, norm=found.norm, day=words.short_date(reader.today))
    return partial(pdf.draw, Sheet(pdf.lines(rendered), foot, reader.today, link, title=found.title))


def _form(services: Services, session: Session, params: Params) -> Work | None:
    """A form or list filled in from a job; `kind` is the template's name."""
    kept = print_jobs.content(session, int(params["job"]))
    if kept is None:
        return None
    kind = str(params["kind"])
    rendered = services.renderer.html(f"pdf/{kind}", **_read(kept))
    title = services.renderer.label(f"print_{kind}")
    foot = services.renderer.label(f"print_foot_{kind}")
    widths = tuple(float(w) for w in kept.get("widths", ()))
    on = dt.date.fromisoformat(str(kept["on"]))
    return partial(pdf.draw, Sheet(pdf.lines(rendered), foot, on, widths=widths, title=title))


def _read(kept: dict[str, Any]) -> dict[str, Any]:
    return {**kept, "on": dt.date.fromisoformat(str(kept["on"]))}


def _done(services: Services, session: Session, params: Params) -> None:
    print_jobs.erase(session, int(params["job"]))
    services.database.scrub()


def erase_old(services: Services, session: Session, now: dt.datetime) -> None:
    """What waited for its delivery for over a day is erased."""
    if print_jobs.erase_old(session, now=now):
        services.database.scrub()


PRODUCERS: dict[str, Producer] = {"outcome": Producer(_outcome), "form": Producer(_form, _done)}
