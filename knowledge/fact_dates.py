"""Days and hours a question tells, and what each day is of: issue, end of the LIT, receipt of a notice.

The other facts are `facts.py`; reading a date typed into a form is `date_input.py`.
"""

from __future__ import annotations

import datetime as dt
import re

from knowledge.text import fold

_MONTHS = (
    "janeiro", "fevereiro", "marco", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
_DATE = re.compile(r"\b(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?\b(?![/.,]?\d)")
_SPOKEN = re.compile(rf"\b(\d{{1,2}}|primeiro) de ({'|'.join(_MONTHS)})(?: de (\d{{4}}))?\b")
_HOUR = re.compile(
    r"\b(\d{1,2})(?::(\d{2})|h(\d{2})|h\b| horas?\b(?! antes| de ant)| da (?=manha|tarde|noite|madrugada))"
)
_PART_OF_DAY = re.compile(r"(?:da )?(tarde|noite)")
ROLES = (
    ("inspection_on", r"\blit\b|laudo|vistoria"),
    ("recefitur_on", r"recefitur|registro|certificado"),
    ("policy_on", r"apolice|seguro"),
    ("cadastur_on", r"cadastur"),
    ("contract_on", r"contrato"),
    ("issued_on", r"emitid|expedid|tirei|saiu"),
    ("printed_on", r"validade|impress|venc"),
)
"""What a day is of, by the words before it; the nearest word decides."""


def read_dates(raw: str, today: dt.date | None = None) -> tuple[tuple[dt.date, int], ...]:
    """Days with where they stand in the folded text; without a year the current one is meant."""
    found: list[tuple[dt.date, int]] = []
    for match in [*_DATE.finditer(raw), *_SPOKEN.finditer(raw)]:
        day, month, year = match.groups()
        number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
        if year is None and today is None:
            continue
        full = (today.year if today else 0) if year is None else int(year) + (2000 if len(year) == 2 else 0)
        try:
            found.append((dt.date(full, number, 1 if day == "primeiro" else int(day)), match.start()))
        except ValueError:
            continue
    return tuple(sorted(found, key=lambda pair: pair[1]))


def read_time(raw: str) -> dt.time | None:
    """An hour of the day: "14h", "14:30", "6 da manhã", "10 da noite"; a length ("8 horas antes") is none."""
    for match in _HOUR.finditer(raw):
        if "hora" in match.group() and not re.search(r"\b(?:as|pelas) ?$", raw[: match.start()]):
            continue
        hour = int(match.group(1))
        if hour < 12 and _PART_OF_DAY.match(raw[match.end() :]):
            hour += 12
        if hour < 24:
            return dt.time(hour, int(match.group(2) or match.group(3) or 0))
    return None


def read_roles(text: str, today: dt.date | None = None) -> dict[str, dt.date]:
    """What each day of a question is of; a day without a word for it has no role."""
    raw = fold(text)
    roles: dict[str, dt.date] = {}
    last = 0
    for day, at in read_dates(raw, today):
        before = raw[max(last, at - 45) : at]
        hits = [(m.end(), name) for name, pattern in ROLES for m in re.finditer(pattern, before)]
        named = [h for h in hits if h[1] not in ("issued_on", "printed_on")] or hits
        if named:
            roles.setdefault(max(named)[1], day)
        last = at
    return roles
