"""A person sends a question to the staff: shown masked and agreed to first; the answer comes back to the chat."""

from __future__ import annotations

from bot import accounts, masking, open_questions
from bot.turn import Turn
from handlers.module import Action, Module


def send(turn: Turn) -> None:
    """Nothing was found: shows what would be sent."""
    _offer(turn, open_questions.UNKNOWN)


def wrong(turn: Turn) -> None:
    """The answer was not the one meant: shows what would be sent."""
    _offer(turn, open_questions.WRONG)


def _offer(turn: Turn, reason: str) -> None:
    text = _masked(turn)
    rows = [
        [turn.button("question_send_yes", "ask.send_yes", q=turn.args["q"], reason=reason)],
        [turn.button("menu", "menu")],
    ]
    turn.say("questions/offer", rows, text=text, wrong=reason == open_questions.WRONG)


def _masked(turn: Turn) -> str:
    held = accounts.companies(turn.session, turn.user_id)
    names = [turn.incoming.user_name, *(company.name for company, _ in held)]
    return masking.masked(str(turn.args["q"]), names)


def agreed(turn: Turn) -> None:
    """Keeps it for the staff."""
    reason = open_questions.WRONG if turn.args["reason"] == open_questions.WRONG else open_questions.UNKNOWN
    row = open_questions.send(
        turn.session, asker=turn.user_id, text=_masked(turn), reason=reason, now=turn.now
    )
    turn.show("questions/sent", [[turn.button("menu", "menu")]], fresh=row is not None)


MODULE = Module(
    actions={"ask.send": Action(send), "ask.wrong": Action(wrong), "ask.send_yes": Action(agreed)},
)
