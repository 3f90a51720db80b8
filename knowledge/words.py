"""Days, money, UPF and counts as Portuguese writes them: fragments for templates, never whole sentences.

Independent of the machine's locale. Reading what people type is `knowledge.inputs` and
`knowledge.date_input`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from knowledge.upf import Priced, Reais

WEEKDAYS = (
    "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo",
)  # fmt: skip
MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip


def weekday(day: dt.date) -> str:
    """The name of the day of the week: "sexta-feira"."""
    return WEEKDAYS[day.weekday()]


def short_date(day: dt.date) -> str:
    """dd/mm/aaaa."""
    return f"{day.day:02d}/{day.month:02d}/{day.year:04d}"


def long_date(day: dt.date) -> str:
    """A day in words, as an echo: "6 de fevereiro de 2026 (sexta-feira)"."""
    number = "1º" if day.day == 1 else str(day.day)
    return f"{number} de {MONTHS[day.month - 1]} de {day.year} ({weekday(day)})"


def day_of_week_date(day: dt.date) -> str:
    """A near day: "sexta, 17/04/2026"."""
    return f"{weekday(day).removesuffix('-feira')}, {short_date(day)}"


def due_words(day: dt.date, today: dt.date) -> str:
    """How far a due date is: "em 2 dias", "amanhã", "hoje", "venceu ontem", "venceu há 2 dias"."""
    left = (day - today).days
    named = {1: "amanhã", 0: "hoje", -1: "venceu ontem"}
    if left in named:
        return named[left]
    return f"em {left} dias" if left > 0 else f"venceu há {-left} dias"


def expiry_words(day: dt.date, today: dt.date) -> str:
    """The same with its verb: "vence em 2 dias", "vence amanhã", "vence hoje", "venceu ontem"."""
    words = due_words(day, today)
    return words if words.startswith("venceu") else f"vence {words}"


def number(value: Decimal | int) -> str:
    """A number without needless zeros: "7.000", "1,5", "0,09"."""
    whole, _, fraction = f"{Decimal(value):f}".partition(".")
    fraction = fraction.rstrip("0")
    return _grouped(whole) + (f",{fraction}" if fraction else "")


def money(amount: Decimal) -> str:
    """Reais with cents: "R$ 1.133,06"; a part of a cent is refused, rounding is done before."""
    if amount != amount.quantize(Decimal("0.01")):
        raise ValueError(f"not whole cents: {amount}")
    whole, _, cents = f"{abs(amount):.2f}".partition(".")
    return f"{'-' if amount < 0 else ''}R$ {_grouped(whole)},{cents}"


def upf_amount(upf: Decimal) -> str:
    """An amount in the norm's unit: "40 UPF-RS"."""
    return f"{number(upf)} UPF-RS"


def priced(price: Priced) -> str:
    """UPF and reais: "40 UPF-RS (R$ 1.133,06 com a UPF de 2026)", two amounts where the norms leave the year
    open.
    """
    parts = [f"{money(r.amount)} com a UPF de {r.upf.year}{_doubt(r)}" for r in price.reais]
    parts += [f"UPF de {year} não cadastrada" for year in price.missing_years]
    return f"{upf_amount(price.upf)} ({' ou '.join(parts)})"


def counted(count: int, one: str, many: str) -> str:
    """A count with its noun in the right form: "1 dia", "2 dias"."""
    return f"{number(count)} {one if abs(count) == 1 else many}"


def listed(items: Sequence[str], *, last: str = "e") -> str:
    """Items as people list them: "a, b e c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def _doubt(reais: Reais) -> str:
    return "" if reais.upf.confirmed else ", a confirmar"


def _grouped(whole: str) -> str:
    return f"{int(whole):,}".replace(",", ".")
