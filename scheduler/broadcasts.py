"""The worker's share of a broadcast: lists recipients, makes rows in batches, words each at the last moment, concludes.

Confirming only marks the broadcast; everything that lasts happens here, in steps that a death may interrupt anywhere.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot import (
    audit,
    broadcast_hours,
    broadcast_message,
    broadcast_people,
    broadcast_results,
    broadcast_rights,
    broadcast_text,
    broadcasts,
    reader_links,
    screens,
    staff_notices,
    term_differences,
)
from bot import broadcast_audience as audience
from bot.broadcast_rules import WINDOW
from bot.messenger import Message
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast, BroadcastRecipient
from bot.screens import Button
from bot.services import Services
from scheduler.kinds import Gone, Kind

Rows = tuple[tuple[dict[str, str], ...], ...]
"""A keyboard as it goes to Telegram."""


def work(services: Services, session: Session, now: dt.datetime) -> bool:
    """One step of the job: every broadcast goes one step on. True while rows are left to be made."""
    corpus = services.library.corpus
    more = False
    for row in broadcasts.in_states(session, "scheduled", "running"):
        if not _told_of(services, session, row, now):
            continue
        if changed := broadcasts.changed_provisions(row, corpus):
            if broadcasts.stop(session, row, reason=broadcasts.NORM_CHANGED, now=now):
                _tell(
                    services, session, row, "broadcast/norm_changed", now, labels=_labels(services, changed)
                )
            continue
        if row.listed_at is None and not _listed(services, session, row, now):
            continue
        if row.state == "scheduled" and row.start_at is not None and row.start_at <= now:
            broadcasts.begin(session, row)
        broadcasts.rest(session, row, now=now, settings=services.settings)
        if row.planned_at is None:
            not_before = broadcast_hours.starts_at(row, now, services.settings)
            broadcast_people.plan(session, row, now=now, machine=services.machine(), not_before=not_before)
            more = more or row.planned_at is None
        elif row.corrects is not None and _wrong_text_leaves(session, row, now):
            more = more or row.planned_at is None
        elif row.state == "running" and broadcasts.finish(session, row, now=now):
            counts = broadcast_results.told(session, row)
            _tell(services, session, row, "broadcast/concluded", now, counts=counts, rough=_rough(row))
    return more


def _wrong_text_leaves(session: Session, row: Broadcast, now: dt.datetime) -> bool:
    """Takes in who got the wrong text after the list was made. True while a correction cannot be concluded for it."""
    found, leaving = broadcast_people.late(session, row)
    if found.fine or found.failing:
        broadcast_people.store(session, row, found, now=now)
        row.planned_at = None
        return True
    return leaving


def _told_of(services: Services, session: Session, row: Broadcast, now: dt.datetime) -> bool:
    """Whether the revision it tells of is published; the news of a draft that was given up goes with it."""
    standing = broadcasts.standing(session, row, services.library.revision)
    if standing == "dropped" and broadcasts.drop_news(session, row, now=now):
        _tell(services, session, row, "broadcast/revision_dropped", now)
    if standing == "ready" and row.cited is None:
        row.cited = broadcasts.cited(services.library.corpus, row.provisions)
        session.add(row)
    return standing == "ready"


def _listed(services: Services, session: Session, row: Broadcast, now: dt.datetime) -> bool:
    """Freezes the recipients, if they are still those that were confirmed; else asks again."""
    if broadcasts.rules(row).narrow:
        broadcasts.back_to_draft(session, row, reason="narrow", now=now)
        _tell(services, session, row, "broadcast/narrow_stopped", now, days=WINDOW)
        return False
    today = now.astimezone(services.settings.zone).date()
    people = broadcast_people.addressees(session, row, today=today, calendar=services.library.calendar)
    confirmed = row.confirmed or {}
    rehearsed = broadcast_people.rehearse(row.text, people)
    # A correction goes to whoever holds the wrong text, also to who got it since: that is not asked again.
    same = row.corrects is not None or broadcast_people.fingerprint(people) == confirmed.get("key")
    if not same or (rehearsed.failing and not confirmed.get("without_failing")):
        broadcasts.back_to_draft(session, row, reason="audience_changed", now=now)
        count = audience.told([p.why for p in people], broadcasts.rules(row))
        _tell(services, session, row, "broadcast/audience_changed", now, count=count, rough=_rough(row))
        return False
    broadcast_people.store(session, row, rehearsed, now=now)
    for earlier in broadcasts.chain(session, row)[:-1] if row.corrects else ():
        broadcast_results.forget_prepared(session, earlier)
        _go_on(services, session, earlier, now)
    return True


def _rough(row: Broadcast) -> bool:
    """Whether its numbers are told in steps: they rest on companies' fleet or papers."""
    return broadcasts.rules(row).tells_state


def _go_on(services: Services, session: Session, row: Broadcast, now: dt.datetime) -> None:
    """What was held to be corrected goes on, with the right text from now on."""
    if row.state != "paused" or row.reason != broadcasts.CORRECTING:
        return
    corpus = services.library.corpus
    if broadcasts.changed_provisions(row, corpus):
        broadcasts.stop(session, row, reason=broadcasts.NORM_CHANGED, now=now)
    elif broadcasts.resume(session, row, now=now, settings=services.settings, corpus=corpus):
        audit.by_itself(session, "broadcast_resumed", why="corrected", now=now, broadcast=row.id)


def _tell(
    services: Services, session: Session, row: Broadcast, template: str, now: dt.datetime, **fields: Any
) -> None:
    button = Button(services.renderer.label("broadcast_open"), "broadcast.open", {"id": row.id})
    people = {row.author, row.confirmed_by or row.author}
    people &= set(broadcasts.approvers(session, services.settings))  # who left the staff hears no more of it
    for person in sorted(people):
        staff_notices.tell(
            services,
            session,
            person,
            template,
            [[button]],
            about=(
                f"{broadcasts.subject_of(row.id or 0)}:staff",
                f"{template.rpartition('/')[2]} {now:%Y-%m-%dT%H:%M}",
            ),
            now=now,
            roles={"communicator"},
            id=row.id,
            **fields,
        )


def _labels(services: Services, provisions: list[str]) -> list[str]:
    corpus = services.library.corpus
    return [reader_links.label(corpus, p) for p in provisions]


def prepare(services: Services, session: Session, row: Outbox, now: dt.datetime) -> list[Message] | Gone:
    """Reads again whether and what to send: reachable, still in the company, the newest text of the chain."""
    person = session.get(BroadcastRecipient, row.payload["recipient"])
    sent = session.get(Broadcast, person.broadcast_id) if person else None
    if person is None or sent is None or sent.state == "cancelled":
        return Gone("comunicado cancelado")
    account = session.get(Account, person.user_id)
    if account is None or not account.reachable:
        return Gone(f"contato: {account.unreachable_reason if account else 'saiu'}", "failed")
    reasons = broadcast_rights.of_person(session, person.user_id, person.why)
    if sent.corrects is None and person.why.get("companies") and not reasons["companies"]:
        return Gone("saiu da empresa")
    if sent.nature == "news" and audience.wants_not(account.preferences, sent.subject):
        return Gone("não quer este assunto")
    chain = broadcasts.chain(session, sent)
    newest = chain[-1]
    row.text_version = str(newest.id)
    session.add(row)
    if newest.nature == "retraction" and sent.corrects is None:
        return Gone("comunicado retirado", "superseded")
    if sent.corrects is not None and broadcast_people.listed(session, newest, person.user_id, but=sent):
        return Gone("há correção mais nova", "superseded")
    reasons |= _difference(services, session, newest, person, now)
    values = broadcast_text.values(account.name, reasons)
    gone = broadcast_text.withheld(person.why, reasons) if sent.corrects is not None else []
    values |= {name: services.renderer.label(f"withheld_{name}") for name in gone}
    corrections = sent.corrects is not None
    held = broadcast_results.held(session, newest, person.user_id) if newest.corrects is not None else []
    # Who got nothing that the text replaces gets it as news.
    first = not corrections and all(one.version == str(newest.id) for one in held)
    try:
        texts = broadcast_message.worded(services, newest, values, withheld=gone, first=first)
    except broadcast_text.Missing as missing:
        return Gone(f"falta: {', '.join(missing.fields)}", "failed")
    keyboard = _keyboard(services, session, newest, person, now, first=first)
    # A further wave is a message of its own; only a correction's own rows edit or answer.
    messages = _messages(person.user_id, texts, keyboard, held if corrections else [])
    return [*messages, *_file(person.user_id, [newest] if corrections else chain)]


def _difference(
    services: Services, session: Session, row: Broadcast, person: BroadcastRecipient, now: dt.datetime
) -> dict[str, Any]:
    """What the revision moves for this person, from the fleet as it is now; kept with the reasons."""
    if not broadcast_text.uses(row.text, broadcast_text.DIFFERENCE):
        return {}
    zone, calendar = services.settings.zone, services.library.calendar
    today = now.astimezone(zone).date()
    told = term_differences.differences(session, row.revision_id, today=today, calendar=calendar, zone=zone)
    if told is None:
        return {}
    ids = [int(one["company_id"]) for one in person.why.get("companies", ())]
    found = told.of_person(session, person.user_id, ids)
    said = term_differences.words(found, services.renderer.label)
    moved = {"difference": said, "moved": [m.as_stored() for m in found]}
    person.why = person.why | moved
    session.add(person)
    return moved


def _keyboard(
    services: Services,
    session: Session,
    row: Broadcast,
    person: BroadcastRecipient,
    now: dt.datetime,
    *,
    first: bool,
) -> Rows:
    return screens.store(
        session,
        broadcast_message.buttons(services, row, person.id or 0, first=first),
        key=services.new_key(),
        chat_id=person.user_id,
        user_id=person.user_id,
        flow="",
        version=0,
        now=now,
    )


def _file(chat: int, chain: Sequence[Broadcast]) -> list[Message]:
    """The file given last: that of the newest text, or the one before where a correction has none of its own."""
    files = [file for one in chain if (file := broadcast_message.attachment(one))]
    return [Message(chat, file=file) for file in files[-1:]]


def _messages(
    chat: int, texts: list[str], keyboard: Rows, held: Sequence[broadcast_results.Held]
) -> list[Message]:
    """The text as a message of its own, or for each message that is held the edit or the answer."""
    messages: list[Message] = []
    for one in tuple(held) or (None,):
        answer = one.message_id if one else None
        edits = one is not None and one.editable and len(texts) == 1 and not one.confirmed
        messages += [Message(chat, text, reply_to=answer) for text in texts[:-1]]
        edit = answer if edits else None
        messages.append(Message(chat, texts[-1], keyboard, edit=edit, reply_to=answer))
    return messages


BROADCAST = Kind(prepare)
