"""Small days in the life of one paper."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from tests.oracle import deadline_oracle, fine_oracle, lit_oracle
from tests.oracle.civil_dates import made_on
from tests.oracle.deadline_rows import Deadline
from tests.oracle.reminder_oracle import ReminderOracle
from tests.oracle.reminder_stages import latest_stage
from tests.oracle.reminder_words import due_words
from tests.oracle.reminder_world import Company, DayState, Options, Person, Press, Snooze, Thing, Vehicle

DUE = date(2026, 6, 10)
Change = Callable[[date, Company], bool | None]


def _paper(due: date = DUE) -> Deadline:
    return deadline_oracle.due("policy", printed=due)


def _company(deadline: Deadline, people: Iterable[Person] = (Person("ana", "manager"),)) -> Company:
    thing = Thing("policy-1", deadline, vehicle="van")
    return Company("aurora", list(people), [thing], [Vehicle("van")])


def _run(
    company: Company,
    first: date,
    last: date,
    change: Change | None = None,
    options: Options | None = None,
) -> list[tuple[str, str, str]]:
    """All tellings of some days; `change` alters the company each day and says whether the bot is down."""
    oracle, day, found = ReminderOracle(options), first, []
    while day <= last:
        down = change is not None and bool(change(day, company))
        for one in oracle.tell(DayState(day, [company], down)):
            found.append((f"{day:%d/%m}", one.person, one.stage))
        day += timedelta(days=1)
    return found


def _days(found: list[tuple[str, str, str]], person: str = "ana") -> list[tuple[str, str]]:
    return [(day, stage) for day, who, stage in found if who == person]


def test_a_change_of_rhythm_is_announced_ahead_and_ends_on_its_day() -> None:
    notice, _ = lit_oracle.band_change(made_on(date(2011, 6, 9)), date(2026, 3, 1))
    found = _days(_run(_company(notice), date(2026, 5, 1), date(2026, 7, 9)))
    assert found == [("11/05", "30"), ("26/05", "15"), ("03/06", "7"), ("09/06", "1"), ("10/06", "change")]


def test_an_analysis_that_is_chased_once_has_no_days_ahead() -> None:
    analysis = deadline_oracle.due("shared-analysis", filed_on=date(2026, 5, 21))
    options = Options(shared_analysis_chased_once=True)
    found = _days(_run(_company(analysis), date(2026, 5, 21), date(2026, 7, 9), options=options))
    assert found == [("10/06", "chase")]


def test_ladder_and_overdue_until_solved() -> None:
    def solve(day: date, company: Company) -> None:
        company.things[0].solved = day >= date(2026, 6, 26)

    found = _days(_run(_company(_paper()), date(2026, 5, 1), date(2026, 7, 9), solve))
    assert found == [
        ("11/05", "30"),
        ("26/05", "15"),
        ("03/06", "7"),
        ("09/06", "1"),
        ("10/06", "0"),
        ("11/06", "-1"),
        ("18/06", "-8"),
        ("25/06", "-15"),
    ]


def test_after_a_downtime_one_message_of_the_latest_stage() -> None:
    down = [date(2026, 6, day) for day in (2, 3, 4)]
    found = _days(_run(_company(_paper()), date(2026, 5, 27), date(2026, 6, 9), lambda day, _: day in down))
    assert found == [("27/05", "15"), ("05/06", "7"), ("09/06", "1")]


def test_late_entry_tells_once() -> None:
    found = _days(_run(_company(_paper()), date(2026, 6, 5), date(2026, 6, 10)))
    assert found == [("05/06", "7"), ("09/06", "1"), ("10/06", "0")]


def test_correction_opens_another_cycle() -> None:
    def correct(day: date, company: Company) -> None:
        if day == date(2026, 6, 1):
            company.things[0].deadline = _paper(date(2026, 7, 10))

    found = _days(_run(_company(_paper()), date(2026, 5, 11), date(2026, 6, 12), correct))
    assert found == [("11/05", "30"), ("26/05", "15"), ("10/06", "30")]


def test_sold_is_silent_from_its_day_on() -> None:
    def sell(day: date, company: Company) -> None:
        company.vehicles[0].status = "sold" if day >= date(2026, 6, 3) else "on_road"

    assert _days(_run(_company(_paper()), date(2026, 5, 20), date(2026, 7, 1), sell)) == [
        ("20/05", "30"),
        ("26/05", "15"),
    ]


def test_snooze_moves_the_next_telling() -> None:
    company = _company(_paper())
    company.things[0].snoozes.append(Snooze("ana", DUE, date(2026, 5, 12), date(2026, 6, 5)))
    found = _days(_run(company, date(2026, 5, 12), date(2026, 6, 10)))
    assert found == [("05/06", "snooze-2026-06-05"), ("09/06", "1"), ("10/06", "0")]


def test_snooze_before_the_first_stage_and_on_a_stage_day() -> None:
    company = _company(_paper())
    company.things[0].snoozes.append(Snooze("ana", DUE, date(2026, 4, 1), date(2026, 4, 20)))
    assert _days(_run(company, date(2026, 4, 2), date(2026, 5, 11))) == [
        ("20/04", "snooze-2026-04-20"),
        ("11/05", "30"),
    ]
    company.things[0].snoozes.append(Snooze("ana", DUE, date(2026, 5, 12), date(2026, 6, 9)))
    assert _days(_run(company, date(2026, 5, 12), date(2026, 6, 10))) == [
        ("09/06", "snooze-2026-06-09"),
        ("10/06", "0"),
    ]


def test_second_person_when_the_first_pressed_nothing() -> None:
    people = [Person("ana", "manager"), Person("rui", "owner")]
    found = _run(_company(_paper(), people), date(2026, 5, 1), date(2026, 6, 11))
    assert _days(found, "rui") == [("09/06", "1"), ("10/06", "0"), ("11/06", "-1")]
    assert len(_days(found)) == 6
    later = Options(escalate_at="after_last_stage")
    found = _run(_company(_paper(), people), date(2026, 5, 1), date(2026, 6, 11), options=later)
    assert _days(found, "rui") == [("10/06", "0"), ("11/06", "-1")]
    company = _company(_paper(), people)
    company.things[0].presses.append(Press("ana", DUE, date(2026, 5, 12)))
    assert _days(_run(company, date(2026, 5, 1), date(2026, 6, 11)), "rui") == []


def test_second_person_while_the_first_is_unreachable() -> None:
    people = [Person("ana", "manager"), Person("rui", "owner")]

    def block(day: date, company: Company) -> None:
        company.people[0].reachable = not date(2026, 5, 26) <= day < date(2026, 6, 3)
        company.things[0].presses = [Press("ana", DUE, date(2026, 5, 12))]

    found = _run(_company(_paper(), people), date(2026, 5, 1), date(2026, 6, 4), block)
    assert _days(found, "rui") == [("26/05", "15")]
    assert _days(found) == [("11/05", "30"), ("03/06", "7")]


@pytest.mark.parametrize(("told_to", "expected"), [("person", [("20/05", "30")]), ("anyone", [])])
def test_somebody_new_between_two_stages(told_to: str, expected: list[tuple[str, str]]) -> None:
    def replace_person(day: date, company: Company) -> None:
        if day == date(2026, 5, 20):
            company.people[:] = [Person("bia", "manager")]

    options = Options(told_to="anyone") if told_to == "anyone" else Options()
    found = _run(_company(_paper()), date(2026, 5, 1), date(2026, 5, 21), replace_person, options=options)
    assert _days(found, "bia") == expected


def test_agency_clock_counts_to_the_day_to_act_by() -> None:
    company = _company(fine_oracle.defence(date(2026, 4, 6)))
    found = _days(_run(company, date(2026, 4, 6), date(2026, 4, 23)))
    assert found == [
        ("07/04", "10"),
        ("12/04", "5"),
        ("15/04", "2"),
        ("16/04", "1"),
        ("17/04", "0"),
        ("22/04", "-1"),
    ]


def test_ladders_of_thing_and_company() -> None:
    company = replace(_company(_paper()), ladders={"policy": (20, 3)})
    assert _days(_run(company, date(2026, 5, 1), DUE)) == [("21/05", "20"), ("07/06", "3"), ("10/06", "0")]
    company.things[0].before = (2,)
    assert _days(_run(company, date(2026, 5, 1), DUE)) == [("08/06", "2"), ("10/06", "0")]


def test_once_is_told_once_even_late() -> None:
    company = _company(deadline_oracle.recefitur_renewal(date(2026, 6, 10)))
    down = [date(2026, 4, 11), date(2026, 4, 12)]
    assert _days(_run(company, date(2026, 4, 1), date(2026, 6, 30), lambda day, _: day in down)) == [
        ("13/04", "opens")
    ]


@pytest.mark.parametrize(
    ("departure", "expected"),
    [
        (datetime(2026, 5, 10, 20), [("10/05", "12h"), ("10/05", "9h")]),
        (datetime(2026, 5, 10, 10), [("09/05", "24h"), ("09/05", "12h"), ("10/05", "9h")]),
        (datetime(2026, 5, 10, 16), [("09/05", "24h"), ("10/05", "9h")]),
    ],
)
def test_list_hours_wait_for_the_morning_but_not_past_the_instant(
    departure: datetime, expected: list[tuple[str, str]]
) -> None:
    company = _company(deadline_oracle.passenger_list(departure))
    assert _days(_run(company, date(2026, 5, 8), date(2026, 5, 11))) == expected


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (2, "vence em 2 dias"),
        (1, "vence amanhã"),
        (0, "vence hoje"),
        (-1, "venceu ontem"),
        (-2, "venceu há 2 dias"),
    ],
)
def test_words(left: int, words: str) -> None:
    assert due_words(DUE - timedelta(days=left), DUE) == words


def test_latest_stage_is_the_last_stage_day_met_on_a_walk() -> None:
    deadline, word, day = _paper(), None, date(2026, 5, 1)
    words = {DUE - timedelta(days=n): str(n) for n in (30, 15, 7, 1, 0)}
    words |= {DUE + timedelta(days=n): f"-{n}" for n in range(1, 99, 7)}
    while day < date(2026, 9, 1):
        word = words.get(day, word)
        found = latest_stage(deadline, deadline.before, day)
        assert (found.word if found else None) == word
        day += timedelta(days=1)
