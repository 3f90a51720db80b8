"""Ways into the norms: `/normas`, `/artigo 48 daer`, deep links, search by words.

Reading a provision is `handlers.norm_reader`, the tables of contents `handlers.norm_index`.
"""

from __future__ import annotations

from typing import Any

from bot.screens import Button
from bot.turn import Turn
from handlers import menu, typed
from handlers.form_model import Answers, Field, Form
from handlers.module import Action, Command, MenuEntry, Module
from handlers.norm_index import contents, list_norms, short, tail, turn_page
from handlers.norm_reader import show
from knowledge.answer import quoted
from knowledge.lexical import analyse
from knowledge.model import Provision
from knowledge.nearby import nearest

CHOICES = 8
FOUND = 5
ASKED = 200
SNIPPET = 140


def norms(turn: Turn) -> None:
    """/normas: the list; with words, where they stand."""
    if turn.incoming.argument:
        _search(turn, turn.incoming.argument[:ASKED], norm="")
        return
    list_norms(turn)


def article(turn: Turn) -> None:
    """/artigo: the provisions a person may mean by "13", "48 daer", "5 inciso V"; the nearest when it is not there."""
    wanted = turn.incoming.argument[:ASKED]
    asked = f"art {wanted}" if wanted[:1].isdigit() else wanted
    corpus = turn.services.library.corpus
    found = corpus.find(None, asked)
    if len(found) == 1:
        show(turn, found[0].id)
        return
    near = () if found else nearest(corpus, asked)
    if wanted and not found and not near:
        _search(turn, wanted, norm="")
        return
    rows = [
        [Button(short(corpus.label(p.id), 60), "norm.show", {"id": p.id})] for p in (found or near)[:CHOICES]
    ]
    turn.say(
        "norms/which",
        [*rows, tail(turn)],
        wanted=wanted,
        found=bool(found),
        last=[_last_article(turn, norm) for norm in dict.fromkeys(p.norm for p in near)],
    )


def _last_article(turn: Turn, norm_id: str) -> dict[str, str]:
    """Up to where a norm goes."""
    norm = turn.services.library.corpus.norm(norm_id)
    articles = [p for p in norm.provisions if p.kind == "article"]
    return {"norm": norm.short, "label": articles[-1].label.lower() if articles else ""}


def follow_link(turn: Turn) -> None:
    """A deep link: `:` is written `__`. Something opens always: the provision, or the menu with the reason."""
    id_ = turn.incoming.argument.replace("__", ":", 1)
    corpus = turn.services.library.corpus
    if id_ in corpus:
        show(turn, id_)
    elif any(id_ == norm.id for norm in corpus.norms):
        contents(turn, id_, fresh=True)
    else:
        rows = [[turn.button("norms_back", "norm.list")], *menu.keyboard(turn)]
        turn.say("norms/unknown_link", rows)


def _words(turn: Turn, _answers: Answers) -> str:
    return typed.line(turn, limit=ASKED, template="norms/note_words")


def _norm_facts(turn: Turn, answers: Answers) -> dict[str, Any]:
    return {"norm": turn.services.library.corpus.norm(answers["norm"]).short if answers.get("norm") else ""}


def _found(turn: Turn, answers: Answers) -> None:
    _search(turn, answers["words"], norm=answers.get("norm", ""))


SEARCH = Form(
    name="norm_search",
    title=lambda turn, _answers: turn.label("norm_search"),
    fields=(Field("words", "norms/search", read=_words, facts=_norm_facts),),
    finish=_found,
    keeps=False,
)


def ask_words(turn: Turn) -> None:
    """Which words to look for, in one norm or in all."""
    turn.begin_form("norm_search", **({"norm": turn.args["norm"]} if turn.args.get("norm") else {}))


def more_found(turn: Turn) -> None:
    """The next provisions that hold the words."""
    _search(turn, turn.args["words"], norm=turn.args["norm"], page=int(turn.args["page"]))


def _search(turn: Turn, wanted: str, *, norm: str, page: int = 0) -> None:
    """Provisions that hold the words, best first, each with the place where they stand."""
    corpus = turn.services.library.corpus
    held = [corpus.provision(i) for i in turn.services.answerer.provisions(wanted, top=400) if i in corpus]
    held = [p for p in held if not norm or p.norm == norm]
    shown = held[page * FOUND : (page + 1) * FOUND]
    rows = [[Button(short(corpus.label(p.id), 60), "norm.show", {"id": p.id})] for p in shown]
    if len(held) > (page + 1) * FOUND:
        rows.append([turn.button("norm_more", "norm.more", words=wanted, norm=norm, page=page + 1)])
    turn.show(
        "norms/found",
        [*rows, tail(turn)],
        wanted=wanted,
        norm=corpus.norm(norm).short if norm else "",
        found=[{"label": corpus.label(p.id), "text": _snippet(p, wanted)} for p in shown],
    )


def _snippet(provision: Provision, wanted: str) -> str:
    return short(quoted(provision.reading, wanted, analyse), SNIPPET)


MODULE = Module(
    commands=(Command("normas", norms, groups=True), Command("artigo", article, groups=True)),
    actions={
        "norm.list": Action(list_norms, groups=True),
        "norm.open": Action(turn_page, groups=True),
        "norm.search": Action(ask_words),
        "norm.more": Action(more_found, groups=True),
    },
    forms=(SEARCH,),
    links={"": follow_link},
    menu=(MenuEntry("menu_norms", "norm.list"),),
)
