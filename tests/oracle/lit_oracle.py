"""The inspection report (LIT) by the age of the vehicle, its gaps and its changes of rhythm."""

from dataclasses import dataclass, replace
from datetime import date

from tests.oracle.civil_dates import ONE_DAY, Made, add_months, add_years, whole_years
from tests.oracle.deadline_build import after_months, build, with_alternatives, with_notes
from tests.oracle.deadline_rows import QUARTER, YEAR, Deadline, Reading

DAER = "daer-7727-2022:"


@dataclass(frozen=True)
class Band:
    """A band of ages: its name, its length in months (the stricter one in a gap), what it rests on."""

    name: str
    months: int
    provision: tuple[str, ...]
    gap: bool = False
    other_months: int = 0


UNDER_15 = Band("under-15", 12, (DAER + "art13_par1",))
EXACTLY_15 = Band("exactly-15", 6, (DAER + "art13_par1", DAER + "art13_par2"), True, 12)
TO_20 = Band("over-15-to-20", 6, (DAER + "art13_par2",))
TO_21 = Band("over-20-to-21", 3, (DAER + "art13_par2", DAER + "art13_par3"), True, 6)
TO_25 = Band("over-21-to-25", 3, (DAER + "art13_par3", DAER + "art12_par1u", DAER + "art48_inc5_ali14"))
OVER_25 = Band("over-25", 0, (DAER + "art13_par3", DAER + "art12_par1u", DAER + "art48_inc5_ali14"))


def band(made: date, on: date) -> Band:
    """The band of a vehicle made on a day, on another day."""
    if on < add_years(made, 15):
        return UNDER_15
    if on == add_years(made, 15):
        return EXACTLY_15
    if on <= add_years(made, 20):
        return TO_20
    if on <= add_years(made, 21):
        return TO_21
    if on <= add_years(made, 25):
        return TO_25
    return OVER_25


def _end_used(made: Made, inspected: date) -> tuple[date, bool]:
    """The end of the age that is reminded by, and whether the older end is left out for being over 25."""
    if band(made.oldest, inspected) is OVER_25 and band(made.youngest, inspected) is not OVER_25:
        return made.youngest, True
    return made.oldest, False


def _for(made: date, inspected: date, printed: date | None) -> Deadline:
    found = band(made, inspected)
    if found is OVER_25:
        return with_notes(replace(build("lit", printed), provision=found.provision), "not-admitted")
    deadline = replace(
        after_months("lit", inspected, found.months, printed),
        provision=found.provision,
        standing="unstated" if found.gap else "stated",
        before=QUARTER if found.months == TO_25.months else YEAR,
    )
    if found.gap:
        other = add_months(inspected, found.other_months)
        deadline = with_alternatives(deadline, [Reading(other, "other-band")])
        deadline = with_notes(deadline, "gap-" + found.name)
    return deadline


def lit(made: Made, inspected: date, printed: date | None = None) -> Deadline:
    """When a LIT of that inspection ends; with an uncertain age both ends, reminded by the older."""
    end, doubt = _end_used(made, inspected)
    deadline = _for(end, inspected, printed)
    if doubt:
        return with_notes(deadline, "older-end-over-25")
    if band(made.oldest, inspected).name != band(made.youngest, inspected).name:
        younger = _for(made.youngest, inspected, None)
        if younger.due_on is not None:
            deadline = with_alternatives(deadline, [Reading(younger.due_on, "younger-end")])
        deadline = with_notes(deadline, "age-uncertain")
    return deadline


def _changes(made: date, after: date, before: date) -> list[tuple[date, int]]:
    """Changes of rhythm strictly between two days: the days after the 15th and the 20th birthday.

    A gap counts as its stricter period, so nothing changes on the day after the 21st one, and nothing
    changes for a vehicle inspected on the very day of its 15th.
    """
    found = []
    for years, months in ((15, TO_20.months), (20, TO_21.months)):
        day = add_years(made, years) + ONE_DAY
        if after < day < before and band(made, after).months != months:
            found.append((day, months))
    return found


def band_change(made: Made, inspected: date, printed: date | None = None) -> tuple[Deadline, ...]:
    """The notice of a change of rhythm before the LIT ends and the advisory reminder; empty if none."""
    due = lit(made, inspected, printed).due_on
    end, _ = _end_used(made, inspected)
    if due is None:
        return ()
    changes = _changes(end, inspected, due)
    if not changes:
        return ()
    day, months = changes[0]
    advisory = max(day, add_months(inspected, months))
    notice = with_notes(build("lit-band-change", day), f"period-{months}-months")
    return notice, build("lit-advisory", advisory)


def new_vehicle(made: Made, purchased: date | None = None) -> Deadline:
    """The first year without LIT, from the earlier of manufacture and purchase; the other is shown."""
    starts = [made.oldest, made.youngest] + ([purchased] if purchased is not None else [])
    deadline = after_months("new-vehicle", min(starts), 12)
    later = [
        Reading(add_years(start, 1), "other-start") for start in sorted(set(starts)) if start > min(starts)
    ]
    return with_alternatives(deadline, later)


def age_on(made: Made, on: date) -> tuple[int, int]:
    """Whole years of the younger and of the older end on a day."""
    return whole_years(made.youngest, on), whole_years(made.oldest, on)
