"""Modules loaded at their first use. Only for what most runs never need: see docs/decisions/001-libraries.md."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """Stands for a module; it is loaded when one of its names is asked for."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)
