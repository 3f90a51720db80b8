"""Typed answers of forms: `knowledge.inputs` and `knowledge.date_input` as readers that refuse with a template.

A day is kept as ISO text, an amount as its digits. Templates of refusals: `input/<reason>`.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Literal, TypeVar

from bot.turn import Turn
from handlers.form_model import Answers, Refused
from knowledge import inputs, words
from knowledge.date_input import FAR_YEARS, DateRead, read_date
from knowledge.daymath import add_months

T = TypeVar("T")


def accepted(found: T | inputs.Refused) -> T:
    """What was read. Raises the form's `Refused` with the template of the reason."""
    if isinstance(found, inputs.Refused):
        raise Refused(f"input/{found.reason}", dict(found.facts), _suggestion(found))
    return found


def _suggestion(found: inputs.Refused) -> dict[str, str]:
    text = found.facts.get("suggestion")
    return {"text": text, "label": text} if text else {}


def day(turn: Turn, _answers: Answers) -> str:
    """A date as people type it."""
    return accepted(read_date(turn.text, turn.today)).day.isoformat()


def past_day(turn: Turn, _answers: Answers) -> str:
    """The day of an act that has happened: without a year the last such day is meant."""
    return accepted(read_date(turn.text, turn.today, past=True)).day.isoformat()


def _year_read(turn: Turn, found: dt.date) -> bool:
    """Whether the year is not the present one and nobody wrote it."""
    reads = [read_date(turn.text, turn.today, past=past) for past in (False, True)]
    return found.year != turn.today.year and any(
        isinstance(read, DateRead) and read.year_assumed and read.day == found for read in reads
    )


def day_echo(turn: Turn, _answers: Answers, value: str) -> dict[str, Any]:
    """A day in words, and what is odd about it: in the past, or far ahead. `due` marks the end of a paper."""
    found = dt.date.fromisoformat(value)
    return {
        "day": found,
        "due": False,
        "early": "",
        "validity": False,
        "gap": "",
        "year_read": found.year if _year_read(turn, found) else None,
        "differs": None,
        "away": words.due_words(found, turn.today).removeprefix("venceu "),
        "past": found < turn.today,
        "days_past": (turn.today - found).days,
        "far": found > add_months(turn.today, 12 * FAR_YEARS),
        "far_years": FAR_YEARS,
    }


def plate(turn: Turn, _answers: Answers) -> str:
    """A plate without hyphen."""
    return accepted(inputs.read_plate(turn.text)).text


def renavam(turn: Turn, _answers: Answers) -> str:
    """Eleven digits."""
    return accepted(inputs.read_renavam(turn.text)).text


def cnpj(turn: Turn, _answers: Answers) -> str:
    """Fourteen places."""
    return accepted(inputs.read_cnpj(turn.text)).text


def money(turn: Turn, _answers: Answers) -> str:
    """An amount in reais, as digits."""
    return str(accepted(inputs.read_money(turn.text)))


_HOUR = re.compile(
    r"(?:às |as |a |pelas |umas )?"
    r"(?:(?P<word>meio[- ]dia|meia[- ]noite)"
    r"|(?P<hour>[01]?\d|2[0-3])\s*(?:(?:[:h]|horas? e)\s*(?P<minute>[0-5]\d)?)?\s*(?:horas?|hrs?|hs?|s|min)?)"
    r"\s*(?P<half>e meia)?\s*(?:d[ae] (?P<part>manhã|manha|madrugada|tarde|noite))?"
)
_PARTS = {"manhã": (0, 12), "manha": (0, 12), "madrugada": (0, 6), "tarde": (12, 19), "noite": (18, 23)}
_WORDS = {"meio": 12, "meia": 0}


def hour_of(text: str) -> dt.time | None:
    """An hour of the day as people write it: "6:30", "6h30", "18", "7 da manhã", "meio-dia e meia"."""
    match = _HOUR.fullmatch(" ".join(text.lower().split())[:40])
    if match is None or (match["half"] and match["minute"]):
        return None
    hour = int(match["hour"]) if match["hour"] else _WORDS[match["word"][:4]]
    if match["part"]:
        low, high = _PARTS[match["part"]]
        hour += 12 if low >= 12 and hour < 12 else 0
        if not low <= hour <= high:
            return None
    return dt.time(hour, 30 if match["half"] else int(match["minute"] or 0))


def time(turn: Turn, _answers: Answers) -> str:
    """An hour of the day."""
    found = hour_of(turn.text)
    if found is None:
        raise Refused("input/time")
    return f"{found:%H:%M}"


def line(turn: Turn, *, limit: int, template: str) -> str:
    """A short text on one line."""
    text = " ".join(turn.text.split())
    if not 1 <= len(text) <= limit:
        raise Refused(template, {"limit": limit})
    return text


def whole(turn: Turn, low: int, high: int, template: str) -> int:
    """A whole number within limits."""
    text = turn.text.strip()
    if not text.isdecimal() or not text.isascii() or len(text) > 4 or not low <= int(text) <= high:
        raise Refused(template, {"low": low, "high": high})
    return int(text)


SAME_PASTE_SECONDS = 5
"""Telegram cuts a long text into messages that arrive together."""


def part_of_paste(turn: Turn, size: int, limit: int) -> Literal["", "long", "rest"]:
    """Whether a text is too long, or the rest of one that was; remembers when the last such part came."""
    cut_at = int(turn.state.context.get("overlong", 0))
    rest = bool(cut_at) and turn.incoming.sent_at - cut_at <= SAME_PASTE_SECONDS
    if not rest and size <= limit:
        return ""
    turn.state.context = {**turn.state.context, "overlong": turn.incoming.sent_at}
    return "rest" if rest else "long"


def one_paste(turn: Turn, size: int, limit: int, *, long: str, rest: str) -> None:
    """Refuses a text that is too long, and then its rest: nothing of it is taken for whole. Templates of both."""
    if part := part_of_paste(turn, size, limit):
        raise Refused(rest if part == "rest" else long, {"size": size, "limit": limit})
