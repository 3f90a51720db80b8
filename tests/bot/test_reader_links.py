"""Citations lead to the reader pages when there is a public address."""

from __future__ import annotations

import pytest

from bot.reader_links import page


@pytest.mark.parametrize(
    ("provision", "path"),
    [
        ("daer-7727-2022", "/n/daer-7727-2022"),
        ("daer-7727-2022:art13", "/n/daer-7727-2022/art13"),
        ("daer-7727-2022:art48_inc5_ali3", "/n/daer-7727-2022/art48#inc5_ali3"),
        ("cetm-2015:anx1", "/n/cetm-2015/anx1"),
    ],
)
def test_a_provision_has_its_place_on_the_page_of_its_article(provision: str, path: str) -> None:
    assert f"https://exemplo.com.br{path}" == page("https://exemplo.com.br/", provision)


def test_without_a_public_address_there_is_no_link() -> None:
    assert page("", "daer-7727-2022:art13") == ""
