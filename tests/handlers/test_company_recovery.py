"""Staff help an owner back in, and can give nobody a company's data against its people, least of all themselves."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

import pytest
from sqlmodel import col, select

from bot import accounts, companies, invitations, outbox, staff
from bot.clock import MovableClock
from bot.models.chat import Invitation
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Membership
from bot.models.staff import Audit
from tests.conftest import NOON
from tests.handlers.rehearsal import Rehearsal

ADMIN, OWNER, DRIVER, NEW, OTHER = 701, 702, 703, 704, 705
WAIT = dt.timedelta(days=7)


@dataclass
class Recovery:
    """An administrator, a company with an owner and a driver, and people outside it."""

    desk: Rehearsal
    clock: MovableClock
    company: Company
    heard: set[int] = field(default_factory=set)

    def acts(self, person: int, action: str, **args: object) -> str:
        """What a press is answered with."""
        self.desk.person = person
        return self.desk.press(action, **args).template

    def offered(self) -> Invitation:
        """The invitation an administrator has just made."""
        self.acts(ADMIN, "recovery.offer", company=self.company.id)
        rows = self.desk.session.exec(select(Invitation).order_by(col(Invitation.created_at))).all()
        (row,) = [one for one in rows if one.revoked_at is None]
        return row

    def accepted(self, by: int = NEW) -> Invitation:
        """One that somebody accepted."""
        row = self.offered()
        self.acts(by, "company.accept", invitation=row.secret_hash)
        return row

    def decides(self, person: int, row: Invitation, what: str = "confirm") -> str:
        return self.acts(person, f"company.{what}", invitation=row.secret_hash)

    def role(self, person: int) -> str | None:
        """What somebody is in the company."""
        held = companies.membership(self.desk.session, self.company.id or 0, person)
        return held[1].role if held else None

    def told(self, text: str) -> set[int]:
        """Who was told so since it was asked last."""
        rows = self.desk.session.exec(select(Outbox).where(col(Outbox.id).not_in(self.heard))).all()
        self.heard |= {row.id or 0 for row in rows}
        parts = {r.recipient: outbox.parts(self.desk.session, r.id or 0)[0].message["html"] for r in rows}
        return {person for person, html in parts.items() if text in html}

    def logged(self) -> list[str]:
        """What the staff's log keeps."""
        return list(self.desk.session.exec(select(Audit.action).order_by(col(Audit.id))))


@pytest.fixture
def recovery(stand_in: Rehearsal, clock: MovableClock) -> Recovery:
    session = stand_in.session
    for person in (ADMIN, OWNER, DRIVER, NEW, OTHER):
        accounts.touch(session, user_id=person, name=f"Pessoa {person}", now=NOON)
    accounts.appoint(session, user_id=ADMIN, role="administrator", name="Rui", now=NOON)
    company = accounts.found_company(
        session, owner=OWNER, name="Aurora", authorities=["daer"], modes=[], now=NOON
    )
    session.add(Membership(company_id=company.id or 0, user_id=DRIVER, role="driver", since=NOON))
    session.flush()
    return Recovery(stand_in, clock, company)


def test_everybody_in_the_company_is_told_at_once_and_again_with_the_name(recovery: Recovery) -> None:
    row = recovery.offered()
    assert {OWNER, DRIVER} == recovery.told("abriu um convite de dono")

    recovery.acts(NEW, "company.accept", invitation=row.secret_hash)

    assert {OWNER, DRIVER} == recovery.told(f"Pessoa {NEW}</b> aceitou o convite da equipe")


def test_an_administrator_lets_nobody_in_before_the_days_to_refuse_are_over(recovery: Recovery) -> None:
    row = recovery.accepted()
    assert "company/recovery_wait" == recovery.decides(ADMIN, row)
    recovery.clock.move(WAIT - dt.timedelta(minutes=1))
    assert "company/recovery_wait" == recovery.decides(ADMIN, row)
    assert recovery.role(NEW) is None

    recovery.clock.move(dt.timedelta(minutes=1))
    recovery.told("")
    recovery.decides(ADMIN, row)

    assert ("owner", "owner") == (recovery.role(NEW), recovery.role(OWNER))
    assert {OWNER, DRIVER} == recovery.told("pelo convite da equipe")
    assert ["company_recovery", "company_recovered"] == recovery.logged()


def test_the_days_to_refuse_begin_when_the_name_is_known(recovery: Recovery) -> None:
    row = recovery.offered()
    recovery.clock.move(dt.timedelta(days=6))
    recovery.acts(NEW, "company.accept", invitation=row.secret_hash)
    recovery.clock.move(dt.timedelta(days=6))

    assert "company/recovery_wait" == recovery.decides(ADMIN, row)


@pytest.mark.parametrize("member", [OWNER, DRIVER])
@pytest.mark.parametrize("late", [False, True])
def test_any_member_refuses_and_nobody_comes_in(recovery: Recovery, member: int, late: bool) -> None:
    row = recovery.accepted()
    recovery.clock.move(WAIT if late else dt.timedelta())

    recovery.decides(member, row, "revoke")

    assert {ADMIN} == recovery.told("recusou o convite de dono")
    recovery.clock.move(WAIT)
    recovery.decides(ADMIN, row)
    assert recovery.role(NEW) is None


def test_a_member_refuses_before_anybody_has_accepted(recovery: Recovery) -> None:
    row = recovery.offered()
    recovery.decides(DRIVER, row, "revoke")

    assert "company/invitation_over" == recovery.acts(NEW, "company.accept", invitation=row.secret_hash)


def test_a_driver_refuses_only_and_lets_nobody_in(recovery: Recovery) -> None:
    row = recovery.accepted()
    recovery.clock.move(WAIT)

    recovery.decides(DRIVER, row)

    assert recovery.role(NEW) is None


def test_an_owner_who_knows_the_person_lets_them_in_at_once(recovery: Recovery) -> None:
    row = recovery.accepted()

    recovery.decides(OWNER, row)

    assert "owner" == recovery.role(NEW)


@pytest.mark.parametrize("role", ["administrator", "editor", "communicator", "attendant"])
def test_nobody_of_the_staff_takes_it(recovery: Recovery, role: str) -> None:
    staff.appoint(recovery.desk.session, user_id=OTHER, role=role, name="Ana", by=ADMIN, now=NOON)
    row = recovery.offered()

    assert "company/invitation_over" == recovery.acts(OTHER, "company.accept", invitation=row.secret_hash)
    assert row.used_by is None


def test_who_makes_it_does_not_take_it_not_even_after_leaving_the_staff(recovery: Recovery) -> None:
    row = recovery.offered()
    staff.remove(recovery.desk.session, ADMIN, by=OTHER, now=NOON)

    recovery.acts(ADMIN, "company.accept", invitation=row.secret_hash)

    assert row.used_by is None


@pytest.mark.parametrize("by", [ADMIN, OWNER])
def test_who_joins_the_staff_while_waiting_does_not_come_in(recovery: Recovery, by: int) -> None:
    row = recovery.accepted()
    staff.appoint(recovery.desk.session, user_id=NEW, role="editor", name="Nova", by=ADMIN, now=NOON)
    recovery.clock.move(WAIT)

    recovery.decides(by, row)

    assert recovery.role(NEW) is None
    assert row.revoked_at is not None


def test_an_administrator_who_was_removed_lets_nobody_in(recovery: Recovery) -> None:
    row = recovery.accepted()
    staff.remove(recovery.desk.session, ADMIN, by=OTHER, now=NOON)
    recovery.clock.move(WAIT)

    recovery.decides(ADMIN, row)

    assert recovery.role(NEW) is None


def test_a_second_offer_ends_the_first_and_the_wait_begins_anew(recovery: Recovery) -> None:
    first = recovery.accepted()
    recovery.clock.move(dt.timedelta(days=5))
    second = recovery.offered()
    recovery.clock.move(dt.timedelta(days=2))
    recovery.decides(ADMIN, first)

    assert recovery.role(NEW) is None
    assert ("revoked", "open") == (
        invitations.standing(first, recovery.clock.now()),
        invitations.standing(second, recovery.clock.now()),
    )


def test_an_administrator_decides_nothing_about_a_companys_own_invitations(recovery: Recovery) -> None:
    secret = "s" * 12
    row = invitations.create(
        recovery.desk.session,
        secret,
        company_id=recovery.company.id,
        role="owner",
        created_by=ADMIN,
        now=NOON,
    )
    invitations.use(recovery.desk.session, row, NEW, now=NOON)

    recovery.decides(ADMIN, row)
    recovery.decides(ADMIN, row, "revoke")

    assert recovery.role(NEW) is None
    assert "waiting" == invitations.standing(row, NOON)


def test_what_an_administrator_takes_back_stands_in_the_log(recovery: Recovery) -> None:
    row = recovery.accepted()

    recovery.decides(ADMIN, row, "revoke")

    assert ["company_recovery", "company_recovery_revoked"] == recovery.logged()
