"""The examples that the handbook's section 8 writes out."""

from datetime import date, datetime, timedelta

import pytest

from tests.oracle import civil_dates, fine_oracle, lit_oracle
from tests.oracle import deadline_oracle as oracle
from tests.oracle.business_days import Holiday, calendar, touches_year_end
from tests.oracle.civil_dates import made_in, made_on, made_so_old
from tests.oracle.deadline_rows import TABLE, Deadline
from tests.oracle.metroplan_oracle import metroplan_analysis, metroplan_clocks


def _others(deadline: Deadline) -> set[date | datetime]:
    return {reading.on for reading in deadline.alternatives}


def test_three_years_from_a_leap_day_end_on_the_earlier_day_and_show_the_other() -> None:
    found = oracle.recefitur(date(2024, 2, 29))
    assert found.due_on == date(2027, 2, 28)
    assert _others(found) == {date(2027, 3, 1)}


def test_a_yearly_date_on_a_leap_day_comes_back_to_it() -> None:
    days = [civil_dates.add_years(date(2024, 2, 29), years) for years in range(1, 5)]
    assert days == [date(2025, 2, 28), date(2026, 2, 28), date(2027, 2, 28), date(2028, 2, 29)]


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        (date(2026, 1, 31), [(2, 28), (3, 31), (4, 30), (5, 31)]),
        (date(2026, 1, 30), [(2, 28), (3, 30)]),
        (date(2026, 2, 28), [(3, 28)]),
    ],
)
def test_series_come_from_the_anchor(anchor: date, expected: list[tuple[int, int]]) -> None:
    found = civil_dates.series(anchor, len(expected), first=1)
    assert [(day.month, day.day) for day in found] == expected


def test_notice_received_on_6_april_is_acted_on_by_friday_17_and_runs_to_21() -> None:
    found = fine_oracle.defence(date(2026, 4, 6))
    assert (found.due_on, found.act_by) == (date(2026, 4, 21), date(2026, 4, 17))
    assert found.count_to == date(2026, 4, 17)
    assert found.stages == ("10", "5", "2", "1", "0", "-1")
    assert found.standing == "stated"


def test_only_the_roadside_date_is_an_unstated_start() -> None:
    found = fine_oracle.defence(None, date(2026, 4, 6))
    assert (found.due_on, found.standing) == (date(2026, 4, 21), "unstated")


def test_five_business_days_from_12_february_2026() -> None:
    three = calendar().count(date(2026, 2, 12), 5)
    assert (three.earliest, three.expected, three.latest) == (
        date(2026, 2, 19),
        date(2026, 2, 23),
        date(2026, 2, 24),
    )
    assert three.skipped[2] == (date(2026, 2, 16), date(2026, 2, 17), date(2026, 2, 18))
    found = metroplan_analysis(date(2026, 2, 12))
    assert (found.due_on, found.stages) == (date(2026, 2, 24), ("chase",))


def test_fifteen_days_of_use_count_the_first() -> None:
    assert oracle.due("metroplan-substitution", first_day=date(2026, 2, 20)).due_on == date(2026, 3, 6)


def test_renewal_opens_sixty_days_before() -> None:
    found = oracle.recefitur_renewal(date(2029, 3, 15))
    assert (found.due_on, found.stages) == (date(2029, 1, 14), ("opens",))


def test_change_of_rhythm_is_announced_and_an_advisory_follows() -> None:
    made, inspected = made_on(date(2011, 6, 10)), date(2026, 6, 9)
    assert lit_oracle.lit(made, inspected).due_on == date(2027, 6, 9)
    notice, advisory = lit_oracle.band_change(made, inspected)
    assert (notice.due_on, notice.stages) == (date(2026, 6, 11), ("30", "15", "7", "1", "change"))
    assert advisory.due_on == date(2026, 12, 9)


@pytest.mark.parametrize(
    ("inspected", "due", "other", "standing", "before"),
    [
        (date(2026, 6, 9), date(2027, 6, 9), None, "stated", (30, 15, 7, 1)),
        (date(2026, 6, 10), date(2026, 12, 10), date(2027, 6, 10), "unstated", (30, 15, 7, 1)),
        (date(2026, 6, 11), date(2026, 12, 11), None, "stated", (30, 15, 7, 1)),
        (date(2031, 6, 10), date(2031, 12, 10), None, "stated", (30, 15, 7, 1)),
        (date(2031, 6, 11), date(2031, 9, 11), date(2031, 12, 11), "unstated", (15, 7, 1)),
        (date(2032, 6, 10), date(2032, 9, 10), date(2032, 12, 10), "unstated", (15, 7, 1)),
        (date(2032, 6, 11), date(2032, 9, 11), None, "stated", (15, 7, 1)),
        (date(2036, 6, 10), date(2036, 9, 10), None, "stated", (15, 7, 1)),
        (date(2036, 6, 11), None, None, "stated", (30, 15, 7, 1)),
    ],
)
def test_bands_of_age(
    inspected: date, due: date | None, other: date | None, standing: str, before: tuple[int, ...]
) -> None:
    found = lit_oracle.lit(made_on(date(2011, 6, 10)), inspected)
    assert (found.due_on, found.standing, found.before) == (due, standing, before)
    assert _others(found) == ({other} if other else set())


def test_year_alone_takes_the_older_end_and_shows_the_younger() -> None:
    found = lit_oracle.lit(made_in(2011), date(2026, 6, 9))
    assert found.due_on == date(2026, 12, 9)
    assert date(2027, 6, 9) in _others(found)
    old = lit_oracle.lit(made_in(2001), date(2026, 6, 9))
    assert (old.due_on, old.notes) == (date(2026, 9, 9), ("older-end-over-25",))


def test_twenty_years_said_reach_just_under_twenty_one() -> None:
    on = date(2026, 6, 9)
    found = made_so_old(20, on)
    assert (found.oldest, found.youngest) == (date(2005, 6, 10), date(2006, 6, 9))
    assert lit_oracle.lit(found, on).standing == "unstated"


def test_birthday_of_a_leap_day() -> None:
    assert lit_oracle.band(date(2008, 2, 29), date(2023, 2, 28)) is lit_oracle.EXACTLY_15
    assert lit_oracle.band(date(2012, 2, 29), date(2032, 2, 28)).name == "over-15-to-20"


def test_no_change_after_a_gap_nor_on_the_edges() -> None:
    assert lit_oracle.band_change(made_on(date(2011, 6, 10)), date(2026, 6, 10)) == ()
    assert lit_oracle.band_change(made_on(date(2005, 6, 10)), date(2026, 6, 1)) == ()
    assert lit_oracle.band_change(made_on(date(2011, 6, 10)), date(2025, 6, 11)) == ()
    assert len(lit_oracle.band_change(made_on(date(2011, 6, 10)), date(2025, 6, 12))) == 2


def test_formal_end_names_the_paper_that_limits_it() -> None:
    found = oracle.vehicle_licence(date(2026, 1, 10), date(2026, 11, 1), date(2026, 12, 9))
    assert (found.due_on, found.limiting) == (date(2026, 11, 1), ("recefitur",))
    contract = oracle.contract_licence(date(2026, 1, 10), date(2026, 12, 1), None, date(2026, 11, 1))
    assert (contract.due_on, contract.standing) == (date(2026, 11, 1), "unstated")
    usable = oracle.licence_usable(date(2026, 11, 1), [date(2026, 9, 3)], [date(2026, 5, 5)])
    assert (usable.due_on, usable.limiting) == (date(2026, 5, 5), ("instalment",))


def test_metroplan_keeps_two_clocks_and_a_print_beyond_its_limit() -> None:
    paper, fee = metroplan_clocks(date(2026, 1, 5), date(2026, 1, 20), date(2028, 3, 1))
    assert (paper.due_on, paper.notes) == (date(2028, 3, 1), ("beyond-24-months",))
    assert (fee.due_on, fee.standing) == (date(2027, 1, 20), "unstated")


def test_parcels_add_up_with_the_spare_cents_in_the_last() -> None:
    found = oracle.parcels(date(2026, 1, 31), 3, 100_000)
    assert [one.cents for one in found] == [33_333, 33_333, 33_334]
    assert [one.due_on for one in found] == [date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 31)]
    assert sum(one.cents for one in oracle.parcels(date(2026, 1, 31), 12, 100_000)) == 100_000


def test_instalment_counts_to_its_due_date_and_hints_at_the_day_before_the_weekend() -> None:
    found = oracle.instalment(date(2026, 2, 28))
    assert (found.count_to, found.act_by) == (date(2026, 2, 28), date(2026, 2, 27))
    assert found.stages == ("5", "1", "0", "-1")


def test_printed_date_wins_and_what_no_norm_gives_has_no_other() -> None:
    found = oracle.recefitur(date(2026, 3, 15), date(2029, 3, 10))
    assert (found.due_on, _others(found)) == (date(2029, 3, 10), {date(2029, 3, 15)})
    assert oracle.due("cadastur", printed=None).due_on is None
    assert oracle.due("fgts", printed=date(2026, 3, 1)).before == (10, 5, 1)
    assert oracle.due("metroplan-laudo", printed=date(2026, 3, 1)).standing == "unstated"


def test_refusal_falling_on_an_optional_day_off_goes_before_it() -> None:
    found = oracle.due("shared-refusal", told_on=date(2026, 2, 10))
    assert (found.due_on, found.act_by) == (date(2026, 2, 17), date(2026, 2, 13))


def test_year_end() -> None:
    assert touches_year_end(date(2026, 12, 5), date(2026, 12, 20))
    assert not touches_year_end(date(2026, 12, 4), date(2026, 12, 19))
    assert not touches_year_end(date(2027, 1, 20), date(2027, 2, 4))
    assert touches_year_end(date(2027, 1, 19), date(2027, 2, 3))
    assert fine_oracle.YEAR_END in fine_oracle.ait(date(2026, 12, 10)).notes


def test_list_hours_and_saude() -> None:
    departure = datetime(2026, 5, 10, 10)
    found = oracle.passenger_list(departure)
    assert (found.due_at, found.stages) == (departure - timedelta(hours=8), ("24h", "12h", "9h"))
    saude = oracle.passenger_list(departure, saude=True)
    assert (saude.due_at, _others(saude)) == (departure, {departure - timedelta(hours=8)})


def test_small_rules() -> None:
    assert oracle.due("veracity-declaration", start=date(2026, 1, 30)).due_on == date(2026, 3, 1)
    assert oracle.due("missing-papers", start=date(2026, 5, 8)).due_on == date(2026, 5, 10)
    assert oracle.due("missing-papers", start=date(2026, 5, 8)).stages == ("2", "1", "0", "-1")
    assert oracle.rented_vehicle(date(2026, 1, 1), date(2026, 3, 2)).notes == ()
    assert oracle.rented_vehicle(date(2026, 1, 1), date(2026, 3, 1)).notes == ("under-60-days",)
    assert oracle.discharged_may_ride(date(2026, 1, 1), date(2026, 1, 2))
    assert not oracle.discharged_may_ride(date(2026, 1, 1), date(2026, 1, 3))
    assert (
        oracle.policy_gaps([(date(2026, 1, 1), date(2026, 1, 5)), (date(2026, 1, 5), date(2026, 2, 1))]) == ()
    )
    assert fine_oracle.tnt_posting(date(2026, 1, 1), date(2026, 2, 1)).notes == ("posted-late",)
    assert oracle.late_cover(2, date(2026, 1, 1), date(2026, 1, 10)).suspended_from == date(2026, 1, 25)


def test_what_staff_add_and_other_cities() -> None:
    extra = [Holiday(date(2026, 2, 13), "municipal Pelotas", "full")]
    assert calendar("Pelotas", more=extra).count(date(2026, 2, 12), 1).earliest == date(2026, 2, 16)
    assert calendar("Pelotas").open_latest(date(2026, 6, 4))
    assert not calendar().open_latest(date(2026, 6, 4))
    assert calendar().unknown_years(date(2027, 12, 1), date(2028, 1, 9)) == (2028,)


def test_every_row_has_a_function_or_is_a_notice_of_another() -> None:
    assert set(TABLE) - set(oracle.FUNCTIONS) == {"lit-band-change", "lit-advisory"}
