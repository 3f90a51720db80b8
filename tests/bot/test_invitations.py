"""Invitations: one person, seven days, revocable; only the hash is stored."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session

from bot import accounts, invitations
from bot.models.chat import Invitation

NOW = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)


def invitation(session: Session) -> Invitation:
    company = accounts.found_company(session, owner=7, name="Aurora", authorities=[], modes=[], now=NOW)
    return invitations.create(
        session, "segredo", company_id=company.id or 0, role="driver", created_by=7, now=NOW
    )


def test_the_secret_itself_is_not_stored(session: Session) -> None:
    assert "segredo" not in str(invitation(session).model_dump())


def test_the_second_person_is_too_late(session: Session) -> None:
    row = invitation(session)

    assert [True, False] == [invitations.use(session, row, person, now=NOW) for person in (8, 9)]
    assert 8 == row.used_by


@pytest.mark.parametrize(("seconds", "standing"), [(-1, "open"), (0, "expired")])
def test_an_invitation_ends_after_seven_days(session: Session, seconds: int, standing: str) -> None:
    row = invitation(session)

    later = NOW + dt.timedelta(days=7, seconds=seconds)

    assert standing == invitations.standing(row, later)


def test_what_was_not_used_cannot_be_confirmed(session: Session) -> None:
    assert not invitations.confirm(session, invitation(session), now=NOW)


def test_a_revoked_invitation_lets_nobody_in_even_if_used_before(session: Session) -> None:
    row = invitation(session)
    invitations.use(session, row, 8, now=NOW)
    invitations.revoke(session, row, now=NOW)

    assert not invitations.confirm(session, row, now=NOW)


def test_the_invitations_of_a_removed_person_are_over(session: Session) -> None:
    row = invitation(session)

    invitations.revoke_of(session, row.company_id or 0, 7, now=NOW)

    assert "revoked" == invitations.standing(row, NOW)
