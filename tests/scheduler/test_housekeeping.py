"""What has had its time is forgotten by the dates in the settings; what is younger stays."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import Session, SQLModel, select

from bot import accounts, conversation, invitations
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.models.chat import Conversation, Draft, Invitation
from bot.models.delivery import LANE_REMINDER, LANE_RULE_UPDATE, Outbox, OutboxPart
from bot.models.fleet import Company
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler.housekeeping import forget, texts, watch
from tests.conftest import NOON

DAY = dt.timedelta(days=1)


@pytest.fixture
def services(
    store: Database, clock: MovableClock, knowledge: tuple[Library, Answerer], tmp_path: Path
) -> Services:
    settings = Settings(
        _env_file=None, data_dir=tmp_path, retention_drafts_days=40, retention_logs_days=20, admin_ids=(9001,)
    )
    return make_services(settings, store, bot_name="bot", clock=clock, knowledge=knowledge)


@pytest.fixture
def left(services: Services) -> Callable[[type[SQLModel], float], int]:
    """How many rows of a table are left after that many days."""

    def count(model: type[SQLModel], days: float) -> int:
        def work(session: Session) -> int:
            forget(services, session, NOON + days * DAY)
            return len(session.exec(select(model)).all())

        return services.database.now(work)

    return count


@pytest.mark.parametrize(("days", "kept"), [(40, 1), (41, 0)])
@pytest.mark.parametrize("finished", [None, NOON])
def test_a_draft_nobody_touched_is_deleted_by_the_date_in_the_settings(
    services: Services,
    left: Callable[[type[SQLModel], float], int],
    days: int,
    kept: int,
    finished: dt.datetime | None,
) -> None:
    row = Draft(user_id=1, flow="vehicle", title="Van", updated_at=NOON, finished_at=finished)
    services.database.now(lambda session: session.add(row))

    assert kept == left(Draft, days)


@pytest.mark.parametrize(("days", "flow"), [(40, "vehicle"), (41, "")])
def test_an_open_form_is_emptied_and_its_old_buttons_void(
    services: Services, left: Callable[[type[SQLModel], float], int], days: int, flow: str
) -> None:
    def opened(session: Session) -> int:
        row = conversation.load(session, chat_id=1, user_id=1, now=NOON)
        conversation.save(row, now=NOON, flow="vehicle", answers={"plate": "IVX1A23"})
        session.add(row)
        return row.version

    version = services.database.now(opened)
    left(Conversation, days)

    row = services.database.now(lambda session: session.exec(select(Conversation)).one().model_copy())
    assert (flow, bool(flow), not flow) == (row.flow, bool(row.answers), row.version > version)


@pytest.mark.parametrize(("days", "kept"), [(26, 1), (27, 0)])
def test_an_invitation_is_deleted_some_time_after_its_end(
    services: Services, left: Callable[[type[SQLModel], float], int], days: int, kept: int
) -> None:
    services.database.now(
        lambda session: invitations.create(
            session, "secret", company_id=1, role="driver", created_by=1, now=NOON
        )
    )

    assert kept == left(Invitation, days + 0.5)


@pytest.mark.parametrize(("days", "kept"), [(40, 1), (41, 0)])
def test_a_closed_company_is_deleted_by_the_date_in_the_settings(
    services: Services, left: Callable[[type[SQLModel], float], int], days: int, kept: int
) -> None:
    row = Company(name="Encerrada", created_at=NOON, closed_at=NOON)
    services.database.now(lambda session: session.add(row))

    assert kept == left(Company, days)


@pytest.mark.parametrize(
    ("days", "lane", "state", "kept"),
    [
        (20, LANE_REMINDER, "sent", True),
        (21, LANE_REMINDER, "sent", False),
        (21, LANE_REMINDER, "uncertain", True),
        (21, LANE_RULE_UPDATE, "sent", True),
    ],
)
def test_the_text_of_a_settled_reminder_is_emptied_and_its_row_stays(
    services: Services, days: int, lane: int, state: str, kept: bool
) -> None:
    def sent(session: Session) -> None:
        row = Outbox(
            recipient=1, subject="paper:1", cycle="c", stage="0", kind="reminder", lane=lane, state=state,
            planned_at=NOON, not_before=NOON, next_try_at=NOON, finished_at=NOON,
        )  # fmt: skip
        session.add(row)
        session.flush()
        session.add(OutboxPart(outbox_id=row.id or 0, part=0, message={"text": "LIT"}, message_id=5))

    services.database.now(sent)
    services.database.now(lambda session: texts(services, session, NOON + days * DAY))

    [part] = services.database.now(lambda session: session.exec(select(OutboxPart)).all())
    assert ({"text": "LIT"} if kept else {}, 5) == (part.message, part.message_id)


def test_r23_administrators_are_told_once_that_contacts_are_lost_and_never_who(services: Services) -> None:
    def watched(*lost: int) -> int:
        def work(session: Session) -> int:
            for person in lost:
                accounts.touch(session, user_id=person, name="Bruno", now=NOON)
                accounts.close_contact(session, person, reason="blocked", now=NOON)
            session.flush()
            watch(services, session, NOON)
            rows = session.exec(select(Outbox).where(Outbox.subject == "alarm:unreachable")).all()
            assert all("< 5" == row.payload["facts"]["contatos"] for row in rows)
            return len(rows)

        return services.database.now(work)

    assert [0, 1, 1, 1] == [watched(), watched(41), watched(), watched(42)]
