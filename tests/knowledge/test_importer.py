"""From a norm's text to a draft: clean texts, damaged ones, texts of other agencies, random ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import ids
from knowledge.acts import load_acts
from knowledge.errors import DataFilesError
from knowledge.fidelity import coverage, uncovered
from knowledge.importer import draft
from knowledge.norm_checks import check_norm
from knowledge.norm_draft import draft_folder, stored_folder, write_folder
from knowledge.norm_files import NormFile, ProvisionsFile
from knowledge.norm_store import StoredNorm, read_folder
from knowledge.schema import parse, read_yaml

DRAFTS = Path(__file__).parent / "drafts"
AGENCIES = ["agencia-federal", "agencia-paulista", "municipio-danificado"]


def fragments(text: str) -> list[str]:
    return [piece.fragment for piece in draft(text).pieces]


def drafted(tmp_path: Path, text: str) -> ProvisionsFile:
    folder = draft_folder("norma-nova", text, load_acts(), jurisdiction="RS")
    path = tmp_path / "provisions.yaml"
    path.write_text(folder.files["provisions.yaml"], encoding="utf-8")
    return parse(read_yaml(path), ProvisionsFile, file="provisions.yaml")


@pytest.mark.parametrize("name", AGENCIES)
def test_the_text_of_another_agency_gets_the_ids_a_reader_would_give(name: str) -> None:
    expected = (DRAFTS / f"{name}.expected.txt").read_text(encoding="utf-8").split()
    assert expected == fragments((DRAFTS / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", AGENCIES)
def test_the_draft_of_another_agencys_text_passes_every_check_of_a_norm(tmp_path: Path, name: str) -> None:
    text = (DRAFTS / f"{name}.txt").read_text(encoding="utf-8")
    norm = NormFile.model_construct(id="norma-nova", in_force_provision=None, review_provision=None)
    assert [] == check_norm(norm, drafted(tmp_path, text), text)


def test_all_eleven_norms_are_drafted_as_they_were_reviewed(stored: dict[str, StoredNorm]) -> None:
    for norm, one in stored.items():
        made = [(p.fragment, p.line, p.printed, p.restored) for p in draft(one.source).pieces]
        entries = one.provisions.provisions
        held = [(ids.split(e.id)[1], e.source_line, e.printed, e.label_restored) for e in entries]
        assert held == made, norm


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["art1"], "Artigo 1º - Texto."),
        (["art1"], "Art. 1.º Texto."),
        (["art10"], "Art. 10. Texto."),
        (["art5-1"], "Art. 5º-A. Texto."),
        (["art1", "art1_par1u"], "Art. 1° A.\n\nParágrafo Único - B."),
        (["art1", "art1_par1", "art1_par2"], "Art. 1° A.\n• 1°Um.\n• 2°Dois."),
        (["art1", "art1_inc1", "art1_inc2"], "Art. 1° A:\nI – um;\nII. dois."),
        (
            ["art1", "art1_inc1", "art1_inc2", "art1_inc3", "art1_par1"],
            "Art. 1° A:\n\n1. um;\n2. dois;\n\nIII. três.\n• 1°B.",
        ),
        (["art1", "art1_inc23", "art1_inc23_ali1"], "Art. 1° A:\nXXIII. x:\nXXIII.a. y."),
        (
            ["art1", "art1_inc1", "art1_inc1_ali2", "art1_inc1_ali2_ite1"],
            "Art. 1° A:\nI – um:\nb) dois:\nb.1) três.",
        ),
        (["art1", "art1_par1"], "Art. 1º. - Texto.\n§ 1º. - Outro."),
        (["art1", "art1_inc1", "art1_inc1_ali1"], "Art. 1º.\nTexto:\nI -\num:\na)\nletra."),
        (["art1", "art1_inc1", "art1_inc1_ali1"], "Art. 1º Texto:\nI - um:\na - letra."),
        (["cap1", "art1", "anx1u"], "CAPÍTULO I\nDO INÍCIO\nArt. 1° A.\nANEXO ÚNICO\nArt. 9° não é artigo."),
    ],
)
def test_the_ways_of_numbering_are_read(expected: list[str], text: str) -> None:
    assert expected == fragments(text)


def test_a_quoted_amendment_is_text_and_no_article() -> None:
    text = 'Art. 1º A Lei 1 passa a ter:\n"Art. 7º ....\n§ 3º O novo.\n" (NR)\nArt. 2º Fim.'
    assert ["art1", "art2"] == fragments(text)


def test_a_skipped_number_is_a_doubt_and_a_gap() -> None:
    made = draft("Art. 1° A:\nI – um;\nII – dois;\nIV – quatro.")
    assert {"art1": [(4, "O inciso III")]} == made.gaps
    assert [(4, "salta de 2 para 4: art1_inc4")] == made.doubts


def test_a_long_skip_is_one_gap() -> None:
    assert {"art900": [(1, "A numeração de 1 a 899")]} == draft("Art. 900. A.").gaps


def test_a_number_no_norm_has_is_text(tmp_path: Path) -> None:
    assert [] == fragments(f"Art. {'9' * 5000} A.")


def test_a_quotation_that_never_closes_is_told() -> None:
    made = draft("Art. 1º A lei passa a ter:\n“Art. 7º Novo.\nArt. 2º Fim.")
    assert ["aspas abertas que não fecham: o resto do texto ficou aqui"] == [text for _, text in made.doubts]


def test_a_line_between_provisions_is_left_out_and_told() -> None:
    made = draft("Art. 1° A.\n\nALTERAÇÃO N° 5 – Palavras.\n\nArt. 2° B.")
    assert [(3, "linha sem rótulo entre dispositivos")] == made.doubts
    assert [("loose", 3)] == [(rest.kind, rest.first) for rest in made.rest]


def test_a_label_alone_on_its_line_takes_the_words_below_it() -> None:
    made = draft("Art. 1º.\nO serviço.\n§ 1º\nA taxa.")
    assert ["O serviço.", "A taxa."] == [piece.text for piece in made.pieces]
    assert [] == made.doubts


def test_provisions_run_together_on_a_line_are_told() -> None:
    made = draft("Art. 1º Considera-se: I - um; II - dois. Parágrafo único. Só.")
    assert [(1, "parece haver outro dispositivo na mesma linha: 'I - '")] == made.doubts


def test_a_text_without_any_label_is_told() -> None:
    assert [1] == [line for line, _ in draft("DECRETA: Cabe à União.").doubts]


def test_a_broken_line_is_joined_and_told() -> None:
    made = draft("Art. 1° A possibilidade de\n\nalteração de status.")
    assert ["A possibilidade de alteração de status."] == [piece.text for piece in made.pieces]
    assert [3] == [line for line, _ in made.doubts]


lines = st.lists(
    st.sampled_from(
        ["Art. 1º O serviço.", "Art. 2º Outro:", "Artigo 3º - Mais.", "I – um;", "II – dois:", "III. três;", "1. um;",
         "2. dois;", "• 1°Um.", "§ 2º Dois:", "a) letra;", "13. b) letra;", "b.1) item;", "Parágrafo único. Só.",
         "CAPÍTULO I", "DO INÍCIO", "Seção I", "TÍTULO II", "ANEXO I", "ANEXO ÚNICO", "tabela\t10", "", "minúscula,",
         "Cidade, 1º de maio.", "“Art. 7º citado", "fim” (NR)", "VERSO DO ANEXO I", "(Redação dada pela Lei 1).",
         "*Nota.", "ANEXOS", "\xa0Art. 9° com\xa0espaço "]
    ),
    max_size=30,
)  # fmt: skip


@given(lines)
def test_no_word_is_lost_or_doubled_whatever_the_lines(parts: list[str]) -> None:
    text = "\n".join(parts)
    made = draft(text)
    if len({piece.fragment for piece in made.pieces}) < len(made.pieces) or not made.pieces:
        return
    content = {
        "norm": "x",
        "remainder": [{"lines": (r.first, r.last), "kind": r.kind} for r in made.rest],
        "provisions": [
            {
                "id": f"x:{p.fragment}",
                "label": "-",
                "printed": p.printed,
                "source_line": p.line,
                "text": p.text,
            }
            for p in made.pieces
        ],
    }
    file = ProvisionsFile.model_validate(content)
    assert [] == uncovered(file, text)
    assert 0 == coverage(file, text).lost


@given(lines)
def test_a_number_given_twice_is_always_told(parts: list[str]) -> None:
    made = draft("\n".join(parts))
    seen = [piece.fragment for piece in made.pieces]
    repeated = {piece.line for n, piece in enumerate(made.pieces) if piece.fragment in seen[:n]}
    assert repeated <= {line for line, problem in made.doubts if "já está" in problem}


@given(st.text(max_size=300))
def test_no_text_breaks_the_importer(text: str) -> None:
    for piece in draft(text).pieces:
        assert piece.steps == ids.parse(piece.fragment)


def test_a_draft_needs_a_person_before_it_loads(tmp_path: Path) -> None:
    text = (DRAFTS / "agencia-paulista.txt").read_text(encoding="utf-8")
    write_folder(draft_folder("norma-nova", text, load_acts(), jurisdiction="SP"), tmp_path)
    with pytest.raises(DataFilesError, match="regime"):
        read_folder(tmp_path / "norma-nova")


@pytest.mark.parametrize("norm", ["cetm-2015", "daer-7727-2022", "df-nff-2022", "pa-vistorias-2022"])
def test_a_stored_norm_written_back_reads_the_same(
    tmp_path: Path, stored: dict[str, StoredNorm], norm: str
) -> None:
    write_folder(stored_folder(stored[norm]), tmp_path)
    assert stored[norm] == read_folder(tmp_path / norm)


@pytest.mark.parametrize("bad", ["Norma", "a:b", "", "x_y"])
def test_a_norm_id_that_cannot_be_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        draft_folder(bad, "Art. 1º A.", load_acts(), jurisdiction="RS")
