"""Many near phrases count more than one."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.answer_bars import Bars
from knowledge.embeddings import Array, crowd
from knowledge.search import Evidence


def row(cosines: list[float]) -> Array:
    return np.array(cosines, dtype=np.float32)


def test_many_near_phrases_count_more_than_one_as_near() -> None:
    one, many = row([0.6, 0.0, 0.0]), row([0.6, 0.6, 0.6])
    assert crowd(one) < crowd(many)


def test_one_far_nearer_phrase_outweighs_a_crowd() -> None:
    assert crowd(row([0.4, 0.4, 0.4])) < crowd(row([0.6, 0.0, 0.0]))


def test_no_phrase_at_all_is_no_nearness() -> None:
    assert 0.0 == crowd(row([]))


@pytest.mark.parametrize(("told", "outside"), [(True, 0.6), (False, 0.4)])
def test_the_right_door_is_told_where_a_matter_out_of_scope_is_as_near(told: bool, outside: float) -> None:
    assert told == Bars().names_door(Evidence(0.65, outside, 0.0))
