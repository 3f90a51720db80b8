"""More people than seats, told in one question: a matter of capacity, never of who may join the list.

Source: D:art29 (seats of the CRLV), C:art17.
"""

from __future__ import annotations

import re

from knowledge.text import fold

_SEATS = re.compile(
    r"\b(\d{1,3}) (?:lugares|poltronas|assentos|bancos)\b"
    r"|\b(?:onibus|busao|van|micro|micro-onibus|carro|veiculo) (?:de|com|pra|para) (\d{1,3})\b"
)
_PEOPLE = re.compile(
    r"\b(\d{1,3}) (?:pessoas|passageiros|pax|alunos|estudantes|funcionarios|trabalhadores|cabecas|a bordo)\b"
    r"|\b(?:levar|levei|levo|carregar|botar|por|colocar|transportar|enfiar) (\d{1,3})\b(?! a mais)"
)
OVER = "passageiros em pé acima da lotação"
"""What such a question asks, in the words of the law."""


def overload(question: str) -> bool:
    """Whether a question tells more people than its vehicle has seats."""
    told = fold(question)
    seats = [int(a or b) for a, b in _SEATS.findall(told)]
    rest = _SEATS.sub(" ", told)
    people = [int(a or b) for a, b in _PEOPLE.findall(rest)]
    return bool(seats and people) and max(people) > max(seats)
