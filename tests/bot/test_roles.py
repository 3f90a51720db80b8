"""Who may do, see and hear what: the file as it is, and what it must refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.roles import FILE, load_roles, package_roles
from knowledge.errors import DataFilesError
from knowledge.obligations import package_obligations

HEALTH = ("cnh-medical", "toxicological")


def test_a_driver_sees_what_is_carried_on_board_and_nothing_of_the_company() -> None:
    roles = package_roles()

    seen = {
        h for h in ("company", "vehicle", "contract", "policy") if roles.sees("driver", h, "x", own=False)
    }

    assert {"vehicle", "policy"} == seen


@pytest.mark.parametrize("kind", HEALTH)
def test_a_health_date_is_seen_by_the_driver_and_whoever_manages(kind: str) -> None:
    roles = package_roles()

    seen = {role for role in roles.roles if roles.sees(role, "driver", kind, own=False)}

    assert {"owner", "manager"} == seen
    assert roles.sees("driver", "driver", kind, own=True)


def test_health_kinds_are_kinds_of_drivers_in_the_base() -> None:
    assert {"driver"} == {package_obligations()[kind].holder for kind in package_roles().health.kinds}


def test_only_owners_make_owners_and_close_the_company() -> None:
    able = {role for role, rule in package_roles().roles.items() if rule.may & {"owners", "company"}}

    assert {"owner"} == able


def test_nobody_hears_of_what_is_not_shown(tmp_path: Path) -> None:
    broken = tmp_path / "roles.yaml"
    text = FILE.read_text().replace("sees: [vehicle, policy, trip]", "sees: [vehicle]")
    broken.write_text(text)

    with pytest.raises(DataFilesError, match="não vê: trip"):
        load_roles(broken)


def test_a_role_of_the_tables_must_stand_in_the_file(tmp_path: Path) -> None:
    broken = tmp_path / "roles.yaml"
    broken.write_text(FILE.read_text().replace("  driver:\n    may", "  motorista:\n    may"))

    with pytest.raises(DataFilesError, match="motorista"):
        load_roles(broken)


def test_what_is_left_to_another_role_is_heard_by_it(tmp_path: Path) -> None:
    broken = tmp_path / "roles.yaml"
    broken.write_text(FILE.read_text().replace("leaves_to: {owner: [company", "leaves_to: {driver: [company"))

    with pytest.raises(DataFilesError, match=r"manager\.leaves_to\.driver"):
        load_roles(broken)


def test_a_thing_left_to_one_another_would_be_told_to_nobody(tmp_path: Path) -> None:
    broken = tmp_path / "roles.yaml"
    broken.write_text(FILE.read_text().replace("{manager: [vehicle, ", "{manager: [company, vehicle, "))

    with pytest.raises(DataFilesError, match=r"leaves_to"):
        load_roles(broken)


def test_manager_and_owner_share_what_is_told_first_without_a_gap_or_an_overlap() -> None:
    roles = package_roles()
    everything = roles.roles["owner"].hears

    left = {h: {r for r in ("owner", "manager") if not roles.leaves_to(r, h)} for h in everything}

    assert {1} == {len(first) for first in left.values()}
