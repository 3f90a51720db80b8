"""The UPF of any year can be put right by an editor, those that came with the base too; the log keeps what stood."""

from __future__ import annotations

from decimal import Decimal

import pytest
from sqlmodel import select

from bot import accounts, revisions
from bot.models.staff import Audit
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal


@pytest.fixture
def editor(stand_in: Rehearsal) -> Rehearsal:
    accounts.appoint(stand_in.session, user_id=PERSON, role="editor", name="Ana", now=NOON)
    return stand_in


def enters(editor: Rehearsal, year: int, value: str) -> str:
    """From the list of years to the end; gives what was asked for confirmation."""
    [button] = [
        b for row in editor.press("values.upf_years").keyboard for b in row if b.args.get("year") == year
    ]
    assert "Qual é a UPF-RS" in editor.press(button.action, **button.args).parts[0]
    echo = editor.says(value).parts[0]
    dates = {"taxes_from": f"{year}-01-01", "fees_from": f"{year}-02-01"}
    exact = str(Decimal(value.replace(",", ".")))
    editor.finish("value_upf", year=year, value=exact, source="DOE", **dates)
    return echo


@pytest.mark.parametrize(("year", "value"), [(2026, "28,5000"), (2015, "15,5000")])
def test_a_year_that_came_with_the_base_is_put_right_after_a_confirmation(
    editor: Rehearsal, year: int, value: str
) -> None:
    stood = editor.services.library.upf.years[year].value

    echo = enters(editor, year, value)

    assert "veio com a base" in echo
    assert f"{stood:.4f}".replace(".", ",") in echo
    published = revisions.published(editor.session)
    assert [(year, Decimal(value.replace(",", ".")))] == [(y.year, y.value) for y in published.entered.upf]
    assert (
        Decimal(value.replace(",", "."))
        == editor.services.library.upf.with_added(published.entered.upf).years[year].value
    )


def test_the_log_keeps_what_stood_before(editor: Rehearsal) -> None:
    enters(editor, 2026, "28,5000")

    [line] = editor.session.exec(select(Audit)).all()

    was = str(editor.services.library.upf.years[2026].value)
    assert {"value": "UPF 2026", "is": "28.5000", "was": was} == line.facts


def test_the_log_shows_figures_as_people_write_them(editor: Rehearsal) -> None:
    enters(editor, 2026, "28,5000")

    assert "novo: 28,5000" in editor.press("staff.log").parts[0]


def test_a_year_far_from_the_others_is_not_taken(editor: Rehearsal) -> None:
    dates = {"taxes_from": "2031-01-01", "fees_from": "2031-02-01"}

    editor.finish("value_upf", year=2031, value="30.0000", source="DOE", **dates)

    assert "norms_admin/problem" == editor.answered[-1].template
    assert () == revisions.published(editor.session).entered.upf
