"""Dates as people type them: read day first, explained when impossible, never guessed."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.date_input import DateRead, read_date
from knowledge.inputs import Refused
from knowledge.words import MONTHS, long_date, short_date

TODAY = dt.date(2026, 3, 11)  # a Wednesday


def read(text: str, today: dt.date = TODAY) -> dt.date:
    result = read_date(text, today)
    assert isinstance(result, DateRead), result
    return result.day


def refusal(text: str) -> Refused:
    result = read_date(text, TODAY)
    assert isinstance(result, Refused), result
    return result


def test_r24_day_comes_before_month_and_the_echo_says_so() -> None:
    assert long_date(read("06/02/2026")) == "6 de fevereiro de 2026 (sexta-feira)"


def test_r24_a_day_above_twelve_is_read_in_the_same_order() -> None:
    assert read("13/02") == dt.date(2027, 2, 13)


def test_r25_two_digit_years_are_of_this_century() -> None:
    assert read("06/02/26") == dt.date(2026, 2, 6)


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("31/02/2026", "date_day", {"day": "31", "month": "fevereiro", "last": "28", "year": "2026"}),
        ("29/02/2027", "date_not_leap", {"day": "29", "month": "fevereiro", "last": "28", "year": "2027"}),
        ("31 de abril", "date_day", {"day": "31", "month": "abril", "last": "30", "year": ""}),
        ("02/13/2026", "date_month_first", {"day": "2", "month": "13"}),
        ("20/13/2026", "date_month", {"day": "20", "month": "13"}),
        ("0/2/2026", "date_day", {"day": "0", "month": "fevereiro", "last": "28", "year": "2026"}),
        ("06/02/026", "date_year", {"year": "026"}),
        ("06/02/2126", "date_year", {"year": "2126"}),
        ("março", "date_month_only", {"month": "março"}),
        ("março de 2027", "date_month_only", {"month": "março"}),
        ("dia 32", "date_day_alone", {"day": "32"}),
        ("10 do 13", "date_month_first", {"day": "10", "month": "13"}),
        ("03/2027", "date_month_only", {"month": "março"}),
        ("2027-03", "date_month_only", {"month": "março"}),
        ("em 3.2027", "date_month_only", {"month": "março"}),
        ("13/2027", "date_month", {"day": "", "month": "13"}),
        ("mês que vem", "date_month_only", {"month": "abril"}),
        ("no próximo mês", "date_month_only", {"month": "abril"}),
        ("este mês", "date_month_only", {"month": "março"}),
        ("mês passado", "date_month_only", {"month": "fevereiro"}),
        ("fim do mês", "date_month_only", {"month": "março"}),
        ("no começo de abril de 2027", "date_month_only", {"month": "abril"}),
        ("em meados de maio", "date_month_only", {"month": "maio"}),
        ("semana que vem", "date_which_day", {"typed": "semana que vem"}),
        ("fim do ano", "date_which_day", {"typed": "fim do ano"}),
        ("Próximo ano", "date_which_day", {"typed": "próximo ano"}),
        ("sexta que vem", "date_which_day", {"typed": "sexta que vem"}),
        ("em 90 anos", "date_year", {"year": "2116"}),
        ("em 9999 anos", "date_year", {"year": "12025"}),
        ("há 200 anos", "date_year", {"year": "1826"}),
    ],
)
def test_r25_an_impossible_date_is_refused_with_its_reason(
    text: str, reason: str, facts: dict[str, str]
) -> None:
    assert Refused(reason, facts) == refusal(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("10/3", "2027-03-10"),
        ("11/3", "2026-03-11"),
        ("12/03", "2026-03-12"),
        ("29/02", "2028-02-29"),
        ("6/2/26", "2026-02-06"),
        ("6-2-2026", "2026-02-06"),
        ("6.2.2026", "2026-02-06"),
        ("06022026", "2026-02-06"),
        ("2026-02-06", "2026-02-06"),
        (" 06 / 02 / 2026 ", "2026-02-06"),
        ("10 de março", "2027-03-10"),
        ("10 de marco de 2026", "2026-03-10"),
        ("10 de Março de 26", "2026-03-10"),
        ("1º de abril", "2026-04-01"),
        ("primeiro de abril de 2027", "2027-04-01"),
        ("10 mar 2026", "2026-03-10"),
        ("10/mar/2026", "2026-03-10"),
        ("dia 15", "2026-03-15"),
        ("dia 10", "2026-04-10"),
        ("dia 31 de dezembro", "2026-12-31"),
        ("hoje", "2026-03-11"),
        ("Amanhã", "2026-03-12"),
        ("amanha", "2026-03-12"),
        ("ontem", "2026-03-10"),
        ("anteontem", "2026-03-09"),
        ("depois de amanhã", "2026-03-13"),
        ("em 10 dias", "2026-03-21"),
        ("daqui a um dia", "2026-03-12"),
        ("há 2 dias", "2026-03-09"),
        ("2 dias atrás", "2026-03-09"),
        ("10 do 3", "2027-03-10"),
        ("dia 12 do 03", "2026-03-12"),
        ("10 do 3 de 2028", "2028-03-10"),
        ("10 de 3 de 28", "2028-03-10"),
        ("dez de março", "2027-03-10"),
        ("Vinte e um de abril de 2027", "2027-04-21"),
        ("um de abril", "2026-04-01"),
        ("dia quinze", "2026-03-15"),
        ("dez de dez", "2026-12-10"),
        ("25 dez", "2026-12-25"),
        ("25 de dez de 2027", "2027-12-25"),
        ("dez do três", "2027-03-10"),
        ("em dez dias", "2026-03-21"),
        ("em 3 meses", "2026-06-11"),
        ("daqui a três meses", "2026-06-11"),
        ("em um mês", "2026-04-11"),
        ("em 2 semanas", "2026-03-25"),
        ("em uma semana", "2026-03-18"),
        ("em 1 ano", "2027-03-11"),
        ("há 2 meses", "2026-01-11"),
        ("um ano atrás", "2025-03-11"),
        ("sexta", "2026-03-13"),
        ("sexta-feira", "2026-03-13"),
        ("próxima terça", "2026-03-17"),
        ("quarta", "2026-03-18"),
        ("domingo", "2026-03-15"),
        ("06/02/2026", "2026-02-06"),
    ],
)
def test_a_date_is_read_as_people_write_it(text: str, day: str) -> None:
    assert dt.date.fromisoformat(day) == read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "amanhã cedo",
        "12",
        "1/2/3/4",
        "dd/mm/aaaa",
        "9" * 500,
        "=HOJE()",
        "10 de marçal",
        "doze",
        "dez dez",
        "vinte dez",
    ],
)
def test_what_is_no_date_is_refused_as_unreadable(text: str) -> None:
    assert refusal(text).reason == "date_unreadable"


@pytest.mark.parametrize(
    ("text", "month"), [("em um mês", "fevereiro"), ("em 3 meses", "abril"), ("há 2 meses", "novembro")]
)
def test_a_month_that_lacks_the_day_of_today_is_asked_back(text: str, month: str) -> None:
    assert Refused("date_month_only", {"month": month}) == read_date(text, dt.date(2027, 1, 31))


def test_a_past_day_is_marked_for_the_echo() -> None:
    result = read_date("17/02/2025", TODAY)
    assert DateRead(dt.date(2025, 2, 17), past=True, far=False) == result


@pytest.mark.parametrize(("text", "far"), [("11/03/2031", False), ("12/03/2031", True)])
def test_a_day_over_five_years_ahead_is_marked_for_the_echo(text: str, far: bool) -> None:
    result = read_date(text, TODAY)
    assert isinstance(result, DateRead)
    assert far == result.far


def test_a_year_nobody_typed_is_marked_for_the_echo() -> None:
    result = read_date("10/3", TODAY)
    assert DateRead(dt.date(2027, 3, 10), past=False, far=False, year_assumed=True) == result


@given(st.dates(dt.date(1950, 1, 1), dt.date(2090, 12, 31)))
def test_a_date_shown_is_read_back(day: dt.date) -> None:
    assert day == read(short_date(day))
    assert day == read(f"{day.day} de {MONTHS[day.month - 1]} de {day.year}")


@given(
    st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31)), st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31))
)
def test_a_day_without_year_is_never_in_the_past(day: dt.date, today: dt.date) -> None:
    found = read(f"{day.day}/{day.month}", today)
    assert found >= today
    assert (day.day, day.month) == (found.day, found.month)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert isinstance(read_date(text, TODAY), DateRead | Refused)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("9/6", dt.date(2026, 6, 9)),
        ("10/6", dt.date(2026, 6, 10)),
        ("11/6", dt.date(2025, 6, 11)),
        ("20 de dezembro", dt.date(2025, 12, 20)),
        ("29/2", dt.date(2024, 2, 29)),
        ("dia 11", dt.date(2026, 5, 11)),
        ("sexta", dt.date(2026, 6, 5)),
        ("quarta", dt.date(2026, 6, 10)),
        ("11/06/2026", dt.date(2026, 6, 11)),
    ],
)
def test_the_day_of_an_act_that_has_happened_is_the_last_such_day(typed: str, day: dt.date) -> None:
    read = read_date(typed, dt.date(2026, 6, 10), past=True)

    assert isinstance(read, DateRead)
    assert day == read.day
