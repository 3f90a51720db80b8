"""Vehicles, papers, parcels in the database: cycles, history, undo, and what the sweep reads."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from sqlmodel import Session, SQLModel

from bot import accounts, changes, fleet, papers
from bot.changes import Actor, CannotUndo
from bot.models.fleet import Company, Instalment, Paper, Vehicle

NOW = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)
TODAY = dt.date(2026, 6, 10)


def company(session: Session, *, owner: int = 7, name: str = "Aurora") -> int:
    made = accounts.found_company(
        session, owner=owner, name=name, authorities=["daer"], modes=["turistico"], now=NOW
    )
    return made.id or 0


def actor(company_id: int, *, batch: str = "1", user_id: int = 7) -> Actor:
    return Actor(company_id, user_id, batch, NOW)


def van(session: Session, who: Actor, plate: str = "IAB1C23") -> Vehicle:
    return fleet.add_vehicle(session, who, plate=plate, year=2008, seats=15)


def lit(session: Session, who: Actor, vehicle: Vehicle, *, due: dt.date = TODAY) -> Paper:
    values = {"vehicle_id": vehicle.id, "subject": "vehicle", "kind": "lit", "expires_on": due}
    return papers.add_paper(session, who, values)


def test_the_old_and_the_mercosul_plate_are_one_vehicle_of_the_company(session: Session) -> None:
    home = company(session)
    van(session, actor(home), "IAB1234")

    found = fleet.by_plate(session, home, "IAB1C34")

    assert found is not None
    assert "IAB1234" == found.plate


def test_a_plate_is_looked_for_in_the_own_company_only(session: Session) -> None:
    van(session, actor(company(session)))
    other = company(session, owner=8, name="Outra")

    assert fleet.by_plate(session, other, "IAB1C23") is None


def test_a_renewed_paper_is_replaced_and_its_successor_is_current(session: Session) -> None:
    who = actor(company(session))
    old = lit(session, who, van(session, who))

    new = papers.renew(session, who, old, today=TODAY, expires_on=dt.date(2026, 12, 10))

    assert new is not None
    assert ("replaced", new.id, TODAY) == (old.state, old.replaced_by, old.solved_on)
    assert [new] == papers.current(session, who.company_id)
    assert ("lit", old.vehicle_id) == (new.kind, new.vehicle_id)


def test_a_paper_is_renewed_once(session: Session) -> None:
    who = actor(company(session))
    old = lit(session, who, van(session, who))
    papers.renew(session, who, old, today=TODAY, expires_on=dt.date(2026, 12, 10))

    assert papers.renew(session, who, old, today=TODAY, expires_on=dt.date(2026, 12, 11)) is None


def test_a_parcel_is_paid_once(session: Session) -> None:
    who = actor(company(session))
    policy = papers.add_paper(
        session,
        who,
        {"subject": "company", "kind": "policy", "expires_on": dt.date(2027, 6, 1)},
        parcels=[papers.Parcel(1, TODAY, Decimal("333.33"))],
    )
    (parcel,) = papers.parcels(session, policy.id or 0)

    assert [True, False] == [papers.pay(session, who, parcel, paid_on=TODAY) for _ in range(2)]


def test_undo_takes_a_renewal_back_as_a_whole(session: Session) -> None:
    home = company(session)
    old = lit(session, actor(home), van(session, actor(home)))
    new = papers.renew(session, actor(home, batch="2"), old, today=TODAY, expires_on=dt.date(2026, 12, 10))

    changes.undo(session, changes.last_batch(session, home, 7, now=NOW), now=NOW)

    assert ("current", None, None, TODAY) == (old.state, old.replaced_by, old.solved_on, old.expires_on)
    assert new is not None
    assert "removed" == new.state


def test_undo_refuses_what_was_changed_again_by_another(session: Session) -> None:
    home = company(session)
    vehicle = van(session, actor(home))
    fleet.set_state(session, actor(home, batch="2", user_id=9), vehicle, "sold", today=TODAY)

    with pytest.raises(CannotUndo, match="touched"):
        changes.undo(session, changes.last_batch(session, home, 7, now=NOW), now=NOW)

    assert "sold" == vehicle.state


def test_nobody_undoes_what_another_did(session: Session) -> None:
    home = company(session)
    van(session, actor(home))

    assert [] == changes.last_batch(session, home, 9, now=NOW)


def test_a_second_undo_finds_nothing(session: Session) -> None:
    home = company(session)
    van(session, actor(home))
    changes.undo(session, changes.last_batch(session, home, 7, now=NOW), now=NOW)

    assert [] == changes.last_batch(session, home, 7, now=NOW)


def test_history_says_who_changed_what_from_what_to_what(session: Session) -> None:
    home = company(session)
    vehicle = van(session, actor(home))
    fleet.change_vehicle(session, actor(home, batch="2", user_id=9), vehicle, seats=20)

    newest = changes.history(session, home, limit=1)[0]

    assert (9, "vehicle_changed", 15, 20) == (
        newest.user_id,
        newest.action,
        (newest.before or {})["seats"],
        (newest.after or {})["seats"],
    )


def test_r20_a_sold_vehicle_and_its_papers_are_not_in_what_can_fall_due(session: Session) -> None:
    who = actor(company(session))
    vehicle = van(session, who)
    lit(session, who, vehicle)
    fleet.set_state(session, who, vehicle, "sold", today=TODAY)

    held = fleet.holding(session, who.company_id)

    assert held is not None
    assert ([], []) == (list(held.vehicles), list(held.papers))


def test_all_companies_are_read_in_batches_each_with_its_own(session: Session) -> None:
    homes = [company(session, owner=n, name=f"Empresa {n}") for n in range(1, 6)]
    for home in homes:
        who = actor(home, user_id=home)
        lit(session, who, van(session, who))

    batches = list(fleet.holdings(session, size=2))

    assert [2, 2, 1] == [len(batch) for batch in batches]
    held = [h for batch in batches for h in batch]
    assert [(home, home, 1) for home in homes] == [
        (h.company.id, h.papers[0].company_id, len(h.vehicles)) for h in held
    ]


@pytest.mark.parametrize("entity", sorted(changes.ENTITIES))
def test_undo_of_an_added_row_takes_it_out_of_sight_or_says_that_it_cannot(
    session: Session, entity: str
) -> None:
    home = company(session)
    who = actor(home)
    policy = papers.add_paper(session, who, {"subject": "company", "kind": "policy"})
    added: dict[str, SQLModel] = {
        "vehicle": Vehicle(company_id=home, plate="IXX1A23", plate_key="IXX1023", year=2020, seats=9, created_at=NOW),
        "paper": Paper(company_id=home, subject="company", kind="alvara", created_at=NOW),
        "instalment": Instalment(paper_id=policy.id or 0, number=1, due_on=TODAY),
        "company": Company(name="Outra", created_at=NOW),
    }  # fmt: skip
    row: Any = added[entity]
    changes.add(
        session, actor(home, batch="2"), row, next(a for a in changes.ACTIONS if a.startswith(entity))
    )
    batch = changes.last_batch(session, home, 7, now=NOW)

    if "state" in type(row).model_fields:
        changes.undo(session, batch, now=NOW)
        assert "removed" == row.state
    else:
        with pytest.raises(CannotUndo):
            changes.undo(session, batch, now=NOW)


def test_undo_of_a_renewal_takes_back_that_it_was_said_to_be_renewed(session: Session) -> None:
    home = company(session)
    old = lit(session, actor(home), van(session, actor(home)))
    papers.acknowledge(session, actor(home, batch="2"), old, today=TODAY)
    papers.renew(session, actor(home, batch="3"), old, today=TODAY, expires_on=dt.date(2026, 12, 10))

    changes.undo(session, changes.last_batch(session, home, 7, now=NOW), now=NOW)

    assert papers.owed(old)
    assert ["paper_added"] == [c.action for c in changes.last_batch(session, home, 7, now=NOW)][:1]


def test_undo_of_a_renewal_takes_back_also_what_another_said_of_it(session: Session) -> None:
    home = company(session)
    old = lit(session, actor(home), van(session, actor(home)))
    papers.acknowledge(session, actor(home, batch="2"), old, today=TODAY)
    papers.renew(
        session, actor(home, batch="3", user_id=9), old, today=TODAY, expires_on=dt.date(2026, 12, 10)
    )

    changes.undo(session, changes.last_batch(session, home, 9, now=NOW), now=NOW)

    assert papers.owed(old)
