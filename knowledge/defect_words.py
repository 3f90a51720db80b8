"""The defects that validation finds, in the words of the person who edits the file.

The validator's own messages are English and speak of types; here each kind of defect has a sentence in Portuguese,
and the place is named by the entry's own name (`topics.prazo-da-defesa.phrases`) instead of its number in the list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from knowledge.errors import DataFileError, DataFilesError, NoValueInForce, UnknownProvision

NAMES = ("id", "kind", "year", "date", "name", "from", "label")
"""Keys that tell one entry of a list from the others, the first that is there."""

SENTENCES = {
    "missing": "falta este campo",
    "extra_forbidden": "campo desconhecido",
    "literal_error": "deve ser {expected}; está {shown}",
    "string_type": "deve ser um texto; está {shown}: ponha entre aspas",
    "string_too_short": "texto curto demais: {shown}",
    "string_pattern_mismatch": "escrito fora do formato: {shown}; {form}",
    "too_short": "precisa de pelo menos {min_length} na lista; tem {actual_length}",
    "too_long": "pode ter no máximo {max_length} na lista; tem {actual_length}",
    "int_type": "deve ser um número inteiro; está {shown}",
    "int_parsing": "deve ser um número inteiro; está {shown}",
    "int_from_float": "deve ser um número inteiro; está {shown}",
    "bool_type": "deve ser true ou false; está {shown}",
    "bool_parsing": "deve ser true ou false; está {shown}",
    "tuple_type": "deve ser uma lista: uma linha com hífen para cada item; está {shown}",
    "list_type": "deve ser uma lista: uma linha com hífen para cada item; está {shown}",
    "dict_type": "deve ter campos com nome e valor; está {shown}",
    "model_type": "deve ter campos com nome e valor; está {shown}",
    "date_type": "deve ser uma data AAAA-MM-DD; está {shown}",
    "date_parsing": "deve ser uma data AAAA-MM-DD; está {shown}",
    "date_from_datetime_parsing": "deve ser uma data AAAA-MM-DD; está {shown}",
    "date_from_datetime_inexact": "deve ser uma data AAAA-MM-DD, sem hora; está {shown}",
    "decimal_parsing": 'deve ser um número entre aspas e com ponto, como "27.81"; está {shown}',
    "decimal_type": 'deve ser um número entre aspas e com ponto, como "27.81"; está {shown}',
    "greater_than_equal": "deve ser {ge} ou mais; está {shown}",
    "greater_than": "deve ser maior que {gt}; está {shown}",
    "less_than_equal": "deve ser {le} ou menos; está {shown}",
    "less_than": "deve ser menor que {lt}; está {shown}",
    "string_too_long": "pode ter no máximo {max_length} letras; está {shown}",
    "decimal_max_places": "pode ter no máximo {decimal_places} casas depois do ponto; está {shown}",
}
OURS = "value_error"
"""The kind of defect whose sentence our own checks write, in Portuguese."""

FORMATS = (
    ("nome-curto", "só letras minúsculas sem acento, números e hífen, como prazo-da-defesa"),
    ("nome_de_fato", "só letras minúsculas sem acento e _, como contract_end"),
    ("norma:art1_par2", "um dispositivo, como daer-7727-2022:art8_par2"),
    ("12h", 'dias antes ("30"), horas antes ("12h"), opens, change ou chase'),
    ("4314902", "o código do IBGE do município, de sete números que começam por 43"),
    ("7", "um número só, de 0 a 9, entre aspas"),
)
"""An example of each form of a text, and the form in words; the first whose example fits the pattern tells it."""

YAML_SENTENCES = {
    "found character that cannot start any token": "tabulação no começo da linha, ou @ % ` sem aspas: use espaços",
    "found character '\\t' that cannot start any token": "tabulação no começo da linha: use espaços",
    "mapping values are not allowed in this context": (
        "dois-pontos no meio do texto ou recuo errado: ponha o texto entre aspas"
    ),
    "could not find expected ':'": "falta o dois-pontos depois do nome do campo",
    "did not find expected key": "recuo errado ou aspas dentro de aspas",
    "did not find expected '-' indicator": "recuo errado na lista: os hífens devem ficar na mesma coluna",
    "found unexpected end of stream": "aspas que abrem e não fecham",
}
"""What the YAML reader says of the slips people make, in their words."""
OUR_YAML = ("campo repetido", "data que não existe")
"""What our own reader says of a file, in Portuguese already."""


def sentence(error: Mapping[str, Any]) -> str:
    """One defect of the validator as a sentence."""
    if error["type"] == OURS:
        return str(error["msg"]).removeprefix("Value error, ")
    known = SENTENCES.get(str(error["type"]), "não serve: {shown}")
    context = {key: _either(value) for key, value in (error.get("ctx") or {}).items()}
    context["form"] = _form(str(context.get("pattern", "")))
    return known.format(**context, shown=_shown(error.get("input")))


def _form(pattern: str) -> str:
    fits = (words for example, words in FORMATS if re.fullmatch(pattern, example))
    return f"use {form}" if pattern and (form := next(fits, "")) else "veja o cabeçalho do arquivo"


def told(error: Exception) -> list[str]:
    """Everything an error of the base says, one sentence a defect, as whoever edits by chat reads it."""
    match error:
        case DataFilesError():
            return [line for problem in error.problems for line in told(problem)]
        case DataFileError():
            return [f"{error.key}: {error.problem}"]
        case ValidationError():
            return [f"{place({}, e['loc'])}: {sentence(e)}" for e in error.errors()]
        case UnknownProvision():
            return [f"dispositivo que não existe: {error.id}"]
        case NoValueInForce():
            return [f"{error.series}: sem valor em {error.on:%d/%m/%Y}"]
    return [str(error)]


def summed_up(error: Exception, *, most: int = 3, limit: int = 300) -> str:
    """The first defects on one line."""
    return "; ".join(told(error)[:most])[:limit]


def place(raw: object, loc: Sequence[int | str]) -> str:
    """Where a defect is: the path of keys, a list's entry by its name when it has one, else by its number."""
    steps: list[str] = []
    for step in loc:
        raw = _inside(raw, step)
        name = next((raw[key] for key in NAMES if key in raw), None) if isinstance(raw, dict) else None
        steps.append(str(name) if isinstance(step, int) and isinstance(name, str | int) else str(step))
    return ".".join(steps) or "-"


def yaml_sentence(problem: object) -> str:
    """What is wrong with the YAML itself."""
    said = str(problem)
    if said.startswith(OUR_YAML):
        return said
    return YAML_SENTENCES.get(
        said, "escrito de um jeito que o YAML não entende: confira recuo, aspas e dois-pontos"
    )


def _inside(raw: object, step: int | str) -> object:
    try:
        return raw[step]  # type: ignore[index]
    except (TypeError, KeyError, IndexError):
        return None  # a missing key, or a step of the validator's own


def _either(value: object) -> str:
    return str(value).replace(" or ", " ou ")


def _shown(value: object, longest: int = 60) -> str:
    """A value as it stands in the file, never as the program writes it."""
    match value:
        case None:
            text = "vazio"
        case bool():
            text = "true" if value else "false"
        case str() | int():
            text = repr(value)
        case list() | tuple():
            text = "uma lista"
        case dict():
            text = "um bloco de campos"
        case _:
            text = str(value)
    return text if len(text) <= longest else text[: longest - 1] + "…"
