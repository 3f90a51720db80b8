"""The house is in order: the diagram is that of the real imports, no circle, no hidden import, no overlong module."""

from __future__ import annotations

import re

import pytest

from bot import house
from bot.house_code import Source, circles, graph, length, longest_chain

CODE, TESTS = house.sources()
WRITTEN = [source for source in CODE if ".migrations.versions." not in source.name]


SIZE = re.compile(r"<br/>(?:about (\d+)|fewer than 10) modules")


def test_the_diagram_is_that_of_the_imports() -> None:
    """Stale? `make house` draws it anew."""
    assert SIZE.sub("", house.diagram(CODE)) in SIZE.sub("", house.PAPER.read_text(encoding="utf-8"))


def test_the_sizes_in_the_diagram_are_right_to_the_ten() -> None:
    drawn, found = SIZE.findall(house.PAPER.read_text(encoding="utf-8")), SIZE.findall(house.diagram(CODE))
    assert len(drawn) == len(found)
    assert all(abs(int(a or 0) - int(b or 0)) <= 10 for a, b in zip(drawn, found, strict=True))


def test_no_module_is_in_a_circle() -> None:
    assert [] == circles(graph(CODE))


@pytest.mark.parametrize("source", WRITTEN, ids=lambda s: s.name)
def test_a_module_has_at_most_300_lines_and_hides_no_import(source: Source) -> None:
    assert 300 >= source.lines
    assert 0 == source.hidden_imports


def test_a_circle_is_found() -> None:
    sources = [
        Source("a", "import b\n"),
        Source("b", "from c import x\n"),
        Source("c", "import b\n"),
        Source("d", ""),
    ]
    assert ["a", "b", "c"] == circles(graph(sources))


def test_a_chain_is_counted_by_its_modules() -> None:
    sources = [Source("a", "import b\n"), Source("b", "from c import x\n"), Source("c", "")]
    assert 3 == longest_chain(graph(sources))


def test_an_import_of_a_module_by_its_package_is_seen() -> None:
    sources = [Source("p", ""), Source("p.a", "from p import b\n"), Source("p.b", "")]
    assert {"p.b"} == graph(sources)["p.a"]


def test_a_function_is_measured_without_its_docstring() -> None:
    text = 'def f() -> int:\n    """One.\n\n    More.\n    """\n    return 1\n'
    [function] = Source("m", text).functions
    assert 2 == length(function)


def test_a_public_name_without_a_docstring_is_told() -> None:
    text = '''def f() -> None:
    """Says."""

class C:
    """Is."""
    def m(self) -> None: ...
    def _h(self) -> None: ...
'''
    assert [("m.f", True), ("m.C", True), ("m.C.m", False)] == list(Source("m", text).public)


def test_a_block_is_put_between_its_marks() -> None:
    paper = "# A\n<!-- sizes: made by `make house` -->\nold\n<!-- end of sizes -->\nrest\n"
    assert "# A\n<!-- sizes: made by `make house` -->\nnew\n<!-- end of sizes -->\nrest\n" == house.renewed(
        paper, {"sizes": "new"}
    )


def test_a_paper_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="no marks for sizes"):
        house.renewed("# A\n", {"sizes": "new"})


@pytest.mark.parametrize("source", WRITTEN, ids=lambda s: s.name)
def test_every_public_name_has_a_docstring_and_no_function_is_overlong(source: Source) -> None:
    assert [] == [name for name, told in source.public if not told]
    assert [] == [f.name for f in source.functions if length(f) > house.LONGEST_FUNCTION]
