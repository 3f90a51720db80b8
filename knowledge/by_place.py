"""What the places of a trip alone decide: who governs it, or that no norm of the base does.

The ruling itself is `scope.py`, reading the places out of the text `trip.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.answer import Answer, fitted
from knowledge.answer_bars import Bars
from knowledge.answer_writer import Asked, Writer
from knowledge.scope import Governance, package_scope
from knowledge.search import Hit
from knowledge.text import synonyms, terms, words
from knowledge.topics import SHORT

OWN_STAFF = "proprio"


@dataclass(frozen=True)
class ByPlace:
    """Answers from the places of a trip."""

    write: Writer
    bars: Bars

    def decided(self, asked: Asked, inside: Hit | None, outside: Hit | None) -> Answer | None:
        """The answer where the places settle the question; None where it asks for something else."""
        found = asked.governance
        if found is None or (inside and inside.topic.authority == "other"):
            return None
        text = told(found)
        if found.kind == "not-covered":
            return Answer(asked.text, "not_covered", fitted(text, SHORT), confidence=0.9)
        if "governs" not in asked.wish.intents and unruled(asked, found):
            return Answer(asked.text, "not_covered", fitted(text, SHORT), confidence=0.8)
        if not self._asks_who(asked, inside, outside):
            return None
        return self.governing(asked, inside)

    def otherwise(self, asked: Asked, answer: Answer | Hit) -> Answer | Hit:
        """Who governs the trip, where nothing else was found in a question that tells of one with its group."""
        found, lost = asked.governance, isinstance(answer, Answer) and answer.topic is None
        if not lost or not found or not asked.wish.modes or unruled(asked, found):
            return answer
        return self.governing(asked, None) or answer

    def governing(self, asked: Asked, inside: Hit | None) -> Answer | None:
        """Who governs the trip and why; None where the places do not tell."""
        found = asked.governance
        if found is None or not found.provisions:
            return None
        text = told(found)
        return Answer(
            asked.text,
            "answer",
            fitted(text, SHORT),
            citations=self.write.cited(found.provisions, text),
            warnings=self.write.cautions(found.provisions, asked.on),
            topic=inside.topic.id if inside else None,
            confidence=0.9,
            calculator="authority",
            computed=(text,),
        )

    def before(self, asked: Asked, answer: Answer) -> Answer:
        """An answer with who governs before it, where the question took the other regulator for granted."""
        found = asked.governance
        if not asked.overruled or found is None or answer.kind != "answer" or found.text in answer.answer:
            return answer
        grounds = self.write.cited(found.provisions[:1], found.text)
        return replace(
            answer,
            answer=fitted(f"{found.text}\n{answer.answer}", SHORT),
            citations=tuple(dict.fromkeys((*grounds, *answer.citations))),
            computed=(found.text, *answer.computed),
        )

    def _asks_who(self, asked: Asked, inside: Hit | None, outside: Hit | None) -> bool:
        """Whether the regulator itself is asked for, or the nearest topic turns on where the trip goes."""
        if inside is None or asked.wish.both or "governs" in asked.wish.intents or only_places(asked):
            return True
        nearest = outside if outside and self.bars.beaten(inside, outside) else inside
        return nearest.topic.calculator == "authority"


def told(found: Governance) -> str:
    """The ruling and what is said beside it."""
    return "\n".join((found.text, *found.notes))


def only_places(asked: Asked) -> bool:
    """Whether a question only tells places and whom it carries ("Osório a Torres, operários")."""
    named = {w for place in (asked.governance.places if asked.governance else ()) for w in words(place.name)}
    kinds = {w for said in synonyms().modes.values() for name in said for w in words(name)}
    rest = [w for w in words(asked.text) if w not in named and not {w, w.removesuffix("s")} & kinds]
    return bool(asked.wish.modes) and not asked.wish.intents and not asked.context and not terms(rest)


def unruled(asked: Asked, found: Governance) -> bool:
    """Whether the trip is inside a region and not of staff, a firm's own included."""
    staff = {*package_scope().staff.modes, OWN_STAFF}
    return bool(found.authority == "metroplan" and asked.wish.modes and not asked.wish.modes & staff)


def of_these_modes(hits: Sequence[Hit], asked: Asked) -> list[Hit]:
    """The hits without matters that are out of scope for other modes than the question's."""
    modes = asked.wish.modes
    return [
        h
        for h in hits
        if h.topic.kind != "not_covered" or not modes or not h.topic.modes or modes & set(h.topic.modes)
    ]
