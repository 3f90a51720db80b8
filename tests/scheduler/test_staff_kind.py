"""Messages to members of staff wait like any other: who was removed meanwhile does not get them any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import Session

from bot import alarms, staff, staff_notices
from bot.services import Services
from scheduler.alarm_kind import ALARM
from scheduler.staff_kind import STAFF
from tests.scheduler.conftest import ADMIN, MACHINE, Engine

RUI = ADMIN + 1
Notice = Callable[[Services, Session], object]


def approve(services: Services, session: Session) -> None:
    staff_notices.tell(
        services, session, RUI, "broadcast/approve", about=("broadcast:1:staff", "approve 1"), now=MACHINE,
        roles={"communicator"}, id=1, text="Um aviso.",
    )  # fmt: skip


def alarm(services: Services, session: Session) -> None:
    alarms.raise_alarm(session, services, "stuck", {})


@pytest.fixture
async def office(engine: Engine) -> Engine:
    """Rui is on the staff in every way."""
    engine.kinds |= {"staff": STAFF, "alarm": ALARM}

    def appointed(session: Session) -> None:
        for role in ("administrator", "communicator"):
            staff.appoint(session, user_id=RUI, role=role, name="Rui", by=ADMIN, now=MACHINE)

    await engine.database.run(appointed)
    return engine


async def heard(office: Engine) -> list[int]:
    """Who gets what waits."""
    await office.dispatcher().drain()
    return [message.chat_id for message in office.messenger.sent if message.chat_id != ADMIN]


@pytest.mark.parametrize("notice", [approve, alarm])
async def test_a_member_of_staff_gets_the_notice(office: Engine, notice: Notice) -> None:
    await office.database.run(lambda s: notice(office.services, s))

    assert [RUI] == await heard(office)


@pytest.mark.parametrize("notice", [approve, alarm])
async def test_who_was_removed_gets_no_notice_that_was_waiting(office: Engine, notice: Notice) -> None:
    await office.database.run(lambda s: notice(office.services, s))
    await office.database.run(lambda s: staff.remove(s, RUI, by=ADMIN, now=MACHINE))

    assert [] == await heard(office)


async def test_who_keeps_the_role_that_a_notice_is_for_gets_it(office: Engine) -> None:
    await office.database.run(lambda s: approve(office.services, s))
    await office.database.run(lambda s: staff.remove(s, RUI, by=ADMIN, now=MACHINE, role="administrator"))

    assert [RUI] == await heard(office)


async def test_who_holds_another_role_only_does_not_get_it(office: Engine) -> None:
    def moved(session: Session) -> None:
        staff.remove(session, RUI, by=ADMIN, now=MACHINE)
        staff.appoint(session, user_id=RUI, role="editor", name="Rui", by=ADMIN, now=MACHINE)

    await office.database.run(lambda s: approve(office.services, s))
    await office.database.run(moved)

    assert [] == await heard(office)
