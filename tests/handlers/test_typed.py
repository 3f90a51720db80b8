"""Typed answers: what is taken, and that every refusal has its sentence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.render import Renderer
from handlers import typed
from handlers.form_model import Refused

TODAY = dt.date(2026, 6, 10)


def turn(text: str) -> Any:
    """As much of a Turn as a reader looks at."""
    return SimpleNamespace(text=text, today=TODAY)


@pytest.mark.parametrize(
    ("reader", "text", "said"),
    [
        (typed.plate, "1AB1C23", "IAB1C23"),
        (typed.plate, "ABC", "não é uma placa"),
        (typed.renavam, "123", "11 números"),
        (typed.renavam, "11111111111", "não confere"),
        (typed.cnpj, "123", "14 caracteres"),
        (typed.cnpj, "11222333000182", "não confere"),
        (typed.money, "dez", "1.234,56"),
        (typed.money, "-10", "negativo"),
        (typed.day, "um dia", "Não entendi a data"),
        (typed.day, "10/03/202", "ano 202"),
        (typed.day, "02/13/2026", "não existe mês 13"),
        (typed.day, "40/13/2026", "Não existe mês 13"),
        (typed.day, "31/02/2026", "Fevereiro não tem dia 31"),
        (typed.day, "29/02/2027", "2027 não tem 29 de fevereiro"),
        (typed.day, "março", "dia de março"),
        (typed.day, "dia 40", "dia 40"),
        (typed.time, "25h", "06:30"),
        (typed.time, "seis", "06:30"),
        (typed.time, "14 da manhã", "06:30"),
    ],
)
def test_every_refusal_says_what_is_wrong(reader: Callable[[Any, Any], Any], text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        reader(turn(text), {})

    assert said in Renderer().html(refused.value.template, **refused.value.fields)


def test_a_slip_in_a_plate_is_offered_mended() -> None:
    with pytest.raises(Refused) as refused:
        typed.plate(turn("IABIC23"), {})

    assert "IAB1C23" == refused.value.suggestion["text"]


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("6:30", "06:30"),
        ("06h30", "06:30"),
        ("18h", "18:00"),
        ("18 horas", "18:00"),
        ("0:05", "00:05"),
        ("7 da manhã", "07:00"),
        ("às 7 da noite", "19:00"),
        ("19h30min", "19:30"),
        ("9 horas e meia da manhã", "09:30"),
        ("2 e meia da tarde", "14:30"),
        ("Meio-dia", "12:00"),
        ("meia noite e meia", "00:30"),
        ("8hs", "08:00"),
    ],
)
def test_hours_as_people_write_them(text: str, hour: str) -> None:
    assert hour == typed.time(turn(text), {})


@pytest.mark.parametrize(
    ("value", "past", "far", "away"),
    [
        ("2026-06-10", False, False, "hoje"),
        ("2026-06-09", True, False, "ontem"),
        ("2025-05-19", True, False, "há 387 dias"),
        ("2031-06-10", False, False, "em 1826 dias"),
        ("2031-06-11", False, True, "em 1827 dias"),
    ],
)
def test_a_day_is_echoed_with_what_is_odd_about_it(value: str, past: bool, far: bool, away: str) -> None:
    echo = typed.day_echo(turn(""), {}, value)

    assert (past, far, away) == (echo["past"], echo["far"], echo["away"])


def pasted(context: dict[str, Any], *, sent_at: int, size: int) -> str:
    """What becomes of one message of a long paste: the template of its refusal, or nothing."""
    state = SimpleNamespace(context=context)
    part: Any = SimpleNamespace(state=state, incoming=SimpleNamespace(sent_at=sent_at))
    try:
        typed.one_paste(part, size, 4000, long="long", rest="rest")
    except Refused as refused:
        context |= state.context
        return refused.template
    return ""


def test_the_rest_of_a_text_that_was_too_long_is_refused_until_it_ends() -> None:
    context: dict[str, Any] = {}
    parts = ((100, 4000), (101, 4096), (102, 4096), (104, 20), (110, 20))

    said = [pasted(context, sent_at=at, size=size) for at, size in parts]

    assert ["", "long", "rest", "rest", ""] == said
