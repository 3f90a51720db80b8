"""Which provisions no topic cites, and why: what opens a list, an item of a list told as a whole, or what nobody asks.

The reasons of the last kind stand in `data/uncovered.yaml`; a provision without any reason is a gap to be filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from knowledge.corpus import Corpus
from knowledge.grounds import ProvisionId
from knowledge.ids import GROUPINGS
from knowledge.model import Norm, Provision
from knowledge.schema import DATA, Strict, load
from knowledge.topics import Topic


class Uncovered(Strict):
    """Shape of `data/uncovered.yaml`; its header explains the field."""

    reasons: dict[ProvisionId, str]


@dataclass(frozen=True)
class Missing:
    """A provision no topic cites; without a reason it is a gap."""

    provision: Provision
    reason: str


def load_uncovered(path: Path = DATA / "uncovered.yaml") -> Mapping[str, str]:
    """The reasons written down. Raises `DataFileError`."""
    return load(path, Uncovered).reasons


def citable(norm: Norm) -> tuple[Provision, ...]:
    """What an answer may cite: all but chapters and sections."""
    return tuple(p for p in norm.provisions if p.kind not in GROUPINGS)


def missing(
    norm: Norm, corpus: Corpus, topics: Iterable[Topic], reasons: Mapping[str, str]
) -> Iterator[Missing]:
    """The provisions of a norm that no topic cites, in reading order, each with why."""
    owners: dict[str, str] = {}
    for topic in topics:
        for id_ in topic.provisions:
            owners.setdefault(id_, topic.id)
    for provision in citable(norm):
        if provision.id not in owners:
            yield Missing(provision, reasons.get(provision.id) or _told(provision, corpus, owners))


def _told(provision: Provision, corpus: Corpus, owners: Mapping[str, str]) -> str:
    """That another provision of the same article tells it; empty where none does."""
    below = next((owners[p.id] for p in corpus.descendants(provision.id) if p.id in owners), "")
    if below:
        return f"só abre a lista; os itens têm assunto ({below})"
    above = next((owners[p.id] for p in reversed(corpus.ancestors(provision.id)) if p.id in owners), "")
    return f"item de uma lista contada por inteiro em {above}" if above else ""
