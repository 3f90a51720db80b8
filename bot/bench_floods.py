"""What `bench faults` asks of floods: every update is kept, handled once in order or passed over, and answered so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from bot.bench_process import TOO_FAST
from bot.models.chat import Conversation
from bot.models.delivery import Inbox, Outbox, OutboxPart

PASSED = "passed over"


@dataclass(frozen=True)
class Floods:
    """What became of people who wrote without end."""

    answers: int = 0  # that are owed: an echo for each handled text, a word for each time it was too much
    passed: int = 0
    wrong: tuple[str, ...] = ()

    @classmethod
    def read(cls, session: Session, rows: Sequence[Outbox], floods: Mapping[int, Sequence[str]]) -> Floods:
        """Reads it from the inbox and the conversations."""
        answers = passed = 0
        wrong: list[str] = []
        for person, texts in floods.items():
            kept = list(session.exec(select(Inbox).where(Inbox.chat_key == str(person))))
            over = sum((row.error or "").startswith(PASSED) for row in kept)
            seen, told = _seen(session, person), _told(session, rows, person)
            answers, passed = answers + len(seen) + told, passed + over
            if (len(kept), len(seen)) != (len(texts), len(texts) - over):
                wrong.append(
                    f"of {len(texts)} texts {len(kept)} are kept, {over} passed, {len(seen)} handled"
                )
            if seen != [text for text in texts if text in set(seen)]:
                wrong.append(f"texts of {person} were handled twice or out of order")
            if told > over:
                wrong.append(f"{person} was told {told} times to write slower, {over} texts were passed over")
        return cls(answers, passed, tuple(wrong))


def _seen(session: Session, person: int) -> list[str]:
    state = session.get(Conversation, (person, person))
    return list(state.answers.get("seen", [])) if state else []


def _told(session: Session, rows: Sequence[Outbox], person: int) -> int:
    own = [row.id for row in rows if row.recipient == person and row.kind == "reply"]
    parts = (session.get(OutboxPart, (row_id, 1)) for row_id in own)
    return sum(part is not None and f"[{TOO_FAST} " in part.message["html"] for part in parts)
