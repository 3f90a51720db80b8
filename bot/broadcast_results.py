"""What became of each recipient of a broadcast, what each holds of a chain, and what a recipient does with it."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from bot import broadcast_audience as audience
from bot import broadcasts, few, outbox
from bot.models.delivery import Outbox, OutboxPart
from bot.models.staff import Broadcast, BroadcastRecipient


@dataclass(frozen=True)
class Result:
    """What became of one recipient: outbox state or `skipped`, the reason, when the person confirmed.

    `company` is empty where it may not be named; then `numbers` stand for the person's companies.
    """

    company: str
    numbers: tuple[int, ...]
    state: str
    reason: str
    aware_at: dt.datetime | None


def results(session: Session, row: Broadcast) -> list[Result]:
    """What became of each recipient, by company."""
    rows, people = _rows(session, row), recipients(session, row)
    numbers = {} if named(row) else _numbers(row, people)
    found = []
    for person in people:
        one = _result(person, rows.get(person.user_id, []))
        if numbers:
            own = tuple(sorted(numbers[key] for key in _companies(person)))
            one = replace(one, company="", numbers=own)
        found.append(one)
    return sorted(found, key=lambda r: (r.company, r.numbers, r.state))


def named(row: Broadcast) -> bool:
    """Whether staff may read which companies got it: not where that tells of their fleet or papers."""
    return not broadcasts.rules(row).tells_state


def silent(session: Session, row: Broadcast) -> bool:
    """Whether even lines without a name would say too much: few companies, or none, chosen by fleet or papers."""
    return not named(row) and told(session, row)["all"] < few.FEW


def _numbers(row: Broadcast, people: Iterable[BroadcastRecipient]) -> dict[int | None, int]:
    """A number for each company, the same on every screen of the broadcast; its order tells nothing."""
    keys = {key for person in people for key in _companies(person)}
    mixed = sorted(keys, key=lambda key: hashlib.sha256(f"{row.id}:{key}".encode()).hexdigest())
    return {key: number for number, key in enumerate(mixed, 1)}


def recipients(session: Session, row: Broadcast) -> list[BroadcastRecipient]:
    """The frozen list."""
    statement = select(BroadcastRecipient).where(BroadcastRecipient.broadcast_id == row.id)
    return list(session.exec(statement.order_by(col(BroadcastRecipient.id))))


def in_state(session: Session, row: Broadcast, *, state: str) -> list[BroadcastRecipient]:
    """Recipients whose outcome is this one."""
    rows = _rows(session, row)
    return [
        person
        for person in recipients(session, row)
        if _result(person, rows.get(person.user_id, [])).state == state
    ]


@dataclass(frozen=True)
class Unaware:
    """Companies that got it and of which nobody has confirmed, by name or by number; their people who got it."""

    companies: Sequence[str]
    numbers: Sequence[int]
    people: Sequence[BroadcastRecipient]


def unaware(session: Session, row: Broadcast) -> Unaware:
    """Who has not confirmed: a company has when one of its people has."""
    everybody = recipients(session, row)
    heard = [p for p in everybody if p.aware_at is not None]
    confirmed = {key for person in heard for key in _companies(person)}
    people = [p for p in in_state(session, row, state="sent") if _companies(p).keys() - confirmed]
    waiting_for = {
        key: name for person in people for key, name in _companies(person).items() if key not in confirmed
    }
    if named(row):
        return Unaware(sorted(waiting_for.values()), (), people)
    numbers = _numbers(row, everybody)
    return Unaware((), sorted(numbers[key] for key in waiting_for), people)


def _companies(person: BroadcastRecipient) -> dict[int | None, str]:
    """The companies through which somebody is a recipient, by id."""
    held = {one["company_id"]: one["company"] for one in person.why.get("companies", ())}
    return held or {person.company_id: person.company}


def counts(session: Session, row: Broadcast) -> Counter[str]:
    """How many recipients stand in each outcome, and how many confirmed (`aware`)."""
    found = results(session, row)
    counted = Counter(r.state for r in found)
    counted["aware"] = sum(r.aware_at is not None for r in found)
    counted["all"] = len(found)
    return counted


def told(session: Session, row: Broadcast) -> Counter[str]:
    """The same numbers as staff may know them; shown through `bot.few`. `few.of(told["all"], …)` for others.

    Where fleet or papers were asked about, nobody and few read alike in what every broadcast says of itself.
    """
    rules = broadcasts.rules(row)
    whole = audience.told([person.why for person in recipients(session, row)], rules)
    found = Counter({name: few.of(whole, n) for name, n in counts(session, row).items()})
    found["all"] = whole
    if whole < few.FEW and rules.tells_state:
        found["sent"] = found["aware"] = whole
    return found


def waiting(session: Session, row: Broadcast) -> int:
    """How many of its rows have not left, of whatever wave, and recipients that have none yet."""
    counted = outbox.counts(session, subject=broadcasts.subject_of(row.id or 0))
    unplanned = len(in_state(session, row, state="planned")) if row.planned_at is None else 0
    return max(unplanned, sum(counted.get(state, 0) for state in outbox.WAITING))


def waves(session: Session, row: Broadcast) -> int:
    """How many times rows were made for it."""
    stages = columns(col(Outbox.stage)).where(col(Outbox.subject) == broadcasts.subject_of(row.id or 0))
    return len(set(session.execute(stages).scalars()))


def _rows(session: Session, row: Broadcast) -> dict[int, list[Outbox]]:
    statement = select(Outbox).where(Outbox.subject == broadcasts.subject_of(row.id or 0))
    found: dict[int, list[Outbox]] = {}
    for one in session.exec(statement.order_by(col(Outbox.id))):
        found.setdefault(one.recipient, []).append(one)
    return found


def _result(person: BroadcastRecipient, rows: Sequence[Outbox]) -> Result:
    if person.skipped is not None:
        return Result(person.company, (), "skipped", person.skipped, None)
    if not rows:
        return Result(person.company, (), "planned", "", person.aware_at)
    best = next((r for state in ("sent", "uncertain") for r in rows if r.state == state), rows[-1])
    said = best.reason or best.error_class or ""
    return Result(person.company, (), best.state, "" if best.state == "sent" else said, person.aware_at)


def own(session: Session, recipient_id: int, user_id: int) -> tuple[BroadcastRecipient, Broadcast] | None:
    """A recipient's own row; nobody else's is ever looked at."""
    person = session.get(BroadcastRecipient, recipient_id)
    if person is None or person.user_id != user_id:
        return None
    row = session.get(Broadcast, person.broadcast_id)
    return (person, row) if row is not None else None


def confirm_read(session: Session, person: BroadcastRecipient, *, now: dt.datetime) -> bool:
    """The person confirms having read it; False when that was said before."""
    if person.aware_at is not None:
        return False
    person.aware_at = now
    session.add(person)
    return True


@dataclass(frozen=True)
class Held:
    """What somebody holds of a chain: the message to edit, if it can be, or to answer."""

    message_id: int | None
    editable: bool
    version: str
    confirmed: bool


def held(session: Session, row: Broadcast, user_id: int) -> list[Held]:
    """The messages of the chain that show the text a person got last before this broadcast, the newest first.

    More than one after a further wave. An older text was answered by the correction that came between.
    """
    subjects = [
        broadcasts.subject_of(one.id or 0) for one in broadcasts.chain(session, row) if one.id != row.id
    ]
    statement = select(Outbox).where(
        Outbox.recipient == user_id,
        col(Outbox.subject).in_(subjects),
        col(Outbox.state).in_(broadcasts.RECEIVED),
    )
    rows = session.exec(statement.order_by(col(Outbox.finished_at).desc(), col(Outbox.id).desc())).all()
    found: list[Held] = []
    for one in rows:
        if one.text_version == rows[0].text_version:
            found += _messages(session, one)
    return found


def _messages(session: Session, row: Outbox) -> list[Held]:
    """One for each message that a row changed or sent; one for a text of several parts."""
    every = select(OutboxPart).where(OutboxPart.outbox_id == row.id).order_by(col(OutboxPart.part))
    parts = list(session.exec(every))
    texts = [p for p in parts if not p.message.get("file")]
    whole = texts if len({p.message.get("html") for p in texts}) == 1 else []  # the same text again and again
    confirmed, version = _confirmed(session, row), row.text_version or ""
    if whole:
        return [Held(p.message_id, p.message_id is not None, version, confirmed) for p in whole]
    return [Held(parts[0].message_id if parts else None, False, version, confirmed)]


def _confirmed(session: Session, row: Outbox) -> bool:
    """Whether the person confirmed the text of a row: then a silent edit would leave a wrong belief."""
    person = session.get(BroadcastRecipient, row.payload.get("recipient"))
    return person is not None and person.aware_at is not None


def forget_prepared(session: Session, row: Broadcast) -> None:
    """Messages already worded for rows that still wait are worded anew, with the corrected text."""
    waiting = columns(col(Outbox.id)).where(
        col(Outbox.subject) == broadcasts.subject_of(row.id or 0), col(Outbox.state) == "planned"
    )
    for part in session.exec(
        select(OutboxPart).where(col(OutboxPart.outbox_id).in_(waiting), col(OutboxPart.message_id).is_(None))
    ):
        session.delete(part)
    session.flush()
