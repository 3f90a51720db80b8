"""The answer desk of a library: its corpus, topics and values, and the model, put together once.

Everything it builds is read-only and may be shared by threads.
"""

from __future__ import annotations

from functools import cache

from knowledge.answers import Answerer
from knowledge.embeddings import Model, package_model, read_vectors
from knowledge.library import Library, load_library
from knowledge.review import review_of
from knowledge.search import Search
from knowledge.uncollected import uncollected


@uncollected()
def build_answerer(library: Library, *, model: Model | None = None) -> Answerer:
    """An answerer over a library, its entered values too; without a model it searches by words alone."""
    law = {p.id: p.reading for p in library.corpus.provisions()}
    vectors = read_vectors() if model else None
    search = Search(library.topics, law, model=model, vectors=vectors)
    return Answerer(search, library.corpus, library.book, review=review_of(library))


@cache
def package_answerer(*, meaning: bool = True) -> Answerer:
    """The answerer of the package's own data."""
    return build_answerer(load_library(), model=package_model() if meaning else None)
