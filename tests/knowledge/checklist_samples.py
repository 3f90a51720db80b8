"""A small checklist with every kind of question, for tests of the engine that must not move with the law."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from knowledge.checklist_model import Checklist
from knowledge.checklist_outcome import Amount

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
    """Two UPF for each of the size, ten reais a UPF, and business days that are all days."""

    def fee(self, series: str, size: Decimal | None, on: dt.date) -> Amount:
        """Twice the size."""
        return Amount(2 * (size or Decimal(1)), (f"{P}_inc6",), series)

    def reais(self, upf: Decimal, on: dt.date) -> Decimal | None:
        """Ten times."""
        return upf * 10

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> dt.date | None:
        """One day more when the latest is wanted."""
        return start + dt.timedelta(days=days + latest)
