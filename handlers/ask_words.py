"""What kind of message a text is: a greeting, one about the bot, one that leans on the question before."""

from __future__ import annotations

import re

from knowledge.text import fold

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


def greets(text: str) -> bool:
    """Whether nothing is asked: "oi, bom dia", "obrigado"."""
    return len(text) <= 80 and _GREETS.fullmatch(fold(text)) is not None


def asks_who(text: str) -> bool:
    """Whether the bot itself is asked about: "quem é você?", "o que você faz?"."""
    return len(text) <= 80 and _INTRODUCE.fullmatch(fold(text)) is not None


def leans(text: str) -> bool:
    """Whether a question goes on from the one before: "e se for 2004?"."""
    return len(text) <= 120 and _LEANS.match(fold(text)) is not None
