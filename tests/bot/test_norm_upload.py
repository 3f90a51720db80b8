"""The text of a norm out of a Word file."""

from __future__ import annotations

import io

import docx

from bot.norm_upload import text_of


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
