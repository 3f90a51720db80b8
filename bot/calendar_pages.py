"""What is made of a company's due days outside the chat's texts: the picture, the file, the secret web address."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from bot import audience, calendar_links, companies, due_words, fleet, usable
from bot.audience import Member
from bot.calendar_file import Ending, ics
from bot.calendar_picture import MOST_ROWS, Row, Words, draw
from bot.clock import civil_day
from bot.due import Due, Reader
from bot.models.fleet import Company, Membership
from bot.producers import Params, Producer, Work
from bot.services import Services
from knowledge import road

PATH = "/calendario/{secret}.ics"
NO_CALENDAR = "Este endereço de calendário não vale, ou não vale mais. Peça outro ao bot, em /vencimentos."
NOTICE = dt.timedelta(days=7)
PICTURE, FILE = "calendar_picture", "calendar_file"


def things_of(
    services: Services, session: Session, company: Company, place: Membership, today: dt.date
) -> list[Due]:
    """What falls due in the company, as far as this member sees it."""
    held = fleet.holding(session, company.id or 0)
    if held is None:
        return []
    reader = Reader(today, services.library.calendar, services.settings.zone)
    member = Member(place.user_id, place.company_id, place.role, reachable=True)
    return usable.limiting(reader, held, [t for t in reader.things(held) if audience.sees(t, member)])


def picture_rows(things: Sequence[Due], company: str, today: dt.date) -> list[Row]:
    """One row a vehicle by plate, the company's own first.

    A company's paper that ends before a vehicle's licence stands in that vehicle's row too: from there it cannot run.
    """
    days: defaultdict[str, list[dt.date]] = defaultdict(list)
    changes: defaultdict[str, list[dt.date]] = defaultdict(list)
    for thing in things:
        about = thing.about if thing.vehicle is not None else ""
        if thing.deadline.weekly_after:
            days[about].append(thing.day)
        elif thing.row.act == "advice" and thing.day >= today:
            changes[about].append(thing.day)
        for plate in {one.plate for one in thing.limits} - {about}:
            days[plate].append(thing.day)
    return [Row(one or company, days[one], changes[one]) for one in sorted({*days, *changes})]


def _params(
    services: Services, session: Session, params: Params
) -> tuple[Company, list[Due], dt.date] | None:
    held = companies.membership(session, int(params["company"]), int(params["user"]))
    if held is None:
        return None
    today = civil_day(services.clock.now(), services.settings.zone)
    return held[0], things_of(services, session, *held, today), today


def _load_picture(services: Services, session: Session, params: Params) -> Work | None:
    found = _params(services, session, params)
    if found is None:
        return None
    company, things, today = found
    label = services.renderer.label
    rows = picture_rows(things, label("picture_company"), today)
    words = Words(
        title=label("picture_title", company=company.name),
        today=label("picture_today"),
        overdue=label("picture_overdue"),
        soon=label("picture_soon", days=road.soon_days()),
        later=label("picture_later"),
        told=label("picture_told"),
        more=label("picture_more", count=len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else "",
    )
    return lambda: draw(rows, today, words)


def _load_file(services: Services, session: Session, params: Params) -> Work | None:
    found = _params(services, session, params)
    if found is None:
        return None
    company, things, _ = found
    return _writer(services, company, things, services.clock.now())


def _writer(
    services: Services,
    company: Company,
    things: Sequence[Due],
    now: dt.datetime,
    *,
    ending: Ending | None = None,
) -> Work:
    name = services.renderer.label("calendar_name", company=company.name)
    remarks = {t.subject: said for t in things if (said := due_words.remark(t, services.renderer))}
    cite = services.library.corpus.label
    return lambda: ics(name, things, now=now, cite=cite, remarks=remarks, ending=ending)


def _ending(services: Services, made: dt.datetime) -> Ending:
    """The week before an address ends the calendar itself says so: nobody opens the chat to look."""
    last = civil_day(made + term(services), services.settings.zone)
    text = services.renderer.label("calendar_ending", day=f"{last:%d/%m/%Y}")
    return Ending(last - NOTICE, text)


def term(services: Services) -> dt.timedelta:
    """How long a secret address works."""
    return dt.timedelta(days=services.settings.calendar_link_days)


PRODUCERS = {PICTURE: Producer(_load_picture), FILE: Producer(_load_file)}


def pages(services: Services) -> Sequence[BaseRoute]:
    """The address a calendar program asks now and then; an unknown, revoked or ended secret is simply not there."""

    async def calendar(request: Request) -> Response:
        secret = request.path_params["secret"]

        def read(session: Session) -> Work | None:
            now = services.clock.now()
            held = calendar_links.resolve(session, secret, since=now - term(services))
            if held is None:
                return None
            company, place, made = held
            things = things_of(services, session, company, place, civil_day(now, services.settings.zone))
            return _writer(services, company, things, now, ending=_ending(services, made))

        work = await services.database.run(read)
        if work is None:
            return PlainTextResponse(NO_CALENDAR, 404)
        headers = {"Cache-Control": "private, max-age=3600", "X-Robots-Tag": "noindex"}
        return Response(work(), media_type="text/calendar; charset=utf-8", headers=headers)

    return [Route(PATH, calendar)]
