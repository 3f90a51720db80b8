"""Whether a text typed into a form reads like a question rather than like the answer awaited."""

from __future__ import annotations

_STARTS = tuple(
    f"{words} "
    for words in (
        *[
            "quanto",
            "quanta",
            "quantos",
            "quantas",
            "qual",
            "quais",
            "como",
            "quando",
            "onde",
            "quem",
            "posso",
            "pode",
            "preciso",
            "precisa",
            "existe",
        ],
        *(
            "o que",
            "oq",
            "por que",
            "por quê",
            "pq",
            "tem que",
            "é obrigatório",
            "e se",
            "qto",
            "qdo",
            "de quanto",
        ),
    )
)


def looks_like_question(text: str) -> bool:
    """Whether a text typed into a form reads like a question: ends in one, or begins like one."""
    folded = text.strip().lower()
    return folded.endswith("?") or folded.startswith(_STARTS)
