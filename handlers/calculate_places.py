"""The municipalities of a trip, typed in one line; a slip or part of a name is cleared up with buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.turn import Turn
from handlers import typed
from handlers.form_model import Answers, Choice, Field, Refused
from knowledge import inputs
from knowledge.calculator_form import Input, read_answer
from knowledge.places import Unrecognised, package_places

MOST = 6


def place_fields(asked: Input) -> list[Field]:
    """The line of places, then one question for each name that is none of ours."""
    places = Field(
        asked.name,
        "calculate/places",
        read=_reader(asked),
        facts=lambda _turn, _answers: {"label": asked.label},
    )
    return [places, *(_unclear(asked.name, number) for number in range(MOST))]


def _unclear(name: str, number: int) -> Field:
    return Field(
        f"place{number}",
        "calculate/place",
        read=_one,
        choices=lambda _turn, answers: [Choice(o, o) for o in _offers(answers, name, number)],
        when=lambda answers: _typed(answers, name, number) is not None,
        facts=lambda _turn, answers: {"typed": _typed(answers, name, number)},
    )


def named(answers: Answers, name: str = "places") -> list[str]:
    """The places as cleared up."""
    return [str(answers.get(f"place{number}", place)) for number, place in enumerate(answers[name])]


def _reader(asked: Input) -> Callable[[Turn, Answers], Any]:
    def read(turn: Turn, _answers: Answers) -> list[str]:
        found = read_answer(asked, turn.text, turn.today)
        if isinstance(found, inputs.Refused):
            typed.accepted(found)
        names = list(found) if isinstance(found, tuple) else []
        if not 1 < len(names) <= MOST:
            raise Refused("calculate/note_places", {"most": MOST})
        for name in names:
            _known_or_offered(name)
        return names

    return read


def _known_or_offered(name: str) -> None:
    found = package_places().find(name)
    if isinstance(found, Unrecognised) and not found.offers:
        raise Refused("calculate/note_place", {"typed": name})


def _one(turn: Turn, _answers: Answers) -> str:
    """Another way to write the place; it must be a known one."""
    name = " ".join(turn.text.split())[: inputs.MAX_LENGTH]
    found = package_places().find(name)
    if isinstance(found, Unrecognised):
        likely = found.offers[0].name if found.offers else ""
        suggestion = {"text": likely, "label": likely} if likely else {}
        raise Refused("calculate/note_place", {"typed": name}, suggestion)
    return name


def _typed(answers: Answers, name: str, number: int) -> str | None:
    """The place with that number when it is none of ours."""
    names: Sequence[str] = answers.get(name, ())
    if number >= len(names) or not isinstance(package_places().find(names[number]), Unrecognised):
        return None
    return names[number]


def _offers(answers: Answers, name: str, number: int) -> list[str]:
    found = package_places().find(str(_typed(answers, name, number)))
    return [offer.name for offer in found.offers] if isinstance(found, Unrecognised) else []
