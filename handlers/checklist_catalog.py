"""Finding a checklist: by authority, by words, by a link; beginning one; the drafts of a person."""

from __future__ import annotations

from rapidfuzz import fuzz

from bot import checklists, companies, conversation
from bot.models.chat import Draft
from bot.prints import LINK
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_questions, checklist_state, fallback
from handlers.checklist_state import FLOW, paged
from handlers.paging import asked
from knowledge.checklist_model import Checklist
from knowledge.text import fold

AUTHORITIES = ("daer", "metroplan", "other")
LABEL_LIMIT = 60
FOUND = 6
SHORTEST, STEM = 3, 5
"""Words shorter than this say nothing; so many letters make "renovar" and "renovação" one word."""
CLOSE_ENOUGH = 70


def command(turn: Turn) -> None:
    """/checklist, or /checklist WORDS."""
    if turn.incoming.argument.strip():
        found(turn, turn.incoming.argument)
        return
    show(turn)


def show(turn: Turn) -> None:
    """What would you like to do? By authority, by words, or on with a draft."""
    checklist_state.leave(turn)
    rows = [[turn.button(f"checklist_by_{a}", "checklist.by", authority=a)] for a in AUTHORITIES]
    count = len(checklists.mine(turn.session, turn.user_id))
    if count:
        rows.insert(0, [turn.button("checklist_mine", "checklist.mine")])
    rows.append([turn.button("checklist_search", "checklist.search")])
    rows.append([turn.button("menu", "menu")])
    turn.show("checklist/start", rows, drafts=count)


def by_authority(turn: Turn) -> None:
    """The checklists of one authority, requests first."""
    authority = str(turn.args["authority"])
    known = turn.services.library.checklists.checklists.values()
    listed = [c for c in known if c.authority == authority]
    listed.sort(key=lambda c: (c.kind != "request", fold(c.title)))
    rows = [_named(c) for c in listed]
    tail = [[turn.button("checklist_search", "checklist.search"), turn.button("back", "checklist")]]
    page = asked(turn)
    turn.show(
        "checklist/by_authority",
        paged(turn, rows, tail, page=page, action="checklist.by", authority=authority),
        agency=turn.label(f"checklist_of_{authority}"),
        total=len(listed),
    )


def _named(checklist: Checklist) -> Button:
    title = checklist.title
    cut = title if len(title) <= LABEL_LIMIT else f"{title[: LABEL_LIMIT - 1]}…"
    return Button(cut, "checklist.open", {"id": checklist.id})


def search(turn: Turn) -> None:
    """Waits for words."""
    conversation.save(turn.state, now=turn.now, flow=FLOW, answers={"at": "search"}, context={})
    turn.show("checklist/search", [[turn.button("back", "checklist")]], form=True)


def found(turn: Turn, typed: str) -> None:
    """The checklists that speak of these words, the closest first."""
    checklist_state.leave(turn)
    best = _matching(turn, typed[:200])
    rows = [[_named(c)] for c in best]
    rows.append([turn.button("checklist_search", "checklist.search"), turn.button("back", "checklist")])
    turn.show("checklist/found", rows, typed=typed[:80], count=len(best))


def _matching(turn: Turn, typed: str) -> list[Checklist]:
    wanted = [word for word in fold(typed).split() if len(word) >= SHORTEST]
    scored = []
    for checklist in turn.services.library.checklists.checklists.values():
        title = fold(f"{checklist.title} {checklist.id.replace('-', ' ')}")
        body = fold(f"{checklist.what} {checklist.who}")
        inside = sum(20 if word in title else 15 if word[:STEM] in title else 0 for word in wanted)
        inside += sum(word in body for word in wanted) * 5
        close = fuzz.token_set_ratio(" ".join(wanted), title)
        if inside or close >= CLOSE_ENOUGH:
            scored.append((inside + close, checklist.title, checklist))
    scored.sort(key=lambda s: (-s[0], s[1]))
    return [checklist for _, _, checklist in scored[:FOUND]]


def open_(turn: Turn) -> None:
    """What a checklist is about, before it begins."""
    introduce(turn, str(turn.args.get("id", "")))


def introduce(turn: Turn, id_: str) -> None:
    """The checklist of that id: what it is, who may ask, and drafts of it that wait."""
    checklist = turn.services.library.checklists.checklists.get(id_)
    if checklist is None:
        fallback.old_button(turn)
        return
    drafts = checklists.of_subject(turn.session, turn.user_id, id_)
    rows = [
        [Button(turn.label("checklist_resume", name=d.title), "checklist.go", {"draft": d.id})]
        for d in drafts[:4]
    ]
    begin = "checklist_begin" if checklist.questions else "checklist_begin_now"
    rows.append([turn.button(begin, "checklist.begin", id=id_)])
    rows.append([turn.button("back", "checklist.by", authority=checklist.authority)])
    turn.show(
        "checklist/intro",
        rows,
        c=checklist,
        agency=turn.label(f"checklist_of_{checklist.authority}"),
        reviewed=checklist.reviewed_on,
    )


def begin(turn: Turn) -> None:
    """A new draft, kept from the first answer on."""
    checklist = turn.services.library.checklists.checklists.get(str(turn.args["id"]))
    if checklist is None:
        fallback.old_button(turn)
        return
    if checklists.count(turn.session, turn.user_id) >= checklists.DRAFTS_LIMIT:
        keyboard = [[turn.button("checklist_mine", "checklist.mine")]]
        turn.show("checklist/too_many", keyboard, limit=checklists.DRAFTS_LIMIT)
        return
    held = companies.current(turn.session, turn.user_id)
    draft = checklists.create(
        turn.session,
        user_id=turn.user_id,
        company_id=held[0].id if held else None,
        subject=checklist.id,
        title=checklist.title,
        now=turn.now,
    )
    case = checklist_state.opened(turn, draft.id or 0)
    if case is not None:
        checklist_questions.begin(turn, case)


def mine(turn: Turn) -> None:
    """The drafts a person sees, the one touched last first."""
    checklist_state.leave(turn)
    drafts = checklists.mine(turn.session, turn.user_id)
    rows = [Button(_line(d), "checklist.go", {"draft": d.id}) for d in drafts]
    tail = [[turn.button("checklist_new", "checklist"), turn.button("menu", "menu")]]
    page = asked(turn)
    turn.show(
        "checklist/mine",
        paged(turn, rows, tail, page=page, action="checklist.mine"),
        total=len(drafts),
        count=len(drafts),
    )


def _line(draft: Draft) -> str:
    shared = "👥 " if draft.people else ""
    return f"{shared}{draft.title}"[:LABEL_LIMIT]


def link(turn: Turn) -> None:
    """The code printed on a sheet: the draft for those who may see it, the checklist for everybody else."""
    id_, _, number = turn.incoming.argument.removeprefix(LINK).partition("_")
    if number.isdecimal() and len(number) < 12:
        draft = checklists.load(turn.session, int(number), turn.user_id)
        case = checklist_state.opened(turn, int(number)) if draft is not None else None
        if case is not None:
            checklist_questions.go_on(turn, case)
            return
        if draft is not None:
            return
    introduce(turn, id_)
