"""A small checklist with every kind of question, for tests of the engine that must not move with the law."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from knowledge.checklist_figures import Amount, Day
from knowledge.checklist_model import Checklist

P = "daer-7727-2022:art5"


def raw() -> dict[str, Any]:
    """The sample as its file would tell it; a fresh copy each time."""
    return {
        "id": "amostra",
        "title": "Amostra",
        "authority": "daer",
        "what": "Uma lista de teste.",
        "who": "Quem testa.",
        "basis": [P],
        "version": 1,
        "reviewed_on": dt.date(2026, 11, 30),
        "reviewed": [P],
        "questions": [
            question("mei", {"sim": "Sim", "nao": "Não"}),
            question("turismo", {"sim": "Sim", "nao": "Não"}),
            question("agencia", {"sim": "Sim", "nao": "Não"}, when={"turismo": ["sim"]}),
            {
                "id": "frota",
                "text": "Quantos veículos?",
                "type": "number",
                "brackets": {
                    "poucos": {"label": "até 2", "from": 0, "to": 2},
                    "muitos": {"label": "3 ou mais", "from": 3},
                },
                "why": "A taxa depende da frota.",
                "provision": [P],
            },
            {
                "id": "recebido",
                "text": "Em que dia recebeu?",
                "type": "date",
                "unsure": "Não sei",
                "why": "O prazo começa nesse dia.",
                "provision": [P],
            },
        ],
        "stops": [{"id": "vedado", "text": "MEI não pode.", "provision": [P], "when": {"mei": ["sim"]}}],
        "requirements": [
            item("papel"),
            item("cadastur", when={"turismo": ["sim"]}),
            item("contrato-agencia", when={"agencia": ["sim"]}),
            item("relacao", when={"frota": ["muitos"]}),
        ],
        "fees": [{"id": "taxa", "title": "Taxa", "series": "taxa", "by": "frota", "provision": [P]}],
        "deadlines": [
            {
                "id": "prazo",
                "title": "Defesa",
                "text": "15 dias.",
                "start": "recebido",
                "days": 15,
                "act": "carrier",
                "provision": [P],
            }
        ],
        "steps": [{"id": "ir", "text": "Vá ao balcão."}],
        "time": "Sem prazo.",
        "channel": "Balcão.",
    }


def question(
    id_: str, answers: dict[str, str], *, when: dict[str, list[str]] | None = None
) -> dict[str, Any]:
    """A closed question."""
    return {
        "id": id_,
        "text": f"Tem {id_}?",
        "answers": answers,
        "why": "Porque muda a lista.",
        "provision": [P],
        "when": when or {},
    }


def item(id_: str, *, when: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """A requirement."""
    return {
        "id": id_,
        "title": id_.title(),
        "what": "Um papel.",
        "how": "Cópia",
        "provision": [P],
        "when": when or {},
    }


def sample(**changed: Any) -> Checklist:
    """The sample, with keys replaced."""
    return Checklist.model_validate({**raw(), **changed})


class FixedFigures:
    """Two UPF for each of the size, ten reais a UPF; every day is a business day, offices shut on the last."""

    def fee(self, series: str, *, size: Decimal | None, times: Decimal, on: dt.date) -> Amount:
        """Twice the size, for each."""
        upf = 2 * (size or Decimal(1)) * times
        return Amount(upf, upf * 10, (f"{P}_inc6",), f"{upf} UPF-RS", series)

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> Day:
        """One day more when the latest is wanted."""
        return Day(start + dt.timedelta(days=days + latest))

    def act_by(self, day: dt.date) -> dt.date | None:
        """The day before."""
        return day - dt.timedelta(days=1)
