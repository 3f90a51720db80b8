"""Proof that a norm's provisions hold its source word by word: nothing lost, added, moved or said twice.

Every source line belongs to one provision or to one stretch of the remainder. The label as printed, the text
and the note must be that line's words; where the page glued label and text ("• 1°Os") only that space may
differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.importer import normalise
from knowledge.norm_files import ProvisionEntry, ProvisionsFile

_REMAINDER = 0


@dataclass(frozen=True)
class Coverage:
    """How many words of a source are citable, how many stand in the remainder, how many nowhere."""

    citable: int
    remainder: int
    lost: int

    @property
    def percent(self) -> float:
        """The share of the source's words that is accounted for."""
        total = self.citable + self.remainder + self.lost
        return 100.0 * (total - self.lost) / total if total else 100.0


def uncovered(file: ProvisionsFile, source: str) -> list[tuple[int, str]]:
    """Where file and source part, as line and problem; empty when every word stands once, in order."""
    lines = _lines(source)
    owner, problems = _owners(file, lines)
    held: dict[int, list[str]] = {}
    for number in lines:
        held.setdefault(owner.get(number, _REMAINDER), []).append(lines[number])
    for entry in file.provisions:
        problem = _differs(entry, held.get(entry.source_line, []))
        if problem:
            problems.append((entry.source_line, problem))
    problems += [(n, f"palavras que ninguém guarda: {lines[n][:60]!r}") for n in lines if n not in owner]
    return sorted(problems)


def coverage(file: ProvisionsFile, source: str) -> Coverage:
    """The words of a source by where they stand."""
    lines = _lines(source)
    owner, _ = _owners(file, lines)
    bad = {line for line, _ in uncovered(file, source)}
    counts = {"citable": 0, "remainder": 0, "lost": 0}
    for number, line in lines.items():
        start = owner.get(number)
        lost = start is None or start in bad
        counts["lost" if lost else "remainder" if start == _REMAINDER else "citable"] += len(line.split())
    return Coverage(**counts)


def _lines(source: str) -> dict[int, str]:
    numbered = enumerate(source.splitlines(), start=1)
    return {number: text for number, raw in numbered if (text := normalise(raw))}


def _owners(file: ProvisionsFile, lines: dict[int, str]) -> tuple[dict[int, int], list[tuple[int, str]]]:
    """The first line of the provision that holds each line, `_REMAINDER` where none does."""
    owner: dict[int, int] = {}
    problems: list[tuple[int, str]] = []
    for rest in file.remainder:
        first, last = rest.lines
        for number in range(first, last + 1):
            if number in owner:
                problems.append((number, "linha duas vezes no resto"))
            owner[number] = _REMAINDER
    starts = {entry.source_line: entry.id for entry in file.provisions}
    current: int | None = None
    for number in lines:
        if number in starts and number in owner:
            problems.append((number, f"linha ao mesmo tempo em {starts[number]} e no resto"))
        current = number if number in starts else current
        if number not in owner and current:
            owner[number] = current
    return owner, problems


def _differs(entry: ProvisionEntry, theirs: list[str]) -> str:
    if not theirs:
        return f"{entry.id} começa numa linha vazia ou de outro"
    printed = " ".join(entry.printed.split())
    if not theirs[0].startswith(printed):
        return f"{entry.id}: a fonte não imprime {printed!r}"
    words = [*theirs[0][len(printed) :].split(), *(word for line in theirs[1:] for word in line.split())]
    held = [*entry.text.split(), *entry.note.split()]
    if words == held:
        return ""
    at = next(
        (n for n, (a, b) in enumerate(zip(words, held, strict=False)) if a != b), min(len(words), len(held))
    )
    there, here = " ".join(words[at : at + 4]) or "(fim)", " ".join(held[at : at + 4]) or "(fim)"
    return f"{entry.id}: a fonte diz {there!r}, o arquivo {here!r}"
