"""Personal data never reaches the list of questions; what a question is about stays readable."""

from __future__ import annotations

import pytest

from bot.masking import masked
from knowledge.library import Library
from knowledge.obligations import package_obligations
from knowledge.places import package_places


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
    assert "sou a [nome] e a van de [nome]" == masked(
        "sou a Lia e a van de Ana", ["Lia", "Empresa de Turismo"]
    )


@pytest.mark.parametrize(
    "plate",
    [
        "IVX1A23", "ivx1a23", "IVX-1A23", "IVX 1A23", "IVX 1 A23", "ivx 1 a23", "ivx 1 a 23", "IVX-1A-23",
        "IVX.1.A.23", "IVX 1A 2 3", "I V X 1A23", "I-V-X-1-A-2-3", "IAB1234", "iab 1234", "IAB - 1234", "IAB/1234",
        "JAN-1234", "abc-1234",
    ],
)  # fmt: skip
def test_a_plate_is_taken_out_however_it_is_spaced(plate: str) -> None:
    assert "o [placa] foi parado" == masked(f"o {plate} foi parado")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("multa [número]", "multa 12345/2026"),
        ("multa nº [número]", "multa nº 12345"),
        ("multa do DAER nº [número]", "multa do DAER nº 4567/26"),
        ("a notificação [número]", "a notificação 123456"),
        ("processo [número]", "processo 23/0435-0001234-5"),
        ("recurso número [número]", "recurso número 9876"),
        ("protocolo: [número]", "protocolo: 123.456-7"),
        ("apólice [número]", "apólice 10.22.3344"),
        ("cpf [CPF]", "cpf 123.456.789.09"),
        ("cpf [CPF]", "cpf 123456789-09"),
        ("cpf [número]", "cpf 12345678909"),
        ("[CNPJ]", "12 345 678 0001 95"),
        ("[CNPJ]", "12345678/0001-95"),
        ("[CNPJ]", "12.345.678/0001 95"),
        ("[CNPJ]", "12ABC34501DE35"),
        ("ligue [telefone]", "ligue (51)999990000"),
        ("ligue [telefone]", "ligue 51 9 9999 0000"),
        ("ligue [telefone]", "ligue +55 51 99999-0000"),
        ("ligue [telefone]", "ligue 51 3333-4444"),
        ("ligue [telefone]", "ligue 9 9999-1234"),
        ("[e-mail]", "marli arroba exemplo ponto com"),
        ("[e-mail]", "marli @ exemplo.com"),
        ("[e-mail]", "marli.souza(at)exemplo.com.br"),
    ],
)
def test_numbers_and_addresses_are_taken_out_in_other_spellings(expected: str, text: str) -> None:
    assert expected == masked(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("o motorista [nome] pode dirigir?", "o motorista joão da silva pode dirigir?"),
        ("o motorista [nome] pode dirigir?", "o motorista JOÃO DA SILVA pode dirigir?"),
        ("multaram o [nome] em Porto Alegre", "multaram o Pedro Henrique Souza em Porto Alegre"),
        ("o [nome] foi parado", "o Wesley Kowalski foi parado"),
        ("meu nome é [nome]", "meu nome é Wolnei Dalmolin"),
        ("aqui é o [nome], tudo bem?", "aqui é o Wolnei, tudo bem?"),
        ("o fiscal multou [nome]", "o fiscal multou Zuleide Frizzo"),
        ("a dona [nome] quer saber", "a dona Vitória quer saber"),
        ("o motorista [nome] adoeceu", "o motorista Carlos Gomes adoeceu"),
        ("[nome] foi multado", "Jeferson foi multado"),
        ("o [nome] e a [nome] vão", "o jeferson e a cleusa vão"),
        ("o Sr. [nome] vai", "o Sr. Kurt vai"),
        ("falei com [nome] ontem", "falei com Schmitt ontem"),
        ("[nome] de Torres quer ir", "Marli de Torres quer ir"),
        ("a Viação [nome] Turismo me passou", "a Viação Bento Turismo me passou"),
        ("[nome] dirige?", "Carlos Barbosa da Silva dirige?"),
    ],
)
def test_other_people_are_not_named(expected: str, text: str) -> None:
    assert expected == masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "Placa Mercosul no meu ônibus Mercedes Benz 2019",
        "Preciso do Certificado de Registro na Metroplan",
        "a Resolução Contran 993/2023 e a Res. DAER 7.727/2022 valem?",
        "res 7727, lei 9503, LC 14.293/2013, NBR 6067, CTB 1997",
        "van 2008, ano 2026, UPF 2026, JUN 2026, até dez 2026",
        "com 2 a 15 anos, dos 3 a 40 lugares, mais de 1133 km",
        "multa de 40 UPF, multa 40 UPF, multa de R$ 1.133,06, multa do art. 13, multa 1000 reais",
        "de Vitória a Carlos Barbosa, de São Paulo a Santa Maria, pela Maria Fumaça",
        "levar um grupo a Getúlio Vargas, a Dom Pedrito e ao Rio de Janeiro",
        "a norma nova vale em janeiro? E o Estatuto do Idoso?",
        "licença para Viagens Especiais no Escritório Regional",
        "rosa, clara, vera e bento são palavras; edite o texto",
        "recurso 2026, contrato de 30 dias, processo de 12 meses",
    ],
)
def test_what_names_nobody_stays(text: str) -> None:
    assert text == masked(text)


def test_municipalities_norms_topics_and_papers_keep_their_names(library: Library) -> None:
    towns = [m.name for m in package_places().by_key.values()]
    texts = [f"posso ir de {name} a Porto Alegre?" for name in towns]
    texts += [f"ir até {name.lower()} com a van" for name in towns]
    texts += [
        text for norm in library.corpus.norms for text in (norm.short, norm.title, f"e a {norm.short}?")
    ]
    texts += [topic.title for topic in library.topics]
    texts += [row.title for row in package_obligations()]

    assert [] == [(text, masked(text)) for text in texts if text != masked(text)]
