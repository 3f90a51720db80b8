"""One question of a checklist a screen: its answers, why it is asked, back, on and leave."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import checklists
from bot.checklist_case import Case
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_state, paging
from handlers.checklist_outcome import show_home, show_outcome
from handlers.checklist_state import button, paged, pressed, stand
from handlers.citations import linked
from knowledge import checklists as engine
from knowledge import words
from knowledge.checklist_model import UNSURE, Question
from knowledge.checklist_rules import FLEET_AGE, FLEET_SIZE
from knowledge.fleet_ages import allowed
from knowledge.ids import citation

WHY_INLINE = 6  # with as many answers the reason stands in the text, not behind a button
PROVISION_LIMIT = 700
Note = dict[str, Any]


def begin(turn: Turn, case: Case) -> None:
    """The first question; a list that asks nothing shows its outcome at once."""
    if engine.next_question(case.checklist, case.answers) is None:
        show_outcome(turn, case)
    else:
        go_on(turn, case)


def go_on(turn: Turn, case: Case, *, note: str = "", facts: Note | None = None) -> None:
    """The next question; with none left, what is ready and what is missing."""
    question = engine.next_question(case.checklist, case.answers)
    if question is None:
        show_home(turn, case)
        return
    ask_question(turn, case, question, note=note, facts=facts)


def ask_question(
    turn: Turn,
    case: Case,
    question: Question,
    *,
    at: str = "question",
    note: str = "",
    facts: Note | None = None,
    page: int = 0,
    sure: bool = False,
) -> None:
    """One question with its answers as buttons. `at` "change": a single answer is being changed; `sure`: whoever
    presses now has been told what the fleet says."""
    stand(turn, case, at, question.id, page=page)
    asked = [q for q, need in engine.stand(case.checklist, case.answers).asked.items() if need != "no"]
    given = case.answers.get(question.id)
    turn.show(
        "checklist/question",
        _keyboard(turn, case, question, at=at, page=page, sure=sure),
        form=True,
        title=case.checklist.title,
        name=case.draft.title,
        step=asked.index(question.id) + 1,
        steps=len(asked),
        text=question.text,
        type=question.type,
        why=question.why if len(question.answers) >= WHY_INLINE else "",
        given=engine.spoken(question, given) if given is not None else "",
        note=note,
        fleet=by_fleet(turn, case, question),
        **{"expected": "", **(facts or {})},
    )


def by_fleet(turn: Turn, case: Case, question: Question) -> str:
    """The answers that the stored vehicles allow, in words; empty where they tell nothing."""
    if question.fact != FLEET_AGE:
        return ""
    possible = may_be(turn, case)
    fitting = [label for slug, label in question.answers.items() if slug in possible]
    return words.listed(fitting, last="ou") if len(fitting) < len(question.answers) else ""


def may_be(turn: Turn, case: Case) -> frozenset[str]:
    """The answers about the fleet's age that may be true."""
    return allowed(turn.services.library.book(turn.today), checklist_state.known(turn, case).made)


def _keyboard(
    turn: Turn, case: Case, question: Question, *, at: str, page: int, sure: bool
) -> list[list[Button]]:
    here: dict[str, Any] = {"q": question.id, "at": at, **({"sure": True} if sure else {})}
    rows = [
        Button(label, "checklist.choose", {"draft": case.id, "v": slug, **here})
        for slug, label in _offered(turn, case, question)
    ]
    tail = []
    if len(question.answers) < WHY_INLINE:
        tail.append([button(turn, "why", "checklist.why", case, **here)])
    if at == "change":
        tail.append([button(turn, "back", "checklist.review", case)])
    else:
        back = [button(turn, "form_back", "checklist.back", case)] if case.answers else []
        tail.append([*back, button(turn, "form_leave", "checklist.leave", case)])
    return paged(turn, rows, tail, page=page, action="checklist.page", draft=case.id, **here)


def _offered(turn: Turn, case: Case, question: Question) -> list[tuple[str, str]]:
    """Answers to press: those of the question, what the fleet knows, and not knowing."""
    offered = list(question.answers.items())
    if question.fact == FLEET_SIZE:
        if plates := checklist_state.known(turn, case).plates:
            counted = words.counted(len(plates), "veículo", "veículos")
            offered.append((str(len(plates)), turn.label("checklist_from_fleet", value=counted)))
    elif question.fact is not None:
        offered += _days(turn, case, question.fact)
    if question.unsure:
        offered.append((UNSURE, question.unsure))
    return offered


def _days(turn: Turn, case: Case, kind: str) -> list[tuple[str, str]]:
    papers = [p for p in checklist_state.known(turn, case).papers if p.kind == kind and p.expires_on]
    papers.sort(key=lambda p: p.expires_on or dt.date.max)
    return [
        (
            p.expires_on.isoformat(),
            turn.label("checklist_from_paper", day=words.short_date(p.expires_on), source=p.source),
        )
        for p in papers[:3]
        if p.expires_on
    ]


def _asked(turn: Turn) -> tuple[Case, Question] | None:
    """The pressed list and the question of it; goes on with the list when the question is gone."""
    if (case := pressed(turn)) is None:
        return None
    question = case.checklist.question(str(turn.args["q"]))
    if question is None:
        go_on(turn, case)
        return None
    return case, question


def again(turn: Turn) -> None:
    """The same question once more: another page of its answers, or after an echo that was wrong."""
    if (asked := _asked(turn)) is None:
        return
    case, question = asked
    ask_question(turn, case, question, at=str(turn.args["at"]), page=paging.asked(turn))


def why(turn: Turn) -> None:
    """Why this is asked, with the provisions."""
    if (asked := _asked(turn)) is None:
        return
    case, question = asked
    at = str(turn.args["at"])
    stand(turn, case, "why", question.id, back=at)
    again = "checklist.change" if at == "change" else "checklist.go"
    corpus = turn.services.library.corpus
    turn.show(
        "checklist/why",
        [[button(turn, "checklist_answer_now", again, case, q=question.id)]],
        form=True,
        text=question.text,
        why=question.why,
        provisions=[
            {"label": linked(turn, [p]), "text": corpus.reading(p), "part": citation(p.partition(":")[2])}
            for p in question.provision
        ],
        limit=PROVISION_LIMIT,
    )


def back(turn: Turn) -> None:
    """The screen before: its answer is open again."""
    if (case := pressed(turn)) is None:
        return
    answers = engine.back(case.checklist, case.answers)
    authors = {q: u for q, u in case.draft.authors.items() if q in answers}
    checklists.change(turn.session, case.draft, now=turn.now, answers=answers, authors=authors)
    go_on(turn, case)


def go(turn: Turn) -> None:
    """On with a draft where it stands."""
    if (case := pressed(turn)) is not None:
        go_on(turn, case)


def save_and_leave(turn: Turn) -> None:
    """Leaves; everything given is in the draft."""
    if (case := pressed(turn)) is None:
        return
    checklist_state.leave(turn)
    keyboard = [
        [button(turn, "checklist_go_on", "checklist.go", case)],
        [turn.button("checklist_mine", "checklist.mine"), turn.button("menu", "menu")],
    ]
    turn.show("checklist/left", keyboard, name=case.draft.title, checklist=case.checklist.title)
