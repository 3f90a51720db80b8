"""What is asked of the norms: neighbours, ancestors, what was in force, what an answer must warn of."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys

import pytest

from knowledge.corpus import Corpus, load_corpus
from knowledge.errors import UnknownProvision
from knowledge.norm_store import StoredNorm
from knowledge.norm_yaml import as_content

D, C = "daer-7727-2022", "cetm-2015"
TODAY = dt.date(2026, 6, 10)


def test_an_unknown_provision_is_named_in_the_error(corpus: Corpus) -> None:
    with pytest.raises(UnknownProvision, match="art99"):
        corpus.provision(f"{D}:art99")


def test_an_unknown_norm_is_named_in_the_error(corpus: Corpus) -> None:
    with pytest.raises(UnknownProvision, match="antt-1"):
        corpus.norm("antt-1")


def test_the_ancestors_of_an_item_go_up_to_its_chapter(corpus: Corpus) -> None:
    expected = ["cap2", "art5", "art5_inc5", "art5_inc5_ali2"]
    assert expected == [p.fragment for p in corpus.ancestors(f"{D}:art5_inc5_ali2_ite1")]


def test_children_stand_in_the_order_of_the_source(corpus: Corpus) -> None:
    expected = ["art2_inc1", "art2_inc2", "art2_par1", "art2_par2", "art2_par3", "art2_par4", "art2_inc3"]
    assert expected == [p.fragment for p in corpus.children(f"{C}:art2")][:7]


def test_the_children_of_a_norm_are_its_top_rungs(corpus: Corpus) -> None:
    expected = ["art1", *(f"cap{n}" for n in range(1, 13)), *(f"anx{n}" for n in range(1, 15))]
    assert expected == [p.fragment for p in corpus.children(D)]


@pytest.mark.parametrize(
    ("before", "after", "id_"),
    [
        ("art12", "art14", "art13_par2"),
        (None, "art2", "art1"),
        ("art59", None, "art60"),
        ("cap1", "cap3", "cap2"),
        ("anx1", "anx3", "anx2"),
    ],
)
def test_neighbours_are_the_articles_before_and_after(
    corpus: Corpus, before: str | None, after: str | None, id_: str
) -> None:
    found = corpus.neighbours(f"{D}:{id_}")
    assert (before, after) == tuple(p.fragment if p else None for p in found)


def test_a_provision_knows_which_others_refer_to_it(corpus: Corpus) -> None:
    expected = ["art23_par2", "art24_par2"]
    assert expected == [p.fragment for p in corpus.mentioned_by(f"{D}:art48_inc5_ali9")]


def test_a_citation_begins_with_the_norms_short_name(corpus: Corpus) -> None:
    assert "Res. DAER 7.727/2022, art. 13, § 2º" == corpus.label(f"{D}:art13_par2")


@pytest.mark.parametrize(
    ("held", "on", "id_"),
    [
        ("unknown", dt.date(2015, 11, 4), f"{C}:art24"),
        ("in_force", dt.date(2015, 11, 5), f"{C}:art24"),
        ("in_force", dt.date(2021, 12, 12), f"{C}:art24"),
        ("unknown", dt.date(2021, 12, 13), f"{C}:art24"),
        ("unknown", dt.date(2022, 3, 23), f"{D}:art13"),
        ("in_force", dt.date(2026, 6, 10), f"{D}:art13"),
        ("in_force", dt.date(2022, 4, 14), "pa-licenciamento-2022:art1"),
        ("ended", dt.date(2022, 4, 15), "pa-licenciamento-2022:art1"),
        ("ended", dt.date(2022, 4, 15), "pa-vistorias-2022:art1"),
        ("unknown", dt.date(2022, 4, 15), "pa-vistorias-2022:art2"),
        ("unknown", dt.date(2022, 4, 3), "to-in-10-2022:art1"),
        ("unknown", dt.date(2022, 6, 30), "df-nff-2022:art1_par1u_inc2"),
        ("in_force", dt.date(2022, 7, 1), "df-nff-2022:art1_par1u_inc2"),
        ("ended", dt.date(2026, 3, 1), "df-nff-2022:art11_par3"),
        ("in_force", dt.date(2025, 1, 1), "df-nff-2022:art11_par3"),
        ("ended", dt.date(2023, 1, 1), "es-lei-2022:art3_par1"),
    ],
)
def test_what_was_in_force_on_a_date(corpus: Corpus, held: str, on: dt.date, id_: str) -> None:
    assert held == corpus.in_force_on(id_, on).held


def test_before_the_first_known_date_we_say_that_we_do_not_know(corpus: Corpus) -> None:
    force = corpus.in_force_on(f"{C}:art24", dt.date(2015, 1, 1))
    assert ("unknown", None) == (force.held, force.version)
    assert "05/11/2015" in force.note


def test_the_wording_before_the_amendment_is_not_held(corpus: Corpus) -> None:
    id_ = f"{C}:art4_inc6_ali1"
    before, after = (
        corpus.in_force_on(id_, on).version for on in (dt.date(2016, 6, 16), dt.date(2016, 6, 17))
    )
    assert before is not None
    assert after is not None
    assert (None, "original") == (before.text, before.kind)
    assert ("redacao_dada", corpus.provision(id_).text) == (after.kind, after.text)


def test_the_day_an_amendment_came_into_force_is_never_taken_from_its_date(corpus: Corpus) -> None:
    amended = corpus.provision(f"{C}:art2_inc2_ali1").versions[-1]
    assert (None, dt.date(2016, 6, 17)) == (amended.from_on, amended.by_date)


@pytest.mark.parametrize(
    ("warning", "id_"),
    [
        (
            "Resolução de 2015; a CETM 126/2021 pode tê-la substituído. Confirme com a METROPLAN.",
            f"{C}:art24",
        ),
        ("Texto anterior à Portaria 105/2026.", "df-nff-2022:art5"),
        ("Só produziu efeito até 14/04/2022.", "pa-vistorias-2022:art1"),
        ("Só produziu efeito até 14/04/2022.", "to-ponto-facultativo-2022:art1"),
        ("Não sabemos se continua em vigor.", "pa-vistorias-2022:art2"),
        ("Não sabemos se continua em vigor.", "es-lei-2022:art2"),
        ("Numeração reconstruída.", f"{D}:art5_inc1"),
        ("A norma remete a art. 33; o assunto pode estar em art. 41, § 1º.", f"{D}:art48_inc1_ali2"),
        ("Ainda não conferida na fonte oficial; a norma prevê revisão anual (art. 59).", f"{D}:art13"),
        ("Dispositivo vetado: não tem texto.", "es-lei-2022:art3_par2"),
    ],
)
def test_an_answer_resting_on_a_provision_carries_its_warning(corpus: Corpus, warning: str, id_: str) -> None:
    assert warning in corpus.warnings(id_, today=TODAY)


def test_every_metroplan_provision_warns_of_its_probable_successor(corpus: Corpus) -> None:
    silent = [
        p.id for p in corpus.norm(C).provisions if "CETM 126/2021" not in " ".join(corpus.warnings(p.id))
    ]
    assert [] == silent


def test_a_check_older_than_a_year_is_told_with_its_date(
    corpus: Corpus, stored: dict[str, StoredNorm]
) -> None:
    content = {name: as_content(getattr(stored[D], name)) for name in ("norm", "provisions")}
    content["norm"]["checked_on"] = dt.date(2025, 3, 1)
    revised = load_corpus(revisions={D: content | {"source": stored[D].source}}, revision=7)
    assert "Conferida em 01/03/2025; a norma prevê revisão anual (art. 59)." in revised.warnings(
        D, today=TODAY
    )
    assert not any("onferida" in line for line in revised.warnings(D, today=dt.date(2025, 12, 1)))


def test_a_published_revision_takes_the_place_of_the_package_files(stored: dict[str, StoredNorm]) -> None:
    norm = "to-ponto-facultativo-2022"
    one = stored[norm]
    content = {"norm": as_content(one.norm), "provisions": as_content(one.provisions)}
    content["provisions"]["provisions"] = list(content["provisions"]["provisions"])
    content["provisions"]["provisions"][0]["text"] += " Novo."
    source = one.source.replace("Paixão de Cristo.", "Paixão de Cristo. Novo.")
    revised = load_corpus(revisions={norm: {**content, "source": source}}, revision=3)
    assert 3 == revised.revision
    assert revised.provision(f"{norm}:art1").text.endswith("Novo.")


def test_loading_all_norms_takes_less_than_sixty_megabytes() -> None:
    """Counted in a fresh process: importing and loading, against a process that imports the shapes alone."""
    sizes = [
        _peak_mb("import knowledge.norm_files"),
        _peak_mb("from knowledge.corpus import load_corpus; c = load_corpus()"),
    ]
    assert sizes[1] - sizes[0] < 60


def _peak_mb(code: str) -> float:
    report = f"{code}\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    ran = subprocess.run(  # noqa: S603  # our own interpreter and code
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    )
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return int(ran.stdout) / unit
