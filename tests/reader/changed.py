"""A base in which a provision has two known wordings: no source of ours gives an older text yet."""

from __future__ import annotations

from dataclasses import replace

from knowledge.answers import Answerer
from knowledge.cautions import Cautions
from knowledge.corpus import Corpus
from knowledge.library import Library
from knowledge.schema import DATA, load

CHANGED = "cetm-2015:art4_inc6_ali1"
BEFORE = "Prova de vínculo dos passageiros com a contratante, em duas vias."
AFTER = "Prova de vínculo dos passageiros com a contratante, em uma via, atualizada."


def with_two_wordings(knowledge: tuple[Library, Answerer]) -> tuple[Library, Answerer]:
    """The same knowledge, the provision's two versions given texts."""
    library, answerer = knowledge
    norms = []
    for norm in library.corpus.norms:
        provisions = []
        for provision in norm.provisions:
            if provision.id == CHANGED:
                first, last = provision.versions
                versions = (replace(first, text=BEFORE), replace(last, text=AFTER))
                provisions.append(replace(provision, versions=versions))
            else:
                provisions.append(provision)
        norms.append(replace(norm, provisions=tuple(provisions)))
    return replace(library, corpus=Corpus(norms, load(DATA / "norms" / "warnings.yaml", Cautions))), answerer
