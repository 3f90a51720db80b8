"""Papers of drivers and contracts by spreadsheet: whose they are, what may not come that way, the way back and undo."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session, col, select

from bot import accounts, changes, papers, spreadsheet_files
from bot.changes import Actor
from bot.fleet_words import said
from bot.models.fleet import Company, Membership, Paper
from bot.render import Renderer
from bot.spreadsheet_columns import COLUMNS
from bot.spreadsheet_files import as_csv, as_xlsx
from tests.bot.import_steps import NOW, brought, planned
from tests.bot.sheets import text, vehicle

HEAD = "placa;documento;numero;emitido_em;vence_em;motorista;contrato;fim_do_contrato;assinatura"
COURSE = ";curso de passageiros;9;;10/03/2028;Ana Souza;;;"
LICENCE = ";licença de contrato;5;01/06/2026;;;Calçados Sul;31/12/2026;"


def sheet(*lines: str) -> bytes:
    return text(*lines, head=HEAD)


def stored(session: Session) -> list[Paper]:
    return list(session.exec(select(Paper).where(Paper.state == "current").order_by(col(Paper.kind))))


def joins(session: Session, company: Company, user: int, name: str, role: str = "driver") -> None:
    accounts.touch(session, user_id=user, name=name, now=NOW)
    session.add(Membership(company_id=company.id or 0, user_id=user, role=role, since=NOW))
    session.flush()


def test_papers_of_a_driver_and_of_a_contract_are_stored_with_their_dates(
    session: Session, aurora: Company
) -> None:
    assert {"papers_added": 2} == brought(session, aurora, sheet(COURSE, LICENCE))

    licence, course = stored(session)
    assert ("contract", "Calçados Sul", {"dates": {"contract_end": "2026-12-31"}}) == (
        licence.subject, licence.subject_name, licence.facts,
    )  # fmt: skip
    assert ("driver", "Ana Souza", None) == (course.subject, course.subject_name, course.person_id)


def test_a_driver_of_the_company_is_that_person(session: Session, aurora: Company) -> None:
    joins(session, aurora, 70, "Ana Souza")
    brought(session, aurora, sheet(COURSE.replace("Ana Souza", "ana  souza")))

    (course,) = stored(session)
    assert (70, "Ana Souza") == (course.person_id, course.subject_name)


def test_a_name_that_two_people_have_is_left_to_the_chat(session: Session, aurora: Company) -> None:
    for user in (70, 71):
        joins(session, aurora, user, "Ana Souza")

    assert ["driver_twice"] == [p.reason for p in planned(session, aurora, sheet(COURSE)).problems]


def test_the_same_file_again_changes_nothing_and_a_later_date_is_the_next_cycle(
    session: Session, aurora: Company
) -> None:
    brought(session, aurora, sheet(COURSE, LICENCE))
    assert planned(session, aurora, sheet(COURSE, LICENCE)).empty

    later = COURSE.replace("2028", "2033").replace("Ana Souza", "ANA SOUZA")
    done = brought(session, aurora, sheet(later), batch="2")

    assert ({"papers_renewed": 1}, "Ana Souza") == (done, stored(session)[1].subject_name)


def test_a_date_of_the_contract_that_was_not_known_is_filled_in(session: Session, aurora: Company) -> None:
    brought(session, aurora, sheet(LICENCE.replace("31/12/2026", "")))

    assert {"papers_changed": 1} == brought(session, aurora, sheet(LICENCE), batch="2")
    assert {"dates": {"contract_end": "2026-12-31"}} == stored(session)[0].facts


def test_papers_of_two_contracts_stand_side_by_side(session: Session, aurora: Company) -> None:
    done = brought(session, aurora, sheet(LICENCE, LICENCE.replace("Calçados Sul", "Faculdade Norte")))

    assert {"papers_added": 2} == done


def test_all_of_it_is_taken_back_as_one(session: Session, aurora: Company) -> None:
    brought(session, aurora, sheet(COURSE, LICENCE))
    changes.undo(session, changes.last_batch(session, aurora.id or 0, 7, now=NOW), now=NOW)

    assert [] == stored(session)


@pytest.mark.parametrize("word", ["CNH", "exame médico", "toxicológico", "exame toxicológico", "cnh-medical"])
def test_an_exam_of_a_driver_does_not_come_by_spreadsheet(
    session: Session, aurora: Company, word: str
) -> None:
    made = planned(session, aurora, sheet(COURSE, f";{word};;;10/03/2028;Ana Souza;;;"))

    (problem,) = made.problems
    text_of_it = said(Renderer(), problem)
    assert (3, "driver_only") == (problem.line, problem.reason)
    assert "só guardamos a data, dita ou aceita pelo próprio motorista" in text_of_it


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("IAB1C23;curso de passageiros;;;10/03/2028;;;;", "driver_paper"),
        (";curso de passageiros;;;10/03/2028;;;;", "driver_paper"),
        (";licença de contrato;;01/06/2026;;;;;", "contract_paper"),
        (";alvará;;;10/03/2028;Ana;;;", "company_paper"),
        (";seguro;;;10/03/2028;;Sul;;", "policy_paper"),
        ("IAB1C23;LIT;;;10/03/2028;Ana;;;", "several_named"),
        (";licença de contrato;;01/06/2026;;;Sul;;02/06/2026", "not_its_date"),
        (";contrato METROPLAN;;01/06/2026;;;Sul;;02/06/2026", "other_authority"),
        (";;;;;Ana;;;", "document_missing"),
        (";curso de passageiros;;;;Ana;;;", "end_missing"),
        (";curso de passageiros;;;31/02/2028;Ana;;;", "date_day"),
    ],
)
def test_lines_that_do_not_fit_are_told(session: Session, aurora: Company, line: str, reason: str) -> None:
    brought(session, aurora, text(vehicle()))
    (problem,) = planned(session, aurora, sheet(line)).problems

    assert reason == problem.reason
    assert said(Renderer(), problem)


def test_an_accountant_brings_in_contracts_and_nothing_of_drivers(session: Session, aurora: Company) -> None:
    found = planned(session, aurora, sheet(COURSE, LICENCE), role="accountant")

    assert [(2, "role_paper")] == [(p.line, p.reason) for p in found.problems]


def test_what_is_exported_comes_back_and_exams_stay_out(session: Session, aurora: Company) -> None:
    joins(session, aurora, 70, "Ana Souza")
    brought(session, aurora, sheet(COURSE, LICENCE))
    exam = {"subject": "driver", "subject_name": "Ana Souza", "person_id": 70, "kind": "toxicological"}
    who = Actor(aurora.id or 0, 70, "e", NOW)
    papers.add_paper(session, who, {**exam, "expires_on": dt.date(2028, 1, 1)})

    rows, left_out = spreadsheet_files.table(session, aurora)
    shown = [tuple(row[COLUMNS.index(name)] for name in ("motorista", "contrato")) for row in rows]
    assert ([("", "Calçados Sul"), ("Ana Souza", "")], 1) == (shown, left_out)
    for content in (as_csv(rows), as_xlsx(rows, title="Frota")):
        made = planned(session, aurora, content)
        assert ([], True, 2) == (made.problems, made.empty, made.unchanged)


def test_an_accountants_export_says_nothing_of_drivers(session: Session, aurora: Company) -> None:
    brought(session, aurora, sheet(COURSE, LICENCE))

    rows, left_out = spreadsheet_files.table(session, aurora, role="accountant")

    assert (1, 0) == (len(rows), left_out)
