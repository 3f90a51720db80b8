"""Due dates of the handbook's section 8 from plain facts; `due(kind, **facts)` finds the function."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from tests.oracle import fine_oracle, lit_oracle, metroplan_oracle
from tests.oracle.business_days import Calendar
from tests.oracle.civil_dates import ONE_DAY, add_days, add_months, add_months_following, days_before, series
from tests.oracle.deadline_build import (
    after_months,
    before_agency,
    build,
    earliest_of,
    printed_only,
    with_alternatives,
    with_notes,
)
from tests.oracle.deadline_rows import TABLE, Deadline, Reading


def recefitur(issued_on: date, printed: date | None = None) -> Deadline:
    """Issue + 3 years."""
    return after_months("recefitur", issued_on, 36, printed)


def recefitur_renewal(ends_on: date) -> Deadline:
    """The window opens 60 days before the end."""
    return build("recefitur-renewal", days_before(ends_on, 60))


def vehicle_licence(
    issued_on: date, recefitur_end: date | None, lit_end: date | None, printed: date | None = None
) -> Deadline:
    """Formal end: the earliest of its own year (or print), the RECEFITUR and the LIT."""
    own, other = _own_term(issued_on, printed)
    cuts = [("recefitur", recefitur_end), ("lit", lit_end)]
    later = earliest_of("vehicle-licence", [("vehicle-licence", other), *cuts])
    return _or_later(earliest_of("vehicle-licence", [("vehicle-licence", own), *cuts]), later)


def _own_term(issued_on: date, printed: date | None) -> tuple[date, date]:
    """The year of a licence in both readings of A2, or its printed date."""
    return printed or add_months(issued_on, 12), printed or add_months_following(issued_on, 12)


def _or_later(deadline: Deadline, later: Deadline) -> Deadline:
    if later.due_on is None:
        return deadline
    return with_alternatives(deadline, [Reading(later.due_on, "following-day")])


def contract_licence(
    issued_on: date,
    contract_end: date | None,
    term_end: date | None = None,
    recefitur_end: date | None = None,
    printed: date | None = None,
) -> Deadline:
    """Formal end: year, contract, school term for students; the cut by the RECEFITUR is a reading."""
    own, other = _own_term(issued_on, printed)
    limits = [("contract", contract_end), ("school-term", term_end)]
    register = ("recefitur", recefitur_end)
    stated = earliest_of("contract-licence", [("contract-licence", own), *limits])
    cut = earliest_of("contract-licence", [("contract-licence", own), *limits, register])
    later = earliest_of("contract-licence", [("contract-licence", other), *limits, register])
    if cut.due_on == stated.due_on or stated.due_on is None:
        return _or_later(cut, later)
    uncut = [Reading(stated.due_on, "without-recefitur-cut")]
    return with_alternatives(replace(cut, standing="unstated"), uncut)


def licence_usable(
    formal_end: date,
    policy_ends: Iterable[date] = (),
    unpaid_instalments: Iterable[date] = (),
    cadastur_end: date | None = None,
    contract_licence_end: date | None = None,
) -> Deadline:
    """Usable until: leave out CADASTUR where not tourism, the contract licence where not contínuo."""
    limits: list[tuple[str, date | None]] = [("vehicle-licence", formal_end)]
    limits += [("policy", day) for day in policy_ends]
    limits += [("instalment", day) for day in unpaid_instalments]
    limits += [("cadastur", cadastur_end), ("contract-licence", contract_licence_end)]
    return earliest_of("licence-usable", limits)


@dataclass(frozen=True)
class Parcel:
    """One instalment: its number from 1, its due date, its cents."""

    number: int
    due_on: date
    cents: int


def parcels(first_on: date, count: int, total_cents: int) -> tuple[Parcel, ...]:
    """Equal instalments on monthly dates; the spare cents go into the last one."""
    share = total_cents // count
    cents = [share] * count
    cents[-1] += total_cents - sum(cents)
    days = series(first_on, count)
    return tuple(Parcel(k + 1, days[k], cents[k]) for k in range(count))


def instalment(due_on: date, office: Calendar | None = None) -> Deadline:
    """Counts down to the due date; the day to pay by is a hint."""
    hint = before_agency("instalment", due_on, due_on, office)
    return replace(hint, count_to=due_on)


@dataclass(frozen=True)
class LateCover:
    """What the law says of an unpaid instalment, counted from its due date."""

    at_risk_from: date
    contract_ends: bool
    suspended_from: date | None
    ends_no_sooner_than: date | None


def late_instalment(due_on: date) -> Deadline:
    """The notice at the due date that the cover is at risk."""
    return build("late-instalment", due_on)


def late_cover(number: int, due_on: date, notified_on: date | None = None) -> LateCover:
    """First parcel: the contract ends. Later ones: suspension 15 days after a notice, end 30 days later."""
    if number == 1:
        return LateCover(due_on, True, None, None)
    if notified_on is None:
        return LateCover(due_on, False, None, None)
    suspended = add_days(notified_on, 15)
    return LateCover(due_on, False, suspended, add_days(suspended, 30))


def policy_gaps(spans: Iterable[tuple[date, date]]) -> tuple[date, ...]:
    """Days between the first and the last day of some policies that none of them covers."""
    known = list(spans)
    if not known:
        return ()
    day, end, bare = min(start for start, _ in known), max(last for _, last in known), []
    while day <= end:
        if not any(start <= day <= last for start, last in known):
            bare.append(day)
        day += ONE_DAY
    return tuple(bare)


def passenger_list(departure: datetime, saude: bool = False) -> Deadline:
    """8 hours before departure; for saúde at departure, the other reading shown."""
    eight = departure - timedelta(hours=8)
    row = replace(build("passenger-list", None), count_to_at=departure)
    if saude:
        return replace(row, due_at=departure, alternatives=(Reading(eight, "eight-hours"),))
    return replace(row, due_at=eight)


def invoice(trip_or_period_end: date) -> Deadline:
    """On the trip's day, or on the last day of the month or week that it closes."""
    return build("invoice", trip_or_period_end)


def tachograph_records(trip_on: date, accident: bool = False) -> Deadline:
    """Kept 90 days from the trip, after an accident a year."""
    end = add_months(trip_on, 12) if accident else add_days(trip_on, 90)
    return build("tachograph-records", end)


def rented_vehicle(starts_on: date, ends_on: date) -> Deadline:
    """The end of the rental; one shorter than 60 days is pointed out."""
    deadline = build("rented-vehicle", ends_on)
    return with_notes(deadline, "under-60-days") if ends_on < add_days(starts_on, 60) else deadline


def discharged_may_ride(discharged_on: date, return_on: date) -> bool:
    """Discharged on the day of the return or the day before."""
    return discharged_on in (return_on, return_on - ONE_DAY)


def _yearly(kind: str) -> Callable[[date, date | None], Deadline]:
    def found(issued_on: date, printed: date | None = None) -> Deadline:
        return after_months(kind, issued_on, 12, printed)

    return found


def _in_days(kind: str, days: int) -> Callable[[date], Deadline]:
    def found(start: date) -> Deadline:
        return build(kind, add_days(start, days))

    return found


def _printed(kind: str) -> Callable[[date | None], Deadline]:
    def found(printed: date | None = None) -> Deadline:
        return printed_only(kind, printed)

    return found


guarantee_insurance = _yearly("guarantee-insurance")
public_driver = _yearly("public-driver")
missing_papers = _in_days("missing-papers", 2)
veracity_declaration = _in_days("veracity-declaration", 30)
OUTSIDE_KINDS = [kind for kind, row in TABLE.items() if row.standing == "outside"]
PRINTED_KINDS = (*OUTSIDE_KINDS, "metroplan-laudo", "certificate")

FUNCTIONS: dict[str, Callable[..., Deadline]] = {kind: _printed(kind) for kind in PRINTED_KINDS} | {
    "recefitur": recefitur,
    "recefitur-renewal": recefitur_renewal,
    "lit": lit_oracle.lit,
    "new-vehicle": lit_oracle.new_vehicle,
    "vehicle-licence": vehicle_licence,
    "contract-licence": contract_licence,
    "licence-usable": licence_usable,
    "metroplan-authorisation": metroplan_oracle.metroplan_authorisation,
    "metroplan-usable": metroplan_oracle.metroplan_usable,
    "metroplan-fee": metroplan_oracle.metroplan_fee,
    "metroplan-contract": metroplan_oracle.metroplan_contract,
    "instalment": instalment,
    "late-instalment": late_instalment,
    "bond-refill": fine_oracle.bond_refill,
    "guarantee-insurance": guarantee_insurance,
    "tnt-posting": fine_oracle.tnt_posting,
    "defence": fine_oracle.defence,
    "ait": fine_oracle.ait,
    "debt": fine_oracle.debt,
    "recidivism": fine_oracle.recidivism,
    "ban-metroplan": fine_oracle.ban_metroplan,
    "ban-daer": fine_oracle.ban_daer,
    "retention": fine_oracle.retention,
    "passenger-list": passenger_list,
    "metroplan-substitution": metroplan_oracle.metroplan_substitution,
    "metroplan-analysis": metroplan_oracle.metroplan_analysis,
    "shared-analysis": metroplan_oracle.shared_analysis,
    "shared-refusal": metroplan_oracle.shared_refusal,
    "missing-papers": missing_papers,
    "veracity-declaration": veracity_declaration,
    "rented-vehicle": rented_vehicle,
    "public-driver": public_driver,
    "tachograph-records": tachograph_records,
    "invoice": invoice,
}


def due(kind: str, **facts: object) -> Deadline:
    """The deadline of a kind from the facts that its function names."""
    return FUNCTIONS[kind](**facts)
