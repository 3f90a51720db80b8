"""The oracle as `fretabot bench year` sees it: loaded by name in a checkout, asked kind by kind, fed day by day.

No package of ours imports it: it is found beside the tests and knows nothing of us.
"""

from __future__ import annotations

import datetime as dt
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from knowledge.deadline_model import SAO_PAULO

FOLDER = Path("tests/oracle")

PRINTED = {
    "cadastur": "cadastur", "alvara": "alvara", "crf-fgts": "fgts", "cnd-federal": "cnd-federal", "crlv": "crlv",
    "tachograph": "tachograph-certificate", "metroplan-laudo": "metroplan-laudo", "cnh-medical": "cnh",
    "passenger-course": "passenger-course", "policy": "policy",
}  # fmt: skip
"""Kinds that know their printed date only, by our name and by the oracle's."""
STARTED = {
    "recefitur": ("recefitur", "issued_on"), "metroplan-fee": ("metroplan-fee", "paid_on"),
    "metroplan-authorization": ("metroplan-authorisation", "starts_on"),
    "metroplan-contract": ("metroplan-contract", "starts_on"),
    "seguro-garantia": ("guarantee-insurance", "issued_on"), "veracity-declaration": ("veracity-declaration", "start"),
    "defence": ("defence", "received_on"), "ait": ("ait", "received_on"), "debt": ("debt", "notice_on"),
    "bond-refill": ("bond-refill", "ordered_on"), "missing-papers": ("missing-papers", "start"),
    "metroplan-reconsideration": ("shared-refusal", "told_on"),
    "metroplan-analysis": ("metroplan-analysis", "filed_on"),
    "metroplan-shared-analysis": ("shared-analysis", "filed_on"), "invoice": ("invoice", "trip_or_period_end"),
    "metroplan-substitution": ("metroplan-substitution", "first_day"),
}  # fmt: skip
"""Kinds counted from one day: the oracle's name and its name for that day."""


class Oracle:
    """What the simulation asks of it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises `RuntimeError` outside a checkout."""
        if not (folder / "reminder_oracle.py").exists():
            raise RuntimeError(f"{folder} is missing: run the simulation in a checkout")
        root = str(folder.resolve().parent.parent)
        if root not in sys.path:
            sys.path.insert(0, root)
        names = (
            "deadline_oracle",
            "deadline_build",
            "lit_oracle",
            "civil_dates",
            "reminder_oracle",
            "reminder_stages",
            "reminder_world",
        )
        self._modules: dict[str, Any] = {n: import_module(f"tests.oracle.{n}") for n in names}
        self.world: Any = self._modules["reminder_world"]

    def judge(self) -> Any:
        """One that has told nothing yet, by the readings of `docs/decisions/deadline-oracle.md`."""
        options = self.world.Options(
            escalate_needs_earlier_telling=True, snooze_ends_at_due=True, shared_analysis_chased_once=True,
            beyond_second=True,
        )  # fmt: skip
        return self._modules["reminder_oracle"].ReminderOracle(options)

    def hours_of(self, deadline: Any, day: dt.date) -> list[str]:
        """The stages in hours of one day, the earliest first."""
        stages = self._modules["reminder_stages"].instant_stages(deadline, day, self.world.Options())
        return [stage.word for stage in stages]

    def due(self, kind: str, facts: dict[str, Any], made: Any = None) -> Any:
        """What falls due, from the day that is known of the paper."""
        ask = self._modules["deadline_oracle"]
        if kind == "lit" and "start" in facts:
            return self._modules["lit_oracle"].lit(made, facts["start"], facts.get("printed"))
        if kind == "lit" and made is not None:
            return self._printed_lit(facts["printed"], made)
        if kind in {"vehicle-licence", "lit"}:
            return self._modules["deadline_build"].build(kind, facts["printed"])
        if kind == "instalment":
            return ask.instalment(facts["printed"])
        if kind == "passenger-list":
            return ask.passenger_list(facts["at"].astimezone(SAO_PAULO).replace(tzinfo=None))
        if kind in PRINTED:
            return ask.due(PRINTED[kind], printed=facts["printed"])
        theirs, name = STARTED[kind]
        if "printed" in facts:
            return ask.due(theirs, **{name: facts["printed"], "printed": facts["printed"]})
        return ask.due(theirs, **{name: facts["start"]})

    def _printed_lit(self, printed: dt.date, made: Any) -> Any:
        """Its day is the printed one, its stages those of the vehicle's age on that day."""
        by_age = self._modules["lit_oracle"].lit(made, printed, printed)
        return replace(self._modules["deadline_build"].build("lit", printed), before=by_age.before)

    def opening(self, end: dt.date) -> Any:
        """When the renewal of a RECEFITUR that ends on a day opens."""
        return self._modules["deadline_oracle"].recefitur_renewal(end)

    def changes(self, made: Any, inspected: dt.date, printed: dt.date | None) -> tuple[Any, ...]:
        """The notice of a change of rhythm and the advice, where there is a change."""
        return tuple(self._modules["lit_oracle"].band_change(made, inspected, printed))

    def made(self, day: dt.date | None, year: int) -> Any:
        """When a vehicle was made."""
        dates = self._modules["civil_dates"]
        return dates.made_on(day) if day else dates.made_in(year)
