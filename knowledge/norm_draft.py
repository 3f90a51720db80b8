"""The files of a new norm, drafted from its text for a person to review; and a stored norm's files written back.

Everything the importer had to restore or could not decide stands in the files as an anomaly or is told as a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knowledge import ids
from knowledge.acts import Acts
from knowledge.cross_references import Place, find_references
from knowledge.draft_model import Draft, Piece, Rest
from knowledge.ids import Kind
from knowledge.importer import amendment_note, draft, is_vetoed, normalise
from knowledge.norm_files import TO_FILL
from knowledge.norm_store import StoredNorm
from knowledge.norm_yaml import as_content, dump, dump_norm

Entry = dict[str, Any]
_READ_FOR_REFERENCES = ("preamble", "note", "loose")


@dataclass(frozen=True)
class NormFolder:
    """The files of a norm by name, and the lines a person must look at."""

    norm: str
    files: Mapping[str, str]
    doubts: tuple[tuple[int, str], ...] = ()


def draft_folder(norm: str, source: str, acts: Acts, *, jurisdiction: str) -> NormFolder:
    """A norm's three files from its text. Raises `ValueError` for an id that no norm can have."""
    if ids.split(norm) != (norm, ""):
        raise ValueError(f"id de norma inválido: {norm!r}")
    made = draft(source)
    content = draft_content(norm, source, made, acts, jurisdiction=jurisdiction)
    files = {
        "source.txt": source,
        "provisions.yaml": dump(content),
        "norm.yaml": dump_norm(_skeleton(norm, jurisdiction)),
    }
    return NormFolder(norm, files, tuple(made.doubts))


def stored_folder(stored: StoredNorm) -> NormFolder:
    """A stored norm as the files it would be read from."""
    files = {
        "source.txt": stored.source,
        "provisions.yaml": dump(as_content(stored.provisions)),
        "norm.yaml": dump_norm(as_content(stored.norm)),
    }
    return NormFolder(stored.norm.id, files)


def write_folder(folder: NormFolder, out: Path) -> Path:
    """Writes a norm's files under `out`; the folder has the norm's id. Raises `FileExistsError`."""
    target = out / folder.norm
    target.mkdir(parents=True)
    for name, text in folder.files.items():
        (target / name).write_text(text, encoding="utf-8")
    return target


def draft_content(norm: str, source: str, made: Draft, acts: Acts, *, jurisdiction: str) -> Entry:
    """A drafted norm as the content of `provisions.yaml`, its references found."""
    lines = [normalise(line) for line in source.splitlines()]
    known = frozenset(piece.fragment for piece in made.pieces)
    outside = Place(norm, "", "", jurisdiction, known)
    provisions = []
    grouping = ""
    for piece in made.pieces:
        if piece.steps[-1].kind is Kind.ARTICLE:
            grouping = piece.parent or ""
        entry = _provision(norm, piece, made)
        place = Place(norm, piece.fragment, grouping, jurisdiction, known)
        found = [
            ref
            for text in (entry["text"], entry.get("note", ""))
            for ref in find_references(text, place, acts)
        ]
        provisions.append(entry | ({"references": found} if found else {}))
    remainder = [_remainder(rest, lines, outside, acts) for rest in made.rest]
    return {"norm": norm, "remainder": remainder, "provisions": provisions}


def _remainder(rest: Rest, lines: list[str], place: Place, acts: Acts) -> Entry:
    entry: Entry = {"lines": [rest.first, rest.last], "kind": rest.kind}
    if rest.kind in _READ_FOR_REFERENCES:
        texts = lines[rest.first - 1 : rest.last]
        if found := [ref for text in texts for ref in find_references(text, place, acts)]:
            entry["references"] = found
    return entry


def _provision(norm: str, piece: Piece, made: Draft) -> Entry:
    text, note = amendment_note(piece.text)
    entry: Entry = {
        "id": ids.join(norm, piece.fragment),
        "label": ids.label(piece.fragment),
        "printed": piece.printed,
    }
    if piece.restored:
        entry["label_restored"] = True
    entry["source_line"] = piece.line
    if piece.parent and ids.parent(piece.fragment) is None:
        entry["parent"] = ids.join(norm, piece.parent)
    entry["text"] = text
    if note:
        entry["note"] = note
    if is_vetoed(text):
        entry |= {"status": "vetoed", "versions": [{"kind": "vetado"}]}
    if tables := list(_tables(piece)):
        entry["tables"] = tables
    if anomalies := list(_anomalies(piece, made)):
        entry["anomalies"] = anomalies
    return entry


def _anomalies(piece: Piece, made: Draft) -> Iterator[Entry]:
    shown = f"a fonte imprime {piece.printed!r}"
    base = {"line": piece.line, "found": piece.printed}
    if piece.inferred:
        yield {"kind": "inferred_letter", **base, "note": f"{shown}; a letra sai da posição"}
    elif piece.restored:
        yield {"kind": "restored_label", **base, "note": f"{shown}; o número sai da posição na série"}
    if piece.printed.startswith("•"):
        yield {"kind": "printed_label", **base, "note": 'marcador de lista no lugar de "§"'}
    for line, missing in made.gaps.get(piece.fragment, ()):
        yield {"kind": "gap", "line": line, "found": missing, "note": "a numeração da fonte salta aqui"}


def _tables(piece: Piece) -> Iterator[Entry]:
    """The stretches of lines with tabs of an annex, each under the line above it."""
    title, rows = "", []
    for line in [*piece.text.split("\n"), ""] if piece.steps[0].kind is Kind.ANNEX else []:
        if "\t" in line:
            rows.append(line.split("\t"))
            continue
        if rows:
            yield {"title": title, "rows": rows}
        title, rows = line, []


def _skeleton(norm: str, jurisdiction: str) -> Entry:
    fill = ("title", "short", "summary", "authority", "jurisdiction", "regime", "date")
    known = {"jurisdiction": jurisdiction} if jurisdiction else {}
    tail = {"status": "unknown", "checked_on": None, "source": TO_FILL, "confidence": TO_FILL}
    return {"id": norm, **dict.fromkeys(fill, TO_FILL), **known, "urn": "", **tail, "names": [TO_FILL]}
