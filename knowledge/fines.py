"""Several infractions told in one question: each found in its own clause, then summed.

DAER 7.727/2022, art. 52: infractions of different nature are fined each. The arithmetic is `calc_fine.py`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.calc_fine import SEPARATE, Conduct, package_conducts, without_authorization
from knowledge.calculation import Book, Calculation, Line
from knowledge.calculators import run
from knowledge.errors import NoValueInForce
from knowledge.facts import Facts
from knowledge.ids import from_roman
from knowledge.notes import note
from knowledge.ruling import Ruling
from knowledge.search import Search
from knowledge.text import fold, terms, words
from knowledge.topics import Topic
from knowledge.wish import Wish
from knowledge.words import number, upf_amount

_CLAUSES = re.compile(r"[,;.?!]|\be(?: também| ainda)?\b|\bmais\b", re.IGNORECASE)
_SUM = re.compile(
    r"\b(som\w+|total|tudo|junt[oa]s?|as duas|as tr[eê]s|quanto (?:d[aá]|fica))\b", re.IGNORECASE
)
_AGAIN = re.compile(
    r"\b(?:segunda|terceira|quarta|[2-4][ªa]?) (?:vez|autua\w+|multa)|reincid\w+|repet\w+|mesma infra\w+"
    r"|multa\w*|infra\w+|dobr\w+|autua\w+|penalidade|upf"
    r"|(?:menos|dentro|prazo) de (?:um|1) ano|em dobro|no ano",
    re.IGNORECASE,
)
ALONE = 6
"""A clause of so few words that tells of no authorisation tells of nothing else."""
SUPPORT = 6.0
"""How much must speak for an infraction before it is counted."""


def sums_fines(question: str) -> bool:
    """Whether fines are meant though the word is not said: no authorisation, and a total asked for."""
    return _unauthorised(question) and _SUM.search(question) is not None


def told_fines(
    question: str, wish: Wish, facts: Facts, search: Search, book: Book
) -> tuple[Calculation, ...]:
    """The infractions a question tells of, summed or in double; empty unless it tells of several or a
    repetition.
    """
    if "fine" not in wish.intents and not facts.repeat:
        return ()
    groups = told_groups(question, book)
    if groups:
        return groups
    repeats = max(0, (facts.repeat or 1) - 1)
    clauses = _CLAUSES.split(question) if _SUM.search(question) else []
    found = list(dict.fromkeys(c.id for c in (_conduct(part, search) for part in clauses) if c))
    if len(found) < 2:
        only = _conduct(question, search) if repeats else None
        if only is None:
            return ()
        found = [only.id]
    try:
        inputs = {"conducts": "; ".join(found), "repeats": str(repeats)}
        if _unauthorised(question):
            inputs["unauthorised"] = "sim"
        calculated = run("fine", inputs, book, authority="daer")
    except NoValueInForce:
        return ()
    return () if isinstance(calculated, dict) else tuple(calculated)


_GROUPS = re.compile(
    r"(?:\b(\d{1,2}) )?(?:multas? |infra\S+ |autua\S+ )?(?:do |da |de )?\bgrupo (i{1,3}|iv|v|[1-5])\b",
    re.IGNORECASE,
)


def told_groups(question: str, book: Book) -> tuple[Calculation, ...]:
    """The sum of fines told by their groups: "3 multas do grupo III", "grupo I e grupo II"; empty for one
    alone.
    """
    told = [(int(n or 1), int(g) if g.isdecimal() else from_roman(g)) for n, g in _GROUPS.findall(question)]
    if sum(count for count, _ in told) < 2 or len(told) > 5:
        return ()
    try:
        single = [(count, book.stated(f"daer-multa-grupo-{group}").value) for count, group in told]
    except NoValueInForce:
        return ()
    total = sum((count * value for count, value in single), Decimal(0))
    shown = " + ".join(
        f"{count} × {number(value)}" if count > 1 else number(value) for count, value in single
    )
    said = note("fine_sum", sum=shown, amount=book.money(total, "daer-multa-grupo-1"))
    provisions = tuple(f"daer-7727-2022:art48_inc{group}" for _, group in told)
    return (
        Calculation("fine", "daer", (Line(said, Ruling(total, (*dict.fromkeys(provisions), SEPARATE))),)),
    )


def _conduct(clause: str, search: Search) -> Conduct | None:
    """The infraction of a clause: the best of the topics about one, if enough speaks for it."""
    if _unauthorised(clause) and len(clause.split()) <= ALONE:
        return without_authorization()[0]
    clause = _AGAIN.sub(" ", clause)
    if len(terms(words(clause))) < 2:
        return None
    wish = Wish(authority="daer", intents=frozenset({"fine"}))
    hits = search.rank(clause, wish, top=10, by_meaning=False)
    return next((c for h in hits if h.support >= SUPPORT and (c := conduct_of(h.topic))), None)


def _unauthorised(text: str) -> bool:
    """The firm itself has no authorisation: an infraction of its own, and every other is doubled (art. 48, § 6º)."""
    return without_authorization()[1].search(fold(text)) is not None


def conduct_of(topic: Topic) -> Conduct | None:
    """The infraction a topic is about: the one whose provision it cites first."""
    return next((c for c in package_conducts().values() if c.provision in topic.provisions[:1]), None)


_GROUP = re.compile(r"^daer-7727-2022:art48_inc([1-5])$")
RECIDIVISM = "daer-7727-2022:art48_par3"


def doubled_group(topic: Topic, facts: Facts, book: Book) -> tuple[Calculation, ...]:
    """A whole group of fines in double, where the question tells of a repetition (art. 48, § 3º)."""
    group = _GROUP.match(topic.provisions[0]) if topic.provisions else None
    if group is None or not facts.repeat:
        return ()
    series = f"daer-multa-grupo-{group.group(1)}"
    single, factor = book.stated(series), book.stated("daer-multa-dobro")
    said = note(
        "answer_double_group",
        single=upf_amount(single.value),
        amount=book.money(single.value * factor.value, series),
    )
    provisions = (topic.provisions[0], RECIDIVISM)
    return (Calculation("fine", "daer", (Line(said, Ruling(single.value * factor.value, provisions)),)),)


def share_off_list(topic: Topic, facts: Facts) -> tuple[Calculation, ...]:
    """What share of the list the people off it are: up to half is only fined (art. 50, III)."""
    limit = "daer-7727-2022:art50_inc3"
    if limit not in topic.provisions or not facts.people or not facts.listed:
        return ()
    percent = round(100 * facts.people / facts.listed)
    said = note("answer_share", people=facts.people, listed=facts.listed, percent=percent)
    return (Calculation("off-list", "daer", (Line(said, Ruling(percent, (limit,))),)),)
