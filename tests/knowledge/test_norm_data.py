"""The eleven norms as they stand in the data: complete, faithful, every damage on record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from knowledge import ids
from knowledge.corpus import Corpus
from knowledge.fidelity import coverage
from knowledge.ids import Kind
from knowledge.lexml import outside_schema
from knowledge.norm_store import StoredNorm
from knowledge.schema import DATA, read_yaml

DAMAGE: dict[str, Any] = read_yaml(Path(__file__).with_name("damage.yaml"))
NORMS = [
    "cetm-2015", "daer-7727-2022", "df-defesa-vegetal-2021", "df-nff-2022", "es-lei-2022", "es-portaria-038-2022",
    "pa-licenciamento-2022", "pa-vistorias-2022", "rs-decreto-icms-2022", "to-in-10-2022", "to-ponto-facultativo-2022",
]  # fmt: skip


def rows(kind: str) -> list[tuple[str, Any]]:
    return [(norm, item) for norm, items in DAMAGE[kind].items() for item in items]


def anomaly_lines(stored: StoredNorm, *kinds: str) -> set[int]:
    holders = (*stored.provisions.remainder, *stored.provisions.provisions)
    return {a.line for holder in holders for a in holder.anomalies if not kinds or a.kind in kinds}


def test_all_eleven_norms_are_held(corpus: Corpus) -> None:
    assert set(NORMS) <= {norm.id for norm in corpus.norms}


@pytest.mark.parametrize(("norm", "count"), [("daer-7727-2022", 473), ("cetm-2015", 89)])
def test_the_core_norms_are_complete_with_groupings_and_annexes(
    corpus: Corpus, norm: str, count: int
) -> None:
    assert count == len(corpus.norm(norm).provisions)


def test_the_daer_norm_has_its_rungs(corpus: Corpus) -> None:
    counts = Counter(p.kind for p in corpus.norm("daer-7727-2022").provisions)
    assert (60, 12, 14, 10) == (
        counts[Kind.ARTICLE],
        counts[Kind.CHAPTER],
        counts[Kind.ANNEX],
        counts[Kind.ITEM],
    )


def test_83_paragraphs_of_daer_were_list_bullets(corpus: Corpus) -> None:
    assert 83 == sum(p.printed.startswith("•") for p in corpus.norm("daer-7727-2022").provisions)


@pytest.mark.parametrize("norm", NORMS)
def test_every_word_of_a_source_is_held_once_and_in_order(stored: dict[str, StoredNorm], norm: str) -> None:
    """Independent of the loader's own check: the characters of labels, texts and remainder rebuild the source."""
    one = stored[norm]
    lines = one.source.splitlines()
    parts = [
        (rest.lines[0], " ".join(lines[rest.lines[0] - 1 : rest.lines[1]]))
        for rest in one.provisions.remainder
    ]
    parts += [(e.source_line, f"{e.printed} {e.text} {e.note}") for e in one.provisions.provisions]
    rebuilt = "".join(text for _, text in sorted(parts))
    assert "".join(one.source.split()) == "".join(rebuilt.split())


@pytest.mark.parametrize("norm", NORMS)
def test_all_words_of_a_source_are_covered(stored: dict[str, StoredNorm], norm: str) -> None:
    covered = coverage(stored[norm].provisions, stored[norm].source)
    assert (100.0, 0) == (covered.percent, covered.lost)


def test_ids_are_unique_across_all_norms(stored: dict[str, StoredNorm]) -> None:
    all_ids = [entry.id for one in stored.values() for entry in one.provisions.provisions]
    assert len(all_ids) == len(set(all_ids))


def test_the_first_article_of_daer_stands_before_any_chapter(corpus: Corpus) -> None:
    assert None is corpus.provision("daer-7727-2022:art1").parent
    assert "cap1" == corpus.provision("daer-7727-2022:art2").parent


def test_the_restored_incisos_of_daer_are_the_121_known_ones(corpus: Corpus) -> None:
    expected = {
        (f"{base}_inc{ids.from_roman(label)}", int(line))
        for base, labels in DAMAGE["restored"].items()
        for label, _, line in (item.partition("@") for item in labels.split())
    }
    restored = [
        p for p in corpus.norm("daer-7727-2022").provisions if p.label_restored and p.kind is Kind.INCISO
    ]
    assert expected == {(p.fragment, p.source_line) for p in restored}
    assert 121 == len(restored)


def test_only_daer_has_restored_labels_and_seven_of_them_are_letters(corpus: Corpus) -> None:
    restored = [p for p in corpus.provisions() if p.label_restored]
    assert {"daer-7727-2022"} == {p.norm for p in restored}
    assert DAMAGE["inferred_letter"]["daer-7727-2022"] == [
        p.source_line for p in restored if p.kind is Kind.ALINEA
    ]


@pytest.mark.parametrize(("fragment", "line"), DAMAGE["gap"]["daer-7727-2022"].items())
def test_a_true_gap_stays_a_gap_and_is_on_record(corpus: Corpus, fragment: str, line: int) -> None:
    provision = corpus.provision(f"daer-7727-2022:{fragment}")
    assert [(line, "O inciso VI")] == [(a.line, a.found) for a in provision.anomalies if a.kind == "gap"]
    assert f"daer-7727-2022:{fragment}_inc6" not in corpus
    assert "O inciso VI não consta na fonte." in corpus.warnings(provision.id)


@pytest.mark.parametrize(("norm", "row"), rows("glued") + rows("found"))
def test_a_known_damage_is_on_record_with_its_line_and_words(
    stored: dict[str, StoredNorm], norm: str, row: tuple[int, str]
) -> None:
    line, words = row
    holders = (*stored[norm].provisions.remainder, *stored[norm].provisions.provisions)
    found = [a.found for holder in holders for a in holder.anomalies if a.line == line]
    assert any(words in text or (text and text in words) for text in found), found


@pytest.mark.parametrize(("norm", "line"), rows("lines"))
def test_a_known_odd_line_is_on_record(stored: dict[str, StoredNorm], norm: str, line: int) -> None:
    assert line in anomaly_lines(stored[norm])


@pytest.mark.parametrize(("norm", "fragment"), rows("missing_table"))
def test_a_missing_table_is_on_record_and_warned_of(corpus: Corpus, norm: str, fragment: str) -> None:
    assert "missing_table" in {a.kind for a in corpus.provision(f"{norm}:{fragment}").anomalies}
    assert "A tabela não consta da nossa fonte." in corpus.warnings(f"{norm}:{fragment}")


@pytest.mark.parametrize(("norm", "span"), rows("counters"))
def test_a_letter_behind_a_list_counter_is_on_record(
    stored: dict[str, StoredNorm], norm: str, span: tuple[int, int]
) -> None:
    lines = {n for n in range(span[0], span[1] + 1) if stored[norm].source.splitlines()[n - 1].strip()}
    kinds = ("printed_label", "restored_label")
    assert set() == lines - anomaly_lines(stored[norm], *kinds)


def test_the_source_keeps_its_no_break_spaces_and_the_texts_have_none(stored: dict[str, StoredNorm]) -> None:
    source = stored["daer-7727-2022"].source
    assert (131, 114) == (source.count("\xa0"), sum("\xa0" in line for line in source.splitlines()))
    assert not any("\xa0" in entry.text for one in stored.values() for entry in one.provisions.provisions)


@pytest.mark.parametrize(
    ("reading", "damaged", "id_"),
    [
        ("a presença de pessoas", "a p resença de pessoas", "daer-7727-2022:art48_inc2_ali3"),
        ("licenças de contrato", "licenças de c ontrato", "daer-7727-2022:art48_inc4_ali3"),
        ("certificados pelo SENATRAN", "certificados pelo SE9NATRAN", "daer-7727-2022:art13"),
        ("instituído pela Lei", "instituído pelaLei", "daer-7727-2022:art2_inc5"),
        ("7.000 UPF-RS", "7.000UPF-RS", "daer-7727-2022:art5_inc5_ali1"),
        ("itinerário pré-estabelecido", "itinerário préestabelecido", "cetm-2015:art2_inc1"),
    ],
)
def test_a_damage_is_mended_for_reading_and_kept_in_the_text(
    corpus: Corpus, reading: str, damaged: str, id_: str
) -> None:
    assert reading in corpus.reading(id_)
    assert damaged in corpus.provision(id_).text


def test_554_ids_need_the_caput_step_and_seven_stand_outside_the_schema(corpus: Corpus) -> None:
    direct = [
        p for p in corpus.provisions() if len(s := ids.parse(p.fragment)) > 1 and s[1].kind is Kind.INCISO
    ]
    odd = [p.id for p in corpus.provisions() if outside_schema(p.fragment) not in ("", "annex")]
    assert (554, 7) == (len(direct), len(odd))


def test_the_two_sole_paragraphs_of_cetm_keep_their_incisos(corpus: Corpus) -> None:
    assert corpus.provision("cetm-2015:art2_inc3_par1u").text.startswith("Serão aceitos")
    assert corpus.provision("cetm-2015:art2_inc8_par1u").text.startswith("Não serão aceitos contratos")


def test_a_lone_paragraph_one_is_not_a_sole_paragraph(corpus: Corpus) -> None:
    assert "cetm-2015:art21_par1" in corpus
    assert "cetm-2015:art21_par1u" not in corpus


def test_reading_order_is_the_sources(corpus: Corpus) -> None:
    cetm = [p.fragment for p in corpus.norm("cetm-2015").provisions]
    assert cetm.index("art2_par4") < cetm.index("art2_inc3")


def test_an_amendment_note_stands_outside_the_text(corpus: Corpus) -> None:
    provision = corpus.provision("cetm-2015:art4_inc6_ali1")
    assert provision.note.startswith("(Redação da alínea dada pela Resolução CETM Nº 97")
    assert "Redação" not in provision.text


@pytest.mark.parametrize(
    "id_",
    [
        "es-lei-2022:art3_par1",
        "es-lei-2022:art3_par2",
        "es-lei-2022:art3_par3",
        "df-defesa-vegetal-2021:art22_inc8",
    ],
)
def test_a_vetoed_place_is_marked(corpus: Corpus, id_: str) -> None:
    provision = corpus.provision(id_)
    assert ("vetoed", "vetado") == (provision.status, provision.versions[-1].kind)


def test_the_fees_table_of_daer_is_held_row_by_row(corpus: Corpus) -> None:
    tables = {table.title: dict(table.rows) for table in corpus.provision("daer-7727-2022:anx1").tables}  # type: ignore[arg-type]
    assert "300 UPF-RS" == tables["VALORES DE CAUÇÃO"]["ACIMA DE 16 VEÍCULOS"]
    assert 6 == len(tables)


def test_a_norms_folder_holds_three_files() -> None:
    for norm in NORMS:
        assert ["norm.yaml", "provisions.yaml", "source.txt"] == sorted(
            p.name for p in (DATA / "norms" / norm).iterdir()
        )
