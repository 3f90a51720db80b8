"""The monthly list of care: every day of a last check in the data has an item with its button."""

from __future__ import annotations

import datetime as dt

from bot import base_care
from knowledge.library import Library

TODAY = dt.date(2026, 6, 1)


def test_every_dated_value_has_an_item(library: Library) -> None:
    keys = {item.key for item in base_care.due(library, {}, TODAY)}
    assert {f"value-{id_}" for id_ in (*library.values.series, *library.values.tables)} <= keys


def test_every_fact_of_a_checklist_from_outside_the_norm_has_an_item(library: Library) -> None:
    wanted = {
        f"list-{checklist.id}-{need.id}"
        for checklist in library.checklists.checklists.values()
        for need in checklist.requirements
        if need.beyond_norm
    }
    assert wanted
    assert wanted <= {item.key for item in base_care.items(library, {})}


def test_no_two_items_share_a_key(library: Library) -> None:
    keys = [item.key for item in base_care.items(library, {})]
    assert len(set(keys)) == len(keys)


def test_what_was_checked_today_is_not_due(library: Library) -> None:
    checked = {"value-daer-licenca": TODAY}
    assert base_care.known(library, "value-daer-licenca")
    assert "value-daer-licenca" not in {i.key for i in base_care.due(library, checked, TODAY)}
