"""The sentences the checklist engine puts around answers; their words are in `data/checklist_texts.yaml`."""

from __future__ import annotations

from knowledge.schema import DATA, Strict, load


class Texts(Strict):
    """Sentences with places to fill, by what they say."""

    always: str
    because: str
    not_because: str
    not_asked: str
    missing: str
    stopped: str
    outside: str
    fee_unknown: str
    fee_missing_answer: str
    deadline_missing_answer: str
    deadline_business_days: str
    deadline_computed: str
    calendar_missing: str
    days_skipped: str


TEXTS = load(DATA / "checklist_texts.yaml", Texts)
