"""Acts before an agency, payments, fines, and what is due at an instant."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.deadline_model import Facts, Paper
from knowledge.deadlines import deadlines
from knowledge.obligations import Obligations, Term
from tests.knowledge.deadline_facts import DEPARTURE, ROWS, TODAY, day, found, none, paper

# Acts before an agency, payments


@pytest.mark.parametrize("kind", ["defence", "ait"])
def test_an_act_before_an_agency_counts_down_to_the_day_to_act_by(kind: str) -> None:
    due = found(kind, paper(kind, start="06/04/2026"))
    assert [day("21/04/2026"), day("17/04/2026"), day("17/04/2026")] == [
        due.due_on,
        due.act_by,
        due.counts_to,
    ]
    assert due.note.startswith("Agir até sexta, 17/04/2026; o prazo corrido vai a 21/04/2026")


def test_the_days_off_that_move_an_act_are_named() -> None:
    assert (
        "20/04/2026 véspera de Tiradentes; 21/04/2026 Tiradentes"
        in found("ait", paper("ait", start="06/04/2026")).note
    )


def test_the_end_of_a_paper_has_no_day_to_act_by() -> None:
    assert found("recefitur", paper("recefitur", printed="21/04/2026")).act_by is None


def test_an_instalment_counts_down_to_its_due_day_and_hints_an_earlier_one() -> None:
    due = found("instalment", paper("instalment", printed="05/09/2026"))
    assert [day("05/09/2026"), day("05/09/2026"), day("04/09/2026")] == [
        due.due_on,
        due.counts_to,
        due.act_by,
    ]


@pytest.mark.parametrize("kind", ["defence", "ait"])
@pytest.mark.parametrize(("start", "said"), [("10/12/2026", True), ("20/11/2026", False)])
def test_the_year_end_is_mentioned_when_a_counted_day_falls_in_it(kind: str, start: str, said: bool) -> None:
    assert said == ("LC RS 15.918/2022" in found(kind, paper(kind, start=start)).note)


def test_a_year_without_a_calendar_is_named() -> None:
    assert "Calendário de 2028 não cadastrado" in found("ait", paper("ait", start="10/01/2028")).note


def test_with_the_roadside_date_alone_the_defence_runs_from_it_as_the_earliest() -> None:
    due = found("defence", paper("defence", roadside="06/04/2026"))
    assert (day("21/04/2026"), "unstated") == (due.due_on, due.standing)
    assert "entrega na estrada" in due.note


def test_the_postal_receipt_wins_over_the_roadside_date() -> None:
    due = found("defence", paper("defence", roadside="06/04/2026", start="04/05/2026"))
    assert (day("19/05/2026"), "stated") == (due.due_on, due.standing)


@pytest.mark.parametrize(("posted", "late"), [("06/05/2026", False), ("07/05/2026", True)])
def test_a_tnt_posted_after_thirty_days_is_pointed_out(posted: str, late: bool) -> None:
    due = found("tnt-posting", paper("tnt-posting", start="06/04/2026", posted=posted))
    assert late == due.note.startswith("Postado em 07/05/2026, depois dos 30 dias")


def test_r29_metroplan_is_chased_on_the_latest_reading_and_the_days_off_are_named() -> None:
    due = found("metroplan-analysis", paper("metroplan-analysis", start="12/02/2026"))
    assert (day("24/02/2026"), ("chase",)) == (due.due_on, due.stages)
    for words in ("19/02/2026", "23/02/2026", "18/02/2026 Quarta-feira de Cinzas"):
        assert words in due.note


def test_a_regional_office_has_fifteen_business_days() -> None:
    held = Paper("metroplan-analysis", {"start": day("01/06/2026")}, {"office": "regional"}, city="Pelotas")
    due = found("metroplan-analysis", held)
    assert day("23/06/2026") == due.due_on
    assert "Feriados municipais de Pelotas não estão na tabela." in due.note


def test_the_carriers_own_business_days_use_the_earliest_reading() -> None:
    due = found("metroplan-reconsideration", paper("metroplan-reconsideration", start="12/02/2026"))
    assert (day("19/02/2026"), day("19/02/2026")) == (due.due_on, due.act_by)


def test_an_earliest_day_that_is_an_optional_day_off_goes_before_it() -> None:
    due = found("metroplan-reconsideration", paper("metroplan-reconsideration", start="10/02/2026"))
    assert (day("17/02/2026"), day("13/02/2026")) == (due.due_on, due.act_by)


def test_missing_papers_are_told_on_the_three_days_weekends_included() -> None:
    due = found("missing-papers", paper("missing-papers", start="05/06/2026"))
    assert (day("07/06/2026"), ("2", "1", "0")) == (due.counts_to, due.stages)


def test_missing_papers_over_a_long_weekend_may_be_brought_on_their_last_day() -> None:
    assert day("07/06/2026") == found("missing-papers", paper("missing-papers", start="05/06/2026")).act_by


def test_no_one_must_act_before_the_term_began() -> None:
    row = ROWS["bond-refill"].model_copy(update={"term": Term(days=2)})
    rows = Obligations({**ROWS.by_kind, "bond-refill": row})
    facts = Facts(TODAY, (paper("bond-refill", start="24/12/2026"),))
    assert [day("26/12/2026")] == [d.act_by for d in deadlines(facts, rows=rows)]


def test_a_contract_valid_before_its_signature_is_told() -> None:
    dates = {"start": "10/06/2026", "signed": "05/06/2026", "valid_from": "01/06/2026"}
    due = found("metroplan-contract", paper("metroplan-contract", **dates))
    assert due.note.startswith("A vigência (01/06/2026) começa antes da assinatura (05/06/2026)")


def test_an_invoice_has_no_day_to_pay_by() -> None:
    assert found("invoice", paper("invoice", {"every": "month"}, start="10/05/2026")).act_by is None


def test_a_length_nobody_knows_is_not_mentioned() -> None:
    assert found("cnd-estadual", paper("cnd-estadual", printed="10/05/2027")).note == ""


def test_a_substitution_in_the_same_carrier_is_unstated() -> None:
    held = paper("metroplan-substitution", {"carrier": "same"}, start="20/02/2026")
    assert found("metroplan-substitution", held).standing == "unstated"


def test_after_an_accident_records_are_kept_a_year() -> None:
    held = paper("tachograph-records", {"accident": "yes"}, start="01/06/2026")
    assert day("01/06/2027") == found("tachograph-records", held).due_on


def test_recidivism_shows_the_later_end_as_the_risk() -> None:
    due = found("recidivism", paper("recidivism", start="10/01/2026", final="20/05/2026"))
    assert (day("20/05/2027"), day("10/01/2027")) == (due.due_on, due.other_on)


def test_without_a_final_decision_recidivism_runs_from_the_infraction() -> None:
    due = found("recidivism", paper("recidivism", start="10/01/2026"))
    assert day("10/01/2027") == due.due_on
    assert "Sem decisão definitiva" in due.note


def test_a_ban_of_daer_shows_both_ends_of_its_range() -> None:
    due = found("ban-daer", paper("ban-daer", start="10/01/2026"))
    assert (day("10/01/2030"), day("10/01/2028")) == (due.due_on, due.other_on)


def test_a_ban_fixed_by_the_council_ends_on_its_day() -> None:
    assert day("10/01/2029") == found("ban-daer", paper("ban-daer", printed="10/01/2029")).due_on


@pytest.mark.parametrize(("end", "short"), [("30/07/2026", True), ("31/07/2026", False)])
def test_a_rental_under_sixty_days_is_pointed_out(end: str, short: bool) -> None:
    due = found("rental", paper("rental", start="01/06/2026", printed=end))
    assert short == ("menos de 60 dias" in due.note)


@pytest.mark.parametrize(
    ("every", "due", "provision"),
    [
        ("month", "30/06/2026", "daer-7727-2022:art23_inc4"),
        ("week", "17/06/2026", "cetm-2015:art2_inc1"),
        ("trip", "10/06/2026", "daer-7727-2022:art21_inc3"),
    ],
)
def test_an_invoice_is_due_by_its_period(every: str, due: str, provision: str) -> None:
    invoice = found("invoice", paper("invoice", {"every": every}, start="10/06/2026"))
    assert day(due) == invoice.due_on
    assert provision in invoice.provisions


@pytest.mark.parametrize(("start", "applies"), [("01/11/2025", False), ("01/01/2026", True)])
def test_the_new_insurance_law_reaches_policies_since_december_2025(start: str, applies: bool) -> None:
    held = paper("late-instalment", printed="05/09/2026", policy_start=start)
    assert applies != none("late-instalment", held)


def test_the_cover_at_risk_is_counted_from_the_due_date() -> None:
    assert (
        "desde o vencimento original"
        in found("late-instalment", paper("late-instalment", printed="05/09/2026")).note
    )


# Instants


def test_the_list_is_due_eight_hours_before_departure() -> None:
    due = found("passenger-list", Paper("passenger-list", at=DEPARTURE))
    assert (DEPARTURE - dt.timedelta(hours=8), DEPARTURE) == (due.due_at, due.event_at)
    assert due.stages == ("24h", "12h", "9h")


def test_the_departure_is_said_in_local_time() -> None:
    assert "01/07/2026 06:00" in found("passenger-list", Paper("passenger-list", at=DEPARTURE)).note


def test_the_health_list_is_due_at_departure_and_shows_the_other_reading() -> None:
    due = found("health-list", Paper("health-list", at=DEPARTURE))
    assert due.due_at == DEPARTURE
    assert "30/06/2026 22:00" in due.note


def test_retention_lasts_three_hours() -> None:
    assert DEPARTURE + dt.timedelta(hours=3) == found("retention", Paper("retention", at=DEPARTURE)).due_at
