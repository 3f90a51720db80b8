"""Names of people in a free text, found by knowledge of names (`person_names.yaml`), capitals and the words before.

Municipalities, norms, agencies and makes of vehicles stay; where it is doubtful, what follows "motorista", "dona" and
the like is a name. Rather a name too many is hidden than one too few, as long as the question stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from knowledge.places import package_places
from knowledge.schema import Strict, load
from knowledge.text import fold

HIDDEN = "[nome]"
_TOKEN = re.compile(r"\[[^\]\s]{1,20}\]|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PARTICLES = frozenset({"de", "da", "do", "dos", "das", "del", "von", "van", "di"})
_BETWEEN_CUE = frozenset({"e", "o", "a", "se", "chama"})
_INTRODUCED = frozenset({"sou", "nome", "chamo", "chama", "aqui"})
_SAINTS = frozenset({"sao", "santo", "santa"})
_LONGEST_PLACE = 7
"""Words of the longest name of a municipality."""


class NamesFile(Strict):
    """The file of names; its header explains the fields."""

    first_names: list[str]
    surnames: list[str]
    also_words: list[str]
    cues: list[str]
    public: list[str]
    keeps: list[str]


@dataclass(frozen=True)
class _Known:
    first: frozenset[str]
    last: frozenset[str]
    doubtful: frozenset[str]
    cues: frozenset[str]
    public: frozenset[str]
    keeps: frozenset[str]


@cache
def _known() -> _Known:
    held = load(Path(__file__).with_name("person_names.yaml"), NamesFile)
    lists = (held.first_names, held.surnames, held.also_words, held.cues, held.public, held.keeps)
    first, last, doubtful, cues, public, keeps = (frozenset(map(fold, words)) for words in lists)
    return _Known(first, last, doubtful, cues, public, keeps)


@dataclass(frozen=True)
class _Word:
    start: int
    end: int
    text: str
    gap: str
    """What stands between the word before and this one."""

    @property
    def plain(self) -> str:
        return fold(self.text)

    @property
    def titled(self) -> bool:
        return len(self.text) > 1 and self.text[0].isupper() and self.text[1:].lower() == self.text[1:]

    @property
    def follows(self) -> bool:
        """Whether only space stands before it."""
        return self.gap.strip() == "" and self.gap != "" and "\n" not in self.gap


def masked(text: str) -> str:
    """The text with every name of a person hidden."""
    for start, end in reversed(list(_spans(text))):
        text = text[:start] + HIDDEN + text[end:]
    return text


def _spans(text: str) -> Iterator[tuple[int, int]]:
    reader = _Reader(_words(text))
    at = 0
    while at < len(reader.words):
        past = reader.name_from(at)
        if past > at:
            yield reader.words[at].start, reader.words[past - 1].end
        at = max(past, reader.places.get(at, at + 1))


def _words(text: str) -> list[_Word]:
    found: list[_Word] = []
    end = 0
    for match in _TOKEN.finditer(text):
        found.append(_Word(match.start(), match.end(), match[0], text[end : match.start()]))
        end = match.end()
    return found


class _Reader:
    """Reads one text word by word."""

    def __init__(self, words: Sequence[_Word]) -> None:
        self.words = words
        self.known = _known()
        self.places = dict(self._find_places())
        self._covered = {n for first, past in self.places.items() for n in range(first, past)}
        titled = sum(word.titled for word in words)
        self.capitals_tell = titled * 2 <= len(words) or len(words) <= 3  # else somebody writes every word so

    def name_from(self, at: int) -> int:
        """Past the name that begins at a word; the word itself when none does."""
        if not self._begins(at):
            return at
        past = at + 1
        while (following := self._next(past)) < len(self.words) and self._goes_on(past, following):
            past = following + 1
        return past

    def _begins(self, at: int) -> bool:
        word, known = self.words[at], self.known
        if word.text.startswith("["):
            return False
        plain, named = word.plain, word.text[0].isupper()
        if at and word.follows and self.words[at - 1].plain in _SAINTS:
            return False  # a place or a saint's day
        if self._cued(at) and named and plain not in known.public and word.text[1:] != word.text[1:].upper():
            return True
        if at in self.places:
            after = self._next(self.places[at])
            return after < len(self.words) and self._sure(after, known.last)
        if plain in known.first:
            return plain not in known.doubtful or self._with_surname(at)
        alone = plain in known.last and plain not in known.doubtful and word.titled
        return (alone and not self._opens(at)) or self._unknown_run(at)

    def _with_surname(self, at: int) -> bool:
        after = self._next(at + 1)
        words = self.words
        return (
            after < len(words)
            and words[at].text[0].isupper()
            and words[after].text[0].isupper()
            and words[after].plain in self.known.first | self.known.last
            and after not in self.places
        )

    def _unknown_run(self, at: int) -> bool:
        """Two capitalised words in the middle of a sentence that are nothing public."""
        after = self._next(at + 1)
        if self._opens(at) or not self.capitals_tell or after >= len(self.words):
            return False
        return all(self._private(n) for n in (at, after))

    def _private(self, at: int) -> bool:
        word = self.words[at]
        return word.titled and word.plain not in self.known.public and at not in self._covered

    def _goes_on(self, past: int, following: int) -> bool:
        word, known = self.words[following], self.known
        if following in self.places and following > past and self.words[past].plain != "dos":
            return False  # "Marli de Torres": the town stays
        if word.plain in known.last | known.first:
            return True
        return word.titled and word.plain not in known.public and following not in self.places

    def _sure(self, at: int, names: frozenset[str]) -> bool:
        word = self.words[at]
        return word.titled and word.plain in names and at not in self.places

    def _next(self, at: int) -> int:
        """The next word of a name, over "da" and the like; past the end when the text is interrupted."""
        words = self.words
        if at < len(words) and words[at].follows and words[at].plain in _PARTICLES:
            at += 1
        return at if at < len(words) and words[at].follows else len(words)

    def _opens(self, at: int) -> bool:
        """Whether a sentence begins here: a capital then tells nothing."""
        return at == 0 or bool(re.search(r"[.!?:;\n\"“(]", self.words[at].gap))

    def _cued(self, at: int) -> bool:
        """Whether a word like "motorista" stands before, or "meu nome é"."""
        if at == 0 or self.words[at].gap.strip() not in {"", ".", ":", ","}:
            return False
        back = at - 1
        if self.words[back].plain in self.known.cues | {"nome"}:
            return True
        steps = 0
        while back > 0 and steps < 2 and self.words[back].plain in _BETWEEN_CUE:
            back, steps = back - 1, steps + 1
        return steps > 0 and self.words[back].plain in _INTRODUCED

    def _find_places(self) -> Iterator[tuple[int, int]]:
        """Where names of places begin and end, the longest first."""
        places = package_places()
        names = places.by_key.keys() | places.outside_names.keys() | self.known.keeps
        at = 0
        while at < len(self.words):
            past = self._place_from(at, names)
            if past > at:
                yield at, past
            at = max(past, at + 1)

    def _place_from(self, at: int, names: Collection[str]) -> int:
        for size in range(_LONGEST_PLACE, 0, -1):
            words = self.words[at : at + size]
            if len(words) == size and all(w.follows for w in words[1:]):
                key = " ".join(re.findall(r"[a-z0-9]+", " ".join(w.plain for w in words)))
                if key in names:
                    return at + size
        return at
