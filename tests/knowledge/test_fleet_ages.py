"""What may be answered about the age of a stored fleet."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.age import Manufacture
from knowledge.fleet_ages import ANSWERS, allowed
from knowledge.library import Library
from tests.conftest import NOON

YEAR = Manufacture.in_year


@pytest.mark.parametrize(
    ("answers", "fleet"),
    [
        ({"comum"}, [YEAR(2015), YEAR(2018)]),
        ({"comum", "novos"}, [YEAR(2015), YEAR(2026)]),
        ({"idosos"}, [YEAR(2003), YEAR(2015)]),
        ({"acima"}, [YEAR(2003), YEAR(2003), YEAR(2015)]),
        ({"idosos", "ambos"}, [YEAR(2003), YEAR(2026)]),
        ({"mais-de-25"}, [YEAR(1999), YEAR(2015)]),
        ({"comum", "idosos"}, [YEAR(2005), YEAR(2015)]),  # its birthday in 2026 may be past or to come
        ({"acima", "mais-de-25"}, [YEAR(2001)]),
        ({"comum"}, [Manufacture.on(dt.date(2005, 6, 10)), YEAR(2015)]),  # 21 today is not above 21
        ({"idosos"}, [Manufacture.on(dt.date(2005, 6, 9)), YEAR(2015)]),
        (set(ANSWERS), []),
    ],
    ids=lambda told: (
        " ".join(sorted(told)) if isinstance(told, set) else str(len(told))
    ),  # alike in every process
)
def test_the_stored_fleet_allows_only_what_may_be_true(
    library: Library, answers: set[str], fleet: list[Manufacture]
) -> None:
    assert answers == allowed(library.book(NOON.date()), fleet)
