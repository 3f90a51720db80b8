"""Cross-references of a provision: every mention resolved to ids of its own norm or to another act's URN.

What the finder proposes is reviewed and stored in `provisions.yaml`; the stored words win.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from knowledge import ids
from knowledge.acts import Acts
from knowledge.ids import Kind, Step
from knowledge.lexml import full_fragment
from knowledge.mentions import Mention, Number, find_mentions

_LADDER = (Kind.ARTICLE, Kind.PARAGRAPH, Kind.INCISO, Kind.ALINEA, Kind.ITEM)


@dataclass(frozen=True)
class Place:
    """Where a text stands: its norm, its fragment ("" for the preamble), what is around it, whose law it is."""

    norm: str
    fragment: str
    grouping: str
    jurisdiction: str
    known: Collection[str]


def find_references(text: str, place: Place, acts: Acts) -> list[dict[str, Any]]:
    """The references a text makes, as entries of a provisions file.

    A target that the norm does not have is no target: the entry is external without URN, and its note says why.
    """
    entries = []
    for mention in find_mentions(text):
        words = text[mention.start : mention.end]
        if mention.act is not None:
            entries.append(_external(words, mention, acts, place.jurisdiction) | _role(text[: mention.start]))
            continue
        targets = list(dict.fromkeys(_targets(place, mention)))
        held = [ids.join(place.norm, target) for target in targets if target in place.known]
        if targets == [place.fragment] and not mention.here and not mention.caput:
            continue  # "Grupo I" at the head of the inciso it names
        if held:
            entries.append({"text": words, "to": held})
        elif targets:
            entries.append({"text": words, "external": "", "note": "alvo não encontrado nesta norma"})
    return entries


def _role(before: str) -> dict[str, str]:
    if re.search(r"\(?\bReda[çc][ãa]o\b[^.;]*$", before):
        return {"role": "redacao_dada"}
    return {"role": "revoga"} if re.search(r"\b[Rr]evog(?:a-se|am-se|ad[oa]s?)\b[^.;]*$", before) else {}


def _external(words: str, mention: Mention, acts: Acts, jurisdiction: str) -> dict[str, Any]:
    urn = acts.urn(mention.act, jurisdiction) if mention.act else ""
    fragment = next(iter(_fragments(mention, ())), "") if mention.rungs or mention.sole else ""
    if urn.startswith("urn:") and fragment:
        urn = f"{urn}!{full_fragment(fragment, caput=mention.caput)}"
    entry: dict[str, Any] = {"text": words, "external": urn}
    if urn.startswith(("abnt:", "mte:")):
        entry["role"] = "norma_tecnica"
    return entry


def _targets(place: Place, mention: Mention) -> Iterator[str]:
    own = ids.parse(place.fragment) if place.fragment.startswith("art") else ()
    if mention.near:
        yield from _near(own, mention.near)
    elif mention.here.startswith("cap"):
        yield from [place.grouping] if place.grouping else []
    elif mention.here.startswith("par") and len(own) > 1 and not mention.rungs:
        yield ids.build(own[:2])
    elif not mention.rungs and not mention.sole:
        yield from [ids.build(own[:1])] if own else []
    else:
        yield from _fragments(mention, own, place.known)


def _near(own: ids.Steps, word: str) -> Iterator[str]:
    """ "Parágrafo anterior" or "seguinte": the neighbour of the § the mention stands in."""
    if len(own) > 1 and own[1].kind is Kind.PARAGRAPH:
        number = own[1].number + (1 if word == "seguinte" else -1)
        yield ids.build((*own[:1], Step(Kind.PARAGRAPH, number))) if number else ids.build(own[:1])


def _fragments(mention: Mention, own: ids.Steps, known: Collection[str] = ()) -> Iterator[str]:
    """Every id the named rungs can form; rungs left out above them are those of the place itself."""
    outside = next(
        (kind for kind in (Kind.ANNEX, Kind.CHAPTER) if kind in mention.rungs or kind in mention.sole), None
    )
    if outside:
        yield from (str(step) for step in _steps(outside, mention))
        return
    named = [kind for kind in _LADDER if kind in mention.rungs or kind in mention.sole]
    choices = [_steps(kind, mention) for kind in named]
    likeliest: list[str] = []
    for bases in _bases(named[0], own, whole=mention.here.startswith("artigo") or mention.caput):
        built = [ids.build((*bases, *steps)) for steps in product(*choices) if _well_formed((*bases, *steps))]
        likeliest = likeliest or built
        if any(fragment in known for fragment in built):
            likeliest = built
            break
    yield from likeliest


def _well_formed(steps: ids.Steps) -> bool:
    try:
        ids.parse(ids.build(steps))
    except ValueError:
        return False
    return True


def _bases(first: Kind, own: ids.Steps, *, whole: bool) -> Iterator[ids.Steps]:
    """What the mention leaves unsaid above its first rung, likeliest first."""
    if first is Kind.ARTICLE or not own:
        yield ()
        return
    limit = _LADDER.index(first)
    if not whole:
        for length in range(len(own) - 1, 1, -1):
            if all(_LADDER.index(step.kind) < limit for step in own[:length]):
                yield own[:length]
    yield own[:1]


def _steps(kind: Kind, mention: Mention) -> list[Step]:
    if kind in mention.sole:
        return [Step(kind, 1, sole=True)]
    numbers: tuple[Number, ...] = mention.rungs[kind]
    return [Step(kind, number, inserted) for number, inserted in numbers]
