"""/vencimentos: what falls due, by month or by vehicle; the year's plan with costs; picture, file, secret address."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

from bot import calendar_links, due_words, paper_facts, signs
from bot.calendar_pages import FILE, PICTURE, term
from bot.clock import civil_day
from bot.due import Due
from bot.turn import Turn
from handlers import company_scope, due_lookup, paper_dates
from handlers.citations import linked
from handlers.company_scope import Scope
from handlers.module import Action, Command, MenuEntry, Module
from handlers.paging import asked, page_of
from knowledge import certificates, words
from knowledge.calc_money import licence_fee, lit_fee, recefitur_fee
from knowledge.daymath import add_months
from knowledge.inspections import Inspections, inspections
from knowledge.obligations import package_obligations

A_PAGE = 10
AHEAD_MONTHS = 13
FIRST_LIT = ("lit", "new-vehicle")
"""Kinds whose end asks for an inspection, from which the next ones are counted."""
BY_MONTH, BY_VEHICLE = "month", "vehicle"


def show(turn: Turn) -> None:
    """The list, overdue things first."""
    if (scope := company_scope.asked_of(turn)) is None:
        return
    by = str(turn.args.get("by", BY_MONTH))
    things = due_lookup.visible(turn, scope, due_lookup.holding(turn, scope))
    gaps = _gaps(turn, things)
    lines = _lines(turn, _listed(turn, things, also=gaps), by)
    page = page_of(lines, A_PAGE, asked(turn))
    at: dict[str, Any] = {"company": scope.id, "by": by}
    rows = page.turning(turn, "due", **at)
    other = BY_VEHICLE if by == BY_MONTH else BY_MONTH
    rows.append(
        [
            turn.button(f"due_by_{other}", "due", company=scope.id, by=other),
            turn.button("due_calendar", "due.calendar", company=scope.id),
        ]
    )
    rows.append([turn.button("due_plan", "due.plan", company=scope.id), turn.button("menu", "menu")])
    turn.show(
        "due/list",
        rows,
        company=scope.company.name,
        groups=_headed(turn, page.shown, by),
        gaps=gaps,
        by=by,
        total=len(lines),
        page=page.number + 1,
        pages=page.count,
        together=_together(turn, scope, things) if page.number == 0 else None,
    )


def _gaps(turn: Turn, things: Sequence[Due]) -> dict[str, str]:
    """The alarm under a policy that begins after the one before it has ended, until those days are past."""
    found = {t.subject: paper_facts.uncovered(t.paper) for t in things if t.paper and t.parcel is None}
    ahead = {subject: gap for subject, gap in found.items() if gap is not None and gap[1] >= turn.today}
    return {subject: paper_dates.gap_words(turn, gap) for subject, gap in ahead.items()}


def _together(turn: Turn, scope: Scope, things: Sequence[Due]) -> dict[str, Any] | None:
    """Until when a request to DAER, that needs all certificates, can be made with those on file."""
    if "daer" not in scope.company.authorities:
        return None
    looked_at = certificates.kinds(package_obligations())
    own = [(t.title, t.day) for t in things if t.deadline.kind in looked_at and t.paper is not None]
    found = certificates.window(own, turn.today)
    if found is None:
        return None
    return {
        "count": found.count,
        "last": found.last,
        "away": words.due_words(found.last, turn.today) if found.last else "",
        "limiting": words.listed(found.limiting),
        "ground": linked(turn, [certificates.GROUND]),
    }


def _listed(turn: Turn, things: Sequence[Due], *, also: Collection[str] = ()) -> list[Due]:
    """What the list and the plan name: of the months ahead, and overdue when it still asks for something.

    `also`: the subjects named however far their day is.
    """
    last = add_months(turn.today, AHEAD_MONTHS)
    return [
        t
        for t in things
        if (t.day <= last or t.subject in also) and (t.deadline.weekly_after or t.day >= turn.today)
    ]


def _lines(turn: Turn, things: Sequence[Due], by: str) -> list[due_words.Line]:
    lines = [due_words.line(t, turn.today, turn.services.renderer) for t in things]
    key = (lambda x: (x.day, x.about)) if by == BY_MONTH else (lambda x: (x.about, x.day))
    return sorted(lines, key=key)


def _headed(turn: Turn, lines: Sequence[due_words.Line], by: str) -> list[tuple[str, list[due_words.Line]]]:
    def heading(line: due_words.Line) -> str:
        if by == BY_VEHICLE:
            return line.about or line.company
        if line.mark == signs.SIGNS["overdue"]:
            return turn.label("due_overdue")
        return f"{words.MONTHS[line.day.month - 1]} de {line.day.year}"

    return [(name, list(found)) for name, found in groupby(lines, key=heading)]


def plan(turn: Turn) -> None:
    """Twelve months with what they cost: parcels in reais, the agency's fees in UPF; nothing else is made up."""
    if (scope := company_scope.asked_of(turn)) is None:
        return
    year_end = add_months(turn.today.replace(day=1), 12)
    held = due_lookup.holding(turn, scope)
    seen = due_lookup.visible(turn, scope, held)
    things = [t for t in _listed(turn, seen) if t.day < year_end and t.deadline.kind != "lit"]
    lits = _inspections(turn, seen, year_end)
    by_month: defaultdict[dt.date, list[Due]] = defaultdict(list)
    for thing in things:
        by_month[max(thing.day, turn.today).replace(day=1)].append(thing)
    inspected = Counter(day.replace(day=1) for found in lits for day in found.strict)
    months = [_month(month, by_month[month], inspected[month]) for month in sorted({*by_month, *inspected})]
    total = sum((t.parcel.amount for t in things if t.parcel and t.parcel.amount), Decimal(0))
    turn.show(
        "due/plan",
        [[turn.button("back", "due", company=scope.id), turn.button("menu", "menu")]],
        company=scope.company.name,
        months=months,
        total=words.money(total) if total else "",
        fees=_fees(turn, len(held.vehicles), things, sum(len(found.strict) for found in lits)),
        strict=sum(len(found.strict) for found in lits),
        loose=sum(len(found.loose) for found in lits),
    )


def _inspections(turn: Turn, things: Sequence[Due], until: dt.date) -> list[Inspections]:
    """Every inspection of the months ahead, vehicle by vehicle: a quarterly LIT costs four times a year."""
    rows = package_obligations()
    return [
        inspections(
            rows,
            paper_facts.manufacture(thing.vehicle),
            paper_facts.dated(thing.paper),
            first=thing.day,
            today=turn.today,
            until=until,
        )
        for thing in things
        if thing.vehicle is not None and thing.paper is not None and thing.deadline.kind in FIRST_LIT
    ]


def _month(month: dt.date, things: Sequence[Due], inspected: int) -> dict[str, Any]:
    parcels = [t for t in things if t.parcel is not None]
    known = sum((t.parcel.amount for t in parcels if t.parcel and t.parcel.amount), Decimal(0))
    kinds: defaultdict[str, int] = defaultdict(int)
    if inspected:
        title = package_obligations()["lit"].title
        kinds[title[:1].upper() + title[1:]] = inspected
    for thing in things:
        if thing.parcel is None and thing.deadline.weekly_after:
            kinds[thing.title] += 1
    return {
        "name": f"{words.MONTHS[month.month - 1]} de {month.year}",
        "parcels": len(parcels),
        "money": words.money(known) if known else "",
        "unknown": sum(1 for t in parcels if t.parcel and t.parcel.amount is None),
        "papers": [f"{title} ({count})" if count > 1 else title for title, count in sorted(kinds.items())],
    }


def _fees(turn: Turn, fleet_size: int, things: Sequence[Due], inspected: int) -> list[dict[str, str]]:
    """DAER's emoluments for what must be renewed in the year, computed from the dated values."""
    book = turn.services.library.book(turn.today)
    counts: defaultdict[str, int] = defaultdict(int)
    for thing in things:
        counts[thing.deadline.kind] += 1
    found = []
    if counts["recefitur"]:
        found.append(recefitur_fee(book, max(fleet_size, 1)))
    if inspected:
        found.append(lit_fee(book, inspected))
    licences = counts["vehicle-licence"] + counts["contract-licence"]
    if licences:
        found.append(licence_fee(book, licences))
    return [{"text": c.text, "ground": linked(turn, c.provisions[:2])} for c in found]


def calendar(turn: Turn) -> None:
    """Ways to see the dates elsewhere."""
    if (scope := company_scope.asked_of(turn)) is not None:
        _calendar_screen(turn, scope)


def _calendar_screen(turn: Turn, scope: Scope, *, address: str = "", note: str = "") -> None:
    at: dict[str, Any] = {"company": scope.id}
    rows = [[turn.button("due_picture", "due.picture", **at)], [turn.button("due_file", "due.file", **at)]]
    public = bool(turn.services.settings.public_url)
    since = turn.now - term(turn.services)
    live = (
        calendar_links.of(turn.session, company_id=scope.id, user_id=turn.user_id, since=since)
        if public
        else None
    )
    if public:
        rows.append([turn.button("due_address", "due.address", **at)])
    if live:
        rows.append([turn.button("due_revoke", "due.revoke", **at)])
    rows.append([turn.button("back", "due", **at), turn.button("menu", "menu")])
    turn.show(
        "due/calendar",
        rows,
        company=scope.company.name,
        address=address,
        note=turn.label(note) if note else "",
        public=public,
        until=civil_day(live.created_at + term(turn.services), turn.services.settings.zone) if live else "",
    )


def picture(turn: Turn) -> None:
    """The picture of twelve months, drawn when it is sent."""
    _file(turn, "photo", PICTURE, "vencimentos.png")


def ics_file(turn: Turn) -> None:
    """The calendar file, made when it is sent."""
    _file(turn, "document", FILE, "vencimentos.ics")


def _file(turn: Turn, kind: str, producer: str, name: str) -> None:
    if (scope := company_scope.asked_of(turn)) is None:
        return
    params = {"company": scope.id, "user": turn.user_id}
    turn.send_file(
        {"kind": kind, "producer": producer, "params": params, "name": name},
        f"due/{producer}",
        [[turn.button("back", "due", company=scope.id, keep=True)]],
        company=scope.company.name,
    )


def address(turn: Turn) -> None:
    """A new secret address; the former one stops."""
    if (scope := company_scope.asked_of(turn)) is None:
        return
    base = turn.services.settings.public_url.rstrip("/")
    if not base:
        _calendar_screen(turn, scope)
        return
    secret = turn.services.new_key() + turn.services.new_key() + turn.services.new_key()
    calendar_links.make(turn.session, company_id=scope.id, user_id=turn.user_id, secret=secret, now=turn.now)
    turn.session.flush()
    _calendar_screen(turn, scope, address=f"{base}/calendario/{secret}.ics")


def revoke(turn: Turn) -> None:
    """The address stops at once."""
    if (scope := company_scope.asked_of(turn)) is not None:
        calendar_links.revoke(turn.session, company_id=scope.id, user_id=turn.user_id, now=turn.now)
        turn.session.flush()
        _calendar_screen(turn, scope, note="note_address_revoked")


MODULE = Module(
    commands=(Command("vencimentos", show),),
    actions={
        "due": Action(show),
        "due.plan": Action(plan),
        "due.calendar": Action(calendar),
        "due.picture": Action(picture),
        "due.file": Action(ics_file),
        "due.address": Action(address),
        "due.revoke": Action(revoke),
    },
    menu=(MenuEntry("menu_due", "due"),),
)
