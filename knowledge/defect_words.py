"""The defects that validation finds, in the words of the person who edits the file.

The validator's own messages are English and speak of types; here each kind of defect has a sentence in Portuguese,
and the place is named by the entry's own name (`topics.prazo-da-defesa.phrases`) instead of its number in the list.
"""

from __future__ import annotations

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
    "string_pattern_mismatch": "escrito fora do formato {pattern}: {shown}",
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
}

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


def sentence(error: Mapping[str, Any]) -> str:
    """One defect of the validator as a sentence; what has none keeps the validator's."""
    known = SENTENCES.get(str(error["type"]))
    if known is None:
        return str(error["msg"]).removeprefix("Value error, ")
    context = {key: _either(value) for key, value in (error.get("ctx") or {}).items()}
    return known.format(**context, shown=_shown(error.get("input")))


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
    return YAML_SENTENCES.get(str(problem), str(problem))


def _inside(raw: object, step: int | str) -> object:
    try:
        return raw[step]  # type: ignore[index]
    except (TypeError, KeyError, IndexError):
        return None  # a missing key, or a step of the validator's own


def _either(value: object) -> str:
    return str(value).replace(" or ", " ou ")


def _shown(value: object, longest: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= longest else text[: longest - 1] + "…"
