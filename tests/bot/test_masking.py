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
        ("art. 13 de 2022, 15 anos, R$ 1.133,06", "art. 13 de 2022, 15 anos, R$ 1.133,06"),
    ],
)
def test_what_names_somebody_is_taken_out(expected: str, text: str) -> None:
    assert expected == masked(text, ["Marli", "Aurora Turismo"])
