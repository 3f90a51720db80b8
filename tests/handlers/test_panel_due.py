"""What expires this month on the panel: computed days too, and nothing that points to a company."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import event, insert
from sqlmodel import Session, select

from bot import few, panel, panel_due, staff
from bot.models.chat import Staff
from bot.models.fleet import Company, Paper, Vehicle
from knowledge.obligations import package_obligations
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

LIT = "(LIT): "
PORTO_ALEGRE, PELOTAS = "4314902", "4314407"
JUNE = dt.date(2026, 6, 28)


def papers(
    session: Session, companies: int, vehicles: int, *, town: str | None = None, **facts: dt.date
) -> None:
    for number in range(companies):
        held = Company(
            name=f"E{number}", authorities=["daer"], modes=["turistico"], municipality=town, created_at=NOON
        )
        session.add(held)
        session.flush()
        for other in range(vehicles):
            plate = f"IVX{number}A{other:02}"
            vehicle = Vehicle(
                company_id=held.id or 0, plate=plate, plate_key=plate, year=2015, seats=40, created_at=NOON
            )
            session.add(vehicle)
            session.flush()
            paper = Paper(
                company_id=held.id or 0, vehicle_id=vehicle.id, subject="vehicle", kind="lit", created_at=NOON
            )
            session.add(paper.sqlmodel_update(facts))
    session.flush()


def due(stand_in: Rehearsal, **region: str) -> str:
    """The panel's part about this month."""
    shown = stand_in.press("panel", **region) if region else stand_in.command("painel")
    return shown.parts[0].partition("Vencem em")[2].partition("<b>Avisos")[0]


def test_papers_without_a_printed_day_count_on_the_day_the_rules_give(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 6, 20))

    assert f"{LIT}7\n" in due(stand_in)


def test_a_computed_day_of_another_month_does_not_count(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 9, 20))

    assert LIT not in due(stand_in)


def test_a_solved_paper_does_not_count(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 6, 20))
    stand_in.session.exec(select(Paper)).first().solved_on = dt.date(2026, 6, 1)  # type: ignore[union-attr]
    stand_in.session.flush()

    assert f"{LIT}6\n" in due(stand_in)


def test_many_papers_of_few_companies_are_few(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 4, 7, expires_on=dt.date(2026, 6, 28))

    assert f"{LIT}&lt; 5\n" in due(stand_in)


def test_papers_of_five_companies_are_counted(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 5, 2, expires_on=dt.date(2026, 6, 28))

    assert f"{LIT}10\n" in due(stand_in)


@pytest.mark.parametrize(
    ("region", "count"),
    [
        ({"region": "RMPA"}, 7),
        ({"region": "AUSUL"}, 6),
        ({"region": "none"}, 5),
        ({}, 18),
        ({"region": "X"}, 18),
    ],
)
def test_each_region_has_its_own_numbers(stand_in: Rehearsal, region: dict[str, str], count: int) -> None:
    for companies, town in ((7, PORTO_ALEGRE), (6, PELOTAS), (5, None)):
        papers(stand_in.session, companies, 1, town=town, expires_on=JUNE)

    assert f"{LIT}{count}\n" in due(stand_in, **region)


def test_the_regions_to_choose_are_those_of_the_base_the_rest_and_the_whole_state(
    stand_in: Rehearsal,
) -> None:
    shown = stand_in.press("panel.regions")
    chosen = [b.args["region"] for line in shown.keyboard for b in line if b.action == "panel"]

    assert ["", "RMPA", "RMSG", "AULINOR", "AUSUL", "none"] == chosen
    for region in chosen:
        assert shown.labels[chosen.index(region)] in due(stand_in, region=region)


@pytest.mark.parametrize("region", ["RMPA", "AUSUL", "none"])
def test_a_number_that_would_give_away_that_of_few_is_withheld_with_it(
    stand_in: Rehearsal, region: str
) -> None:
    """Of the State and the two others the number of the four of Pelotas would follow."""
    for companies, town in ((9, PORTO_ALEGRE), (4, PELOTAS), (6, None)):
        papers(stand_in.session, companies, 1, town=town, expires_on=JUNE)

    expected = {"RMPA": "9\n", "AUSUL": "&lt; 5\n", "none": "não mostrado\n"}[region]
    assert f"{LIT}{expected}" in due(stand_in, region=region)


@pytest.mark.parametrize(
    ("companies", "unsaid"),
    [
        ({"a": 10, "b": 6}, ""), ({"a": 10, "b": 3, "c": 12}, "ab"), ({"a": 10, "b": 3, "c": 4}, "bc"),
        ({"a": 10, "b": 3, "c": 1, "d": 8}, "bcd"), ({"b": 3}, "b"), ({"a": 2, "b": 9}, "ab"), ({}, ""),
    ],
)  # fmt: skip
def test_two_regions_at_least_stay_unsaid_that_are_not_few_together(
    companies: dict[str, int], unsaid: str
) -> None:
    assert set(unsaid) == few.unsaid(companies)


def test_the_chart_of_a_region_draws_what_the_panel_of_it_says(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, town=PORTO_ALEGRE, expires_on=JUNE)
    papers(stand_in.session, 6, 2, expires_on=JUNE)
    staff.appoint(stand_in.session, user_id=PERSON, role="editor", name="Ana", by=PERSON, now=NOON)
    file = stand_in.press("panel.chart", region="RMPA").file
    assert file is not None

    work = panel.load(stand_in.services, stand_in.session, file["params"])

    title = "Vencem em 06/2026 · Região Metropolitana de Porto Alegre"
    assert work is not None
    assert panel.chart(title, [(package_obligations()["lit"].title, 7)]) == work()


def test_papers_of_many_companies_are_not_held_in_memory_at_once(stand_in: Rehearsal) -> None:
    numbers, session = range(1, 4 * panel_due.AT_ONCE + 1), stand_in.session
    session.add(Company(id=1, name="E", authorities=["daer"], modes=["turistico"], created_at=NOON))
    session.flush()
    same = {"company_id": 1, "created_at": NOON}
    session.execute(
        insert(Vehicle),
        [
            {**same, "id": n, "plate": f"P{n}", "plate_key": f"P{n}", "year": 2015, "seats": 40}
            for n in numbers
        ],
    )
    paper = {**same, "subject": "vehicle", "kind": "lit", "issued_on": dt.date(2025, 6, 20)}
    session.execute(insert(Paper), [{**paper, "vehicle_id": n} for n in numbers])
    session.expunge_all()
    held: list[int] = []
    event.listen(session, "loaded_as_persistent", lambda s, _one: held.append(len(s.identity_map)))

    (group,) = panel_due.groups(session, panel_due.Moment(NOON.date(), stand_in.services.library.calendar))

    assert (len(numbers), 2 * len(numbers) + 1) == (group.papers, len(held))
    assert len(numbers) + 2 > max(held)


def test_the_fleet_of_one_company_reads_as_few(stand_in: Rehearsal) -> None:
    stand_in.session.add(Staff(user_id=PERSON, role="attendant", since=NOON))
    papers(stand_in.session, 1, 19, lit=JUNE)

    shown = stand_in.command("painel").parts[0]

    assert "Empresas: &lt; 5 · veículos: &lt; 5" in shown
    assert "19" not in shown
