"""The outcome of a checklist: each item yes, no or unknown with its reason, fees, deadlines, warnings.

Amounts and business days come from `Figures`: the law about money and calendars stays in its own modules.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from knowledge.checklist_model import UNSURE, Checklist, Contact, Fee, Notice, Part, Requirement, Step, Term
from knowledge.checklists import Answers, Need, Standing, next_question, spoken, stand, stop_of
from knowledge.schema import DATA, Strict, load


class Texts(Strict):
    """Frame sentences around answers; their words are data."""

    always: str
    because: str
    not_because: str
    not_asked: str
    missing: str
    stopped: str
    unsure: str
    outside: str
    unstated: str
    fee_unknown: str
    fee_missing_answer: str
    deadline_missing_answer: str
    deadline_business_days: str
    deadline_computed: str


TEXTS = load(DATA / "checklist_texts.yaml", Texts)


@dataclass(frozen=True)
class Amount:
    """One fee in UPF on a day; None where no value is known."""

    upf: Decimal | None
    provisions: tuple[str, ...] = ()
    note: str = ""


class Figures(Protocol):
    """Amounts and calendars, as the outcome needs them."""

    def fee(self, series: str, size: Decimal | None, on: dt.date) -> Amount:
        """The amount of a series for a size (fleet, …) on a day."""

    def reais(self, upf: Decimal, on: dt.date) -> Decimal | None:
        """The product in reais, rounded once; None where that day's UPF is not registered."""

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> dt.date | None:
        """The day `days` business days after `start`; None where no calendar is registered."""


class NoFigures:
    """Knows no amount and no calendar: everything is told openly as not known."""

    def fee(self, series: str, size: Decimal | None, on: dt.date) -> Amount:
        """No amount."""
        return Amount(None)

    def reais(self, upf: Decimal, on: dt.date) -> Decimal | None:
        """No amount."""
        return None

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> dt.date | None:
        """No calendar."""
        return None


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
    note: str


@dataclass(frozen=True)
class Due:
    """A deadline in this case; `due_on` where it can be computed."""

    term: Term
    need: Need
    due_on: dt.date | None
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
        missing = next((q for q in (fee.by, fee.times) if q and self.number(q) is None), None)
        if fee.series is None:
            return Cost(
                fee, self.need(fee), None, None, fee.provision, _join(fee.told or TEXTS.fee_unknown, fee.note)
            )
        if missing:
            note = TEXTS.fee_missing_answer.format(pergunta=self._text(missing))
            return Cost(fee, self.need(fee), None, None, fee.provision, _join(note, fee.note))
        one = self.figures.fee(fee.series, self.number(fee.by), self.today)
        times = self.number(fee.times) if fee.times else Decimal(1)
        upf = one.upf * times if one.upf is not None and times is not None else None
        return Cost(
            fee,
            self.need(fee),
            upf,
            self.figures.reais(upf, self.today) if upf is not None else None,
            tuple(dict.fromkeys((*fee.provision, *one.provisions))),
            _join(one.note, fee.note),
        )

    def due(self, term: Term) -> Due:
        if term.start is None or term.days is None:
            return Due(term, self.need(term), None, "")
        value = self.answers.get(term.start) if term.start in self.here.given else None
        if value is None or value == UNSURE:
            return Due(
                term,
                self.need(term),
                None,
                TEXTS.deadline_missing_answer.format(pergunta=self._text(term.start)),
            )
        start = dt.date.fromisoformat(value)
        if term.unit == "corridos":
            return Due(term, self.need(term), start + dt.timedelta(days=term.days), TEXTS.deadline_computed)
        day = self.figures.business_days(start, term.days, latest=term.act == "agency")
        return Due(term, self.need(term), day, "" if day else TEXTS.deadline_business_days)

    def _text(self, question: str) -> str:
        found = self.checklist.question(question)
        return found.text if found else question


def _join(*notes: str) -> str:
    return " ".join(note for note in notes if note)


def contacts_of(checklist: Checklist, contacts: dict[str, Contact]) -> tuple[Contact, ...]:
    """The contacts of a checklist, in its order."""
    return tuple(contacts[c] for c in checklist.contacts)
