"""Papers at hand against what a request asks, and the last day to file."""

from __future__ import annotations

import datetime as dt

from knowledge.checklist_figures import package_figures
from knowledge.checklist_model import Term
from knowledge.checklist_outcome import outcome
from knowledge.checklist_papers import Paper, file_by, held
from knowledge.checklists import load_checklists
from tests.knowledge.checklist_samples import item, sample

ON = dt.date(2026, 11, 30)
TERMS = {t.id: t for t in load_checklists().checklists["metroplan-autorizacao"].deadlines}
FIGURES = package_figures()


def states(*papers, answers=None):
    """State of each held item of a sample that asks a CRLV, and a CADASTUR for tourism."""
    asks = [
        {**item("crlv"), "document": "crlv"},
        {**item("cadastur", when={"turismo": ["sim"]}), "document": "cadastur"},
        item("papel"),
    ]
    found = outcome(sample(requirements=asks), answers or {}, today=ON)
    return [(h.requirement, h.state) for h in held(found, papers, on=ON)]


def test_a_paper_on_its_last_day_is_still_valid():
    assert [("crlv", "valid")] == states(Paper("crlv", ON, "frota"))


def test_a_paper_that_ends_before_the_request_is_flagged():
    assert [("crlv", "expired")] == states(Paper("crlv", dt.date(2026, 11, 29), "frota"))


def test_a_paper_without_date_is_not_taken_for_valid():
    assert [("crlv", "undated")] == states(Paper("crlv", None, "frota"))


def test_a_paper_ticks_only_what_the_case_needs():
    paper = Paper("cadastur", dt.date(2027, 1, 1), "empresa")

    assert [] == states(paper)
    assert [] == states(paper, answers={"turismo": "nao"})
    assert [("cadastur", "valid")] == states(paper, answers={"turismo": "sim"})


def test_each_vehicles_paper_is_told_apart():
    old, new = Paper("crlv", dt.date(2026, 1, 1), "ABC1234"), Paper("crlv", dt.date(2027, 1, 1), "DEF5678")

    assert [("crlv", "expired"), ("crlv", "valid")] == states(old, new)


def test_papers_nobody_asks_for_tick_nothing():
    assert [] == states(Paper("policy", dt.date(2027, 1, 1), "frota"))


def test_filing_counts_the_agencys_analysis_and_carnival():
    """Five business days from 12/02/2026 end on 24/02 at the latest; a day later would be too late."""
    found = file_by(dt.date(2026, 2, 24), TERMS["analise-poa"], FIGURES)

    assert dt.date(2026, 2, 12) == found.value
    assert ("cetm-2015:art14", "cetm-2015:art14_par1u") == found.provisions


def test_a_regional_office_needs_fifteen_business_days():
    found = file_by(dt.date(2026, 8, 31), TERMS["analise-regional"], FIGURES)

    assert dt.date(2026, 8, 10) == found.value


def test_one_files_on_a_day_the_office_is_open():
    end = dt.date(2026, 8, 31)
    found = file_by(end, Term(id="a", title="a", text="a", days=1, unit="uteis"), FIGURES)

    assert dt.date(2026, 8, 28) == found.value


def test_without_a_calendar_no_day_is_made_up():
    assert file_by(dt.date(2031, 2, 24), TERMS["analise-poa"], FIGURES).value is None
