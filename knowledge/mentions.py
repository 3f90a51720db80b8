"""Mentions of provisions in a text: "incisos I, II e III deste artigo", "alínea a do inciso V do art. 5º".

Only what the words say: rungs with their numbers, and whether an act follows. Which provision of which norm that is
stands in `knowledge.cross_references`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from knowledge.acts import Act, find_acts
from knowledge.ids import Kind, from_letter, from_roman

_AND = r"(?:\s*,\s*|\s+(?:e|ou|a|até)\s+)"
_NUMBER = r"\d{1,3}(?:-[A-Z])?(?:\s?[º°ª](?=\W|$)|o\b)?(?![\d/%])"
_ROMAN = r"(?:[IVXLC]+)\b"
_LETTER = r"[“\"'‘]?\b(?!e\s+(?:n?[oa]s?\s|arts?\.|§))[a-z]\b(?!\.\s?\d)[”\"'’]?"


def _list(one: str) -> str:
    return rf"{one}(?:{_AND}{one})*"


_ATOM = re.compile(
    rf"\b(?:[Aa]rts?\.|ARTS?\.|[Aa]rtigos?\b)\s*(?P<art>{_list(_NUMBER)})"
    rf"|§§?\s*(?P<par>{_list(_NUMBER)})"
    rf"|\b[Pp]ar[áa]grafos?\s+(?P<parw>{_list(_NUMBER)})(?:\s+anterior\b)?"
    r"|(?P<sole>\b[Pp]ar[áa]grafo\s+[úu]nico\b)"
    r"|\b[Pp]ar[áa]grafo\s+(?P<near>anterior|antecedente|seguinte)\b"
    rf"|\b(?:[Ii]ncisos?|[Ii]ncs?\.|[Ii]tens|[Ii]tem|[Gg]rupos?)\s*(?P<inc>{_list(_ROMAN)})"
    rf"|\b(?:[Aa]l[íi]neas?|[Ll]etras?|[Ii]tem)\s*(?P<ali>{_list(_LETTER)})"
    r"|(?P<alis>\([a-z]\)(?:(?:,\s*|\s+e\s+)\([a-z]\))+)"
    r"|(?P<caput>[“\"]?\bcaput\b[”\"]?)"
    r"|\b(?:[dn][eo]s[ts]e|[dn]o\s+(?:presente|referido))\s+(?P<here>artigo|par[áa]grafo|cap[íi]tulo|inciso)\b"
    r"|\bAnexos?\s+(?P<anx>[Úú]nico|" + _list(_ROMAN) + r")"
    rf"|\bCap[íi]tulos?\s+(?P<cap>{_list(_ROMAN)})"
    r"|\b(?P<book>[Ll]ivro\s+[IVXLC]+|nota\s+\d+)"
)
_BARE = re.compile(rf",\s*(?P<inc>{_ROMAN})(?!\.)|,\s*(?P<ali>[“\"'][a-z][”\"']|[a-z](?=\s*(?:[,;:.)]|$)))")
_COMMA = re.compile(r"\s*,?\s*")
_JOIN = re.compile(r"\s*,?\s*(?:(?:c/c|e|ou)\s+)?(?:(?:também|todos)\s+)?(?:[dn][oa]s?\s+|[oa]s?\s+)?")
_TO_ACT = re.compile(r"\s*,?\s*(?:d[oae]s?\s+|n[oa]s?\s+)?(?:seu\s+|sua\s+|referid[oa]\s+|mesm[oa]\s+)?")
_OF_THIS = re.compile(r"\s*,?\s*[dn]?(?:est[ae]|[ao] presente|a mesma|essa|esse)\s+[A-Z\w]+", re.IGNORECASE)
_COMMA_REACH = 8
_KINDS = {
    "art": Kind.ARTICLE,
    "par": Kind.PARAGRAPH,
    "parw": Kind.PARAGRAPH,
    "inc": Kind.INCISO,
    "ali": Kind.ALINEA,
    "alis": Kind.ALINEA,
    "anx": Kind.ANNEX,
    "cap": Kind.CHAPTER,
}

Number = tuple[int, int]
"""A rung's number and, for an inserted article (320-U), the number of its letter."""


@dataclass(frozen=True)
class Mention:
    """One mention: the rungs it names with their numbers, and the act they belong to, if another."""

    start: int
    end: int
    rungs: dict[Kind, tuple[Number, ...]] = field(default_factory=dict)
    sole: frozenset[Kind] = frozenset()
    near: str = ""
    here: str = ""
    caput: bool = False
    act: Act | None = None


def find_mentions(text: str) -> list[Mention]:
    """Every mention of a provision or of another act, in the order of the text, none overlapping."""
    acts = find_acts(text)
    found: list[Mention] = []
    at = 0
    while atom := _ATOM.search(text, at):
        chain = _chain(text, atom)
        end = chain[-1].end
        owner = _owner(text, chain, acts)
        taken = [replace(m, act=owner) for m in chain] if owner else chain
        if owner and owner.start >= end:
            taken[-1] = replace(taken[-1], end=owner.end)
        before = _adjacent(text, taken[0].start, acts)
        if owner and before:
            taken[0] = replace(taken[0], start=before.start)
        found += [m for m in taken if m.rungs or m.sole or m.near or m.here or m.caput]
        at = max(end, taken[-1].end)
    covered = [(m.start, m.end) for m in found]
    found += [Mention(a.start, a.end, act=a) for a in acts if not any(s <= a.start < e for s, e in covered)]
    return sorted(found, key=lambda m: m.start)


def _adjacent(text: str, start: int, acts: list[Act]) -> Act | None:
    """The act that a mention follows after a comma alone: "CTB, art. 29"."""
    near = (act for act in acts if 0 <= start - act.end < _COMMA_REACH)
    return next((act for act in near if re.fullmatch(r"\s*,\s*", text[act.end : start])), None)


def _chain(text: str, atom: re.Match[str]) -> list[Mention]:
    """The mentions that run on from an atom: one, or several when a rung comes twice ("art. 24 e no art. 25")."""
    chain = [_read(Mention(atom.start(), atom.end()), atom)]
    while True:
        last = chain[-1]
        bare = (
            _BARE.match(text, last.end)
            if (last.rungs or last.caput) and Kind.ANNEX not in last.rungs
            else None
        )
        following = bare or _following(text, last.end)
        if following is None or (bare and not _fits(last, bare)):
            return chain
        if _ended(text, last) and re.search(r"\s(?:e|ou)\s", text[last.end : following.start()]):
            chain.append(_read(Mention(following.start(), following.end()), following))
        elif _repeats(last, following):
            if (
                " e " not in text[last.end : following.start()]
                and " ou " not in text[last.end : following.start()]
            ):
                return chain
            chain.append(_read(Mention(following.start(), following.end()), following))
        else:
            chain[-1] = replace(_read(last, following), end=following.end())


def _ended(text: str, last: Mention) -> bool:
    """Read upwards to its article ("§ 1º do art. 2º"), a mention is whole: what "e" joins is another one."""
    upwards = not re.match(r"arts?\.|artigos?\b", text[last.start :], re.IGNORECASE)
    return upwards and bool(last.rungs) and (Kind.ARTICLE in last.rungs or last.here == "artigo")


def _following(text: str, end: int) -> re.Match[str] | None:
    """The atom joined to what ends here: after "do", "e o" …, or by its own "do presente artigo"."""
    near = _COMMA.match(text, end)
    far = _JOIN.match(text, end)
    starts = [m.end() for m in (near, far) if m]
    return next((atom for at in starts if at > end and (atom := _ATOM.match(text, at))), None)


def _fits(last: Mention, bare: re.Match[str]) -> bool:
    """A bare numeral or letter continues a mention only one rung further down."""
    if bare["inc"]:
        return Kind.INCISO not in last.rungs and (Kind.ARTICLE in last.rungs or last.caput)
    return Kind.INCISO in last.rungs and Kind.ALINEA not in last.rungs


def _repeats(last: Mention, following: re.Match[str]) -> bool:
    kind = next((kind for group, kind in _KINDS.items() if _group(following, group)), None)
    if _group(following, "sole") or _group(following, "near"):
        kind = Kind.PARAGRAPH
    outside = {Kind.ANNEX, Kind.CHAPTER}
    if kind in outside or outside & set(last.rungs):
        return True
    if _group(following, "caput"):
        return last.caput
    return kind in last.rungs or (kind is Kind.PARAGRAPH and (bool(last.sole) or bool(last.near)))


def _group(match: re.Match[str], name: str) -> str | None:
    return match.groupdict().get(name)


def _read(mention: Mention, atom: re.Match[str]) -> Mention:
    rungs = dict(mention.rungs)
    for group, kind in _KINDS.items():
        if (words := _group(atom, group)) and not words.lower().endswith("nico"):
            rungs[kind] = tuple(_numbers(kind, words))
    sole = set(mention.sole)
    if _group(atom, "sole"):
        sole.add(Kind.PARAGRAPH)
    if (annex := _group(atom, "anx")) and annex.lower().endswith("nico"):
        sole.add(Kind.ANNEX)
    return replace(
        mention,
        rungs=rungs,
        sole=frozenset(sole),
        near=_group(atom, "near") or mention.near,
        here=_group(atom, "here") or mention.here,
        caput=mention.caput or bool(_group(atom, "caput")),
    )


def _numbers(kind: Kind, words: str) -> Iterator[Number]:
    """The numbers of a list, ranges spelled out: "I a III" is I, II, III."""
    pattern = {Kind.INCISO: _ROMAN, Kind.ANNEX: _ROMAN, Kind.CHAPTER: _ROMAN, Kind.ALINEA: r"[a-z](?![a-z])"}
    parts = re.findall(rf"({pattern.get(kind, _NUMBER)})|(\b(?:a|até)\b)", _unquoted(kind, words))
    before: Number | None = None
    through = False
    for number, range_word in parts:
        if range_word and before is not None and kind is not Kind.ALINEA:
            through = True
            continue
        value = _number(kind, number or range_word)
        if value is None:
            continue
        if through and before is not None:
            yield from ((n, 0) for n in range(before[0] + 1, value[0]))
        yield value
        before, through = value, False


def _unquoted(kind: Kind, words: str) -> str:
    if kind is not Kind.ALINEA:
        return words
    return re.sub(r"\s+(?:e|ou)\s+", ", ", re.sub(r"[“”\"'‘’()]", "", words))


def _number(kind: Kind, text: str) -> Number | None:
    try:
        if kind in (Kind.INCISO, Kind.ANNEX, Kind.CHAPTER):
            return from_roman(text), 0
        if kind is Kind.ALINEA:
            return from_letter(text), 0
    except ValueError:
        return None
    digits, _, inserted = text.rstrip("º°ªo ").partition("-")
    return int(digits), from_letter(inserted.strip("º°ªo ")) if inserted else 0


def _owner(text: str, chain: list[Mention], acts: list[Act]) -> Act | None:
    """The act a chain belongs to: the one right after it, or the one right before a comma."""
    first, last = chain[0], chain[-1]
    after = _TO_ACT.match(text, last.end)
    reach = after.end() if after else last.end
    later = next((act for act in acts if act.start == reach), None)
    if later and not (reach == last.end and reach == later.start and text[reach - 1 : reach].isalnum()):
        return later
    if _OF_THIS.match(text, last.end) or first.here:
        return None
    return _adjacent(text, first.start, acts)
