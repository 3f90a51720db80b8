"""Our ids in LexML's full form, and back.

LexML names the caput between an article and its incisos (`art5_cpt_inc3`); we leave it out. Seven ids are outside the
strict schema and annexes are separate documents there: both are exported as they are and listed.
"""

from __future__ import annotations

from knowledge import ids
from knowledge.ids import Kind


def full_fragment(fragment: str, *, caput: bool = False) -> str:
    """A fragment with LexML's `_cpt` step put in; `caput` names the opening words of an article alone."""
    steps = ids.parse(fragment)
    if steps[0].kind is not Kind.ARTICLE:
        return fragment
    head, rest = str(steps[0]), "_".join(str(step) for step in steps[1:])
    if not rest:
        return f"{head}_cpt" if caput else head
    return f"{head}_cpt_{rest}" if steps[1].kind in (Kind.INCISO, Kind.ALINEA) else fragment


def short_fragment(fragment: str) -> str:
    """The inverse of `full_fragment`: LexML's form without the `_cpt` step. Raises `ValueError`."""
    short = fragment.replace("_cpt", "")
    ids.parse(short)
    return short


def outside_schema(fragment: str) -> str:
    """Why an id cannot be written in the strict schema, "" when it can."""
    kinds = [step.kind for step in ids.parse(fragment)]
    if kinds[0] is Kind.ANNEX:
        return "annex"
    if kinds[1:3] == [Kind.INCISO, Kind.PARAGRAPH]:
        return "paragraph of an inciso"
    if kinds[1:3] == [Kind.PARAGRAPH, Kind.ALINEA]:
        return "alinea of a paragraph"
    return ""


def full_id(urn: str, fragment: str) -> str:
    """`URN!fragment` in LexML's full form; without a URN, the fragment alone."""
    return f"{urn}!{full_fragment(fragment)}" if urn else full_fragment(fragment)
