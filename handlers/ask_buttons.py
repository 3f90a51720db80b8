"""The buttons under an answer: its provisions, why, the calculator and checklist that follow, other matters near by."""

from __future__ import annotations

from bot.conversation import KEPT
from bot.screens import Button
from bot.turn import KEEP, Turn
from handlers.ask_words import greets
from handlers.calculate_fleet import OF_VEHICLE
from knowledge.answer import Answer, Citation
from knowledge.calculators import package_calculators
from knowledge.topics import Topic

SIDES = ("daer", "metroplan")
NEAR = 3


def keyboard(turn: Turn, answer: Answer, text: str) -> list[list[Button]]:
    """Everything that can follow an answer to `text`."""
    rows = [
        *_sides(turn, answer, text),
        *([b] for b in _texts(turn, answer)),
        *([Button(f"💬 {_short(p, 50)}", "ask.part", {"q": p[:KEPT]})] for p in answer.parts),
        *([b] for b in _near(turn, answer, text)),
        *_follow(turn, answer, text),
        _doubt(turn, answer, text),
    ]
    return [row for row in rows if row]


def _sides(turn: Turn, answer: Answer, text: str) -> list[list[Button]]:
    if answer.kind != "choose":
        return []
    sides = [o.authority for o in answer.options if o.authority in SIDES]
    return [[Button(turn.label(f"side_{s}"), "ask.side", {"q": text[:KEPT], "a": s}) for s in sides]]


def _texts(turn: Turn, answer: Answer) -> list[Button]:
    """The text of the first two provisions, one tap away."""
    shown = answer.citations[:2]
    mixed = len({c.id.partition(":")[0] for c in shown}) > 1
    return [
        turn.button("see_text", "norm.show", fields={"label": _place(turn, c, mixed=mixed)}, id=c.id)
        for c in shown
    ]


def _place(turn: Turn, citation: Citation, *, mixed: bool) -> str:
    place = citation.label.split(", ", 1)[-1]
    norm = turn.services.library.corpus.norm(citation.id.partition(":")[0])
    named = f"{place} ({turn.label(f'side_{norm.regime}')})" if mixed and norm.regime in SIDES else place
    return _short(named, 50)


def _near(turn: Turn, answer: Answer, text: str) -> list[Button]:
    """The matters that may be meant instead, when the answer is a "talvez" or none."""
    if greets(text):
        return []
    by_title = {t.title: t for t in turn.services.library.topics}
    topics = [by_title[title] for title in answer.near[:NEAR] if title in by_title]
    return [
        Button(f"🔎 {_short(t.title, 55)}", "ask.topic", {"topic": t.id, "q": text[:KEPT]}) for t in topics
    ]


def _follow(turn: Turn, answer: Answer, text: str) -> list[list[Button]]:
    """Why and the checklist, then the calculator: what people do next."""
    row = []
    if answer.more or related(turn, answer.topic):
        row.append(turn.button("why", "ask.why", topic=answer.topic))
    if answer.checklist and turn.offers("checklist.open") and turn.incoming.private:
        row.append(
            Button(turn.label("ask_checklist"), "checklist.open", {"id": answer.checklist, KEEP: True})
        )
    return [row, _calculator(turn, answer, text) if answer.calculator else []]


def _calculator(turn: Turn, answer: Answer, text: str) -> list[Button]:
    calculator = package_calculators().get(answer.calculator or "")
    if calculator is None:
        return []
    own = any(i.name in OF_VEHICLE for i in calculator.inputs)
    label = turn.label("ask_calculate_own" if own else "ask_calculate")
    if not turn.incoming.private:
        address = f"https://t.me/{turn.services.bot_name}?start=calc-{calculator.id}"
        return [Button(label, url=address)]
    if not turn.offers("calculate.start"):
        return []
    return [
        Button(
            label,
            "calculate.start",
            {"id": calculator.id, "q": text[:KEPT], "topic": answer.topic or "", KEEP: True},
        )
    ]


def _doubt(turn: Turn, answer: Answer, text: str) -> list[Button]:
    """ "Não é isso?" of an answer, "enviar à equipe" where there was none, and the way back."""
    row = []
    if turn.incoming.private and not greets(text):
        if answer.kind == "not_covered" and turn.offers("ask.send"):
            row.append(turn.button("ask_send", "ask.send", q=text[:KEPT]))
        elif answer.kind != "not_covered" and turn.offers("ask.wrong"):
            row.append(turn.button("ask_wrong", "ask.wrong", q=text[:KEPT], topic=answer.topic or ""))
    if turn.incoming.private:
        row.append(turn.button("menu", "menu"))
    return row


def related(turn: Turn, topic_id: str | None) -> list[Topic]:
    """The matters beside a topic."""
    topics = {t.id: t for t in turn.services.library.topics}
    return [topics[r] for r in topics[topic_id].related if r in topics] if topic_id in topics else []


def _short(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1].rstrip() + "…"
