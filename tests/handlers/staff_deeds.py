"""Everything staff can do, each with something to do it to: which acts only show, which leave a line in the log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot import (
    accounts,
    broadcast_people,
    broadcasts,
    clock_guard,
    identity,
    invitations,
    open_questions,
    revisions,
    topic_drafts,
)
from bot.models.fleet import Company, Membership
from bot.models.staff import Broadcast, BroadcastRecipient, NormRevision, OpenQuestion
from bot.services import Services
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON

OTHER, CARRIER = 811, 812
NORM, PROVISION = "cetm-2015", "cetm-2015:art5"
DAY_OFF = {"date": "2026-06-22", "name": "Jogo", "scope": "optional", "closes": "half", "source": "Decreto",
           "confidence": "one source"}  # fmt: skip
UPF = {"year": 2027, "value": "29.5000", "taxes_from": "2027-01-01", "fees_from": "2027-02-01",
       "source": "DOE", "confidence": "one source"}  # fmt: skip
TOPIC = {"id": "equipe-um", "title": "Um", "authority": "daer", "kind": "rule", "phrases": ["a b c", "d e f", "g h i"],
         "answer": "Vale.", "provisions": ["daer-7727-2022:art13"]}  # fmt: skip


@dataclass(frozen=True)
class World:
    """What there is to act on."""

    session: Session
    services: Services

    def company(self) -> Company:
        accounts.touch(self.session, user_id=CARRIER, name="Marli", now=NOON)
        row = Company(name="Aurora", authorities=["daer"], modes=["turistico"], created_at=NOON)
        self.session.add(row)
        self.session.flush()
        self.session.add(Membership(company_id=row.id or 0, user_id=CARRIER, role="owner", since=NOON))
        self.session.flush()
        return row

    def broadcast(self, state: str = "draft", **values: Any) -> Broadcast:
        """A broadcast in a state, written by somebody else, with one recipient who has not confirmed."""
        company = self.company()
        row = broadcasts.create(self.session, author=OTHER, now=NOON, subject="norms", text="Um aviso.")
        for name, value in {"state": state, **values}.items():
            setattr(row, name, value)
        if state in {"running", "paused", "done"}:
            row.listed_at = row.planned_at = NOON
            why = {"companies": []}
            self.session.add(
                BroadcastRecipient(broadcast_id=row.id or 0, user_id=CARRIER, company=company.name, why=why)
            )
        self.session.flush()
        return row

    def checked(self, state: str = "draft") -> dict[str, Any]:
        """What the button that confirms carries."""
        row = self.broadcast(state)
        people = broadcast_people.addressees(
            self.session, row, today=NOON.date(), calendar=self.services.library.calendar
        )
        key = broadcast_people.fingerprint(people)
        return {"id": row.id, "key": key, "version": row.text_version, "without": False}

    def revision(self, **values: Any) -> NormRevision:
        """A draft of a norm's text by the person who acts."""
        made = revisions.MadeFrom(base=0, provision=PROVISION, words="x", touched=(PROVISION,))
        row = revisions.draft(
            self.session, norm=NORM, content={"source": "x"}, act="Ato", in_force_on=NOON.date(), author=PERSON,
            now=NOON, made=made,
        )  # fmt: skip
        for name, value in values.items():
            setattr(row, name, value)
        self.session.flush()
        return row

    def question(self) -> OpenQuestion:
        row = open_questions.send(self.session, asker=CARRIER, text="Quando?", reason="wrong", now=NOON)
        assert row is not None
        return row

    def topic(self) -> OpenQuestion:
        row = self.question()
        topic_drafts.keep(self.session, row, TOPIC, by=OTHER)
        return row

    def invitation(self, *, used: bool = False) -> str:
        accounts.touch(self.session, user_id=CARRIER, name="Marli", now=NOON)
        row = invitations.create(
            self.session, "secret", company_id=None, role="editor", created_by=PERSON, now=NOON
        )
        if used:
            invitations.use(self.session, row, CARRIER, now=NOON)
        self.session.flush()
        return row.secret_hash

    def member(self) -> int:
        accounts.appoint(self.session, user_id=OTHER, role="editor", name="Rui", now=NOON)
        return OTHER

    def day_off(self) -> str:
        key = "2026-06-22 optional"
        revisions.enter(self.session, revisions.HOLIDAY, key, DAY_OFF, by=OTHER, now=NOON)
        return key

    def doubt(self) -> dict[str, Any]:
        identity.write(self.session, clock_guard.DOUBT, NOON.isoformat())
        return {}


Args = Callable[[World], Mapping[str, Any]]


def _draft(world: World) -> Mapping[str, Any]:
    return {"id": world.broadcast().id}


def _in(state: str, **more: Any) -> Args:
    return lambda world: {"id": world.broadcast(state).id, **more}


def _revised(world: World) -> Mapping[str, Any]:
    return {"id": world.revision().id, "touched": [PROVISION], "key": "lit", "page": 0}


def _nothing(_world: World) -> Mapping[str, Any]:
    return {}


SHOWN: dict[str, Args] = {
    "broadcast.audience": _draft,
    "broadcast.cancel_ask": _draft,
    "broadcast.change": lambda world: {"id": world.broadcast().id, "part": "text"},
    "broadcast.follow": _in("done", nature="correction"),
    "broadcast.list": _draft,
    "broadcast.new": _nothing,
    "broadcast.open": _draft,
    "broadcast.pick": lambda world: {"id": world.broadcast().id, "side": "include", "fact": "authorities"},
    "broadcast.preview": _draft,
    "broadcast.results": _in("running"),
    "broadcast.sample": _nothing,
    "broadcast.unaware": _in("running", page=0),
    "broadcast.when": _draft,
    "contacts": _nothing,
    "contacts.change": lambda world: {"id": next(iter(world.services.library.checklists.contacts))},
    "contacts.new": _nothing,
    "contacts.open": lambda world: {"id": next(iter(world.services.library.checklists.contacts))},
    "norms_admin": _revised,
    "norms_admin.amend": lambda _world: {"norm": NORM, "id": NORM},
    "norms_admin.difference": _revised,
    "norms_admin.draft": _revised,
    "norms_admin.drafts": _revised,
    "norms_admin.extend": _revised,
    "norms_admin.norm": lambda _world: {"id": NORM},
    "norms_admin.term": _revised,
    "norms_admin.terms": _revised,
    "norms_admin.text": lambda _world: {"id": NORM},
    "panel": _nothing,
    "panel.chart": _nothing,
    "panel.regions": _nothing,
    "questions": lambda world: {"key": world.question().group_key},
    "questions.answer": lambda world: {"key": world.question().group_key},
    "questions.open": lambda world: {"key": world.question().group_key},
    "recovery": _nothing,
    "recovery.company": lambda world: {"company": world.company().id},
    "staff": _nothing,
    "staff.log": lambda _world: {"page": 0},
    "staff.member": lambda world: {"id": world.member()},
    "staff.roles": _nothing,
    "topics": lambda world: {"id": world.topic().id},
    "topics.change": lambda world: {"id": world.topic().id},
    "topics.find": _nothing,
    "topics.open": lambda world: {"id": world.topic().id},
    "values": _nothing,
    "values.care": _nothing,
    "values.holiday": _nothing,
    "values.holiday_ask": lambda world: {"key": world.day_off()},
    "values.holidays": lambda world: {"key": world.day_off()},
    "values.upf": _nothing,
    "values.upf_years": _nothing,
    "values.upf_fix": lambda _world: {"year": 2026},
}
"""Buttons that only show or ask."""
WRITTEN: dict[str, tuple[str, Args]] = {
    "broadcast.approve": ("broadcast_approved", lambda world: world.checked("approval")),
    "broadcast.cancel": ("broadcast_cancelled", _in("running")),
    "broadcast.clear": ("broadcast_audience", lambda world: {"id": world.broadcast().id, "side": "include"}),
    "broadcast.confirm": ("broadcast_confirmed", lambda world: world.checked()),
    "broadcast.pause": ("broadcast_paused", _in("running")),
    "broadcast.resume": ("broadcast_resumed", _in("paused")),
    "broadcast.sheet": ("broadcast_sheet", _in("running")),
    "broadcast.test": ("broadcast_tested", _draft),
    "broadcast.wave": (
        "broadcast_wave",
        lambda world: {"id": world.broadcast("done").id, "state": "planned"},
    ),
    "confirm_clock": ("clock_confirmed", lambda world: world.doubt()),
    "norms_admin.drop": ("norm_dropped", _revised),
    "norms_admin.news": ("broadcast_created", _revised),
    "norms_admin.publish": ("norm_published", _revised),
    "norms_admin.terms_clear": (
        "terms_changed",
        lambda world: {"id": world.revision(terms={"lengths": {}}).id, "touched": [PROVISION]},
    ),
    "questions.dismiss": ("question_dismissed", lambda world: {"key": world.question().group_key}),
    "questions.part": ("question_parted", lambda world: {"id": world.question().id}),
    "questions.draft": ("topic_drafted", lambda world: {"key": world.question().group_key}),
    "recovery.offer": ("company_recovery", lambda world: {"company": world.company().id}),
    "staff.confirm": ("staff_appointed", lambda world: {"invitation": world.invitation(used=True)}),
    "staff.invite": ("staff_invited", lambda _world: {"role": "editor"}),
    "staff.revoke": ("staff_invitation_revoked", lambda world: {"invitation": world.invitation()}),
    "staff.take": ("staff_removed", lambda world: {"id": world.member(), "role": ""}),
    "topics.correct": (
        "topic_drafted",
        lambda world: {"topic": world.services.library.topics[0].id},
    ),
    "topics.publish": ("topic_published", lambda world: {"id": world.topic().id}),
    "values.checked": ("base_checked", lambda _world: {"id": NORM}),
    "values.holiday_remove": ("value_removed", lambda world: {"key": world.day_off()}),
}
"""Buttons that change something, with the line each must leave."""
_EXTENSION = {
    "kind": "lit", "endings": ["1"], "due_from": "2026-06-01", "due_to": "2026-06-30", "until": "2026-12-30",
    "touched": ["daer-7727-2022:art13"],
}  # fmt: skip
FORMS: dict[str, tuple[str, Args]] = {
    "audience": (
        "broadcast_audience",
        lambda world: {"broadcast": world.broadcast().id, "side": "include", "fact": "modes", "modes": ["saude"]},
    ),
    "broadcast": (
        "broadcast_created",
        lambda _world: {"subject": "norms", "text": "Um aviso.", "attachment": {}, "provisions": []},
    ),
    "broadcast_part": (
        "broadcast_changed",
        lambda world: {"broadcast": world.broadcast().id, "part": "text", "text": "Outro."},
    ),
    "broadcast_start": (
        "broadcast_timed",
        lambda world: {"broadcast": world.broadcast().id, "start": (NOON + dt.timedelta(1)).isoformat()},
    ),
    "broadcast_follow": (
        "broadcast_followed",
        lambda world: {"broadcast": world.broadcast("done").id, "text": "Certo.", "nature": "correction"},
    ),
    "contact": (
        "value_entered",
        lambda _world: {"contact": "", "agency": "Órgão", "what": "telefone", "value": "51 3333", "source": "site",
                        "seen_on": "2026-06-10"},
    ),
    "norm_amend": (
        "norm_drafted",
        lambda _world: {"norm": NORM, "provision": PROVISION, "words": "Texto novo.", "act": "Ato",
                        "from_on": "2026-07-01"},
    ),
    "norm_text": (
        "norm_drafted",
        lambda _world: {"norm": NORM, "source": "O texto inteiro.", "act": "Ato", "from_on": ""},
    ),
    "norm_term": (
        "terms_changed",
        lambda world: {"revision": world.revision().id, "key": "recefitur", "term": {"years": 2},
                       "touched": [PROVISION]},
    ),
    "norm_extension": ("terms_changed", lambda world: {"revision": world.revision().id, **_EXTENSION}),
    "question_answer": (
        "question_answered",
        lambda world: {"key": world.question().group_key, "answer": "Assim.", "provisions": []},
    ),
    "topic": (
        "topic_changed",
        lambda world: {"question": world.topic().id, **{n: TOPIC[n] for n in ("title", "phrases", "answer",
                       "provisions")}},
    ),
    "value_holiday": ("value_entered", lambda _world: dict(DAY_OFF)),
    "value_upf": ("value_entered", lambda _world: dict(UPF)),
}  # fmt: skip
"""Forms of staff that change something when they end."""
READING_FORMS: dict[str, Args] = {
    "recovery": lambda _world: {"words": "Aurora"},
    "topic_find": lambda _world: {"words": "seguro"},
}
