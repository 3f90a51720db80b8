"""What the importer makes of a norm's text: pieces, the rest, and what a person must look at."""

from __future__ import annotations

from dataclasses import dataclass, field

from knowledge import ids
from knowledge.ids import Kind


@dataclass
class Piece:
    """One provision of a draft: where it stands in the source, its label as printed, its words."""

    steps: ids.Steps
    line: int
    printed: str
    lines: list[str]
    parent: str | None
    restored: bool = False
    inferred: bool = False

    @property
    def fragment(self) -> str:
        """The id's part after the norm."""
        return ids.build(self.steps)

    @property
    def text(self) -> str:
        """The words after the label; an annex keeps its line breaks, for its tables."""
        mark_ = "\n" if self.steps[0].kind is Kind.ANNEX else " "
        return mark_.join(line for line in self.lines if line)


@dataclass
class Rest:
    """Source lines that no provision takes, inclusive, and what they are."""

    first: int
    last: int
    kind: str


@dataclass
class Draft:
    """What the importer makes of a text.

    `doubts` are the places a person must look at; `gaps` the numbers a series skips, by the fragment that has them.
    """

    pieces: list[Piece] = field(default_factory=list)
    rest: list[Rest] = field(default_factory=list)
    doubts: list[tuple[int, str]] = field(default_factory=list)
    gaps: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
