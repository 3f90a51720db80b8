"""Buttons under a question: any number of choices can be reached, a few a screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.form_model import Choice
from handlers.form_screens import CHOICES_A_PAGE, CHOICES_A_SCREEN, page_of


@given(st.integers(min_value=0, max_value=200))
def test_t07_every_choice_stands_on_some_page_and_no_page_is_too_long(count: int) -> None:
    choices = [Choice(str(n), n) for n in range(count)]

    pages = [page_of(choices, page) for page in range(count // CHOICES_A_PAGE + 1)]

    assert set(range(count)) == {choice.value for page in pages for choice in page}
    assert max(map(len, pages)) <= CHOICES_A_SCREEN


@pytest.mark.parametrize("page", [3, 6, 300])
def test_after_the_last_page_the_first_comes_again(page: int) -> None:
    choices = [Choice(str(n), n) for n in range(CHOICES_A_PAGE * 3)]

    assert page_of(choices, 0) == page_of(choices, page)
