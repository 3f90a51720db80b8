"""More people than seats, told in one question: a matter of capacity, never of who may join the list.

Source: D:art29 (seats of the CRLV), C:art17.
"""

from __future__ import annotations

from knowledge.facts import read_facts
from knowledge.text import synonyms, words


def overload(question: str) -> bool:
    """Whether a question tells more people than its vehicle has seats; names on a list are not on board."""
    facts = read_facts(question)
    if facts.seats is None or facts.people is None or facts.listed or LISTS & set(words(question)):
        return False
    return facts.people > facts.seats


LISTS = frozenset({"lista", "listas"})


def in_words_of_the_law(question: str) -> str:
    """A question of an overload with what it asks in the words of the norm; any other as it is."""
    return f"{question} {synonyms().told['overload']}" if overload(question) else question
