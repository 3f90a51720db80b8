"""The matrix phrases teach: the same phrases give the same one, and it drowns what tells no topic apart."""

from __future__ import annotations

import numpy as np

from knowledge.head import Array, fitted_head, middles

TOPICS, EACH, WIDTH = 30, 20, 40


def sample(seed: int) -> tuple[Array, np.ndarray]:
    """Rows of 30 topics told apart by ten directions, among thirty loud ones that tell nothing."""
    chance = np.random.default_rng(seed)
    centres = np.random.default_rng(1).normal(size=(TOPICS, 10))
    owners = np.repeat(np.arange(TOPICS), EACH)
    rows = np.concatenate(
        [centres[owners] + chance.normal(size=(len(owners), 10)), 2 * chance.normal(size=(len(owners), 30))],
        axis=1,
    ).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), owners


def right(head: Array, seed: int) -> float:
    rows, owners = sample(0)
    asked, meant = sample(seed)
    return float((((asked @ head) @ middles(rows, owners, TOPICS).T).argmax(axis=1) == meant).mean())


def test_the_same_phrases_give_the_same_matrix() -> None:
    rows, owners = sample(0)
    assert np.array_equal(fitted_head(rows, owners, TOPICS), fitted_head(rows, owners, TOPICS))


def test_questions_not_seen_are_told_apart_better() -> None:
    rows, owners = sample(0)
    plain = right(np.eye(WIDTH, dtype=np.float32), seed=2)
    assert right(fitted_head(rows, owners, TOPICS), seed=2) > plain + 0.05


def test_a_topic_without_phrases_has_no_middle() -> None:
    rows, owners = sample(0)
    assert not middles(rows, owners, TOPICS + 1)[TOPICS].any()
