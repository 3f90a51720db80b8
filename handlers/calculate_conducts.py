"""Finding the conduct a fine is for: by its group, or by words as people say it; then ticking one or several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from bot.turn import Turn
from handlers.form_model import Answers, Choice, Field, Refused
from handlers.norm_index import short
from knowledge.calc_fine import Conduct, package_conducts
from knowledge.calculator_form import Input
from knowledge.inputs import MAX_LENGTH
from knowledge.lexical import FieldIndex, analyse

GROUPS = ("1", "2", "3", "4", "5")
FOUND = 8


def conduct_fields(asked: Input) -> list[Field]:
    """Two questions: where to look, and which of those found."""
    about = Field("about", "calculate/about", read=_about, choices=_groups, facts=_facts(asked))
    return [
        about,
        Field(asked.name, "calculate/conducts", choices=_conducts, multiple=True, facts=_facts(asked)),
    ]


def _facts(asked: Input) -> Any:
    return lambda _turn, _answers: {"label": asked.label}


def _groups(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"fine_group_{group}"), group) for group in GROUPS]


def _about(turn: Turn, _answers: Answers) -> str:
    wanted = " ".join(turn.text.split())[:MAX_LENGTH]
    if not found(turn, wanted):
        raise Refused("calculate/note_conduct", {"typed": wanted})
    return wanted


def _conducts(turn: Turn, answers: Answers) -> Sequence[Choice]:
    about = str(answers["about"])
    of_group = [c for c in package_conducts().values() if str(c.group) == about]
    held = of_group or found(turn, about)
    return [Choice(short(c.title[:1].upper() + c.title[1:], 60), c.id) for c in held]


def found(turn: Turn, wanted: str) -> list[Conduct]:
    """The conducts that share most with the words, in their title or in the norm's text."""
    corpus = turn.services.library.corpus
    conducts = list(package_conducts().values())
    texts = tuple(
        (c.title, corpus.provision(c.provision).reading if c.provision in corpus else "") for c in conducts
    )
    scores = _index(texts).scores(dict.fromkeys(analyse(wanted), 1.0))
    order = sorted(range(len(conducts)), key=lambda at: -scores[at])
    return [conducts[at] for at in order[:FOUND] if scores[at] > 0]


@cache
def _index(texts: tuple[tuple[str, str], ...]) -> FieldIndex:
    return FieldIndex([{"title": title, "law": law} for title, law in texts], {"title": 2.0, "law": 1.0})
