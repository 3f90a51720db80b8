"""Broken checklist files are refused as a whole, each defect with file, key and mend."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from knowledge.checklist_model import Contact
from knowledge.checklists import load_checklists
from knowledge.errors import DataFileError, DataFilesError

BROKEN = Path(__file__).parent / "broken_checklists"
KNOWN = {f"daer-7727-2022:{f}" for f in ("art5", "art5_par5", "art5_inc4_ali1", "anx1")}
CONTACTS = """contacts:
  - {id: balcao, agency: DAER, what: balcão, value: rua, seen_on: "2026", source: placa, confidence: one source}
"""


def load_one(case: str, folder: Path):
    """The library whose only checklist is a file of the folder of broken ones."""
    (folder / "checklists").mkdir()
    (folder / "contacts.yaml").write_text(CONTACTS, encoding="utf-8")
    shutil.copy(BROKEN / f"{case}.yaml", folder / "checklists" / "amostra.yaml")
    return load_checklists(folder, provisions=KNOWN)


def test_the_file_the_broken_ones_differ_from_is_sound(tmp_path):
    assert ["amostra"] == list(load_one("_certo", tmp_path).checklists)


@pytest.mark.parametrize(
    ("case", "key", "problem"),
    [
        ("chave-desconhecida", "custo", "campo desconhecido"),
        ("chave-repetida", "linha", "campo repetido: 'time'"),
        ("outro-nome", "id", "difere do nome do arquivo"),
        ("pergunta-desconhecida", "relacao", "'tamanho', que não é uma pergunta anterior"),
        ("resposta-desconhecida", "relacao", "'grande', que não é resposta de 'frota'"),
        ("pergunta-posterior", "mei", "'frota', que não é uma pergunta anterior"),
        ("faixas-com-buraco", "frota", "não encostam"),
        ("respostas-demais", "questions.mei.answers", "no máximo 8"),
        ("uma-resposta-so", "mei", "menos de 2 respostas"),
        ("id-repetido", "papel", "id usado 2 vezes"),
        ("parada-sem-condicao", "vedado", "parada sem condição"),
        ("taxa-sem-pergunta", "taxa", "não é pergunta do tipo number"),
        ("prazo-pela-metade", "prazo", "andam juntos"),
        ("versao-sem-mudanca", "changes", "versão 2 com mudanças []"),
        ("mudanca-de-ninguem", "changes", "pergunta desconhecida: cor"),
        ("contato-desconhecido", "contacts", "contato desconhecido: guiche"),
        ("dispositivo-desconhecido", "relacao", "dispositivo desconhecido: daer-7727-2022:art5_inc44"),
        ("dispositivo-malfeito", "requirements.relacao.provision.0", "fora do formato"),
        ("pergunta-sem-dispositivo", "mei", "pergunta sem dispositivo"),
        ("faixa-em-escolha", "mei", "brackets só valem para number"),
        ("documento-desconhecido", "papel", "documento desconhecido: passaporte"),
        ("yaml-torto", "linha", "que o YAML não entende"),
    ],
)
def test_a_broken_file_is_refused_with_file_key_and_mend(case, key, problem, tmp_path):
    with pytest.raises(DataFilesError) as caught:
        load_one(case, tmp_path)

    (found,) = caught.value.problems
    assert "amostra.yaml" == found.file
    assert key in found.key
    assert problem in str(found)
    assert str(found).endswith(")")


def test_every_broken_file_has_its_test():
    tested = test_a_broken_file_is_refused_with_file_key_and_mend.pytestmark[0].args[1]

    assert {p.stem for p in BROKEN.glob("[!_]*.yaml")} == {case for case, _, _ in tested}


def test_all_defects_of_all_files_are_told_at_once(tmp_path):
    (tmp_path / "checklists").mkdir()
    (tmp_path / "contacts.yaml").write_text(CONTACTS, encoding="utf-8")
    for case in ("chave-desconhecida", "yaml-torto"):
        shutil.copy(BROKEN / f"{case}.yaml", tmp_path / "checklists" / f"{case}.yaml")

    with pytest.raises(DataFilesError) as caught:
        load_checklists(tmp_path)

    assert {"chave-desconhecida.yaml", "yaml-torto.yaml"} == {p.file for p in caught.value.problems}


def test_missing_contacts_are_told(tmp_path):
    with pytest.raises(DataFileError) as caught:
        load_checklists(tmp_path)

    assert "contacts.yaml" == caught.value.file


@pytest.mark.parametrize(
    ("written", "shown"), [("2024-03-19", "19/03/2024"), ("2022", "2022"), ("sem data", "")]
)
def test_a_contact_tells_when_it_was_seen_as_far_as_the_source_does(written, shown):
    contact = {"id": "a", "agency": "DAER", "what": "balcão", "value": "rua", "source": "placa"}

    assert shown == Contact(**contact, seen_on=written, confidence="one source").seen
