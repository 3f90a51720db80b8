"""Reads a norm's files from a folder, or the same content from a published revision.

Folder and revision have one shape: `norm.yaml`, `provisions.yaml`, `source.txt`. What must hold between them is
checked in `knowledge.norm_checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from knowledge.errors import DataFileError, DataFilesError
from knowledge.norm_checks import check_norm, check_references
from knowledge.norm_files import NormFile, ProvisionsFile
from knowledge.schema import DATA, load, parse

M = TypeVar("M", bound=BaseModel)
Revision = Mapping[str, Any]
"""A published norm: `norm` and `provisions` as in the YAML files, `source` the text they were made from."""


@dataclass(frozen=True)
class StoredNorm:
    """A norm as stored: its two files validated, and its source."""

    norm: NormFile
    provisions: ProvisionsFile
    source: str


def read_norms(data: Path = DATA, revisions: Mapping[str, Revision] | None = None) -> list[StoredNorm]:
    """Every norm of the package, revisions in place of theirs: the transport norms first, then by id.

    Raises `DataFilesError` with every problem of every file; nothing is half loaded.
    """
    revisions = revisions or {}
    folders = {folder.name: folder for folder in sorted((data / "norms").iterdir()) if folder.is_dir()}
    problems: list[DataFileError] = []
    stored: list[StoredNorm] = []
    refused: set[str] = set()
    for id_ in [*folders, *(new for new in revisions if new not in folders)]:
        try:
            one = read_revision(id_, revisions[id_]) if id_ in revisions else read_folder(folders[id_])
        except DataFilesError as error:
            problems += error.problems
            refused.add(id_)
        else:
            problems += check_norm(one.norm, one.provisions, one.source)
            stored.append(one)
    problems += check_references(((one.norm, one.provisions) for one in stored), unread=refused)
    if problems:
        raise DataFilesError(problems)
    regimes = ("daer", "metroplan", "other")
    return sorted(stored, key=lambda one: (regimes.index(one.norm.regime), one.norm.id))


def read_folder(folder: Path) -> StoredNorm:
    """The three files of a norm's folder. Raises `DataFilesError` naming folder and file."""
    problems: list[DataFileError] = []
    norm = _kept(folder.name, problems, lambda: load(folder / "norm.yaml", NormFile))
    provisions = _kept(folder.name, problems, lambda: load(folder / "provisions.yaml", ProvisionsFile))
    source = ""
    try:
        source = (folder / "source.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problems.append(
            DataFileError(f"{folder.name}/source.txt", "-", str(error), "guarde a fonte em UTF-8")
        )
    return _whole(folder.name, norm, provisions, source, problems)


def read_revision(id_: str, content: Revision) -> StoredNorm:
    """A published revision as a stored norm. Raises `DataFilesError`."""
    problems: list[DataFileError] = []
    where = f"{id_} (revisão)"
    norm = _kept(where, problems, lambda: parse(content.get("norm"), NormFile, file="norm"))
    provisions = _kept(
        where, problems, lambda: parse(content.get("provisions"), ProvisionsFile, file="provisions")
    )
    return _whole(id_, norm, provisions, str(content.get("source", "")), problems)


def _kept(where: str, problems: list[DataFileError], read: Callable[[], M]) -> M | None:
    """What `read` gives, or None with its problems kept under the place they are in."""
    try:
        return read()
    except DataFilesError as error:
        found = error.problems
    except DataFileError as error:
        found = [error]
    problems += [DataFileError(f"{where}/{p.file}", p.key, p.problem, p.mend) for p in found]
    return None


def _whole(
    id_: str,
    norm: NormFile | None,
    provisions: ProvisionsFile | None,
    source: str,
    problems: list[DataFileError],
) -> StoredNorm:
    if norm and norm.id != id_:
        problems.append(DataFileError(f"{id_}/norm.yaml", "id", f"é {norm.id!r}", f"escreva {id_}"))
    if norm is None or provisions is None or problems:
        raise DataFilesError(problems)
    return StoredNorm(norm, provisions, source)
