"""Browse a norm: its table of contents, an article, its neighbours; `/artigo 48 daer`, deep links, citations."""

from __future__ import annotations

from bot.render import safe
from bot.screens import Button
from bot.turn import Turn
from handlers.module import Action, Command, MenuEntry, Module
from knowledge.errors import UnknownProvision
from knowledge.model import Provision

PAGE = 7  # provisions listed on a screen: one row each, and room for the way back


def list_norms(turn: Turn) -> None:
    """Every norm of the base with what is known of its force."""
    norms = turn.services.library.corpus.norms
    rows = [[Button(norm.short, "norm.open", {"id": norm.id, "page": 0})] for norm in norms]
    turn.show("norms/list", [*rows, [turn.button("menu", "menu")]])


def open_norm(turn: Turn) -> None:
    """The table of contents of a norm, or what stands under a chapter, in pages."""
    corpus, id_, page = turn.services.library.corpus, turn.args["id"], int(turn.args.get("page", 0))
    children = corpus.children(id_)
    shown = children[page * PAGE : (page + 1) * PAGE]
    rows = [[Button(_line(p), "norm.show", {"id": p.id})] for p in shown]
    pager = []
    if page:
        pager.append(turn.button("page_before", "norm.open", id=id_, page=page - 1))
    if (page + 1) * PAGE < len(children):
        pager.append(turn.button("page_after", "norm.open", id=id_, page=page + 1))
    rows += [pager, [turn.button("norms_back", "norm.list"), turn.button("menu", "menu")]]
    norm = corpus.norm(id_.split(":")[0])
    turn.show("norms/contents", rows, norm=norm, warnings=corpus.warnings(norm.id, today=turn.today))


def _line(provision: Provision) -> str:
    return f"{provision.label} {provision.reading}"[:60]


def article(turn: Turn) -> None:
    """/artigo: the provisions a person may mean by "13", "48 daer", "5 inciso V"."""
    wanted = turn.incoming.argument
    found = turn.services.library.corpus.find(None, f"art {wanted}" if wanted[:1].isdigit() else wanted)
    if len(found) == 1:
        show(turn, found[0].id)
        return
    rows = [
        [Button(turn.services.library.corpus.label(p.id)[:60], "norm.show", {"id": p.id})] for p in found[:8]
    ]
    rows.append([turn.button("norms_back", "norm.list"), turn.button("menu", "menu")])
    turn.say("norms/which", rows, wanted=wanted, found=bool(found))


def show_pressed(turn: Turn) -> None:
    """The provision of the pressed button."""
    show(turn, turn.args["id"])


def follow_link(turn: Turn) -> None:
    """A deep link: `:` is written `__`."""
    id_ = turn.incoming.argument.replace("__", ":", 1)
    try:
        turn.services.library.corpus.provision(id_)
    except UnknownProvision:
        turn.say(
            "norms/unknown_link", [[turn.button("norms_back", "norm.list"), turn.button("menu", "menu")]]
        )
        return
    show(turn, id_)


def show(turn: Turn, id_: str) -> None:
    """The text of a provision with everything under it; the citation stands on every part."""
    corpus = turn.services.library.corpus
    provision = corpus.provision(id_)
    before, after = corpus.neighbours(id_)
    steps = [
        Button(f"{arrow} {p.label}", "norm.show", {"id": p.id})
        for arrow, p in (("⬅️", before), ("➡️", after))
        if p is not None
    ]
    parent = corpus.parent(id_)
    up = [turn.button("norm_parent", "norm.show", id=parent.id)] if parent else []
    references = [
        Button(f"📎 {corpus.label(target)}"[:60], "norm.show", {"id": target})
        for target in dict.fromkeys(t for r in provision.references for t in r.to)
    ]
    rows = [steps, up, *([b] for b in references[:6]), [turn.button("menu", "menu")]]
    turn.say(
        "norms/provision",
        rows,
        header=safe("<b>{}</b>", corpus.label(id_)),
        label=corpus.label(id_),
        provision=provision,
        below=corpus.descendants(id_),
        warnings=corpus.warnings(id_, today=turn.today),
    )


MODULE = Module(
    commands=(Command("normas", list_norms, groups=True), Command("artigo", article, groups=True)),
    actions={
        "norm.list": Action(list_norms, groups=True),
        "norm.open": Action(open_norm, groups=True),
        "norm.show": Action(show_pressed, groups=True),
    },
    links={"": follow_link},
    menu=(MenuEntry("menu_norms", "norm.list"),),
)
