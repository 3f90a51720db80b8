"""What went wrong with a spreadsheet, in words: one sentence a problem, equal ones told once with all their lines."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Sequence

from bot.fleet_lines import Problem
from bot.render import Renderer
from bot.spreadsheet_columns import Unreadable


def said(renderer: Renderer, problem: Problem) -> str:
    """One problem as plain text."""
    facts = {"reason": problem.reason, "column": problem.column, **problem.facts}
    return html.unescape(" ".join(renderer.html("fleet_import/problem", **facts).split()))


def refusal(renderer: Renderer, error: Unreadable) -> str:
    """Why a file is no spreadsheet, as plain text."""
    return html.unescape(renderer.html("fleet_import/unreadable", reason=error.reason, **error.facts))


def by_sentence(renderer: Renderer, problems: Sequence[Problem]) -> list[tuple[str, str]]:
    """(lines, sentence) in the order of the first line: "3, 7 a 9"."""
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for problem in problems:
        lines[said(renderer, problem)].append(problem.line)
    return [(ranges(numbers), sentence) for sentence, numbers in lines.items()]


def ranges(numbers: Sequence[int]) -> str:
    """Line numbers in short: 3, 7, 8, 9 → "3, 7 a 9"."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]} a {p[-1]}" for p in parts)
