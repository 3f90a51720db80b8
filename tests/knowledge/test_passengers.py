"""Lists of passengers as people paste them."""

from __future__ import annotations

import pytest

from knowledge.passengers import Passenger, Problem, read_rows, rows_of

CPF = "11144477735"


@pytest.mark.parametrize(
    "line",
    [
        "Maria da Conceição;111.444.777-35",
        "Maria da Conceição\t111.444.777-35",
        "1. Maria da Conceição - CPF 111.444.777-35",
        "2) Maria  da  Conceição, CPF, 11144477735",
        "Maria da Conceição CPF: 111.444.777-35",
        "7;Maria da Conceição;11144477735",
    ],
)
def test_a_line_is_read_however_it_is_parted(line: str) -> None:
    found = read_rows(rows_of(f"{line}\nRui Sol; RG 55"))

    assert (Passenger("Maria da Conceição", "cpf", CPF), ()) == (found.passengers[0], found.problems)


def test_columns_are_read_by_their_titles_and_the_first_document_counts() -> None:
    rows = [["Matrícula", "Nome", "CPF"], ["9-A", "Ana Luz", ""], ["", "Rui Sol", "111.444.777-35"]]

    assert (Passenger("Ana Luz", "matricula", "9-A"), Passenger("Rui Sol", "cpf", CPF)) == read_rows(
        rows
    ).passengers


def test_a_cpf_that_a_spreadsheet_made_a_number_gets_its_zeros_back() -> None:
    rows = [["Nome", "CPF"], ["Ana Luz", "191"], ["Eva Mar", "1234567890"], ["Rui Sol", CPF]]

    found = read_rows(rows)

    assert () == found.passengers
    assert (Problem(2, "cpf"),) == found.problems


def test_three_hundred_names_are_read() -> None:
    text = "\n".join(f"Pessoa Número{chr(65 + n % 26)} Ção; matrícula {n}" for n in range(1, 301))

    assert 300 == len(read_rows(rows_of(text)).passengers)


def test_each_faulty_line_is_named_and_no_name_is_repeated() -> None:
    text = "Ana Luz\nEva; 12\n; 13\nRui Sol; 111.444.777-36\nIvo Mar; 99\nLia Rio; 99\n"

    found = read_rows(rows_of(text))

    assert (
        Problem(1, "no_document"),
        Problem(2, "full_name"),
        Problem(3, "no_name"),
        Problem(4, "cpf"),
        Problem(6, "repeated", 5),
    ) == found.problems


def test_one_person_is_too_few_and_more_than_the_seats_too_many() -> None:
    assert (Problem(0, "too_few", 2),) == read_rows(rows_of("Ana Luz; 12")).problems
    assert (Problem(0, "too_many", 2),) == read_rows(
        rows_of("Ana Luz; 12\nEva Mar; 13\nRui Sol; 14"), seats=2
    ).problems


def test_an_endless_list_is_refused_at_once() -> None:
    assert (Problem(0, "too_long", 1000),) == read_rows([["Ana Luz", "1"]] * 5000).problems
