"""Everything that falls due for the facts given: `deadlines(facts)`, pure, each with its provision.

Also when a renewed paper falls due next (`renewal`) and whether cover has a gap between policies (`gaps`).
The kinds are `knowledge.obligations`; the rules stand in the `deadline_*` modules by subject. Readings taken
where the norms are silent: `docs/decisions/deadline-readings.md`.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable, Iterable

from knowledge import deadline_fleet, deadline_licence, deadline_road, deadline_terms, deadline_vehicle
from knowledge.daymath import ONE_DAY, Later, months_after
from knowledge.deadline_extension import extended
from knowledge.deadline_model import Deadline, Facts, Paper, in_order
from knowledge.errors import KnowledgeError
from knowledge.lit import package_bands
from knowledge.obligations import Obligation, Obligations, package_obligations

PaperRule = Callable[[Obligation, Paper, Facts], list[Deadline]]
CrossRule = Callable[[Obligations, Paper, Facts], list[Deadline]]
SubjectRule = Callable[[Obligations, Facts], list[Deadline]]


class WrongFactsError(KnowledgeError):
    """A paper with a date or choice its kind does not know: a slip of the caller."""


PAPER_RULES: dict[str, PaperRule] = {
    "term": deadline_terms.term,
    "printed": deadline_terms.printed,
    "instalment": deadline_terms.ended,
    "clock": deadline_terms.clock,
    "business-days": deadline_terms.business,
    "lit": deadline_vehicle.lit,
    "tnt-posting": deadline_road.tnt_posting,
    "defence": deadline_road.defence,
    "recidivism": deadline_road.recidivism,
    "ban": deadline_road.ban,
    "retention": deadline_road.retention,
    "passenger-list": deadline_road.passenger_list,
    "substitution": deadline_road.substitution,
    "analysis": deadline_road.analysis,
    "tachograph-records": deadline_road.tachograph_records,
    "invoice": deadline_road.invoice,
    "discharged-patient": deadline_road.discharged_patient,
    "rental": deadline_road.rental,
    "missing-papers": deadline_road.missing_papers,
    "late-instalment": deadline_road.late_instalment,
}
"""Rules that need the paper alone."""

CROSS_RULES: dict[str, CrossRule] = {
    "vehicle-licence": deadline_licence.vehicle_licence,
    "contract-licence": deadline_licence.contract_licence,
    "authorization": deadline_licence.authorization,
    "contract-registration": deadline_licence.contract_registration,
}
"""Rules of a paper that look at the others."""


def _renewal_opens(rows: Obligations, facts: Facts) -> list[Deadline]:
    """RECEFITUR may be renewed from 60 days before its end (DAER 7.727/2022, art. 10)."""
    row, told = rows["recefitur-renewal"], facts.first("recefitur-renewal")
    end = told.dates.get("end") if told else deadline_licence.end_of(rows, "recefitur", facts)
    if end is None or row.term is None:
        return []
    return [deadline_terms.deadline(row, end - dt.timedelta(days=row.term.days))]


SUBJECT_RULES: dict[str, SubjectRule] = {
    "renewal-opening": _renewal_opens,
    "lit-changes": deadline_vehicle.lit_changes,
    "new-vehicle": deadline_vehicle.first_year,
    "age-limits": deadline_vehicle.age_limits,
    "fleet-half": deadline_fleet.fleet_half,
    "usable": deadline_licence.usable,
}
"""Rules that follow from the facts as a whole, not from one paper; each yields the kinds whose `rule` names
it.
"""


def deadlines(facts: Facts, *, rows: Obligations | None = None) -> list[Deadline]:
    """Everything that falls due, by day. Raises `UnknownKindError`, `WrongFactsError`."""
    kinds = rows or package_obligations()
    found: list[Deadline] = []
    for paper in facts.papers:
        found += of_paper(kinds, paper, facts)
    for rule in SUBJECT_RULES.values():
        found += rule(kinds, facts)
    return in_order(found)


def of_paper(rows: Obligations, paper: Paper, facts: Facts) -> list[Deadline]:
    """What one paper of the facts makes due."""
    row = rows[paper.kind]
    _refuse_unknown(row, paper)
    if row.rule in SUBJECT_RULES:
        return []
    if row.rule in CROSS_RULES:
        return extended(rows, CROSS_RULES[row.rule](rows, paper, facts), facts)
    found = extended(rows, PAPER_RULES[row.rule](row, paper, facts), facts)
    return [_of_authority(d, facts) for d in found] if row.authority == "other" else found


_NORMS = {"daer": "daer-7727-2022:", "metroplan": "cetm-2015:"}


def _of_authority(found: Deadline, facts: Facts) -> Deadline:
    """A kind of both regimes rests, for a carrier of one, on the provisions of that one."""
    if facts.authority is None:
        return found
    kept = tuple(p for p in found.provisions if p.startswith(_NORMS[facts.authority]))
    return dataclasses.replace(found, provisions=kept)


def _refuse_unknown(row: Obligation, paper: Paper) -> None:
    unknown = [*(paper.dates.keys() - row.facts.keys()), *(paper.choices.keys() - row.choices.keys())]
    unknown += [f"{k}={v}" for k, v in paper.choices.items() if k in row.choices and v not in row.choices[k]]
    if unknown:
        raise WrongFactsError(f"{row.kind}: {', '.join(sorted(unknown))}")


def renewal(
    row: Obligation,
    old_due: dt.date,
    acted_on: dt.date,
    *,
    printed: dt.date | None = None,
    facts: Facts | None = None,
) -> Later | None:
    """When a renewed paper falls due next: printed, or counted from the act or the old due date as its row
    says.

    For kinds outside the norms the usual length makes a proposal to be confirmed, never a stored date.
    """
    if printed is not None:
        return Later(printed)
    anchor = old_due if row.renews_from == "due" else acted_on
    if row.kind == "lit":
        if facts is None or facts.made is None:
            return None
        months = package_bands().admitted(facts.made, acted_on)[0].months
        return months_after(anchor, months) if months else None
    if row.renews_from is None:
        return None
    if row.term is not None:
        return row.term.after(anchor)
    return months_after(anchor, row.usual.months) if row.usual and row.usual.months else None


def gaps(covers: Iterable[tuple[dt.date, dt.date]]) -> list[tuple[dt.date, dt.date]]:
    """The days without cover between policies given as (first, last) days; touching ones leave none."""
    found: list[tuple[dt.date, dt.date]] = []
    covered_to: dt.date | None = None
    for first, last in sorted(covers):
        if covered_to is not None and first > covered_to + ONE_DAY:
            found.append((covered_to + ONE_DAY, first - ONE_DAY))
        covered_to = max(last, covered_to) if covered_to else last
    return found


def uncovered(ended_on: dt.date, starts_on: dt.date) -> tuple[dt.date, dt.date] | None:
    """The first and last day without cover between the end of a policy and the start of the one that follows it."""
    found = gaps([(ended_on, ended_on), (starts_on, starts_on)]) if starts_on > ended_on else []
    return found[0] if found else None


def together(validities: Iterable[tuple[dt.date, dt.date]]) -> tuple[dt.date, dt.date] | None:
    """The days on which papers given as (first, last) days are all valid, for a request that needs them at once.

    DAER 7.727/2022, art. 5º, § 6º: certificates count as of the day of the request.
    """
    pairs = list(validities)
    if not pairs:
        return None
    first, last = max(p[0] for p in pairs), min(p[1] for p in pairs)
    return (first, last) if first <= last else None
