"""What a hostile text costs: twice the text costs about twice the time, in every part that reads what people write."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from bot.incoming import read
from bot.split import split
from handlers.questions_in_forms import looks_like_question
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON

HOSTILE: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "[" * n,
    "parentheses and stars": lambda n: "(" * (n // 2) + "*" * (n // 2),
    "tags never closed": lambda n: "<b" * (n // 2),
    "ampersands": lambda n: "&" * n,
    "marks without a letter": lambda n: "\u0301" * n,
    "joiners": lambda n: "a\u200d" * (n // 2),
    "spaces": lambda n: "a" + " " * (n - 2) + "b",
    "digits": lambda n: "1" * n,
    "dots": lambda n: "1." * (n // 2),
    "plates": lambda n: "IAB-" * (n // 4),
    "articles": lambda n: "art. " * (n // 5),
}
RATIO, SLACK = 2.5, 0.002  # of the clock's own grain


def cost(work: Callable[[str], object], text: str) -> float:
    """The least processor time of several runs, so that a busy machine tells nothing."""
    times = []
    for _ in range(5):
        begun = time.thread_time()
        work(text)
        times.append(time.thread_time() - begun)
    return min(times)


def received(text: str) -> object:
    """A text as it comes in."""
    chat = {"id": 1, "type": "private"}
    message = {"message_id": 1, "date": 0, "chat": chat, "from": {"id": 1, "first_name": "Ana"}, "text": text}
    return read({"update_id": 1, "message": message}, bot_name="bot")


@pytest.fixture(params=["splitter", "question engine", "incoming", "form"])
def part(
    request: pytest.FixtureRequest, knowledge: tuple[Library, Answerer]
) -> tuple[Callable[[str], object], int]:
    """A part that reads texts, and the length measured: what comes from people has at most 4,096 units."""
    _library, answerer = knowledge
    parts: dict[str, tuple[Callable[[str], object], int]] = {
        "splitter": (split, 32768),  # half of it is split too: a text that fits costs nothing
        "question engine": (lambda text: answerer.ask(text, on=NOON.date()), 4096),
        "incoming": (received, 8192),
        "form": (looks_like_question, 4096),
    }
    return parts[request.param]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_t06_twice_the_text_costs_about_twice_the_time(
    part: tuple[Callable[[str], object], int], hostile: str
) -> None:
    work, length = part
    work(HOSTILE[hostile](length // 2))  # what is made on first use is made

    half, whole = (cost(work, HOSTILE[hostile](n)) for n in (length // 2, length))

    assert whole <= RATIO * half + SLACK
