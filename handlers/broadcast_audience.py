"""Who gets a broadcast: facts picked one by one, asked for or excluded; the count after each."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from bot import audit, broadcast_places, broadcasts, few
from bot.broadcast_rules import WINDOW, Audience, Due, Facts
from bot.models.fleet import COMPANY_ROLES
from bot.models.staff import Broadcast
from bot.turn import Turn
from handlers import broadcast_forms, broadcast_screens, fallback, onboarding, typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import COMMUNICATOR, Action
from knowledge import road
from knowledge.obligations import package_obligations
from knowledge.places import Municipality, Unrecognised, package_places

FACTS = (
    "authorities", "modes", "municipalities", "regions", "classes", "age", "plate_endings", "due", "concerned",
)  # fmt: skip
AGE_LIMIT = 60
TOWNS = 20


def show(turn: Turn, row: Broadcast) -> None:
    """The rules in words, how many people that is, and the facts to pick."""
    side = str(turn.args.get("side", "include"))
    people = broadcast_screens.people_of(turn, row)
    buttons = [
        turn.button(f"pick_{fact}", "broadcast.pick", id=row.id, side=side, fact=fact) for fact in FACTS
    ]
    buttons.append(turn.button("pick_roles", "broadcast.pick", id=row.id, side="include", fact="roles"))
    other = "exclude" if side == "include" else "include"
    keyboard = [
        *(buttons[n : n + 2] for n in range(0, len(buttons), 2)),
        [
            turn.button(f"side_to_{other}", "broadcast.audience", id=row.id, side=other),
            turn.button("audience_clear", "broadcast.clear", id=row.id, side=side),
        ],
        [turn.button("back", "broadcast.open", id=row.id)],
    ]
    turn.show(
        "broadcast/audience",
        keyboard,
        rules=broadcast_screens.words(turn, broadcasts.rules(row)),
        count=few.masked(broadcast_screens.counted(row, people), rough=broadcast_screens.rough(row)),
        groups=broadcast_screens.facts_of_groups(turn, row, people),
        excluding=side == "exclude",
    )


def draft(turn: Turn) -> Broadcast | None:
    """The draft of the pressed button; an old button's answer when it is none any more."""
    row = broadcasts.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None or row.state != "draft" or row.corrects is not None:
        fallback.old_button(turn)
        return None
    return row


def open_(turn: Turn) -> None:
    """The audience of a draft."""
    if (row := draft(turn)) is not None:
        show(turn, row)


def pick(turn: Turn) -> None:
    """Asks for the values of one fact."""
    if draft(turn) is not None:
        args = turn.args
        turn.begin_form("audience", broadcast=args["id"], side=args["side"], fact=args["fact"])


def clear(turn: Turn) -> None:
    """Forgets the facts of one side."""
    if (row := draft(turn)) is None:
        return
    rules = broadcasts.rules(row)
    side = "exclude" if turn.args["side"] == "exclude" else "include"
    _store(turn, row, rules.model_copy(update={side: Facts()}), side=side, fact="none")


def _store(turn: Turn, row: Broadcast, rules: Audience, *, side: str, fact: str) -> None:
    if rules.narrow:
        turn.say("broadcast/narrow", days=WINDOW)
        show(turn, row)
        return
    if broadcast_places.cuts_few(turn.session, rules):
        turn.say("broadcast/cuts_few")
        show(turn, row)
        return
    version = row.text_version + 1
    broadcasts.edit(turn.session, row, audience=rules.model_dump(mode="json"), text_version=version)
    facts = {"broadcast": row.id, "side": side, "fact": fact}
    audit.write(turn.session, turn.user_id, "broadcast_audience", now=turn.now, **facts)
    show(turn, row)


def _finish(turn: Turn, answers: Answers) -> None:
    row = broadcasts.get(turn.session, int(answers["broadcast"]), lock=True)
    if row is None or row.state != "draft":
        fallback.old_button(turn)
        return
    rules, fact = broadcasts.rules(row), answers["fact"]
    if fact == "roles":
        _store(
            turn, row, rules.model_copy(update={"roles": tuple(answers["roles"])}), side="include", fact=fact
        )
        return
    side = answers["side"]
    facts: Facts = getattr(rules, side)
    changed = {side: facts.model_copy(update=_values(answers))}
    _store(turn, row, rules.model_copy(update=changed), side=side, fact=fact)


def _values(answers: Answers) -> dict[str, Any]:
    fact = answers["fact"]
    if fact == "age":
        low, high = answers["age"]
        return {"age_from": low, "age_to": high}
    if fact == "due":
        kind = answers["due_kind"]
        window = (dt.date.fromisoformat(answers[name]) for name in ("due_from", "due_to"))
        first, last = sorted(window)
        return {"due": Due(kinds=() if kind == "any" else (kind,), from_on=first, to_on=last)}
    return {fact: tuple(answers[fact])}


_AGE = re.compile(
    r"(?:de\s+)?(\d{1,2})\s*(?:a|até|-)\s*(\d{1,2})|(?:mais de|a partir de)?\s*(\d{1,2})\s*(?:ou mais|\+)?"
)
_UP_TO = re.compile(r"(?:até|menos de)\s*(\d{1,2})")


def _read_age(turn: Turn, _answers: Answers) -> list[int | None]:
    text = turn.text.strip().lower().replace("anos", "").strip()[:40]
    low: int | None
    high: int | None
    if match := _UP_TO.fullmatch(text):
        low, high = None, int(match[1])
    elif match := _AGE.fullmatch(text):
        low, high = int(match[1] or match[3]), int(match[2]) if match[2] else None
    else:
        raise Refused("broadcast/note_age")
    if (low or 0) > AGE_LIMIT or (high is not None and high < (low or 0)):
        raise Refused("broadcast/note_age")
    return [low, high]


def _read_due_to(turn: Turn, answers: Answers) -> str:
    """A window of few days would tell of one company when its paper falls due."""
    last = typed.day(turn, answers)
    if abs(dt.date.fromisoformat(last) - dt.date.fromisoformat(answers["due_from"])).days + 1 < WINDOW:
        raise Refused("broadcast/note_window", {"days": WINDOW})
    return last


def _read_endings(turn: Turn, _answers: Answers) -> list[str]:
    text = re.sub(r"\be\b|[,;\s]+", " ", turn.text.lower()).split()
    if not text or any(len(t) != 1 or t not in "0123456789" for t in text):
        raise Refused("broadcast/note_endings")
    return sorted(set(text))


def _read_towns(turn: Turn, _answers: Answers) -> list[str]:
    names = [n.strip() for n in re.split(r"[,;\n]", turn.text) if n.strip()][:TOWNS]
    codes = []
    for name in names:
        found = package_places().find(name)
        if not isinstance(found, Municipality):
            offers = [m.name for m in found.offers] if isinstance(found, Unrecognised) else []
            raise Refused("broadcast/note_town", {"name": name[:60], "offers": offers})
        codes.append(found.code)
    return codes


def _kinds(turn: Turn, _answers: Answers) -> list[Choice]:
    dated = [o for o in package_obligations() if o.act in {"paper", "agency"} and "printed" in o.facts]
    return [Choice(turn.label("due_any"), "any"), *(Choice(o.title[:55], o.kind) for o in dated)]


def _labelled(prefix: str, names: tuple[str, ...]) -> Any:
    return lambda turn, _answers: [Choice(turn.label(f"{prefix}_{name}"), name) for name in names]


def _regions(_turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(region.title[:55], code) for code, region in package_places().regions.items()]


def _of(*facts: str) -> Any:
    return lambda answers: answers.get("fact") in facts


def _modes(turn: Turn, _answers: Answers) -> list[Choice]:
    held = (mode for one in onboarding.AUTHORITIES for mode in road.modes_of(one))
    return [Choice(turn.label(f"mode_{mode}"), mode) for mode in held]


FORM = Form(
    "audience",
    lambda turn, answers: turn.label("broadcast_number", id=answers["broadcast"]),
    (
        Field(
            "authorities",
            "broadcast/pick_authorities",
            choices=_labelled("side", onboarding.AUTHORITIES),
            multiple=True,
            when=_of("authorities"),
        ),
        Field(
            "modes",
            "broadcast/pick_modes",
            choices=_modes,
            multiple=True,
            when=_of("modes"),
        ),
        Field("municipalities", "broadcast/pick_towns", read=_read_towns, when=_of("municipalities")),
        Field("regions", "broadcast/pick_regions", choices=_regions, multiple=True, when=_of("regions")),
        Field(
            "classes",
            "broadcast/pick_classes",
            choices=_labelled("class", ("M2", "M3")),
            multiple=True,
            when=_of("classes"),
        ),
        Field("age", "broadcast/pick_age", read=_read_age, when=_of("age")),
        Field("plate_endings", "broadcast/pick_endings", read=_read_endings, when=_of("plate_endings")),
        Field("due_kind", "broadcast/pick_due", choices=_kinds, when=_of("due")),
        Field("due_from", "broadcast/pick_due_from", read=typed.day, when=_of("due")),
        Field("due_to", "broadcast/pick_due_to", read=_read_due_to, when=_of("due")),
        Field(
            "concerned",
            "broadcast/pick_concerned",
            read=broadcast_forms.read_provisions,
            when=_of("concerned"),
        ),
        Field(
            "roles",
            "broadcast/pick_roles",
            choices=_labelled("role", COMPANY_ROLES),
            multiple=True,
            when=_of("roles"),
        ),
    ),
    _finish,
    roles=COMMUNICATOR,
)
ACTIONS = {
    "broadcast.audience": Action(open_, roles=COMMUNICATOR),
    "broadcast.pick": Action(pick, roles=COMMUNICATOR),
    "broadcast.clear": Action(clear, roles=COMMUNICATOR),
}
