"""What is seen only when a whole text has been read: paragraphs to hang elsewhere, gaps, repeats, hidden labels."""

from __future__ import annotations

import re
from dataclasses import replace

from knowledge import ids
from knowledge.draft_model import Draft
from knowledge.ids import Kind, Step

_LONG_GAP = 10
_QUOTE = re.compile(r"[“\"]")
_HIDDEN = re.compile(r"[.;:] (Art\. \d+[º°.]|§ \d+[º°]|Parágrafo único[.:]|[IVX]+ [-–] |[a-z]\) [a-z])")


def own_incisos_of_sole_paragraphs(out: Draft) -> None:
    """Several "Parágrafo único" in one article each take the inciso they follow (CETM art. 2)."""
    sole = [
        p for p in out.pieces if len(p.steps) == 2 and p.steps[1].sole and p.steps[1].kind is Kind.PARAGRAPH
    ]
    doubled = {p.fragment for p in sole if sum(o.fragment == p.fragment for o in sole) > 1}
    for piece in [p for p in sole if p.fragment in doubled]:
        before = [p for p in out.pieces if p.line < piece.line and p.steps[:1] == piece.steps[:1]]
        inciso = next(
            (p.steps for p in reversed(before) if len(p.steps) == 2 and p.steps[1].kind is Kind.INCISO), None
        )
        if inciso:
            piece.steps, piece.parent = (*inciso, piece.steps[1]), ids.build(inciso)
            out.doubts.append((piece.line, "parágrafo único preso ao inciso que ele segue"))


def note_hidden_labels(out: Draft) -> None:
    """Labels inside a line, where the page ran several provisions together: this importer reads one a line."""
    if not out.pieces:
        out.doubts.append((1, "nenhum rótulo no começo de uma linha: ponha cada dispositivo na sua linha"))
    for piece in out.pieces:
        if piece.steps[0].kind is not Kind.ANNEX and not _QUOTE.search(piece.text):
            hidden = _HIDDEN.search(piece.text)
            if hidden:
                out.doubts.append(
                    (piece.line, f"parece haver outro dispositivo na mesma linha: {hidden[1]!r}")
                )


def _missing(step: Step, before: int) -> list[str]:
    """The skipped rungs by name; a long stretch in one line, for it is an excerpt rather than a gap."""
    numbers = range(before + 1, step.number)
    if len(numbers) > _LONG_GAP:
        return [f"A numeração de {numbers[0]} a {numbers[-1]}"]
    return [f"O {ids.rung_words(replace(step, number=number))}" for number in numbers]


def note_gaps_and_repeats(out: Draft) -> None:
    """Numbers a series skips, and numbers given twice."""
    seen: dict[str, int] = {}
    last: dict[tuple[str, Kind], int] = {}
    for piece in out.pieces:
        step, fragment = piece.steps[-1], piece.fragment
        if fragment in seen:
            out.doubts.append((piece.line, f"{fragment} já está na linha {seen[fragment]}"))
        seen.setdefault(fragment, piece.line)
        above = ids.build(piece.steps[:-1]) if len(piece.steps) > 1 else ""
        before = last.get((above, step.kind), 0)
        if step.number > before + 1:
            out.doubts.append((piece.line, f"salta de {before} para {step.number}: {fragment}"))
            gaps = out.gaps.setdefault(above or fragment, [])
            gaps += ((piece.line, words) for words in _missing(step, before))
        last[above, step.kind] = max(before, step.number)
