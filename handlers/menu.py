"""/start, /ajuda, /cancelar and the main menu: the ways in and out of everything."""

from __future__ import annotations

from bot.screens import Button
from bot.turn import Turn
from handlers.citations import linked
from handlers.module import Action, Command, Module

NOT_TOLD = {"start", "ajuda"}
"""Commands that whoever reads the help has just used."""


def keyboard(turn: Turn) -> list[list[Button]]:
    """The main menu, two buttons a row."""
    entries = turn.site.menu_entries(turn) if turn.site else ()
    buttons = [turn.button(entry.label, entry.action) for entry in entries]
    return [buttons[i : i + 2] for i in range(0, len(buttons), 2)]


def start(turn: Turn) -> None:
    """Says in three lines what the bot does; a deep link opens what it names, an unusable one says so."""
    payload = turn.incoming.argument
    opened = turn.site.link(payload) if payload and turn.site else None
    if opened is not None:
        opened(turn)
        return
    turn.say("start/welcome", keyboard(turn), name=turn.incoming.user_name or "!", unknown_link=bool(payload))


def show(turn: Turn) -> None:
    """The menu in place of the pressed screen."""
    turn.show("start/menu", keyboard(turn))


def help_(turn: Turn) -> None:
    """What can be done now, with every command this person may use."""
    names = turn.site.command_names(turn.roles) if turn.site else ()
    commands = [(name, turn.label(f"command_{name}")) for name in names if name not in NOT_TOLD]
    keys = [[turn.button("glossary", "glossary")], [turn.button("menu", "menu")]]
    turn.show("start/help", keys, commands=commands)


def glossary(turn: Turn) -> None:
    """What every abbreviation of the bot means, each with the provision that says so."""
    library = turn.services.library
    terms = [
        (term, linked(turn, term.provisions)) for term in sorted(library.glossary.terms, key=lambda t: t.term)
    ]
    turn.show("start/glossary", [[turn.button("back", "help"), turn.button("menu", "menu")]], terms=terms)


def cancel(turn: Turn) -> None:
    """Leaves whatever was open; the registry kept it as a draft before."""
    turn.say("start/cancelled", keyboard(turn))


MODULE = Module(
    commands=(
        Command("start", start),
        Command("ajuda", help_, groups=True),
        Command("cancelar", cancel),
    ),
    actions={"menu": Action(show), "help": Action(help_), "glossary": Action(glossary, groups=True)},
)
