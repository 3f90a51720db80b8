"""The message of reminders, worded at the last moment: every item is read again, what is gone falls out.

An item stays when its stage is still the latest reached for this person: a later one has a message of its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot import audience, due_words, fleet, reminder_rows, screens
from bot.due import Reader
from bot.due_words import Line
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

GONE, LATER = "resolvido, vendido, parado ou fora da empresa", "etapa mais nova"


@dataclass(frozen=True)
class Current:
    """The items of a message against what is owed now."""

    lines: list[Line]
    gone: list[int]
    superseded: list[int]
    urgent: bool


def prepare(services: Services, session: Session, row: Outbox, now: dt.datetime) -> list[Message] | Gone:
    """The message of a digest row, or why there is none."""
    moment = moment_of(services.settings, now)
    if row.cycle != moment.today.isoformat():
        messages.rehome(services, session, row, moment)
        return Gone("o dia passou: vai no aviso de hoje", "superseded")
    account = session.get(Account, row.recipient)
    if account is None or not account.reachable:
        return Gone("contato fora de alcance")
    current = read(services, session, row, moment)
    reminder_rows.close_items(session, current.gone, "cancelled", reason=GONE, now=now)
    reminder_rows.close_items(session, current.superseded, "superseded", reason=LATER, now=now)
    if not current.lines:
        return Gone(GONE if current.gone else LATER, "cancelled" if current.gone else "superseded")
    quiet = hours_of(services.settings, account.preferences).is_quiet(now)
    if quiet and not current.urgent:
        messages.postpone(services, session, row, moment)
        return Gone("horas de silêncio: vai no próximo aviso", "superseded")
    return [_message(services, session, row, current.lines, moment, silent=quiet)]


def read(services: Services, session: Session, row: Outbox, moment: Moment) -> Current:
    """Every waiting item of a message, read again."""
    items = reminder_rows.items_of(session, row.id or 0)
    companies = sorted({int(item.payload["company"]) for item in items})
    owed = _owed_now(services, session, companies, row.recipient, moment)
    lines: list[Line] = []
    gone: list[int] = []
    superseded: list[int] = []
    urgent = False
    for item in items:
        found = owed.get((item.subject, item.cycle))
        if not found:
            gone.append(item.id or 0)
        elif all(one.step.stage != item.stage for one in found):
            superseded.append(item.id or 0)
        else:
            one = found[0]
            urgent = urgent or one.thing.day == moment.today
            lines.append(due_words.line(one.thing, moment.today, services.renderer, second=one.second))
    return Current(due_words.worst_first(lines), gone, superseded, urgent)


def _owed_now(
    services: Services, session: Session, companies: Sequence[int], recipient: int, moment: Moment
) -> dict[tuple[str, str], list[Owed]]:
    people = audience.members(session, companies)
    reader = Reader(moment.today, services.library.calendar, services.settings.zone)
    ledger = Ledger(package_rules(), reminder_rows.marks(session, companies), moment)
    found: dict[tuple[str, str], list[Owed]] = {}
    for held in fleet.some(session, companies):
        for thing in reader.things(held):
            for one in ledger.of(thing, people.get(held.company.id or 0, ())):
                if one.member.user_id == recipient:
                    found.setdefault((thing.subject, one.cycle), []).append(one)
    return found


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
        several=len({line.company_id for line in lines}) > 1,
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
