"""What a person may have meant by a provision that does not exist: what stands above it, or the next by number."""

from __future__ import annotations

from collections.abc import Iterable

from knowledge import ids
from knowledge.corpus import Corpus
from knowledge.lookup import read_request
from knowledge.model import Norm, Provision

AROUND = 2
"""Neighbours by number that are offered of each norm."""


def nearest(corpus: Corpus, text: str) -> tuple[Provision, ...]:
    """The provisions nearest to one that is not there; none when the text names no provision at all."""
    names = {name: norm.id for norm in corpus.norms for name in (norm.id, *norm.names)}
    request = read_request(text, names)
    norms = [corpus.norm(request.norm)] if request.norm else [n for n in corpus.norms if n.regime != "other"]
    found = [p for norm in norms for p in _of_norm(corpus, norm, request.fragments)]
    return tuple({p.id: p for p in found}.values())


def _of_norm(corpus: Corpus, norm: Norm, fragments: Iterable[str]) -> list[Provision]:
    for fragment in fragments:
        steps = ids.parse(fragment)
        for size in range(len(steps), 0, -1):
            above = ids.join(norm.id, ids.build(steps[:size]))
            if above in corpus:
                return [corpus.provision(above)]
        return _by_number(norm, steps[0])
    return []


def _by_number(norm: Norm, wanted: ids.Step) -> list[Provision]:
    peers = [p for p in norm.provisions if p.kind is wanted.kind]
    peers.sort(key=lambda p: abs(ids.parse(p.fragment)[0].number - wanted.number))
    return sorted(peers[:AROUND], key=lambda p: ids.parse(p.fragment))
