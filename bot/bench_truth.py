"""What was truly delivered, from the local Telegram server's log, against what our rows say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, col, select

from bot.bench_floods import Floods
from bot.bench_process import POISON
from bot.models.chat import Conversation
from bot.models.delivery import Inbox, Outbox, OutboxPart

STATES = ("sent", "failed", "uncertain", "superseded", "cancelled")
WAITING = ("planned", "sending")
NO_ANSWER = {"lost_answer", "hang", "drop"}
REFUSED = {401, 409}
_MARK = re.compile(r"\[[^\]]*\]")

Mark = tuple[int, str]  # chat, and the mark in a text
Key = tuple[int, str, str]  # recipient, subject, stage


@dataclass(frozen=True)
class Wishes:
    """What a run planned, told by the run itself and by no row: it is what the rows are compared with."""

    messages: set[Key] = field(default_factory=set)
    items: set[Key] = field(default_factory=set)
    said: dict[int, list[str]] = field(
        default_factory=dict
    )  # what each person wrote, in order: one answer each
    others: int = 0  # updates that are no text: one answer each
    floods: dict[int, list[str]] = field(default_factory=dict)  # what people wrote without end
    blockers: frozenset[int] = frozenset()  # who blocks the bot

    @property
    def planned(self) -> int:
        """How many messages there must be."""
        return len(self.messages) + self.others + sum(len(texts) for texts in self.said.values())


@dataclass(frozen=True)
class Sums:
    """How many were planned, and how many rows stand where; `holds` says whether they add up."""

    planned: int
    by_state: Mapping[str, int]

    @property
    def waiting(self) -> int:
        """Rows that have not left."""
        return sum(self.by_state.get(state, 0) for state in WAITING)

    @property
    def holds(self) -> bool:
        """planned = sent + failed + uncertain + superseded + cancelled + waiting."""
        return self.planned == sum(self.by_state.get(state, 0) for state in (*STATES, *WAITING))

    def line(self) -> str:
        """As it is printed."""
        parts = " + ".join(f"{self.by_state.get(s, 0)} {s}" for s in STATES)
        return f"{self.planned} planned = {parts} + {self.waiting} waiting"


@dataclass(frozen=True)
class Verdict:
    """The proof's figures."""

    messages: Sums
    items: Sums
    losses: tuple[str, ...]
    repeats: int
    uncertain: int
    resent: int
    order_violations: tuple[str, ...]
    handled_twice: tuple[str, ...]
    unanswered: int
    passed_by: int
    blamed: tuple[str, ...] = ()  # who was given up though they can be reached
    floods: tuple[str, ...] = ()  # what is wrong with floods
    passed_over: int = 0  # updates of floods kept without being handled
    refused: Mapping[int, int] = field(default_factory=dict)  # requests answered 401, 409


def judge(session: Session, log: Sequence[Mapping[str, Any]], wishes: Wishes) -> Verdict:
    """Compares what was planned, the rows and the server's log."""
    entries = [e for e in log if e["method"].lower() == "sendmessage"]
    delivered = _delivered(entries)
    rows = list(session.exec(select(Outbox)))
    parts = defaultdict(list)
    for part in session.exec(select(OutboxPart).order_by(col(OutboxPart.part))):
        parts[part.outbox_id].append(part)
    messages = [row for row in rows if row.digest_id is None]
    over = Floods.read(session, rows, wishes.floods)
    return Verdict(
        messages=_sums(wishes.planned + over.answers, messages),
        items=_sums(len(wishes.items), [row for row in rows if row.digest_id is not None]),
        losses=(
            *_lost_rows(messages, parts, delivered),
            *_lost_items(rows, parts, entries),
            *_unplanned(session, rows, wishes),
        ),
        repeats=sum(max(0, len(times) - 1) for times in delivered.values()),
        uncertain=sum(row.state == "uncertain" for row in messages),
        resent=sum(row.error_class == "uncertain" and row.state != "uncertain" for row in messages),
        order_violations=_out_of_order(session, delivered, rows, wishes.said),
        handled_twice=_handled_twice(session, wishes.said),
        unanswered=sum(e["fault"] in NO_ANSWER or not e["answered"] for e in entries),
        passed_by=sum(row.kind == "reply" and row.attempts >= 3 for row in rows),
        blamed=tuple(f"row {r.id}: {r.error_class or r.reason}" for r in messages if _blamed(r, wishes)),
        floods=over.wrong,
        passed_over=over.passed,
        refused=Counter(e["code"] for e in log if e["code"] in REFUSED),
    )


def _blamed(row: Outbox, wishes: Wishes) -> bool:
    """Whether a row was given up because of a person who can be reached; a refused token is nobody's fault."""
    closed = row.state == "failed" or (row.reason or "").startswith("contato:")
    return closed and row.recipient not in wishes.blockers


def _delivered(entries: Iterable[Mapping[str, Any]]) -> dict[Mark, list[int]]:
    """By chat and mark, at which places of the log it was delivered."""
    found: dict[Mark, list[int]] = defaultdict(list)
    for entry in entries:
        if entry["delivered"] and (mark := _MARK.search(entry["text"] or "")):
            found[entry["chat_id"], mark.group()].append(entry["seq"])
    return found


def _sums(planned: int, rows: Iterable[Outbox]) -> Sums:
    return Sums(planned, Counter(row.state for row in rows))


def _lost_rows(
    rows: Iterable[Outbox], parts: Mapping[int, list[OutboxPart]], delivered: Mapping[Mark, list[int]]
) -> list[str]:
    """Rows recorded as sent of which the server has not delivered a part."""
    lost = []
    for row in rows:
        if row.state != "sent":
            continue
        held = parts.get(row.id or 0, [])
        if not held:
            lost.append(f"row {row.id} ({row.kind}) is sent without any part")
        for part in held:
            mark = _MARK.search(part.message["html"])
            if mark is None or (row.recipient, mark.group()) not in delivered:
                lost.append(f"row {row.id} ({row.kind}) part {part.part} is sent but was not delivered")
    return lost


def _lost_items(
    rows: Iterable[Outbox], parts: Mapping[int, list[OutboxPart]], entries: Iterable[Mapping[str, Any]]
) -> list[str]:
    """Items recorded as sent that no delivered message of their digest names."""
    named: dict[Mark, set[str]] = defaultdict(set)
    for entry in entries:
        if entry["delivered"] and (mark := _MARK.search(entry["text"] or "")):
            named[entry["chat_id"], mark.group()] |= set(entry["text"][mark.end() :].split())
    lost = []
    for row in rows:
        if row.digest_id is None or row.state != "sent":
            continue
        marks = (_MARK.search(part.message["html"]) for part in parts.get(row.digest_id, []))
        if not any(mark and row.subject in named[row.recipient, mark.group()] for mark in marks):
            lost.append(f"item {row.id} ({row.subject}) is sent but its digest does not name it")
    return lost


def _unplanned(session: Session, rows: Iterable[Outbox], wishes: Wishes) -> list[str]:
    """What was planned or said and has no row."""
    held = {(row.recipient, row.subject, row.stage) for row in rows}
    lost = [f"no row for {key}" for key in sorted((wishes.messages | wishes.items) - held)]
    done = {row.chat_key for row in session.exec(select(Inbox).where(col(Inbox.done_at).is_(None)))}
    lost += [f"updates of chat {key} are not handled" for key in sorted(done)]
    for person, texts in wishes.said.items():
        answers = sum(1 for row in rows if row.recipient == person and row.kind == "reply")
        if answers != len(texts):
            lost.append(f"person {person} wrote {len(texts)} texts and has {answers} answers")
    return lost


def _seen(session: Session, person: int) -> list[str]:
    state = session.get(Conversation, (person, person))
    return list(state.answers.get("seen", [])) if state else []


def _handled_twice(session: Session, said: Mapping[int, list[str]]) -> tuple[str, ...]:
    """The effect of every text: once, in order."""
    wrong = []
    for person, texts in said.items():
        expected, seen = [t for t in texts if t != POISON], _seen(session, person)
        if seen != expected:
            wrong.append(
                f"person {person}: {len(expected)} effects expected, {len(seen)} found, in order: no"
            )
    return tuple(wrong)


def _out_of_order(
    session: Session,
    delivered: Mapping[Mark, list[int]],
    rows: Iterable[Outbox],
    said: Mapping[int, list[str]],
) -> tuple[str, ...]:
    """Answers that first arrived after the answer to a later text; one that failed three times may be passed."""
    passed = {row.id for row in rows if row.kind == "reply" and row.attempts >= 3}
    slow = {
        (row.recipient, part.message["html"])
        for row in rows
        if row.id in passed
        for part in session.exec(select(OutboxPart).where(OutboxPart.outbox_id == row.id))
    }
    wrong = []
    for person, texts in said.items():
        latest = 0
        for text in texts:
            key = (person, f"[eco {text}]")
            if key in delivered and key not in slow:
                if min(delivered[key]) < latest:
                    wrong.append(f"{key} came late")
                latest = max(latest, min(delivered[key]))
    return tuple(wrong)
