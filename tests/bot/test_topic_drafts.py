"""What keeps a topic from being published, looked at with the whole base beside it."""

from __future__ import annotations

import datetime as dt

import pytest

from bot import topic_drafts
from bot.revisions import Entered, Published
from knowledge.library import Library
from knowledge.topic_checks import topic_problems
from knowledge.topics import Topic

TODAY = dt.date(2026, 6, 10)
BASE = Published(0, {}, Entered())


@pytest.fixture(scope="module")
def shipped(library: Library) -> dict[str, Topic]:
    return {topic.id: topic for topic in library.topics}


def test_every_topic_of_the_base_may_be_corrected_with_what_it_refers_to(library: Library) -> None:
    refused = [t.id for t in library.topics if list(topic_problems((t,), library, TODAY))]

    assert [] == refused


def test_a_topic_with_related_ones_has_no_defect_as_it_stands(shipped: dict[str, Topic]) -> None:
    held = shipped["daer-taxa-licenca"]

    assert held.related
    assert [] == topic_drafts.defects(held.model_dump(mode="json", exclude_unset=True), BASE, TODAY)


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("assunto desconhecido: nenhum", {"related": ["nenhum"]}),
        ("9: não está nos dispositivos", {"answer": "A taxa é de 9 UPF-RS por licença."}),
    ],
)
def test_what_does_not_stand_is_a_defect(
    shipped: dict[str, Topic], told: str, change: dict[str, object]
) -> None:
    topic = shipped["daer-taxa-licenca"].model_dump(mode="json", exclude_unset=True) | change

    assert told in " ".join(topic_drafts.defects(topic, BASE, TODAY))
