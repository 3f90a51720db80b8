"""One table of what the program costs: each part of it small, and the whole in the shape that is printed."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from bot import bench_all
from bot.bench_chat import Echo


def test_the_installed_files_of_a_locked_package_are_summed(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "segno==1.6.6 \\\n    --hash=sha256:00\nnot-on-this-machine==1.0 \\\nsegno==1.5 \\\n",
        encoding="utf-8",
    )
    files = metadata.distribution("segno").files or []
    expected = sum(Path(str(file.locate())).stat().st_size for file in files)
    found = bench_all.installed(lock)
    assert (1, expected) == (found.packages, found.bytes)
    assert 0 < found.own


def test_real_questions_are_chosen_the_same_way_each_time() -> None:
    assert bench_all.questions(5) == bench_all.questions(5)
    assert 5 == len(set(bench_all.questions(5)))


def test_bots_are_compared_with_the_first() -> None:
    found = [Echo("bare", 400.0, 0.01, 0.02), Echo("ours", 200.0, 0.02, 0.04)]
    rows = list(bench_all.echo_rows(found))
    assert ("updates, ours", "200/s (0.50)", "1.0 of the first") == rows[2]
    assert ("update, bare, p50; p95", "10.0; 20.0 ms", "–") == rows[1]


def test_the_table_has_one_line_a_figure_and_even_columns() -> None:
    lines = bench_all.table([("figure", "found", "aim"), ("memory", "1 MB", "–")]).splitlines()
    assert 2 == len(lines)
    assert {len(line) for line in lines} == {len(lines[0])}


async def test_the_whole_program_is_measured_with_different_people_writing_once_each() -> None:
    found = await bench_all.program(bench_all.Plan(chats=5, questions=2))
    assert 0 < found.cold_start <= found.first_answer
    assert 0 < found.at_rest
    assert 2 == len(found.questions)
    assert "memory after 5 chats" in {row[0] for row in found.rows()}
