"""What kind of message a question is: a greeting, one that leans on the question before, several in one."""

from __future__ import annotations

import re

from knowledge.text import fold

MOST = 4
"""Questions of one message that are told apart; what comes after belongs to the last."""
_GREETING = (
    r"(?:oi|ola|opa|eai|bah|tche|alo|bom|boa|dia|tarde|noite|tudo|bem|blz|beleza|valeu|obrigad[oa]|obg|ok|certo|show|tri"
    r"|ta|fretabot|bot|pessoal|gente)"
)
_GREETS = re.compile(rf"[\W_]*{_GREETING}(?:[\W_]+{_GREETING}){{0,5}}[\W_]*")
_INTRODUCE = re.compile(
    r"[\W_]*(?:quem (?:e|es) (?:voce|vc|tu)|(?:o )?que (?:e que )?(?:voce|vc|tu|o bot|o fretabot) faz(?:es)?"
    r"|como (?:voce|vc|isso|o bot|o fretabot) funciona)[\W_]*"
)
_LEANS = re.compile(r"\s*(?:e|mas|entao|n[eo]sse caso|neste caso|no caso|se for|se fosse|com|pra|para)\b")
_ASKS = re.compile(
    r"\b(?:quant[oa]s?|qto|qta|qual|quais|como|quando|qdo|onde|quem|posso|pode|podem|preciso|precisa|precisam|devo|deve"
    r"|e se|tem que|tenho que|da pra|existe|vale|serve|por ?que|porque|pq|o que|oq|obrigatori[oa]|multa|prazo)\b"
)


def greets(text: str) -> bool:
    """Whether nothing is asked: "oi, bom dia", "obrigado"."""
    return len(text) <= 80 and _GREETS.fullmatch(fold(text)) is not None


def asks_who(text: str) -> bool:
    """Whether the bot itself is asked about: "quem é você?", "o que você faz?"."""
    return len(text) <= 80 and _INTRODUCE.fullmatch(fold(text)) is not None


def leans(text: str) -> bool:
    """Whether a question goes on from the one before: "e se for 2004?"."""
    return len(text) <= 120 and _LEANS.match(fold(text)) is not None


def several(text: str) -> list[str]:
    """The questions of a message, each with what was said before it; one when it asks one thing."""
    found: list[str] = []
    before = ""
    for piece in re.findall(r"[^?]+\?*", text):
        whole = f"{before} {piece}".strip()
        if "?" in piece and _ASKS.search(fold(piece)):
            found.append(whole)
            before = ""
        else:
            before = whole
    if not found:
        return [text]
    if before:
        found[-1] = f"{found[-1]} {before}"
    if len(found) > MOST:
        found[MOST - 1 :] = [" ".join(found[MOST - 1 :])]
    return found if len(found) > 1 else [text]
