"""A new text of a norm we hold: drafted anew, with everything a person had reviewed carried over where it still fits.

A provision whose words did not change keeps all it had. One whose words changed keeps what still stands in them and
gets a version: the old words until the day before, the new ones from the day and by the act that are given.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from knowledge.acts import Acts
from knowledge.importer import draft
from knowledge.norm_draft import NormFolder, draft_content
from knowledge.norm_files import NormFile, ProvisionEntry, RemainderEntry
from knowledge.norm_store import StoredNorm
from knowledge.norm_yaml import as_content, dump, dump_norm

Entry = dict[str, Any]
_KEPT_ALWAYS = ("in_force_from", "ended_on")
_KEPT_IF_SAME = ("status", "warnings", "versions", "tables")


@dataclass(frozen=True)
class Amendment:
    """What gave a norm its new words, as far as known."""

    by: str | None = None
    by_urn: str | None = None
    by_date: dt.date | None = None
    from_on: dt.date | None = None


@dataclass(frozen=True)
class Revised:
    """The content of the new `provisions.yaml` and the lines and ids a person must look at."""

    content: Entry
    doubts: tuple[tuple[int, str], ...]


def revise(stored: StoredNorm, source: str, acts: Acts, amendment: Amendment) -> Revised:
    """The provisions of a norm's new text, with the reviewed work on the old text carried over."""
    norm = stored.norm
    made = draft(source)
    content = draft_content(norm.id, source, made, acts, jurisdiction=norm.jurisdiction)
    old = {entry.id: entry for entry in stored.provisions.provisions}
    content["provisions"] = [
        _carried(entry, old[entry["id"]], norm, amendment)
        if entry["id"] in old
        else entry | _added(amendment)
        for entry in content["provisions"]
    ]
    _place_anomalies(content["provisions"], source.splitlines())
    content["remainder"] = [_rest(rest, stored, source) for rest in content["remainder"]]
    now = {entry["id"] for entry in content["provisions"]}
    gone = [
        (entry.source_line, f"{entry.id} não está no texto novo")
        for entry in old.values()
        if entry.id not in now
    ]
    return Revised(content, (*made.doubts, *gone))


def revised_folder(stored: StoredNorm, source: str, acts: Acts, amendment: Amendment) -> NormFolder:
    """A norm's files with the provisions of a new text; what is known of the norm itself stays."""
    revised = revise(stored, source, acts, amendment)
    files = {
        "source.txt": source,
        "provisions.yaml": dump(revised.content),
        "norm.yaml": dump_norm(as_content(stored.norm)),
    }
    return NormFolder(stored.norm.id, files, revised.doubts)


def _rest(drafted: Entry, stored: StoredNorm, source: str) -> Entry:
    """A stretch of the remainder; one whose lines did not change keeps what was reviewed of it."""
    first, last = drafted["lines"]
    for old in stored.provisions.remainder:
        was = stored.source.splitlines()[old.lines[0] - 1 : old.lines[1]]
        if old.kind == drafted["kind"] and was == source.splitlines()[first - 1 : last]:
            moved = [{**as_content(a), "line": a.line + first - old.lines[0]} for a in old.anomalies]
            kept = as_content(old) | {"lines": [first, last]} | ({"anomalies": moved} if moved else {})
            return {key: kept[key] for key in RemainderEntry.model_fields if key in kept}
    return drafted


def _carried(entry: Entry, old: ProvisionEntry, norm: NormFile, amendment: Amendment) -> Entry:
    before = as_content(old)
    same = old.text.split() == entry["text"].split()
    result = entry | {key: before[key] for key in _KEPT_ALWAYS if key in before}
    if same:
        result |= {key: before[key] for key in _KEPT_IF_SAME if key in before}
    else:
        result["versions"] = _versions(before, old, norm, amendment)
    words = f"{entry['printed']} {entry['text']} {entry.get('note', '')}"
    shift = entry["source_line"] - old.source_line
    lists = {
        "mends": [mend for mend in before.get("mends", ()) if mend["found"] in entry["text"]],
        "anomalies": _anomalies(before, entry, words, shift, same=same),
        "references": list(before.get("references", ())) if same else _references(before, entry),
    }
    return _ordered({**result, **{key: value for key, value in lists.items() if value}})


def _versions(before: Entry, old: ProvisionEntry, norm: NormFile, amendment: Amendment) -> list[Entry]:
    """The earlier wordings, the one that now ends, and the new one."""
    until = {"to_on": amendment.from_on - dt.timedelta(days=1)} if amendment.from_on else {}
    held = {"wording": "own", "text": old.text}
    if "versions" in before:
        earlier = [dict(version) for version in before["versions"]]
        earlier[-1] |= {
            key: value for key, value in {**until, **held}.items() if earlier[-1].get("to_on") is None
        }
    else:
        since = old.in_force_from or norm.in_force_from
        earlier = [{"kind": "original", **({"from_on": since} if since else {}), **until, **held}]
    return [*earlier, {"kind": "redacao_dada", **_act(amendment)}]


def _added(amendment: Amendment) -> Entry:
    act = _act(amendment)
    return {"versions": [{"kind": "incluido", **act}]} if act else {}


def _act(amendment: Amendment) -> Entry:
    named = {
        "by": amendment.by,
        "by_urn": amendment.by_urn,
        "by_date": amendment.by_date,
        "from_on": amendment.from_on,
    }
    return {key: value for key, value in named.items() if value is not None}


def _anomalies(before: Entry, entry: Entry, words: str, shift: int, *, same: bool) -> list[Entry]:
    """The reviewed ones that still show in the words, on their new lines; then what the draft alone has seen."""
    kept = [
        {**anomaly, "line": anomaly["line"] + shift}
        for anomaly in before.get("anomalies", ())
        if same or (anomaly.get("found") and anomaly["found"] in words)
    ]
    seen = {(anomaly["kind"], anomaly.get("found", "")) for anomaly in kept}
    return kept + [
        new for new in entry.get("anomalies", ()) if (new["kind"], new.get("found", "")) not in seen
    ]


def _place_anomalies(entries: list[Entry], lines: list[str]) -> None:
    """Each damage on the line of its provision that shows its words: new words may be broken into other lines.

    One whose words stand on none of them is left out: there is nothing to show any more.
    """
    starts = [entry["source_line"] for entry in entries]
    for entry, end in zip(entries, [*(start - 1 for start in starts[1:]), len(lines)], strict=True):
        span = range(entry["source_line"], end + 1)
        placed = [_placed(anomaly, lines, span) for anomaly in entry.get("anomalies", ())]
        if kept := [anomaly for anomaly in placed if anomaly is not None]:
            entry["anomalies"] = kept
        else:
            entry.pop("anomalies", None)


def _placed(anomaly: Entry, lines: list[str], span: range) -> Entry | None:
    if anomaly["kind"] == "gap":
        return anomaly
    found = " ".join(anomaly.get("found", "").split())
    near = sorted(span, key=lambda number: abs(number - anomaly["line"]))
    line = next((n for n in near if found in " ".join(lines[n - 1].split())), None)
    return None if line is None else {**anomaly, "line": line}


def _references(before: Entry, entry: Entry) -> list[Mapping[str, Any]]:
    """What the finder sees now, each mention with the judgement it had; reviewed mentions still in the words stay."""
    judged = {reference["text"]: reference for reference in before.get("references", ())}
    found = [judged.get(reference["text"], reference) for reference in entry.get("references", ())]
    texts = {reference["text"] for reference in found}
    return found + [r for text, r in judged.items() if text not in texts and text in entry["text"]]


def _ordered(entry: Entry) -> Entry:
    """The keys in the order of the shape, as the files have them."""
    return {key: entry[key] for key in ProvisionEntry.model_fields if key in entry}
