"""The screens of the road: who sees what there, what falls with a paper, what is said where there is no price."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest

from bot import accounts
from bot.clock import MovableClock
from bot.database import Database
from bot.models.fleet import Company, Instalment, Membership, Paper, Vehicle
from bot.paper_facts import FOLLOWS
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, rehearsal

TODAY = NOON.date()
PLATE = "IAB1C23"


class Road:
    """A company with one vehicle; the person in front of the screens has the role given."""

    def __init__(self, held: Rehearsal) -> None:
        self.held = held
        self.company = self._kept(
            Company(name="Aurora", authorities=["daer"], modes=["turistico"], created_at=NOON)
        )
        accounts.touch(held.session, user_id=PERSON, name="Pessoa", now=NOON)
        self.place = self._kept(
            Membership(company_id=self.company.id, user_id=PERSON, role="owner", since=NOON)
        )
        self.van = self.vehicle(PLATE)

    def _kept(self, row: Any) -> Any:
        self.held.session.add(row)
        self.held.session.flush()
        return row

    def vehicle(self, plate: str, *, year: int = 2018, state: str = "active") -> Any:
        return self._kept(
            Vehicle(
                company_id=self.company.id, plate=plate, plate_key=plate, year=year, seats=40, state=state,
                created_at=NOON,
            )
        )  # fmt: skip

    def paper(self, kind: str, left: int | None, *, of: Any = None, **values: Any) -> Any:
        last = TODAY + dt.timedelta(days=left) if left is not None else None
        row = {"subject": "vehicle" if of else "company", "vehicle_id": of.id if of else None, **values}
        return self._kept(
            Paper(company_id=self.company.id, kind=kind, expires_on=last, created_at=NOON, **row)
        )

    def serves(self, authority: str, *modes: str) -> None:
        self.company.authorities, self.company.modes = [authority], list(modes)
        self._kept(self.company)

    def seen_by(self, role: str) -> None:
        self.place.role = role
        self._kept(self.place)

    def shows(self, command: str, argument: str = PLATE) -> str:
        return "\n".join(self.held.command(command, argument).parts)


@pytest.fixture
def road(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Road]:
    """One vehicle, no paper yet."""
    with rehearsal(database, knowledge, clock) as held:
        yield Road(held)


@pytest.mark.parametrize("role", ["owner", "manager", "accountant", "driver"])
def test_whoever_is_on_the_road_sees_what_the_road_asks_for_whatever_the_role_sees_elsewhere(
    road: Road, role: str
) -> None:
    paper = road.paper(
        "recefitur", -3, number="R-1", files=[{"kind": "document", "file_id": "recefitur-file"}]
    )
    road.paper("debt", -1)
    road.seen_by(role)

    run, inspection = road.shows("pode_rodar"), road.shows("fiscalizacao")

    assert "Não rode hoje" in run
    assert "nº R-1: venceu há 3 dias" in inspection
    assert "Débito" not in run + inspection
    at = {"company": road.company.id, "vehicle": road.van.id, "mode": "turistico"}
    sent = road.held.press("road.file", paper_id=paper.id, **at)
    assert {"kind": "document", "file_id": "recefitur-file"} == sent.file


def test_no_file_outside_the_list_of_the_road_is_sent_from_there(road: Road) -> None:
    paper = road.paper("alvara", 100, files=[{"kind": "document", "file_id": "secret"}])
    road.seen_by("driver")

    at = {"company": road.company.id, "vehicle": road.van.id, "mode": "turistico"}

    assert road.held.press("road.file", paper_id=paper.id, **at).file is None


def test_with_the_registration_fall_licences_in_force_and_trips_to_come_only(road: Road) -> None:
    road.paper("recefitur", -1)
    road.paper("vehicle-licence", 100, of=road.van)
    road.paper("vehicle-licence", -300, of=road.vehicle("JBC2D34"))
    road.paper("vehicle-licence", None, of=road.vehicle("JBC2D35"), issued_on=TODAY - dt.timedelta(days=10))
    road.paper("vehicle-licence", 100, of=road.vehicle("JBC2D36", state="laid_up"))
    for hours in (-1440, 48):
        at = (NOON + dt.timedelta(hours=hours)).isoformat()
        road.paper("passenger-list", None, subject="trip", facts={"at": at, "choices": {"mode": "turistico"}})

    assert "caem 2 licenças e 1 viagem da empresa" in road.shows("pode_rodar")


def _with_contracts(road: Road, fallen: str) -> str:
    """What is shown when this paper ended: two contract licences are in force, one ended."""
    road.serves("daer", "turistico")
    for kind in ("recefitur", "cadastur"):
        road.paper(kind, -1 if kind == fallen else 100)
    for name, left in (("Fábrica", 100), ("Escola", 30), ("Antigo", -400)):
        road.paper("contract-licence", left, subject="contract", subject_name=name)
    return road.shows("pode_rodar")


def test_with_the_registration_contract_licences_fall_by_a_reading_that_says_so(road: Road) -> None:
    shown = _with_contracts(road, "recefitur")

    assert "caem também 2 licenças de contrato. É a nossa leitura" in shown
    assert "art. 15" in shown


def test_contract_licences_do_not_fall_with_another_paper_of_the_company(road: Road) -> None:
    assert "licenças de contrato" not in _with_contracts(road, "cadastur")


def test_nothing_falls_with_a_paper_that_does_not_stop_the_service(road: Road) -> None:
    road.serves("daer", "continuo-empresarial")
    road.paper("cadastur", -1)
    road.paper("vehicle-licence", 100, of=road.van)

    shown = road.shows("pode_rodar")

    assert "CADASTUR</b>: venceu ontem" in shown
    assert "licença da empresa" not in shown


def test_where_the_norm_gives_no_price_that_is_said(road: Road) -> None:
    road.serves("metroplan", "continuo-funcionarios-pj")
    road.paper("policy", -1, of=road.van)

    shown = road.shows("pode_rodar")

    assert "A norma da METROPLAN não traz o preço da infração: manda para a Resolução 001/1999." in shown
    assert "art. 25" in shown


@pytest.mark.parametrize("typed", ["IAB 1C23", "iab-1c23", "IAB1223"])
def test_a_plate_is_found_however_it_is_written(road: Road, typed: str) -> None:
    road.vehicle("JBC2D34")

    assert "IAB1C23</b> – Turístico" in road.shows("pode_rodar", typed)


def test_a_plate_with_letter_and_digit_mixed_up_is_offered_mended(road: Road) -> None:
    road.vehicle("JBC2D34")

    shown = road.held.command("fiscalizacao", "IABIC23")

    assert "Se for IAB1C23, toque no botão" in shown.parts[0]
    assert "IAB1C23" == shown.labels[0]


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("road/inspection", "estou na fiscalização"),
        ("road/inspection", "Tô na blitz do DAER!"),
        ("road/run", "o IAB1C23 pode rodar hoje?"),
        ("road/run", "pode rodar hoje?"),
    ],
)
def test_what_is_said_on_the_road_opens_the_screen_meant(road: Road, template: str, text: str) -> None:
    assert template == road.held.says(text).template


def test_a_fleet_over_the_half_above_21_years_is_told_with_its_price(road: Road) -> None:
    road.vehicle("JBC2D34", year=2003)
    road.van.year = 2004

    shown = road.shows("pode_rodar").replace("\N{NO-BREAK SPACE}", " ")

    assert "a frota passou da metade acima de 21 anos em 02/01/2025" in shown
    assert "100 UPF-RS" in shown
    road.vehicle("JBC2D35"), road.vehicle("JBC2D36")
    assert "a frota passou" not in road.shows("pode_rodar")


def test_the_list_of_a_trip_that_has_left_is_late_no_more(road: Road) -> None:
    at = (NOON - dt.timedelta(days=4)).isoformat()
    row = road.paper(
        "passenger-list", None, subject="trip", facts={"at": at, "choices": {"mode": "turistico"}}
    )

    shown = road.held.press("papers", company=road.company.id, subject="trip")

    assert "a viagem já saiu" in shown.parts[0]
    assert "🔴" not in shown.parts[0] + road.held.press("paper.open", paper_id=row.id).parts[0]


def test_a_licence_names_the_paper_that_ends_before_it(road: Road) -> None:
    road.paper("cadastur", 40)
    road.paper("policy", 20, of=road.van)
    row = road.paper("vehicle-licence", None, of=road.van, issued_on=TODAY - dt.timedelta(days=10))

    shown = road.held.press("paper.open", paper_id=row.id).parts[0]

    told = "Só pode ser usada até 30/06/2026: este papel vence antes: Apólice de seguro AP, RC e DMH "
    grounds = "; ".join(f"Res. DAER 7.727/2022, art. 18, {number}" for number in ("I", "II", "III", "IV"))
    assert f"{told}<i>({grounds})</i>." in shown


def followed(road: Road, ended: int, starts: int) -> Any:
    """A policy that begins so many days from today, after one that ended on the other day."""
    start, end = TODAY + dt.timedelta(days=starts), TODAY + dt.timedelta(days=ended)
    return road.paper(
        "policy", starts + 365, of=road.van, number="B-2", issued_on=start, facts={FOLLOWS: end.isoformat()}
    )


@pytest.mark.parametrize(
    ("ended", "starts", "said"),
    [
        (5, 9, "🟡 <b>Apólice de seguro AP, RC e DMH</b>: vence em 5 dias, 15/06/2026."),
        (-2, 3, "🔴 <b>Apólice de seguro AP, RC e DMH</b>: venceu há 2 dias, 08/06/2026."),
    ],
    ids=["ahead", "today"],
)
def test_the_days_between_two_policies_are_an_alarm_on_the_road_and_in_the_list(
    road: Road, ended: int, starts: int, said: str
) -> None:
    followed(road, ended, starts)
    first, last = (TODAY + dt.timedelta(days=n) for n in (ended + 1, starts - 1))
    alarm = (
        f"De {first:%d/%m/%Y} a {last:%d/%m/%Y} não há seguro entre as duas apólices. Nesses dias não rode"
    )

    assert f"{said}\n{alarm}" in road.shows("pode_rodar")
    assert f"⚠️ {alarm}" in road.shows("vencimentos", "")


def test_a_policy_that_ends_beyond_the_months_of_the_list_stands_there_for_its_gap(road: Road) -> None:
    followed(road, 50, 60)

    assert "De 31/07/2026 a 08/08/2026 não há seguro" in road.shows("vencimentos", "")


@pytest.mark.parametrize(("ended", "starts"), [(5, 6), (-9, -2)], ids=["no-gap", "past"])
def test_policies_without_a_day_uncovered_from_today_on_raise_no_alarm(
    road: Road, ended: int, starts: int
) -> None:
    followed(road, ended, starts)

    assert "não há seguro" not in road.shows("pode_rodar") + road.shows("vencimentos", "")
    assert "Em dia: Apólice de seguro AP, RC e DMH · B-2" in road.shows("pode_rodar")


def test_an_overdue_parcel_of_a_renewed_policy_that_is_still_the_cover_stops_the_vehicle(road: Road) -> None:
    new = road.paper("policy", 395, of=road.van)
    old = road.paper("policy", 30, of=road.van, state="replaced", replaced_by=new.id, solved_on=TODAY)
    road._kept(Instalment(paper_id=old.id, number=2, due_on=TODAY - dt.timedelta(days=3)))

    shown = road.shows("pode_rodar")

    assert "Não rode hoje" in shown
    assert "Parcela" in shown
    assert "venceu há 3 dias, 07/06/2026" in shown
