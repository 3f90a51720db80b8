"""The rules that a row of `data/obligations.yaml` may name, and the term each counts by.

The arithmetic of each is in `deadlines.py`; a rule without its term would compute nothing, or a wrong day.
"""

from __future__ import annotations

CALENDAR = ("years", "months", "days")
DAYS, YEARS, BUSINESS = ("days",), ("years",), ("business_days",)

COUNTED: dict[str, tuple[str, ...]] = {
    "term": CALENDAR,
    "clock": CALENDAR,
    "defence": CALENDAR,
    "tnt-posting": CALENDAR,
    "recidivism": CALENDAR,
    "ban": CALENDAR,
    "tachograph-records": CALENDAR,
    "missing-papers": CALENDAR,
    "contract-registration": CALENDAR,
    "business-days": BUSINESS,
    "analysis": BUSINESS,
    "substitution": DAYS,
    "renewal-opening": DAYS,
    "age-limits": YEARS,
}
"""Rules that count by the row's term, with the units they can count."""

PERHAPS = ("vehicle-licence", "contract-licence", "authorization", "rental", "new-vehicle")
"""Rules that use a term of the calendar where the row has one."""

UNCOUNTED = (
    "printed",
    "instalment",
    "lit",
    "lit-changes",
    "usable",
    "fleet-half",
    "retention",
    "passenger-list",
    "invoice",
    "discharged-patient",
    "late-instalment",
)
"""Rules that use no term of the row."""

RULES = frozenset({*COUNTED, *PERHAPS, *UNCOUNTED})

FROM_START = frozenset({"term", "clock", "business-days", "contract-registration"})
"""Rules that count from the fact `start`."""
