"""The forms of a norm's new text: one provision's words, or the whole text typed or as a file; the act; since when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.norm_upload import LIMIT_BYTES, Unreadable, text_of
from bot.turn import Turn
from handlers import typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import EDITOR
from knowledge.other_text import Doubt, doubt

ONE_MESSAGE = 4000
"""Telegram cuts a longer text; so long a one is sent as a file."""
ACT_LIMIT = 120


def _read_words(turn: Turn, _answers: Answers) -> str:
    text = turn.text.strip()
    typed.one_paste(turn, len(text), ONE_MESSAGE, long="norms_admin/note_long", rest="norms_admin/note_rest")
    return text


def _read_file(turn: Turn, _answers: Answers) -> str:
    file = turn.incoming.file
    if file is None or file.kind != "document":
        raise Refused("norms_admin/note_file", {"reason": "kind"})
    fetched = turn.fetch(file.file_id, limit=LIMIT_BYTES)
    if fetched.problem:
        raise Refused("norms_admin/note_file", {"reason": fetched.problem})
    read = turn.compute(f"text {file.file_id}", lambda: _text(file.name, fetched.content))
    if isinstance(read, Unreadable):
        raise Refused("norms_admin/note_file", {"reason": read.reason})
    return read


def _text(name: str, content: bytes) -> str | Unreadable:
    try:
        return text_of(name, content)
    except Unreadable as refused:
        return refused


def _read_provision(turn: Turn, answers: Answers) -> str:
    corpus, norm = turn.services.library.corpus, str(answers["norm"])
    wanted = turn.text.strip()
    if wanted in corpus and wanted.startswith(f"{norm}:"):
        return wanted
    if f"{norm}:{wanted}" in corpus:
        return f"{norm}:{wanted}"
    found = corpus.find(norm, f"art {wanted}" if wanted[:1].isdigit() else wanted)
    own = [p.id for p in found if p.norm == norm]
    if len(own) != 1:
        raise Refused("norms_admin/note_provision")
    return own[0]


def _skip(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label("day_unknown"), "")]


def _now(turn: Turn, answers: Answers) -> dict[str, str]:
    corpus = turn.services.library.corpus
    id_ = str(answers["provision"])
    return {"label": corpus.label(id_), "text": corpus.provision(id_).reading[:900]}


def _doubt(turn: Turn, answers: Answers, words: str) -> Doubt | None:
    return doubt(turn.services.library.corpus, str(answers["provision"]), words)


def _doubtful(turn: Turn, answers: Answers, words: str) -> bool:
    return _doubt(turn, answers, words) is not None


def _doubt_facts(turn: Turn, answers: Answers, words: str) -> dict[str, Any]:
    label = turn.services.library.corpus.label(str(answers["provision"]))
    return {"label": label, "doubt": _doubt(turn, answers, words)}


def _act(turn: Turn, _answers: Answers) -> str:
    return typed.line(turn, limit=ACT_LIMIT, template="norms_admin/note_act")


def forms(finish: Callable[[Turn, Answers], None]) -> tuple[Form, ...]:
    """Both forms; `finish` gets the answers."""
    act = Field("act", "norms_admin/act", read=_act, free=True)
    since = Field("from_on", "norms_admin/since", read=typed.day, choices=_skip, echo="norms_admin/echo_day",
                  echo_facts=typed.day_echo)  # fmt: skip
    until = Field("ended_on", "norms_admin/until", read=typed.day, choices=_skip)
    whole = Field("source", "norms_admin/source", read=_read_words, read_file=_read_file, free=True)
    return (
        Form(
            "norm_amend",
            lambda turn, _answers: turn.label("norm_amend"),
            (
                Field("provision", "norms_admin/provision", read=_read_provision),
                Field(
                    "words",
                    "norms_admin/words",
                    read=_read_words,
                    facts=_now,
                    free=True,
                    echo="norms_admin/echo_words",
                    echoes=_doubtful,
                    echo_facts=_doubt_facts,
                ),
                act,
                since,
                until,
            ),
            finish,
            roles=EDITOR,
        ),
        Form(
            "norm_text",
            lambda turn, _answers: turn.label("norm_text"),
            (whole, act, since),
            finish,
            roles=EDITOR,
        ),
    )
