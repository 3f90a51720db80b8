"""What people type, read strictly: plates, RENAVAM, CNPJ, CPF, phones, money.

Dates are `knowledge.date_input`.

Every reader returns a typed value or a `Refused` with a reason code and facts; the words for people are
templates. Nothing is corrected in silence: a likely slip is offered as `suggestion`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from decimal import Decimal

import phonenumbers
from validate_docbr import CNPJ, CPF, RENAVAM

MAX_LENGTH = 64
"""Longer text is no number, plate or date; refused before any pattern looks at it."""


@dataclass(frozen=True)
class Refused:
    """Input not taken: `reason` names the template, `facts` fill it."""

    reason: str
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plate:
    """A plate as typed (upper case, no hyphen) and the key under which both spellings are one vehicle."""

    text: str
    key: str

    @property
    def lookalike(self) -> str | None:
        """The old plate this may be a slip of: the letter O or I where a digit stood."""
        fifth = self.text[4]
        return f"{self.text[:4]}{fifth.translate(_TO_DIGIT)}{self.text[5:]}" if fifth in "OI" else None

    @property
    def shown(self) -> str:
        """With the hyphen of the old form: "IAB-1234", "IAB1C23"."""
        return f"{self.text[:3]}-{self.text[3:]}" if self.text[4].isdecimal() else self.text


@dataclass(frozen=True)
class Number:
    """A checked number without mask; `confirm`: a slip can pass the check, so it must be echoed."""

    text: str
    confirm: bool = False


def clean(raw: str) -> str:
    """NFKC, no spaces at the ends or invisible signs, upper case."""
    text = unicodedata.normalize("NFKC", raw[: MAX_LENGTH * 2])
    return (
        "".join(c for c in text if unicodedata.category(c) not in {"Cf", "Cc"} or c == "\n").strip().upper()
    )


_OLD = re.compile(r"[A-Z]{3}[0-9]{4}")
_MERCOSUL = re.compile(r"[A-Z]{3}[0-9][A-Z][0-9]{2}")
_TO_LETTER = str.maketrans("01", "OI")
_TO_DIGIT = str.maketrans("OI", "01")


def plate_key(text: str) -> str:
    """The Mercosul spelling of a plate; ABC1234 and ABC1C34 are one vehicle."""
    return f"{text[:4]}{chr(ord('A') + int(text[4]))}{text[5:]}" if text[4:5].isdecimal() else text


def read_plate(raw: str) -> Plate | Refused:
    """A plate in the old or the Mercosul form; O for 0 and I for 1 are pointed out, not mended."""
    text = re.sub(r"[\s\-.·]", "", clean(raw))
    if _OLD.fullmatch(text) or _MERCOSUL.fullmatch(text):
        return Plate(text, plate_key(text))
    mended = _mended_plate(text)
    if mended:
        return Refused("plate_lookalike", {"typed": text, "suggestion": mended})
    return Refused("plate_shape", {"typed": text[:MAX_LENGTH]})


def _mended_plate(text: str) -> str | None:
    """The one plate that differs only by O/0 and I/1, if it is one.

    The fifth place may be digit or letter: it is left as typed.
    """
    if len(text) != 7:
        return None
    mended = (
        text[:3].translate(_TO_LETTER)
        + text[3].translate(_TO_DIGIT)
        + text[4]
        + text[5:].translate(_TO_DIGIT)
    )
    return mended if _OLD.fullmatch(mended) or _MERCOSUL.fullmatch(mended) else None


def _bare(raw: str) -> str:
    return re.sub(r"[\s.\-/]", "", clean(raw))


def read_renavam(raw: str) -> Number | Refused:
    """Eleven digits, nine are filled with zeros from the left."""
    text = _bare(raw)
    if not re.fullmatch(r"[0-9]{9,11}", text):
        return Refused("renavam_shape", {"typed": text[:MAX_LENGTH], "length": str(len(text))})
    text = text.zfill(11)
    if len(set(text)) == 1 or not RENAVAM().validate(text):
        return Refused("renavam_check", {"typed": text})
    return Number(text)


def read_cnpj(raw: str) -> Number | Refused:
    """Fourteen places, letters since July 2026.

    One slip in fourteen passes the check of a number with letters.
    """
    text = _bare(raw)
    if not re.fullmatch(r"[0-9A-Z]{12}[0-9]{2}", text):
        return Refused("cnpj_shape", {"typed": text[:MAX_LENGTH], "length": str(len(text))})
    if len(set(text)) == 1 or not CNPJ().validate(text):
        return Refused("cnpj_check", {"typed": text})
    return Number(text, confirm=not text.isdecimal())


def read_cpf(raw: str) -> Number | Refused:
    """Eleven digits, mask optional; eleven equal ones are no CPF."""
    text = _bare(raw)
    if not re.fullmatch(r"[0-9]{11}", text):
        return Refused("cpf_shape", {"typed": text[:MAX_LENGTH], "length": str(len(text))})
    return Number(text) if CPF().validate(text) else Refused("cpf_check", {"typed": text})


def read_phone(raw: str) -> Number | Refused:
    """A Brazilian number as E.164; area code 55 is not the country."""
    text = clean(raw)
    if not re.fullmatch(r"[0-9+()\s.\-/]{8,25}", text):
        return Refused("phone_shape", {"typed": text[:MAX_LENGTH]})
    try:
        number = phonenumbers.parse(text, "BR")
    except phonenumbers.NumberParseException:
        return Refused("phone_shape", {"typed": text})
    if number.country_code != 55 or not phonenumbers.is_valid_number(number):
        return Refused("phone_check", {"typed": text})
    return Number(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


_MONEY = re.compile(r"(?:R\$)?\s*(?P<whole>[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,12})(?:,(?P<cents>[0-9]{2}))?")
_DOT_CENTS = re.compile(r"(?:R\$)?\s*([0-9]{1,12})\.([0-9]{2})")


def read_money(raw: str) -> Decimal | Refused:
    """Reais as Brazil writes them: "R$ 1.234,56", "1234,56", "1.234"; "1234.56" can only be cents too."""
    text = re.sub(r"\s*REAIS$", "", clean(raw))
    match = _MONEY.fullmatch(text)
    if match:
        return Decimal(f"{match['whole'].replace('.', '')}.{match['cents'] or '00'}")
    dotted = _DOT_CENTS.fullmatch(text)
    if dotted:
        return Decimal(f"{dotted[1]}.{dotted[2]}")
    return Refused(
        "money_negative" if text.startswith(("-", "R$ -", "R$-")) else "money_shape",
        {"typed": text[:MAX_LENGTH]},
    )


_NUMBER = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,12})(?:,([0-9]{1,4}))?|([0-9]{1,12})\.([0-9]{1,2})")


def read_number(raw: str) -> Decimal | Refused:
    """A number as Brazil writes it: "1.848", "22,5"; "22.5" can only be a fraction too."""
    text = clean(raw)
    match = _NUMBER.fullmatch(text)
    if not match:
        return Refused("number_shape", {"typed": text[:MAX_LENGTH]})
    whole, fraction = (match[1].replace(".", ""), match[2]) if match[1] else (match[3], match[4])
    return Decimal(f"{whole}.{fraction or '0'}")
