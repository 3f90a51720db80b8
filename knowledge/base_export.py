"""What staff published beside the norms, written back as the data files it stands in place of.

Each file keeps the comments at its head. Reading the written files gives the base that the rows gave; what a file
cannot say (terms of a later day, days off of a year nobody called complete) is named instead.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from knowledge.calendar import Holiday
from knowledge.library import Entered
from knowledge.schema import DATA, Strict, read_yaml
from knowledge.terms import file_terms, terms_on

STAFF_TOPICS = "topics/equipe.yaml"
TOPICS_HEADER = """\
# Tópicos escritos pela equipe a partir de perguntas respondidas. Os campos são os dos outros arquivos desta pasta.
"""
WIDTH = 110


@dataclass(frozen=True)
class Export:
    """The files by their path below the data folder, and what stays in the database, in words."""

    files: dict[str, str]
    kept: tuple[str, ...] = ()


def exported(entered: Entered, on: dt.date, *, data: Path = DATA) -> Export:
    """The files that differ from the package's because of what staff entered."""
    files: dict[str, str] = {}
    kept: list[str] = []
    _terms(files, kept, entered, on, data)
    if entered.topics:
        _topics(files, entered, data)
    if entered.contacts:
        files["contacts.yaml"] = _merged(data / "contacts.yaml", "contacts", entered.contacts, "id")
    if entered.upf:
        files["values/upf-rs.yaml"] = _merged(data / "values" / "upf-rs.yaml", "years", entered.upf, "year")
    _calendar(files, kept, entered, data)
    return Export(files, tuple(kept))


def _terms(files: dict[str, str], kept: list[str], entered: Entered, on: dt.date, data: Path) -> None:
    now = [c for c in entered.terms if c.from_on is None or c.from_on <= on]
    kept += [f"prazos que mudam em {c.from_on:%d/%m/%Y}" for c in entered.terms if c not in now and c.from_on]
    terms = terms_on(file_terms(data), now, on)
    if any(c.changes.obligations or c.changes.extensions for c in now):
        content: dict[str, Any] = {"obligations": [_plain(row) for row in terms.rows]}
        if terms.rows.extensions:
            content["extensions"] = [_plain(e) for e in terms.rows.extensions]
        files["obligations.yaml"] = _text(data / "obligations.yaml", content)
    if any(c.changes.bands for c in now):
        files["lit.yaml"] = _text(data / "lit.yaml", {"bands": [_plain(band) for band in terms.bands.bands]})


def _topics(files: dict[str, str], entered: Entered, data: Path) -> None:
    """A corrected topic goes into the file it came from, a new one into the staff's own."""
    new = {topic.id: topic for topic in entered.topics}
    for path in (*sorted((data / "topics").glob("*.yaml")), *data.glob("out_of_scope.yaml")):
        held = [str(row["id"]) for row in read_yaml(path)["topics"]]
        name = path.relative_to(data).as_posix()
        if name != STAFF_TOPICS and (own := [new.pop(id_) for id_ in held if id_ in new]):
            files[name] = _merged(path, "topics", own, "id")
    if new:
        files[STAFF_TOPICS] = _merged(data / STAFF_TOPICS, "topics", list(new.values()), "id", TOPICS_HEADER)


def _calendar(files: dict[str, str], kept: list[str], entered: Entered, data: Path) -> None:
    for year in sorted({h.date.year for h in entered.holidays}):
        path, name = data / "calendar" / f"{year}.yaml", f"calendar/{year}.yaml"
        if not path.exists() and year not in entered.complete:
            kept.append(f"dias sem expediente de {year}: o ano não está completo")
            continue
        held = read_yaml(path)["holidays"] if path.exists() else []
        rows = {(str(h["date"]), h.get("city") or ""): h for h in held}
        rows |= {(h.date.isoformat(), h.city or ""): _plain(h) for h in _of_year(entered.holidays, year)}
        files[name] = _text(path, {"year": year, "holidays": [rows[key] for key in sorted(rows)]})


def _of_year(holidays: Iterable[Holiday], year: int) -> list[Holiday]:
    return [h for h in holidays if h.date.year == year]


def _merged(path: Path, key: str, rows: Sequence[Strict], id_: str, header: str = "") -> str:
    """The file with the rows in place of those of the same id, new ones after them."""
    content = read_yaml(path) if path.exists() else {key: []}
    own = {str(getattr(row, id_)): _plain(row) for row in rows}
    kept = [own.pop(str(row[id_]), row) for row in content[key]]
    return _text(path, {**content, key: [*kept, *own.values()]}, header=header)


def _plain(row: Strict) -> dict[str, Any]:
    """A row as the file has it: days as days, amounts with all their places as text."""
    plain: dict[str, Any] = _value(row.model_dump(mode="python", exclude_unset=True))
    return plain


def _value(held: Any) -> Any:
    if isinstance(held, dict):
        return {key: _value(value) for key, value in held.items()}
    if isinstance(held, list | tuple):
        return [_value(value) for value in held]
    return str(held) if isinstance(held, Decimal) else held


def _text(path: Path, content: dict[str, Any], *, header: str = "") -> str:
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        end = next((n for n, line in enumerate(lines) if not line.startswith("#")), 0)
        header = "".join(lines[:end])
    return header + yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=WIDTH)
