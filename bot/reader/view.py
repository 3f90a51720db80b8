"""What the reader pages show: a norm's contents, a page of provisions, near misses. Values only, no HTML."""

from __future__ import annotations

import datetime as dt
import difflib
import re
from dataclasses import dataclass
from itertools import pairwise

from knowledge import ids
from knowledge.compare import Stretch, side_by_side
from knowledge.corpus import Corpus
from knowledge.errors import UnknownProvision
from knowledge.ids import GROUPINGS
from knowledge.model import Norm, Provision, Version
from knowledge.words import short_date

NEAR = 5


@dataclass(frozen=True)
class Link:
    """A link of ours: `href` from the root of the site."""

    href: str
    label: str


@dataclass(frozen=True)
class Wording:
    """One version of a provision, as a person reads it; the text in stretches, marked where another version differs."""

    when: str
    stretches: tuple[Stretch, ...]
    by: str


@dataclass(frozen=True)
class Passage:
    """One provision on a page, with its anchor and what hangs on it."""

    anchor: str
    label: str
    text: tuple[str, ...]
    depth: int
    warnings: tuple[str, ...]
    references: tuple[Link, ...]
    changes: tuple[tuple[Wording, Wording], ...]
    tables: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]


@dataclass(frozen=True)
class Section:
    """A chapter of the contents with its articles; `title` is empty for what stands outside chapters."""

    title: str
    links: tuple[Link, ...]


def href(id_: str) -> str:
    """The address of a provision: `/n/<norm>/<article>#<rest>`."""
    norm, _, fragment = id_.partition(":")
    top, _, rest = fragment.partition("_")
    return f"/n/{norm}" + (f"/{top}" if top else "") + (f"#{rest}" if rest else "")


def contents(norm: Norm) -> list[Section]:
    """The articles of a norm, chapter by chapter, in reading order."""
    sections: list[Section] = []
    title = ""
    links: list[Link] = []
    for provision in norm.provisions:
        if provision.kind in GROUPINGS:
            if links:
                sections.append(Section(title, tuple(links)))
            title, links = f"{provision.label} – {provision.reading}", []
        elif "_" not in provision.fragment:
            links.append(Link(href(provision.id), f"{provision.label} {_short(provision.reading)}"))
    return [*sections, Section(title, tuple(links))] if links else sections


def passages(corpus: Corpus, id_: str, today: dt.date) -> list[Passage]:
    """A top provision and everything below it, in reading order. Raises `UnknownProvision`."""
    top = corpus.provision(id_)
    return [_passage(corpus, p, top, today) for p in (top, *corpus.descendants(id_))]


def _passage(corpus: Corpus, provision: Provision, top: Provision, today: dt.date) -> Passage:
    _, _, rest = provision.fragment.partition("_")
    general = set(corpus.warnings(provision.norm, today=today))
    targets = dict.fromkeys(t for r in provision.references for t in r.to if t in corpus)
    return Passage(
        anchor=rest if provision is not top else "",
        label=provision.label.rpartition(", ")[2] if provision is not top else provision.label,
        text=tuple(line for line in provision.reading.split("\n") if line.strip()),
        depth=len(ids.parse(provision.fragment)) - 1,
        warnings=tuple(w for w in corpus.warnings(provision.id, today=today) if w not in general),
        references=tuple(Link(href(t), corpus.label(t)) for t in targets),
        changes=tuple(_change(*pair) for pair in pairwise(provision.versions)),
        tables=tuple((table.title, table.rows) for table in provision.tables),
    )


def _change(before: Version, after: Version) -> tuple[Wording, Wording]:
    """Two versions that follow each other; marked where both texts are known."""
    if before.text and after.text:
        old, new = side_by_side(before.text, after.text)
        return _wording(before, old), _wording(after, new)
    return _wording(before, _whole(before)), _wording(after, _whole(after))


def _whole(version: Version) -> tuple[Stretch, ...]:
    return (Stretch("kept", version.text or version.note or "texto não disponível"),)


def _wording(version: Version, stretches: tuple[Stretch, ...]) -> Wording:
    start = f"desde {short_date(version.from_on)}" if version.from_on else "desde data não conhecida"
    end = f" até {short_date(version.to_on)}" if version.to_on else ""
    return Wording(start + end, stretches, version.by or "")


def around(corpus: Corpus, id_: str) -> tuple[Link | None, Link | None]:
    """The article before and the one after."""
    before, after = corpus.neighbours(id_)
    return tuple(Link(href(p.id), p.label) if p else None for p in (before, after))  # type: ignore[return-value]


def meant(corpus: Corpus, path: str) -> str | None:
    """The address somebody plainly means by another writing of it: our own ids, a last bar, capitals, a bare number."""
    norm, fragment = _named(corpus, path)
    if norm and not fragment:
        return href(norm)
    try:
        return href(corpus.provision(f"{norm}:{fragment}").id) if norm else None
    except (UnknownProvision, ValueError):
        return None


def near(corpus: Corpus, path: str) -> list[Link]:
    """What somebody may have meant by an address that does not exist: what it stands in, then the nearest."""
    norm, fragment = _named(corpus, path)
    known = {n.id: n for n in corpus.norms}
    if not norm:
        written = path.strip("/").partition("/")[0]
        close = difflib.get_close_matches(written, known, n=NEAR, cutoff=0.3)
        return [Link(href(n), known[n].short) for n in close or list(known)[:NEAR]]
    tops = [p.fragment for p in known[norm].provisions if "_" not in p.fragment]
    top = fragment.partition("_")[0]
    found = [top] if top in tops else sorted(tops, key=lambda f: _distance(f, top))[:NEAR]
    return [Link(href(f"{norm}:{f}"), corpus.label(f"{norm}:{f}")) for f in found]


def _named(corpus: Corpus, path: str) -> tuple[str, str]:
    """Norm and fragment of a sloppy address; the norm is empty when there is none of that name."""
    norm, _, rest = path.strip("/").lower().replace(":", "/").partition("/")
    if norm not in {n.id for n in corpus.norms}:
        return "", ""
    fragment = "_".join(part for part in re.split(r"[/_#]+", rest) if part)
    return norm, f"art{fragment}" if fragment[:1].isdigit() else fragment


def _distance(fragment: str, wanted: str) -> tuple[bool, int, str]:
    """How far a top provision is from the one asked for: of the same kind first, then by its number."""
    kind, number = _kind_and_number(fragment)
    asked, other = _kind_and_number(wanted)
    return kind != asked, abs(number - other), fragment


def _kind_and_number(fragment: str) -> tuple[str, int]:
    kind = re.match(r"[a-z]*", fragment)
    number = re.search(r"\d{1,6}", fragment)
    return kind[0] if kind else "", int(number[0]) if number else 0


def known_top(corpus: Corpus, norm: str, fragment: str) -> str | None:
    """The id of the page for this address, None when there is none."""
    try:
        return corpus.provision(f"{norm}:{fragment}").id if "_" not in fragment else None
    except UnknownProvision:
        return None


def _short(text: str, size: int = 90) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= size else flat[: size - 1].rstrip() + "…"
