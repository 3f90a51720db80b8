"""Which stage a thing has reached on a day."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from tests.oracle.deadline_rows import Deadline
from tests.oracle.reminder_world import Company, Options, Thing


@dataclass(frozen=True)
class Stage:
    """A stage word, the day it falls on, the instant for stages in hours."""

    word: str
    on: date
    at: datetime | None = None


def ladder(company: Company, thing: Thing) -> tuple[int, ...]:
    """The thing's own stages, else the company's for the kind, else its '*', else the table's."""
    if thing.before is not None:
        return thing.before
    kind = thing.deadline.kind
    if kind in company.ladders:
        return company.ladders[kind]
    return company.ladders.get("*", thing.deadline.before)


def in_force(deadline: Deadline, options: Options) -> Deadline:
    """The deadline under the options."""
    if deadline.kind == "shared-analysis" and options.shared_analysis_chased_once:
        return replace(deadline, once="chase", before=())
    return deadline


def latest_stage(deadline: Deadline, before: tuple[int, ...], day: date) -> Stage | None:
    """The latest stage in days that has been reached on a day."""
    due, target = deadline.due_on, deadline.count_to
    if deadline.silent or due is None or target is None:
        return None
    if deadline.once and (day >= due or not deadline.before):
        return Stage(deadline.once, due) if day >= due else None
    late = (day - due).days
    if late >= 1:
        number = 1 + 7 * ((late - 1) // 7)
        return Stage(f"-{number}", due + timedelta(days=number))
    left = (target - day).days
    if left <= 0:
        return Stage("0", target)
    reached = [number for number in before if number >= left]
    if not reached:
        return None
    return Stage(str(min(reached)), target - timedelta(days=min(reached)))


def is_escalating(deadline: Deadline, before: tuple[int, ...], stage: Stage, day: date, after: bool) -> bool:
    """Has the last stage before the due day been reached (or, with `after`, left behind)."""
    if deadline.once:
        return False
    if deadline.hours:
        last_hour = f"{min(deadline.hours)}h"
        return stage.word == last_hour and not after
    target = deadline.count_to
    if target is None:
        return False
    ahead = [number for number in before if number > 0]
    left = (target - day).days
    last = min(ahead) if ahead else 0
    return left < last if after else left <= last


def instant_stages(deadline: Deadline, day: date, options: Options) -> list[Stage]:
    """The stages in hours that are told on a day; of several at the same instant only the last.

    In quiet hours a stage waits for their end, but never past the due instant: then it goes at once.
    """
    start, due = deadline.count_to_at, deadline.due_at
    if deadline.silent or start is None or due is None:
        return []
    found: dict[datetime, Stage] = {}
    for hours in sorted(deadline.hours, reverse=True):
        nominal = start - timedelta(hours=hours)
        at = _after_quiet(nominal, options) if options.defer_instants else nominal
        at = at if at <= due else nominal
        if at.date() == day:
            found[at] = Stage(f"{hours}h", day, at)
    return list(found.values())


def _after_quiet(moment: datetime, options: Options) -> datetime:
    clock = moment.time()
    end = datetime.combine(moment.date(), options.quiet_to, moment.tzinfo)
    if clock < options.quiet_to:
        return end
    return end + timedelta(days=1) if clock >= options.quiet_from else moment
