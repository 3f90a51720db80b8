"""The outcome of a checklist as people read it, in the order of the public service charter; for chat and paper alike.

What it is, who may ask, papers, steps, time, cost, contact. Nothing here decides anything about the law.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.checklist_shapes import Charter, Desk, ItemView, Known, Line
from knowledge import ids, words
from knowledge.checklist_model import Checklist, Contact, Notice
from knowledge.checklist_outcome import Cost, Due, Item, Outcome, contacts_of
from knowledge.checklist_papers import Held, file_by, held
from knowledge.checklist_texts import TEXTS
from knowledge.checklists import spoken
from knowledge.corpus import Corpus

SOURCES_SHOWN = 3


def charter(
    outcome: Outcome,
    desk: Desk,
    *,
    known: Known,
    ticks: Mapping[str, Any],
    file_on: dt.date,
    needed_on: dt.date | None = None,
) -> Charter:
    """Puts an outcome into words."""
    checklist = outcome.checklist
    cite = Citing(desk.corpus, main_norm(checklist))
    at_hand = held(outcome, known.papers, on=file_on)
    needed = [i for i in outcome.items if i.need == "yes"]
    spared = [i for i in outcome.items if i.need == "no" and not outcome.stop]
    return Charter(
        title=checklist.title,
        authority=checklist.authority,
        what=checklist.what,
        who=checklist.who,
        stop=_stop(outcome, cite),
        complete=outcome.complete,
        answers=_answers(outcome),
        items=tuple(_item(i, _of(i, at_hand), known, ticks, cite, desk) for i in needed),
        not_needed=tuple(Line(i.requirement.title, i.why) for i in spared),
        boxes=tuple(b.text for b in outcome.boxes),
        steps=tuple(Line("", s.text, cite(s.provision)) for s in outcome.steps),
        time=checklist.time,
        deadlines=tuple(_lines_of_time(outcome, desk, cite, needed_on)),
        costs=tuple(_cost(c, cite) for c in outcome.costs),
        notices=tuple(_notice(n, cite) for n in outcome.notices),
        channel=checklist.channel,
        contacts=tuple(_contact(c, desk) for c in contacts_of(checklist, desk.contacts)),
        norm=desk.corpus.norm(cite.norm).short,
        basis=cite(checklist.basis),
        version=outcome.rule_version,
        on=outcome.on,
        file_on=file_on,
    )


def _of(item: Item, at_hand: Iterable[Held]) -> list[Held]:
    return [one for one in at_hand if one.requirement == item.requirement.id]


def _answers(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """What was asked and answered, in the order of the questions."""
    asked = [(q, outcome.answers[q.id]) for q in outcome.checklist.questions if q.id in outcome.answers]
    return tuple((q.text, spoken(q, answer)) for q, answer in asked)


def main_norm(checklist: Checklist) -> str:
    """The norm most provisions of a checklist are of: named once, its articles stand alone."""
    cited = [p.partition(":")[0] for p in checklist.reviewed] or [
        p.partition(":")[0] for p in checklist.basis
    ]
    return max(dict.fromkeys(cited), key=cited.count)


@dataclass(frozen=True)
class Citing:
    """Cites provisions: those of `norm` by article alone, others with the name of theirs."""

    corpus: Corpus
    norm: str

    def __call__(self, provisions: Iterable[str]) -> str:
        return "; ".join(dict.fromkeys(self._one(p) for p in provisions))

    def _one(self, provision: str) -> str:
        norm, _, fragment = provision.partition(":")
        return ids.citation(fragment) if norm == self.norm else self.corpus.label(provision)


def _stop(outcome: Outcome, cite: Citing) -> str:
    return f"{outcome.stop.text} ({cite(outcome.stop.provision)})" if outcome.stop else ""


def _item(
    item: Item,
    at_hand: Sequence[Held],
    known: Known,
    ticks: Mapping[str, Any],
    cite: Citing,
    desk: Desk,
) -> ItemView:
    requirement, kept = item.requirement, ticks.get(item.requirement.id, {})
    beyond = requirement.beyond_norm
    state = _state(at_hand, known, kept)
    return ItemView(
        id=requirement.id,
        title=requirement.title,
        what=requirement.what,
        how=requirement.how,
        copies=requirement.copies,
        validity=requirement.validity,
        ground=cite(requirement.provision),
        beyond=TEXTS.outside.format(fonte=beyond.source, data=beyond.seen_on) if beyond else "",
        hint=requirement.note,
        state=state,
        source=_source(at_hand, known, desk),
        note=str(kept.get("note", "")),
        files=len(kept.get("files", [])),
        why=item.why,
    )


def _state(at_hand: Sequence[Held], known: Known, kept: Mapping[str, Any]) -> str:
    """What a person ticked counts; a paper that will have expired is said whatever was ticked."""
    covered = {h.paper.source for h in at_hand if h.state == "valid"}
    lapsed = {h.paper.source for h in at_hand if h.state == "expired"} - covered
    if lapsed:
        return "expired"
    if kept.get("done") is not None:
        return "done" if kept["done"] else "open"
    of_vehicles = covered & known.plates
    complete = of_vehicles == known.plates if of_vehicles else bool(covered)
    return "known" if complete else "open"


def _source(at_hand: Sequence[Held], known: Known, desk: Desk) -> str:
    """Where the fleet knows the paper from, and until when each is good."""
    said = []
    for one in at_hand[:SOURCES_SHOWN]:
        day = one.paper.expires_on
        until = desk.label("checklist_until", day=words.short_date(day)) if day else desk.label("no_date")
        said.append(f"{one.paper.source}: {until}")
    if (more := len(at_hand) - SOURCES_SHOWN) > 0:
        said.append(desk.label("and_more", count=more))
    without = known.plates - {h.paper.source for h in at_hand}
    if without and len(without) < len(known.plates):
        said.append(desk.label("checklist_lacking", plates=words.listed(sorted(without)[:SOURCES_SHOWN])))
    return "; ".join(said)


def _lines_of_time(outcome: Outcome, desk: Desk, cite: Citing, needed_on: dt.date | None) -> Iterable[Line]:
    for due in outcome.deadlines:
        yield _due(due, cite, desk, outcome.on)
        if needed_on and due.need == "yes" and due.term.act == "agency" and due.term.days:
            yield _filing(due, desk, cite, needed_on, outcome.on)


def _due(due: Due, cite: Citing, desk: Desk, today: dt.date) -> Line:
    text = [due.term.text]
    if due.due_on:
        day = words.day_of_week_date(due.due_on)
        if due.due_on.year != today.year:
            day = f"{words.weekday(due.due_on)}, {words.short_date(due.due_on)}"
        text.append(desk.label(_far(due, today), day=day, away=words.due_words(due.due_on, today)))
    if due.act_by and due.act_by != due.due_on:
        text.append(desk.label("checklist_act_by", day=words.day_of_week_date(due.act_by)))
    doubt = due.term.standing != "stated"
    return Line(due.term.title, " ".join(text), cite(due.term.provision), due.note, doubt)


def _far(due: Due, today: dt.date) -> str:
    """A day counted back from an end is one on which something opens: it does not expire."""
    if (due.term.days or 0) >= 0:
        return "checklist_due"
    return "checklist_opening" if due.due_on and due.due_on > today else "checklist_opened"


def _filing(due: Due, desk: Desk, cite: Citing, end: dt.date, today: dt.date) -> Line:
    """The day by which to file, with the agency's own time counted; no promise, since the agency may prolong it."""
    days = due.term.days or 0
    if due.term.unit == "uteis":
        day = file_by(end, due.term, desk.figures).value
        counted = words.counted(days, "dia útil", "dias úteis")
    else:
        day = desk.figures.act_by(end - dt.timedelta(days=days))
        counted = words.counted(days, "dia corrido", "dias corridos")
    if day is None:
        text = TEXTS.calendar_missing.format(ano=end.year)
    else:
        facts = {"end": words.short_date(end), "day": words.day_of_week_date(day), "counted": counted}
        key = "checklist_file_by" if day >= today else "checklist_too_late"
        text = desk.label(key, **facts, away=words.due_words(day, today))
    return Line(
        desk.label("checklist_file_by_title"),
        text,
        cite(due.term.provision),
        doubt=due.term.standing != "stated",
    )


def _notice(notice: Notice, cite: Citing) -> Line:
    return Line("", notice.text, cite(notice.provision), doubt=notice.standing != "stated")


def _cost(cost: Cost, cite: Citing) -> Line:
    return Line(cost.fee.title, cost.words, cite(cost.provisions), cost.note, cost.need == "unknown")


def _contact(contact: Contact, desk: Desk) -> Line:
    doubt = contact.confidence != "confirmed"
    ground = desk.label("checklist_seen", day=contact.seen) if contact.seen else desk.label("contact_unseen")
    return Line(f"{contact.agency}, {contact.what}", contact.value, ground, contact.note, doubt)
