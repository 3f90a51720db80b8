"""The program's own source, read as a tree: modules, functions, docstrings, imports. For `fretabot bench house`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "handlers", "scheduler", "knowledge")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One file of Python."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Physical lines."""
        return self.text.count("\n")

    @property
    def functions(self) -> Iterator[Function]:
        """All functions and methods, nested ones too."""
        return (n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))

    @property
    def public(self) -> Iterator[tuple[str, bool]]:
        """Public classes, functions and methods, and whether each has a docstring."""
        yield from _public(self.tree, self.name)

    @property
    def hidden_imports(self) -> int:
        """Imports inside functions."""
        return sum(
            isinstance(n, ast.Import | ast.ImportFrom)
            for function in self.functions
            for n in ast.walk(function)
        )

    def imports(self, known: frozenset[str]) -> frozenset[str]:
        """Which of the known modules it imports when it is loaded."""
        found: set[str] = set()
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= names & known or {node.module}
                found |= {node.module} if names - known else set()
        return frozenset(found & known - {self.name})


def _public(node: ast.Module | ast.ClassDef, above: str) -> Iterator[tuple[str, bool]]:
    for inner in node.body:
        if isinstance(inner, ast.ClassDef | Function) and not inner.name.startswith("_"):
            name = f"{above}.{inner.name}"
            yield name, ast.get_docstring(inner) is not None
            if isinstance(inner, ast.ClassDef):
                yield from _public(inner, name)


def length(function: Function) -> int:
    """Physical lines of a function from `def` to its end, its docstring left out."""
    first = function.body[0]
    spoken = ast.get_docstring(function, clean=False) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if spoken else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring


def read(folder: str) -> list[Source]:
    """The files of a package, the empty ones too."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    return [Source(_name(path), path.read_text(encoding="utf-8")) for path in paths]


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def graph(sources: list[Source]) -> dict[str, frozenset[str]]:
    """By module, the modules it imports."""
    known = frozenset(source.name for source in sources)
    return {source.name: source.imports(known) for source in sources}


def circles(edges: dict[str, frozenset[str]]) -> list[str]:
    """Modules that cannot be reached without coming back to them: what is left after taking away all ends."""
    left = dict(edges)
    while ends := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in ends:
            del left[name]
    return sorted(left)


def longest_chain(edges: dict[str, frozenset[str]]) -> int:
    """How many modules the longest chain of imports has; only without circles."""
    depth: dict[str, int] = {}
    left = dict(edges)
    while left:
        ends = [name for name, imported in left.items() if not imported & left.keys()]
        if not ends:
            raise ValueError(f"circle of imports: {', '.join(sorted(left))}")
        for name in ends:
            depth[name] = 1 + max((depth[other] for other in edges[name]), default=0)
            del left[name]
    return max(depth.values())
