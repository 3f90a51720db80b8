"""A new text of a norm, worked out: what changes, whether the base would still load, what rests on it.

Pure and slow: handlers run it outside the transaction.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot import revisions
from bot.revisions import Published
from knowledge import ids
from knowledge.acts import load_acts
from knowledge.amend import amended_source, revoked
from knowledge.compare import Change, compare, texts_of_file
from knowledge.defect_words import summed_up
from knowledge.errors import KnowledgeError
from knowledge.impact import Impact, impact
from knowledge.library import Library
from knowledge.norm_files import ProvisionEntry
from knowledge.norm_revise import Amendment, Revised, revise
from knowledge.norm_store import StoredNorm, read_folder, read_revision
from knowledge.schema import DATA

ALIKE = 0.4
"""Less of the words in common, and it is another norm's text."""
REVOKED = ("revogado", "(revogado)", "revogada", "(revogada)")


NOTHING = Impact((), (), (), ())


@dataclass(frozen=True)
class Asked:
    """What an editor enters: the whole text, or one provision's new words; the act and since when."""

    norm: str
    act: str
    from_on: dt.date | None
    source: str = ""
    provision: str = ""
    words: str = ""
    ended_on: dt.date | None = None


@dataclass(frozen=True)
class Worked:
    """The outcome: `problem` is empty when it may be published."""

    content: Mapping[str, Any]
    changes: tuple[Change, ...] = ()
    impact: Impact = NOTHING
    doubts: tuple[tuple[int, str], ...] = ()
    problem: str = ""
    detail: str = ""
    collides: bool = False

    def provisions(self, norm: str) -> list[str]:
        """The ids of what changes."""
        return [ids.join(norm, change.fragment) for change in self.changes]


def stored_norm(norm: str, published: Published) -> StoredNorm:
    """The norm as it stands now."""
    if norm in published.norms:
        return read_revision(norm, published.norms[norm])
    return read_folder(DATA / "norms" / norm)


def work_out(asked: Asked, published: Published, library: Library) -> Worked:
    """Compares, builds the revision and checks that the whole base loads with it."""
    stored = stored_norm(asked.norm, published)
    if asked.source and not _alike(stored.source, asked.source):
        return Worked({}, problem="other_norm")
    revised, source = _revised(asked, stored)
    content = revisions.content(stored, revised, source)
    try:
        made = read_revision(asked.norm, content)
        published.with_norm(asked.norm, content).load()
    except (KnowledgeError, ValueError) as error:
        return Worked({}, problem="refused", detail=summed_up(error))
    changes = compare(texts_of_file(stored.provisions), texts_of_file(made.provisions))
    if not changes and asked.words.lower().strip(". ") in REVOKED:
        fragment = asked.provision.partition(":")[2]
        changes = [Change("removed", fragment, _text(stored, asked.provision), None)]
    if not changes:
        return Worked({}, problem="same")
    touched = [ids.join(asked.norm, change.fragment) for change in changes]
    return Worked(content, tuple(changes), impact(library, touched), revised.doubts)


def work_out_again(
    asked: Asked, base: Mapping[str, Any] | None, published: Published, library: Library
) -> Worked:
    """A draft on the text that stands now; `collides`: what it changes was changed since it was made.

    A whole text says something of every provision: it collides with any change.
    """
    found = work_out(asked, published, library)
    now = stored_norm(asked.norm, published)
    same = asked.provision and _entry(_base(asked.norm, base), asked.provision) == _entry(
        now, asked.provision
    )
    return replace(found, collides=not same)


def _base(norm: str, content: Mapping[str, Any] | None) -> StoredNorm:
    return read_revision(norm, content) if content else read_folder(DATA / "norms" / norm)


def _entry(stored: StoredNorm, provision: str) -> dict[str, Any] | None:
    """What is held of a provision, wherever its line is."""
    held = next((e for e in stored.provisions.provisions if e.id == provision), None)
    return held.model_dump(exclude={"source_line", "anomalies"}) if held else None


def differences(
    norm: str, base: Mapping[str, Any] | None, content: Mapping[str, Any], touched: Iterable[str]
) -> tuple[Change, ...]:
    """What a stored draft changes in the text it was made from; what it revokes shows as removed."""
    before, after = _base(norm, base), read_revision(norm, content)
    changes = compare(texts_of_file(before.provisions), texts_of_file(after.provisions))
    seen = {ids.join(norm, change.fragment) for change in changes}
    texts = {e.id: e.text for e in before.provisions.provisions}
    gone = [
        Change("removed", p.partition(":")[2], texts[p], None) for p in touched if p in texts.keys() - seen
    ]
    return (*changes, *gone)


def _revised(asked: Asked, stored: StoredNorm) -> tuple[Revised, str]:
    amendment = Amendment(by=asked.act or None, from_on=asked.from_on)
    if asked.provision and asked.words.lower().strip(". ") in REVOKED:
        return revoked(stored, asked.provision, amendment), stored.source
    source = asked.source or amended_source(stored, asked.provision, asked.words)
    revised = revise(stored, source, load_acts(), amendment)
    if asked.ended_on is not None:
        _until(revised, asked.provision, asked.ended_on)
    return revised, source


def _until(revised: Revised, provision: str, day: dt.date) -> None:
    """The last day of effect of one provision (an extended term)."""
    entries = revised.content["provisions"]
    at = next(n for n, entry in enumerate(entries) if entry["id"] == provision)
    entry = {**entries[at], "ended_on": day}
    entries[at] = {key: entry[key] for key in ProvisionEntry.model_fields if key in entry}


def _text(stored: StoredNorm, provision: str) -> str:
    return next(entry.text for entry in stored.provisions.provisions if entry.id == provision)


def _alike(old: str, new: str) -> bool:
    before, after = set(old.lower().split()), set(new.lower().split())
    return bool(after) and len(before & after) / len(before | after) >= ALIKE
