"""What the tests of the knowledge base share: the real norms, loaded once."""

from __future__ import annotations

import pytest
from hypothesis import settings

from knowledge.answers import Answerer
from knowledge.corpus import Corpus, load_corpus
from knowledge.library import Library
from knowledge.norm_store import StoredNorm, read_norms

settings.register_profile("fretabot", deadline=None)  # a busy machine is no failure
settings.load_profile("fretabot")


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return load_corpus()


@pytest.fixture(scope="session")
def stored() -> dict[str, StoredNorm]:
    return {one.norm.id: one for one in read_norms()}


@pytest.fixture
def desk(knowledge: tuple[Library, Answerer]) -> Answerer:
    """The answer desk of the package."""
    return knowledge[1]
