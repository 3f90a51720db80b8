"""What a new text of a norm changes, provision by provision."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from knowledge.draft_model import Draft
from knowledge.importer import amendment_note
from knowledge.norm_files import ProvisionsFile

ChangeKind = Literal["added", "removed", "changed"]
Form = Literal["kept", "gone", "new"]


@dataclass(frozen=True)
class Stretch:
    """Words of a text that both wordings have, or that only one has, with the space after them."""

    form: Form
    text: str


@dataclass(frozen=True)
class Change:
    """One provision that differs; the text is None on the side that lacks it."""

    kind: ChangeKind
    fragment: str
    before: str | None
    after: str | None

    @property
    def words(self) -> str:
        """The changed words in their place: [-gone-] {+new+}, unchanged stretches shortened."""
        return " ".join(_marked((self.before or "").split(), (self.after or "").split()))


def compare(before: Mapping[str, str], after: Mapping[str, str]) -> list[Change]:
    """The differences between two sets of texts by fragment, in the order of the new text; removed ones last."""
    changes = []
    for fragment, text in after.items():
        old = before.get(fragment)
        if old is None:
            changes.append(Change("added", fragment, None, text))
        elif old.split() != text.split():
            changes.append(Change("changed", fragment, old, text))
    gone = [
        Change("removed", fragment, text, None) for fragment, text in before.items() if fragment not in after
    ]
    return changes + gone


def texts_of_file(file: ProvisionsFile) -> dict[str, str]:
    """The texts of a provisions file by fragment."""
    return {entry.id.partition(":")[2]: entry.text for entry in file.provisions}


def texts_of_draft(made: Draft) -> dict[str, str]:
    """The texts of a draft by fragment, without the notes about their wording."""
    return {piece.fragment: amendment_note(piece.text)[0] for piece in made.pieces}


def side_by_side(before: str, after: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Two wordings whole, each cut where they differ: the older with what is gone, the newer with what is new."""
    old, new = _words(before), _words(after)
    bare = [[word.strip() for word in words] for words in (old, new)]
    matcher = difflib.SequenceMatcher(a=bare[0], b=bare[1], autojunk=False)
    left: list[Stretch] = []
    right: list[Stretch] = []
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        if a2 > a1:
            left.append(Stretch("kept" if tag == "equal" else "gone", "".join(old[a1:a2])))
        if b2 > b1:
            right.append(Stretch("kept" if tag == "equal" else "new", "".join(new[b1:b2])))
    return tuple(left), tuple(right)


def _words(text: str) -> list[str]:
    return re.findall(r"\S+\s*", text)


def _marked(old: list[str], new: list[str], *, around: int = 4) -> Iterator[str]:
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        if tag == "equal":
            same = old[a1:a2]
            short = len(same) <= 2 * around + 1
            yield " ".join(same if short else [*same[:around], "…", *same[-around:]])
            continue
        if a2 > a1:
            yield f"[-{' '.join(old[a1:a2])}-]"
        if b2 > b1:
            yield f"{{+{' '.join(new[b1:b2])}+}}"
