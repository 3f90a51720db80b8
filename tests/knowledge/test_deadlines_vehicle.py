"""Deadlines that follow from the age of a vehicle, and the ends of licences and authorizations."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.age import Manufacture
from knowledge.daymath import add_months
from knowledge.deadline_model import Facts, Mode, Paper
from knowledge.deadlines import deadlines
from tests.knowledge.deadline_facts import LICENCE, TODAY, day, found, none, paper

# LIT


LIT = [
    ("10/06/2012", "09/06/2026", "09/06/2027", "stated", "30"),
    ("10/06/2011", "09/06/2026", "09/06/2027", "stated", "30"),
    ("10/06/2011", "10/06/2026", "10/12/2026", "unstated", "30"),
    ("10/06/2011", "11/06/2026", "11/12/2026", "stated", "30"),
    ("10/06/2006", "10/06/2026", "10/12/2026", "stated", "30"),
    ("10/06/2006", "11/06/2026", "11/09/2026", "unstated", "15"),
    ("10/06/2005", "10/06/2026", "10/09/2026", "unstated", "15"),
    ("10/06/2005", "11/06/2026", "11/09/2026", "stated", "15"),
    ("10/06/2001", "10/06/2026", "10/09/2026", "stated", "15"),
]


@pytest.mark.parametrize(("made", "inspected", "due", "standing", "first_stage"), LIT)
def test_the_lit_follows_the_age_on_the_day_of_inspection(
    made: str, inspected: str, due: str, standing: str, first_stage: str
) -> None:
    lit = found("lit", paper("lit", start=inspected), made=Manufacture.on(day(made)))
    assert (day(due), standing, first_stage) == (lit.due_on, lit.standing, lit.stages[0])


def test_a_gap_of_the_lit_names_both_neighbours_and_the_stricter_rhythm() -> None:
    lit = found("lit", paper("lit", start="10/06/2026"), made=Manufacture.on(day("10/06/2011")))
    assert {"daer-7727-2022:art13_par1", "daer-7727-2022:art13_par2"} == set(lit.provisions)
    assert "A norma não cobre veículo com exatamente 15 anos" in lit.note


def test_a_vehicle_over_25_gets_no_lit_date_of_ours() -> None:
    assert none("lit", paper("lit", start="11/06/2026"), made=Manufacture.on(day("10/06/2001")))


def test_a_vehicle_known_by_year_is_reminded_by_its_older_end() -> None:
    lit = found("lit", paper("lit", start="10/06/2026"), made=Manufacture.in_year(2011))
    assert day("10/12/2026") == lit.due_on
    assert "mais de 15 até 20 anos" in lit.note
    assert "menos de 15 anos" in lit.note


def test_where_only_the_older_end_is_over_25_the_younger_is_used_and_the_doubt_said() -> None:
    lit = found("lit", paper("lit", start="10/06/2026"), made=Manufacture.in_year(2001))
    assert day("10/09/2026") == lit.due_on
    assert "já passou de 25 anos" in lit.note


def test_without_a_manufacture_the_lit_has_only_its_printed_date() -> None:
    assert none("lit", paper("lit", start="10/06/2026"))
    assert day("10/09/2026") == found("lit", paper("lit", printed="10/09/2026")).due_on


@pytest.mark.parametrize(
    ("made", "stages"),
    [
        (Manufacture.on(day("10/09/2006")), "30 15 7 1 0"),
        (Manufacture.on(day("09/09/2006")), "15 7 1 0"),
        (Manufacture.in_year(2001), "15 7 1 0"),
        (Manufacture.on(day("09/09/2001")), "30 15 7 1 0"),
        (None, "30 15 7 1 0"),
    ],
    ids=["half-year", "quarter", "older-end-over-25", "over-25", "age-not-known"],
)
def test_a_lit_with_its_printed_date_alone_is_warned_of_by_the_age_on_that_day(
    made: Manufacture | None, stages: str
) -> None:
    assert tuple(stages.split()) == found("lit", paper("lit", printed="10/09/2026"), made=made).stages


def test_a_change_of_rhythm_before_the_due_day_is_announced_and_the_lit_stands() -> None:
    made, held = Manufacture.on(day("10/06/2011")), paper("lit", start="09/06/2026")
    dues = [found(kind, held, made=made) for kind in ("lit-change", "lit-advised", "lit")]
    assert [day(t) for t in ("11/06/2026", "09/12/2026", "09/06/2027")] == [d.due_on for d in dues]
    assert [("30", "15", "7", "1", "change"), ("0",)] == [d.stages for d in dues[:2]]
    assert not any(d.weekly_after for d in dues[:2])


def test_a_change_of_rhythm_says_that_the_norm_is_silent() -> None:
    due = found("lit-change", paper("lit", start="09/06/2026"), made=Manufacture.on(day("10/06/2011")))
    assert due.standing == "unstated"
    assert due.note.startswith("A partir de 11/06/2026 a periodicidade do LIT passa de anual para semestral.")


def test_a_change_of_rhythm_shows_both_readings_the_stricter_first() -> None:
    due = found("lit-change", paper("lit", start="09/06/2026"), made=Manufacture.on(day("10/06/2011")))
    both = "Pelo lado mais seguro, nova inspeção até 09/12/2026. Pela outra leitura, o LIT atual vale até 09/06/2027."
    assert due.note.endswith(both)


def test_a_change_too_late_for_a_stricter_inspection_names_the_end_of_the_lit_alone() -> None:
    held = paper("lit", start="12/05/2026", printed="12/08/2026")
    due = found("lit-change", held, made=Manufacture.on(day("10/06/2011")))
    assert due.note.endswith("A norma não diz se o LIT atual muda. O LIT atual vale até 12/08/2026.")


@pytest.mark.parametrize(
    ("made", "inspected"),
    [
        ("10/06/2011", "11/06/2026"),
        ("10/06/2015", "09/06/2026"),
        ("10/06/2005", "09/06/2026"),
        ("08/06/2011", "09/06/2025"),
    ],
)
def test_no_change_is_announced_unless_strictly_inside_the_validity(made: str, inspected: str) -> None:
    assert none("lit-change", paper("lit", start=inspected), made=Manufacture.on(day(made)))


def test_a_gap_counts_as_its_stricter_period_in_the_announcement() -> None:
    due = found("lit-change", paper("lit", start="01/06/2026"), made=Manufacture.on(day("10/06/2006")))
    assert day("11/06/2026") == due.due_on
    assert "trimestral" in due.note


@given(st.dates(dt.date(2001, 7, 1), dt.date(2026, 5, 1)), st.integers(0, 300))
def test_an_older_vehicle_is_never_inspected_later(made: dt.date, days: int) -> None:
    older = made - dt.timedelta(days=days)
    held = paper("lit", start="01/06/2026")
    dues = [
        [d.due_on for d in deadlines(Facts(TODAY, (held,), made=Manufacture.on(m))) if d.kind == "lit"]
        for m in (older, made)
    ]
    if dues[0]:
        assert dues[0] <= dues[1]


@given(st.dates(dt.date(2001, 7, 1), dt.date(2026, 5, 1)))
def test_the_rhythm_is_three_six_or_twelve_months(made: dt.date) -> None:
    lit = found("lit", paper("lit", start="01/06/2026"), made=Manufacture.on(made))
    assert lit.due_on in {add_months(TODAY, months) for months in (3, 6, 12)}


def test_a_new_vehicle_has_a_year_from_the_earlier_of_manufacture_and_purchase() -> None:
    made = Manufacture.on(day("10/02/2026"))
    due = found("new-vehicle", paper("new-vehicle", bought="20/03/2026"), made=made)
    assert (day("10/02/2027"), "unstated") == (due.due_on, due.standing)


def test_a_used_vehicle_has_no_first_year() -> None:
    assert none("new-vehicle", made=Manufacture.on(day("10/02/2020")))


def test_the_last_day_at_25_years_is_the_birthday() -> None:
    due = found("age-limit", made=Manufacture.on(day("10/06/2002")))
    assert (day("10/06/2027"), "unstated") == (due.due_on, due.standing)


def test_a_vehicle_counts_in_the_half_from_the_day_after_its_21st_birthday() -> None:
    assert day("11/06/2027") == found("age-half", made=Manufacture.on(day("10/06/2006"))).due_on


def test_a_limit_past_for_the_older_end_alone_goes_by_the_younger() -> None:
    due = found("age-limit", made=Manufacture.in_year(2001))
    assert (day("31/12/2026"), day("01/01/2026")) == (due.due_on, due.other_on)


# Licences


def test_a_vehicle_licence_ends_with_the_earliest_of_its_limits() -> None:
    recefitur, lit = paper("recefitur", printed="01/02/2027"), paper("lit", printed="01/12/2026")
    licence = found("vehicle-licence", paper("vehicle-licence", start="01/06/2026"), recefitur, lit)
    assert (day("01/12/2026"), "lit") == (licence.due_on, licence.limited_by)


def test_a_printed_licence_beyond_its_lit_keeps_its_print_with_a_warning() -> None:
    held = (
        paper("vehicle-licence", start="01/06/2026", printed="01/06/2027"),
        paper("lit", printed="01/12/2026"),
    )
    licence = found("vehicle-licence", *held)
    assert day("01/06/2027") == licence.due_on
    assert "acaba antes (01/12/2026)" in licence.note


def test_a_contract_licence_ends_with_its_contract() -> None:
    licence = found(
        "contract-licence", paper("contract-licence", start="01/06/2026", contract_end="30/11/2026")
    )
    assert (day("30/11/2026"), "contract", "stated") == (licence.due_on, licence.limited_by, licence.standing)


def test_a_students_licence_ends_with_the_term() -> None:
    held = paper("contract-licence", start="01/06/2026", contract_end="30/11/2026", term_end="15/07/2026")
    licence = found("contract-licence", held, mode="continuo-estudantil")
    assert (day("15/07/2026"), "term") == (licence.due_on, licence.limited_by)


def test_a_term_of_students_does_not_cut_a_workers_licence() -> None:
    held = paper("contract-licence", start="01/06/2026", term_end="15/07/2026")
    assert day("01/06/2027") == found("contract-licence", held, mode="continuo-empresarial").due_on


def test_the_cut_of_a_contract_licence_by_recefitur_is_a_reading() -> None:
    held = (paper("contract-licence", start="01/06/2026"), paper("recefitur", printed="01/02/2027"))
    licence = found("contract-licence", *held)
    assert (day("01/02/2027"), "unstated") == (licence.due_on, licence.standing)


@pytest.mark.parametrize(
    ("limit", "mode", "due"),
    [
        (paper("policy", printed="10/01/2027"), None, "10/01/2027"),
        (paper("instalment", printed="05/07/2026"), None, "05/07/2026"),
        (paper("recefitur", printed="01/02/2027"), None, "01/02/2027"),
        (paper("cadastur", printed="01/08/2026"), "turistico", "01/08/2026"),
        (paper("cadastur", printed="01/08/2026"), "continuo-empresarial", "01/06/2027"),
        (paper("contract-licence", printed="01/09/2026"), "continuo-empresarial", "01/09/2026"),
        (paper("contract-licence", printed="01/09/2026"), "turistico", "01/06/2027"),
        (paper("metroplan-laudo", printed="01/07/2026"), None, "01/06/2027"),
    ],
)
def test_a_licence_is_usable_until_the_first_of_its_papers_ends(
    limit: Paper, mode: Mode | None, due: str
) -> None:
    assert day(due) == found("licence-usable", LICENCE, limit, mode=mode).due_on


def test_the_limiting_paper_is_named() -> None:
    usable = found("licence-usable", LICENCE, paper("policy", printed="10/01/2027"))
    assert usable.limited_by == "policy"
    assert usable.note.startswith("Limitada por: apólice de seguro AP, RC e DMH (10/01/2027).")


def test_of_several_policies_the_first_to_end_limits() -> None:
    policies = [paper("policy", printed=text) for text in ("10/01/2027", "05/12/2026")]
    assert day("05/12/2026") == found("licence-usable", LICENCE, *policies).due_on


def test_a_metroplan_authorization_is_usable_until_its_laudo_ends() -> None:
    held = (
        paper("metroplan-authorization", printed="01/06/2028"),
        paper("metroplan-laudo", printed="01/12/2026"),
    )
    assert (day("01/12/2026"), "metroplan-laudo") == (
        found("metroplan-usable", *held).due_on,
        found("metroplan-usable", *held).limited_by,
    )


def test_daer_papers_never_limit_metroplan() -> None:
    held = (paper("metroplan-authorization", printed="01/06/2028"), paper("lit", printed="01/12/2026"))
    assert day("01/06/2028") == found("metroplan-usable", *held).due_on


def test_an_authorization_printed_beyond_24_months_keeps_its_print_with_a_warning() -> None:
    due = found(
        "metroplan-authorization", paper("metroplan-authorization", start="01/06/2026", printed="01/09/2028")
    )
    assert day("01/09/2028") == due.due_on
    assert "mais que os 24 meses da norma (01/06/2028)" in due.note


def test_the_fee_and_the_authorization_of_metroplan_are_two_clocks() -> None:
    held = (paper("metroplan-authorization", start="01/06/2026"), paper("metroplan-fee", start="01/06/2026"))
    dues = [found(kind, *held) for kind in ("metroplan-fee", "metroplan-authorization")]
    assert [(day("01/06/2027"), "unstated"), (day("01/06/2028"), "stated")] == [
        (d.due_on, d.standing) for d in dues
    ]
