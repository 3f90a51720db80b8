"""Care of the base: what nobody has compared with its source for long, the UPF asked for at the turn of the year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot import revisions, staff, staff_notices
from bot.services import Services
from knowledge.library import Library

LONG = dt.timedelta(days=365)
SHOWN = 8
ASKED_FROM = (12, 1)
"""The value of the new year is published in December."""
LAST_MONTH = 1


@dataclass(frozen=True)
class Item:
    """Something to compare with its source; `on` is None when nobody ever did."""

    key: str
    title: str
    on: dt.date | None


def items(library: Library, checked: Mapping[str, dt.date]) -> list[Item]:
    """All that has a day of a last look: norms, UPF, values, checklists' facts of outside the norms, contacts."""
    found = [Item(n.id, n.short, _later(n.checked_on, checked.get(n.id))) for n in library.corpus.norms]
    for year in library.upf.years.values():
        key = f"upf-{year.year}"
        found.append(Item(key, f"UPF-RS {year.year}", _later(year.checked_on, checked.get(key))))
    values = library.values
    dated = [(s, s.values[-1].checked_on) for s in values.series.values()]
    tabled = [(t, t.tables[-1].checked_on) for t in values.tables.values()]
    for held, last in (*dated, *tabled):
        key = f"value-{held.id}"
        found.append(Item(key, f"{held.authority.upper()}: {held.title}", _later(last, checked.get(key))))
    for checklist in library.checklists.checklists.values():
        for need in checklist.requirements:
            if need.beyond_norm:
                key, title = f"list-{checklist.id}-{need.id}", f"{checklist.title}: {need.title}"
                day = read_day(need.beyond_norm.seen_on)
                found.append(Item(key, title, _later(day, checked.get(key))))
    for contact in library.checklists.contacts.values():
        key, title = f"contact-{contact.id}", f"{contact.agency}: {contact.what}"
        found.append(Item(key, title, _later(contact.seen_day, checked.get(key))))
    return found


def read_day(text: str) -> dt.date | None:
    """A day as the checklists write it; None for a month or words."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def _later(one: dt.date | None, other: dt.date | None) -> dt.date | None:
    return max((d for d in (one, other) if d is not None), default=None)


def due(library: Library, checked: Mapping[str, dt.date], today: dt.date) -> list[Item]:
    """What was not compared for a year, the longest first."""
    late = [i for i in items(library, checked) if i.on is None or today - i.on >= LONG]
    return sorted(late, key=lambda i: (i.on or dt.date.min, i.key))


def known(library: Library, key: str) -> bool:
    """Whether something of that key is in the base."""
    return any(item.key == key for item in items(library, {}))


def remind(services: Services, session: Session, now: dt.datetime) -> None:
    """The job: once a month the list, in December and January once a week the missing UPF; to the editors."""
    local = now.astimezone(services.settings.zone)
    today = local.date()
    if local.time() < services.settings.send_at:
        return
    editors = staff.editors(session, services.settings.admin_ids)
    missing = _missing_upf(services.library, today)
    if missing is not None:
        _tell(
            services,
            session,
            editors,
            "norms_admin/upf_missing",
            f"upf-{missing} {today:%G-%V}",
            now,
            year=missing,
        )
    late = due(services.library, revisions.checked(session), today)
    if late:
        stage = f"care {today:%Y-%m}"
        _tell(
            services,
            session,
            editors,
            "norms_admin/care_due",
            stage,
            now,
            items=late[:SHOWN],
            count=len(late),
        )


def _missing_upf(library: Library, today: dt.date) -> int | None:
    """The year whose UPF is to be entered now."""
    if (today.month, today.day) >= ASKED_FROM:
        wanted = today.year + 1
    elif today.month == LAST_MONTH:
        wanted = today.year
    else:
        return None
    return wanted if wanted not in library.upf.years else None


def _tell(
    services: Services,
    session: Session,
    people: list[int],
    template: str,
    stage: str,
    now: dt.datetime,
    **fields: Any,
) -> None:
    for person in people:
        staff_notices.tell(
            services,
            session,
            person,
            template,
            about=("base:care", stage),
            now=now,
            roles={"editor"},
            **fields,
        )
