"""METROPLAN's clocks: authorisation, fee, contract, substitution, analysis and shared transport."""

from collections.abc import Iterable
from datetime import date

from tests.oracle.business_days import Calendar, Three, calendar
from tests.oracle.civil_dates import add_days, add_months, last_day_of_use
from tests.oracle.deadline_build import (
    after_months,
    before_agency,
    build,
    earliest_of,
    with_alternatives,
    with_notes,
)
from tests.oracle.deadline_rows import Deadline, Reading


def metroplan_authorisation(starts_on: date, printed: date | None = None) -> Deadline:
    """The printed date; beyond 24 months it is kept with a warning; without print 24 months at most."""
    limit = add_months(starts_on, 24)
    if printed is None:
        return with_notes(after_months("metroplan-authorisation", starts_on, 24), "at-most")
    deadline = build("metroplan-authorisation", printed)
    return with_notes(deadline, "beyond-24-months") if printed > limit else deadline


def metroplan_usable(
    authorisation_end: date,
    policy_ends: Iterable[date] = (),
    unpaid_instalments: Iterable[date] = (),
    laudo_end: date | None = None,
) -> Deadline:
    """Usable until: authorisation, policies, unpaid instalments, laudo."""
    limits: list[tuple[str, date | None]] = [("metroplan-authorisation", authorisation_end)]
    limits += [("policy", day) for day in policy_ends]
    limits += [("instalment", day) for day in unpaid_instalments]
    limits += [("metroplan-laudo", laudo_end)]
    return earliest_of("metroplan-usable", limits)


def metroplan_fee(paid_on: date, printed: date | None = None) -> Deadline:
    """12 months from payment, a start that the norm does not name."""
    return after_months("metroplan-fee", paid_on, 12, printed)


def metroplan_clocks(
    starts_on: date, paid_on: date, printed: date | None = None
) -> tuple[Deadline, Deadline]:
    """Both clocks: the authorisation and the fee of the vehicle."""
    return metroplan_authorisation(starts_on, printed), metroplan_fee(paid_on)


def metroplan_contract(starts_on: date, signed_on: date | None = None) -> Deadline:
    """24 months, never counted from before the signature."""
    start = starts_on if signed_on is None else max(starts_on, signed_on)
    return after_months("metroplan-contract", start, 24)


def metroplan_substitution(first_day: date, same_carrier: bool = False) -> Deadline:
    """15 consecutive days between carriers, the first being day 1; of the same carrier nothing is said."""
    if same_carrier:
        return with_notes(build("metroplan-substitution", None, standing="unstated"), "same-carrier")
    return build("metroplan-substitution", last_day_of_use(first_day, 15))


def metroplan_analysis(filed_on: date, days: int = 5, office: Calendar | None = None) -> Deadline:
    """5 or 15 business days; chased on the latest of the three dates."""
    table = office or calendar()
    three: Three = table.count(filed_on, days)
    readings = [Reading(three.earliest, "earliest"), Reading(three.expected, "expected")]
    deadline = with_alternatives(build("metroplan-analysis", three.latest), readings)
    for year in table.unknown_years(filed_on, three.latest):
        deadline = with_notes(deadline, f"calendar-unknown-{year}")
    return deadline


def shared_analysis(filed_on: date) -> Deadline:
    """20 calendar days."""
    return build("shared-analysis", add_days(filed_on, 20))


def shared_refusal(told_on: date, office: Calendar | None = None) -> Deadline:
    """5 business days to ask CETM: the earliest date, and the day before it if that is doubtful."""
    table = office or calendar()
    return before_agency("shared-refusal", told_on, table.count(told_on, 5).earliest, table)
