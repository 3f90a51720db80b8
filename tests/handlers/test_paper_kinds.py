"""Every kind that can be entered has its questions, words and templates; nothing of the file is forgotten."""

from __future__ import annotations

import pytest

from bot import changes
from bot.models.fleet import PAPER_SUBJECTS
from bot.render import Renderer
from handlers import paper_kinds
from handlers.paper_forms import CHOICES, OTHER_DATES
from handlers.paper_parcels import parcels_of
from knowledge.obligations import Obligation, package_obligations

BOTH = ["daer", "metroplan"]


def offered() -> list[Obligation]:
    return [row for subject in PAPER_SUBJECTS for row in paper_kinds.offered(subject, BOTH)]


def test_every_date_of_an_offered_kind_is_asked() -> None:
    names = {name for row in offered() for name in row.facts}

    assert {"start", "printed", *OTHER_DATES} == names


def test_every_choice_of_an_offered_kind_is_asked_and_has_words() -> None:
    labels = Renderer().labels
    asked = {(name, slug) for row in offered() for name, slugs in row.choices.items() for slug in slugs}

    assert set(CHOICES) == {name for name, _ in asked}
    wanted = {f"choice_{name}_{slug}" for name, slug in asked if (name, slug) != ("mode", "saude")}
    assert wanted <= labels.keys()


@pytest.mark.parametrize(
    "kind",
    ["lit", "recefitur", "policy", "crlv", "toxicological", "contract-licence", "ait", "passenger-list"],
)
def test_what_carriers_have_can_be_entered(kind: str) -> None:
    assert kind in {row.kind for row in offered()}


@pytest.mark.parametrize(
    "kind", ["instalment", "licence-usable", "lit-change", "recefitur-renewal", "age-limit"]
)
def test_what_follows_from_other_papers_is_not_entered(kind: str) -> None:
    assert kind not in {row.kind for row in offered()}


def test_a_carrier_of_one_regime_is_not_offered_the_other_s_papers() -> None:
    kinds = {row.authority for row in paper_kinds.offered("vehicle", ["metroplan"])}

    assert {"metroplan", "other"} == kinds


def test_a_kind_the_base_no_longer_knows_keeps_its_name_and_has_no_dates() -> None:
    assert ("Carimbo-antigo", frozenset()) == (
        paper_kinds.title("carimbo-antigo"),
        paper_kinds.facts_of("carimbo-antigo"),
    )


def test_kinds_named_in_code_are_kinds_of_the_base() -> None:
    known = {row.kind for row in package_obligations()}

    assert set() == {*paper_kinds.FIRST} - known


def test_every_deed_of_the_history_has_words() -> None:
    labels = Renderer().labels

    assert set() == {f"done_{action}" for action in changes.ACTIONS} - labels.keys()


def test_r06_ten_parcels_from_the_31st_stay_at_the_end_of_each_month() -> None:
    parcels = parcels_of({"parcels": 10, "first_due": "2026-01-31", "total": ""})

    assert [
        "31/01", "28/02", "31/03", "30/04", "31/05", "30/06", "31/07", "31/08", "30/09", "31/10",
    ] == [f"{p.due_on:%d/%m}" for p in parcels]  # fmt: skip


def test_r28_a_thousand_in_three_parcels_adds_up() -> None:
    parcels = parcels_of({"parcels": 3, "first_due": "2026-01-10", "total": "1000.00"})

    assert ["333.33", "333.33", "333.34"] == [str(p.amount) for p in parcels]


def test_a_policy_paid_at_once_has_no_parcels() -> None:
    assert [] == parcels_of({"parcels": 0})
