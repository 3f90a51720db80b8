"""Spreadsheets for tests: the bytes of a workbook and of a text table."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook

HEAD = (
    "placa;renavam;ano_fabricacao;lugares;tipo;documento;numero;emitido_em;vence_em;seguradora;"
    "parcelas;valor_total;primeira_parcela"
)


def text(*lines: str, head: str = HEAD, encoding: str = "utf-8") -> bytes:
    return "\n".join([head, *lines]).encode(encoding)


def vehicle(plate: str = "IAB1C23", *, year: object = 2018, seats: object = 15, kind: str = "") -> str:
    return f"{plate};;{year};{seats};{kind}"


def paper(word: str, due: str, *, plate: str = "IAB1C23", number: str = "", issued: str = "") -> str:
    return f"{plate};;;;;{word};{number};{issued};{due}"


def workbook(rows: Sequence[Sequence[Any]], *, merge: Sequence[str] = (), more: Sequence[str] = ()) -> bytes:
    book = Workbook()
    page = book.worksheets[0]
    for row in rows:
        page.append(list(row))
    for area in merge:
        page.merge_cells(area)
    for title in more:
        book.create_sheet(title).append(["x"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
