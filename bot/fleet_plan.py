"""What a spreadsheet would change in a fleet: vehicles and papers added, renewed, mended, left alone; or what is wrong.

Pure over what was read of the company (`Standing`). The same file again changes nothing: a cycle that is there, even
a past one, is known by its dates, a policy by its number. Storing a plan is `bot.fleet_import`.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.fleet_lines import Line, Lines, Problem
from bot.fleet_plan_model import NewPaper, Plan, Rights, Standing
from bot.models.fleet import Paper, Vehicle
from bot.paper_facts import DATES, FOLLOWS
from bot.spreadsheet_words import importable, key
from knowledge.obligations import package_obligations

HOLDERS = {
    "vehicle": frozenset({"vehicle", "policy"}),
    "company": frozenset({"company", "policy", "request"}),
    "contract": frozenset({"contract"}),
    "driver": frozenset({"driver"}),
}
"""Whose papers a line can hold, by whom it names."""
Owner = tuple[str, str]
"""Whom a line names: the sort, and the plate's key or the name's."""


def plan(standing: Standing, lines: Lines, rights: Rights) -> Plan:
    """What the lines would do. With problems nothing may be stored."""
    planner = _Planner(standing, rights)
    planner.vehicles(lines.lines)
    for line in lines.lines:
        if line.word:
            planner.paper(line)
    made = planner.plan
    made.problems = sorted([*lines.problems, *made.problems], key=lambda p: p.line)
    return made


class _Planner:
    """Goes through the lines, vehicles first: a paper may stand above its vehicle."""

    def __init__(self, standing: Standing, rights: Rights) -> None:
        self.standing, self.rights, self.plan = standing, rights, Plan()
        self.stated: dict[str, dict[str, Any]] = {}
        self.seen: dict[tuple[Any, ...], Line] = {}
        self.taken: set[int] = set()
        self.rows: defaultdict[tuple[Owner, str], list[Paper]] = defaultdict(list)
        plates = {vehicle.id: plate for plate, vehicle in standing.vehicles.items()}
        names = {number: name for found in standing.people.values() for number, name in found}
        for row in standing.papers:
            self.rows[_owner_of(row, plates, names), row.kind].append(row)

    def vehicles(self, lines: Sequence[Line]) -> None:
        """What all lines together say of each vehicle."""
        first: dict[str, Line] = {}
        for line in lines:
            if line.plate is not None and (line.vehicle or not line.word):
                first.setdefault(line.plate.key, line)
                self._merge(line)
        for plate, values in self.stated.items():
            known = self.standing.vehicles.get(plate)
            if known is not None:
                self._changed(first[plate], known, values)
            else:
                self._new(first[plate], plate, values)

    def _merge(self, line: Line) -> None:
        plate = line.plate.key if line.plate else ""
        values = self.stated.setdefault(plate, {})
        for name, value in line.vehicle.items():
            if values.setdefault(name, value) != value:
                self._wrong(line, "vehicle_twice", plate=_shown(line), said=str(values[name]), now=str(value))

    def _new(self, line: Line, plate: str, values: dict[str, Any]) -> None:
        if missing := [name for name in ("year", "seats") if name not in values]:
            self._wrong(line, f"{missing[0]}_missing", plate=_shown(line))
        elif not self.rights.vehicles:
            self._wrong(line, "role_vehicle")
        else:
            self.plan.new_vehicles[plate] = {"plate": line.plate.text if line.plate else "", **values}

    def _changed(self, line: Line, known: Vehicle, values: dict[str, Any]) -> None:
        changed = {name: value for name, value in values.items() if getattr(known, name) != value}
        if "year" in changed:
            changed["manufactured_on"] = None  # the day belonged to the other year
        if not changed:
            self.plan.unchanged += not line.word
        elif not self.rights.vehicles:
            self._wrong(line, "role_vehicle")
        else:
            self.plan.changed_vehicles.append((known, changed))

    def paper(self, line: Line) -> None:
        """One paper."""
        kind = self._kind(line)
        if kind is None or not self._dated(line, kind):
            return
        owner = _owner(line)
        if line.plate is not None and owner[1] not in {*self.standing.vehicles, *self.stated}:
            self._wrong(line, "plate_unknown", plate=_shown(line))
            return
        if line.driver and len(self.standing.people.get(owner[1], ())) > 1:
            self._wrong(line, "driver_twice", name=line.driver)
            return
        several = package_obligations()[kind].several
        same = (owner, kind, *((line.number or "", line.expires_on) if several else ()))
        twin = self.seen.setdefault(same, line)
        if twin is not line:
            if _content(twin) == _content(line):
                self.plan.unchanged += 1
            else:
                self._wrong(line, "document_twice", word=line.word, first=str(twin.line))
            return
        (self._of_several if several else self._of_one)(line, kind, self.rows[owner, kind])

    def _kind(self, line: Line) -> str | None:
        fitting = [k for k in line.kinds if importable()[k].holder in HOLDERS[_owner(line)[0]]]
        if not fitting:
            holder = importable()[line.kinds[0]].holder
            self._wrong(line, f"{'company' if holder == 'request' else holder}_paper", word=line.word)
            return None
        wanted = {*self.standing.authorities, "other"}
        ours = [k for k in fitting if importable()[k].authority in wanted]
        if not ours:
            self._wrong(
                line, "other_authority", authority=importable()[fitting[0]].authority.upper(), word=line.word
            )
        elif len(ours) > 1:
            self._wrong(
                line, "kind_ambiguous", word=line.word, titles=" / ".join(importable()[k].title for k in ours)
            )
        elif importable()[ours[0]].holder not in self.rights.holders:
            self._wrong(line, "role_paper", word=line.word)
        else:
            return ours[0]
        return None

    def _dated(self, line: Line, kind: str) -> bool:
        starts = "start" in importable()[kind].facts
        if line.expires_on is None and not (starts and line.issued_on):
            self._wrong(line, "dates_missing" if starts else "end_missing", word=line.word)
            return False
        return True

    def _of_one(self, line: Line, kind: str, rows: Sequence[Paper]) -> None:
        """A kind of which there is one at a time: a later one is the next cycle."""
        for row in rows:
            if _same_cycle(row, line):
                self._same(line, row)
                return
        current = next((r for r in rows if r.state in {"current", "not_applicable"}), None)
        if current is None:
            self._add(line, kind)
        elif _order(line.expires_on, line.issued_on) > _order(current.expires_on, current.issued_on):
            self._add(line, kind, replaces=current)
        else:
            self.plan.older.append(line.line)

    def _of_several(self, line: Line, kind: str, rows: Sequence[Paper]) -> None:
        """A kind of which there may be several: known by its number, else by its dates."""
        named = [r for r in rows if line.number and r.number == line.number]
        nameless = [r for r in rows if not (line.number and r.number)]
        free = (r for r in (*named, *nameless) if r.id not in self.taken)
        match = next((r for r in free if _same_cycle(r, line)), None)
        current = next((r for r in named if r.state == "current"), None)
        if match is not None:
            self.taken.add(match.id or 0)
            self._same(line, match)
        elif current is None:
            self._add(line, kind)
        elif _order(line.expires_on, line.issued_on) > _order(current.expires_on, current.issued_on):
            self._add(line, kind, replaces=current)
        else:
            self.plan.older.append(line.line)

    def _same(self, line: Line, row: Paper) -> None:
        """A cycle that is there: what the line knows better is mended, in the current one only."""
        given: dict[str, Any] = {
            "number": line.number,
            "issuer": line.issuer,
            "issued_on": line.issued_on,
            "expires_on": line.expires_on,
            "facts": _with_dates(row.facts, line) if line.dates else None,
        }
        changed = {n: v for n, v in given.items() if v is not None and getattr(row, n) != v}
        parcels = line.parcels if row.id not in self.standing.with_parcels else ()
        if row.state != "current" or not (changed or parcels):
            self.plan.unchanged += 1
            return
        if changed:
            self.plan.changed_papers.append((row, changed))
        if parcels:
            self.plan.new_parcels.append((row, parcels))

    def _add(self, line: Line, kind: str, *, replaces: Paper | None = None) -> None:
        values: dict[str, Any] = {
            **self._whose(line, kind),
            "kind": kind,
            "number": line.number,
            "issuer": line.issuer or (replaces.issuer if replaces else None),
            "issued_on": line.issued_on,
            "expires_on": line.expires_on,
            # said here: a default is looked up at length, thousands of times
            "facts": _with_dates(_follows(kind, replaces), line),
            "files": [],
        }
        self.plan.new_papers.append(
            NewPaper(line.plate.key if line.plate else "", values, line.parcels, replaces)
        )

    def _whose(self, line: Line, kind: str) -> dict[str, Any]:
        """Whose the paper is: a name is written as it is there already; a driver of the company is that person."""
        subject, name = _owner(line)
        people = self.standing.people.get(name, ()) if line.driver else ()
        held = next((row.subject_name for row in self.rows[(subject, name), kind]), "")
        typed = line.driver or line.contract
        return {
            "subject": subject,
            "subject_name": (people[0][1] if people else held or self._spelt(subject, name) or typed),
            "person_id": people[0][0] if people else None,
        }

    def _spelt(self, subject: str, name: str) -> str:
        """The name of a contract or driver as other papers of it have it."""
        rows = (
            row
            for row in self.standing.papers
            if row.subject == subject and subject in {"contract", "driver"}
        )
        return next((row.subject_name for row in rows if key(row.subject_name) == name), "")

    def _wrong(self, line: Line, reason: str, **facts: str) -> None:
        self.plan.problems.append(Problem(line.line, reason, "", facts))


def _owner(line: Line) -> Owner:
    if line.plate is not None:
        return "vehicle", line.plate.key
    if line.driver:
        return "driver", key(line.driver)
    return ("contract", key(line.contract)) if line.contract else ("company", "")


def _owner_of(row: Paper, plates: Mapping[int | None, str], names: Mapping[int, str]) -> Owner:
    if row.vehicle_id is not None:
        return "vehicle", plates.get(row.vehicle_id, "")
    if row.subject == "driver":
        return "driver", key(names.get(row.person_id or 0, "") or row.subject_name)
    return row.subject, key(row.subject_name) if row.subject == "contract" else ""


def _with_dates(facts: Mapping[str, Any], line: Line) -> dict[str, Any]:
    """The facts with the line's other dates."""
    if not line.dates:
        return dict(facts)
    days = {name: day.isoformat() for name, day in line.dates.items()}
    return {**facts, DATES: {**facts.get(DATES, {}), **days}}


def _follows(kind: str, replaces: Paper | None) -> dict[str, Any]:
    """Of a renewed policy the end of the one before it, from which days without cover are told."""
    if kind != "policy" or replaces is None or replaces.expires_on is None:
        return {}
    return {FOLLOWS: replaces.expires_on.isoformat()}


def _same_cycle(row: Paper, line: Line) -> bool:
    if line.expires_on is not None and row.expires_on is not None:
        return row.expires_on == line.expires_on
    return line.issued_on is not None and row.issued_on == line.issued_on


def _order(expires_on: dt.date | None, issued_on: dt.date | None) -> dt.date:
    """By the end where it is printed, else by the first day."""
    return expires_on or issued_on or dt.date.min


def _content(line: Line) -> tuple[Any, ...]:
    return (line.number, line.issuer, line.issued_on, line.expires_on, line.parcels, line.dates)


def _shown(line: Line) -> str:
    return line.plate.shown if line.plate else ""
