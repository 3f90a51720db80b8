"""Who hears of a thing on a day: the first person, the second one, and when the second comes in."""

from datetime import date, datetime

from tests.oracle.reminder_world import Company, Options, Person, Snooze, Thing

Groups = list[list[Person]]


def due_key(thing: Thing) -> date | datetime | None:
    """What names the cycle: the due day or the due instant."""
    return thing.deadline.due_on or thing.deadline.due_at


def groups(company: Company, thing: Thing, options: Options) -> Groups:
    """The people of the company in order: each alone, or all of a role together."""
    if thing.line is not None:
        by_id = {person.id: person for person in company.people}
        return [[by_id[one] for one in group if one in by_id] for group in thing.line]
    routing = company.routing
    roles = routing.get(thing.deadline.kind, routing.get("*", options.default_routing))
    found: Groups = []
    for role in roles:
        present = [person for person in company.people if person.role == role]
        if options.first_is == "role":
            found.append(present)
        else:
            found += [[person] for person in present]
    return [group for group in found if group]


def counts(pressed_on: date, day: date, options: Options) -> bool:
    """Is a press of a day known to the telling of another day."""
    return pressed_on <= day if options.presses_hold_whole_day else pressed_on < day


def snooze_of(thing: Thing, person: Person, day: date, options: Options) -> Snooze | None:
    """The last snooze in force for a person and this cycle."""
    key, found = due_key(thing), None
    for snooze in thing.snoozes:
        own = options.snooze_scope == "thing" or snooze.person == person.id
        known = own and snooze.due == key and counts(snooze.pressed_on, day, options)
        if known and (found is None or snooze.pressed_on >= found.pressed_on):
            found = snooze
    return found


def has_pressed(thing: Thing, group: list[Person], day: date, options: Options) -> bool:
    """Has anyone of a group pressed any button of this cycle."""
    ids, key = {person.id for person in group}, due_key(thing)
    presses = [(one.person, one.due, one.pressed_on) for one in thing.presses]
    presses += [(one.person, one.due, one.pressed_on) for one in thing.snoozes]
    return any(who in ids and of == key and counts(on, day, options) for who, of, on in presses)


def hearers(line: Groups, first_is_silent: bool, options: Options) -> list[tuple[Person, bool]]:
    """The people to tell, each with whether they come in by escalation."""
    if not line:
        return []
    found = [(person, False) for person in line[0] if person.reachable]
    if found and not first_is_silent:
        return found
    for group in line[1:]:
        next_ones = [(person, True) for person in group if person.reachable]
        found += next_ones
        if next_ones or not options.beyond_second:
            break
    return found


def snoozed_until(snooze: Snooze, target: date | None, options: Options) -> date:
    """The day a snooze ends, brought forward to the due day where the options say so."""
    if options.snooze_ends_at_due and target is not None and snooze.pressed_on < target < snooze.until:
        return target
    return snooze.until
