"""Several infractions told in one question: each found in its own clause, then summed.

DAER 7.727/2022, art. 52: infractions of different nature are fined each. The arithmetic is `calc_fine.py`.
"""

from __future__ import annotations

import datetime as dt
import re

from knowledge.calc_fine import Conduct, package_conducts
from knowledge.calculation import Book, Calculation
from knowledge.calculators import run
from knowledge.errors import NoValueInForce
from knowledge.search import Search
from knowledge.text import terms, words
from knowledge.topics import Topic
from knowledge.wish import Wish

_CLAUSES = re.compile(r"[,;.?!]|\be(?: também| ainda)?\b|\bmais\b", re.IGNORECASE)
_SUM = re.compile(
    r"\b(som\w+|total|tudo|junt[oa]s?|as duas|as tr[eê]s|quanto (?:d[aá]|fica))\b", re.IGNORECASE
)
SUPPORT = 6.0
"""How much must speak for an infraction before it is counted."""


def several_fines(question: str, wish: Wish, search: Search, on: dt.date) -> tuple[Calculation, ...]:
    """The sum of the infractions of a question that asks for one; empty unless it tells of two or more."""
    if "fine" not in wish.intents or not _SUM.search(question):
        return ()
    found = dict.fromkeys(c.id for c in (_conduct(part, search) for part in _CLAUSES.split(question)) if c)
    if len(found) < 2:
        return ()
    try:
        calculated = run("fine", {"conducts": "; ".join(found)}, Book.package(on), authority="daer")
    except NoValueInForce:
        return ()
    return () if isinstance(calculated, dict) else tuple(calculated)


def _conduct(clause: str, search: Search) -> Conduct | None:
    if len(terms(words(clause))) < 2:
        return None
    hits = search.rank(clause, Wish(authority="daer", intents=frozenset({"fine"})), top=1, by_meaning=False)
    if not hits or hits[0].support < SUPPORT:
        return None
    return conduct_of(hits[0].topic)


def conduct_of(topic: Topic) -> Conduct | None:
    """The infraction a topic is about: the one whose provision it cites first."""
    return next((c for c in package_conducts().values() if c.provision in topic.provisions[:1]), None)
