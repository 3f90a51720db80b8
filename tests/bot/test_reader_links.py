"""Citations lead to the reader pages when there is a public address."""

from __future__ import annotations

import pytest

from bot.reader_links import linked, page
from knowledge.library import Library


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


def test_each_provision_of_a_line_is_a_link(library: Library) -> None:
    line = linked(
        library.corpus,
        "https://exemplo.com.br",
        ["daer-7727-2022:art13", "daer-7727-2022:art48_inc5"],
        places=True,
    )

    assert (
        '<a href="https://exemplo.com.br/n/daer-7727-2022/art13">art. 13</a>; '
        '<a href="https://exemplo.com.br/n/daer-7727-2022/art48#inc5">art. 48, V</a>'
    ) == line


def test_without_a_public_address_the_line_is_plain_and_safe(library: Library) -> None:
    assert "Res. DAER 7.727/2022, art. 13; &lt;b&gt;" == linked(
        library.corpus, "", ["daer-7727-2022:art13", "<b>"]
    )
