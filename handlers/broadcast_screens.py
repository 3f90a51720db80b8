"""The staff's screens of broadcasts: the list, one broadcast with what can be done to it now, its audience in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from bot import broadcast_audience as audience
from bot import broadcast_hours, broadcast_people, broadcast_results, broadcasts, few, reader_links, split
from bot.broadcast_rules import Audience, Facts
from bot.models.staff import Broadcast
from bot.screens import Button
from bot.turn import Turn
from handlers.paging import asked, page_of
from knowledge.obligations import package_obligations
from knowledge.places import package_places

LISTED = 8
SLOT_UNITS = 500
"""Longer texts take two slots of the bulk pace."""


def people_of(turn: Turn, row: Broadcast) -> list[broadcast_people.Addressee]:
    """Whom it is for now."""
    calendar = turn.services.library.calendar
    return broadcast_people.addressees(turn.session, row, today=turn.today, calendar=calendar)


def show(turn: Turn, row: Broadcast) -> None:
    """One broadcast: what it says, to whom, where it stands, what can be done."""
    counts = broadcast_results.told(turn.session, row) if row.listed_at else None
    people = [] if counts is not None else people_of(turn, row)
    count = counts["all"] if counts is not None else counted(row, people)
    turn.show(
        "broadcast/screen",
        _buttons(turn, row),
        row=row,
        state=turn.label(f"broadcast_{row.state}"),
        waits=broadcasts.standing(turn.session, row, turn.services.library.revision) == "waits",
        subject=turn.label(f"subject_{row.subject}"),
        text=excerpt(row),
        labels=labels(turn, row),
        rules=() if row.corrects else words(turn, broadcasts.rules(row)),
        count=few.masked(count, rough=rough(row)),
        counts=counts,
        rough=rough(row),
        start=start(turn, row),
        minutes=minutes(turn, row, count),
        end=_end(turn, row, count),
    )


def counted(row: Broadcast, people: Sequence[broadcast_people.Addressee]) -> int:
    """How many people, as staff may know it."""
    return audience.told([p.why for p in people], broadcasts.rules(row))


def rough(row: Broadcast) -> bool:
    """Whether its numbers are told in steps: they rest on companies' fleet or papers."""
    return broadcasts.rules(row).tells_state


def hidden(row: Broadcast, people: Sequence[broadcast_people.Addressee]) -> bool:
    """Whether even that there is nobody stays unsaid: few or nobody, where fleet or papers are asked about."""
    return broadcasts.rules(row).tells_state and counted(row, people) < few.FEW


def excerpt(row: Broadcast) -> str:
    """The beginning of the text, without marks."""
    text = split.visible(row.text)
    return text if len(text) <= 200 else text[:199] + "…"


def labels(turn: Turn, row: Broadcast) -> list[str]:
    """The cited provisions as people cite them."""
    corpus = turn.services.library.corpus
    return [reader_links.label(corpus, p) for p in row.provisions]


def start(turn: Turn, row: Broadcast) -> dt.datetime | str:
    """The civil hour at which it leaves: its own, or the end of the quiet hours it falls into; "" at once, or never."""
    settings = turn.services.settings
    at = broadcast_hours.starts_at(row, row.planned_at or turn.now, settings)
    to_come = row.state in {"draft", "approval", *broadcasts.UNDER_WAY} and at > turn.now
    return at.astimezone(settings.zone) if to_come else ""


def end(turn: Turn, row: Broadcast, count: int) -> dt.datetime:
    """The civil hour at which so many people have it, the quiet hours between taken into account."""
    settings = turn.services.settings
    begin = broadcast_hours.starts_at(row, turn.now, settings)
    work = dt.timedelta(minutes=minutes(turn, row, count))
    return broadcast_hours.ends_at(begin, work, settings).astimezone(settings.zone)


def _end(turn: Turn, row: Broadcast, count: int) -> dt.datetime | str:
    """The same of those who still wait for it; "" when it stands still, is over, or waits for a decision."""
    if row.state not in broadcasts.UNDER_WAY:
        return ""
    waiting = count if row.listed_at is None else broadcast_results.waiting(turn.session, row)
    return end(turn, row, few.steps(waiting) if rough(row) else waiting)


def minutes(turn: Turn, row: Broadcast, count: int) -> int:
    """How long it takes at the bulk pace, in minutes, at least one."""
    slots = (2 if split.units(split.visible(row.text)) > SLOT_UNITS else 1) + bool(row.attachment)
    return max(1, round(count * slots / turn.services.settings.bulk_rate / 60))


def _buttons(turn: Turn, row: Broadcast) -> list[list[Button]]:
    id_ = row.id
    back = [turn.button("broadcasts", "broadcast.list"), turn.button("menu", "menu")]
    cancel = turn.button("broadcast_cancel", "broadcast.cancel_ask", id=id_)
    if row.state == "draft":
        parts = [turn.button(f"part_{p}", "broadcast.change", id=id_, part=p) for p in ("text", "attachment")]
        cited = turn.button("part_provisions", "broadcast.change", id=id_, part="provisions")
        when = turn.button("broadcast_when", "broadcast.when", id=id_)
        whom = [] if row.corrects else [turn.button("broadcast_audience", "broadcast.audience", id=id_)]
        check = [turn.button("broadcast_preview", "broadcast.preview", id=id_)]
        return [check, whom, parts, [cited, when], [cancel], back]
    if row.state == "approval":
        return [[turn.button("broadcast_preview", "broadcast.preview", id=id_)], [cancel], back]
    rows = [[turn.button("broadcast_results", "broadcast.results", id=id_)]]
    if row.state in {"scheduled", "running"}:
        rows.append([turn.button("broadcast_pause", "broadcast.pause", id=id_), cancel])
    elif row.state == "paused":
        rows.append([turn.button("broadcast_resume", "broadcast.resume", id=id_), cancel])
    if row.state != "cancelled" or row.listed_at is not None:
        follow = [
            turn.button(f"broadcast_{n}", "broadcast.follow", id=id_, nature=n)
            for n in ("correction", "retraction")
        ]
        rows.append(follow)
    return [*rows, back]


def words(turn: Turn, rules: Audience) -> list[str]:
    """The audience rules in words, one line a fact."""
    lines = _facts(turn, rules.include)
    lines += [turn.label("audience_except", fact=line) for line in _facts(turn, rules.exclude)]
    roles = ", ".join(turn.label(f"role_{role}") for role in rules.roles)
    return [*(lines or [turn.label("audience_everybody")]), turn.label("audience_roles", roles=roles)]


def _facts(turn: Turn, facts: Facts) -> list[str]:
    towns = {m.code: m.name for m in package_places().by_key.values()}
    regions = package_places().regions
    listed: dict[str, list[str]] = {
        "authorities": [turn.label(f"side_{a}") for a in facts.authorities],
        "modes": [turn.label(f"mode_{m}") for m in facts.modes],
        "municipalities": [towns.get(code, code) for code in facts.municipalities],
        "regions": [regions[r].title for r in regions if r in facts.regions],
        "classes": list(facts.classes),
        "age": [_age(turn, facts)] if facts.age_from is not None or facts.age_to is not None else [],
        "plate_endings": list(facts.plate_endings),
        "due": [_due(turn, facts)] if facts.due else [],
    }
    lines = [
        turn.label(f"fact_{name}", values=", ".join(values)) for name, values in listed.items() if values
    ]
    if facts.concerned:
        corpus = turn.services.library.corpus
        cited = reader_links.shortened([reader_links.label(corpus, p) for p in facts.concerned])
        lines.append(turn.label("fact_concerned", values=cited.unescape()))
    return lines


def _age(turn: Turn, facts: Facts) -> str:
    if facts.age_to is None:
        return turn.label("age_from", low=facts.age_from)
    return turn.label("age_between", low=facts.age_from or 0, high=facts.age_to)


def _due(turn: Turn, facts: Facts) -> str:
    if facts.due is None:
        return ""
    kinds = package_obligations()
    titles = ", ".join(kinds[k].title for k in facts.due.kinds if k in kinds) or turn.label("due_any")
    return turn.label(
        "due_between",
        titles=titles,
        first=f"{facts.due.from_on:%d/%m/%Y}",
        last=f"{facts.due.to_on:%d/%m/%Y}",
    )


def listing(turn: Turn) -> None:
    """All broadcasts, in pages: those at work first."""
    page = page_of(broadcasts.working(turn.session), LISTED, asked(turn))
    keyboard = [[_line(turn, row)] for row in page.shown]
    keyboard += page.turning(turn, "broadcast.list")
    keyboard += [[turn.button("broadcast_new", "broadcast.new"), turn.button("menu", "menu")]]
    turn.show("broadcast/list", keyboard, count=len(page.shown), page=page)


def _line(turn: Turn, row: Broadcast) -> Button:
    mark = turn.label(f"mark_{row.state}")
    return Button(f"{mark} {row.id}. {excerpt(row)}"[:55], "broadcast.open", {"id": row.id})


def facts_of_groups(
    turn: Turn, row: Broadcast, people: list[broadcast_people.Addressee]
) -> list[dict[str, Any]]:
    """Numbers of people by regulator, mode and region, small ones hidden."""
    if counted(row, people) < few.FEW:
        return []  # nobody and few look the same
    groups = broadcast_people.groups(turn.session, people)
    return [
        {
            "title": turn.label(f"group_{name}"),
            "lines": [(_group(turn, name, key), _shown(turn, row, count)) for key, count in lines],
        }
        for name, lines in groups.items()
        if lines
    ]


def _shown(turn: Turn, row: Broadcast, count: int | None) -> str:
    return turn.label("group_unsaid") if count is None else few.masked(count, rough=rough(row))


def _group(turn: Turn, name: str, key: str) -> str:
    if name == "region":
        titles = {str(code): region.title for code, region in package_places().regions.items()}
        return titles.get(key) or turn.label("group_none")
    return turn.label(f"{'side' if name == 'authority' else 'mode'}_{key}")
