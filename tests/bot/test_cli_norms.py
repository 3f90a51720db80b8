"""`fretabot norms` as a person and as a program use it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.cli_norms import app, build
from knowledge.norm_store import Revision, read_folder, read_norms
from knowledge.norm_yaml import as_content

KEYS = [
    "id", "norm", "fragment", "type", "label", "label_restored", "text", "parent", "source_line", "status", "versions",
    "references", "anomalies",
]  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def lines(result: Result) -> list[dict[str, Any]]:
    assert 0 == result.exit_code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_list_has_every_norm_with_its_status() -> None:
    statuses = {norm["id"]: norm["status"] for norm in lines(run("list", "--json"))}
    assert (11, "superseded_probable") == (len(statuses), statuses["cetm-2015"])


def test_a_norm_is_shown_one_object_a_line_in_the_order_of_the_source() -> None:
    shown = lines(run("show", "daer-7727-2022", "--json"))
    assert 473 == len(shown)
    assert sorted(p["source_line"] for p in shown) == [p["source_line"] for p in shown]


def test_a_provision_has_the_agreed_keys() -> None:
    shown = lines(run("show", "cetm-2015:art4_inc6_ali1", "--json"))
    assert [KEYS] == [list(p) for p in shown]
    assert ["from", "to", "kind", "by", "text"] == list(shown[0]["versions"][0])
    assert ["text", "to", "external", "suspicious", "note"] == list(shown[0]["references"][0])


def test_an_article_is_shown_with_what_stands_below_it() -> None:
    assert ["art21", "art21_inc1", "art21_inc2", "art21_par1"] == [
        p["fragment"] for p in lines(run("show", "cetm-2015:art21", "--json"))
    ]


def test_a_date_before_the_first_known_one_is_answered_with_not_knowing() -> None:
    shown = lines(run("show", "cetm-2015:art24", "--on", "2014-01-01", "--json"))
    assert ("unknown", None) == (shown[0]["on"]["held"], shown[0]["on"]["text"])


def test_the_text_of_a_missing_wording_is_not_replaced_by_todays() -> None:
    shown = run("show", "cetm-2015:art4_inc6_ali1", "--on", "2016-01-01")
    assert "Texto original não disponível." in shown.stdout
    assert "lista de passageiros" not in shown.stdout


def test_an_unknown_provision_is_a_failure_in_one_line() -> None:
    shown = run("show", "daer-7727-2022:art99")
    assert (1, "não existe no acervo: daer-7727-2022:art99\n") == (shown.exit_code, shown.stderr)


def test_a_date_that_is_none_is_wrong_usage() -> None:
    assert 2 == run("show", "cetm-2015", "--on", "31/12/2020").exit_code


def test_the_check_covers_every_word_of_every_norm() -> None:
    checked = {one["norm"]: one for one in lines(run("check", "--json"))}
    assert {100.0} == {one["covered"] for one in checked.values()}
    assert (473, 128, 3, 9) == tuple(
        checked["daer-7727-2022"][key] for key in ("provisions", "restored", "gaps", "suspicious")
    )


def test_the_check_prints_a_table_with_a_row_for_each_norm() -> None:
    printed = run("check").stdout.splitlines()
    assert 12 == len(printed)
    assert "suspeitas" in printed[0]


def test_a_new_text_is_compared_provision_by_provision(tmp_path: Path) -> None:
    stored = {one.norm.id: one for one in read_norms()}["cetm-2015"]
    new = tmp_path / "novo.txt"
    new.write_text(stored.source.replace("1 (uma) UPF", "2 (duas) UPF"), encoding="utf-8")
    changes = lines(run("diff", "cetm-2015", str(new), "--json"))
    assert [("changed", "cetm-2015:art24", "Art. 24")] == [
        (c["change"], c["id"], c["label"]) for c in changes
    ]


def test_comparing_with_an_unknown_norm_is_wrong_usage(tmp_path: Path) -> None:
    assert 2 == run("diff", "antt-1", str(tmp_path)).exit_code


def test_a_draft_is_printed_and_its_doubts_go_to_standard_error(tmp_path: Path) -> None:
    text = tmp_path / "nova.txt"
    text.write_text("Art. 1° A:\nI – um;\nIII – três.\n", encoding="utf-8")
    made = run("draft", str(text), "--id", "norma-nova")
    assert "id: norma-nova:art1_inc3" in made.stdout
    assert "conferir: linha 3: salta de 1 para 3: art1_inc3\n" == made.stderr


def test_a_text_that_is_not_utf8_is_refused_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "velha.txt"
    text.write_bytes("Art. 1º A.".encode("cp1252"))
    made = run("draft", str(text), "--id", "norma-nova")
    assert (1, f"{text}: não está em UTF-8; grave de novo com essa codificação\n") == (
        made.exit_code,
        made.stderr,
    )


def test_a_text_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    text = tmp_path / "nova.txt"
    text.write_bytes("Art. 1º A.\n".encode("utf-8-sig"))
    assert "id: norma-nova:art1" in run("draft", str(text), "--id", "norma-nova").stdout


def test_a_draft_is_never_written_over_a_folder(tmp_path: Path) -> None:
    text = tmp_path / "nova.txt"
    text.write_text("Art. 1° A.\n", encoding="utf-8")
    arguments = ("draft", str(text), "--id", "norma-nova", "--out", str(tmp_path))
    assert [0, 1] == [run(*arguments).exit_code, run(*arguments).exit_code]
    assert ["norm.yaml", "provisions.yaml", "source.txt"] == sorted(
        p.name for p in (tmp_path / "norma-nova").iterdir()
    )


def test_a_draft_of_a_norm_we_hold_keeps_what_was_reviewed_and_dates_what_changed(tmp_path: Path) -> None:
    stored = {one.norm.id: one for one in read_norms()}["cetm-2015"]
    text = tmp_path / "novo.txt"
    text.write_text(stored.source.replace("1 (uma) UPF", "2 (duas) UPF"), encoding="utf-8")
    arguments = ["--id", "cetm-2015", "--by", "CETM 200/2027", "--from", "2027-02-01", "--out", str(tmp_path)]
    assert 0 == run("draft", str(text), *arguments).exit_code
    entries = {e.id: e for e in read_folder(tmp_path / "cetm-2015").provisions.provisions}
    assert ["own", "current"] == [version.wording for version in entries["cetm-2015:art24"].versions]
    assert stored.provisions.provisions[0] == entries["cetm-2015:art1"]


@pytest.mark.parametrize("bad", ["Norma Nova", "a:b"])
def test_an_id_that_cannot_be_is_wrong_usage(tmp_path: Path, bad: str) -> None:
    text = tmp_path / "nova.txt"
    text.write_text("Art. 1° A.\n", encoding="utf-8")
    assert 2 == run("draft", str(text), "--id", bad).exit_code


def test_lexml_ids_carry_the_urn_and_say_what_the_schema_cannot_express() -> None:
    rows = {row["id"]: row for row in lines(run("export", "--lexml", "--json"))}
    assert rows["daer-7727-2022:art5_inc3"]["lexml"].endswith(":resolucao:2022-03-24;7727!art5_cpt_inc3")
    assert "paragraph of an inciso" == rows["cetm-2015:art2_inc3_par1u"]["outside_schema"]
    assert None is rows["daer-7727-2022:art5_inc3"]["outside_schema"]


def test_without_published_revisions_nothing_is_written_back() -> None:
    exported = run("export")
    assert (0, "") == (exported.exit_code, exported.stdout)


def test_a_published_revision_is_written_back_as_files(tmp_path: Path) -> None:
    stored = {one.norm.id: one for one in read_norms()}["es-lei-2022"]
    content: Mapping[str, Revision] = {
        "es-lei-2022": {
            "norm": as_content(stored.norm),
            "provisions": as_content(stored.provisions),
            "source": stored.source,
        }
    }
    result = CliRunner().invoke(build(lambda: content), ["export", "--out", str(tmp_path)])
    assert (0, f"{tmp_path / 'norms' / 'es-lei-2022'}\n") == (result.exit_code, result.stdout)
    assert stored.source == (tmp_path / "norms" / "es-lei-2022" / "source.txt").read_text(encoding="utf-8")


def test_a_revision_that_does_not_hold_is_refused_with_every_problem() -> None:
    broken: Mapping[str, Revision] = {
        "es-lei-2022": {"norm": {}, "provisions": {"norm": "x", "provisions": []}}
    }
    result = CliRunner().invoke(build(lambda: broken), ["list"])
    assert 1 == result.exit_code
    assert "es-lei-2022 (revisão)/norm: title" in result.stderr
    assert "es-lei-2022 (revisão)/provisions: provisions" in result.stderr
