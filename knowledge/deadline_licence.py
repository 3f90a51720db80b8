"""Ends of licences and authorizations: the earliest of their limits, and which paper sets it.

DAER 7.727/2022, arts. 14, 18, 19, 23, 24; CETM 2015, arts. 2º, 20. DAER's and METROPLAN's papers never limit
one another.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable

from knowledge.daymath import Later
from knowledge.deadline_extension import extended
from knowledge.deadline_model import Deadline, Facts, Paper
from knowledge.deadline_terms import deadline, ending, printed, term, term_words
from knowledge.deadline_vehicle import lit_end
from knowledge.notes import note
from knowledge.obligations import Obligation, Obligations

Limit = tuple[dt.date, str]
"""A day and the kind of paper that sets it."""


def end_of(rows: Obligations, kind: str, facts: Facts) -> dt.date | None:
    """The end of the first paper of a kind, printed or computed."""
    if kind not in facts.ends:
        facts.ends[kind] = _end_of(rows, kind, facts)
    return facts.ends[kind]


def _end_of(rows: Obligations, kind: str, facts: Facts) -> dt.date | None:
    paper = facts.first(kind)
    if paper is None:
        return None
    if kind == "lit":
        day = lit_end(rows, facts)
    else:
        rule = printed if rows[kind].rule == "printed" else term
        found = rule(rows[kind], paper, facts)
        day = found[0].due_on if found else None
    return rows.last_day(kind, day, facts.plate) if day else None


def vehicle_licence(rows: Obligations, paper: Paper, facts: Facts) -> list[Deadline]:
    """Issue + 1 year, not past RECEFITUR (art. 18) nor the LIT, which must last as long (art. 14, III)."""
    row = rows["vehicle-licence"]
    return _cut(rows, row, paper, facts, _limits(rows, facts, ("recefitur", "lit")))


def contract_licence(rows: Obligations, paper: Paper, facts: Facts) -> list[Deadline]:
    """Issue + 12 months, not past the contract nor, for students, the term; the cut by RECEFITUR is a
    reading.
    """
    row = rows["contract-licence"]
    limits = [(paper.dates["contract_end"], "contract")] if "contract_end" in paper.dates else []
    if facts.mode in (None, "continuo-estudantil") and "term_end" in paper.dates:
        limits.append((paper.dates["term_end"], "term"))
    found = _cut(rows, row, paper, facts, limits + _limits(rows, facts, ("recefitur",)))
    return [_as_reading(d) if d.limited_by == "recefitur" else d for d in found]


def _as_reading(found: Deadline) -> Deadline:
    said = note("recefitur_cut", day=found.due_on or "")
    return dataclasses.replace(found, standing="unstated", notes=(*found.notes, said))


def authorization(rows: Obligations, paper: Paper, facts: Facts) -> list[Deadline]:
    """METROPLAN's paper: its printed date, kept with a warning beyond 24 months (art. 2º, I and IV)."""
    row = rows["metroplan-authorization"]
    later = row.term.after(paper.start) if row.term and paper.start else None
    if row.term and later and paper.printed and paper.printed > (later.other or later.day):
        said = note("over_term", printed=paper.printed, term=term_words(row.term), computed=later.day)
        return [deadline(row, paper.printed, notes=[said])]
    return ending(row, paper, facts, later)


def contract_registration(rows: Obligations, paper: Paper, facts: Facts) -> list[Deadline]:
    """24 months of registration (CETM arts. 2º, VIII and 11); a contract valid before its signature is told."""
    found = term(rows["metroplan-contract"], paper, facts)
    signed, valid_from = paper.dates.get("signed"), paper.dates.get("valid_from")
    if signed is None or valid_from is None or valid_from >= signed:
        return found
    said = note("before_signature", valid_from=valid_from, signed=signed)
    return [dataclasses.replace(d, notes=(said, *d.notes)) for d in found]


def usable(rows: Obligations, facts: Facts) -> list[Deadline]:
    """Until when DAER's licence and METROPLAN's authorization can be used, and the paper that ends first."""
    daer = ["recefitur", "lit", "policy", "instalment"]
    if facts.mode == "turistico":
        daer.append("cadastur")
    if facts.mode in ("continuo-empresarial", "continuo-estudantil", "saude", "proprio"):
        daer.append("contract-licence")
    return [
        *_usable(rows, facts, ("licence-usable", "vehicle-licence", vehicle_licence), tuple(daer)),
        *_usable(
            rows,
            facts,
            ("metroplan-usable", "metroplan-authorization", authorization),
            ("metroplan-laudo", "policy", "instalment"),
        ),
    ]


LicenceRule = Callable[[Obligations, Paper, Facts], list[Deadline]]


def _usable(
    rows: Obligations, facts: Facts, licence: tuple[str, str, LicenceRule], others: tuple[str, ...]
) -> list[Deadline]:
    kind, paper_kind, rule = licence
    paper = facts.first(paper_kind)
    formal = extended(rows, rule(rows, paper, facts), facts) if paper else []
    if not formal or formal[0].due_on is None:
        return []
    day, limiting = min(
        [(formal[0].due_on, paper_kind), *_limits(rows, facts, others)], key=lambda limit: limit[0]
    )
    said = note("limited_by", what=_title(rows, limiting), day=day)
    return [dataclasses.replace(deadline(rows[kind], day, notes=[said]), limited_by=limiting)]


def _limits(rows: Obligations, facts: Facts, kinds: tuple[str, ...]) -> list[Limit]:
    """The end of every paper of the kinds; several policies or instalments each count."""
    found: list[Limit] = []
    for kind in kinds:
        if kind in ("policy", "instalment"):
            ends = [p.printed for p in facts.papers if p.kind == kind and p.printed]
            found += [(rows.last_day(kind, day, facts.plate), kind) for day in ends]
            continue
        if kind == "contract-licence":
            paper = facts.first(kind)
            own = extended(rows, contract_licence(rows, paper, facts), facts) if paper else []
            end = own[0].due_on if own else None
        else:
            end = end_of(rows, kind, facts)
        if end:
            found.append((end, kind))
    return found


def _cut(
    rows: Obligations, row: Obligation, paper: Paper, facts: Facts, limits: list[Limit]
) -> list[Deadline]:
    """The formal end: printed, or the row's term cut by the earliest limit."""
    later = row.term.after(paper.start) if row.term and paper.start else None
    full = later or Later(dt.date.max)
    day, limiting = min([(full.day, row.kind), *limits], key=lambda limit: limit[0])
    if paper.printed is not None:
        found = ending(row, paper, facts, later)
        if day >= paper.printed or limiting == row.kind:
            return found
        said = note("limited_printed", printed=paper.printed, what=_title(rows, limiting), day=day)
        return [dataclasses.replace(d, limited_by=limiting, notes=(said, *d.notes)) for d in found]
    if later is None:
        return []
    if limiting == row.kind:
        return [dataclasses.replace(d, limited_by=limiting) for d in ending(row, paper, facts, later)]
    said = note("limited_by", what=_title(rows, limiting), day=day)
    return [dataclasses.replace(deadline(row, day, notes=[said]), limited_by=limiting)]


def _title(rows: Obligations, kind: str) -> str:
    own = {"contract": "fim do contrato", "term": "fim do período letivo"}
    return own.get(kind) or rows[kind].title
