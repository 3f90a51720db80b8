"""Clocks of fines, debts and punishments."""

from dataclasses import replace
from datetime import date, datetime, timedelta

from tests.oracle.business_days import Calendar, touches_year_end
from tests.oracle.civil_dates import add_days, add_years
from tests.oracle.deadline_build import before_agency, build, with_alternatives, with_notes
from tests.oracle.deadline_rows import Deadline, Reading

YEAR_END = "year-end-may-be-suspended"


def _fifteen_days(kind: str, start: date, office: Calendar | None) -> Deadline:
    running = add_days(start, 15)
    deadline = before_agency(kind, start, running, office)
    return with_notes(deadline, YEAR_END) if touches_year_end(start, running) else deadline


def tnt_posting(noted_on: date, posted_on: date | None = None) -> Deadline:
    """The notice must be sent within 30 days of the autuação; a later one is pointed out."""
    deadline = build("tnt-posting", add_days(noted_on, 30))
    late = posted_on is not None and deadline.due_on is not None and posted_on > deadline.due_on
    return with_notes(deadline, "posted-late") if late else deadline


def defence(
    received_on: date | None, roadside_on: date | None = None, office: Calendar | None = None
) -> Deadline:
    """15 days from the postal notice; with only the roadside date, from it as the earliest (unstated)."""
    if received_on is not None:
        return _fifteen_days("defence", received_on, office)
    if roadside_on is None:
        return with_notes(build("defence", None), "receipt-date-needed")
    deadline = _fifteen_days("defence", roadside_on, office)
    return with_notes(replace(deadline, standing="unstated"), "from-roadside")


def ait(received_on: date, office: Calendar | None = None) -> Deadline:
    """15 days from receipt to pay or appeal."""
    return _fifteen_days("ait", received_on, office)


def debt(notice_on: date, office: Calendar | None = None) -> Deadline:
    """30 days from the notice of SFT; beyond them comes cassation."""
    return before_agency("debt", notice_on, add_days(notice_on, 30), office)


def bond_refill(ordered_on: date, office: Calendar | None = None) -> Deadline:
    """30 days from DAER's order."""
    return before_agency("bond-refill", ordered_on, add_days(ordered_on, 30), office)


def recidivism(final_on: date, infraction_on: date) -> Deadline:
    """The year of repetition: the later end is the risk, the other one is shown."""
    ends = [add_years(final_on, 1), add_years(infraction_on, 1)]
    return with_alternatives(build("recidivism", max(ends)), [Reading(min(ends), "other-start")])


def ban_metroplan(cassation_on: date) -> Deadline:
    """Two years from the cassation."""
    return build("ban-metroplan", add_years(cassation_on, 2))


def ban_daer(published_on: date, years: int | None = None) -> Deadline:
    """Two to four years from publication as the Conselho set; without its number both ends, no date."""
    if years is not None:
        return build("ban-daer", add_years(published_on, years))
    ends = [Reading(add_years(published_on, 2), "shortest"), Reading(add_years(published_on, 4), "longest")]
    return with_notes(with_alternatives(build("ban-daer", None), ends), "years-needed")


def retention(started_at: datetime) -> Deadline:
    """Three hours, then seizure."""
    return replace(build("retention", None), due_at=started_at + timedelta(hours=3))
