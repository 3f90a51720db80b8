"""Which kinds of `knowledge.obligations` people enter as papers, for whom, and what is asked of each."""

from __future__ import annotations

from knowledge.obligations import Obligation, package_obligations

HOLDERS = {
    "vehicle": ("vehicle", "policy", "fine"),
    "company": ("company", "policy", "request", "fine"),
    "contract": ("contract",),
    "driver": ("driver",),
    "trip": ("trip",),
}
"""Where a paper is entered → whose kinds are offered there."""

FIRST = (
    "lit", "policy", "crlv", "tachograph", "vehicle-licence",
    "recefitur", "cadastur", "alvara", "cnd-federal", "crf-fgts",
)  # fmt: skip
"""What people enter most is offered first; the rest in the order of the file."""

_OWN_SCREENS = frozenset({"instalment", "late-instalment"})
"""Rules of parcels, which are entered with their policy."""


def holder_of(kind: str) -> str:
    """Whose paper a kind is; a kind the base no longer knows is treated as the company's own."""
    kinds = package_obligations()
    return kinds[kind].holder if kind in kinds else "company"


def title(kind: str) -> str:
    """How people call it; a kind the base no longer knows keeps its slug."""
    kinds = package_obligations()
    found = kinds[kind].title if kind in kinds else kind
    return found[:1].upper() + found[1:]


def facts_of(kind: str) -> frozenset[str]:
    """The names of the dates a kind knows; none for a kind the base no longer knows."""
    kinds = package_obligations()
    return frozenset(kinds[kind].facts) if kind in kinds else frozenset()


def ends(kind: str) -> bool:
    """Whether the date is the end of a paper, not the last day of something to do."""
    kinds = package_obligations()
    return kind not in kinds or kinds[kind].act == "paper"


def offered(subject: str, authorities: list[str]) -> list[Obligation]:
    """The kinds one may enter for a vehicle, company, contract, driver or trip of a carrier of these authorities."""
    wanted = {*authorities, "other"}
    rows = [
        row
        for row in package_obligations()
        if row.holder in HOLDERS[subject]
        and row.authority in wanted
        and row.stages
        and row.rule not in _OWN_SCREENS
        and (row.act != "advice" or subject in {"trip", "company"})
        and row.rule != "renewal-opening"
        and (row.facts or row.rule == "passenger-list")
    ]
    return sorted(rows, key=lambda row: FIRST.index(row.kind) if row.kind in FIRST else len(FIRST))
