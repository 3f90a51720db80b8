"""How the facts of each kind come about by chance, and what the oracle says of them."""

from __future__ import annotations

import datetime as dt
import random

from knowledge.age import Manufacture
from knowledge.deadline_model import Facts, Paper
from tests.knowledge.oracle_chance import TODAY, Case, Maker, counted, lasting, maybe, of, printed, some_day
from tests.oracle import deadline_oracle, lit_oracle
from tests.oracle.civil_dates import Made, made_in, made_on


def age(chance: random.Random, inspected: dt.date) -> tuple[Manufacture, Made]:
    """A vehicle by day or by year, often with a birthday near the day."""
    if chance.random() < 0.3:
        year = inspected.year - chance.randrange(0, 25)
        return Manufacture.in_year(year), made_in(year)
    years = chance.choice((15, 20, 21, 25)) if chance.random() < 0.5 else chance.randrange(1, 26)
    day = inspected - dt.timedelta(days=int(years * 365.25) + chance.randint(-3, 3))
    if chance.random() < 0.4:
        day += dt.timedelta(days=chance.randint(-400, 400))
    return Manufacture.on(day), made_on(day)


def lit(chance: random.Random) -> Case:
    day = some_day(chance)
    ours, theirs = age(chance, day)
    on_paper = maybe(chance, day + dt.timedelta(days=chance.randint(60, 400)))
    expected = lit_oracle.lit(theirs, day, on_paper)
    return of("lit", {"start": day, "printed": on_paper}, expected, made=ours)


def change(chance: random.Random) -> Case:
    while True:
        day = some_day(chance)
        made = day - dt.timedelta(days=int(chance.choice((15, 20)) * 365.25) - chance.randint(-3, 370))
        if found := lit_oracle.band_change(made_on(made), day):
            facts = Facts(TODAY, (Paper("lit", {"start": day}),), made=Manufacture.on(made))
            return Case("lit-change", facts, found[0])


def advice(chance: random.Random) -> Case:
    case = change(chance)
    found = lit_oracle.band_change(_made(case.facts), case.facts.papers[0].dates["start"])
    return Case("lit-advised", case.facts, found[1])


def _made(facts: Facts) -> Made:
    assert facts.made is not None
    return Made(facts.made.oldest, facts.made.youngest)


def new_vehicle(chance: random.Random) -> Case:
    day = some_day(chance)
    bought = maybe(chance, day + dt.timedelta(days=chance.randint(-10, 200)))
    made = (Manufacture.on(day), made_on(day)) if chance.random() < 0.5 else (
        Manufacture.in_year(day.year), made_in(day.year)
    )  # fmt: skip
    return of("new-vehicle", {"bought": bought}, lit_oracle.new_vehicle(made[1], bought), made=made[0])


def opening(chance: random.Random) -> Case:
    day = some_day(chance)
    facts = Facts(TODAY, (Paper("recefitur", {"printed": day}),))
    return Case("recefitur-renewal", facts, deadline_oracle.due("recefitur-renewal", ends_on=day))


def licence(chance: random.Random) -> Case:
    day = some_day(chance)
    ends = {k: maybe(chance, day + dt.timedelta(days=chance.randint(0, 700))) for k in ("recefitur", "lit")}
    beside = tuple(Paper(kind, {"printed": end}) for kind, end in ends.items() if end)
    expected = deadline_oracle.vehicle_licence(day, ends["recefitur"], ends["lit"])
    return of("vehicle-licence", {"start": day}, expected, beside=beside)


def contract_licence(chance: random.Random) -> Case:
    day = some_day(chance)
    contract, term, register = (maybe(chance, day + dt.timedelta(days=chance.randint(5, 700))) for _ in "abc")
    beside = (Paper("recefitur", {"printed": register}),) if register else ()
    dates = {"start": day, "contract_end": contract, "term_end": term}
    expected = deadline_oracle.contract_licence(day, contract, term, register)
    return of("contract-licence", dates, expected, beside=beside)


def usable(chance: random.Random) -> Case:
    end = some_day(chance)
    policies = [end + dt.timedelta(days=chance.randint(-90, 90)) for _ in range(chance.randrange(3))]
    parcels = [end + dt.timedelta(days=chance.randint(-90, 90)) for _ in range(chance.randrange(2))]
    cadastur = maybe(chance, end + dt.timedelta(days=chance.randint(-90, 90)))
    papers = [
        Paper("vehicle-licence", {"printed": end}),
        *(Paper("policy", {"printed": d}) for d in policies),
    ]
    papers += [Paper("instalment", {"printed": d}) for d in parcels]
    papers += [Paper("cadastur", {"printed": cadastur})] if cadastur else []
    expected = deadline_oracle.licence_usable(end, policies, parcels, cadastur)
    return Case("licence-usable", Facts(TODAY, tuple(papers), mode="turistico"), expected)


def metroplan_usable(chance: random.Random) -> Case:
    end = some_day(chance)
    laudo = maybe(chance, end + dt.timedelta(days=chance.randint(-90, 90)))
    papers = [Paper("metroplan-authorization", {"printed": end})]
    papers += [Paper("metroplan-laudo", {"printed": laudo})] if laudo else []
    expected = deadline_oracle.due("metroplan-usable", authorisation_end=end, laudo_end=laudo)
    return Case("metroplan-usable", Facts(TODAY, tuple(papers)), expected)


def roadside(chance: random.Random) -> Case:
    day, met = some_day(chance), maybe(chance, some_day(chance))
    expected = deadline_oracle.due("defence", received_on=met, roadside_on=day)
    return of("defence", {"start": met, "roadside": day}, expected)


def analysis(chance: random.Random) -> Case:
    day, regional = some_day(chance), chance.random() < 0.5
    expected = deadline_oracle.due("metroplan-analysis", filed_on=day, days=15 if regional else 5)
    office = "regional" if regional else "porto-alegre"
    return of("metroplan-analysis", {"start": day}, expected, choices={"office": office})


def departure(kind: str, *, health: bool) -> Maker:
    """A trip at some hour."""

    def make(chance: random.Random) -> Case:
        at = dt.datetime.combine(some_day(chance), dt.time(chance.randrange(24), 30), dt.UTC)
        return of(kind, {}, deadline_oracle.due("passenger-list", departure=at, saude=health), at=at)

    return make


def rented(chance: random.Random) -> Case:
    day = some_day(chance)
    end = day + dt.timedelta(days=chance.randint(20, 400))
    return of("rental", {"start": day, "printed": end}, deadline_oracle.rented_vehicle(day, end))


def records(chance: random.Random) -> Case:
    day, accident = some_day(chance), chance.random() < 0.5
    expected = deadline_oracle.due("tachograph-records", trip_on=day, accident=accident)
    return of(
        "tachograph-records", {"start": day}, expected, choices={"accident": "yes" if accident else "no"}
    )


def recidivism(chance: random.Random) -> Case:
    day = some_day(chance)
    final = day + dt.timedelta(days=chance.randint(20, 500))
    expected = deadline_oracle.due("recidivism", final_on=final, infraction_on=day)
    return of("recidivism", {"start": day, "final": final}, expected)


def trip_invoice(chance: random.Random) -> Case:
    day = some_day(chance)
    expected = deadline_oracle.due("invoice", trip_or_period_end=day)
    return of("invoice", {"start": day}, expected, choices={"every": "trip"})


def month_invoice(chance: random.Random) -> Case:
    day = some_day(chance)
    last = (day.replace(day=1) + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)
    expected = deadline_oracle.due("invoice", trip_or_period_end=last)
    return of("invoice", {"start": day}, expected, choices={"every": "month"})


MAKERS: dict[str, Maker] = {
    "recefitur": lasting("recefitur", "recefitur", "issued_on"),
    "recefitur-renewal": opening,
    "lit": lit,
    "lit-change": change,
    "lit-advised": advice,
    "new-vehicle": new_vehicle,
    "vehicle-licence": licence,
    "contract-licence": contract_licence,
    "licence-usable": usable,
    "metroplan-authorization": lasting("metroplan-authorization", "metroplan-authorisation", "starts_on"),
    "metroplan-usable": metroplan_usable,
    "metroplan-fee": lasting("metroplan-fee", "metroplan-fee", "paid_on"),
    "metroplan-contract": counted("metroplan-contract", "metroplan-contract", "starts_on"),
    "metroplan-laudo": printed("metroplan-laudo", "metroplan-laudo"),
    "metroplan-substitution": counted("metroplan-substitution", "metroplan-substitution", "first_day"),
    "metroplan-analysis": analysis,
    "metroplan-shared-analysis": counted("metroplan-shared-analysis", "shared-analysis", "filed_on"),
    "metroplan-reconsideration": counted("metroplan-reconsideration", "shared-refusal", "told_on"),
    "policy": printed("policy", "policy"),
    "instalment": lambda chance: of(
        "instalment", {"printed": (day := some_day(chance))}, deadline_oracle.due("instalment", due_on=day)
    ),
    "bond-refill": counted("bond-refill", "bond-refill", "ordered_on"),
    "seguro-garantia": lasting("seguro-garantia", "guarantee-insurance", "issued_on"),
    "tnt-posting": counted("tnt-posting", "tnt-posting", "noted_on"),
    "defence": roadside,
    "ait": counted("ait", "ait", "received_on"),
    "debt": counted("debt", "debt", "notice_on"),
    "recidivism": recidivism,
    "ban-metroplan": counted("ban-metroplan", "ban-metroplan", "cassation_on"),
    "passenger-list": departure("passenger-list", health=False),
    "health-list": departure("health-list", health=True),
    "missing-papers": counted("missing-papers", "missing-papers", "start"),
    "veracity-declaration": counted("veracity-declaration", "veracity-declaration", "start"),
    "rental": rented,
    "driver-certificate": lasting("driver-certificate", "public-driver", "issued_on"),
    "tachograph-records": records,
    "invoice of a trip": trip_invoice,
    "invoice of a month": month_invoice,
    "certificate": printed("certificate", "certificate"),
    "cadastur": printed("cadastur", "cadastur"),
    "tachograph": printed("tachograph", "tachograph-certificate"),
    "crlv": printed("crlv", "crlv"),
    "cnh-medical": printed("cnh-medical", "cnh"),
    "toxicological": printed("toxicological", "toxicological"),
    "passenger-course": printed("passenger-course", "passenger-course"),
    "cnd-federal": printed("cnd-federal", "cnd-federal"),
    "cndt": printed("cndt", "cndt"),
    "crf-fgts": printed("crf-fgts", "fgts"),
    "cnd-inss": printed("cnd-inss", "cnd-inss"),
    "cnd-estadual": printed("cnd-estadual", "cnd-state"),
    "cnd-municipal": printed("cnd-municipal", "cnd-city"),
    "alvara": printed("alvara", "alvara"),
}
