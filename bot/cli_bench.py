"""`fretabot bench …`: the benchmarks, loaded only when one is asked for; the running bot needs none of them."""

from __future__ import annotations

from importlib import import_module

import typer
from typer.main import get_command


def mount(app: typer.Typer) -> None:
    """Adds the command; whatever follows it is read by `bot.bench`."""
    app.command("bench", add_help_option=False, context_settings=PASSED_ON)(bench)


PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def bench(context: typer.Context) -> None:
    """Medições, cada uma com seus números e como foram tirados; opções: `bench --help`."""
    benches: typer.Typer = import_module("bot.bench").app
    get_command(benches).main(args=context.args, prog_name="fretabot bench")
