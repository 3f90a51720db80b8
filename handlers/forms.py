"""Runs forms of one question a screen over stored answers; buttons die with their screen.

The next question is a function of the answers. A form can always be left (kept as a draft), gone back in, and asked a
question in between. What a form is made of: `handlers.form_model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot import conversation
from bot.turn import Turn
from handlers import fallback, form_screens
from handlers.form_model import Answers, Field, Form, Refused
from handlers.questions_in_forms import looks_like_question


@dataclass(frozen=True)
class FormRunner:
    """Runs forms over stored state. `answer` answers a free question asked in the middle of a form."""

    forms: Mapping[str, Form]
    answer: Callable[[Turn, str], None]

    def begin(self, turn: Turn, name: str, answers: Answers | None = None) -> None:
        """Starts a form, keeping an open one as a draft."""
        self.leave_quietly(turn)
        conversation.save(turn.state, now=turn.now, flow=name, answers=dict(answers or {}), context={})
        self.ask(turn)

    def current(self, turn: Turn) -> Form | None:
        """The form the person is in; none when it needs a staff role that is gone."""
        form = self.forms.get(turn.state.flow)
        return form if form is not None and (not form.roles or form.roles & turn.roles) else None

    def ask(self, turn: Turn, *, note: str = "", note_facts: Mapping[str, Any] | None = None) -> None:
        """Shows the current question, or the review, or finishes."""
        form = self.forms[turn.state.flow]
        answers = dict(turn.state.answers)
        question = form.next(answers)
        if question is not None:
            self._ask(turn, form, question, answers, note=note, note_facts=note_facts or {})
        elif form.review:
            keyboard = [
                [turn.button("form_confirm", "form.finish")],
                [turn.button("form_back", "form.back"), turn.button("form_leave", "form.leave")],
            ]
            turn.show(form.review, keyboard, form=True, **form.review_facts(turn, answers))
        else:
            self.finish(turn)

    def _ask(
        self,
        turn: Turn,
        form: Form,
        question: Field,
        answers: Answers,
        *,
        note: str,
        note_facts: Mapping[str, Any],
    ) -> None:
        asked = form.asked(answers)
        facts = {
            "step": sum(1 for f in asked if f.name in answers) + 1,
            "steps": len(asked),
            "note": note,
            **note_facts,
            **question.facts(turn, answers),
        }
        turn.show(question.prompt, form_screens.keyboard(turn, form, question, answers), form=True, **facts)

    def page(self, turn: Turn) -> None:
        """More choices."""
        number = turn.state.context.get("page", 0) + 1
        conversation.save(turn.state, now=turn.now, context={**turn.state.context, "page": number})
        self.ask(turn)

    def receive(self, turn: Turn) -> None:
        """What was typed or sent while a form awaits an answer."""
        form = self.forms[turn.state.flow]
        answers = dict(turn.state.answers)
        question = form.next(answers)
        if question is None:
            self.ask(turn, note="form/note_use_buttons")
            return
        if question.read_file is not None and turn.incoming.file is not None:
            self._take(turn, question, answers, question.read_file)
            return
        if not turn.text.strip():
            self._unexpected(turn)
            return
        odd = not question.free and looks_like_question(turn.text)
        if odd and not self._fits_exactly(turn, question, answers):
            self._offer_answer(turn)
            return
        self._take_typed(turn, question, answers)

    def _fits_exactly(self, turn: Turn, question: Field, answers: Answers) -> bool:
        if question.read is None or turn.text.rstrip().endswith("?"):
            return False
        try:
            question.read(turn, answers)
        except Refused:
            return False
        return True

    def _take_typed(self, turn: Turn, question: Field, answers: Answers) -> None:
        if question.read is None:
            self.ask(turn, note="form/note_use_buttons")
            return
        self._take(turn, question, answers, question.read)

    def _take(
        self, turn: Turn, question: Field, answers: Answers, read: Callable[[Turn, Answers], Any]
    ) -> None:
        try:
            value = read(turn, answers)
        except Refused as refused:
            context = {**turn.state.context, "suggestion": refused.suggestion}
            conversation.save(turn.state, now=turn.now, context=context)
            self.ask(turn, note=refused.template, note_facts=refused.fields)
            return
        if question.echo and question.echoes(turn, answers, value):
            context = {**turn.state.context, "pending": value}
            conversation.save(turn.state, now=turn.now, context=context)
            keyboard = [
                [turn.button("form_yes", "form.yes", field=question.name)],
                [turn.button("form_correct", "form.correct")],
            ]
            turn.show(
                question.echo,
                keyboard,
                form=True,
                value=value,
                **question.echo_facts(turn, answers, value),
            )
            return
        self.store(turn, question.name, value)

    def _unexpected(self, turn: Turn) -> None:
        if not fallback.album_told(turn):
            self.ask(turn, note="form/note_text_expected")

    def _offer_answer(self, turn: Turn) -> None:
        context = {**turn.state.context, "question": turn.text[:1000]}
        conversation.save(turn.state, now=turn.now, context=context)
        keyboard = [
            [turn.button("form_answer_question", "form.ask")],
            [turn.button("form_is_answer", "form.force")],
        ]
        turn.say("form/question", keyboard, form=True)

    def store(self, turn: Turn, name: str, value: Any) -> None:
        """Keeps one answer and goes on; answers that no longer apply are dropped."""
        form = self.forms[turn.state.flow]
        answers = {**turn.state.answers, name: value}
        kept = {f.name for f in form.asked(answers)}
        known = {f.name for f in form.fields}
        answers = {k: v for k, v in answers.items() if k in kept or k not in known}
        conversation.save(turn.state, now=turn.now, answers=answers, context={})
        self.ask(turn)

    def choose(self, turn: Turn) -> None:
        """A choice was pressed."""
        args = _args(turn)
        question = next(f for f in self.forms[turn.state.flow].fields if f.name == args["field"])
        if not question.multiple:
            self.store(turn, question.name, args["value"])
            return
        picked = list(turn.state.context.get("picked", []))
        picked = (
            [p for p in picked if p != args["value"]] if args["value"] in picked else [*picked, args["value"]]
        )
        conversation.save(turn.state, now=turn.now, context={**turn.state.context, "picked": picked})
        self.ask(turn)

    def done(self, turn: Turn) -> None:
        """Several choices were ticked and are complete."""
        picked = turn.state.context.get("picked", [])
        if not picked:
            self.ask(turn, note="form/note_pick_one")
            return
        self.store(turn, _args(turn)["field"], picked)

    def yes(self, turn: Turn) -> None:
        """The echoed value is right."""
        self.store(turn, _args(turn)["field"], turn.state.context["pending"])

    def suggested(self, turn: Turn) -> None:
        """The bot's guess at what was meant is right: read like typed text."""
        suggestion = turn.state.context.get("suggestion", {})
        form, answers = self.forms[turn.state.flow], dict(turn.state.answers)
        question = form.next(answers)
        conversation.save(turn.state, now=turn.now, context={})
        if question is None or not suggestion:
            self.ask(turn)
            return
        self._take_typed(with_text(turn, suggestion["text"]), question, answers)

    def correct(self, turn: Turn) -> None:
        """The echoed value is wrong: the question again."""
        conversation.save(turn.state, now=turn.now, context={})
        self.ask(turn)

    def back(self, turn: Turn) -> None:
        """Takes back the last answer."""
        form = self.forms[turn.state.flow]
        answers = dict(turn.state.answers)
        given = [f.name for f in form.asked(answers) if f.name in answers]
        if given:
            del answers[given[-1]]
        conversation.save(turn.state, now=turn.now, answers=answers, context={})
        self.ask(turn)

    def ask_question(self, turn: Turn) -> None:
        """The text was a question: answer it, then go on with the form."""
        question = turn.state.context.get("question", "")
        conversation.save(turn.state, now=turn.now, context={})
        self.answer(turn, question)
        self.ask(turn)

    def force(self, turn: Turn) -> None:
        """The text was the answer after all."""
        text = turn.state.context.get("question", "")
        form, answers = self.forms[turn.state.flow], dict(turn.state.answers)
        question = form.next(answers)
        conversation.save(turn.state, now=turn.now, context={})
        if question is None:
            self.ask(turn)
            return
        self._take_typed(with_text(turn, text), question, answers)

    def finish(self, turn: Turn) -> None:
        """Everything is answered."""
        form = self.forms[turn.state.flow]
        answers = dict(turn.state.answers)
        conversation.drop_draft(turn.session, turn.state, title=form.title(turn, answers))
        conversation.save(turn.state, now=turn.now, flow="", answers={}, context={})
        form.finish(turn, answers)

    def leave(self, turn: Turn) -> None:
        """Leaves the form; what was answered is kept."""
        self.leave_quietly(turn)
        turn.show("form/left", [[turn.button("drafts", "drafts"), turn.button("menu", "menu")]])

    def leave_quietly(self, turn: Turn) -> None:
        """Leaves without a word, keeping a draft when there is something to keep."""
        form = self.current(turn)
        if form is None:
            return
        if turn.state.answers and form.keeps:
            title = form.title(turn, dict(turn.state.answers))
            conversation.keep_draft(turn.session, turn.state, title=title, now=turn.now)
        conversation.save(turn.state, now=turn.now, flow="", answers={}, context={})

    def actions(self) -> dict[str, Callable[[Turn], None]]:
        """The buttons of every form screen."""
        return {
            "form.choose": self.choose,
            "form.done": self.done,
            "form.page": self.page,
            "form.suggested": self.suggested,
            "form.yes": self.yes,
            "form.correct": self.correct,
            "form.back": self.back,
            "form.leave": self.leave,
            "form.finish": self.finish,
            "form.ask": self.ask_question,
            "form.force": self.force,
        }


def with_text(turn: Turn, text: str) -> Turn:
    """The same turn, as if `text` had been typed."""
    turn.incoming = replace(turn.incoming, text=text)
    return turn


def _args(turn: Turn) -> dict[str, Any]:
    return turn.press.args if turn.press else {}
