"""What must hold of every topic: its provisions exist, its numbers stand in them, its words are its own.

Run by the tests on all topics, and over again when a topic is edited.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from knowledge.answer import limit_of, priced
from knowledge.library import Library
from knowledge.text import fold
from knowledge.topic_numbers import Grounds
from knowledge.topics import LONG, Topic, loose_ends

RUN = 12
"""A topic may share at most so many words in a row with its provision: it is written, not copied."""


def topic_problems(topics: tuple[Topic, ...], library: Library, on: dt.date) -> Iterator[str]:
    """One line for each defect of each topic."""
    corpus, grounds = library.corpus, Grounds(library)
    yield from (str(p) for p in loose_ends(topics, beside=library.topics))
    for topic in topics:
        missing = [p for p in topic.provisions if p not in corpus]
        if missing:
            yield f"{topic.id}: dispositivo inexistente: {', '.join(missing)}"
            continue
        yield from _text_problems(topic, grounds, on)


def _text_problems(topic: Topic, grounds: Grounds, on: dt.date) -> Iterator[str]:
    text = priced(topic.answer, grounds.library.upf, on)
    if len(text) > limit_of(topic):
        yield f"{topic.id}: {len(text)} caracteres; o limite é {limit_of(topic)}"
    if len(topic.more) > LONG:
        yield f"{topic.id}: explicação com {len(topic.more)} caracteres; o limite é {LONG}"
    for number in grounds.stray(topic):
        yield f"{topic.id}: {number}: não está nos dispositivos citados nem em dado com fonte"
    for provision in topic.provisions:
        copied = copied_run(topic.answer, grounds.library.corpus.reading(provision))
        if copied:
            yield f"{topic.id}: mais de {RUN} palavras copiadas de {provision}: {copied}"


def copied_run(text: str, law: str) -> str:
    """The first run of more than twelve words that stands in both; empty when none does."""
    held = re.findall(r"\w+", fold(text))
    source = f" {' '.join(re.findall(r'[a-z0-9]+', fold(law)))} "
    for at in range(len(held) - RUN):
        run = " ".join(held[at : at + RUN + 1])
        if f" {run} " in source:
            return run
    return ""
