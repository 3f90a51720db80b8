"""What a spreadsheet does to a fleet: all of it, once, taken back as a whole; what is exported comes back."""

from __future__ import annotations

import datetime as dt
import time
from decimal import Decimal

from sqlmodel import Session, col, select

from bot import accounts, changes, fleet, fleet_import, papers, spreadsheet_files
from bot.changes import Actor
from bot.database import Database
from bot.models.fleet import Company, Instalment, Paper
from bot.spreadsheet_columns import COLUMNS, MOST_LINES
from bot.spreadsheet_files import as_csv, as_xlsx
from tests.bot.import_steps import NOW, TODAY, brought, planned
from tests.bot.sheets import paper, text, vehicle

POLICY = "IAB1C23;;;;;seguro;77;;10/03/2027;Segura;3;100,00;10/07/2026"


def test_a_paper_may_stand_above_its_vehicle_and_both_are_stored(session: Session, aurora: Company) -> None:
    done = brought(
        session, aurora, text(paper("LIT", "10/03/2027"), vehicle(kind="M3 rodoviário próprio"), POLICY)
    )

    (row,) = fleet.vehicles(session, aurora.id or 0)
    assert {"vehicles_added": 1, "papers_added": 2, "instalments_added": 3} == done
    assert ("M3", "road", "owned") == (row.vehicle_class, row.body, row.ownership)
    assert ["lit", "policy"] == sorted(
        p.kind for p in papers.current(session, aurora.id or 0, vehicle_id=row.id)
    )
    amounts = session.exec(select(Instalment.amount).order_by(col(Instalment.number))).all()
    assert [Decimal("33.33"), Decimal("33.33"), Decimal("33.34")] == list(amounts)


def test_the_same_file_twice_adds_nothing(session: Session, aurora: Company) -> None:
    content = text(vehicle(), paper("LIT", "10/03/2027"), POLICY, paper("alvará", "10/03/2027", plate=""))
    brought(session, aurora, content)

    again = planned(session, aurora, content)

    assert (True, 4) == (again.empty, again.unchanged)


def test_the_old_spelling_of_a_plate_is_the_same_vehicle(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle("IAB1C23")))

    assert planned(session, aurora, text(vehicle("IAB-1223"))).empty


def test_a_later_date_is_the_next_cycle_and_the_old_file_then_changes_nothing(
    session: Session, aurora: Company
) -> None:
    old = text(vehicle(), paper("LIT", "10/03/2026"), POLICY)
    brought(session, aurora, old)

    done = brought(
        session,
        aurora,
        text(paper("LIT", "10/03/2027"), POLICY.replace("10/03/2027", "10/03/2028")),
        batch="2",
    )

    assert {"papers_renewed": 2, "instalments_added": 3} == done
    rows = session.exec(select(Paper).where(Paper.kind == "lit").order_by(col(Paper.id))).all()
    assert [("replaced", rows[1].id), ("current", None)] == [(p.state, p.replaced_by) for p in rows]
    (policy,) = session.exec(select(Paper).where(Paper.kind == "policy", Paper.state == "current")).all()
    assert {"follows": "2027-03-10"} == policy.facts
    assert planned(session, aurora, old).empty


def test_an_earlier_date_never_goes_over_a_later_one(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle(), paper("LIT", "10/03/2027")))

    made = planned(session, aurora, text(paper("LIT", "10/03/2025")))

    assert (True, [2]) == (made.empty, made.older)


def test_what_the_same_cycle_lacks_is_filled_in(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle(), paper("seguro", "10/03/2027")))

    done = brought(session, aurora, text(POLICY), batch="2")

    (row,) = session.exec(select(Paper)).all()
    assert ("77", "Segura") == (row.number, row.issuer)
    assert {"papers_changed": 1, "instalments_added": 3} == done


def test_the_files_of_a_paper_that_is_there_stay(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle(), paper("seguro", "10/03/2027")))
    (row,) = session.exec(select(Paper)).all()
    kept = {"kind": "photo", "file_id": "scan", "name": ""}
    papers.attach(session, Actor(aurora.id or 0, 7, "0", NOW), row, kept)
    row.facts = {"follows": "2026-03-10"}

    assert planned(session, aurora, text(paper("seguro", "10/03/2027"))).empty
    brought(session, aurora, text(POLICY), batch="2")

    assert ("77", [kept], {"follows": "2026-03-10"}) == (row.number, row.files, row.facts)


def test_two_policies_of_one_vehicle_are_two(session: Session, aurora: Company) -> None:
    content = text(vehicle(), POLICY, POLICY.replace(";77;", ";78;"))

    assert 2 == brought(session, aurora, content)["papers_added"]
    assert planned(session, aurora, content).empty


def test_a_corrected_year_takes_the_day_of_another_year_away(session: Session, aurora: Company) -> None:
    who = Actor(aurora.id or 0, 7, "0", NOW)
    day = dt.date(2017, 5, 2)
    row = fleet.add_vehicle(session, who, plate="IAB1C23", year=2017, manufactured_on=day, seats=15)

    done = brought(session, aurora, text(vehicle()))

    assert ({"vehicles_changed": 1}, 2018, None) == (done, row.year, row.manufactured_on)


def test_the_whole_file_is_taken_back_as_one(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle(), paper("LIT", "10/03/2026")))
    brought(session, aurora, text(vehicle(year=2019), paper("LIT", "10/03/2027"), POLICY), batch="2")

    batch = changes.last_batch(session, aurora.id or 0, 7, now=NOW)
    changes.undo(session, batch, now=NOW)

    (row,) = fleet.vehicles(session, aurora.id or 0)
    held = papers.current(session, aurora.id or 0)
    assert (2018, [("lit", dt.date(2026, 3, 10))]) == (row.year, [(p.kind, p.expires_on) for p in held])


def test_what_was_taken_back_can_be_brought_in_again(session: Session, aurora: Company) -> None:
    content = text(vehicle(), paper("LIT", "10/03/2027"))
    brought(session, aurora, content)
    changes.undo(session, changes.last_batch(session, aurora.id or 0, 7, now=NOW), now=NOW)

    assert {"vehicles_added": 1, "papers_added": 1} == brought(session, aurora, content, batch="2")


def test_an_issue_date_is_enough_where_the_norms_give_the_end(session: Session, aurora: Company) -> None:
    content = text(vehicle(), paper("LIT", "", issued="10/03/2026"))

    assert {"vehicles_added": 1, "papers_added": 1} == brought(session, aurora, content)
    assert planned(session, aurora, content).empty


def test_another_companys_plate_is_nobodys_business(session: Session, aurora: Company) -> None:
    other = accounts.found_company(session, owner=8, name="Outra", authorities=["daer"], modes=[], now=NOW)
    brought(session, aurora, text(vehicle(), paper("LIT", "10/03/2027")))

    assert {"vehicles_added": 1} == brought(session, other, text(vehicle()), batch="2")


def test_what_is_exported_and_brought_back_changes_nothing(session: Session, aurora: Company) -> None:
    formula = "IAB1C23;;;;;CRLV;=1+1;;10/03/2027"
    company = paper("alvará", "10/03/2027", plate="", issued="10/03/2026")
    brought(
        session,
        aurora,
        text(vehicle(kind="M3 urbano alugado"), paper("LIT", "10/03/2027"), POLICY, company, formula),
    )
    rows, left_out = spreadsheet_files.table(session, aurora)

    for content in (as_csv(rows), as_xlsx(rows, title="Frota")):
        made = planned(session, aurora, content)
        assert ([], True, 5) == (made.problems, made.empty, made.unchanged)
    assert (0, "=1+1") == (left_out, rows[2][COLUMNS.index("numero")])


def test_the_export_holds_what_the_role_sees(session: Session, aurora: Company) -> None:
    brought(session, aurora, text(vehicle(), POLICY, paper("alvará", "10/03/2027", plate="")))
    rows, _ = spreadsheet_files.table(session, aurora, role="driver")

    assert ["", "apólice de seguro AP, RC e DMH"] == [row[COLUMNS.index("documento")] for row in rows]


def test_the_digest_is_that_of_the_changes(session: Session, aurora: Company) -> None:
    first = planned(session, aurora, text(vehicle(), POLICY))

    assert first.digest == planned(session, aurora, text(vehicle(), POLICY)).digest
    assert first.digest != planned(session, aurora, text(vehicle(seats=16), POLICY)).digest


def test_five_thousand_lines_are_planned_stored_and_taken_back_in_seconds(database: Database) -> None:
    plates = [f"{a}{b}X{n}A{m:02}" for a in "IJK" for b in "ABCDE" for n in range(10) for m in range(10)][
        :1250
    ]
    lines = [
        line
        for plate in plates
        for line in (
            vehicle(plate),
            *(paper(w, "10/03/2027", plate=plate) for w in ("LIT", "CRLV", "tacógrafo")),
        )
    ]
    with Session(database.engine, expire_on_commit=False) as session, session.begin():
        home = accounts.found_company(session, owner=7, name="A", authorities=["daer"], modes=[], now=NOW)
        begun = time.perf_counter()
        made = planned(session, home, text(*lines))
        dry = time.perf_counter() - begun
        fleet_import.store(session, Actor(home.id or 0, 7, "1", NOW), made, today=TODAY)
        changes.undo(session, changes.last_batch(session, home.id or 0, 7, now=NOW), now=NOW)
        whole = time.perf_counter() - begun

        assert [] == fleet.vehicles(session, home.id or 0)
    assert (MOST_LINES, True, True) == (sum(made.counts.values()), dry < 6, whole < 60)
