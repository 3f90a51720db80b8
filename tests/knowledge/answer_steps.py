"""What the tests of answers stand on: one day, and how an answer is asked for and looked at."""

from __future__ import annotations

import datetime as dt

from knowledge.answer import Answer
from knowledge.answers import Answerer

TODAY = dt.date(2026, 11, 30)


def ask(desk: Answerer, question: str, **known: str) -> Answer:
    return desk.ask(question, on=TODAY, **known)


def cited(answer: Answer) -> list[str]:
    return [c.id.replace("daer-7727-2022", "D").replace("cetm-2015", "C") for c in answer.citations]
