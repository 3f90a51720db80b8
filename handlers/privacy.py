"""/privacidade: what is kept, a copy of it, and its erasure. Asks twice before erasing."""

from __future__ import annotations

from bot import inbox, privacy, privacy_files
from bot.screens import Button
from bot.turn import Turn
from handlers.module import Action, Command, MenuEntry, Module


def show(turn: Turn) -> None:
    """What is kept about the person, in plain words, and what can be done."""
    account = turn.account
    rows = [
        [turn.button("privacy_copy", "privacy.copy")],
        [turn.button("privacy_erase", "privacy.erase")],
        [turn.button("menu", "menu")],
    ]
    turn.show("privacy/what", rows, since=account.consent_at if account and account.consent_at else "")


def copy(turn: Turn) -> None:
    """A copy of everything, as a readable sheet and as JSON; both are made when sent and stored nowhere."""
    hand_over(turn, [[turn.button("privacy", "privacy"), turn.button("menu", "menu")]])


def hand_over(turn: Turn, rows: list[list[Button]]) -> None:
    """Sends the copy: to who asks for it, and unasked to the last person of a company that goes."""
    for producer, name in ((privacy_files.SHEET, "meus-dados.pdf"), (privacy_files.JSON, "meus-dados.json")):
        file = {"kind": "document", "producer": producer, "params": {"user": turn.user_id}, "name": name}
        turn.send_file(file, "privacy/copy", rows if producer == privacy_files.JSON else ())


def erase(turn: Turn) -> None:
    """Asks before everything goes; whose company goes too is handed its data at once."""
    going = privacy.going(turn.session, turn.user_id)
    rows = [
        *([] if going else [[turn.button("privacy_copy", "privacy.copy")]]),
        [turn.button("privacy_erase_yes", "privacy.erased")],
        [turn.button("back", "privacy"), turn.button("menu", "menu")],
    ]
    if going:
        hand_over(turn, [])
    turn.say("privacy/erase", rows, kept=privacy.kept(), going=going)


def erased(turn: Turn) -> None:
    """Everything goes, unless others would be left without an owner."""
    try:
        later = inbox.waiting(turn.session, str(turn.user_id)) - 1  # this press is one of them
        privacy.erase(turn.session, turn.user_id)
    except privacy.LastOwner as stuck:
        turn.show("privacy/last_owner", [[turn.button("menu_company", "company")]], names=stuck.names)
        return
    turn.show("privacy/erased", unanswered=max(0, later))


MODULE = Module(
    commands=(Command("privacidade", show),),
    actions={
        "privacy": Action(show),
        "privacy.copy": Action(copy),
        "privacy.erase": Action(erase),
        "privacy.erased": Action(erased),
    },
    menu=(MenuEntry("menu_privacy", "privacy"),),
)
