"""Answers given → the next question, or what to bring: a pure function of (answers, rule version, date).

Answers are text keyed by question name: an answer's slug, a whole or decimal number, or an ISO date. Fees and
business days come from functions passed in (`checklist_money`), so that this module knows no amounts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Literal

from knowledge.checklist_model import UNSURE, Change, Checklist, Contact, Contacts, Notice, Question, When
from knowledge.checklist_rules import defects, names, unknown_provisions
from knowledge.errors import DataFileError, DataFilesError, KnowledgeError
from knowledge.schema import DATA, load

Answers = Mapping[str, str]
Need = Literal["yes", "no", "unknown"]


class AnswerError(KnowledgeError):
    """A value that the question does not admit; `allowed` lists slugs, empty for numbers and dates."""

    def __init__(self, question: str, value: str, allowed: tuple[str, ...] = (), expected: str = "") -> None:
        self.question, self.value, self.allowed, self.expected = question, value, allowed, expected
        super().__init__(f"{question}: {value!r} não serve; use {expected or ', '.join(allowed)}")


@dataclass(frozen=True)
class Progress:
    """ "3 de 7": questions answered, and how many there can be with the answers so far."""

    done: int
    total: int


@dataclass(frozen=True)
class Migration:
    """A waiting draft under the rules of today: what changed since, which questions to ask again."""

    answers: dict[str, str]
    changes: tuple[Change, ...]
    ask_again: tuple[str, ...]
    reworded: bool
    old: str
    new: str

    @property
    def changed(self) -> bool:
        """Whether there is anything to tell."""
        return self.old != self.new


@dataclass(frozen=True)
class Library:
    """All checklists and contacts, checked."""

    checklists: Mapping[str, Checklist]
    contacts: Mapping[str, Contact]


def load_checklists(
    folder: Path = DATA, *, provisions: Collection[str] | None = None, contacts: Iterable[Contact] = ()
) -> Library:
    """Every file of `folder/checklists`; `contacts`: in place of the file's, or beside them.

    Raises `DataFilesError` with all defects of all files at once.
    """
    known = {c.id: c for c in (*load(folder / "contacts.yaml", Contacts).contacts, *contacts)}
    found: list[DataFileError] = []
    checklists: dict[str, Checklist] = {}
    for path in sorted((folder / "checklists").glob("*.yaml")):
        try:
            checklist = load(path, Checklist)
        except DataFilesError as error:
            found += error.problems
            continue
        except DataFileError as error:
            found.append(error)
            continue
        found += defects(checklist, path.name, known)
        if provisions is not None:
            found += unknown_provisions(checklist, path.name, provisions)
        checklists[checklist.id] = checklist
    if found:
        raise DataFilesError(found)
    return Library(checklists, known)


def read_answer(question: Question, value: str) -> str:
    """`value` as it is stored. Raises `AnswerError`."""
    text = value.strip()
    if question.unsure and text.casefold() in (UNSURE, question.unsure.casefold()):
        return UNSURE
    if question.type == "choice":
        labels = {label.casefold(): slug for slug, label in question.answers.items()}
        slug = text if text in question.answers else labels.get(text.casefold())
        if slug is None:
            raise AnswerError(question.id, value, tuple(question.answers))
        return slug
    if question.type == "date":
        return _read_date(question, text).isoformat()
    number = _read_number(question, text)
    if question.brackets and bracket_of(question, number) is None:
        raise AnswerError(question.id, value, expected=_ranges(question))
    return f"{number:f}"


def _read_number(question: Question, text: str) -> Decimal:
    plain = text.replace(".", "").replace(",", ".") if "," in text else text
    try:
        number = Decimal(plain)
    except InvalidOperation:
        raise AnswerError(question.id, text, expected="um número") from None
    if not number.is_finite() or number < 0 or number != number.to_integral_value() or number > 10**6:
        raise AnswerError(question.id, text, expected="um número inteiro")
    return number.to_integral_value()


def _read_date(question: Question, text: str) -> dt.date:
    try:
        if "/" in text:
            day, month, year = (int(part) for part in text.split("/"))
            return dt.date(year, month, day)
        return dt.date.fromisoformat(text)
    except ValueError:
        raise AnswerError(question.id, text, expected="uma data dd/mm/aaaa") from None


def _ranges(question: Question) -> str:
    return "; ".join(bracket.label for bracket in question.brackets.values())


def bracket_of(question: Question, number: Decimal) -> str | None:
    """The name of the bracket that holds `number`."""
    return next((name for name, bracket in question.brackets.items() if bracket.holds(number)), None)


def named(question: Question, answer: str) -> str:
    """What `when` calls this answer: the slug, the bracket's name, or the value itself."""
    if question.type != "number" or answer == UNSURE:
        return answer
    return bracket_of(question, Decimal(answer)) or answer


def spoken(question: Question, answer: str) -> str:
    """The answer as the person chose or wrote it."""
    if answer == UNSURE:
        return question.unsure or answer
    if question.type == "date":
        return dt.date.fromisoformat(answer).strftime("%d/%m/%Y")
    return question.answers.get(answer, answer)


@dataclass(frozen=True)
class Standing:
    """Which questions are asked in this case, and what was answered to those (as `when` names it)."""

    asked: Mapping[str, Need]
    given: Mapping[str, str]

    def need(self, when: When) -> Need:
        """Whether a condition holds: `no` as soon as one part fails, `unknown` while one is open."""
        found = {self._part(question, allowed) for question, allowed in when.items()}
        if "no" in found:
            return "no"
        return "unknown" if "unknown" in found else "yes"

    def _part(self, question: str, allowed: Collection[str]) -> Need:
        if self.asked.get(question, "no") == "no":
            return "no"
        if question not in self.given:
            return "unknown"
        return "yes" if self.given[question] in allowed else "no"


def stand(checklist: Checklist, answers: Answers) -> Standing:
    """The state of every question. One pass suffices: `when` names earlier questions only."""
    asked: dict[str, Need] = {}
    given: dict[str, str] = {}
    here = Standing(asked, given)
    for question in checklist.questions:
        asked[question.id] = here.need(question.when)
        if asked[question.id] == "yes" and question.id in answers:
            given[question.id] = named(question, answers[question.id])
    return here


def stop_of(checklist: Checklist, answers: Answers) -> Notice | None:
    """The stop that the answers lead to, if any: nothing more is asked then."""
    here = stand(checklist, answers)
    return next((stop for stop in checklist.stops if here.need(stop.when) == "yes"), None)


def next_question(checklist: Checklist, answers: Answers) -> Question | None:
    """The first question of this case without an answer; None when the outcome is ready."""
    if stop_of(checklist, answers):
        return None
    here = stand(checklist, answers)
    return next(
        (q for q in checklist.questions if here.asked[q.id] == "yes" and q.id not in here.given), None
    )


def answer(checklist: Checklist, answers: Answers, question: str, value: str) -> dict[str, str]:
    """The answers with one given or changed; those to questions no longer asked are dropped, no others."""
    asked = checklist.question(question)
    if asked is None:
        raise AnswerError(question, value, tuple(q.id for q in checklist.questions))
    return settle(checklist, {**answers, question: read_answer(asked, value)})


def settle(checklist: Checklist, answers: Answers) -> dict[str, str]:
    """The answers that still belong to the case, in the order of the questions."""
    asked = stand(checklist, answers).asked
    return {q.id: answers[q.id] for q in checklist.questions if q.id in answers and asked[q.id] != "no"}


def back(checklist: Checklist, answers: Answers) -> dict[str, str]:
    """The answers without the one of the screen before; the same when there is none."""
    here = stand(checklist, answers)
    ahead = next_question(checklist, answers)
    before: list[str] = []
    for question in checklist.questions:
        if ahead is not None and question.id == ahead.id:
            break
        if question.id in here.given:
            before.append(question.id)
    if not before:
        return dict(answers)
    return settle(checklist, {k: v for k, v in answers.items() if k != before[-1]})


def progress(checklist: Checklist, answers: Answers) -> Progress:
    """How far the person is; a stop counts as the end."""
    here = stand(checklist, answers)
    open_ = 0
    if not stop_of(checklist, answers):
        open_ = sum(need != "no" and q not in here.given for q, need in here.asked.items())
    return Progress(len(here.given), len(here.given) + open_)


def admitted(checklist: Checklist, answers: Answers) -> dict[str, str]:
    """The answers that today's questions still admit, as stored; a rule may have lost the others."""
    kept: dict[str, str] = {}
    for question in checklist.questions:
        if question.id not in answers:
            continue
        try:
            kept[question.id] = read_answer(question, answers[question.id])
        except AnswerError:
            continue
    return kept


def migrate(checklist: Checklist, answers: Answers, old: str) -> Migration:
    """A draft of rule version `old` under the present rules: only changed questions are asked again."""
    version = int(old.partition("+")[0])
    changes = tuple(c for c in checklist.changes if c.version > version)
    again = {q for c in changes for q in c.ask_again}
    kept = {k: v for k, v in admitted(checklist, answers).items() if k not in again}
    settled = settle(checklist, kept)
    known = {q.id for q in checklist.questions}
    asked = stand(checklist, settled).asked
    lost = [q for q in answers if q in known and q not in settled and asked[q] != "no"]
    return Migration(
        settled,
        changes,
        tuple(lost),
        not changes and old != checklist.rule_version,
        old,
        checklist.rule_version,
    )


def representatives(question: Question) -> Iterable[str]:
    """One answer of each kind the question knows: what a walk of all paths tries."""
    values = names(question)
    if question.type == "choice":
        return values
    if question.brackets:
        numbers = [f"{b.low if b.low is not None else b.high:f}" for b in question.brackets.values()]
        return [*numbers, *([UNSURE] if question.unsure else [])]
    return ["1" if question.type == "number" else "2026-01-15", *([UNSURE] if question.unsure else [])]
