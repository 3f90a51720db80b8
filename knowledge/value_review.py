"""Dated values whose printed number no longer stands in their provision after a revision of its norm.

Such a value is in review: it is given to nobody until staff enter the new one.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.corpus import Corpus
from knowledge.dated import Stale, Values


def stale_values(values: Values, corpus: Corpus) -> dict[str, Stale]:
    """The series and tables whose newest number is not printed in their provisions any more."""
    found = {}
    for id_, places in _newest(values):
        gone = next((ids for ids, printed in places if not _stands(printed, ids, corpus)), None)
        if gone:
            found[id_] = Stale(gone[0], since(corpus, gone[0]))
    return found


def reviewed(values: Values, corpus: Corpus) -> Values:
    """The values, those in review withheld."""
    return replace(values, review=stale_values(values, corpus))


def since(corpus: Corpus, provision: str) -> dt.date | None:
    """The first day of a provision's newest wording, where it is known."""
    days = [v.from_on for v in corpus.provision(provision).versions if v.from_on]
    return max(days, default=None)


_Places = list[tuple[Sequence[str], str]]


def _newest(values: Values) -> Iterator[tuple[str, _Places]]:
    for series in values.series.values():
        places = series.values[-1].places
        yield series.id, [((p.provision,), p.printed) for p in places if p.printed]
    for table in values.tables.values():
        newest = table.tables[-1]
        yield table.id, [(newest.provisions, row.printed) for row in newest.rows]


def _stands(printed: str, provisions: Sequence[str], corpus: Corpus) -> bool:
    wanted = _plain(printed)
    held = (corpus.provision(p) for p in provisions if p in corpus)
    return any(re.search(rf"(?<!\d){re.escape(wanted)}(?!\d)", _plain(f"{h.text} {h.reading}")) for h in held)


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()
