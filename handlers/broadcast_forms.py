"""The forms of a broadcast: its text, attachment, cited provisions; when it leaves; corrections."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from bot import audit, broadcast_corrections, broadcast_text, broadcasts, split
from bot.broadcast_rules import SUBJECTS
from bot.turn import Turn
from handlers import broadcast_screens, fallback, formatted, typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import COMMUNICATOR
from knowledge.date_input import read_date

ATTACHMENT_LIMIT = 20 * 1024 * 1024
"""Telegram lets a bot read no larger file."""
PROVISIONS = 6


def _subjects(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(f"subject_{name}"), name) for name in SUBJECTS]


def _read_text(turn: Turn, _answers: Answers) -> str:
    """The text as HTML. Raises `Refused` for one that is too long or uses a field nobody knows."""
    html = formatted.html_of(turn.incoming)
    size = split.units(split.visible(html))
    typed.one_paste(
        turn, size, broadcast_text.TEXT_LIMIT, long="broadcast/note_long", rest="broadcast/note_rest"
    )
    if unknown := broadcast_text.unknown_fields(html):
        raise Refused("broadcast/note_field", {"unknown": unknown[0], "fields": broadcast_text.FIELDS})
    return html


def _read_file(turn: Turn, _answers: Answers) -> dict[str, Any]:
    file = turn.incoming.file
    if file is None or file.kind not in {"photo", "document"}:
        raise Refused("broadcast/note_file_kind")
    if file.size > ATTACHMENT_LIMIT:
        raise Refused("broadcast/note_file_large", {"limit": ATTACHMENT_LIMIT // (1024 * 1024)})
    return {"kind": file.kind, "file_id": file.file_id, "name": file.name or turn.label("attachment_photo")}


def read_provisions(turn: Turn, _answers: Answers) -> list[str]:
    """Provisions by id or as people write them ("48 daer"), separated by semicolons or lines."""
    corpus = turn.services.library.corpus
    wanted = [part.strip() for part in turn.text.replace("\n", ";").split(";") if part.strip()]
    found: list[str] = []
    for part in wanted[:PROVISIONS]:
        hits = [part] if part in corpus else [p.id for p in corpus.find(None, _as_article(part))]
        if len(hits) != 1:
            labels = [corpus.label(h) for h in hits[:4]]
            raise Refused("broadcast/note_provision", {"part": part[:60], "labels": labels})
        found += hits
    if not found or len(wanted) > PROVISIONS:
        raise Refused("broadcast/note_provisions", {"limit": PROVISIONS})
    return list(dict.fromkeys(found))


def _as_article(part: str) -> str:
    return f"art {part}" if part[:1].isdecimal() else part


def _skip(value: Any) -> Any:
    return lambda turn, _answers: [Choice(turn.label("form_skip"), value)]


TEXT = Field(
    "text",
    "broadcast/text",
    read=_read_text,
    free=True,
    facts=lambda _turn, _answers: {"fields": broadcast_text.FIELDS, "limit": broadcast_text.TEXT_LIMIT},
)
FILE = Field("attachment", "broadcast/attachment", read_file=_read_file, choices=_skip({}))
CITED = Field("provisions", "broadcast/provisions", read=read_provisions, choices=_skip([]))


def _create(turn: Turn, answers: Answers) -> None:
    row = broadcasts.create(
        turn.session,
        author=turn.user_id,
        now=turn.now,
        subject=answers["subject"],
        text=answers["text"],
        attachment=answers["attachment"] or None,
        provisions=answers["provisions"],
    )
    audit.write(turn.session, turn.user_id, "broadcast_created", now=turn.now, broadcast=row.id)
    broadcast_screens.show(turn, row)


def _title(turn: Turn, answers: Answers) -> str:
    text = split.visible(answers.get("text", ""))
    return text[:60] or turn.label("draft_broadcast")


def _change(turn: Turn, answers: Answers) -> None:
    row = broadcasts.get(turn.session, int(answers["broadcast"]), lock=True)
    name = answers["part"]
    value = answers[name] or None if name == "attachment" else answers[name]
    if row is None or not broadcasts.edit(
        turn.session, row, **{name: value}, text_version=row.text_version + 1
    ):
        fallback.old_button(turn)
        return
    facts = {"broadcast": row.id, "part": name}
    audit.write(turn.session, turn.user_id, "broadcast_changed", now=turn.now, **facts)
    broadcast_screens.show(turn, row)


def _follow(turn: Turn, answers: Answers) -> None:
    """A correction or retraction of a broadcast, as a draft for those who hold a text of its chain."""
    wrong = broadcasts.get(turn.session, int(answers["broadcast"]))
    if wrong is None:
        fallback.old_button(turn)
        return
    row = broadcasts.create(
        turn.session,
        author=turn.user_id,
        now=turn.now,
        subject=wrong.subject,
        text=answers["text"],
        provisions=list(wrong.provisions),
        nature=answers["nature"],
        corrects=wrong.corrects or wrong.id,
        revision_id=wrong.revision_id,
    )
    broadcasts.edit(turn.session, row, audience=wrong.audience)  # what staff may read of it rests on that
    facts = {"broadcast": row.id, "of": row.corrects, "nature": row.nature}
    audit.write(turn.session, turn.user_id, "broadcast_followed", now=turn.now, **facts)
    broadcast_screens.show(turn, row)


def _read_start(turn: Turn, _answers: Answers) -> str:
    """A day and an hour to come: "15/06 14:00", "amanhã 9h", "amanhã às 7 da noite"."""
    said = turn.text[:60].split()
    cuts = ((n, typed.hour_of(" ".join(said[n:]))) for n in range(1, len(said)))
    cut, hour = next(((n, hour) for n, hour in cuts if hour is not None), (0, None))
    if hour is None:
        raise Refused("broadcast/note_when")
    day = typed.accepted(read_date(" ".join(said[:cut]), turn.today)).day
    at = dt.datetime.combine(day, hour, turn.services.settings.zone).astimezone(dt.UTC)
    if at <= turn.now:
        raise Refused("broadcast/note_past", {"day": day})
    return at.isoformat()


def _start(turn: Turn, answers: Answers) -> None:
    row = broadcasts.get(turn.session, int(answers["broadcast"]), lock=True)
    at = dt.datetime.fromisoformat(answers["start"]) if answers["start"] != "now" else None
    if row is None or not broadcasts.edit(turn.session, row, start_at=at):
        fallback.old_button(turn)
        return
    start = f"{at.astimezone(turn.services.settings.zone):%d/%m/%Y %H:%M}" if at else "now"
    audit.write(turn.session, turn.user_id, "broadcast_timed", now=turn.now, broadcast=row.id, start=start)
    broadcast_screens.show(turn, row)


def _only(field: Field) -> Field:
    return replace(field, when=lambda answers: answers.get("part") == field.name)


def _number(turn: Turn, answers: Answers) -> str:
    return turn.label("broadcast_number", id=answers["broadcast"])


def change(turn: Turn) -> None:
    """Asks for one part of a draft anew."""
    turn.begin_form("broadcast_part", broadcast=turn.args["id"], part=turn.args["part"])


def when(turn: Turn) -> None:
    """Asks when it leaves."""
    turn.begin_form("broadcast_start", broadcast=turn.args["id"])


def follow(turn: Turn) -> None:
    """Asks for the corrected text, or why it is taken back; meanwhile nobody more gets the wrong one."""
    wrong = broadcasts.get(turn.session, int(turn.args["id"]))
    for held in broadcast_corrections.hold(turn.session, wrong) if wrong is not None else ():
        audit.write(turn.session, turn.user_id, "broadcast_paused", now=turn.now, broadcast=held.id)
    turn.begin_form("broadcast_follow", broadcast=turn.args["id"], nature=turn.args["nature"])


FORMS = (
    Form(
        "broadcast",
        _title,
        (Field("subject", "broadcast/subject", choices=_subjects), TEXT, FILE, CITED),
        _create,
        roles=COMMUNICATOR,
    ),
    Form("broadcast_part", _number, (_only(TEXT), _only(FILE), _only(CITED)), _change, roles=COMMUNICATOR),
    Form(
        "broadcast_start",
        _number,
        (
            Field(
                "start",
                "broadcast/start",
                read=_read_start,
                choices=lambda turn, _answers: [Choice(turn.label("start_now"), "now")],
                facts=lambda turn, _answers: dict(
                    zip(("quiet_from", "quiet_to"), turn.services.settings.quiet, strict=True)
                ),
            ),
        ),
        _start,
        roles=COMMUNICATOR,
    ),
    Form(
        "broadcast_follow",
        _number,
        (
            replace(
                TEXT,
                prompt="broadcast/follow",
                facts=lambda _turn, answers: {
                    "nature": answers["nature"],
                    "fields": broadcast_text.FIELDS,
                    "limit": broadcast_text.TEXT_LIMIT,
                },
            ),
        ),
        _follow,
        roles=COMMUNICATOR,
    ),
)
