"""Dates of papers: acts that have happened are read backwards and questioned when ahead; what may be left out."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from typing import Any

import pytest

from bot.render import Renderer
from handlers import paper_dates
from handlers.paper_dates import SKIPPED
from knowledge.obligations import package_obligations

TODAY = dt.date(2026, 6, 10)


def turn(text: str) -> Any:
    """As much of a Turn as the readers look at."""
    renderer, corpus = Renderer(), SimpleNamespace(label=lambda provision: provision)
    services = SimpleNamespace(library=SimpleNamespace(corpus=corpus))
    return SimpleNamespace(text=text, today=TODAY, label=renderer.label, services=services)


@pytest.mark.parametrize(
    ("kind", "name", "day"),
    [
        *((kind, "start", "2026-06-09") for kind in (
            "defence", "ait", "debt", "bond-refill", "missing-papers", "veracity-declaration", "metroplan-analysis",
            "lit", "recefitur",
        )),
        ("defence", "roadside", "2026-06-09"),
        ("lit", "printed", "2027-06-09"),
        ("metroplan-substitution", "start", "2027-06-09"),
        ("rental", "start", "2027-06-09"),
    ],
)  # fmt: skip
def test_a_day_without_a_year_is_the_last_one_of_an_act_and_the_next_one_of_an_end(
    kind: str, name: str, day: str
) -> None:
    assert day == paper_dates.read(name)(turn("9/6"), {"kind": kind})


@pytest.mark.parametrize("kind", ["defence", "ait", "debt", "bond-refill", "lit", "metroplan-analysis"])
def test_an_act_still_to_come_is_questioned(kind: str) -> None:
    facts = paper_dates.echo("start")(turn("11/06/2026"), {"kind": kind}, "2026-06-11")
    said = Renderer().html("papers/echo_date", value="2026-06-11", **facts)

    assert (
        f"Esse dia ainda não chegou. Aqui vai a data de {package_obligations()[kind].facts['start']}" in said
    )
    assert ("a validade eu pergunto depois" in said) == (kind == "lit")


def test_a_year_nobody_wrote_is_said_when_it_is_not_this_one() -> None:
    facts = paper_dates.echo("start")(turn("11/6"), {"kind": "ait"}, "2025-06-11")

    assert "O ano não foi escrito: li 2025." in Renderer().html("papers/echo_date", value="", **facts)


@pytest.mark.parametrize(
    ("name", "answers", "values"),
    [
        ("start", {}, [SKIPPED]),
        ("roadside", {"date_start": SKIPPED}, []),
        ("roadside", {"date_start": "2026-06-09"}, [SKIPPED]),
    ],
)
def test_of_a_fine_the_postal_day_may_be_left_out_and_then_the_roadside_day_is_needed(
    name: str, answers: dict[str, str], values: list[str]
) -> None:
    choices = paper_dates.date_choices(name)(turn(""), {"kind": "defence", **answers})

    assert values == [choice.value for choice in choices]


def test_a_policy_that_begins_after_the_last_one_ended_raises_the_alarm() -> None:
    answers = {"kind": "policy", "renewing": True, "old_due": "2026-07-10"}
    said = [
        Renderer().html("papers/echo_date", value=day, **paper_dates.echo("start")(turn(""), answers, day))
        for day in ("2026-07-10", "2026-07-11", "2026-07-15")
    ]

    assert [False, False, True] == ["De 11/07/2026 a 14/07/2026 não há seguro" in text for text in said]
    assert "daer-7727-2022:art14_inc4" in said[-1]


def test_the_start_of_a_renewed_policy_may_join_the_last_one_or_be_left_out() -> None:
    answers = {"kind": "policy", "renewing": True, "old_due": "2026-07-10"}

    assert ["2026-07-10", SKIPPED] == [c.value for c in paper_dates.date_choices("start")(turn(""), answers)]
