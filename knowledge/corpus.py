"""All norms, loaded once and read-only: provisions, their neighbours and labels, what was in force when.

The base is the package's files plus published revisions with the same shapes. Search and the dated values
stand elsewhere; this module states what the norms say and nothing more.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path

from knowledge import ids
from knowledge.cautions import Cautions
from knowledge.errors import UnknownProvision
from knowledge.force import in_force_on
from knowledge.ids import Kind
from knowledge.lookup import Request, read_request
from knowledge.model import Force, Norm, Provision
from knowledge.norm_build import build_norm
from knowledge.norm_store import Revision, read_norms
from knowledge.schema import DATA, load


class Corpus:
    """Every norm of the base. Immutable; a new revision is a new Corpus with a higher `revision`."""

    def __init__(self, norms: Iterable[Norm], cautions: Cautions, *, revision: int = 0) -> None:
        self.revision = revision
        self.norms: tuple[Norm, ...] = tuple(norms)
        self._cautions = cautions
        self._norms = {norm.id: norm for norm in self.norms}
        self._provisions = {p.id: p for norm in self.norms for p in norm.provisions}
        self._children: dict[str, list[Provision]] = {}
        for provision in self._provisions.values():
            above = ids.join(provision.norm, provision.parent or "")
            self._children.setdefault(above, []).append(provision)
        self._mentions: dict[str, list[Provision]] = {}
        for provision in self._provisions.values():
            for target in dict.fromkeys(id_ for mention in provision.references for id_ in mention.to):
                self._mentions.setdefault(target, []).append(provision)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._provisions

    def norm(self, id_: str) -> Norm:
        """A norm by its id. Raises `UnknownProvision`."""
        try:
            return self._norms[id_]
        except KeyError:
            raise UnknownProvision(id_) from None

    def provision(self, id_: str) -> Provision:
        """A provision by its full id. Raises `UnknownProvision`."""
        try:
            return self._provisions[id_]
        except KeyError:
            raise UnknownProvision(id_) from None

    def provisions(self) -> tuple[Provision, ...]:
        """Every provision of every norm, in reading order."""
        return tuple(self._provisions.values())

    def children(self, id_: str) -> tuple[Provision, ...]:
        """What stands straight under a provision or, for a norm's id, at its top; in reading order."""
        if id_ not in self._norms:
            self.provision(id_)
        return tuple(self._children.get(id_, ()))

    def parent(self, id_: str) -> Provision | None:
        """The provision above, a chapter for an article; None at the top."""
        provision = self.provision(id_)
        return self._provisions[ids.join(provision.norm, provision.parent)] if provision.parent else None

    def ancestors(self, id_: str) -> tuple[Provision, ...]:
        """Everything above a provision, outermost first."""
        above = self.parent(id_)
        return (*self.ancestors(above.id), above) if above else ()

    def descendants(self, id_: str) -> tuple[Provision, ...]:
        """Everything below a provision, in reading order."""
        return tuple(p for child in self.children(id_) for p in (child, *self.descendants(child.id)))

    def neighbours(self, id_: str) -> tuple[Provision | None, Provision | None]:
        """The article before and the one after (for annexes and groupings: the annex, the grouping)."""
        provision = self.provision(id_)
        top = (
            ids.build(ids.parse(provision.fragment)[:1])
            if provision.kind is not Kind.SECTION
            else provision.fragment
        )
        kind = ids.kind(top)
        peers = [p for p in self.norm(provision.norm).provisions if p.kind is kind]
        at = next(n for n, p in enumerate(peers) if p.fragment == top)
        return (peers[at - 1] if at else None, peers[at + 1] if at + 1 < len(peers) else None)

    def mentioned_by(self, id_: str) -> tuple[Provision, ...]:
        """The provisions whose text refers to this one, in reading order."""
        self.provision(id_)
        return tuple(self._mentions.get(id_, ()))

    def label(self, id_: str, *, caput: bool = False) -> str:
        """How an answer cites a provision: "Res. DAER 7.727/2022, art. 13, § 2º"."""
        provision = self.provision(id_)
        return f"{self.norm(provision.norm).short}, {ids.citation(provision.fragment, caput=caput)}"

    def reading(self, id_: str) -> str:
        """The text with its damages mended, for display and search; quotes of the law use `text`."""
        return self.provision(id_).reading

    def in_force_on(self, id_: str, on: dt.date) -> Force:
        """What is known of a provision on a date."""
        provision = self.provision(id_)
        return in_force_on(self.norm(provision.norm), provision, on, self._cautions)

    def warnings(self, id_: str, *, today: dt.date | None = None) -> tuple[str, ...]:
        """What an answer resting on this provision (or norm) must say of its standing, one line each."""
        if id_ in self._norms:
            return self._cautions.of_norm(self._norms[id_], today=today)
        provision = self.provision(id_)
        return self._cautions.of_provision(self.norm(provision.norm), provision, today=today)

    def find(self, norm_hint: str | None, text: str) -> tuple[Provision, ...]:
        """The provisions a person may mean by "artigo 13", "48 daer", "grupo V item i"; perhaps none.

        Without a norm named, the transport norms come first and the others only if those have no such
        provision.
        """
        names = {name: norm.id for norm in self.norms for name in (norm.id, *norm.names)}
        request = read_request(text, names)
        hinted = names.get((norm_hint or "").lower())
        if request.norm or hinted:
            return self._matching(request, [self.norm(request.norm or hinted or "")])
        core = [norm for norm in self.norms if norm.regime != "other"]
        others = [norm for norm in self.norms if norm.regime == "other"]
        return self._matching(request, core) or self._matching(request, others)

    def _matching(self, request: Request, norms: Iterable[Norm]) -> tuple[Provision, ...]:
        found = []
        for norm in norms:
            candidates = (ids.join(norm.id, fragment) for fragment in request.fragments)
            id_ = next((c for c in candidates if c in self._provisions), None)
            if id_:
                found.append(self._provisions[id_])
        return tuple(found)


def load_corpus(
    data: Path = DATA, *, revisions: Mapping[str, Revision] | None = None, revision: int = 0
) -> Corpus:
    """The norms of the package's files with published revisions in place of theirs.

    Raises `DataFilesError` with every problem of every file; nothing is half loaded.
    """
    stored = read_norms(data, revisions)
    cautions = load(data / "norms" / "warnings.yaml", Cautions)
    return Corpus((build_norm(one.norm, one.provisions) for one in stored), cautions, revision=revision)
