"""Terms and printed dates, what is renewed from where, gaps, and the shape programs read."""

from __future__ import annotations

import pytest

from knowledge.age import Manufacture
from knowledge.deadline_model import Facts, Paper, as_json
from knowledge.deadlines import WrongFactsError, deadlines, gaps, renewal, together
from knowledge.obligations import Obligation, UnknownKindError
from tests.knowledge.deadline_facts import DEPARTURE, LICENCE, ROWS, TODAY, day, found, none, paper

TERMS = [
    ("recefitur", {"start": "15/03/2026"}, "15/03/2029"),
    ("seguro-garantia", {"start": "01/06/2026"}, "01/06/2027"),
    ("metroplan-fee", {"start": "10/06/2026"}, "10/06/2027"),
    ("metroplan-contract", {"start": "10/06/2026"}, "10/06/2028"),
    ("bond-refill", {"start": "01/06/2026"}, "01/07/2026"),
    ("debt", {"start": "01/06/2026"}, "01/07/2026"),
    ("tnt-posting", {"start": "06/04/2026"}, "06/05/2026"),
    ("defence", {"start": "06/04/2026"}, "21/04/2026"),
    ("ait", {"start": "06/04/2026"}, "21/04/2026"),
    ("ban-metroplan", {"start": "06/04/2026"}, "06/04/2028"),
    ("metroplan-substitution", {"start": "20/02/2026"}, "06/03/2026"),
    ("metroplan-shared-analysis", {"start": "01/06/2026"}, "21/06/2026"),
    ("missing-papers", {"start": "05/06/2026"}, "07/06/2026"),
    ("veracity-declaration", {"start": "01/06/2026"}, "01/07/2026"),
    ("driver-certificate", {"start": "01/06/2026"}, "01/06/2027"),
    ("tachograph-records", {"start": "01/06/2026"}, "30/08/2026"),
    ("metroplan-authorization", {"start": "01/06/2026"}, "01/06/2028"),
    ("vehicle-licence", {"start": "01/06/2026"}, "01/06/2027"),
    ("contract-licence", {"start": "01/06/2026"}, "01/06/2027"),
    ("discharged-patient", {"start": "10/06/2026"}, "10/06/2026"),
]


@pytest.mark.parametrize(("kind", "dates", "due"), TERMS)
def test_a_term_runs_from_its_start(kind: str, dates: dict[str, str], due: str) -> None:
    assert day(due) == found(kind, paper(kind, **dates)).due_on


@pytest.mark.parametrize("kind", [r.kind for r in ROWS if r.rule == "printed"])
def test_what_the_norm_does_not_say_makes_up_no_date(kind: str) -> None:
    assert none(kind, paper(kind))
    assert day("10/05/2027") == found(kind, paper(kind, printed="10/05/2027")).due_on


PRINTABLE = [r.kind for r in ROWS if {"start", "printed"} <= r.facts.keys()]


@pytest.mark.parametrize("kind", PRINTABLE)
def test_r09_a_validity_printed_on_the_paper_wins(kind: str) -> None:
    made = Manufacture.on(day("10/06/2020"))
    due = found(kind, paper(kind, start="01/06/2026", printed="20/11/2026"), made=made)
    assert day("20/11/2026") == due.due_on


def test_a_computed_date_that_differs_from_the_print_is_shown_beside_it() -> None:
    due = found("recefitur", paper("recefitur", start="15/03/2026", printed="14/03/2029"))
    assert due.note == "Pela norma seria 15/03/2029; vale a data do documento."


def test_a_computed_date_says_that_it_is_computed() -> None:
    due = found("recefitur", paper("recefitur", start="15/03/2026"))
    assert "Calculado: 15/03/2026 + 3 anos." in due.note


def test_where_two_readings_exist_the_earlier_is_due_and_the_other_shown() -> None:
    due = found("recefitur", paper("recefitur", start="29/02/2024"))
    assert (day("28/02/2027"), day("01/03/2027")) == (due.due_on, due.other_on)
    assert "01/03/2027" in due.note


def test_the_renewal_of_recefitur_opens_sixty_days_before_its_end() -> None:
    due = found("recefitur-renewal", paper("recefitur", printed="15/03/2029"))
    assert (day("14/01/2029"), ("opens",)) == (due.due_on, due.stages)


def test_the_renewal_opens_by_the_end_told_alone() -> None:
    assert (
        day("14/01/2029") == found("recefitur-renewal", paper("recefitur-renewal", end="15/03/2029")).due_on
    )


def test_the_renewal_of_recefitur_rests_on_its_article_and_what_to_check_first() -> None:
    due = found("recefitur-renewal", paper("recefitur", printed="15/03/2029"))
    assert due.provisions[0] == "daer-7727-2022:art10"
    assert "débitos" in due.note


@pytest.mark.parametrize(
    ("kind", "due"),
    [
        ("lit", "28/05/2027"),
        ("policy", "10/06/2027"),
        ("recefitur", "28/05/2029"),
        ("cadastur", "10/06/2028"),
    ],
)
def test_r09_each_kind_is_renewed_from_its_own_anchor(kind: str, due: str) -> None:
    facts = Facts(TODAY, made=Manufacture.on(day("10/06/2020")))
    later = renewal(ROWS[kind], day("10/06/2026"), day("28/05/2026"), facts=facts)
    assert later is not None
    assert day(due) == later.day


def test_r09_the_print_overrides_every_anchor() -> None:
    later = renewal(ROWS["policy"], day("10/06/2026"), day("28/05/2026"), printed=day("01/07/2027"))
    assert later is not None
    assert day("01/07/2027") == later.day


@pytest.mark.parametrize("kind", ["cnd-estadual", "cnh-medical", "metroplan-laudo", "instalment", "lit"])
def test_a_kind_of_unknown_length_proposes_no_new_date(kind: str) -> None:
    assert renewal(ROWS[kind], day("10/06/2026"), day("28/05/2026")) is None


def test_policies_that_touch_leave_no_gap() -> None:
    first, second = (day("10/06/2025"), day("10/06/2026")), (day("10/06/2026"), day("10/06/2027"))
    assert gaps([second, first]) == []


def test_the_days_between_two_policies_are_a_gap() -> None:
    covers = [(day("10/06/2025"), day("10/06/2026")), (day("13/06/2026"), day("13/06/2027"))]
    assert [(day("11/06/2026"), day("12/06/2026"))] == gaps(covers)


def test_a_policy_inside_another_makes_no_gap() -> None:
    covers = [
        (day("01/01/2026"), day("31/12/2026")),
        (day("01/02/2026"), day("01/03/2026")),
        (day("01/01/2027"), day("31/12/2027")),
    ]
    assert gaps(covers) == []


def test_papers_of_a_request_are_valid_together_from_the_last_start_to_the_first_end() -> None:
    pairs = [(day("01/06/2026"), day("28/11/2026")), (day("10/06/2026"), day("10/07/2026"))]
    assert together(pairs) == (day("10/06/2026"), day("10/07/2026"))


def test_papers_that_never_meet_have_no_common_day() -> None:
    assert together([(day("01/06/2026"), day("09/06/2026")), (day("10/06/2026"), day("10/07/2026"))]) is None
    assert together([]) is None


def test_a_deadline_has_the_shape_programs_read() -> None:
    expected = {"kind", "due_on", "standing", "provision", "act_by", "stages", "note"}
    assert expected == as_json(found("ait", paper("ait", start="06/04/2026"))).keys()


def test_an_instant_is_read_with_its_offset() -> None:
    shape = as_json(found("passenger-list", Paper("passenger-list", at=DEPARTURE)))
    assert shape["due_at"] == "2026-06-30T22:00:00-03:00"
    assert "due_on" not in shape


def test_a_carrier_of_one_regime_is_shown_its_provisions_alone() -> None:
    facts = Facts(TODAY, (paper("policy", printed="10/01/2027"),), authority="metroplan")
    assert deadlines(facts)[0].provisions == ("cetm-2015:art4_inc11",)


def test_a_date_the_kind_does_not_know_is_a_slip_of_the_caller() -> None:
    with pytest.raises(WrongFactsError, match="recefitur: contract_end"):
        deadlines(Facts(TODAY, (paper("recefitur", contract_end="01/01/2027"),)))


def test_a_choice_the_kind_does_not_know_is_a_slip_of_the_caller() -> None:
    with pytest.raises(WrongFactsError, match="every=year"):
        deadlines(Facts(TODAY, (paper("invoice", {"every": "year"}, start="01/06/2026"),)))


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownKindError, match="zeppelin"):
        deadlines(Facts(TODAY, (Paper("zeppelin"),)))


def test_deadlines_come_by_day() -> None:
    held = (paper("recefitur", printed="15/03/2029"), paper("ait", start="06/04/2026"), LICENCE)
    days = [d.due_on or d.due_at.date() for d in deadlines(Facts(TODAY, held)) if d.due_on or d.due_at]
    assert sorted(days) == days


@pytest.mark.parametrize("row", list(ROWS), ids=lambda r: r.kind)
def test_a_paper_with_no_dates_makes_nothing_due_and_breaks_nothing(row: Obligation) -> None:
    assert [d for d in deadlines(Facts(TODAY, (Paper(row.kind),))) if d.kind == row.kind] == []
