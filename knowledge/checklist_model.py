"""The shape of a checklist file: questions, and everything that can depend on their answers.

Only shapes and what one part alone can get wrong are here. What parts say of each other is checked in
`checklist_rules`, evaluation is in `checklists`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, computed_field

from knowledge import words
from knowledge.schema import Strict

# Short enough that "<draft>:<question>:<answer>" fits the 64 bytes of a Telegram button.
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=26)]
ChecklistId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
ProvisionId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+:[a-z0-9_]+$")]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Label = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
When = dict[Slug, Annotated[tuple[Slug, ...], Field(min_length=1)]]
Standing = Literal["stated", "unstated", "outside"]

UNSURE = "nao-sei"
"""The answer of a person who cannot say a number or date; allowed where the question has `unsure`."""


class Bracket(Strict):
    """A range of numbers that `when` may name; both ends belong to it, an absent end is open."""

    label: Label
    low: Decimal | None = Field(default=None, alias="from")
    high: Decimal | None = Field(default=None, alias="to")

    def holds(self, number: Decimal) -> bool:
        """Whether `number` lies in the range."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


class Question(Strict):
    """One screen: a closed choice, a number or a date.

    `fact` says what is known beforehand: "fleet-size", "fleet-age" (a choice that the stored vehicles allow or not),
    or the kind of a paper whose last day answers (a date).
    """

    id: Slug
    text: Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
    type: Literal["choice", "number", "date"] = "choice"
    answers: dict[Slug, Label] = Field(default={}, max_length=8)
    brackets: dict[Slug, Bracket] = Field(default={})
    unsure: Label | None = None
    fact: Slug | None = None
    why: Text
    provision: tuple[ProvisionId, ...] = ()
    when: When = Field(default={})


class Part(Strict):
    """Anything that answers can switch on or off."""

    id: Slug
    provision: tuple[ProvisionId, ...] = ()
    when: When = Field(default={})


class BeyondNorm(Strict):
    """An item that an agency asks without a provision of the base: who says so, and when it was seen."""

    source: Text
    seen_on: Text
    confidence: Literal["confirmed", "one source", "memory"]


class Requirement(Part):
    """What the person brings or has ready. `document` names the dated paper (a kind of `obligations.yaml`) it is."""

    title: Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
    what: Text
    how: Text
    copies: int = Field(default=1, ge=1)
    document: Slug | None = None
    validity: str = ""
    note: str = ""
    beyond_norm: BeyondNorm | None = None


class Fee(Part):
    """What it costs. `series` names a dated value; without one `told` says where the amount stands, or
    it is said that the source has none."""

    title: Text
    series: str | None = None
    by: Slug | None = None
    times: Slug | None = None
    told: str = ""
    note: str = ""


class Term(Part):
    """A deadline or validity. With `start` (a date question) and `days` the day is computed.

    `act`: who acts by then before an office, the carrier (earliest count) or the agency (latest); the end of a
    paper has nobody.
    """

    title: Text
    text: Text
    start: Slug | None = None
    days: int | None = None
    unit: Literal["corridos", "uteis"] = "corridos"
    act: Literal["carrier", "agency", "none"] = "none"
    standing: Standing = "stated"


class Notice(Part):
    """Something the person must know: a gap, a contradiction, a risk."""

    text: Text
    standing: Standing = "stated"


class Box(Part):
    """A box to tick on the printed form (DAER, Anexo II), worded as printed there."""

    text: Text


class Step(Part):
    """One step of the way, in the order that saves trips."""

    text: Text


class Change(Strict):
    """What a new version changed, and which questions a waiting draft must answer again."""

    version: int = Field(ge=2)
    since: dt.date
    what: Text
    ask_again: tuple[Slug, ...] = ()


class Checklist(Strict):
    """One request, as its file tells it."""

    id: ChecklistId
    title: Text
    authority: Literal["daer", "metroplan", "other"]
    kind: Literal["request", "beside"] = "request"
    what: Text
    who: Text
    basis: tuple[ProvisionId, ...]
    version: int = Field(ge=1)
    changes: tuple[Change, ...] = ()
    reviewed_on: dt.date
    reviewed: tuple[ProvisionId, ...]
    questions: tuple[Question, ...] = ()
    stops: tuple[Notice, ...] = ()
    requirements: tuple[Requirement, ...]
    form: tuple[Box, ...] = ()
    fees: tuple[Fee, ...] = ()
    deadlines: tuple[Term, ...] = ()
    notices: tuple[Notice, ...] = ()
    steps: tuple[Step, ...]
    time: Text
    channel: Text
    contacts: tuple[Slug, ...] = ()
    sheets: tuple[Literal["defence", "passengers"], ...] = ()

    @computed_field  # type: ignore[prop-decorator]  # pydantic's own recipe for a derived field
    @property
    def rule_version(self) -> str:
        """Declared version and a fingerprint of the content, so that an undeclared edit shows too."""
        content = self.model_dump_json(exclude={"rule_version"}, by_alias=True)
        return f"{self.version}+{hashlib.sha256(content.encode()).hexdigest()[:8]}"

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything that answers can switch, in file order."""
        return (
            *self.stops,
            *self.requirements,
            *self.form,
            *self.fees,
            *self.deadlines,
            *self.notices,
            *self.steps,
        )

    def question(self, id_: str) -> Question | None:
        """The question of that name, if the checklist has it."""
        return next((q for q in self.questions if q.id == id_), None)


class Contact(Strict):
    """How to reach an agency, with the day somebody last saw it."""

    id: Slug
    agency: Text
    what: Text
    value: Text
    seen_on: Text
    source: Text
    confidence: Text
    note: str = ""

    @property
    def seen_day(self) -> dt.date | None:
        """The day it was seen; None when the source gives only a year, or nothing."""
        try:
            return dt.date.fromisoformat(self.seen_on)
        except ValueError:
            return None

    @property
    def seen(self) -> str:
        """When it was seen, as shown; "" when the source does not say."""
        if self.seen_day is not None:
            return words.short_date(self.seen_day)
        return self.seen_on if self.seen_on[:1].isdecimal() else ""


class Contacts(Strict):
    """The file of contacts."""

    contacts: tuple[Contact, ...]
