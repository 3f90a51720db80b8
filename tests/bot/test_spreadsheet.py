"""Spreadsheets as people send them: encodings, separators, heads, merged cells, formulas, dates; what is no table."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import spreadsheet
from bot.fleet_lines import Lines, understand
from bot.spreadsheet_columns import COLUMNS, Unreadable
from bot.spreadsheet_files import as_csv, as_xlsx
from bot.spreadsheet_text import clean, harmless
from bot.spreadsheet_words import importable, load_words, package_words
from knowledge.errors import KnowledgeError
from tests.bot.sheets import HEAD, paper, text, vehicle, workbook

TODAY = dt.date(2026, 6, 10)


def lines(content: bytes) -> Lines:
    return understand(spreadsheet.read(content), TODAY)


def reasons(content: bytes) -> list[tuple[int, str]]:
    return [(p.line, p.reason) for p in lines(content).problems]


def cell(column: str, value: str) -> list[tuple[int, str]]:
    """The problems of one cell of a vehicle's policy."""
    told = {"placa": "IAB1C23", "documento": "seguro", "vence_em": "10/03/2027", column: value}
    return reasons(text(";".join(told.get(name, "") for name in COLUMNS)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_the_encoding_is_found(encoding: str) -> None:
    (line,) = lines(text(paper("tacógrafo", "10/03/2027"), encoding=encoding)).lines

    assert ("tacógrafo", ("tachograph",)) == (line.word, line.kinds)


def test_lines_of_two_encodings_in_one_file_are_both_read() -> None:
    mixed = text(paper("tacógrafo", "10/03/2027")) + b"\n" + paper("licença", "10/03/2027").encode("latin-1")

    assert ["tacógrafo", "licença"] == [line.word for line in lines(mixed).lines]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_the_separator_is_found(separator: str) -> None:
    content = text(vehicle(), head=HEAD).replace(b";", separator.encode())

    assert {"year": 2018, "seats": 15} == lines(content).lines[0].vehicle


def test_excels_separator_line_is_no_row_of_the_table() -> None:
    assert [2] == [line.line for line in lines(b"sep=,\r\n" + text(vehicle()).replace(b";", b",")).lines]


@pytest.mark.parametrize(
    "head", ["PLACA;Ano de Fabricação;Nº de lugares", "Placa ;ANO;Lotação", "placa;ano_fabricacao;poltronas"]
)
def test_heads_are_known_with_or_without_accents_and_case(head: str) -> None:
    assert {"year": 2018, "seats": 15} == lines(text("IAB1C23;2018;15", head=head)).lines[0].vehicle


def test_a_title_and_empty_rows_above_the_head_are_passed_over() -> None:
    content = text("", "Placa;Ano;Lugares", ";;", "IAB1C23;2018;15", head="Frota da Aurora;;")

    assert [(5, 2018)] == [(line.line, line.vehicle["year"]) for line in lines(content).lines]


def test_unknown_columns_are_told() -> None:
    assert ("cor", "garagem") == spreadsheet.read(text("IAB1C23;azul;Ana", head="placa;cor;garagem")).unknown


def test_a_column_that_stands_twice_is_refused() -> None:
    with pytest.raises(Unreadable, match="column_twice"):
        spreadsheet.read(text("1;2;3", head="placa;ano;ano de fabricação"))


def test_a_formula_is_its_text_where_text_is_asked_and_an_error_where_a_date_is() -> None:
    formula = '=HYPERLINK("http://x";"clique")'
    head = ["placa", "documento", "numero", "vence_em"]
    content = workbook([head, ["IAB1C23", "CRLV", formula, "10/03/2027"], ["IAB1C23", "LIT", 1, "=A2+1"]])
    found = lines(content)

    assert [formula] == [line.number for line in found.lines]
    assert [(3, "formula")] == [(p.line, p.reason) for p in found.problems]


def test_a_merged_plate_stands_in_each_of_its_rows() -> None:
    head = ["placa", "documento", "vence_em"]
    rows = [
        head,
        ["IAB1C23", "LIT", "10/03/2027"],
        [None, "CRLV", "10/03/2027"],
        [None, "alvará", "10/03/2027"],
    ]
    found = lines(workbook(rows, merge=["A2:A3"]))

    assert ["IAB1C23", "IAB1C23", None] == [line.plate.text if line.plate else None for line in found.lines]


def test_excel_dates_and_numbers_are_read() -> None:
    head = ["placa", "documento", "emitido_em", "vence_em", "parcelas", "valor total", "primeira parcela"]
    row = [
        "IAB1C23",
        "seguro",
        dt.datetime.combine(dt.date(2026, 3, 10), dt.time()),
        dt.date(2027, 3, 10),
        2.0,
        1000.01,
        46122,
    ]
    (line,) = lines(workbook([head, row])).lines

    assert (dt.date(2026, 3, 10), dt.date(2027, 3, 10)) == (line.issued_on, line.expires_on)
    assert [(dt.date(2026, 4, 10), Decimal("500.00")), (dt.date(2026, 5, 10), Decimal("500.01"))] == [
        (p.due_on, p.amount) for p in line.parcels
    ]


def test_other_sheets_are_told() -> None:
    assert ("2025",) == spreadsheet.read(workbook([["placa"], ["IAB1C23"]], more=["2025"])).other_sheets


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("10/03/2027", dt.date(2027, 3, 10)),
        ("10/3/27", dt.date(2027, 3, 10)),
        ("2027-03-10", dt.date(2027, 3, 10)),
        ("2027-03-10 00:00:00", dt.date(2027, 3, 10)),
        ("10 de março de 2027", dt.date(2027, 3, 10)),
        ("46456", dt.date(2027, 3, 10)),
    ],
)
def test_dates_are_read_as_people_and_programs_write_them(typed: str, day: dt.date) -> None:
    assert [day] == [line.expires_on for line in lines(text(paper("LIT", typed))).lines]


@pytest.mark.parametrize(
    ("column", "typed", "reason"),
    [
        ("vence_em", "10/3", "date_not_full"),
        ("vence_em", "amanhã", "date_not_full"),
        ("vence_em", "em 10 dias", "date_not_full"),
        ("vence_em", "31/02/2027", "date_day"),
        ("vence_em", "29/02/2027", "date_not_leap"),
        ("vence_em", "03/25/2027", "date_month_first"),
        ("vence_em", "março", "date_month_only"),
        ("vence_em", "em 3 meses", "date_not_full"),
        ("vence_em", "semana que vem", "date_which_day"),
        ("vence_em", "logo", "date_unreadable"),
        ("emitido_em", "11/03/2027", "ends_before_start"),
        ("placa", "IABOC23", "plate_lookalike"),
        ("placa", "IAB", "plate_shape"),
        ("renavam", "123", "renavam_shape"),
        ("renavam", "12345678901", "renavam_check"),
        ("renavam", "1,23457E+10", "scientific"),
        ("ano_fabricacao", "1890", "number_range"),
        ("ano_fabricacao", "2029", "number_range"),
        ("lugares", "0", "number_range"),
        ("lugares", "muitos", "number_range"),
        ("tipo", "van", "type_unknown"),
        ("documento", "carteirinha", "kind_unknown"),
        ("valor_total", "-5,00", "money_negative"),
        ("valor_total", "mil", "money_shape"),
        ("parcelas", "99", "number_range"),
        ("parcelas", "4", "first_parcel_missing"),
        ("primeira_parcela", "10/04/2026", "parcel_count_missing"),
        ("numero", "9" * 81, "too_long"),
        ("placa", "=A1", "formula"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_cell_is_told_by_line(column: str, typed: str, reason: str) -> None:
    assert [(2, reason)] == cell(column, typed)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (";;2018;15;;;;;", "nothing_named"),
        (";;2018;;;alvará;;;10/03/2027", "plate_missing"),
        ("IAB1C23;;;;;;123;;", "document_missing"),
        ("IAB1C23;;;;;LIT;;;10/03/2027;;2;;10/04/2026", "parcels_of_policy_only"),
        ("IAB1C23;;2018;15;;;;;;;;;;sobra", "extra_cells"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(line: str, reason: str) -> None:
    assert (2, reason) in reasons(text(line))


@given(st.text(max_size=60))
def test_a_harmless_cell_is_never_a_formula_and_is_read_back_as_it_was(raw: str) -> None:
    typed = clean(raw)

    assert harmless(typed)[:1] not in {"=", "+", "-", "@"}
    assert typed == clean(harmless(typed))


def test_a_formula_leaves_as_text_in_both_kinds_of_file() -> None:
    row = ["=1+1"] + [""] * 12

    assert "'=1+1" in as_csv([row]).decode("utf-8-sig")
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(as_xlsx([row], title="Frota"))).read(
        "xl/worksheets/sheet1.xml"
    )


def test_every_kind_a_line_can_state_has_a_word_of_people() -> None:
    assert set() == {kind for kind in importable() if package_words().kind_words(kind) != (kind,)}


@pytest.mark.parametrize(
    "broken",
    [
        "columns: {placa: [ano], ano_fabricacao: [ano]}\nkinds: {}\ntypes: {}\n",
        "columns: {}\nkinds: {toxicological: [exame]}\ntypes: {}\n",
        "columns: {cor: [cor]}\nkinds: {}\ntypes: {}\n",
    ],
)
def test_a_file_of_words_that_contradicts_itself_is_refused(broken: str, tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text(broken, encoding="utf-8")

    with pytest.raises((ValueError, KnowledgeError)):
        load_words(file)
