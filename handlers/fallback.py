"""Everything that is neither command, answer nor question: each gets a clear line or a silent right action."""

from __future__ import annotations

from bot import accounts, outbox
from bot.turn import Turn

SHEETS = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods")


def contact_changed(turn: Turn) -> None:
    """Blocked or unblocked in a private chat: the contact is closed or opened again."""
    if not turn.incoming.private:
        return
    status = turn.incoming.member_status
    if status == "kicked":
        accounts.close_contact(turn.session, turn.user_id, reason="blocked", now=turn.now)
        outbox.withdraw(turn.session, recipient=turn.user_id, reason="contato bloqueado", now=turn.now)
    elif status == "member" and turn.account is not None:
        accounts.touch(turn.session, user_id=turn.user_id, name=turn.incoming.user_name, now=turn.now)


def group_migrated(turn: Turn) -> None:
    """A group became a supergroup: nothing of ours is kept for groups, so nothing to move."""


def nobody(turn: Turn) -> None:
    """Anonymous administrators, channels and unknown updates: an anonymous command is told why, the rest is silent."""
    if turn.incoming.kind == "command" and not turn.incoming.private:
        turn.say("fallback/anonymous")


def edited(turn: Turn) -> None:
    """An edited message changes nothing that was done; say so where it could be meant as an answer."""
    if turn.incoming.private:
        turn.say("fallback/edited")


def album_told(turn: Turn) -> bool:
    """Whether this is one more picture, without words, of an album that was answered already."""
    album = turn.incoming.album
    return bool(album) and turn.state.context.get("album") == album and not turn.text.strip()


def remember_album(turn: Turn) -> None:
    """After one picture of an album was handled, whatever came of it: the others need no answer of their own."""
    if turn.incoming.album:
        turn.state.context = {**turn.state.context, "album": turn.incoming.album}
        turn.session.add(turn.state)


def unexpected(turn: Turn) -> None:
    """A sticker, voice, photo … when no form awaits it. An album is answered once."""
    if album_told(turn):
        return
    name = turn.incoming.file.name.lower() if turn.incoming.file else ""
    sheet = name.endswith(SHEETS) and turn.incoming.private
    rows = [[turn.button("fleet_import", "fleet_import")]] if sheet else []
    rows.append([turn.button("menu", "menu")])
    turn.say("fallback/unexpected", rows, kind=turn.incoming.kind, sheet=sheet)


def unknown_command(turn: Turn) -> None:
    """A command that does not exist for this person."""
    turn.say("fallback/unknown_command", [[turn.button("help", "help"), turn.button("menu", "menu")]])


def private_only(turn: Turn) -> None:
    """Company data is shown in the private chat only."""
    turn.say("fallback/private_only", bot_name=turn.services.bot_name)


def old_button(turn: Turn) -> None:
    """A button nobody knows any more, another person's, or one whose right was lost: nothing happens, a way on."""
    turn.say("screen_changed", [[turn.button("menu", "menu")]])


def addressed(turn: Turn) -> bool:
    """Whether a group message speaks to the bot: it names it, or replies to it."""
    name = turn.services.bot_name
    return turn.incoming.answers_bot or (bool(name) and f"@{name}".lower() in turn.text.lower())


def sorry(turn: Turn) -> None:
    """The one plain sentence when an update could not be handled."""
    if not turn.incoming.nobody and turn.incoming.chat_id:
        turn.say("fallback/sorry", [[turn.button("menu", "menu")]])


def too_fast(turn: Turn) -> None:
    """Said once to a person who sends more in a minute than anybody can read the answers of."""
    if not turn.incoming.nobody and turn.incoming.private:
        turn.say("fallback/too_fast")
