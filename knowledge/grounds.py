"""What a data file may name as its ground: a provision, a source, how sure we are.

Only the shapes. That a provision exists is checked where all files are read together.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, StringConstraints

_STEP = r"_(par\d+|par1u|inc\d+|ali\d+|ite\d+|sec\d+)"

ProvisionId = Annotated[
    str, StringConstraints(pattern=rf"^[a-z0-9-]+:(art\d+|cap\d+|anx\d+|anx1u)({_STEP})*$")
]
"""Full id of a provision, `<norm>:<fragment>`."""

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""A name in lower case without accents, words joined by hyphens."""

FactName = Annotated[str, StringConstraints(pattern=r"^[a-z]+(_[a-z]+)*$")]
"""The name of a fact a computation uses."""

Confidence = Literal["confirmed", "one source", "memory", "expected", "not verified"]
"""How sure a fact outside the norms is; only `confirmed` is shown as certain."""


def _exact(raw: Any) -> Any:
    """YAML turns 0.09 into a binary fraction; a value of law is written between quotes."""
    if isinstance(raw, bool | float):
        raise ValueError(f"escreva o número entre aspas e com ponto: '{raw}'")
    return raw


Exact = Annotated[Decimal, BeforeValidator(_exact)]
"""A number as the source prints it, never rounded by the reader of the file."""


def unique(provisions: list[str]) -> tuple[str, ...]:
    """The provisions in order, each once."""
    return tuple(dict.fromkeys(provisions))
