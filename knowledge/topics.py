"""Topics: plain-language answers with their provisions, read from `data/topics/*.yaml` and
`data/out_of_scope.yaml`.

Only their shape, loading and the references between them. That their words and numbers stand in the law
is checked in `topic_checks.py`; finding the right one is in `search.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from knowledge.errors import DataFileError, DataFilesError
from knowledge.lengths import Length
from knowledge.schema import DATA, Strict, load

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Authority = Literal["daer", "metroplan", "other"]
Mode = Literal[
    "turistico", "eventual", "continuo-empresarial", "continuo-estudantil", "saude", "proprio",
    "locacao-motorista", "emergencial", "continuo-funcionarios-pj", "continuo-funcionarios-pf",
]  # fmt: skip
TopicKind = Literal[
    "definition", "rule", "documents", "deadline", "fine", "fee", "number", "who", "procedure", "not_covered"
]
SHORT, LONG = 700, 1500
"""Longest answer, and longest list of documents, in characters (one screen of a phone)."""


class Topic(Strict):
    """One matter a person may ask about; the header of the files explains the fields."""

    id: Slug
    title: Annotated[str, Field(min_length=3)]
    authority: Authority
    kind: TopicKind
    modes: tuple[Mode, ...] = ()
    phrases: Annotated[tuple[str, ...], Field(min_length=3)]
    answer: Annotated[str, Field(min_length=3)]
    provisions: tuple[str, ...] = ()
    more: str = ""
    related: tuple[Slug, ...] = ()
    checklist: Slug | None = None
    calculator: Slug | None = None
    counterpart: Slug | None = None
    unsettled: bool = False
    exactly: tuple[int, ...] = ()
    door: str = ""
    length: Length | None = None

    @model_validator(mode="after")
    def _grounded(self) -> Topic:
        """An answer rests on a provision; what is not covered rests on none and names a door."""
        if self.kind == "not_covered":
            if not self.door:
                raise ValueError("assunto não coberto precisa de `door`: quem sabe responder")
            if self.provisions:
                raise ValueError("assunto não coberto não cita dispositivo")
        elif not self.provisions:
            raise ValueError("resposta sem dispositivo em `provisions`")
        if self.kind == "not_covered" and self.length:
            raise ValueError("assunto não coberto não compara prazo em `length`")
        if self.length and self.length.provision not in ("", *self.provisions):
            raise ValueError("o dispositivo de `length` precisa estar em `provisions`")
        return self


class TopicFile(Strict):
    """Shape of one file of topics."""

    topics: tuple[Topic, ...]


def load_topics(folder: Path = DATA) -> tuple[Topic, ...]:
    """Every topic of the package in file order. Raises `DataFilesError` with every defect found."""
    problems: list[DataFileError] = []
    topics: list[Topic] = []
    where: dict[str, str] = {}
    for path in (*sorted((folder / "topics").glob("*.yaml")), *folder.glob("out_of_scope.yaml")):
        try:
            loaded = load(path, TopicFile).topics
        except DataFilesError as error:
            problems.extend(error.problems)
            continue
        except DataFileError as error:
            problems.append(error)
            continue
        problems.extend(_repeated(path.name, loaded, where))
        topics.extend(loaded)
    if problems:
        raise DataFilesError(problems)
    return tuple(topics)


def with_added(topics: tuple[Topic, ...], added: Iterable[Topic]) -> tuple[Topic, ...]:
    """The topics with those published by staff: of the same id in place of the files', new ones after them."""
    by_id = {topic.id: topic for topic in added}
    kept = tuple(by_id.pop(topic.id, topic) for topic in topics)
    return (*kept, *by_id.values())


def _repeated(file: str, topics: tuple[Topic, ...], where: dict[str, str]) -> list[DataFileError]:
    problems = []
    for topic in topics:
        if topic.id in where:
            problems.append(
                DataFileError(file, topic.id, f"assunto repetido, já em {where[topic.id]}", "mude um dos ids")
            )
        where.setdefault(topic.id, file)
    return problems


def loose_ends(topics: tuple[Topic, ...], *, beside: tuple[Topic, ...] = ()) -> list[DataFileError]:
    """References to topics that do not exist; the search simply skips them, the checks refuse them.

    `beside`: the rest of the base, where only some of its topics are looked at.
    """
    known = {t.id for t in (*topics, *beside)}
    return [
        DataFileError("topics", f"{t.id}.{key}", f"assunto desconhecido: {other}", "confira o id")
        for t in topics
        for key, others in (
            ("related", t.related),
            ("counterpart", (t.counterpart,) if t.counterpart else ()),
        )
        for other in others
        if other not in known
    ]
