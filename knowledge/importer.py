"""From the text of a Brazilian norm to a draft of its provisions, for a person to review.

A pure function of the text: `draft`. It restores what a web page's list counters hid, and says of every such
place that it did. Writing the draft as YAML stands in `knowledge.norm_yaml`, comparing two texts in
`knowledge.compare`.
"""

from __future__ import annotations

import re

from knowledge import ids
from knowledge.draft_model import Draft, Piece, Rest
from knowledge.draft_notes import note_gaps_and_repeats, note_hidden_labels, own_incisos_of_sole_paragraphs
from knowledge.ids import Kind, Step
from knowledge.printed import Mark, is_other_grouping, mark

_DAMAGED = re.compile(r"^(?:•\s*\d+\s*[º°]|\d+\.\s+[a-z]\s?\)\s)", re.MULTILINE)
_AMENDED = re.compile(r"\s*(\((?:Redação|Incluíd|Acrescid|Acrescentad|Revogad|Suspens)[^()]*\)\.?)$")
_OPEN_QUOTE = re.compile(r"[“\"]")
_SENTENCE_END = re.compile(r"[.;:!?”\")]$|\b[eo]u?$|,$")
_VETOED = re.compile(r"\(?VETAD[OA]\)?\.?", re.IGNORECASE)


def normalise(line: str) -> str:
    """One source line with whitespace normalised; a tab between the cells of a table stays."""
    return "\t".join(" ".join(cell.split()) for cell in line.split("\t")).strip()


def amendment_note(text: str) -> tuple[str, str]:
    """A text and the bracketed note about its wording that ends it ("" when there is none)."""
    match = _AMENDED.search(text)
    if match is None or not text[: match.start()]:
        return text, ""
    return text[: match.start()], match[1]


def is_vetoed(text: str) -> bool:
    """Whether a provision is the empty place a veto left."""
    return _VETOED.fullmatch(text) is not None


def draft(source: str) -> Draft:
    """The provisions of a norm's text, with everything doubtful named. Never raises for odd text."""
    return _Reader(source).read()


def _is_article_or_paragraph(line: str) -> bool:
    found = mark(line)
    return found is not None and found.kind in (Kind.ARTICLE, Kind.PARAGRAPH)


class _Reader:
    """Walks the lines once, keeping the open article, §, inciso and alínea."""

    def __init__(self, source: str) -> None:
        self.lines = [normalise(line) for line in source.splitlines()]
        self.damaged = _DAMAGED.search(source.replace("\xa0", " ")) is not None
        self.out = Draft()
        self.open: ids.Steps = ()
        self.chapter: str | None = None
        self.section: str | None = None
        self.quoted = False
        self.title_due = False
        self.index = False
        labelled = (n for n in range(len(self.lines), 0, -1) if _is_article_or_paragraph(self.lines[n - 1]))
        self.last_label = next(labelled, 0)

    def read(self) -> Draft:
        for number, line in enumerate(self.lines, start=1):
            if line:
                self.take(number, line)
        if self.quoted:
            self.doubt(self.out.pieces[-1].line, "aspas abertas que não fecham: o resto do texto ficou aqui")
        own_incisos_of_sole_paragraphs(self.out)
        note_hidden_labels(self.out)
        note_gaps_and_repeats(self.out)
        return self.out

    def take(self, number: int, line: str) -> None:
        if self.quoted:
            self.continue_(line)
            return
        found = mark(line)
        in_annex = bool(self.open) and self.open[0].kind is Kind.ANNEX
        if found and found.kind is Kind.ANNEX and self.out.pieces:
            self.start(number, found, (Step(Kind.ANNEX, found.number, sole=found.sole),), parent=None)
        elif in_annex:
            self.annex_line(number, line)
        elif is_other_grouping(line):
            self.leave(number, "heading")
            self.title_due = False
        elif found and not self.title_due and (steps := self.place(found)):
            self.start(number, found, steps, parent=self.parent_of(steps))
        else:
            self.loose(number, line)

    def annex_line(self, number: int, line: str) -> None:
        if re.match(r"VERSO D[OA] ANEXO", line):
            self.leave(number, "annex_back")
        else:
            self.out.pieces[-1].lines.append(line)

    def parent_of(self, steps: ids.Steps) -> str | None:
        if len(steps) > 1:
            return ids.build(steps[:-1])
        return (self.section or self.chapter) if steps[0].kind is Kind.ARTICLE else None

    def start(self, number: int, found: Mark, steps: ids.Steps, *, parent: str | None) -> None:
        restored = found.kind is None
        piece = Piece(steps, number, found.printed, [], parent, restored=restored)
        piece.inferred = restored and steps[-1].kind is Kind.ALINEA
        self.out.pieces.append(piece)
        self.open = steps
        self.title_due = steps[-1].kind in (Kind.CHAPTER, Kind.SECTION) and not found.rest
        self.continue_(found.rest)

    def continue_(self, line: str) -> None:
        self.out.pieces[-1].lines.append(line)
        text = self.out.pieces[-1].text
        opening = text.count("“") - text.count("”") + text.count('"') % 2
        self.quoted = opening > 0 and bool(_OPEN_QUOTE.match(line) or self.quoted)

    def leave(self, number: int, kind: str) -> None:
        last = self.out.rest[-1] if self.out.rest else None
        between = self.lines[last.last : number - 1] if last else []
        if last and last.kind == kind and not any(between):
            last.last = number
        else:
            self.out.rest.append(Rest(number, number, kind))

    def loose(self, number: int, line: str) -> None:
        """A line without a label: title, quoted wording, continuation, or not part of any provision."""
        pieces, just_left = self.out.pieces, bool(self.out.rest) and self.out.rest[-1].last == number - 1
        if not pieces:
            self.leave(number, "preamble")
        elif self.title_due:
            self.title_due = False
            pieces[-1].lines.append(line)
        elif just_left and self.out.rest[-1].kind == "heading":
            self.leave(number, "heading")
        elif _OPEN_QUOTE.match(line) or not pieces[-1].text:
            self.continue_(line)
        elif not _SENTENCE_END.search(pieces[-1].text) and line[:1].islower():
            self.continue_(line)
            self.doubt(number, "continuação de linha partida")
        else:
            self.after(number, line)

    def after(self, number: int, line: str) -> None:
        kind = "index" if self.index or line == "ANEXOS" else "note" if line.startswith("*") else "closing"
        self.index = kind == "index"
        if number < self.last_label:
            kind = "loose"
            self.doubt(number, "linha sem rótulo entre dispositivos")
        self.leave(number, kind)

    def doubt(self, number: int, problem: str) -> None:
        self.out.doubts.append((number, problem))

    def place(self, found: Mark) -> ids.Steps | None:  # one per rung
        """The rungs of a label here, or None when the line is only text that looks like one."""
        match found.kind:
            case Kind.ARTICLE:
                return (Step(Kind.ARTICLE, found.number, found.inserted),)
            case Kind.CHAPTER:
                self.chapter, self.section = ids.build((Step(Kind.CHAPTER, found.number),)), None
                return ids.parse(self.chapter)
            case Kind.SECTION if self.chapter:
                self.section = f"{self.chapter}_{Step(Kind.SECTION, found.number)}"
                return ids.parse(self.section)
            case _ if not self.open or self.open[0].kind is not Kind.ARTICLE:
                return None
            case Kind.PARAGRAPH:
                return (self.open[0], Step(Kind.PARAGRAPH, found.number, sole=found.sole))
            case Kind.INCISO:
                return (*self.series(found.number), Step(Kind.INCISO, found.number))
            case Kind.ALINEA:
                return (*self.up_to(Kind.INCISO, Kind.PARAGRAPH), Step(Kind.ALINEA, found.number))
            case Kind.ITEM:
                return (*self.up_to(Kind.ALINEA), Step(Kind.ITEM, found.number))
            case _:
                return self.counter(found)

    def up_to(self, *kinds: Kind) -> ids.Steps:
        """The open rungs down to the innermost of these kinds."""
        steps = self.open
        while len(steps) > 1 and steps[-1].kind not in kinds:
            steps = steps[:-1]
        return steps

    def series(self, number: int) -> ids.Steps:
        """Under what an inciso stands: the open § if it announces a list or has one, else the article."""
        article, rungs = self.open[:1], self.open[:2]
        if len(rungs) < 2 or rungs[1].kind is not Kind.PARAGRAPH:
            return article
        announced = self.words(rungs).endswith(":")
        own, above = self.last(rungs, Kind.INCISO), self.last(article, Kind.INCISO)
        continues_above = number == above + 1 and number > 1 and not own
        return rungs if own or announced or not continues_above else article

    def counter(self, found: Mark) -> ids.Steps | None:
        """A bare counter: an item in a clean text, the next inciso or alínea in a damaged one."""
        last = self.out.pieces[-1]
        if not self.damaged and self.open[-1].kind in (Kind.ALINEA, Kind.PARAGRAPH, Kind.ITEM):
            base = self.up_to(Kind.ALINEA, Kind.PARAGRAPH)
            if self.last(base, Kind.ITEM) + 1 == found.number:
                return (*base, Step(Kind.ITEM, found.number))
        if last.inferred or (self.damaged and self.open[-1].kind is Kind.INCISO and last.text.endswith(":")):
            base = self.up_to(Kind.INCISO)
            return (*base, Step(Kind.ALINEA, self.last(base, Kind.ALINEA) + 1))
        base = self.series(self.last(self.open[:1], Kind.INCISO) + 1)
        following = self.last(base, Kind.INCISO) + 1
        return (*base, Step(Kind.INCISO, following)) if self.damaged or found.number == following else None

    def last(self, base: ids.Steps, kind: Kind) -> int:
        """The number of the last piece of this kind straight under `base`, or 0."""
        for piece in reversed(self.out.pieces):
            if piece.steps[:-1] == base and piece.steps[-1].kind is kind:
                return piece.steps[-1].number
            if piece.steps == base:
                break
        return 0

    def words(self, steps: ids.Steps) -> str:
        return next((p.text for p in reversed(self.out.pieces) if p.steps == steps), "")
