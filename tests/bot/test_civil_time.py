"""The person's civil day: text and stage depend on it and on the due date alone, never on the host's zone."""

from __future__ import annotations

import datetime as dt
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import civil_day, zone_is_sane
from bot.serve import StartRefused, serve
from bot.settings import Settings
from knowledge.words import expiry_words, short_date

SAO_PAULO = ZoneInfo("America/Sao_Paulo")


def said(due: dt.date, instant: str) -> str:
    return expiry_words(due, civil_day(dt.datetime.fromisoformat(instant), SAO_PAULO))


def test_r01_a_sweep_late_in_the_evening_still_says_tomorrow() -> None:
    due = dt.date(2026, 3, 31)
    assert f"{said(due, '2026-03-31T01:30:00+00:00')}, {short_date(due)}" == "vence amanhã, 31/03/2026"


@pytest.mark.parametrize(
    ("local", "text"),
    [
        ("2026-05-10T00:05", "vence hoje"),
        ("2026-05-10T23:50", "vence hoje"),
        ("2026-05-11T00:01", "venceu ontem"),
    ],
)
def test_r02_a_paper_is_due_all_of_its_civil_day(local: str, text: str) -> None:
    assert text == said(dt.date(2026, 5, 10), f"{local}:00-03:00")


SECONDS = st.integers(1_551_000_000, 1_893_000_000)  # 2019 to 2029


@given(SECONDS, st.sampled_from(["Asia/Tokyo", "UTC", "America/New_York"]))
def test_r01_the_zone_an_instant_is_written_in_changes_nothing(seconds: int, zone: str) -> None:
    instant = dt.datetime.fromtimestamp(seconds, dt.UTC)
    assert civil_day(instant, SAO_PAULO) == civil_day(instant.astimezone(ZoneInfo(zone)), SAO_PAULO)


@pytest.mark.parametrize(("file", "sane"), [("Sao_Paulo", True), ("New_York", False)])
def test_r05_zone_data_that_does_not_read_nine_oclock_is_not_sane(file: str, sane: bool) -> None:
    with (files("tzdata.zoneinfo.America") / file).open("rb") as data:
        assert sane == zone_is_sane(ZoneInfo.from_file(data, key="America/Sao_Paulo"))


class OldZoneData(Settings):
    """The settings of a machine whose zone data is of another place."""

    @property
    def zone(self) -> ZoneInfo:
        with (files("tzdata.zoneinfo.America") / "New_York").open("rb") as data:
            return ZoneInfo.from_file(data, key="America/Sao_Paulo")


async def test_r05_a_start_with_zone_data_that_is_wrong_is_refused_for_its_reason(tmp_path: Path) -> None:
    settings = OldZoneData(_env_file=None, data_dir=tmp_path)
    with pytest.raises(StartRefused, match="fuso horário"):
        await serve(settings)
