"""How many days are left, in the words of a person."""

from datetime import date


def due_words(day: date, due_on: date) -> str:
    """'vence em N dias', 'vence amanhã', 'vence hoje', 'venceu ontem', 'venceu há N dias'."""
    left = (due_on - day).days
    if left == 0:
        return "vence hoje"
    if left == 1:
        return "vence amanhã"
    if left == -1:
        return "venceu ontem"
    return f"vence em {left} dias" if left > 0 else f"venceu há {-left} dias"


def act_words(day: date, act_by: date) -> str | None:
    """'agir até hoje', 'agir até amanhã', 'agir em até N dias'; nothing once that day is past."""
    left = (act_by - day).days
    if left < 0:
        return None
    if left == 0:
        return "agir até hoje"
    return "agir até amanhã" if left == 1 else f"agir em até {left} dias"
