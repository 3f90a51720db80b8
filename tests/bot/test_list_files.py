"""Lists sent as files."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import pytest
from openpyxl import Workbook

from bot.list_files import SIZE_LIMIT, UnreadableList, read, readable


def book(*rows: list[object]) -> bytes:
    """A spreadsheet."""
    made, content = Workbook(), io.BytesIO()
    for row in rows:
        made.worksheets[0].append(row)
    made.save(content)
    return content.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_texts_are_read_in_any_usual_form(encoding: str, mark: str) -> None:
    content = f'Nome{mark}CPF\r\n"Conceição Luz"{mark}111\r\n'.encode(encoding)

    assert [["Nome", "CPF"], ["Conceição Luz", "111"]] == read("Lista <1ª>.CSV", content)


def test_a_spreadsheet_gives_its_cells_as_people_see_them() -> None:
    (row,) = read("a.xlsx", book(["Ana Luz", 11144477735.0, None, dt.date(1990, 5, 7)]))

    assert ["Ana Luz", "11144477735", "", "07/05/1990"] == row


def test_an_empty_row_keeps_its_place_so_that_lines_are_told_by_their_number() -> None:
    assert [["Ana"], [], ["Rui"]] == read("a.csv", b"Ana\n\nRui\n")


def test_a_file_that_mixes_encodings_is_read() -> None:
    content = "Conceição;1\n".encode() + "João;2\n".encode("latin-1")
    assert [["Conceição", "1"], ["João", "2"]] == read("a.csv", content)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", b"%PDF", "kind"),
        ("a", b"x", "kind"),
        ("a.csv", b"x" * (SIZE_LIMIT + 1), "size"),
        ("a.csv", b"a\0b", "broken"),
        ("a.xlsx", b"PK not a book", "broken"),
    ],
)
def test_what_is_no_list_is_refused_with_its_reason(name: str, content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableList) as refused:
        read(name, content)

    assert reason == refused.value.reason


def test_a_book_that_swells_is_not_unpacked() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/sharedStrings.xml", b"0" * 30_000_000)

    with pytest.raises(UnreadableList, match="size"):
        read("a.xlsx", content.getvalue())


def test_thirty_megabytes_are_refused_before_they_are_fetched() -> None:
    assert "size" == readable("lista.xlsx", 30_000_000)
