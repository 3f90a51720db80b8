"""What an outcome says: items with reasons, fees, deadlines, warnings."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from knowledge.checklist_json import result
from knowledge.checklist_outcome import outcome
from tests.knowledge.checklist_samples import FixedFigures, P, item, raw, sample

TODAY = dt.date(2026, 11, 30)


def needs(**answers):
    """Need by item for answers given by name."""
    return {i.requirement.id: i.need for i in outcome(sample(), answers, today=TODAY).items}


def whys(**answers):
    """Reason by item for answers given by name."""
    return {i.requirement.id: i.why for i in outcome(sample(), answers, today=TODAY).items}


def test_items_are_yes_no_or_unknown_as_the_answers_go():
    assert {
        "papel": "yes",
        "cadastur": "unknown",
        "contrato-agencia": "unknown",
        "relacao": "unknown",
    } == needs()
    assert {"papel": "yes", "cadastur": "no", "contrato-agencia": "no", "relacao": "yes"} == needs(
        mei="nao", turismo="nao", frota="3"
    )


def test_every_reason_names_the_question_it_rests_on():
    found = whys(mei="nao", turismo="nao", frota="3")

    assert "Vale para todos os casos." == found["papel"]
    assert "Não precisa: você respondeu “Não” em “Tem turismo?”." == found["cadastur"]
    assert "Não precisa: a pergunta “Tem agencia?” não se aplica ao seu caso." == found["contrato-agencia"]
    assert "Porque você respondeu “3” em “Quantos veículos?”." == found["relacao"]


def test_an_open_item_says_which_answer_is_missing():
    assert "Falta responder: “Tem turismo?”." == whys()["cadastur"]


def test_a_stop_leaves_nothing_to_bring_and_says_why():
    found = outcome(sample(), {"mei": "sim"}, today=TODAY)

    assert {"no"} == {i.need for i in found.items}
    assert "Não precisa: o pedido para aqui. MEI não pode." == found.items[0].why
    assert ("MEI não pode.",) == found.warnings
    assert ((), (), ()) == (found.costs, found.deadlines, found.steps)


def test_an_answer_to_a_question_that_is_not_asked_counts_for_nothing():
    assert "no" == needs(turismo="nao", agencia="sim")["contrato-agencia"]


def test_a_fee_is_its_series_for_the_size_answered():
    cost = outcome(sample(), {"frota": "4"}, today=TODAY, figures=FixedFigures()).costs[0]

    assert (Decimal(8), Decimal(80), (P, f"{P}_inc6")) == (cost.upf, cost.brl, cost.provisions)


def test_a_fee_waits_for_its_answer_and_says_so():
    cost = outcome(sample(), {}, today=TODAY, figures=FixedFigures()).costs[0]

    assert (None, "Depende da resposta a “Quantos veículos?”.") == (cost.upf, cost.note)


def test_a_fee_per_vehicle_is_multiplied_before_it_becomes_money():
    fee = {"id": "licenca", "title": "Licença", "series": "licenca", "times": "frota", "provision": [P]}

    cost = outcome(sample(fees=[fee]), {"frota": "3"}, today=TODAY, figures=FixedFigures()).costs[0]

    assert (Decimal(6), Decimal(60)) == (cost.upf, cost.brl)


def test_an_amount_the_source_does_not_give_is_said_openly():
    fee = {"id": "taxa", "title": "Taxa", "provision": [P]}

    cost = outcome(sample(fees=[fee]), {}, today=TODAY, figures=FixedFigures()).costs[0]

    assert (None, "Valor não consta da nossa fonte.") == (cost.upf, cost.note)


def test_a_deadline_counts_from_the_day_answered():
    due = outcome(sample(), {"recebido": "2026-04-06"}, today=TODAY, figures=FixedFigures()).deadlines[0]

    assert (dt.date(2026, 4, 21), dt.date(2026, 4, 20)) == (due.due_on, due.act_by)


def test_the_end_of_a_paper_gives_no_day_to_act_by():
    term = {**raw()["deadlines"][0], "act": "none"}

    due = outcome(
        sample(deadlines=[term]), {"recebido": "2026-04-06"}, today=TODAY, figures=FixedFigures()
    ).deadlines[0]

    assert due.act_by is None


def test_a_deadline_without_its_day_is_told_but_not_computed():
    due = outcome(sample(), {"recebido": "nao-sei"}, today=TODAY).deadlines[0]

    assert (None, "A data sai depois da resposta a “Em que dia recebeu?”.") == (due.due_on, due.note)


def test_the_agencys_business_days_are_counted_to_the_latest_day():
    term = {**raw()["deadlines"][0], "unit": "uteis", "act": "agency"}

    due = outcome(
        sample(deadlines=[term]), {"recebido": "2026-04-06"}, today=TODAY, figures=FixedFigures()
    ).deadlines[0]

    assert dt.date(2026, 4, 22) == due.due_on


def test_an_unregistered_calendar_gives_no_made_up_day():
    term = {**raw()["deadlines"][0], "unit": "uteis"}

    due = outcome(sample(deadlines=[term]), {"recebido": "2026-04-06"}, today=TODAY).deadlines[0]

    assert due.due_on is None
    assert "dias úteis" in due.note


def test_an_item_beyond_the_norm_carries_its_source_and_day():
    mark = {"source": "página da METROPLAN", "seen_on": "2024-03-19", "confidence": "one source"}
    extra = {**item("selo"), "provision": [], "beyond_norm": mark}

    found = result(outcome(sample(requirements=[extra]), {}, today=TODAY))

    assert ["Selo: Fora da norma (página da METROPLAN, visto em 2024-03-19)."] == found["warnings"]


def test_the_json_of_an_outcome_has_the_keys_of_the_contract():
    found = result(outcome(sample(), {"mei": "nao"}, today=TODAY, figures=FixedFigures()))

    assert [
        "id",
        "title",
        "authority",
        "questions",
        "requirements",
        "fees",
        "deadlines",
        "warnings",
        "rule_version",
    ] == list(found)
    assert {"id": "mei", "asked": True, "answer": "nao"} == found["questions"][0]
    assert ["id", "title", "how", "copies", "provision", "need", "why"] == list(found["requirements"][0])
