"""What a recipient does with a broadcast: confirms, asks why it came, wants no more of the subject."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bot import broadcast_audience as audience
from bot import broadcast_results, broadcast_rights
from bot.broadcast_rules import NEWS_OFF, SERVICE, SUBJECTS
from bot.fleet import shown
from bot.turn import Turn
from handlers import fallback
from handlers.module import Action
from knowledge.obligations import package_obligations


def aware(turn: Turn) -> None:
    """Read and understood; said once, whatever is pressed how often."""
    held = broadcast_results.own(turn.session, int(turn.args["id"]), turn.user_id)
    if held is None:
        fallback.old_button(turn)
        return
    first = broadcast_results.confirm_read(turn.session, held[0], now=turn.now)
    turn.say("broadcast/aware", first=first)


def why(turn: Turn) -> None:
    """The reasons kept for this person that still hold: shown to nobody else."""
    held = broadcast_results.own(turn.session, int(turn.args["id"]), turn.user_id)
    if held is None:
        fallback.old_button(turn)
        return
    reasons = broadcast_rights.of_person(turn.session, turn.user_id, held[0].why)
    companies = [_reasons(turn, one) for one in reasons["companies"]]
    turn.say(
        "broadcast/why",
        [[turn.button("menu", "menu")]],
        companies=companies,
        left=bool(held[0].why.get("companies")) and not companies,
        dated="due" in held[1].audience.get("include", {}) and held[1].audience["include"]["due"] is not None,
        difference=str(reasons.get("difference", "")) if "moved" in reasons else "",
    )


def _reasons(turn: Turn, one: dict[str, Any]) -> dict[str, Any]:
    kinds = package_obligations()
    corpus = turn.services.library.corpus
    return {
        "name": one["company"],
        "authorities": [turn.label(f"side_{a}") for a in one["authorities"]],
        "modes": [turn.label(f"mode_{m}") for m in one["modes"]],
        "place": one["place"],
        "plates": [shown(plate) for plate in one["plates"]],
        "due": [
            {
                "title": kinds[kind].title if kind in kinds else kind,
                "plate": shown(plate) if plate else "",
                "day": dt.date.fromisoformat(day),
            }
            for kind, plate, day, _own in one["due"]
        ],
        "provisions": [corpus.label(p) for p in one["provisions"] if p in corpus],
    }


def choose(turn: Turn) -> None:
    """Turns a subject off or on; the rest stays as it is."""
    subject = str(turn.args["subject"])
    if turn.account is None or subject not in SUBJECTS or subject == SERVICE:
        fallback.old_button(turn)
        return
    off = bool(turn.args["off"])
    audience.turn(turn.account, subject, off=off)
    turn.session.add(turn.account)
    label = "subject_on_again" if off else "broadcast_off"
    turn.say(
        "broadcast/subject_off",
        [[turn.button(label, "broadcast.off", subject=subject, off=not off)], [turn.button("menu", "menu")]],
        subject=turn.label(f"subject_{subject}"),
        off=subject in turn.account.preferences.get(NEWS_OFF, ()),
    )


ACTIONS = {
    "broadcast.aware": Action(aware),
    "broadcast.why": Action(why),
    "broadcast.off": Action(choose),
}
