"""The message of reminders, worded at the last moment: every item is read again, what is gone falls out.

An item stays when its stage is still the latest reached for this person: a later one has a message of its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot import accounts, audience, due_words, fleet, reminder_rows, screens, usable
from bot.audience import Member
from bot.due import Due, Reader, reach
from bot.due_words import Line
from bot.fleet import Holding
from bot.messenger import Message
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.reminder_screens import KEPT, buttons_of
from bot.screens import Button, Keyboard
from bot.services import Services
from knowledge import words
from scheduler import messages
from scheduler.hours import hours_of
from scheduler.kinds import Gone, Kind
from scheduler.owed import Ledger, Moment, Owed, moment_of
from scheduler.rules import ReminderRules, package_rules
from scheduler.sweep import certain

GONE, LATER = "resolvido, vendido, parado ou fora da empresa", "etapa mais nova"


@dataclass(frozen=True)
class Current:
    """The items of a message against what is owed now."""

    lines: list[Line]
    gone: list[int]
    superseded: list[int]
    owed: list[Owed]


def prepare(services: Services, session: Session, row: Outbox, now: dt.datetime) -> list[Message] | Gone:
    """The message of a digest row, or why there is none."""
    moment = moment_of(services.settings, now)
    items = reminder_rows.items_of(session, row.id or 0)
    return worded(services, session, row, known(session, companies_of(items), moment), items)


def worded(
    services: Services, session: Session, row: Outbox, found: Known, items: Sequence[Outbox]
) -> list[Message] | Gone:
    """The same from what was read already."""
    moment = found.ledger.moment
    now = moment.now
    if row.cycle != moment.today.isoformat():
        messages.rehome(services, session, row, moment)
        return Gone("o dia passou: vai no aviso de hoje", "superseded")
    account = session.get(Account, row.recipient)
    if account is None or not account.reachable:
        return Gone("contato fora de alcance")
    current = read(services, session, row, found, items)
    reminder_rows.close_items(session, current.gone, "cancelled", reason=GONE, now=now)
    reminder_rows.close_items(session, current.superseded, "superseded", reason=LATER, now=now)
    if not current.lines:
        return Gone(GONE if current.gone else LATER, "cancelled" if current.gone else "superseded")
    hours = hours_of(services.settings, account.preferences)
    leaves = hours.leaves(now, latest=messages.latest_of(hours, moment, current.owed))
    if leaves.at > now:
        messages.postpone(services, session, row, moment)
        return Gone("horas de silêncio: vai no próximo aviso", "superseded")
    return [_message(services, session, row, current.lines, moment, silent=leaves.silent)]


@dataclass(frozen=True)
class Known:
    """What is stored of some companies: read once for one message or for many."""

    held: dict[int, Holding]
    people: dict[int, list[Member]]
    ledger: Ledger


def known(session: Session, companies: Sequence[int], moment: Moment) -> Known:
    """Reads these companies: fleets, people, what was pressed."""
    held = {h.company.id or 0: h for h in fleet.some(session, companies)}
    marks = reminder_rows.marks(session, companies)
    return Known(held, audience.members(session, companies), Ledger(package_rules(), marks, moment))


def companies_of(items: Sequence[Outbox]) -> list[int]:
    """The companies that some items are about."""
    return sorted({int(item.payload["company"]) for item in items})


def read(services: Services, session: Session, row: Outbox, found: Known, items: Sequence[Outbox]) -> Current:
    """Every waiting item of a message, read again."""
    moment = found.ledger.moment
    owed = _owed_now(services, session, row.recipient, companies_of(items), found)
    gone: list[int] = []
    superseded: list[int] = []
    still: list[Owed] = []
    for item in items:
        now_owed = owed.get((item.subject, item.cycle))
        if not now_owed:
            gone.append(item.id or 0)
        elif all(one.step.stage != item.stage for one in now_owed):
            superseded.append(item.id or 0)
        else:
            one = now_owed[0]
            still.append(one)
    lines = [
        due_words.line(thing, moment.today, services.renderer, second=one.second)
        for one, thing in zip(still, _with_limits(services, found, still), strict=True)
    ]
    return Current(due_words.worst_first(lines), gone, superseded, still)


def _with_limits(services: Services, found: Known, owed: Sequence[Owed]) -> list[Due]:
    """The things of a message, each with the licences that cannot be used after its day."""
    things = {one.thing.subject: one.thing for one in owed}
    by_company: dict[int, list[Due]] = {}
    for thing in things.values():
        by_company.setdefault(thing.company.id or 0, []).append(thing)
    for company, own in by_company.items():
        held = found.held[company]
        for thing in usable.limiting(_reader(services, held, found.ledger.moment), held, own):
            things[thing.subject] = thing
    return [things[one.thing.subject] for one in owed]


def _owed_now(
    services: Services, session: Session, recipient: int, companies: Sequence[int], found: Known
) -> dict[tuple[str, str], list[Owed]]:
    moment = found.ledger.moment
    owed = [
        one
        for company in companies
        if (held := found.held.get(company)) is not None
        for thing in _reader(services, held, moment).things(held)
        for one in found.ledger.of(thing, found.people.get(company, ()))
        if one.member.user_id == recipient
    ]
    by_key: dict[tuple[str, str], list[Owed]] = {}
    for one in certain(session, owed, moment):
        by_key.setdefault((one.thing.subject, one.cycle), []).append(one)
    return by_key


def _reader(services: Services, held: Holding, moment: Moment) -> Reader:
    """The same reading as the sweep's: nothing later than any stage looks ahead to."""
    horizon = reach(held.company, moment.today)
    return Reader(moment.today, services.library.calendar, services.settings.zone, horizon)


def _message(
    services: Services,
    session: Session,
    row: Outbox,
    lines: Sequence[Line],
    moment: Moment,
    *,
    silent: bool,
) -> Message:
    rules = package_rules()
    label = services.renderer.label
    shown, rest = lines[: rules.lines], len(lines) - rules.lines
    date = words.short_date(moment.today)
    html = services.renderer.html(
        "reminders/digest",
        heading=label("digest_one", date=date)
        if len(lines) == 1
        else label("digest_many", date=date, count=len(lines)),
        groups=due_words.grouped(shown),
        several=accounts.of_several(session, row.recipient),
        second_note=label("digest_second"),
        more=label("digest_more", count=rest) if rest > 0 else "",
    )
    keyboard = screens.store(
        session,
        _keyboard(services, session, row, lines, rules),
        key=services.new_key(),
        chat_id=row.recipient,
        user_id=row.recipient,
        flow="",
        version=0,
        now=moment.now,
    )
    return Message(row.recipient, html, keyboard, silent=silent)


def _keyboard(
    services: Services, session: Session, row: Outbox, lines: Sequence[Line], rules: ReminderRules
) -> Keyboard:
    if len(lines) == 1:
        return buttons_of(services.renderer, session, lines[0], row.recipient, extra=KEPT)
    rows = [
        [Button(line.label, "reminder.item", {"subject": line.subject, "company": line.company_id, **KEPT})]
        for line in lines[: rules.buttons]
    ]
    if len(lines) > rules.buttons:
        label = services.renderer.label("digest_all", count=len(lines))
        rows.append([Button(label, "reminder.all", {"digest": row.id, **KEPT})])
    return rows


def worth_repeating(item: Outbox) -> bool:
    """Due today, the last stage before the due day, the first day after it: an uncertain delivery is repeated."""
    return bool(item.payload.get("last"))


DIGEST = Kind(prepare, repeat=worth_repeating)
