"""A population of 10,000 companies with people, vehicles and papers, the same for every run."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session

from bot.models.chat import Account
from bot.models.fleet import Company, Membership, Paper, Vehicle

COMPANIES = 10_000
TOWNS = (
    "4314902",
    "4304606",
    "4305108",
    "4314407",
    "4316907",
    None,
)  # Porto Alegre, Canoas, Caxias, Pelotas, …
AUTHORITIES = (["daer"], ["metroplan"], ["daer", "metroplan"], [])
MODES = (["turistico"], ["eventual", "turistico"], ["continuo-funcionarios-pj"], ["saude"], [])
KINDS = ("lit", "recefitur", "vehicle-licence", "policy")
ROLES = ("owner", "manager", "driver", "accountant")


def populate(session: Session, *, now: dt.datetime, today: dt.date, seed: int = 7) -> None:
    """Fills the tables."""
    chance = random.Random(seed)
    rows: dict[type, list[dict[str, Any]]] = {
        Account: [],
        Company: [],
        Membership: [],
        Vehicle: [],
        Paper: [],
    }
    for number in range(1, COMPANIES + 1):
        _company(rows, chance, number, now, today)
    for model in (Account, Company, Membership, Vehicle, Paper):
        session.execute(insert(model), rows[model])


def _company(
    rows: dict[type, list[dict[str, Any]]],
    chance: random.Random,
    number: int,
    now: dt.datetime,
    today: dt.date,
) -> None:
    rows[Company].append(
        {
            "id": number,
            "name": f"Empresa {number}",
            "municipality": chance.choice(TOWNS),
            "authorities": chance.choice(AUTHORITIES),
            "modes": chance.choice(MODES),
            "ladders": {},
            "created_at": now,
            "closed_at": now if chance.random() < 0.03 else None,
        }
    )
    for place in range(chance.randint(1, 3)):
        user = number * 10 + place
        off = ["inspection"] if chance.random() < 0.05 else []
        rows[Account].append(
            {
                "user_id": user,
                "name": f"Pessoa {user}",
                "created_at": now,
                "reachable": chance.random() > 0.05,
                "preferences": {"news_off": off},
            }
        )
        rows[Membership].append(
            {"company_id": number, "user_id": user, "role": chance.choice(ROLES), "since": now}
        )
    for _ in range(chance.randint(0, 4)):
        _vehicle(rows, chance, number, now, today)


def _vehicle(
    rows: dict[type, list[dict[str, Any]]],
    chance: random.Random,
    company: int,
    now: dt.datetime,
    today: dt.date,
) -> None:
    id_ = len(rows[Vehicle]) + 1
    plate = f"IAB{id_ % 10}{chance.choice('ABCDEFGHIJ')}{chance.randint(10, 99)}"
    known = chance.random() < 0.3
    year = chance.randint(1998, 2026)
    rows[Vehicle].append(
        {
            "id": id_,
            "company_id": company,
            "plate": plate,
            "plate_key": plate,
            "year": year,
            "manufactured_on": dt.date(year, chance.randint(1, 6), chance.randint(1, 10)) if known else None,
            "seats": 40,
            "vehicle_class": chance.choice(("M2", "M3", "")),
            "ownership": "",
            "body": "",
            "state": chance.choices(("active", "sold", "laid_up", "removed"), (8, 1, 1, 1))[0],
            "created_at": now,
        }
    )
    for kind in KINDS:
        if chance.random() < 0.5:
            due = today + dt.timedelta(days=chance.randint(-60, 400))
            vehicle = None if kind == "recefitur" else id_
            unprinted = kind == "recefitur" and chance.random() < 0.3
            rows[Paper].append(
                {
                    "company_id": company,
                    "vehicle_id": vehicle,
                    "subject": "vehicle" if vehicle else "company",
                    "subject_name": "",
                    "kind": kind,
                    "issued_on": due.replace(year=due.year - 3) if unprinted else None,
                    "expires_on": None if unprinted else due,
                    "facts": {},
                    "files": [],
                    "state": chance.choices(("current", "replaced", "not_applicable"), (8, 1, 1))[0],
                    "created_at": now,
                }
            )
