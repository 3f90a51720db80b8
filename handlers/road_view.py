"""One vehicle in one service on the road: the light with its reasons, and the papers in the order they are asked for.

Whoever belongs to the company sees here every paper that the road asks for, whatever the role sees elsewhere: the
driver shows them to whoever stops the vehicle (DAER 7.727/2022, art. 33, VIII).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot import fleet, paper_facts, papers, signs, usable
from bot.due import Due
from bot.fleet import Holding
from bot.models.fleet import Paper, Vehicle
from bot.screens import Button
from bot.signs import SIGNS, State
from bot.turn import Turn
from bot.usable import LICENCES
from handlers import due_lookup, paper_dates
from handlers.citations import linked
from handlers.company_scope import Scope
from knowledge import road, words
from knowledge.daymath import ONE_DAY
from knowledge.fleet_age import half_rule
from knowledge.obligations import package_obligations
from knowledge.road import Finding, Held

FILES = 6
USABLE_CITED = 4
GAP = "gap:"
AGES = {"age-limit": ("road_age", dt.timedelta()), "age-half": ("road_half", ONE_DAY)}
"""Labels of what is reached by age, and how many days after the last good day the day that is said."""


@dataclass(frozen=True)
class View:
    """One vehicle in one service."""

    turn: Turn
    scope: Scope
    held: Holding
    vehicle: Vehicle
    mode: str

    @cached_property
    def _papers(self) -> list[Paper]:
        """What the road asks for of the vehicle's papers and of the company's own, contracts included."""
        return [p for p in self.held.papers if self._on_the_road(p.kind, p.vehicle_id)]

    @cached_property
    def _things(self) -> list[Due]:
        """Everything of the company that falls due."""
        return due_lookup.reader(self.turn).things(self.held)

    def _on_the_road(self, kind: str, vehicle_id: int | None) -> bool:
        return kind in road.kinds(self.mode) and vehicle_id in {self.vehicle.id, None}

    def title_of(self, row: Paper) -> str:
        """How a paper of the list is called."""
        return next(p.name for p in road.asked(self.mode) if row.kind in (p.kind, p.instead))

    def files_of(self, paper_id: int) -> Paper | None:
        """A paper of the list whose files are asked for."""
        return self._stored.get(f"paper:{paper_id}")

    @cached_property
    def _stored(self) -> dict[str, Paper]:
        """The papers by what a finding carries of them."""
        return {f"paper:{p.id}": p for p in self._papers}

    def _held(self) -> list[Held]:
        own = [
            t for t in self._things if self._on_the_road(t.deadline.kind, t.vehicle.id if t.vehicle else None)
        ]
        found = [Held(t.deadline.kind, t.day, t.subject) for t in own if _own_end(t)]
        renewed = [p for p in self._papers if not papers.owed(p)]
        between = self._between()
        found = [h for h in found if h.ref not in self._gaps or self._gaps[h.ref][0] > self.turn.today]
        return [*found, *between, *self._half(), *(Held(p.kind, None, f"paper:{p.id}") for p in renewed)]

    @cached_property
    def _gaps(self) -> dict[str, tuple[dt.date, dt.date]]:
        """The days without cover before a policy, by what a finding carries of it, unless they are past."""
        found = {ref: paper_facts.uncovered(row) for ref, row in self._stored.items()}
        return {ref: gap for ref, gap in found.items() if gap is not None and gap[1] >= self.turn.today}

    def _between(self) -> list[Held]:
        """The cover that ends before the next policy begins; in the days between, that one does not count yet."""
        return [Held("policy", first - ONE_DAY, f"{GAP}{ref}") for ref, (first, _) in self._gaps.items()]

    def _half(self) -> list[Held]:
        """The last day with at most half of the fleet above 21 years, of a vehicle that is one of those above."""
        book = self.turn.services.library.book(self.turn.today)
        broken = half_rule(book, [paper_facts.manufacture(v) for v in self.held.vehicles]).value.broken_from
        alone = [paper_facts.manufacture(self.vehicle)]
        if broken is None or not half_rule(replace(book, on=max(broken, book.on)), alone).value.over:
            return []
        return [Held("age-half", broken - ONE_DAY)]

    def _findings(self) -> list[Finding]:
        return road.findings(self._held(), self.mode, self.turn.today)

    def _state(self, found: Finding) -> State:
        if found.why == "check":
            return "check"
        return signs.state(found.last, self.turn.today)

    def _open(self, found: Sequence[Finding]) -> list[Finding]:
        """What is not simply in force, worst first; items to check aside."""
        return [f for f in road.worst_first(found) if self._state(f) not in {"fine", "check"}]

    def _worst(self, found: Sequence[Finding]) -> list[Finding]:
        """Everything that ended, else the first to end."""
        dated = [f for f in self._open(found) if f.last is not None]
        return [f for f in dated if f.why == "ended"] or dated[:1]

    def _light(self, found: Sequence[Finding]) -> str:
        """The vehicle's own sign: of the worst paper when it is dated, as in the list of the fleet."""
        states = {self._state(f) for f in found}
        dated: tuple[State, ...] = ("overdue", "today")
        amber: State = next((state for state in dated if state in states), "soon")
        lights: dict[road.Light, State] = {"red": "overdue", "amber": amber, "green": "fine"}
        return SIGNS[lights[road.light(found)]]

    def run(self) -> None:
        """Green, amber or red, with every reason that is not green."""
        found = self._findings()
        self.turn.show(
            "road/run",
            self._keyboard("road.show", "menu_inspection"),
            plate=fleet.shown(self.vehicle.plate),
            company=self.scope.company.name,
            mode=self.turn.label(f"mode_{self.mode}"),
            light=self._light(found),
            verdict=road.light(found),
            ended=any(f.why == "ended" for f in found),
            unknown=any(f.why in {"unknown", "renewed"} for f in found),
            reasons=[self._reason(f) for f in self._open(found)],
            fine=[self._title(f) for f in found if self._state(f) == "fine"],
            fine_sign=SIGNS["fine"],
            check_sign=SIGNS["check"],
            checks=[f.paper.name for f in found if f.why == "check"],
            cascade=self._cascade(found),
            warnings=self._warnings(),
            usable=self._usable(),
            on=self.turn.today,
        )

    def _usable(self) -> list[dict[str, Any]]:
        """Until when the licences of this service can be used, and the paper that limits each."""
        rows = [p for p in self.held.papers if p.kind == "policy" and p.vehicle_id in {self.vehicle.id, None}]
        reader, kinds = due_lookup.reader(self.turn), package_obligations()
        authority = road.authority_of(self.mode)
        return [
            {
                "title": kinds[LICENCES[end.kind]].title,
                "date": end.due_on,
                "far": words.expiry_words(end.due_on, self.turn.today),
                "what": kinds[end.limited_by].title if end.limited_by else "",
                "ground": linked(self.turn, end.provisions[:USABLE_CITED]),
            }
            for end in usable.ends(reader, self.held, self.vehicle, mode=self.mode, rows=rows)
            if kinds[end.kind].authority == authority and end.due_on is not None
            if end.limited_by != LICENCES[end.kind]
        ]

    def _reason(self, found: Finding) -> dict[str, Any]:
        ended = found.why == "ended"
        book = self.turn.services.library.book(self.turn.today)
        costs = road.price(found.paper, book) if ended else []
        unpriced = road.unpriced(found.paper) if ended else None
        grounds = [*found.paper.provisions, *(p for c in costs for p in c.provisions[:1])]
        return {
            "mark": SIGNS[self._state(found)],
            "title": self._title(found),
            "words": self._words(found),
            "beside": self._beside(found),
            "costs": [unpriced.text] if unpriced else [c.text for c in costs],
            "fix": found.paper.fix if found.why in {"ended", "soon"} else "",
            "note": found.paper.note,
            "ground": linked(
                self.turn, dict.fromkeys([*grounds, *(unpriced.provisions if unpriced else ())])
            ),
        }

    def _title(self, found: Finding) -> str:
        """What it is, told from others of its kind by number and contract."""
        row = self._stored.get(found.ref)
        named = [row.subject_name if row and row.subject == "contract" else "", row.number if row else ""]
        return " · ".join([found.paper.name, *(part for part in named if part)])

    def _beside(self, found: Finding) -> str:
        """What another of the kind in force does and does not say of one that ended; the gap to the next."""
        if found.ref.startswith(GAP):
            return paper_dates.gap_words(self.turn, self._gaps[found.ref.removeprefix(GAP)])
        return self.turn.label("road_beside", date=words.short_date(found.beside)) if found.beside else ""

    def _warnings(self) -> tuple[str, ...]:
        """What whoever relies on the norm must know of its standing."""
        return self.turn.services.library.corpus.warnings(road.norm_of(self.mode), today=self.turn.today)

    def _words(self, found: Finding) -> str:
        if found.paper.kind in AGES and found.last is not None:
            label, days = AGES[found.paper.kind]
            passed = f"{label}_over" if found.last < self.turn.today else label
            return self.turn.label(passed, date=words.short_date(found.last + days))
        if found.last is not None:
            return f"{words.expiry_words(found.last, self.turn.today)}, {words.short_date(found.last)}"
        return self.turn.label(f"road_{found.why}")

    def _cascade(self, found: Sequence[Finding]) -> dict[str, Any]:
        """What else falls with a paper of the company: licences in force that rest on it, and the trips to come."""
        fallen = [f.paper for f in found if f.light == "red" and f.paper.carries]
        kinds = {paper.kind for paper in fallen}
        trips = {
            t.subject for t in self._things if t.deadline.event_at and t.deadline.event_at > self.turn.now
        }
        return {
            "titles": words.listed([paper.name for paper in fallen]),
            "licences": self._in_force("vehicle-licence", but_for=kinds),
            "trips": len(trips),
            "readings": [
                {
                    "title": paper.name,
                    "count": count,
                    "says": one,
                    "ground": linked(self.turn, one.provisions),
                }
                for paper in fallen
                if (one := paper.reading) and (count := self._in_force(one.kind, but_for=kinds))
            ],
        }

    def _in_force(self, kind: str, *, but_for: Set[str | None]) -> int:
        """How many licences of this kind are in force, or would be but for what fell."""
        own = [t for t in self._things if t.deadline.kind == kind and _own_end(t)]
        return sum(t.day >= self.turn.today or t.deadline.limited_by in but_for for t in own)

    def show(self) -> None:
        """Every paper with number, validity and file, in order, and what holds when the vehicle is stopped."""
        found = self._findings()
        rows: list[list[Button]] = []
        listed = []
        for number, one in enumerate(found, 1):
            paper = self._stored.get(one.ref)
            listed.append(
                {
                    "number": number,
                    "mark": SIGNS[self._state(one)],
                    "title": one.paper.name,
                    "contract": paper.subject_name if paper and paper.subject == "contract" else "",
                    "paper": paper.number if paper and paper.number else "",
                    "words": self._words(one),
                    "ground": linked(self.turn, one.paper.provisions[:1], places=True),
                    "file": bool(paper and paper.files),
                }
            )
            if paper is not None and paper.files and len(rows) < FILES:
                text = self.turn.label("road_file", number=number, title=one.paper.name)
                rows.append([Button(text[:60], "road.file", {"paper_id": paper.id, **self._at})])
        authority = road.authority_of(self.mode)
        self.turn.show(
            "road/inspection",
            [*rows, *self._keyboard("road.run", "menu_road")],
            plate=fleet.shown(self.vehicle.plate),
            company=self.scope.company.name,
            mode=self.turn.label(f"mode_{self.mode}"),
            norm=self.turn.services.library.corpus.norm(road.norm_of(self.mode)).short,
            warnings=self._warnings(),
            worst=[self._reason(f) for f in self._worst(found)],
            papers=listed,
            rights=[
                {"text": r.text, "ground": linked(self.turn, r.provisions, places=True)}
                for r in road.package_road().rights
                if r.authority == authority
            ],
        )

    @property
    def _at(self) -> dict[str, Any]:
        """What a button of these screens carries."""
        return {"company": self.scope.id, "vehicle": self.vehicle.id, "mode": self.mode}

    def _keyboard(self, other: str, label: str) -> list[list[Button]]:
        more = [self.turn.button(label, other, fields=None, **self._at)]
        if len(self.held.vehicles) > 1:
            action = "road.run" if other == "road.show" else "road.show"
            more.append(self.turn.button("road_other", action, company=self.scope.id))
        return [more, [self.turn.button("menu", "menu")]]


def _own_end(thing: Due) -> bool:
    """The end of a paper itself, a parcel or the age limit: not a notice that hangs on it."""
    return thing.parcel is not None or thing.subject.count(":") == 1 or thing.deadline.kind == "age-limit"
