"""Where an audience rests on companies' papers, places and modes may not part few companies from the others.

Counted among all open companies, whatever papers they have: the refusal itself tells nothing of anybody.
"""

from __future__ import annotations

from sqlmodel import Session, col, select

from bot import few
from bot.broadcast_match import company_fits
from bot.broadcast_rules import Audience, Facts
from bot.models.fleet import Company

PLACES = ("modes", "municipalities", "regions")


def cuts_few(session: Session, rules: Audience) -> bool:
    """Whether one of these facts, asked for or excluded, speaks of few companies, or cuts few off."""
    if not rules.tells_state:
        return False
    held = list(session.exec(select(Company).where(col(Company.closed_at).is_(None))))

    def fitting(asked: Audience) -> set[int | None]:
        return {company.id for company in held if company_fits(company, asked)}

    whole = fitting(rules)
    parts: list[set[int | None]] = []
    for side in ("include", "exclude"):
        facts: Facts = getattr(rules, side)
        for name in PLACES:
            values: tuple[str, ...] = getattr(facts, name)
            wider = rules.model_copy(update={side: facts.model_copy(update={name: ()})})
            parts += [fitting(wider) - whole] if values else []
            parts += [fitting(Audience(include=Facts().model_copy(update={name: (one,)}))) for one in values]
    return any(0 < len(part) < few.FEW for part in parts)
