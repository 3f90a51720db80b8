"""Labels: each one used exists, each that exists is used, and none on a button or command is long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from bot.render import TEMPLATES, Renderer
from handlers import registry

ROOT = TEMPLATES.parent.parent
LABELS = Renderer().labels
CALLS = {"button": 0, "label": 0, "MenuEntry": 0}
"""Calls whose first argument is the key of a label."""
LONGEST = 64
HOLDERS = {"Button", "Choice"}
"""Calls that put the label given to them on a button."""


def test_every_label_that_code_asks_for_exists() -> None:
    missing = [
        f"{path.name}:{line} {pattern}"
        for path, line, pattern in _asked()
        if not any(re.fullmatch(pattern, key) for key in LABELS)
    ]

    assert [] == missing


def test_every_label_is_used() -> None:
    used = [re.compile(pattern) for pattern in {p for path in _sources() for p in _strings(path)}]
    templates = " ".join(p.read_text() for p in TEMPLATES.rglob("*.j2"))

    unused = [
        key for key in LABELS if not any(p.fullmatch(key) for p in used) and f'"{key}"' not in templates
    ]

    assert [] == unused


def test_every_command_of_every_role_has_its_description() -> None:
    commands = registry.build().commands

    assert [] == [name for name in commands if f"command_{name}" not in LABELS]


def test_no_button_is_longer_than_a_phone_shows() -> None:
    patterns = [re.compile(pattern) for pattern in _on_buttons()]

    keys = [key for key in LABELS if any(p.fullmatch(key) for p in patterns)]

    assert len(keys) > 100
    assert {} == {key: LABELS[key] for key in keys if not 0 < len(LABELS[key]) <= LONGEST}


def test_a_label_is_a_few_words_and_no_text() -> None:
    assert {} == {key: text for key, text in LABELS.items() if not 0 < len(text) <= 2 * LONGEST}


def _sources() -> Iterator[Path]:
    for package in ("bot", "handlers", "scheduler"):
        yield from (ROOT / package).rglob("*.py")


def _asked() -> Iterator[tuple[Path, int, str]]:
    """Where a label is asked for by a name written in place."""
    for path in _sources():
        if "local_telegram" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in CALLS:
                pattern = _pattern(node.args[0])
                if pattern:
                    yield path, node.lineno, pattern


def _on_buttons() -> set[str]:
    """The labels that stand on buttons for sure."""
    found = {r"command_[a-z_]+"}
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = _name(node.func)
            if name in {"button", "MenuEntry"}:
                found.add(_pattern(node.args[0]))
            elif name in HOLDERS:
                inner = [n for n in ast.walk(node.args[0]) if isinstance(n, ast.Call) and n.args]
                found |= {_pattern(n.args[0]) for n in inner if _name(n.func) == "label"}
    return found - {""}


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _strings(path: Path) -> Iterator[str]:
    """Every text in the code that may name a label; an f-string by its fixed beginning or end."""
    for node in ast.walk(ast.parse(path.read_text())):
        pattern = _pattern(node)
        if pattern:
            yield pattern
    yield r"command_[a-z_]+"


def _pattern(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value) if re.fullmatch(r"[A-Za-z][\w-]*", node.value) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+" for part in node.values
    ]
    fixed = sum(
        len(str(part.value))
        for part in node.values
        if isinstance(part, ast.Constant) and re.fullmatch(r"[\w-]+", str(part.value))
    )
    return "".join(parts) if fixed >= 4 else ""
