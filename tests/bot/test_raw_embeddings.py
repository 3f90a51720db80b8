"""The cache of raw vectors: every text is embedded once, also by the next run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bot.raw_embeddings import RawEmbeddings
from knowledge.embeddings import DIMENSION


class Counting:
    """A model that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def query(self, texts: Any) -> Any:
        self.asked += texts
        return np.array([[len(t)] * DIMENSION for t in texts], dtype=np.float32)


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    model = Counting()
    raw = RawEmbeddings(model, tmp_path / "raw.npz")
    raw(["laudo", "lista"])
    rows = raw(["lista", "nota", "lista"])
    assert ["laudo", "lista", "nota"] == model.asked
    assert [5.0, 4.0, 5.0] == [float(row[0]) for row in rows]


def test_the_next_run_embeds_only_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "raw.npz"
    before = RawEmbeddings(Counting(), path)
    before(["laudo", "lista"])
    before.keep()
    after = RawEmbeddings(model := Counting(), path)
    rows = after(["lista", "seguro"])
    assert ["seguro"] == model.asked
    assert 1 == after.fresh
    assert [5.0, 6.0] == [float(row[0]) for row in rows]
