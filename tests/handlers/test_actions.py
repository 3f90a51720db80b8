"""No button leads nowhere: each action that code puts on a button belongs to a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.render import TEMPLATES
from handlers import registry

HANDLERS = TEMPLATES.parent.parent / "handlers"
PLACES = {"turn.button": 1, "Button": 1, "MenuEntry": 1}
"""Which argument of a call is the action."""


def test_every_action_on_a_button_exists_or_is_offered_only_when_it_does() -> None:
    actions = registry.build().actions

    missing = [
        f"{file}: {name}" for file, name in _pressed() if name not in actions and name not in _guarded()
    ]

    assert [] == missing


def test_the_actions_are_found() -> None:
    found = {name for _, name in _pressed()}

    assert {"menu", "norm.show", "ask.side", "calculate.start"} <= found


def _calls() -> Iterator[tuple[Path, ast.Call]]:
    for path in HANDLERS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                yield path, node


def _pressed() -> Iterator[tuple[str, str]]:
    for path, call in _calls():
        place = PLACES.get(_name(call.func))
        if place is not None and len(call.args) > place:
            action = call.args[place]
            if isinstance(action, ast.Constant) and isinstance(action.value, str) and action.value:
                yield path.name, action.value


def _guarded() -> set[str]:
    """Actions of modules that may be absent: asked for by `turn.offers` before the button is made."""
    return {
        call.args[0].value
        for _, call in _calls()
        if _name(call.func) == "turn.offers" and isinstance(call.args[0], ast.Constant)
    }


def _name(func: ast.expr) -> str:
    """`Button`, `turn.button`, but `button` for a helper of a module that takes other arguments."""
    if isinstance(func, ast.Attribute):
        owner = func.value.id if isinstance(func.value, ast.Name) else ""
        return f"{owner}.{func.attr}"
    return func.id if isinstance(func, ast.Name) else ""
