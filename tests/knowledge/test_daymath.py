"""Arithmetic of legal days, with the cases and worked examples of the handbook."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge.age import Manufacture, birthday, full_years
from knowledge.calendar import Calendar, Holiday, load_calendar
from knowledge.daymath import (
    Later,
    act_by,
    add_months,
    business_days_after,
    days_after,
    days_off_around,
    is_open,
    last_day_of_use,
    months_after,
    series,
    touches_year_end,
    years_after,
)
from knowledge.errors import DataFilesError

CALENDAR = load_calendar()
DAYS = st.dates(dt.date(2000, 1, 1), dt.date(2060, 12, 31))


def day(text: str) -> dt.date:
    return dt.datetime.strptime(text, "%d/%m/%Y").replace(tzinfo=dt.UTC).date()


def test_r06_ten_instalments_from_the_31st_stay_in_their_months() -> None:
    expected = ["31/01", "28/02", "31/03", "30/04", "31/05", "30/06", "31/07", "31/08", "30/09", "31/10"]
    assert expected == [f"{d:%d/%m}" for d in series(day("31/01/2026"), 10)]


def test_r07_twelve_monthly_dates_skip_and_double_no_month() -> None:
    dates = series(day("31/08/2026"), 12)
    assert [(2026 + (7 + k) // 12, (7 + k) % 12 + 1) for k in range(12)] == [(d.year, d.month) for d in dates]
    assert day("28/02/2027") in dates


def test_r08_a_yearly_date_of_29_february_returns_in_leap_years() -> None:
    expected = [day(t) for t in ("28/02/2025", "28/02/2026", "28/02/2027", "29/02/2028")]
    assert expected == [add_months(day("29/02/2024"), 12 * k) for k in range(1, 5)]


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [("30/01/2026", "28/02 30/03"), ("28/02/2026", "28/03 28/04"), ("31/01/2028", "29/02 31/03")],
)
def test_a_series_is_counted_from_its_anchor(anchor: str, expected: str) -> None:
    assert expected.split() == [f"{d:%d/%m}" for d in series(day(anchor), 3)[1:]]


def test_where_the_month_lacks_the_day_the_earlier_is_taken_and_the_other_kept() -> None:
    assert Later(day("28/02/2027"), day("01/03/2027")) == years_after(day("29/02/2024"), 3)


def test_where_the_month_has_the_day_there_is_no_other() -> None:
    assert Later(day("10/09/2026")) == months_after(day("10/06/2026"), 3)


@given(DAYS, st.integers(-240, 240))
def test_the_months_later_day_is_never_beyond_the_anchor_day(anchor: dt.date, months: int) -> None:
    later = add_months(anchor, months)
    assert (later.year * 12 + later.month) - (anchor.year * 12 + anchor.month) == months
    assert later.day == anchor.day or (later.day < anchor.day and (later + dt.timedelta(1)).day == 1)


@given(DAYS, st.integers(2, 60))
def test_a_series_grows_and_has_one_day_a_month(anchor: dt.date, count: int) -> None:
    dates = series(anchor, count)
    assert sorted(set(dates)) == list(dates)
    assert len({(d.year, d.month) for d in dates}) == count


def test_a_term_of_days_leaves_out_the_first_day() -> None:
    assert day("21/04/2026") == days_after(day("06/04/2026"), 15)


def test_the_first_day_of_use_is_day_one() -> None:
    assert day("06/03/2026") == last_day_of_use(day("20/02/2026"), 15)


def test_one_acts_on_the_last_open_day_before_a_closed_one() -> None:
    assert day("17/04/2026") == act_by(day("21/04/2026"), CALENDAR)


def test_the_days_off_that_pull_the_act_forward_are_named() -> None:
    names = [h.name for h in days_off_around(day("21/04/2026"), day("17/04/2026"), CALENDAR)]
    assert names == ["véspera de Tiradentes", "Tiradentes"]


@pytest.mark.parametrize("last", ["18/02/2026", "28/10/2026", "24/12/2026"])
def test_a_half_or_doubtful_last_day_counts_as_closed(last: str) -> None:
    assert act_by(day(last), CALENDAR) < day(last)


@given(st.dates(dt.date(2026, 1, 1), dt.date(2027, 12, 31)))
def test_the_day_to_act_is_open_and_not_later(last: dt.date) -> None:
    acted = act_by(last, CALENDAR)
    assert acted <= last
    assert is_open(acted, CALENDAR)


def test_r29_five_business_days_at_carnival_have_three_ends() -> None:
    term = business_days_after(day("12/02/2026"), 5, CALENDAR)
    assert [f"{d:%d/%m}" for d in (term.earliest, term.expected, term.latest)] == ["19/02", "23/02", "24/02"]
    assert [h.date.day for h in term.skipped] == [16, 17, 18]


def test_a_municipal_holiday_closes_only_its_city() -> None:
    ends = [
        business_days_after(day("30/01/2026"), 1, CALENDAR, city=c).latest
        for c in ("Porto Alegre", "Pelotas")
    ]
    assert ends == [day("03/02/2026"), day("02/02/2026")]


def test_a_holiday_by_law_is_skipped_by_every_reading() -> None:
    term = business_days_after(day("04/09/2026"), 1, CALENDAR)
    assert {term.earliest, term.expected, term.latest} == {day("08/09/2026")}


def test_a_year_without_rows_is_named() -> None:
    assert business_days_after(day("28/12/2027"), 5, CALENDAR).unknown_years == (2028,)


def test_a_term_within_covered_years_names_none() -> None:
    assert business_days_after(day("01/06/2026"), 5, CALENDAR).unknown_years == ()


@given(st.dates(dt.date(2026, 1, 1), dt.date(2027, 11, 30)), st.integers(1, 15))
def test_the_three_readings_are_in_order_and_on_weekdays(start: dt.date, days: int) -> None:
    term = business_days_after(start, days, CALENDAR)
    assert start < term.earliest <= term.expected <= term.latest
    assert max(d.weekday() for d in (term.earliest, term.expected, term.latest)) <= 4


def test_a_term_of_no_business_days_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        business_days_after(day("01/06/2026"), 0, CALENDAR)


def holiday(text: str, *, closes: str = "full") -> Holiday:
    return Holiday.model_validate(
        {
            "date": day(text),
            "name": "Recesso",
            "scope": "optional",
            "closes": closes,
            "source": "-",
            "confidence": "confirmed",
        }
    )


def test_a_row_of_the_staff_replaces_the_doubtful_one() -> None:
    calendar = CALENDAR.with_added([holiday("24/12/2026")])
    assert [h.closes for h in calendar.holidays if h.date == day("24/12/2026")] == ["full"]


def test_a_row_of_the_staff_never_hides_a_holiday_by_law() -> None:
    calendar = CALENDAR.with_added([holiday("07/09/2026", closes="half")])
    assert not is_open(day("07/09/2026"), calendar, reading="earliest")


def test_one_added_row_does_not_make_a_year_covered() -> None:
    row = holiday("31/01/2028")
    assert [
        c.covers(2028) for c in (CALENDAR.with_added([row]), CALENDAR.with_added([row], complete=[2028]))
    ] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("start", "last", "touched"),
    [
        ("01/12/2026", "19/12/2026", False),
        ("05/12/2026", "20/12/2026", True),
        ("20/01/2027", "04/02/2027", False),
        ("19/01/2027", "03/02/2027", True),
        ("10/12/2026", "09/01/2027", True),
    ],
)
def test_a_term_with_a_counted_day_at_year_end_is_noticed(start: str, last: str, touched: bool) -> None:
    assert touched == touches_year_end(day(start), day(last))


def test_the_calendar_holds_the_days_of_the_two_years() -> None:
    assert {y: sum(h.date.year == y for h in CALENDAR.holidays) for y in CALENDAR.years} == {
        2026: 22,
        2027: 16,
    }


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("outro-ano", "2027-01-01 não é de 2026"),
        ("fora-de-ordem", "dias fora de ordem ou repetidos"),
        ("municipal-sem-cidade", "`city` acompanha `scope: municipal`"),
        ("fechamento-desconhecido", "holidays.0.closes"),
    ],
)
def test_a_broken_calendar_is_refused(folder: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=words):
        load_calendar(Path(__file__).parent / "broken" / "calendar" / folder)


def test_an_empty_calendar_knows_only_weekends() -> None:
    assert day("03/01/2028") == business_days_after(day("31/12/2027"), 1, Calendar((), frozenset())).latest


def test_a_vehicle_known_by_year_may_be_of_any_day_of_it() -> None:
    assert (day("01/01/2011"), day("31/12/2011")) == (
        Manufacture.in_year(2011).oldest,
        Manufacture.in_year(2011).youngest,
    )


def test_a_vehicle_said_to_be_twenty_is_twenty_to_just_under_twenty_one() -> None:
    made = Manufacture.aged(20, day("30/11/2026"))
    assert (made.oldest, made.youngest) == (day("01/12/2005"), day("30/11/2006"))


@given(st.integers(0, 40), DAYS)
@example(0, dt.date(2001, 2, 28))
def test_both_ends_of_a_said_age_have_that_age(years: int, today: dt.date) -> None:
    made = Manufacture.aged(years, today)
    assert {years} == {full_years(made.oldest, today), full_years(made.youngest, today)}


def test_the_birthday_of_29_february_is_28_in_common_years() -> None:
    assert [day("28/02/2027"), day("29/02/2028")] == [birthday(day("29/02/2012"), y) for y in (15, 16)]
