"""`fretabot bench house`: the diagram of the real imports and the sizes of the code beside the models' figures.

Both stand in `docs/architecture.md`; `--write` renews them there, and a test fails when the diagram is stale.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Annotated

import typer

from bot.clock import machine_now
from bot.house_code import PACKAGES, ROOT, Source, circles, graph, length, longest_chain, read

PAPER = ROOT / "docs" / "architecture.md"
LONGEST_FUNCTION = 40
GROUPS = (
    (r"bot\.local_telegram\b", "local_telegram", "bot.local_telegram: a Telegram of our own"),
    (r"bot\.models\b", "models", "bot.models: tables"),
    (r"bot\.(migrations|migrate)\b", "migrations", "bot.migrations"),
    (r"bot\.reader(_links)?\b", "reader", "bot.reader: pages of the norms"),
    (r"bot\.(bench|house)", "bench", "bot.bench*, bot.house*: measuring"),
    (r"bot\.(cli|doctor|__main__)", "cli", "bot.cli*, bot.doctor: command line"),
    (
        r"bot\.(serve|main|parts|publish|demo\w*)$",
        "assembly",
        "bot.serve, main, parts, publish, demo*: assembling",
    ),
    (r"bot\b", "bot", "bot: turn, services, queries, delivery, rendering"),
    (r"handlers\b", "handlers", "handlers"),
    (r"scheduler\b", "scheduler", "scheduler"),
    (r"knowledge\b", "knowledge", "knowledge: the law"),
)
"""What is drawn as one box: modules by name, the first that fits."""

app = typer.Typer()


def group_of(module: str) -> str:
    """The box of a module."""
    return next(key for pattern, key, _ in GROUPS if re.match(pattern, module))


def diagram(sources: Sequence[Source]) -> str:
    """The packages as a Mermaid diagram: boxes, their number of modules to the nearest ten, and who imports whom."""
    edges = graph(list(sources))
    sizes = {key: sum(group_of(s.name) == key and s.lines > 0 for s in sources) for _, key, _ in GROUPS}
    arrows = sorted({(group_of(a), group_of(b)) for a, others in edges.items() for b in others})
    order = [key for _, key, _ in GROUPS]
    lines = ["```mermaid", "flowchart TD"]
    lines += [f'  {key}["{title}<br/>{_about(sizes[key])}"]' for _, key, title in GROUPS]
    lines += [
        f"  {a} --> {b}"
        for a, b in sorted(arrows, key=lambda e: (order.index(e[0]), order.index(e[1])))
        if a != b
    ]
    return "\n".join([*lines, "```"])


def _about(count: int) -> str:
    return f"about {round(count, -1)} modules" if count >= 10 else "fewer than 10 modules"


def figures(sources: Sequence[Source], tests: Sequence[Source]) -> str:
    """The sizes as a table, beside the models' and our own limits. Migrations are history, not code that is read."""
    code = [source for source in sources if source.lines and ".migrations.versions." not in source.name]
    lengths = [length(f) for source in code for f in source.functions]
    cases = [length(f) for source in tests for f in source.functions if f.name.startswith("test_")]
    public = [told for source in code for _, told in source.public]
    edges = graph(list(sources))
    modules = [source.lines for source in code]
    ratio = sum(source.lines for source in tests) / sum(modules)
    short = sum(n <= LONGEST_FUNCTION for n in lengths) / len(lengths)
    rows = (
        ("modules; lines of code", f"{len(code)}; {sum(modules)}", "–", "–"),
        ("median module, lines", f"{median(modules):.0f}", "40–270", "about 100"),
        ("longest module", str(max(modules)), "seven of ten have one over 1,000", "300"),
        ("median function, lines", f"{median(lengths):.0f}", "4–8", "7"),
        (f"functions of at most {LONGEST_FUNCTION} lines", f"{short:.1%}", "90 %", "all"),
        ("longest function", str(max(lengths)), "–", str(LONGEST_FUNCTION)),
        ("median test, lines", f"{median(cases):.0f}", "5–13", "8–13"),
        ("tests", str(len(cases)), "–", "–"),
        ("test lines a code line", f"{ratio:.2f}", "0.9–1.7", "at least 1.0"),
        ("public names with a docstring", f"{sum(public) / len(public):.1%}", "one in eight to all", "all"),
        ("modules in a circle of imports", str(len(circles(edges))), "0 in the best", "0"),
        ("imports inside functions", str(sum(s.hidden_imports for s in code)), "0 in the best", "0"),
        ("longest chain of imports", str(longest_chain(edges)), "–", "12"),
    )
    lines = ["| figure | here | models | our limit |", "| --- | --- | --- | --- |"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def renewed(paper: str, blocks: Mapping[str, str]) -> str:
    """The paper with what stands between the marks of each block replaced. Raises `ValueError` without its marks."""
    for name, text in blocks.items():
        begin, end = f"<!-- {name}: made by `make house` -->\n", f"<!-- end of {name} -->"
        if begin not in paper or end not in paper:
            raise ValueError(f"docs/architecture.md has no marks for {name}")
        before, _, rest = paper.partition(begin)
        paper = f"{before}{begin}{text}\n{end}" + rest.partition(end)[2]
    return paper


def sources() -> tuple[list[Source], list[Source]]:
    """The program and its tests."""
    return [source for package in PACKAGES for source in read(package)], read("tests")


@app.command("house")
def house(
    write: Annotated[bool, typer.Option("--write", help="Grava em docs/architecture.md.")] = False,
) -> None:
    """Tamanhos do código ao lado dos modelos, e o desenho das importações reais."""
    code, tests = sources()
    drawn, table = diagram(code), f"Taken {machine_now():%Y-%m-%d}.\n\n{figures(code, tests)}"
    typer.echo(f"{drawn}\n\n{table}")
    if write:
        text = PAPER.read_text(encoding="utf-8")
        PAPER.write_text(renewed(text, {"diagram": drawn, "sizes": table}), encoding="utf-8")
