"""The text of a norm out of a Word or PDF file; what cannot be read is refused with its reason."""

from __future__ import annotations

import contextlib
import io
import zipfile

import docx
import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.norm_upload import Unreadable, text_of


def test_the_cells_of_a_word_table_are_read_in_their_place() -> None:
    document = docx.Document()
    document.add_paragraph("Art. 1º As taxas são:")
    table = document.add_table(rows=2, cols=2)
    for cell, words in zip(
        (c for r in table.rows for c in r.cells), ("Grupo I", "10 UPF", "Grupo II", "20 UPF"), strict=True
    ):
        cell.text = words
    merged = table.add_row().cells
    merged[0].merge(merged[1]).text = "Valores por ano"
    document.add_paragraph("Art. 2º Vale já.")
    held = io.BytesIO()
    document.save(held)

    expected = [
        "Art. 1º As taxas são:",
        "Grupo I",
        "10 UPF",
        "Grupo II",
        "20 UPF",
        "Valores por ano",
        "Art. 2º Vale já.",
    ]
    assert expected == text_of("norma.docx", held.getvalue()).splitlines()


def _word(**replaced: bytes) -> bytes:
    """A Word file in which some members hold other bytes."""
    document = docx.Document()
    document.add_paragraph("Art. 1º As taxas são:")
    held, made = io.BytesIO(), io.BytesIO()
    document.save(held)
    with zipfile.ZipFile(held) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, replaced.get(name.rpartition("/")[2].removesuffix(".xml"), old.read(name)))
    return made.getvalue()


def _pdf(**options: str) -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(width=200, height=200)
    if options:
        writer.encrypt(**options)
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


def _filtered(name: str, *, more: str = "") -> bytes:
    """A whole PDF whose only page is packed by this filter; `more`: of its trailer."""
    page = "/MediaBox [0 0 9 9] /Resources <</Font <<>>>> /Contents 4 0 R"
    parts = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        f"<</Type /Page /Parent 2 0 R {page}>>",
        f"<</Length 3 /Filter /{name}>> stream\nabc\nendstream",
    ]
    made, places = "%PDF-1.4\n", "0000000000 65535 f \n"
    for number, part in enumerate(parts, 1):
        places += f"{len(made):010d} 00000 n \n"
        made += f"{number} 0 obj {part} endobj\n"
    end = f"xref\n0 5\n{places}trailer <</Root 1 0 R /Size 5{more}>>\nstartxref\n{len(made)}\n%%EOF"
    return (made + end).encode()


def _aes_256() -> bytes:
    """A PDF locked by a cipher for which the program needs a library that does not come with it."""
    locks = f"/O <{'00' * 48}> /U <{'11' * 48}> /OE <{'22' * 32}> /UE <{'33' * 32}> /Perms <{'44' * 16}>"
    cipher = "/CF <</StdCF <</CFM /AESV3 /AuthEvent /DocOpen /Length 32>>>> /StmF /StdCF /StrF /StdCF"
    way = f"<</Filter /Standard /V 5 /R 6 /Length 256 /P -44 {locks} {cipher}>>"
    return _filtered("FlateDecode", more=f" /Encrypt {way} /ID [<{'00' * 16}> <{'00' * 16}>]")


@pytest.mark.parametrize(
    ("reason", "name", "content"),
    [
        ("damaged", "norma.docx", _word(document=b"<w:document")),
        ("damaged", "norma.docx", _word(document=b"<w/>")),
        ("damaged", "norma.docx", _word()[:900]),
        ("damaged", "norma.pdf", b"%PDF-1.4 nada"),
        ("damaged", "norma.pdf", _filtered("Nobody")),
        ("damaged", "norma.pdf", _filtered("JBIG2Decode")),
        ("protected", "norma.pdf", _pdf(user_password="x", algorithm="RC4-128")),
        ("protected", "norma.pdf", _aes_256()),
        ("scanned", "norma.pdf", _pdf()),
    ],
    ids=[
        "cut",
        "no body",
        "short",
        "no pages",
        "unknown filter",
        "unread filter",
        "password",
        "cipher",
        "no text",
    ],
)
def test_a_file_nobody_can_read_is_refused_with_its_reason(reason: str, name: str, content: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        text_of(name, content)

    assert reason == refused.value.reason


@settings(deadline=None)  # says nothing of the machine's speed
@given(at=st.integers(0, 30_000), junk=st.binary(max_size=40))
def test_a_damaged_word_file_is_read_or_refused(at: int, junk: bytes) -> None:
    content = _word()
    with contextlib.suppress(Unreadable):
        text_of("norma.docx", content[: at % len(content)] + junk + content[at % len(content) + len(junk) :])
