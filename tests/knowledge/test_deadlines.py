"""What falls due for facts given: every row of the table of deadlines, with its worked dates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.age import Manufacture
from knowledge.daymath import add_months
from knowledge.deadline_model import Deadline, Facts, Mode, Paper, as_json
from knowledge.deadlines import WrongFactsError, deadlines, gaps, renewal, together
from knowledge.obligations import Obligation, Obligations, Term, UnknownKindError, load_obligations

ROWS = load_obligations()
TODAY = dt.date(2026, 6, 1)


def day(text: str) -> dt.date:
    return dt.date(*reversed([int(part) for part in text.split("/")]))


def paper(kind: str, choices: Mapping[str, str] | None = None, **dates: str) -> Paper:
    return Paper(kind, {name: day(text) for name, text in dates.items()}, choices or {})


def found(
    kind: str, *papers: Paper, made: Manufacture | None = None, mode: Mode | None = None, new: bool = False
) -> Deadline:
    facts = Facts(TODAY, papers, made=made, mode=mode, new=new)
    matches = [d for d in deadlines(facts) if d.kind == kind]
    assert len(matches) == 1, matches
    return matches[0]


def none(kind: str, *papers: Paper, made: Manufacture | None = None) -> bool:
    return all(d.kind != kind for d in deadlines(Facts(TODAY, papers, made=made)))


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


def test_a_change_of_rhythm_before_the_due_day_is_announced_and_the_lit_stands() -> None:
    made, held = Manufacture.on(day("10/06/2011")), paper("lit", start="09/06/2026")
    dues = [found(kind, held, made=made) for kind in ("lit-change", "lit-advised", "lit")]
    assert [day(t) for t in ("11/06/2026", "09/12/2026", "09/06/2027")] == [d.due_on for d in dues]
    assert [("change",), ("0",)] == [d.stages for d in dues[:2]]
    assert not any(d.weekly_after for d in dues[:2])


def test_a_change_of_rhythm_says_that_the_norm_is_silent() -> None:
    due = found("lit-change", paper("lit", start="09/06/2026"), made=Manufacture.on(day("10/06/2011")))
    assert due.standing == "unstated"
    assert due.note.startswith("A partir de 11/06/2026 a periodicidade é semestral.")


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


LICENCE = paper("vehicle-licence", start="01/06/2026")


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


# Acts before an agency, payments


@pytest.mark.parametrize("kind", ["defence", "ait"])
def test_an_act_before_an_agency_counts_down_to_the_day_to_act_by(kind: str) -> None:
    due = found(kind, paper(kind, start="06/04/2026"))
    assert [day("21/04/2026"), day("17/04/2026"), day("17/04/2026")] == [
        due.due_on,
        due.act_by,
        due.counts_to,
    ]
    assert due.note.startswith("Agir até sexta, 17/04; o prazo corrido vai a 21/04")


def test_the_days_off_that_move_an_act_are_named() -> None:
    assert (
        "20/04 véspera de Tiradentes; 21/04 Tiradentes" in found("ait", paper("ait", start="06/04/2026")).note
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
    for words in ("19/02/2026", "23/02/2026", "18/02 Quarta-feira de Cinzas"):
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


DEPARTURE = dt.datetime(2026, 7, 1, 9, 0, tzinfo=dt.UTC)


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


# Renewal, gaps, shapes


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
