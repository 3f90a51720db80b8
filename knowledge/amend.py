"""One provision of a norm with new words: the whole source with its lines replaced, for `norm_revise.revise`."""

from __future__ import annotations

import datetime as dt

from knowledge.norm_files import ProvisionEntry
from knowledge.norm_revise import Amendment, Revised
from knowledge.norm_store import StoredNorm
from knowledge.norm_yaml import as_content


def amended_source(stored: StoredNorm, provision: str, text: str) -> str:
    """The norm's source with the words of one provision replaced; its label and its place stay.

    Raises `KeyError` for a provision that the norm does not have.
    """
    entries = stored.provisions.provisions
    at = next((n for n, entry in enumerate(entries) if entry.id == provision), None)
    if at is None:
        raise KeyError(provision)
    lines = stored.source.splitlines()
    first = entries[at].source_line
    end = entries[at + 1].source_line if at + 1 < len(entries) else len(lines) + 1
    rests = [rest.lines[0] for rest in stored.provisions.remainder if first < rest.lines[0] < end]
    end = min([end, *rests])
    held = lines[first - 1 : end - 1]
    blank = next((n for n, line in enumerate(reversed(held)) if line.strip()), 0)
    new = f"{entries[at].printed} {' '.join(text.split())}"
    kept = held[len(held) - blank :] if blank else []
    # Lines keep their numbers: what a person had reviewed is found by them.
    padding = [""] * max(0, len(held) - blank - 1)
    return "\n".join([*lines[: first - 1], new, *padding, *kept, *lines[end - 1 :]]) + "\n"


def revoked(stored: StoredNorm, provision: str, amendment: Amendment) -> Revised:
    """The norm with one provision revoked: its words stay, with the day and the act that ended them.

    Raises `KeyError` for a provision that the norm does not have.
    """
    content = as_content(stored.provisions)
    entry = next((e for e in content["provisions"] if e["id"] == provision), None)
    if entry is None:
        raise KeyError(provision)
    since = entry.get("in_force_from") or stored.norm.in_force_from
    until = {"to_on": amendment.from_on - dt.timedelta(days=1)} if amendment.from_on else {}
    earlier = [dict(version) for version in entry.get("versions", ())]
    earlier = earlier or [{"kind": "original", **({"from_on": since} if since else {})}]
    earlier[-1] = {**earlier[-1], **until}
    named = {"by": amendment.by, "from_on": amendment.from_on}
    ended = {"kind": "revogado", **{k: v for k, v in named.items() if v}, "wording": "missing"}
    entry["versions"] = [*earlier, ended]
    entry["status"] = "revoked"
    ordered = {key: entry[key] for key in ProvisionEntry.model_fields if key in entry}
    content["provisions"] = [ordered if e["id"] == provision else e for e in content["provisions"]]
    return Revised(content, ())
