"""What a spreadsheet may not do to a fleet: lines that do not fit, a role that may not; nothing is stored then."""

from __future__ import annotations

import pytest
from sqlmodel import Session, select

from bot import fleet_import
from bot.changes import Actor
from bot.fleet_plan_model import Plan
from bot.fleet_words import by_sentence, ranges, said
from bot.models.fleet import Change, Company, Vehicle
from bot.render import Renderer
from tests.bot.import_steps import NOW, TODAY, planned
from tests.bot.sheets import paper, text, vehicle


def reasons(made: Plan) -> list[tuple[int, str]]:
    return [(p.line, p.reason) for p in made.problems]


def test_with_one_wrong_line_nothing_is_stored(session: Session, aurora: Company) -> None:
    made = planned(session, aurora, text(vehicle(), paper("LIT", "31/02/2027")))

    with pytest.raises(ValueError, match="1 problems"):
        fleet_import.store(session, Actor(aurora.id or 0, 7, "1", NOW), made, today=TODAY)

    assert ([], []) == (session.exec(select(Vehicle)).all(), session.exec(select(Change)).all())


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([vehicle(year="")], [(2, "year_missing")]),
        ([vehicle(seats="")], [(2, "seats_missing")]),
        ([vehicle(), vehicle(year=2019)], [(3, "vehicle_twice")]),
        ([paper("LIT", "10/03/2027")], [(2, "plate_unknown")]),
        ([vehicle(), paper("LIT", "10/03/2027"), paper("laudo", "11/03/2027")], [(4, "document_twice")]),
        ([vehicle(), paper("alvará", "10/03/2027")], [(3, "company_paper")]),
        ([paper("LIT", "10/03/2027", plate="")], [(2, "vehicle_paper")]),
        ([vehicle(), paper("laudo METROPLAN", "10/03/2027")], [(3, "other_authority")]),
        ([vehicle(), paper("CRLV", "")], [(3, "end_missing")]),
        ([vehicle(), paper("LIT", "")], [(3, "dates_missing")]),
    ],
)
def test_lines_that_do_not_fit_the_fleet_are_told(
    session: Session, aurora: Company, lines: list[str], expected: list[tuple[int, str]]
) -> None:
    made = planned(session, aurora, text(*lines))

    assert expected == reasons(made)
    assert all(said(Renderer(), problem) for problem in made.problems)


def test_a_word_of_two_authorities_asks_for_the_full_name(session: Session, aurora: Company) -> None:
    aurora.authorities = ["daer", "metroplan"]
    made = planned(session, aurora, text(vehicle(), paper("laudo", "10/03/2027")))

    (problem,) = made.problems
    assert "Laudo de Inspeção Técnica (LIT) / laudo de inspeção da METROPLAN" in said(Renderer(), problem)


def test_equal_sentences_are_told_once_with_their_lines(session: Session, aurora: Company) -> None:
    made = planned(
        session, aurora, text(*[paper("carteira", "10/03/2027")] * 3, vehicle(), paper("carteira", "1/1/27"))
    )

    ((lines, sentence),) = by_sentence(Renderer(), made.problems)

    assert ("2 a 4, 6", True) == (lines, sentence.startswith("não conheço o documento “carteira”"))


def test_lines_in_short() -> None:
    assert "3, 7 a 9" == ranges([7, 3, 9, 8, 7])


def test_an_accountant_brings_in_papers_of_the_company_and_no_vehicle(
    session: Session, aurora: Company
) -> None:
    lines = [vehicle(), paper("LIT", "10/03/2027"), paper("alvará", "10/03/2027", plate="")]

    assert [(2, "role_vehicle"), (3, "role_paper")] == reasons(
        planned(session, aurora, text(*lines), role="accountant")
    )
    assert (True, False) == (fleet_import.may_import("accountant"), fleet_import.may_import("driver"))


def test_the_plan_of_a_closed_company_is_not_made(session: Session, aurora: Company) -> None:
    aurora.closed_at = NOW
    session.add(aurora)

    assert fleet_import.locked(session, aurora.id or 0) is None
