"""What is no fleet spreadsheet: refused for its reason, whatever the bytes; the largest file allowed is read."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import spreadsheet
from bot.fleet_lines import Lines, understand
from bot.render import Renderer
from bot.spreadsheet_columns import COLUMNS, MOST_LINES, Unreadable
from bot.spreadsheet_files import as_xlsx
from tests.bot.sheets import paper, text, vehicle, workbook

TODAY = dt.date(2026, 6, 10)


def lines(content: bytes) -> Lines:
    return understand(spreadsheet.read(content), TODAY)


def _package(**entries: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in entries.items():
            package.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"ol\xc3\xa1;mundo\n1;2", "no_head"),
        (b"%PDF-1.7", "pdf"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old_excel"),
        (b"<html><table>", "not_a_table"),
        (b"\x00\x01\x02\x03", "not_a_table"),
        (b"PK\x03\x04 broken", "broken_workbook"),
        (_package(word__document_xml=b"<x/>"), "not_a_table"),
        (_package(mimetype=b"x", content_xml=b"<x/>"), "open_document"),
        (_package(xl__workbook_xml=b"<broken"), "broken_workbook"),
        (_package(xl__workbook_xml=b" " * 25_000_000), "too_many"),
        (b"placa;documento\n" + b"x" * 5_000_001, "too_large"),
        (b"placa\n" + b"IAB1C23\n" * (MOST_LINES + 1), "too_many"),
        (b"placa\n" + b"x" * 140_000, "broken"),
    ],
)
def test_what_is_no_fleet_spreadsheet_is_refused_for_its_reason(content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        spreadsheet.read(content)

    assert reason == refused.value.reason
    assert Renderer().html("fleet_import/unreadable", reason=reason, **refused.value.facts)


def test_the_largest_file_allowed_is_read() -> None:
    assert MOST_LINES == len(spreadsheet.read(text(*[vehicle()] * MOST_LINES)).rows)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for start in (b"", text() + b"\n"):
        with suppress(Unreadable):
            assert lines(start + content) is not None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=30), min_size=1, max_size=len(COLUMNS)))
def test_any_cells_of_a_workbook_are_read_or_told_of(cells: list[str]) -> None:
    content = as_xlsx([["".join(c for c in cell if c.isprintable()) for cell in cells]], title="Frota")

    found = lines(content)

    assert len(found.lines) + len({p.line for p in found.problems}) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 6000), st.binary(min_size=1, max_size=20))
def test_a_damaged_workbook_is_read_or_refused(at: int, junk: bytes) -> None:
    whole = workbook([["placa", "ano", "lugares"], ["IAB1C23", 2018, 15]])
    with suppress(Unreadable):
        assert lines(whole[:at] + junk + whole[at + len(junk) :]) is not None


@pytest.mark.parametrize("column", ["obs", "seguradora"])
def test_lines_swallowed_by_an_open_quote_are_missed_not_lost(column: str) -> None:
    rest = "\n".join(f"JBC2D{n:02d};LIT;10/08/2026;" for n in range(40))
    with pytest.raises(Unreadable) as refused:
        lines(f'placa;documento;vence_em;{column}\nIAB1C23;LIT;10/07/2026;"ver\n{rest}'.encode())
    assert ("broken", {"line": "2"}) == (refused.value.reason, refused.value.facts)


def test_a_cell_of_two_lines_is_one_cell() -> None:
    read = lines(b'placa;documento;vence_em;obs\nIAB1C23;LIT;10/07/2026;"ver\ncom ele"\n')
    assert [dt.date(2026, 7, 10)] == [line.expires_on for line in read.lines]


def test_what_stands_under_no_name_is_told_by_its_column() -> None:
    content = b"placa;documento;;vence_em;\nIAB1C23;LIT;10/08/2026;10/07/2026;\n"
    assert ("C",) == spreadsheet.read(content).unknown


def test_days_that_the_chat_would_ask_back_are_told_by_line() -> None:
    read = lines(
        text(
            paper("LIT", "10/07/1926"),
            paper("CRLV", "10/07/2099"),
            paper("LIT", "10/09/2027", issued="09/06/2027"),
            paper("seguro", "10/09/2027", issued="09/07/2026"),
            paper("LIT", "10/09/2026", issued="09/06/2026"),
        )
    )
    doubts = read.doubts(TODAY)
    assert ([2], [3], [4]) == (doubts.past, doubts.far, doubts.early)
