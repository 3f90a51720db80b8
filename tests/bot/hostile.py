"""Every template with every branch taken and every field set to the same text, whatever the fields are called.

A template is read as Jinja reads it, then flattened: the bodies of all branches stand one after another, a loop runs
once, an include whose name is a field is left out (what it may include is a template of its own). So a new template,
branch or field is covered without being listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import InvalidOperation
from functools import partial
from typing import Any

from jinja2 import Environment, nodes
from jinja2.filters import FILTERS
from jinja2.visitor import NodeTransformer

from bot.render import Renderer


class Field:
    """Prints one text; whatever else a template does with it gives itself."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __format__(self, spec: str) -> str:
        return self._text

    def __getattr__(self, name: str) -> Field:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args: object, **more: object) -> Field:
        return self

    def __getitem__(self, key: object) -> Field:
        return self

    def __iter__(self) -> Any:
        return iter([self])

    def __len__(self) -> int:
        return 1

    def __contains__(self, item: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def _same(self, *others: object) -> Field:
        return self

    def _yes(self, other: object) -> bool:
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __truediv__ = __floordiv__ = (
        _same
    )
    __neg__ = __abs__ = _same
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = _yes


class _Flat(NodeTransformer):
    def visit_If(self, node: nodes.If) -> list[nodes.Node]:  # noqa: N802  # named by Jinja
        held = [*node.body, *node.elif_, *node.else_]
        return [flat for child in held for flat in _many(self.visit(child))]

    def visit_For(self, node: nodes.For) -> list[nodes.Node]:  # noqa: N802  # named by Jinja
        names = len(node.target.items) if isinstance(node.target, nodes.Tuple) else 0
        turn = nodes.Tuple([node.iter] * names, "load") if names else node.iter
        node.iter, node.test = nodes.List([turn]), None
        after, node.else_ = node.else_, []
        self.generic_visit(node)
        return [node, *(flat for child in after for flat in _many(self.visit(child)))]

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802  # named by Jinja
        self.generic_visit(node)
        return nodes.Concat([node.expr1, node.expr2]) if node.expr2 else node.expr1

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:  # noqa: N802  # named by Jinja
        return [node] if isinstance(node.template, nodes.Const) else []


def _many(found: Any) -> list[nodes.Node]:
    return found if isinstance(found, list) else [found]


class FlatEnvironment(Environment):
    """Reads every template flattened."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        read: nodes.Template = _Flat().visit(super()._parse(source, name, filename))
        for node in read.find_all(nodes.Node):
            node.lineno = node.lineno or 1
        return read.set_environment(self)


def flat_environment() -> Environment:
    """The renderer's own environment, reading flattened; our filters leave alone what is no date or amount."""
    environment = Renderer().environment
    environment.__class__ = FlatEnvironment
    own = {name: partial(_lenient, kept) for name, kept in environment.filters.items() if name not in FILTERS}
    environment.filters.update(own)
    return environment


def _lenient(kept: Callable[..., Any], value: Any, *args: Any, **named: Any) -> Any:
    try:
        return kept(value, *args, **named)
    except (TypeError, ValueError, AttributeError, InvalidOperation):
        return value


def render(environment: Environment, template: str, text: str) -> str:
    """The template with every field set to `text`."""
    source, _, _ = environment.loader.get_source(environment, template)  # type: ignore[union-attr]
    names = set(re.findall(r"[A-Za-z_]\w*", source))
    for included in re.findall(r'include "([^"]+)"', source):
        other, _, _ = environment.loader.get_source(environment, included)  # type: ignore[union-attr]
        names |= set(re.findall(r"[A-Za-z_]\w*", other))
    fields = {name: Field(text) for name in names - environment.globals.keys()}
    return environment.get_template(template).render(fields)
