"""The terms a revision changes: a new length of what rests on the changed text, an extension for some plate endings."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from bot import audit, broadcasts, revisions, term_base
from bot.models.staff import NormRevision
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import EDITOR, Action
from knowledge.deadline_terms import term_words
from knowledge.defect_words import summed_up
from knowledge.errors import KnowledgeError
from knowledge.obligations import Extension, Term
from knowledge.terms import TermChanges, Terms, movable, read_term, targets, with_extension, with_term

OFFERED = 12
GROUNDS = 6


def drafted(turn: Turn) -> NormRevision | None:
    """The draft of the pressed button, locked; None when it is no draft any more, which is said."""
    row = revisions.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None or row.state != "draft":
        fallback.old_button(turn)
        return None
    return row


def _terms(turn: Turn, row: NormRevision) -> tuple[Terms, TermChanges]:
    """The published terms and what the draft changes in them."""
    around = revisions.terms_around(turn.session, row.id or 0)
    before = around[0] if around else turn.services.library.terms
    return before, revisions.terms_of(row) or TermChanges()


def lines(turn: Turn, row: NormRevision) -> list[str]:
    """What a revision changes in terms, in words."""
    if (changes := revisions.terms_of(row)) is None or (
        around := revisions.terms_around(turn.session, row.id or 0)
    ) is None:
        return []
    before, after = around
    said = []
    for old, new in zip(_lengths(before), _lengths(after), strict=True):
        if old != new:
            said.append(turn.label("term_line", title=new[0], old=term_words(old[1]), new=term_words(new[1])))
    return [*said, *(_extension_line(turn, after, e) for e in changes.extensions)]


def _lengths(terms: Terms) -> list[tuple[str, Term]]:
    titled = [(r.title, r.term) for r in terms.rows if r.term is not None]
    lit = terms.rows["lit"].title
    bands = [(f"{lit}, {b.label}", Term(months=b.months)) for b in terms.bands.bands if b.months]
    return [*titled, *bands]


def _extension_line(turn: Turn, terms: Terms, extension: Extension) -> str:
    endings = ", ".join(extension.plate_endings)
    return turn.label(
        "extension_line",
        title=", ".join(terms.rows[kind].title for kind in extension.kinds),
        endings=turn.label("extension_endings", endings=endings) if endings else turn.label("extension_all"),
        first=f"{extension.due_from:%d/%m/%Y}",
        last=f"{extension.due_to:%d/%m/%Y}",
        until=f"{extension.until:%d/%m/%Y}",
    )


def show(turn: Turn) -> None:
    """What has a term of its own and rests on the changed text."""
    if (row := drafted(turn)) is not None:
        _show(turn, row, [str(p) for p in turn.args["touched"]])


def _show(turn: Turn, row: NormRevision, touched: list[str]) -> None:
    before, changes = _terms(turn, row)
    now = before.changed(changes)
    offered = targets(now, touched)[:OFFERED]
    args: dict[str, Any] = {"id": row.id, "touched": touched}
    rows: list[list[Button]] = [
        [Button(f"{t.title}: {term_words(t.term)}"[:60], "norms_admin.term", {**args, "key": t.key})]
        for t in offered
    ]
    rows.append([turn.button("extension_new", "norms_admin.extend", **args)])
    if row.terms:
        rows.append([turn.button("terms_none", "norms_admin.terms_clear", **args)])
    rows.append([turn.button("back", "norms_admin.draft", **args)])
    turn.show("norms_admin/terms", rows, lines=lines(turn, row), offered=bool(offered))


def change(turn: Turn) -> None:
    """Asks for a new length."""
    if drafted(turn) is not None:
        turn.begin_form(
            "norm_term", revision=turn.args["id"], key=turn.args["key"], touched=turn.args["touched"]
        )


def extend(turn: Turn) -> None:
    """Asks what is extended, for whom and until when."""
    if drafted(turn) is not None:
        turn.begin_form("norm_extension", revision=turn.args["id"], touched=turn.args["touched"])


def clear(turn: Turn) -> None:
    """The draft changes no term any more."""
    if (row := drafted(turn)) is None:
        return
    row.terms = None
    revisions.note_change(turn.session, row, turn.user_id)
    turn.session.add(row)
    broadcasts.reopen_news(turn.session, row.id or 0, now=turn.now)
    audit.write(turn.session, turn.user_id, "terms_changed", now=turn.now, revision=row.id)
    _show(turn, row, [str(p) for p in turn.args["touched"]])


def _draft_of(turn: Turn, answers: Answers) -> NormRevision | None:
    row = revisions.get(turn.session, int(answers["revision"]), lock=True)
    return row if row is not None and row.state == "draft" else None


def _keep(turn: Turn, answers: Answers, made: Callable[[Terms, TermChanges], TermChanges]) -> None:
    row = _draft_of(turn, answers)
    if row is None:
        fallback.old_button(turn)
        return
    before, changes = _terms(turn, row)
    if not row.terms:
        term_base.note(turn.session, row)
    try:
        revisions.keep_terms(turn.session, row, made(before, changes))
    except (KnowledgeError, ValueError) as error:
        back = turn.button("back", "norms_admin.terms", id=row.id, touched=answers["touched"])
        turn.show("norms_admin/problem", [[back]], problem="refused", detail=summed_up(error))
        return
    revisions.note_change(turn.session, row, turn.user_id)
    broadcasts.reopen_news(turn.session, row.id or 0, now=turn.now)
    audit.write(turn.session, turn.user_id, "terms_changed", now=turn.now, revision=row.id)
    _show(turn, row, list(answers["touched"]))


def _finish_term(turn: Turn, answers: Answers) -> None:
    term = Term.model_validate(answers["term"])
    _keep(turn, answers, lambda before, changes: with_term(before, changes, str(answers["key"]), term))


def _finish_extension(turn: Turn, answers: Answers) -> None:
    row = _draft_of(turn, answers)
    known = turn.services.library.corpus
    made = {
        "kinds": [answers["kind"]],
        "plate_endings": answers["endings"],
        "due_from": answers["due_from"],
        "due_to": answers["due_to"],
        "until": answers["until"],
        "by": row.act if row and row.act else turn.label("extension_act"),
        "provisions": [p for p in answers["touched"] if p in known][:GROUNDS],
    }
    _keep(
        turn,
        answers,
        lambda before, changes: with_extension(before, changes, Extension.model_validate(made)),
    )


def _read_term(turn: Turn, _answers: Answers) -> dict[str, int]:
    found = read_term(turn.text)
    if found is None:
        raise Refused("norms_admin/note_term")
    return found.model_dump(exclude_unset=True)


def _read_endings(turn: Turn, _answers: Answers) -> list[str]:
    digits = re.findall(r"\d+", turn.text[:60])
    if not digits or any(len(d) != 1 for d in digits):
        raise Refused("norms_admin/note_endings")
    return sorted(set(digits))


def _kinds(turn: Turn, answers: Answers) -> list[Choice]:
    offered = movable(turn.services.library.terms, [str(p) for p in answers["touched"]])
    return [Choice(row.title[:60], row.kind) for row in offered]


def _after(name: str) -> Callable[[Turn, Answers], str]:
    """A day not before (for `until`, after) the one answered as `name`."""

    def read(turn: Turn, answers: Answers) -> str:
        found = typed.day(turn, answers)
        if found < answers[name] or (name == "due_to" and found == answers[name]):
            raise Refused("norms_admin/note_order", {"day": dt.date.fromisoformat(answers[name])})
        return found

    return read


def _now(turn: Turn, answers: Answers) -> dict[str, Any]:
    row = _draft_of(turn, answers)
    if row is None:
        return {"title": "", "now": ""}
    before, changes = _terms(turn, row)
    held = {t.key: t for t in targets(before.changed(changes), [str(p) for p in answers["touched"]])}
    target = held.get(str(answers["key"]))
    return {"title": target.title if target else "", "now": term_words(target.term) if target else ""}


def _title(turn: Turn, _answers: Answers) -> str:
    return turn.label("revision_terms")


_DAY = {"echo": "norms_admin/echo_day", "echo_facts": typed.day_echo}
FORMS = (
    Form(
        "norm_term",
        _title,
        (Field("term", "norms_admin/term", read=_read_term, facts=_now),),
        _finish_term,
        keeps=False,
        roles=EDITOR,
    ),
    Form(
        "norm_extension",
        _title,
        (
            Field("kind", "norms_admin/extension_kind", choices=_kinds),
            Field(
                "endings",
                "norms_admin/extension_endings",
                read=_read_endings,
                choices=lambda turn, _answers: [Choice(turn.label("extension_all"), [])],
            ),
            Field("due_from", "norms_admin/extension_from", read=typed.day, **_DAY),  # type: ignore[arg-type]
            Field("due_to", "norms_admin/extension_to", read=_after("due_from"), **_DAY),  # type: ignore[arg-type]
            Field("until", "norms_admin/extension_until", read=_after("due_to"), **_DAY),  # type: ignore[arg-type]
        ),
        _finish_extension,
        keeps=False,
        roles=EDITOR,
    ),
)
ACTIONS = {
    "norms_admin.terms": Action(show, roles=EDITOR),
    "norms_admin.term": Action(change, roles=EDITOR),
    "norms_admin.extend": Action(extend, roles=EDITOR),
    "norms_admin.terms_clear": Action(clear, roles=EDITOR),
}
