"""Where a person stands in a checklist: the draft, the screen, and whether the draft is theirs to see.

Answers live in the draft, never in the conversation: it only says which draft and which screen are open, and its
version is what the buttons of a screen are good for.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import checklist_case, checklists, companies, conversation
from bot.checklist_case import Case, Reader
from bot.checklist_shapes import Charter, Known
from bot.models.chat import Draft
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback
from handlers.company_scope import Scope
from handlers.form_screens import CHOICES_A_SCREEN
from handlers.paging import page_of
from knowledge import checklists as engine
from knowledge.checklist_outcome import Outcome
from knowledge.checklist_outcome import outcome as engine_outcome

FLOW = checklists.FLOW


def pressed(turn: Turn) -> Case | None:
    """The draft of the pressed button."""
    return opened(turn, int(turn.args.get("draft", 0)))


def standing(turn: Turn) -> Case | None:
    """The draft whose screen is open."""
    return opened(turn, int(turn.state.answers.get("draft", 0)))


def opened(turn: Turn, draft_id: int) -> Case | None:
    """A draft under the rules of today, when this person may see it; else the person is told and nothing happens.

    When the rules changed since, the person is told what, before anything else is done with the draft.
    """
    draft = checklists.load(turn.session, draft_id, turn.user_id)
    if draft is None:
        leave(turn)
        fallback.old_button(turn)
        return None
    checklist = turn.services.library.checklists.checklists.get(draft.subject)
    if checklist is None:
        leave(turn)
        turn.show("checklist/gone", [[turn.button("menu", "menu")]], name=draft.title)
        return None
    _settle_company(turn, draft)
    case = Case(draft, checklist)
    if draft.rule_version == checklist.rule_version:
        return case
    return case if _brought_forward(turn, case) else None


def _settle_company(turn: Turn, draft: Draft) -> None:
    """A draft begun before the company was registered belongs to it from now on."""
    if draft.company_id is None and draft.user_id == turn.user_id:
        held = companies.current(turn.session, turn.user_id)
        draft.company_id = held[0].id if held else None


def _brought_forward(turn: Turn, case: Case) -> bool:
    """Replays the answers over the present rules; False when there was something to tell (and it was told)."""
    draft, checklist = case.draft, case.checklist
    if not draft.rule_version or not draft.answers:
        checklists.change(turn.session, draft, now=turn.now, rule_version=checklist.rule_version)
        return True
    found = engine.migrate(checklist, case.answers, draft.rule_version)
    checklists.change(
        turn.session, draft, now=turn.now, answers=found.answers, rule_version=checklist.rule_version
    )
    stand(turn, case, "changed")
    again = [q.text for q in checklist.questions if q.id in found.ask_again]
    changes = [{"what": c.what, "since": c.since, "version": c.version} for c in found.changes]
    turn.show(
        "checklist/changed",
        [[button(turn, "checklist_go_on", "checklist.go", case)]],
        form=True,
        name=draft.title,
        title=checklist.title,
        changes=changes,
        again=again,
        version=checklist.rule_version,
    )
    return False


def stand(turn: Turn, case: Case, at: str, arg: str = "", **context: Any) -> None:
    """This screen is the current one from now on; buttons of earlier ones no longer act."""
    if turn.state.flow not in {"", FLOW} and turn.site is not None:
        turn.site.leave(turn)
    conversation.save(
        turn.state,
        now=turn.now,
        flow=FLOW,
        answers={"draft": case.id, "at": at, "arg": arg},
        context=context,
        rule_version=case.checklist.rule_version,
    )


def at(turn: Turn) -> str:
    """The name of the current screen."""
    return str(turn.state.answers.get("at", ""))


def arg(turn: Turn) -> str:
    """What the current screen is about: a question or an item."""
    return str(turn.state.answers.get("arg", ""))


def leave(turn: Turn) -> None:
    """No checklist is open any more; its draft stays as it is."""
    if turn.state.flow == FLOW:
        conversation.save(turn.state, now=turn.now, flow="", answers={}, context={}, rule_version="")


def button(turn: Turn, label: str, action: str, case: Case, **args: Any) -> Button:
    """A button about this draft; the label comes from `labels.yaml`."""
    return turn.button(label, action, draft=case.id, **args)


def paged(
    turn: Turn, rows: list[Button], tail: list[list[Button]], *, page: int, action: str, **args: Any
) -> list[list[Button]]:
    """One button a row, with the ways out; in pages when there are more than fit on a screen."""
    room = CHOICES_A_SCREEN - sum(len(row) for row in tail)
    if len(rows) <= room:
        return [[b] for b in rows] + tail
    size = room - 2
    at = page_of(rows, size, page)
    return [[b] for b in at.shown] + at.turning(turn, action, **args) + tail


def charter(turn: Turn, case: Case) -> Charter:
    """The outcome in words, with what the fleet knows."""
    return checklist_case.charter(turn.services, turn.session, case, _reader(turn))


def outcome(turn: Turn, case: Case) -> Outcome:
    """The outcome as the rules give it."""
    figures = checklist_case.desk(turn.services).figures
    return engine_outcome(case.checklist, case.answers, today=turn.today, figures=figures)


def known(turn: Turn, case: Case) -> Known:
    """What the company's fleet knows already, as far as this person may see it."""
    return checklist_case.known(turn.services, turn.session, case, _reader(turn))


def _reader(turn: Turn) -> Reader:
    return Reader(turn.user_id, turn.today)


def file_on(turn: Turn, case: Case) -> dt.date:
    """The day of the request."""
    return checklist_case.file_on(case, turn.today)


def scope(turn: Turn, case: Case) -> Scope | None:
    """The person's place in the draft's company."""
    held = companies.membership(turn.session, case.draft.company_id or 0, turn.user_id)
    return Scope(*held) if held else None
