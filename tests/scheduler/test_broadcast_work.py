"""The worker's steps of a broadcast: each may be the last before a death, none is lost or done twice."""

from __future__ import annotations

from sqlmodel import Session, select

from bot import accounts, broadcast_people, broadcasts, outbox
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast, BroadcastRecipient
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler.broadcasts import work
from tests.conftest import NOON

PEOPLE = broadcast_people.BATCH + 20


class Death(Exception):
    """The process ends here: nothing of the step is stored."""


def _ready(services: Services) -> None:
    def unit(session: Session) -> None:
        for number in range(1, PEOPLE + 1):
            accounts.touch(session, user_id=number, name=f"Pessoa {number}", now=NOON)
            accounts.found_company(
                session, owner=number, name=f"Empresa {number}", authorities=["daer"], modes=[], now=NOON
            )
        row = broadcasts.create(session, author=1, now=NOON, subject="norms", text="Um aviso.")
        people = broadcast_people.addressees(
            session, row, today=NOON.date(), calendar=services.library.calendar
        )
        confirmed = {"count": PEOPLE, "key": broadcast_people.fingerprint(people)}
        assert broadcasts.confirm(session, row, by=1, confirmed=confirmed, now=NOON)

    services.database.now(unit)


def _step(services: Services, *, dies: bool) -> bool:
    def unit(session: Session) -> bool:
        more = work(services, session, NOON)
        if dies:
            raise Death
        return more

    try:
        return services.database.now(unit)
    except Death:
        return True


def test_a_death_in_every_step_leaves_each_recipient_with_one_row(
    store: Database, knowledge: tuple[Library, Answerer], clock: MovableClock
) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    services = make_services(settings, store, clock=clock, knowledge=knowledge)
    _ready(services)

    more = True
    while more:
        _step(services, dies=True)
        more = _step(services, dies=False)

    rows = store.now(lambda s: list(s.exec(select(Outbox.recipient).where(Outbox.kind == "broadcast"))))
    assert list(range(1, PEOPLE + 1)) == sorted(rows)
    assert PEOPLE == len(store.now(lambda s: list(s.exec(select(BroadcastRecipient)))))
    _step(services, dies=False)
    assert "running" == store.now(lambda s: s.exec(select(Broadcast.state)).one())
    assert {"planned": PEOPLE} == store.now(lambda s: outbox.counts(s, kind="broadcast"))
