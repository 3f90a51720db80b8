"""Fees and days of real requests, from the values and the calendar of the package."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from knowledge.checklist_figures import NoFigures, package_figures
from knowledge.checklist_outcome import outcome
from knowledge.checklists import load_checklists

LIBRARY = load_checklists()
FIGURES = package_figures()
TODAY = dt.date(2026, 11, 30)


def costs(name, answers, *, today=TODAY):
    """Fees by id."""
    return {
        c.fee.id: c for c in outcome(LIBRARY.checklists[name], answers, today=today, figures=FIGURES).costs
    }


def dues(name, answers):
    """Deadlines by id."""
    found = outcome(LIBRARY.checklists[name], answers, today=TODAY, figures=FIGURES).deadlines
    return {d.term.id: d for d in found}


@pytest.mark.parametrize(
    ("fleet", "fee", "bond"),
    [("2", 12, 75), ("3", 25, 75), ("6", 45, 150), ("11", 55, 225), ("16", 55, 300), ("40", 55, 300)],
)
def test_the_fee_and_the_bond_of_a_first_registration_follow_the_fleet(fleet, fee, bond):
    found = costs("daer-cadastro-inicial", {"tipo": "sociedade", "proprios": "nao", "veiculos": fleet})

    assert (Decimal(fee), Decimal(bond)) == (found["taxa-registro"].upf, found["caucao"].upf)


def test_a_fleet_the_table_leaves_out_is_told():
    found = costs("daer-cadastro-inicial", {"tipo": "sociedade", "proprios": "nao", "veiculos": "11"})

    assert "exatamente 11" in found["taxa-registro"].note


def test_reais_are_rounded_once_for_all_vehicles():
    """Three licences of 2 UPF at 28.3264 are 169.96, not three times 56.65."""
    found = costs(
        "daer-licenca-turismo", {"quem": "privada", "debito": "nao", "modo": "turistico", "veiculos": "3"}
    )

    assert (Decimal(6), Decimal("169.96")) == (found["licenca"].upf, found["licenca"].brl)


def test_an_unconfirmed_upf_is_told():
    found = costs("metroplan-autorizacao", {})

    assert (Decimal(1), Decimal("28.33")) == (found["requerimento-fee"].upf, found["requerimento-fee"].brl)
    assert "1 UPF-RS (R$ 28,33 com a UPF de 2026, a confirmar)" == found["requerimento-fee"].words


def test_a_year_without_upf_gives_upf_only():
    found = costs("metroplan-autorizacao", {}, today=dt.date(2031, 6, 1))["requerimento-fee"]

    assert (Decimal(1), None) == (found.upf, found.brl)
    assert "1 UPF-RS (UPF de 2031 não cadastrada)" == found.words


def test_january_shows_both_upf():
    found = costs("metroplan-autorizacao", {}, today=dt.date(2026, 1, 10))["requerimento-fee"]

    assert "R$ 27,13 com a UPF de 2025 ou R$ 28,33 com a UPF de 2026" in found.words
    assert Decimal("28.33") == found.brl


def test_the_fee_whose_amount_is_missing_says_so():
    found = costs("metroplan-autorizacao", {})["autorizacao-fee"]

    assert (None, None) == (found.upf, found.brl)
    assert "Valor não consta da nossa fonte." in found.note


def test_a_public_body_pays_no_licence():
    assert {} == costs("daer-licenca-turismo", {"quem": "publica"})


def test_a_defence_whose_last_day_is_a_holiday_is_filed_before():
    """Received 06/04/2026: 15 days end on Tiradentes, the Monday before is an optional day off."""
    found = dues("daer-defesa-tnt", {"como": "correio", "recebida": "2026-04-06"})["prazo-defesa"]

    assert (dt.date(2026, 4, 21), dt.date(2026, 4, 17)) == (found.due_on, found.act_by)


def test_the_agencys_five_business_days_skip_carnival():
    """Filed 12/02/2026 in Porto Alegre: by 24/02 at the latest."""
    answers = {
        "debito": "nao",
        "contratante": "empresa",
        "mei": "nao",
        "veiculo": "empresa",
        "categoria": "sim",
    }
    answers |= {"destino": "sim", "itinerario": "contrato", "seguro": "vista", "prazo": "nao"}
    answers |= {"escritorio": "poa", "protocolo": "2026-02-12"}

    found = dues("metroplan-autorizacao", answers)["analise-poa"]

    assert dt.date(2026, 2, 24) == found.due_on
    assert "17/02" in found.note


def test_a_year_without_calendar_gives_no_made_up_day():
    found = FIGURES.business_days(dt.date(2031, 2, 12), 5, latest=True)

    assert (None, "Calendário de 2031 não cadastrado; conte os dias úteis.") == (found.day, found.note)
    assert FIGURES.act_by(dt.date(2031, 2, 12)) is None


def test_fifteen_days_of_substitution_count_the_first():
    answers = {
        "autorizados": "sim",
        "transportadora": "outra",
        "contratante": "empresa",
        "inicio": "2026-02-20",
    }

    assert dt.date(2026, 3, 6) == dues("metroplan-substituicao", answers)["quinze-dias"].due_on


def test_the_renewal_opens_sixty_days_before_the_end():
    found = dues("daer-renovacao", {"debito": "nao", "vence": "2029-03-15"})

    assert dt.date(2029, 1, 14) == found["abre"].due_on


@pytest.mark.parametrize("name", sorted(LIBRARY.checklists))
def test_every_series_of_a_fee_has_a_value_file(name):
    for fee in LIBRARY.checklists[name].fees:
        if fee.series:
            book = FIGURES.values.tables if fee.by else FIGURES.values.series
            assert fee.series in book


def test_without_figures_nothing_is_made_up():
    none = NoFigures()

    assert none.fee("taxa", size=None, times=Decimal(1), on=TODAY).upf is None
    assert none.business_days(TODAY, 5, latest=True).day is None
    assert none.act_by(TODAY) is None
