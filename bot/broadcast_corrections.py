"""What is held while a text is corrected, and why somebody who lets it go on should look at the text first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, select

from bot import broadcasts
from bot.models.staff import Broadcast


def hold(session: Session, row: Broadcast) -> list[Broadcast]:
    """Holds all that leaves with the newest text of the chain, so that nobody more gets the wrong one; what it held."""
    leaving = [one for one in broadcasts.chain(session, row) if one.state in broadcasts.UNDER_WAY]
    return [one for one in leaving if broadcasts.pause(session, one, reason=broadcasts.CORRECTING)]


@dataclass(frozen=True)
class Doubt:
    """A text known to be wrong: its correction is being written, stands as a draft, or was given up."""

    kind: Literal["writing", "draft", "given_up"]
    by: Broadcast | None = None

    @property
    def key(self) -> str:
        """Stands in the button of who has read of exactly this doubt."""
        return f"{self.kind} {self.by.id if self.by else 0}"


def doubt(session: Session, row: Broadcast) -> Doubt | None:
    """Why the text of a paused broadcast may not be what should go on; None: nothing speaks against it."""
    if row.state != "paused":
        return None
    first = row.corrects or row.id
    later = col(Broadcast.id) > (
        broadcasts.chain(session, row)[-1].id or 0
    )  # an earlier one was mended since
    follow = select(Broadcast).where(Broadcast.corrects == first, later).order_by(col(Broadcast.id).desc())
    rows = session.exec(follow).all()
    drafts = [one for one in rows if one.state in {"draft", "approval"}]
    given_up = [one for one in rows if one.state == "cancelled" and one.confirmed_by is not None]
    if drafts:
        return Doubt("draft", drafts[0])
    if row.reason == broadcasts.CORRECTING:
        return Doubt("writing")
    return Doubt("given_up", given_up[0]) if given_up else None
