"""What a question says of the case: vehicle, numbers, dates, places, who regulates, which article.

Only reading; what follows stands in `calculators.py` and `scope.py`. "E se for 2004?" keeps the facts of before.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, fields, replace
from decimal import Decimal

from knowledge import fact_fleet
from knowledge.fact_dates import read_dates, read_roles, read_time
from knowledge.fact_fleet import NUMBER, VEHICLE, first_int, number_of
from knowledge.lengths import Told, read_lengths
from knowledge.spoken import package_spoken
from knowledge.text import digits, fold, saying, words


@dataclass(frozen=True)
class Facts:
    """The facts of one question; None or empty where it does not say."""

    year: int | None = None
    age: Decimal | None = None
    seats: int | None = None
    vehicles: int | None = None
    km: Decimal | None = None
    people: int | None = None
    listed: int | None = None
    months: int | None = None
    repeat: int | None = None
    items: int | None = None
    trips: int | None = None
    upf: Decimal | None = None
    initial: Decimal | None = None
    balance: Decimal | None = None
    bus: bool | None = None
    at: dt.time | None = None
    dates: tuple[dt.date, ...] = ()
    roles: tuple[tuple[str, dt.date], ...] = ()
    plates: tuple[str, ...] = ()
    plate_ending: str | None = None
    authority: str | None = None
    exact: bool | None = None
    above: int | None = None
    """How many of a fleet are told to be above `above_age` years; what the norm makes of it, its border says."""
    above_age: int | None = None
    upf_year: int | None = None
    lengths: tuple[Told, ...] = ()

    @property
    def plate(self) -> str:
        """The one plate spoken of, or its ending, which extensions of terms turn on; empty where there are several."""
        return self.plates[0] if len(self.plates) == 1 else "" if self.plates else self.plate_ending or ""

    @property
    def counts(self) -> frozenset[int]:
        """Ages and numbers of vehicles, which gaps of the norms turn on."""
        return frozenset(int(n) for n in (self.age, self.vehicles, self.items) if n is not None)

    def over(self, earlier: Facts) -> Facts:
        """These facts where they say something, the earlier ones elsewhere."""
        kept = {f.name: getattr(self, f.name) or getattr(earlier, f.name) for f in fields(self)}
        if self.bus is not None and earlier.bus is not None and self.bus != earlier.bus:
            kept["seats"] = self.seats  # another vehicle than the one whose seats were told
        if self.year and not self.age:
            kept["age"] = None
        if self.age and not self.year:
            kept["year"] = None
        return replace(self, **kept)


def read_facts(text: str, *, earlier: Facts | None = None, today: dt.date | None = None) -> Facts:
    """The facts in a question, whatever its spelling; a bare number stands for what `earlier` had one of."""
    own = _read(text, today)
    if earlier is None:
        return own
    bare = own if any(getattr(own, name) for name in NUMBERS) else replace(own, **_bare(text, earlier))  # type: ignore[arg-type]  # names and types checked in `_bare`
    return bare.over(earlier)


NUMBERS = ("year", "age", "seats", "vehicles", "km", "people", "months")


def _bare(text: str, earlier: Facts) -> dict[str, int | Decimal | tuple[Told, ...]]:
    """The one number of a short question, as the fact the question before gave a number for."""
    found = re.findall(r"\b\d{1,4}\b", " ".join(digits(words(text))))
    if len(found) != 1:
        return {}
    value = int(found[0])
    if 1960 <= value <= 2049:
        return {"year": value} if earlier.year or earlier.age or earlier.bus is not None else {}
    name = next((n for n in NUMBERS[1:] if getattr(earlier, n)), None)
    if name is None and len(earlier.lengths) == 1:
        return {"lengths": ((value, earlier.lengths[0][1]),)}
    return {name: Decimal(value) if name in ("age", "km") else value} if name else {}


def _read(text: str, today: dt.date | None) -> Facts:
    flat = " ".join(digits(words(text)))
    raw = fold(text)
    many, above_age = fact_fleet.older(flat) or (None, None)
    return Facts(
        year=_year(flat),
        age=_age(flat),
        above=many,
        above_age=above_age,
        upf_year=fact_fleet.year_of_upf(flat),
        lengths=read_lengths(flat),
        seats=fact_fleet.seats_told(flat),
        vehicles=fact_fleet.fleet_size(flat),
        km=_km(flat),
        people=_people(flat),
        listed=first_int(rf"lista (?:com|de|tem|tinha) {NUMBER}", flat)
        or first_int(rf"{NUMBER} (?:nomes?|pessoas|passageiros) (?:na|da) (?:lista|relacao)", flat),
        months=first_int(rf"{NUMBER} mes(?:es)?\b", flat),
        repeat=_repeat(flat),
        items=first_int(rf"{NUMBER} (?:licencas?|laudos?|requerimentos?|pedidos?)", flat)
        or first_int(
            rf"(?:licencas?|laudos?|requerimentos?)(?: [a-z]+){{0,3}} (?:de|para|pros|pras) {NUMBER} ", flat
        ),
        trips=first_int(rf"{NUMBER} viagens", flat) or fact_fleet.days_driven(flat),
        upf=_decimal(rf"{NUMBER} upf", flat),
        initial=number_of(found.group(1)) if (found := re.search(_INITIAL, flat)) else None,
        balance=_balance(flat),
        bus=_bus(flat),
        at=read_time(raw),
        dates=tuple(day for day, _ in read_dates(raw, today)),
        roles=tuple(read_roles(text, today).items()),
        plates=fact_fleet.plates(raw),
        plate_ending=fact_fleet.plate_ending(flat),
        authority=_authority(flat),
        exact=bool(
            re.search(r"\b(exat[oa]s?|exatamente|cravad[oa]s?|(?:faz|fez|completa|completou) hoje)\b", flat)
        )
        or None,
    )


def _decimal(pattern: str, flat: str) -> Decimal | None:
    found = re.search(rf"\b{pattern}\b", flat)
    return number_of(found.group(1)) if found else None


_BEFORE_YEAR = "|".join(
    (
        rf"{VEHICLE}(?: [a-z]+)? (?:e |eh |ano |do ano |de |modelo |ano modelo |fabricad[oa] em (?:[a-z]+ de )?)?",
        r"ano(?: de fabricacao)?(?: e| de)? ",
        r"modelo ",
        r"fabricad[oa] em (?:[a-z]+ de )?|fabricacao (?:e |em )?",
        r"se (?:ele |ela )?(?:for|fosse) (?:um |uma |de )?",
        r"(?:ele|ela|que|dela?|o meu|a minha) (?:e |eh )",
    )
)


def _year(flat: str) -> int | None:
    """A year is the vehicle's when a vehicle, "ano", "modelo" or a bare "for" stands close before it."""
    found = re.search(rf"\b(?:{_BEFORE_YEAR})((?:19[6-9]|20[0-4])\d)\b", flat) or re.search(
        rf"\b((?:19[6-9]|20[0-4])\d) (?:{VEHICLE}|de fabricacao)", flat
    )
    return int(found.group(1)) if found else None


def _age(flat: str) -> Decimal | None:
    """ "22 anos" of a vehicle; not the years of a contract, a driver or a ban."""
    for found in re.finditer(rf"\b{NUMBER} anos?( e meio)?\b", flat):
        before, after = flat[: found.start()], flat[found.end() :]
        if re.search(
            r"(?:lei|ha|faz|durante|por|contrato de|validade de|menor(?:es)? de|crianca de|filho de) $",
            before,
        ):
            continue
        about = re.search(rf"\b{VEHICLE}\b", before[-60:]) or re.search(
            rf"^ ?(?:de (?:uso|fabricacao|idade)|[a-z ]{{0,12}}{VEHICLE})", after
        )
        if about or re.search(r"(?:fez|fazer|completa|completou|com|tem|tiver|de|exatamente) $", before):
            value = number_of(found.group(1))
            if 0 < value < 60:
                return value + (Decimal("0.5") if found.group(2) else 0)
    return None


_PERSONS = (
    r"(?:a mais|a bordo|pessoas?|passageiros?|gurias?|guris|nomes?|fulanos|caras|convidados|alunos|estudantes"
    r"|funcionarios|trabalhadores|cabecas)(?! (?:na|da) (?:lista|relacao))"
)
_TAKEN = (
    rf"(?:levar|levei|levo|levando|carregar|botar|colocar|transportar|enfiar|(?:fui|fomos|andei|rodei) com) {NUMBER}\b"
    rf"(?! (?:{VEHICLE}|lugar|poltrona|assento|banco|a mais|ano|mes|dia|hora|minuto|km|mil|upf|reais"
    r"|docum|via|lic|multa|motorista))"
)


def _people(flat: str) -> int | None:
    """How many people are spoken of, beside those on the list and those whom the vehicle is made for."""
    flat = re.sub(rf"lista (?:com|de|tem|tinha) {NUMBER} [a-z]+", "", flat)
    flat = re.sub(rf"\b{VEHICLE} (?:de|para) {NUMBER} (?:passageiros?|pessoas?)\b", "", flat)
    return (
        first_int(rf"{NUMBER} {_PERSONS}", flat)
        or first_int(_TAKEN, flat)
        or first_int(rf"{NUMBER} (?:que )?(?:nao|fora)", flat)
    )


_ORDINALS = {"segunda": 2, "2a": 2, "terceira": 3, "3a": 3, "quarta": 4, "4a": 4}


_FINED = r"(?:mult|autu|infra)[a-z]*"
_TIMES = r"([2-4]) vezes\b(?! (?:por|na|no|ao) (?:semana|mes|dia)\b)"
_TIMES_FINED = (
    rf"{_FINED} (?:(?:ja|isso|aqui|no|ano|por|pela|a|mesma|em|definitivo) ){{0,4}}{_TIMES}",
    rf"{_TIMES} (?:ja |foi |fui |fomos |o fiscal |me |nos |de )?{_FINED}",
    rf"{_TIMES} (?:pel[ao]|n[ao]) mesm[ao] (?:{_FINED}|coisa|motivo)",
)
"""A count that is of the fine, not of the trips told beside it: "faço 2 vezes por semana, qual a multa"."""


def _repeat(flat: str) -> int | None:
    found = re.search(r"\b(segunda|2a|2|terceira|3a|3|quarta|4a) (?:vez|multa|autuacao)\b", flat)
    if found:
        return _ORDINALS.get(found.group(1)) or int(found.group(1))
    for said in (r"([2-4]) multas iguais\b", *_TIMES_FINED):
        if times := first_int(said, flat):
            return times
    return (
        2
        if re.search(r"\b(em dobro|dobrad[oa]|reincid\w+|mesma infracao|repeti\w*|de novo a mesma)\b", flat)
        else None
    )


_SMALL, _BUS = saying(package_spoken().vehicles.small), saying(package_spoken().vehicles.bus)


def _bus(flat: str) -> bool | None:
    """Whether the vehicle is a bus (True) or a micro-bus or van (False); the invoice floor differs."""
    return False if _SMALL.search(flat) else True if _BUS.search(flat) else None


_INITIAL = (
    rf"\b(?:inicial|depositei|deposito|caucao)(?: [a-z]+){{0,4}} {NUMBER}"
    r"(?! (?:dias|veiculos|carros|onibus|vans))"
)


def _balance(flat: str) -> Decimal | None:
    """What is left of a deposit: said, or the deposit less what was taken."""
    left = _decimal(
        rf"(?:sobr\w+|saldo|rest\w+|caiu para|ficou)(?: [a-z]+){{0,4}} {NUMBER}(?! (?:dias|carros|veiculos))",
        flat,
    )
    taken = _decimal(rf"(?:descont\w+|tiraram|abateram)(?: [a-z]+){{0,3}} {NUMBER}(?! dias)", flat)
    initial = re.search(_INITIAL, flat)
    if left is None and taken is not None and initial:
        return max(Decimal(0), number_of(initial.group(1)) - taken)
    return left


def _km(flat: str) -> Decimal | None:
    """The whole way: of several distances the longest, unless it is only said to be one way."""
    found = [number_of(n) for n in re.findall(rf"\b{NUMBER} ?km\b", flat)]
    total = re.search(
        rf"(?:ida e volta|redonda|total|tudo)(?: [a-z]+){{0,2}} {NUMBER}\b(?! (?:lugar|anos|upf))", flat
    )
    if found and total:
        found.append(number_of(total.group(1)))
    return max(found, default=None) or None


def _authority(flat: str) -> str | None:
    """The regulator the question names; None when it names none or both."""
    daer = bool(re.search(r"\b(daer|7727/2022|7\.?727|recefitur|extranet)\b", flat))
    metroplan = bool(
        re.search(
            r"\b(metroplan|cetm|grande porto alegre|regiao metropolitana|dentro da metropolitana)\b", flat
        )
    )
    if daer == metroplan:
        return None
    return "daer" if daer else "metroplan"
