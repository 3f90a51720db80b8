"""Raw vectors of texts kept between builds, so that rebuilding the file of vectors takes seconds.

A cache only: it stands in `FRETABOT_DATA_DIR` or the folder for temporary files, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from knowledge.embeddings import DIMENSION, Array, Model, embedded

HASH = 16


def cache_file() -> Path:
    """Where raw vectors are kept."""
    return Path(os.environ.get("FRETABOT_DATA_DIR") or tempfile.gettempdir()) / "fretabot-embeddings.npz"


class RawEmbeddings:
    """Embeds texts with a model, each text once: vectors are kept by a hash of the text."""

    def __init__(self, model: Model, path: Path) -> None:
        self._model, self._path = model, path
        self._held = _read(path)
        self.fresh = 0

    def __call__(self, texts: Sequence[str]) -> Array:
        """One raw vector per text."""
        missing = [t for t in dict.fromkeys(texts) if _hash(t) not in self._held]
        if missing:
            rows = embedded(missing, self._model)
            self._held |= {_hash(t): row for t, row in zip(missing, rows, strict=True)}
            self.fresh += len(missing)
        found: Array = np.array([self._held[_hash(t)] for t in texts], dtype=np.float32)
        return found

    def keep(self) -> None:
        """Writes the cache anew: a file half written never takes the place of a whole one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".draft.npz")
        keys = np.frombuffer(b"".join(self._held), dtype=np.uint8).reshape(len(self._held), HASH)
        np.savez(draft, keys=keys, rows=np.array(list(self._held.values()), dtype=np.float32))
        draft.replace(self._path)


def _hash(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=HASH).digest()


def _read(path: Path) -> dict[bytes, Array]:
    if not path.exists():
        return {}
    with np.load(path) as file:
        keys, rows = file["keys"], file["rows"].reshape(-1, DIMENSION)
        return {bytes(k): row for k, row in zip(keys, rows, strict=True)}
