"""A date as people type it: `6/2/26`, `10/3`, `10 do 3`, `dez de março`, `hoje`, `sexta`, `em 10 dias`, `em 3 meses`.

Day before month, always. Two-digit years are 20aa. Where nothing says which, the next such day is meant, or, of an
act that has happened, the last one. An impossible day is explained; a month, a week or a year alone is asked
back. The day read is echoed in words before it counts; `DateRead` carries what the echo must ask about.
Why not a general parser: `docs/decisions/date-words.md`.
"""

from __future__ import annotations

import calendar as gregorian
import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from knowledge.daymath import add_months
from knowledge.inputs import MAX_LENGTH, Refused, clean
from knowledge.text import digits
from knowledge.words import MONTHS, WEEKDAYS

FAR_YEARS = 5
"""A day further ahead is asked about, not refused (domain of dates: validities reach three years, some ten).
"""
LEAP_YEAR = 2000
"""Where no year was typed, 29 February is a possible day."""
_YEARS = range(1900, 2100)
"""Outside these years a date is a slip of the keyboard."""


@dataclass(frozen=True)
class DateRead:
    """The day and what the echo should ask: in the past, far ahead, or a year nobody typed."""

    day: dt.date
    past: bool
    far: bool
    year_assumed: bool = False


_ACCENTS = str.maketrans("ÁÂÃÀÉÊÍÓÔÕÚÇ", "AAAAEEIOOOUC")
_MONTH_NUMBERS = {name.upper().translate(_ACCENTS): k for k, name in enumerate(MONTHS, start=1)}
_MONTH_NUMBERS |= {name[:3]: k for name, k in list(_MONTH_NUMBERS.items())}
_WEEKDAY_NUMBERS = {
    name.removesuffix("-feira").upper().translate(_ACCENTS): k for k, name in enumerate(WEEKDAYS)
}
_RELATIVE = {"ANTEONTEM": -2, "ONTEM": -1, "HOJE": 0, "AMANHA": 1, "DEPOIS DE AMANHA": 2}

_NUMERIC = re.compile(r"(\d{1,2})\s*[/.\- ]\s*(\d{1,2})(?:\s*[/.\- ]\s*(\d{1,4}))?")
_SPOKEN = re.compile(r"(?:DIA )?(\d{1,2}) (?:DO|DE|DO MES) (\d{1,2})(?: (?:DO|DE) (\d{1,4}))?")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_COMPACT = re.compile(r"(\d{2})(\d{2})(\d{4})")
_WORDS = re.compile(
    r"(?:DIA )?(\d{1,2}|1[ºO°]|PRIMEIRO|UM)\s*(?:DE |/|-| )\s*([A-Z]{3,9})(?:(?: DE | DO |/|-| )\s*(\d{1,4}))?"
)
_DAY_ONLY = re.compile(r"DIA (\d{1,2})")
_MONTH_ONLY = re.compile(r"(?:EM )?([A-Z]{3,9})(?:(?: DE |/| )(\d{2}|\d{4}))?")
_MONTH_OF_YEAR = re.compile(r"(?:EM |MES )?(?:(\d{1,2})\s*[/.-]\s*\d{4}|\d{4}\s*[/-]\s*(\d{1,2}))")
_SPAN = r"(\d{1,4}|UMA?) (DIA|SEMANA|MES|ANO)(?:S|ES)?"
_AHEAD = re.compile(rf"(?:EM|DAQUI A|DAQUI) {_SPAN}")
_BEHIND = re.compile(rf"(?:HA|FAZ) {_SPAN}|{_SPAN} ATRAS")
_PART = re.compile(r"(?:(?:NO|EM|ATE O) )?(?:FIM|FINAL|COMECO|INICIO|MEIO|MEADOS) D[EO] ")
"""What leaves the day of a month or year open."""
_THIS = re.compile(r"(?:N?[EO]STE )?(?:MES|MES ATUAL)|(?:O |NO )?MES CORRENTE")
_NEXT = re.compile(r"(?:O |NO |EM )?(?:MES QUE VEM|PROXIMO MES|MES SEGUINTE)")
_LAST = re.compile(r"(?:O |NO )?(?:MES PASSADO|ULTIMO MES)")
_NO_DAY = re.compile(
    r"(?:O |A |NO |NA |EM )?(?:N?[EO]ST[EA] )?"
    r"(?:SEMANA|ANO|SEGUNDA|TERCA|QUARTA|QUINTA|SEXTA|SABADO|DOMINGO)(?:[- ]FEIRA)?"
    r"(?: QUE VEM| PASSAD[OA]| SEGUINTE)?|(?:N?[AO] )?(?:PROXIM[OA]|ULTIM[OA]) (?:SEMANA|ANO)"
)
"""A week or a year, and "sexta que vem", which is this week's for some and next week's for others."""
_WEEKDAY = re.compile(
    r"(?:NA |NO |ESTA |ESTE |PROXIMA |PROXIMO )?"
    r"(SEGUNDA|TERCA|QUARTA|QUINTA|SEXTA|SABADO|DOMINGO)(?:[- ]FEIRA)?"
)


def read_date(raw: str, today: dt.date, *, past: bool = False) -> DateRead | Refused:
    """The day a person means. `today` is the person's civil day; `past`: it is the day of an act that has happened."""
    typed = clean(raw)
    if not typed or len(typed) > MAX_LENGTH or not typed.isprintable():
        return Refused("date_unreadable", {"typed": typed[:MAX_LENGTH]})
    text = re.sub(r"\s+", " ", typed.translate(_ACCENTS)).rstrip(".!")
    tries = [*((reader, text) for reader in _READERS), *((reader, _in_digits(text)) for reader in _SAID)]
    for reader, said in tries:
        result = reader(said, today, past)
        if isinstance(result, Refused) and result.reason == "date_which_day":
            return Refused(result.reason, {"typed": typed.lower()})
        if result is not None:
            return result
    return Refused("date_unreadable", {"typed": typed})


def _in_digits(text: str) -> str:
    """ "vinte e um de março" with digits; after "de", "dez" is December."""
    return " ".join(digits(re.sub(r"(?<= DE )DEZ\b", "DEZEMBRO", text).lower().split())).upper()


def _read(day: dt.date, today: dt.date, *, year_assumed: bool = False) -> DateRead:
    return DateRead(day, day < today, day > add_months(today, 12 * FAR_YEARS), year_assumed)


def _full(day: int, month: int, year_text: str, today: dt.date) -> DateRead | Refused:
    if len(year_text) not in (2, 4):
        return Refused("date_year", {"year": year_text})
    year = 2000 + int(year_text) if len(year_text) == 2 else int(year_text)
    if year not in _YEARS:
        return Refused("date_year", {"year": year_text})
    bad = _impossible(day, month, year)
    return bad or _read(dt.date(year, month, day), today)


def _impossible(day: int, month: int, year: int | None) -> Refused | None:
    """Why no such day exists; a month above 12 is not taken for a day."""
    if not 1 <= month <= 12:
        reason = "date_month_first" if 1 <= day <= 12 and month <= 31 else "date_month"
        return Refused(reason, {"day": str(day), "month": str(month)})
    last = gregorian.monthrange(year or LEAP_YEAR, month)[1]
    if 1 <= day <= last:
        return None
    facts = {"day": str(day), "month": MONTHS[month - 1], "last": str(last), "year": str(year or "")}
    leap = (day, month) == (29, 2)
    return Refused("date_not_leap" if leap else "date_day", facts)


def _nearest(day: int, month: int, today: dt.date, past: bool) -> DateRead | Refused:
    """The next, or the last, day of that name, today included; 29/02 waits for a leap year."""
    if bad := _impossible(day, month, None):
        return bad
    for ahead in range(9):
        year = today.year - ahead if past else today.year + ahead
        if day <= gregorian.monthrange(year, month)[1] and _fits(dt.date(year, month, day), today, past):
            return _read(dt.date(year, month, day), today, year_assumed=True)
    return Refused("date_unreadable", {"typed": f"{day}/{month}"})


def _fits(day: dt.date, today: dt.date, past: bool) -> bool:
    return day <= today if past else day >= today


def _numeric(text: str, today: dt.date, past: bool) -> DateRead | Refused | None:
    match = _NUMERIC.fullmatch(text) or _COMPACT.fullmatch(text)
    if not match:
        return None
    day, month, year = int(match[1]), int(match[2]), match[3]
    return _full(day, month, year, today) if year else _nearest(day, month, today, past)


def _spoken(text: str, today: dt.date, past: bool) -> DateRead | Refused | None:
    """ "10 do 3", "10 do 3 de 2027"."""
    match = _SPOKEN.fullmatch(text)
    if not match:
        return None
    day, month = int(match[1]), int(match[2])
    return _full(day, month, match[3], today) if match[3] else _nearest(day, month, today, past)


def _iso(text: str, today: dt.date, _past: bool) -> DateRead | Refused | None:
    match = _ISO.fullmatch(text)
    return _full(int(match[3]), int(match[2]), match[1], today) if match else None


def _in_words(text: str, today: dt.date, past: bool) -> DateRead | Refused | None:
    match = _WORDS.fullmatch(text)
    if not match or match[2] not in _MONTH_NUMBERS:
        return None
    digits = re.match(r"\d+", match[1])
    day, month = int(digits[0]) if digits else 1, _MONTH_NUMBERS[match[2]]
    return _full(day, month, match[3], today) if match[3] else _nearest(day, month, today, past)


def _month_alone(text: str, _today: dt.date, _past: bool) -> Refused | None:
    match = _MONTH_ONLY.fullmatch(text)
    if not match or match[1] not in _MONTH_NUMBERS:
        return None
    return _asked_back(_MONTH_NUMBERS[match[1]])


def _month_of_year(text: str, _today: dt.date, _past: bool) -> Refused | None:
    """ "03/2027": which day of it is asked."""
    match = _MONTH_OF_YEAR.fullmatch(text)
    if not match:
        return None
    month = int(match[1] or match[2])
    if not 1 <= month <= 12:
        return Refused("date_month", {"day": "", "month": str(month)})
    return _asked_back(month)


def _asked_back(month: int) -> Refused:
    return Refused("date_month_only", {"month": MONTHS[month - 1]})


def _part_of(text: str, today: dt.date, past: bool) -> Refused | None:
    """ "fim de março", "mês que vem", "semana que vem": asked back, by the month where one is meant."""
    rest = _PART.sub("", text, count=1)
    for ahead, pattern in enumerate((_LAST, _THIS, _NEXT), start=-1):
        if pattern.fullmatch(rest):
            return _asked_back(add_months(today.replace(day=1), ahead).month)
    if _NO_DAY.fullmatch(rest):
        return Refused("date_which_day")
    return _month_alone(rest, today, past)


def _day_alone(text: str, today: dt.date, past: bool) -> DateRead | Refused | None:
    """ "dia 10": the next, or the last, month that has it."""
    match = _DAY_ONLY.fullmatch(text)
    if not match:
        return None
    day = int(match[1])
    for k in range(3):
        month = add_months(today.replace(day=1), -k if past else k)
        if not 1 <= day <= gregorian.monthrange(month.year, month.month)[1]:
            continue
        if _fits(month.replace(day=day), today, past):
            return _read(month.replace(day=day), today, year_assumed=True)
    return Refused("date_day_alone", {"day": match[1]})


def _relative(text: str, today: dt.date, _past: bool) -> DateRead | Refused | None:
    if text in _RELATIVE:
        return _read(today + dt.timedelta(days=_RELATIVE[text]), today)
    if match := _AHEAD.fullmatch(text):
        return _after(_count(match[1]), match[2], today)
    if match := _BEHIND.fullmatch(text):
        return _after(-_count(match[1] or match[3]), match[2] or match[4], today)
    return None


def _count(text: str) -> int:
    return 1 if text in {"UM", "UMA"} else int(text)


_DAYS = {"DIA": 1, "SEMANA": 7}
_MONTHS = {"MES": 1, "ANO": 12}


def _after(count: int, unit: str, today: dt.date) -> DateRead | Refused:
    """So many days, weeks, months or years from today; a month that lacks the day is asked back."""
    if unit in _DAYS:
        return _read(today + dt.timedelta(days=count * _DAYS[unit]), today)
    months = count * _MONTHS[unit]
    year = today.year + (today.month - 1 + months) // 12
    if year not in _YEARS:
        return Refused("date_year", {"year": str(year)})
    day = add_months(today, months)
    return _read(day, today) if day.day == today.day else _asked_back(day.month)


def _weekday(text: str, today: dt.date, past: bool) -> DateRead | None:
    """The next such weekday after today; "sexta" said on a Friday is a week ahead, and the echo shows it.

    Of an act that has happened: the last one, today included.
    """
    match = _WEEKDAY.fullmatch(text)
    if not match:
        return None
    ahead = (_WEEKDAY_NUMBERS[match[1]] - today.weekday() - 1) % 7 + 1
    return _read(today + dt.timedelta(days=ahead - 7 if past else ahead), today, year_assumed=True)


_READERS: tuple[Callable[[str, dt.date, bool], DateRead | Refused | None], ...] = (
    _iso, _numeric, _spoken, _in_words, _relative, _weekday, _day_alone, _month_alone, _month_of_year, _part_of,
)  # fmt: skip
_SAID = (_in_words, _relative, _day_alone, _spoken)
"""What is read with its numbers in words too: not `_numeric`, where "dez dez" would be a day of October."""
