"""Other normative acts as texts mention them, and their URNs.

The mention is read here ("Lei Estadual n° 14.834/2016", "Resoluções CONTRAN 416/2012 e 445/2013"). Its URN comes from
`acts.yaml`, where a person says on what ground the sphere is known, or is built by the rule when the mention itself
names the sphere. What neither gives stays empty: no URN is guessed.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from knowledge.schema import DATA, Strict, load

_MONTHS = ("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
           "novembro", "dezembro")  # fmt: skip
_KINDS = {
    "lei complementar": "lei.complementar",
    "lei": "lei",
    "decreto-lei": "decreto.lei",
    "decreto": "decreto",
    "res": "resolucao",
    "portaria": "portaria",
    "medida provisória": "medida.provisoria",
    "instruç": "instrucao.normativa",
    "convênio": "convenio",
    "protocolo": "protocolo",
    "ajuste": "ajuste",
}
_KIND = (
    r"Lei Complementar|Leis?|LEI|Decretos?-Lei|Decretos?|DECRETO"
    r"|[Rr]esoluç(?:ão|ões)|RESOLUÇÃO|Res\.|Portarias?|PORTARIA"
    r"|Medida Provisória|Instruç(?:ão|ões) Normativas?|INSTRUÇÃO NORMATIVA|Convênio|Protocolo|Ajuste"
)
_QUALIFIER = (
    r"(?:(?:\s+(?:d[oae]\s+)?|\s*/)(?!N[º°])[A-ZÀ-Ú][\wÀ-ú]*|\s+(?:federal|estadual|distrital|municipal)\b)"
)
_SIGN = r"(?:\s*,?\s*(?:[nN][º°.]|número)\s*)"
_NUMBER = r"\d[\d.]*\d(?:-[A-Z]\b)?|\d(?:-[A-Z]\b)?"
_DAY = r"\d{1,2}[º°]?\s+de\s+[A-Za-zç]+\s+de\s+\d{4}|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{4}\b"
_DATE = rf"\s*,?\s*(?:de|DE|d[eo] dia)\s+(?:{_DAY})"
_ONE = rf"(?P<number>{_NUMBER})(?:\s?/\s?(?P<year>\d{{4}}|\d{{2}})(?!\d))?(?P<date>{_DATE})?"
_ACT = re.compile(
    rf"(?<![A-ZÀ-Ú])(?P<kind>{_KIND})(?P<qualifier>{_QUALIFIER}{{0,8}}?)(?:\s+que\s[\w ]{{1,20}}:)?"
    rf"(?:{_SIGN}|\s+){{1,2}}(?:GM/MS{_SIGN})?{_ONE}"
)
_MORE = re.compile(rf"(?:\s*,\s*|\s+e\s+)(?:{_SIGN})?{_ONE}")
_NAMED = re.compile(
    r"(?P<ctb>Código de Trânsito Brasileiro|\bCTB\b)"
    r"(?:,\s*(?:instituído pela\s+)?Lei\s+(?:n[º°]\s*)?9\.503/(?:19)?97)?"
    r"|Constituição(?: Federal| Estadual| do Estado)?|Lei Orgânica do Distrito Federal"
    r"|Consolidação das Leis do Trabalho"
    r"|Convênio SINIEF S/N, de 15 de dezembro de 1970|[Rr]egulamento do ICMS|RICMS/[A-Z]{2}|Regimento Interno"
    r"|(?:ABNT\s+)?NBR\s*(?P<nbr>\d[\d.]*)(?:\s?[:/]\s?(?P<nbr_year>\d{4}))?"
    r"|Norma Regulamentadora\s+(?:n[º°]\s*)?(?P<nr>\d+)"
)


@dataclass(frozen=True)
class Act:
    """One act as a text mentions it; `number` without dots, `year` 0 when not said."""

    text: str
    start: int
    end: int
    kind: str = ""
    qualifier: str = ""
    number: str = ""
    year: int = 0
    on: dt.date | None = None
    tag: str = ""


class KnownAct(Strict):
    """An act whose sphere, date or authority is known from the named ground."""

    title: str
    kind: str
    number: str
    years: tuple[int, ...]
    jurisdiction: str
    urn: str
    basis: str


class Acts(Strict):
    """`acts.yaml`: the acts the norms mention and what is known of each; `names` are known by name alone."""

    acts: tuple[KnownAct, ...]
    names: dict[str, str]

    @cached_property
    def _by_number(self) -> dict[tuple[str, str], list[KnownAct]]:
        table: dict[tuple[str, str], list[KnownAct]] = {}
        for act in self.acts:
            table.setdefault((act.kind, act.number.lower()), []).append(act)
        return table

    def urn(self, act: Act, jurisdiction: str) -> str:
        """The URN or local tag of an act that a norm of this jurisdiction mentions, "" when it is not known.

        Another state's act of the same number is another act: it counts only when the mention gives its full date.
        """
        if act.tag:
            return act.tag
        if not act.number:
            return self.names.get(act.text.split(",")[0], "")
        for known in self._by_number.get((act.kind, act.number.lower().lstrip("0")), ()):
            at_home = known.jurisdiction in (jurisdiction, "BR") and (not act.year or act.year in known.years)
            if at_home or (act.on and f":{act.on};" in known.urn):
                return known.urn
        return _by_rule(act)


def load_acts(data: Path = DATA) -> Acts:
    """The table of known acts. Raises `DataFileError`."""
    return load(data / "acts.yaml", Acts)


def find_acts(text: str) -> list[Act]:
    """Every act a text mentions by number or by a name of its own, in order; lists give one each."""
    found: list[Act] = []
    at = 0
    while match := _next(text, at):
        at = match.end()
        if match.re is _NAMED:
            found.append(_named(match))
            continue
        act = _act(match, match["kind"], match["qualifier"])
        found.append(act)
        while (act.year or act.on or match["kind"].endswith("s")) and (more := _MORE.match(text, at)):
            if not (more["year"] or more["date"] or _MORE.match(text, more.end())):
                break
            at = more.end()
            found.append(replace(_act(more, match["kind"], match["qualifier"]), start=more.start("number")))
    return [replace(act, text=text[act.start : act.end]) for act in found]


def _next(text: str, at: int) -> re.Match[str] | None:
    both = [m for m in (_ACT.search(text, at), _NAMED.search(text, at)) if m]
    return min(both, key=lambda m: m.start()) if both else None


def _named(match: re.Match[str]) -> Act:
    tag = ""
    if match["nbr"]:
        tag = f"abnt:nbr:{match['nbr'].replace('.', '')}" + (
            f":{match['nbr_year']}" if match["nbr_year"] else ""
        )
    elif match["nr"]:
        tag = f"mte:nr:{match['nr']}"
    name = "Código de Trânsito Brasileiro" if match["ctb"] else match[0]
    return Act(name, match.start(), match.end(), kind="codigo" if match["ctb"] else "", tag=tag)


def _act(match: re.Match[str], kind: str, qualifier: str) -> Act:
    lowered = kind.lower()
    family = next(value for key, value in _KINDS.items() if lowered.startswith(key))
    on = _date(match["date"] or "")
    year = on.year if on else _year(match["year"] or "") or _year((match["date"] or "")[-4:].strip())
    number = match["number"].replace(".", "").lstrip("0") or "0"
    return Act("", match.start(), match.end(), family, " ".join(qualifier.split()), number, year, on)


def _year(text: str) -> int:
    if not text.isdecimal() or len(text) not in (2, 4):
        return 0
    year = int(text)
    return year if len(text) == 4 else year + (1900 if year > 30 else 2000)


def _date(text: str) -> dt.date | None:
    try:
        if match := re.search(r"(\d{1,2})[º°]?\s+de\s+(\w+)\s+de\s+(\d{4})", text):
            return dt.date(int(match[3]), _MONTHS.index(match[2].lower()) + 1, int(match[1]))
        if match := re.search(r"(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})", text):
            return dt.date(_year(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        return None
    return None


def _by_rule(act: Act) -> str:
    """`urn:lex:br:federal:type:date;number`, only where the mention itself says it is federal."""
    if (
        "federal" not in act.qualifier.lower()
        or not act.year
        or act.kind in ("convenio", "protocolo", "ajuste")
    ):
        return ""
    return f"urn:lex:br:federal:{act.kind}:{act.on or act.year};{act.number}"
