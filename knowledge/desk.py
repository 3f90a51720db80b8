"""The answer desk of the package: corpus, topics and model put together once.

Everything it builds is read-only and may be shared by threads.
"""

from __future__ import annotations

from functools import cache

from knowledge.answers import Answerer
from knowledge.corpus import Corpus, load_corpus
from knowledge.embeddings import Model, package_model, read_vectors
from knowledge.search import Search
from knowledge.topics import Topic, load_topics
from knowledge.upf import UpfSeries, package_upf


def build_answerer(
    corpus: Corpus, topics: tuple[Topic, ...], upf: UpfSeries, *, model: Model | None = None
) -> Answerer:
    """An answerer over a corpus and topics; without a model it searches by words alone."""
    law = {p.id: p.reading for p in corpus.provisions()}
    vectors = read_vectors() if model else None
    return Answerer(Search(topics, law, model=model, vectors=vectors), corpus, upf)


@cache
def package_answerer(*, meaning: bool = True) -> Answerer:
    """The answerer of the package's own data."""
    return build_answerer(
        load_corpus(), load_topics(), package_upf(), model=package_model() if meaning else None
    )
