"""What each person must be told on each day, one day after the other."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from tests.oracle.deadline_rows import Deadline
from tests.oracle.reminder_people import (
    Groups,
    due_key,
    groups,
    has_pressed,
    hearers,
    snooze_of,
    snoozed_until,
)
from tests.oracle.reminder_stages import (
    Stage,
    in_force,
    instant_stages,
    is_escalating,
    ladder,
    latest_stage,
)
from tests.oracle.reminder_words import act_words, due_words
from tests.oracle.reminder_world import Company, DayState, Options, Person, Telling, Thing

Cycle = tuple[str, date | datetime]
Entry = tuple[date, str, str]


@dataclass(frozen=True)
class _Case:
    """A thing of a company on a day, with what has been worked out for it."""

    company: Company
    thing: Thing
    deadline: Deadline
    due: date | datetime
    day: date
    before: tuple[int, ...]


class ReminderOracle:
    """Fed with the days in order, it remembers what was told and says what each day asks for."""

    def __init__(self, options: Options | None = None) -> None:
        """Start with nothing told."""
        self.options = options or Options()
        self.told: dict[Cycle, list[Entry]] = {}

    def tell(self, state: DayState) -> list[Telling]:
        """What must be told on this day; nothing on a day on which the bot was down."""
        if state.down:
            return []
        found: list[Telling] = []
        for company in state.companies:
            silent = {one.id for one in company.vehicles if one.status != "on_road"}
            for thing in company.things:
                if thing.solved or (thing.vehicle is not None and thing.vehicle in silent):
                    continue
                found += self._tell_thing(company, thing, state.day)
        return found

    def forget(self, telling: Telling) -> None:
        """Take back a telling that did not arrive, so that it is asked for again."""
        cycle = (telling.thing, telling.due)
        entries = self.told.get(cycle, [])
        self.told[cycle] = [one for one in entries if (one[0], one[2]) != (telling.day, telling.person)]

    def _tell_thing(self, company: Company, thing: Thing, day: date) -> list[Telling]:
        due = due_key(thing)
        if due is None:
            return []
        deadline = in_force(thing.deadline, self.options)
        case = _Case(company, thing, deadline, due, day, ladder(company, thing))
        found: list[Telling] = []
        for stage in self._stages(case):
            line = groups(company, thing, self.options)
            people = hearers(line, self._first_is_silent(case, stage, line), self.options)
            today = [self._tell_person(case, stage, one, escalated) for one, escalated in people]
            new = [telling for telling in today if telling is not None]
            for telling in new:
                self._remember(telling, stage)
            found += new
        return found

    def _first_is_silent(self, case: _Case, stage: Stage, line: Groups) -> bool:
        """Has the first person pressed nothing by the last stage before the due day."""
        after = self.options.escalate_at == "after_last_stage"
        if not line or not is_escalating(case.deadline, case.before, stage, case.day, after):
            return False
        if self.options.escalate_needs_earlier_telling and not any(
            one[0] < case.day for person in line[0] for one in self._entries(case, person.id)
        ):
            return False
        return not has_pressed(case.thing, line[0], case.day, self.options)

    def _stages(self, case: _Case) -> list[Stage]:
        deadline = case.deadline
        if not deadline.hours:
            stage = latest_stage(deadline, case.before, case.day)
            if stage is None:
                return [Stage("", case.day)] if case.thing.snoozes else []
            return [] if deadline.once and self._too_late(stage, case.day) else [stage]
        today = instant_stages(deadline, case.day, self.options)
        if today or deadline.count_to_at is None or case.day > deadline.count_to_at.date():
            return today
        earlier: list[Stage] = []
        for ago in range(4, 0, -1):
            earlier += instant_stages(deadline, date.fromordinal(case.day.toordinal() - ago), self.options)
        return [Stage(earlier[-1].word, earlier[-1].on)] if earlier else []

    def _too_late(self, stage: Stage, day: date) -> bool:
        limit = self.options.once_late_days
        return limit is not None and (day - stage.on).days > limit

    def _tell_person(self, case: _Case, stage: Stage, person: Person, escalated: bool) -> Telling | None:
        snooze = snooze_of(case.thing, person, case.day, self.options)
        if snooze is not None:
            until = snoozed_until(snooze, case.deadline.count_to, self.options)
            if case.day < until:
                return None
            word = f"snooze-{snooze.until.isoformat()}"
            if not self._told(case, word, person.id):
                if stage.word and stage.on >= until:
                    return self._telling(case, stage, person, escalated, (word, stage.word))
                found = self._telling(case, stage, person, escalated, (word,))
                return replace(found, stage_on=until, late=until < case.day)
        if not stage.word or self._told(case, stage.word, person.id):
            return None
        if stage.on < case.day and self._closed(case, stage, person):
            return None
        return self._telling(case, stage, person, escalated, (stage.word,))

    def _entries(self, case: _Case, person: str | None) -> list[Entry]:
        """What was told in this cycle: to one person, or to anyone."""
        entries = self.told.get((case.thing.id, case.due), [])
        return [one for one in entries if person is None or one[2] == person]

    def _told(self, case: _Case, word: str, person: str | None) -> bool:
        return any(one[1] == word for one in self._entries(case, person))

    def _closed(self, case: _Case, stage: Stage, person: Person) -> bool:
        """Does a stage of an earlier day count as told under the options."""
        who = person.id if self.options.told_to == "person" else None
        if self.options.late_rule == "since":
            return any(one[0] >= stage.on for one in self._entries(case, who))
        return self._told(case, stage.word, who)

    def _telling(
        self, case: _Case, stage: Stage, person: Person, escalated: bool, accepts: tuple[str, ...]
    ) -> Telling:
        deadline = case.deadline
        due_day = case.due.date() if isinstance(case.due, datetime) else case.due
        act_by = deadline.act_by if deadline.count_to != deadline.due_on else None
        return Telling(
            day=case.day,
            person=person.id,
            company=case.company.id,
            thing=case.thing.id,
            kind=deadline.kind,
            due=case.due,
            stage=accepts[0],
            accepts=accepts,
            stage_on=stage.on,
            late=stage.on < case.day,
            words=due_words(case.day, due_day),
            act_words=None if act_by is None else act_words(case.day, act_by),
            at=stage.at,
            escalated=escalated,
        )

    def _remember(self, telling: Telling, stage: Stage) -> None:
        """Note the telling; after a snooze the ladder's stage of that day or before counts as told too."""
        entries = self.told.setdefault((telling.thing, telling.due), [])
        entries += [(telling.day, word, telling.person) for word in {*telling.accepts, stage.word}]
