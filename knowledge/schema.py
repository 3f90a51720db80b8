"""Strict reading of data files: unknown or duplicate keys are refused with file and key.

Every YAML file of the package is read through here. The shapes themselves stand beside the code that uses them.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.defect_words import place, sentence, yaml_sentence
from knowledge.errors import DataFileError, DataFilesError

DATA = Path(__file__).parent / "data"

M = TypeVar("M", bound=BaseModel)


class Strict(BaseModel):
    """A frozen value read from a file; a key nobody knows is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=False)


class _UniqueKeyLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # C loader where built
    """YAML's own loader takes the last of two equal keys in silence; this one refuses."""

    def construct_yaml_timestamp(self, node: yaml.ScalarNode) -> Any:
        """A day that no calendar has (2022-02-30) is told with its line, like any other slip of the file."""
        try:
            return super().construct_yaml_timestamp(node)
        except ValueError as error:
            raise yaml.constructor.ConstructorError(
                "date", node.start_mark, f"data que não existe: {node.value}", node.start_mark
            ) from error

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    "mapping", node.start_mark, f"campo repetido: {key!r}", key_node.start_mark
                )
            seen.add(key)
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep=deep)
        return mapping


_UniqueKeyLoader.add_constructor("tag:yaml.org,2002:timestamp", _UniqueKeyLoader.construct_yaml_timestamp)


def read_yaml(path: Path) -> Any:
    """The content of a YAML file. Raises `DataFileError` naming the line of what is wrong."""
    try:
        with path.open("rb") as stream:
            return yaml.load(stream, Loader=_UniqueKeyLoader)  # noqa: S506  # a subclass of the safe loader
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise DataFileError(
            path.name, f"linha {line}", yaml_sentence(error.problem), "corrija o YAML"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(path.name, "-", f"não foi possível ler: {error}", "confira o arquivo") from error
    except yaml.YAMLError as error:
        raise DataFileError(path.name, "-", str(error), "corrija o YAML") from error


def parse(raw: Any, model: type[M], *, file: str) -> M:
    """`raw` as `model`. Raises `DataFilesError` with one line per problem."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise DataFilesError(
            [
                DataFileError(file, place(raw, e["loc"]), sentence(e), "veja o cabeçalho do arquivo")
                for e in error.errors()
            ]
        ) from error


def load(path: Path, model: type[M]) -> M:
    """One data file as its validated shape. Raises `DataFileError` or `DataFilesError`."""
    return parse(read_yaml(path), model, file=path.name)
