"""`fretabot checklist …`, as a person and as a program use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli_checklist import app

RUNNER = CliRunner()
SAMPLES = Path(__file__).parent.parent / "knowledge" / "broken_checklists"


def call(*args):
    """The result of one command."""
    return RUNNER.invoke(app, list(args))


def test_the_list_has_thirty_requests_and_what_stands_beside():
    found = [json.loads(line) for line in call("list", "--json").stdout.splitlines()]

    assert 30 == sum(c["kind"] == "request" for c in found)
    assert {"daer-papeis-a-bordo", "metroplan-papeis-a-bordo", "df-adesao-nff", "df-transito-vegetal"} <= {
        c["id"] for c in found if c["kind"] == "beside"
    }


def test_show_gives_the_shape_of_the_contract():
    found = json.loads(call("show", "metroplan-autorizacao", "--json").stdout)

    assert ["id", "title", "authority", "questions", "requirements", "rule_version", "reviewed_on"] == list(
        found
    )
    assert ["id", "text", "type", "answers", "when", "provision"] == list(found["questions"][0])
    assert ["id", "title", "when", "provision"] == list(found["requirements"][0])
    assert ["sim", "nao"] == found["questions"][0]["answers"]
    assert found["questions"][0]["when"] is None
    assert found["questions"][-1]["answers"] is None


def test_run_takes_answers_in_one_go_and_in_any_order():
    found = call(
        "run", "daer-cadastro-inicial", "--answers", "veiculos=3", "tipo=sociedade", "proprios=nao", "--json"
    )

    outcome = json.loads(found.stdout)
    assert {"tipo": "sociedade", "proprios": "nao", "veiculos": "3"} == {
        q["id"]: q["answer"] for q in outcome["questions"] if q["answer"]
    }
    assert ["25", "75"] == [f["upf"] for f in outcome["fees"]]


def test_run_of_a_mei_under_daer_stops_with_the_reason():
    outcome = json.loads(call("run", "daer-cadastro-inicial", "--answers", "tipo=mei", "--json").stdout)

    assert outcome["warnings"][0].startswith("MEI não pode")
    assert {"no"} == {r["need"] for r in outcome["requirements"]}


def test_run_for_people_shows_what_to_bring_and_the_next_question():
    text = call("run", "daer-recurso-ait", "--answers", "recebido=06/04/2026", "--on", "2026-04-07").stdout

    assert "Próxima pergunta: caminho" in text
    assert "[x] Cópia do AIT" in text
    assert "Dia 21/04/2026. Aja até 17/04/2026." in text


@pytest.mark.parametrize(
    "args",
    [
        ["show", "nada"],
        ["run", "daer-recurso-ait", "--answers", "cor=azul"],
        ["run", "daer-recurso-ait", "--answers", "caminho=fugir"],
        ["run", "daer-recurso-ait", "--answers", "recebido=31/02/2026"],
        ["run", "daer-recurso-ait", "--answers", "caminho"],
        ["run", "daer-recurso-ait", "--on", "ontem"],
    ],
)
def test_wrong_usage_exits_with_two(args):
    assert 2 == call(*args).exit_code


def test_check_counts_every_path_and_finds_nothing():
    found = call("check")

    assert 0 == found.exit_code
    assert "37 listas" in found.stdout
    assert "0 problemas" in found.stdout


def folder_with(tmp_path, case):
    """A data folder whose only checklist is one of the broken samples."""
    (tmp_path / "checklists").mkdir()
    (tmp_path / "contacts.yaml").write_text(
        'contacts:\n  - {id: balcao, agency: DAER, what: balcão, value: rua, seen_on: "2026", '
        "source: placa, confidence: one source}\n",
        encoding="utf-8",
    )
    text = (SAMPLES / f"{case}.yaml").read_text(encoding="utf-8")
    (tmp_path / "checklists" / "amostra.yaml").write_text(text, encoding="utf-8")
    return str(tmp_path)


def test_check_of_a_file_with_an_unreachable_item_fails_with_one_line(tmp_path):
    found = call("check", "--data", folder_with(tmp_path, "_inalcancavel"))

    assert 1 == found.exit_code
    assert "inalcançável: mei-papel" in found.stdout
    assert "checklist check: 1 problema(s)\n" == found.stderr


def test_check_of_a_broken_file_names_file_and_key(tmp_path):
    found = call("check", "--data", folder_with(tmp_path, "resposta-desconhecida"))

    assert 1 == found.exit_code
    assert found.stderr.startswith("amostra.yaml: relacao: when cita 'grande'")


def test_map_writes_mermaid():
    assert call("map", "metroplan-lista").stdout.startswith("flowchart TD\n")
