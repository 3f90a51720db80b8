"""Sheets: every character, every style, boxes and codes, the printed forms word for word."""

from __future__ import annotations

import datetime as dt
import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from bot import pdf
from bot.pdf import Sheet
from bot.render import Renderer
from knowledge.library import Library

ON = dt.date(2026, 6, 10)
FORM: dict[str, Any] = {
    "company": "Transportes <b>Aurora</b> & Filhos", "cnpj": "11.222.333/0001-81", "phone": "", "mail": "",
    "recefitur": "", "plates": "", "signer": "Marli", "cpf": "111.444.777-35", "on": ON, "boxes": [],
}  # fmt: skip


def text_of(sheet: Sheet) -> str:
    """What a sheet says."""
    pages = PdfReader(io.BytesIO(pdf.draw(sheet))).pages
    return "\n".join(page.extract_text() for page in pages)


def test_accents_and_quotation_marks_are_written_and_what_the_font_lacks_is_a_question_mark() -> None:
    sheet = Sheet((("p", "Ação § 2º “não” – R$ 1.133,06 José Łódź 🚌"),), "pé", ON)

    assert "Ação § 2º “não” – R$ 1.133,06 José Łódź ?" in text_of(sheet)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    sheet = Sheet((("title", "Lista"), ("tick", "um"), ("done", "dois")), "pé", ON, "https://t.me/x?start=y")

    assert pdf.draw(sheet) == pdf.draw(sheet)


def test_a_line_without_a_style_is_a_defect() -> None:
    with pytest.raises(ValueError, match="without style"):
        pdf.lines("title: bom\nsem estilo")


def test_long_sheets_number_their_pages_and_keep_every_line() -> None:
    sheet = Sheet(tuple(("tick", f"item {n}.") for n in range(120)), "pé", ON, "https://t.me/x?start=y")

    text = text_of(sheet)

    assert "pé · 1/" in text
    assert [n for n in range(120) if f"item {n}." not in text] == []


def test_nothing_is_coloured() -> None:
    sheet = Sheet(
        (("title", "Lista"), ("tick", "um"), ("cells", "a | b")), "pé", ON, "https://t.me/x?start=y"
    )
    page = PdfReader(io.BytesIO(pdf.draw(sheet))).pages[0]

    colours = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg\b", page.get_contents().get_data())  # type: ignore[union-attr]

    assert [] == [c for c in colours if len(set(c)) > 1]


@pytest.mark.parametrize(("form", "annex"), [("request", "anx2"), ("declaration", "anx13")])
def test_a_printed_form_says_what_the_norm_prints(library: Library, form: str, annex: str) -> None:
    printed = _words(library.corpus.provision(f"daer-7727-2022:{annex}").text)
    filled = {"company", "cnpj", "signer", "cpf"}

    blank = {**FORM, **dict.fromkeys(filled, "")}
    said = [
        _words(t) for s, t in pdf.lines(Renderer().html(f"pdf/{form}", **blank)) if s in {"body", "small"}
    ]

    assert [] == [sentence for sentence in said if sentence not in printed]


def test_the_request_form_keeps_the_headings_between_its_boxes(library: Library) -> None:
    boxes = [("RENOVAÇÃO CADASTUR", False), ("LICENÇA DE TURISMO", True)]
    sheet = Sheet(pdf.lines(Renderer().html("pdf/request", **{**FORM, "boxes": boxes})), "pé", ON)

    run = "RENOVAÇÃO CADASTUR EVENTUAL CONTÍNUO"
    assert run in _words(library.corpus.provision("daer-7727-2022:anx2").text)
    assert run in _words(text_of(sheet))


def _words(text: str) -> str:
    """The words alone: blanks to fill in and marks apart."""
    return " ".join(re.findall(r"[^\W_]+", text))


def test_names_from_people_stand_as_they_are_written() -> None:
    sheet = Sheet(pdf.lines(Renderer().html("pdf/declaration", **FORM)), "pé", ON)

    assert "Transportes <b>Aurora</b> & Filhos" in " ".join(text_of(sheet).split())
