"""What phrases teach of questions: a matrix that turns a question's vector towards the middle of its own topic.

Fitted on all phrases when the file of vectors is built: softmax regression of the topic on `question · M · middle`,
from the identity, each fold of phrases against the middles of the others. It is stopped early, which is what keeps it
general (measured: docs/decisions/answers.md).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
FOLDS, BATCH, STEPS = 4, 1500, 80
SHARPNESS = 20.0
RATE = 0.002
PULL = 0.01
"""How strongly the matrix is held to the identity."""


def middles(rows: Array, owners: npt.NDArray[np.int64], topics: int) -> Array:
    """The middle of the rows of each topic, of length one; zero for a topic without rows."""
    total = np.zeros((topics, rows.shape[1]), dtype=np.float32)
    np.add.at(total, owners, rows)
    found: Array = total / np.maximum(1e-9, np.linalg.norm(total, axis=1, keepdims=True))
    return found


def fitted_head(rows: Array, owners: npt.NDArray[np.int64], topics: int) -> Array:
    """The matrix for these phrases; the same phrases give the same matrix."""
    chance = np.random.default_rng(0)
    fold = chance.integers(0, FOLDS, len(rows))
    centres = [middles(rows[fold != k], owners[fold != k], topics) for k in range(FOLDS)]
    head = np.eye(rows.shape[1], dtype=np.float32)
    mean, spread = np.zeros_like(head), np.zeros_like(head)
    for step in range(1, STEPS + 1):
        asked = np.flatnonzero(fold == step % FOLDS)
        asked = chance.choice(asked, min(BATCH, len(asked)), replace=False)
        slope = _slope(head, rows[asked], owners[asked], centres[step % FOLDS])
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        head -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-6)
    return head


def _slope(head: Array, rows: Array, owners: npt.NDArray[np.int64], centres: Array) -> Array:
    """How the loss of a batch changes with the matrix (Adam follows it)."""
    logits = SHARPNESS * (rows @ head) @ centres.T
    share = np.exp(logits - logits.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    share[np.arange(len(rows)), owners] -= 1
    found: Array = SHARPNESS * (rows.T @ (share @ centres)) / max(1, len(rows)) + PULL * (
        head - np.eye(len(head), dtype=np.float32)
    )
    return found
