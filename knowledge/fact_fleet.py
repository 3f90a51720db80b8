"""What a question says in numbers of a fleet, its plates, its days on the road, and the year of a UPF.

Read by `facts.py` from folded text with its numerals as digits.
"""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.spoken import package_spoken
from knowledge.text import saying

VEHICLE = saying(package_spoken().vehicles.every).pattern
"""Any word for a vehicle."""
NUMBER = r"(\d{1,3}(?:[.]\d{3})+|\d+(?:[,.]\d+)?)"
"""A number as people write it, in a group of its own."""
_ABOVE = re.compile(
    rf"\b(\d{{1,3}}) (?:(?:micro )?{VEHICLE} )?(?:(?:ja |que )?(?:com|de|tem|estao|sao|fizeram|passa\w*|ficam) )?"
    r"((?:mais|acima|alem|maior(?:es)?|passa\w*) de )?([1-5]\d) anos\b"
)
_UPF_YEAR = (
    r"(?:upfs?(?: rs)?|unidade (?:padrao )?fiscal)(?: (?:em|para) (?:reais|dinheiro))?"
    r" (?:de|em|do ano(?: de)?|no ano(?: de)?|valia em) (20[0-4]\d)\b"
)
_PLATE = re.compile(r"\b[a-z]{3}-?\d[a-z0-9]\d{2}\b")
_ENDING = re.compile(
    r"\b(?:final (?:da |de )?placas?|placas? (?:com |de )?final|final)(?: e)? (\d)\b(?! (?:anos|dias|mes))"
)


def plates(raw: str) -> tuple[str, ...]:
    """The plates told, old or Mercosul, from folded text with its signs."""
    return tuple(dict.fromkeys(p.upper().replace("-", "") for p in _PLATE.findall(raw)))


def plate_ending(flat: str) -> str | None:
    """The last digit of a plate told by it alone: "placa final 3"."""
    found = _ENDING.search(flat)
    return found.group(1) if found else None


def older(flat: str) -> tuple[int, int] | None:
    """How many of a fleet are told to be above how many years: "3 com mais de 21 anos", "3 com 23 anos" (above 22)."""
    found = _ABOVE.search(flat)
    if found is None:
        return None
    count, above, years = found.groups()
    return int(count), int(years) - (not above)


def year_of_upf(flat: str) -> int | None:
    """The year whose UPF is asked for: "100 upf em reais de 2024"."""
    return first_int(_UPF_YEAR, flat)


def first_int(pattern: str, flat: str) -> int | None:
    """The whole number in the first group of what is found at the beginning of a word."""
    found = re.search(rf"\b{pattern}", flat)
    return int(number_of(found.group(1))) if found else None


def number_of(text: str) -> Decimal:
    """The value of what `NUMBER` finds: points part the thousands, a comma the decimals."""
    return Decimal(text.replace(".", "").replace(",", "."))


def days_driven(flat: str) -> int | None:
    """How many times a way told by the day is driven: "100 km por dia, 22 dias"."""
    if not re.search(r"\b(?:por|ao|todo|cada|km) dia\b|\bdiari\w+", flat):
        return None
    return first_int(r"(\d{1,3}) dias", flat)


def fleet_size(flat: str) -> int | None:
    """How many vehicles are spoken of; a fleet that is named before those of it that are told apart."""
    if whole := re.search(r"\bfrota (?:de|com|tem) (\d{1,3})\b(?! anos)", flat):
        return int(whole.group(1))
    found = re.search(rf"\b(\d{{1,3}}) (?:(?:micro )?{VEHICLE})(?! (?:anos|lugares))\b", flat) or re.search(
        r"\b(?:frota|total) (?:de|com|tem) (\d{1,3})\b(?! anos)", flat
    )
    if found and not re.search(r"(?:grupo|art|artigo) $", flat[: found.start()]):
        return int(found.group(1))
    single = re.search(
        rf"\b(?:so|apenas|somente) (?:um|uma) {VEHICLE}\b|\b(?:um|uma) {VEHICLE} so\b|\b1 {VEHICLE}\b", flat
    )
    return 1 if single else None


_IN_ONE = r"(?:numa|uma?)"


def seats_told(flat: str) -> int | None:
    """How many seats are told; "mais de 20 lugares" is one more at least."""
    for beyond, step in ((r"(?:mais de|acima de|passa(?:r|ndo)? de)", 1), (r"(?:menos de|abaixo de)", -1)):
        if border := first_int(rf"{beyond} {NUMBER} (?:lugar(?:es)?|poltronas?|assentos?|bancos)", flat):
            return border + step
    return (
        first_int(rf"{NUMBER} (?:lugar(?:es)?|poltronas?|assentos?|bancos)", flat)
        or first_int(rf"{VEHICLE} (?:de|com|para) {NUMBER} (?:passageiros?|pessoas?)", flat)
        or first_int(
            rf"(?!frota){VEHICLE} de ([1-7]\d)\b(?! (?:anos?|mil|dias?|upf|veiculos|metros|toneladas))", flat
        )
        or first_int(rf"{_IN_ONE} de ([1-7]\d)\b(?! (?:anos?|mil|dias?|upf|veiculos|metros|toneladas))", flat)
    )
