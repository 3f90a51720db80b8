"""The outcome of a checklist: each item yes, no or unknown with its reason, fees, deadlines, warnings.

Amounts and business days come from `checklist_figures`: money and calendars stay in their own modules.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from knowledge.checklist_figures import Amount, Figures, NoFigures
from knowledge.checklist_model import (
    UNSURE,
    Box,
    Checklist,
    Contact,
    Fee,
    Notice,
    Part,
    Requirement,
    Step,
    Term,
)
from knowledge.checklist_texts import TEXTS
from knowledge.checklists import Answers, Need, Standing, next_question, spoken, stand, stop_of


@dataclass(frozen=True)
class Item:
    """A requirement in this case."""

    requirement: Requirement
    need: Need
    why: str


@dataclass(frozen=True)
class Cost:
    """A fee in this case, for all the vehicles it counts; an amount is None where it is not known."""

    fee: Fee
    need: Need
    upf: Decimal | None
    brl: Decimal | None
    provisions: tuple[str, ...]
    words: str
    note: str


@dataclass(frozen=True)
class Due:
    """A deadline in this case: `due_on` where it can be computed, `act_by` the last sure day to go to the office."""

    term: Term
    need: Need
    due_on: dt.date | None
    act_by: dt.date | None
    note: str


@dataclass(frozen=True)
class Outcome:
    """Everything the person leaves with. Read-only; the same answers, rules and day give the same outcome."""

    checklist: Checklist
    answers: dict[str, str]
    asked: dict[str, Need]
    stop: Notice | None
    complete: bool
    items: tuple[Item, ...]
    boxes: tuple[Box, ...]
    costs: tuple[Cost, ...]
    deadlines: tuple[Due, ...]
    notices: tuple[Notice, ...]
    steps: tuple[Step, ...]
    rule_version: str
    on: dt.date

    @property
    def warnings(self) -> tuple[str, ...]:
        """The stop first, then every notice that applies."""
        stop = (self.stop.text,) if self.stop else ()
        return (*stop, *(n.text for n in self.notices))


def outcome(
    checklist: Checklist, answers: Answers, *, today: dt.date, figures: Figures | None = None
) -> Outcome:
    """What the answers given so far lead to, on that day."""
    here = stand(checklist, answers)
    case = _Case(checklist, dict(answers), here, stop_of(checklist, answers), today, figures or NoFigures())
    return Outcome(
        checklist=checklist,
        answers={q.id: answers[q.id] for q in checklist.questions if q.id in here.given},
        asked=dict(here.asked),
        stop=case.stop,
        complete=next_question(checklist, answers) is None,
        items=tuple(case.item(r) for r in checklist.requirements),
        boxes=tuple(b for b in checklist.form if case.need(b) == "yes"),
        costs=tuple(case.cost(f) for f in checklist.fees if case.need(f) != "no"),
        deadlines=tuple(case.due(t) for t in checklist.deadlines if case.need(t) != "no"),
        notices=tuple(n for n in checklist.notices if case.need(n) == "yes"),
        steps=tuple(s for s in checklist.steps if case.need(s) == "yes"),
        rule_version=checklist.rule_version,
        on=today,
    )


@dataclass(frozen=True)
class _Case:
    checklist: Checklist
    answers: dict[str, str]
    here: Standing
    stop: Notice | None
    today: dt.date
    figures: Figures

    def need(self, part: Part) -> Need:
        return "no" if self.stop else self.here.need(part.when)

    def item(self, requirement: Requirement) -> Item:
        return Item(requirement, self.need(requirement), self.why(requirement))

    def why(self, part: Part) -> str:
        if self.stop:
            return TEXTS.stopped.format(motivo=self.stop.text)
        if not part.when:
            return TEXTS.always
        need = self.here.need(part.when)
        for name, allowed in part.when.items():
            question = self.checklist.question(name)
            if question is None or self.here.need({name: allowed}) != need:
                continue
            words = {"pergunta": question.text}
            if name not in self.here.given:
                return (TEXTS.not_asked if need == "no" else TEXTS.missing).format(**words)
            if need == "no":
                return TEXTS.not_because.format(resposta=spoken(question, self.answers[name]), **words)
        return self._because(part)

    def _because(self, part: Part) -> str:
        reasons = []
        for name in part.when:
            question = self.checklist.question(name)
            if question is not None:
                reasons.append(
                    TEXTS.because.format(
                        pergunta=question.text, resposta=spoken(question, self.answers[name])
                    )
                )
        return " · ".join(reasons) + "."

    def number(self, question: str | None) -> Decimal | None:
        if question is None or question not in self.here.given or self.answers[question] == UNSURE:
            return None
        return Decimal(self.answers[question])

    def cost(self, fee: Fee) -> Cost:
        amount = self._amount(fee)
        provisions = tuple(dict.fromkeys((*fee.provision, *amount.provisions)))
        note = " ".join(n for n in (amount.note, fee.note) if n)
        return Cost(fee, self.need(fee), amount.upf, amount.brl, provisions, amount.words, note)

    def _amount(self, fee: Fee) -> Amount:
        if fee.series is None:
            return Amount(None, note=fee.told or TEXTS.fee_unknown)
        missing = next((q for q in (fee.by, fee.times) if q and self.number(q) is None), None)
        if missing:
            return Amount(None, note=TEXTS.fee_missing_answer.format(pergunta=self._text(missing)))
        times = self.number(fee.times) or Decimal(1)
        return self.figures.fee(fee.series, size=self.number(fee.by), times=times, on=self.today)

    def due(self, term: Term) -> Due:
        need = self.need(term)
        if term.start is None or term.days is None:
            return Due(term, need, None, None, "")
        value = self.answers.get(term.start) if term.start in self.here.given else None
        if value is None or value == UNSURE:
            note = TEXTS.deadline_missing_answer.format(pergunta=self._text(term.start))
            return Due(term, need, None, None, note)
        start = dt.date.fromisoformat(value)
        if term.unit == "uteis":
            found = self.figures.business_days(start, term.days, latest=term.act == "agency")
            return Due(term, need, found.day, self._act_by(term, found.day), found.note)
        day = start + dt.timedelta(days=term.days)
        note = TEXTS.deadline_computed if term.days else ""
        return Due(term, need, day, self._act_by(term, day), note)

    def _act_by(self, term: Term, day: dt.date | None) -> dt.date | None:
        return self.figures.act_by(day) if day and term.act == "carrier" else None

    def _text(self, question: str) -> str:
        found = self.checklist.question(question)
        return found.text if found else question


def contacts_of(checklist: Checklist, contacts: Mapping[str, Contact]) -> tuple[Contact, ...]:
    """The contacts of a checklist, in its order."""
    return tuple(contacts[c] for c in checklist.contacts)
