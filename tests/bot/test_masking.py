"""Personal data never reaches the list of questions."""

from __future__ import annotations

import pytest

from bot.masking import masked


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("meu [placa] parou", "meu ivx-1a23 parou"),
        ("e a [placa]?", "e a IAB 1234?"),
        ("CNPJ [CNPJ]", "CNPJ 12.345.678/0001-95"),
        ("CNPJ [CNPJ]", "CNPJ 12.ABC.345/01DE-35"),
        ("cpf [CPF]", "cpf 123.456.789-09"),
        ("ligue [telefone]", "ligue (51) 99999-0000"),
        ("ligue [número]", "ligue 51999990000"),
        ("escreva a [e-mail]", "escreva a marli.souza@exemplo.com.br"),
        ("sou a [nome], da [nome]", "sou a Marli, da Aurora Turismo"),
        ("ligue [telefone]", "ligue 99999-1234"),
        ("ligue [telefone]", "ligue (51) 99999.1234"),
        ("rg [RG]", "rg 12.345.678-9"),
        ("cpf [CPF]", "cpf 123 456 789 09"),
        ("auto de infração [número]", "auto de infração 123456-7"),
        ("AIT [número]", "AIT E012345678"),
        ("o [placa]", "o IVX.1A23"),
        ("CEP [CEP], [endereço]", "CEP 90010-150, Rua dos Andradas, 123"),
        ("Res. 7.727/2022, art. 12, R$ 1.234.567,89", "Res. 7.727/2022, art. 12, R$ 1.234.567,89"),
        ("de 2024 - 2025, km 1234", "de 2024 - 2025, km 1234"),
        ("em 2024-2025, na estrada com 20 anos", "em 2024-2025, na estrada com 20 anos"),
        ("art. 13 de 2022, 15 anos, R$ 1.133,06", "art. 13 de 2022, 15 anos, R$ 1.133,06"),
    ],
)
def test_what_names_somebody_is_taken_out(expected: str, text: str) -> None:
    assert expected == masked(text, ["Marli", "Aurora Turismo"])


def test_a_short_name_is_taken_out_and_small_words_stay() -> None:
    assert "sou a [nome] e a van de Ana" == masked("sou a Lia e a van de Ana", ["Lia", "Empresa de Turismo"])
