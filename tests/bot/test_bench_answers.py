"""How the measures of answers count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.bench_answers import (
    Marked,
    app,
    exact,
    facts_share,
    measures,
    percentile,
    right_article,
    wrong_regime,
)
from knowledge.answer import Answer, Citation
from knowledge.library import Library

D, C = "daer-7727-2022:", "cetm-2015:"


def marked(expects: list[str], cited: list[str], *, answer: str = "", kind: str = "answer") -> Marked:
    citations = tuple(Citation(c, "rótulo", "") for c in cited)
    line = {"id": "1", "question": "q", "expects": expects, "facts": []}
    return Marked(line, Answer("q", kind, answer, citations=citations), 1.0)


@pytest.mark.parametrize(
    ("held", "cited", "expected"),
    [
        (True, "art13_par2", "art13_par2"),
        (True, "art48_inc5_ali7", "art48_inc5"),
        (True, "art48_inc5", "art48_inc5_ali7"),
        (False, "art48", "art48_inc5_ali7"),
        (False, "art13_par1", "art13_par2"),
    ],
)
def test_exact_is_the_provision_under_it_or_above_it_below_the_article(
    held: bool, cited: str, expected: str
) -> None:
    assert held == exact(D + cited, [D + expected])


def test_the_right_article_is_of_the_same_norm() -> None:
    assert (True, False) == (
        right_article(D + "art13_par1", [D + "art13"]),
        right_article(C + "art13", [D + "art13"]),
    )


def test_facts_ignore_case_and_accents_and_take_expressions() -> None:
    assert 0.5 == facts_share(["re:\\b15 dias", "caução"], "São 15 DIAS da notificacao")
    assert 1.0 == facts_share(["CAUÇÃO"], "a caucao")


def test_a_first_citation_of_another_regime_is_wrong(library: Library) -> None:
    assert (True, False) == (
        wrong_regime(marked([D + "art8"], [C + "art8"]), library.corpus),
        wrong_regime(marked([D + "art8"], [D + "art9"]), library.corpus),
    )


def test_two_regimes_without_their_names_are_wrong(library: Library) -> None:
    blended = marked([D + "art8", C + "art8"], [D + "art8", C + "art8"], answer="vale 3 anos ou 24 meses")
    named = marked(
        [D + "art8", C + "art8"], [D + "art8", C + "art8"], answer="DAER: 3 anos. METROPLAN: 24 meses"
    )
    assert (True, False) == (
        wrong_regime(blended, library.corpus),
        wrong_regime(named, library.corpus),
    )


@pytest.mark.parametrize(
    ("wrong", "cited", "answer"),
    [
        (True, [D + "art22_par1", C + "art23"], "Até 4 pessoas, ou 10% da lotação."),
        (True, [D + "art22_par1"], "Até 10% da lotação."),
        (False, [D + "art22_par1", C + "art23"], "Até 4 pessoas; na METROPLAN, 10% da lotação."),
        (False, [D + "art22_par1", C + "art23"], "Até 4 pessoas."),
    ],
)
def test_a_number_of_the_other_regime_needs_its_name(
    library: Library, wrong: bool, cited: list[str], answer: str
) -> None:
    assert wrong == wrong_regime(marked([D + "art22_par1"], cited, answer=answer), library.corpus)


def test_declining_counts_only_out_of_scope(library: Library) -> None:
    value = {name: (of, counts) for name, of, counts in measures(library.corpus)}["out of scope declined"]
    declined, answered = marked([], [], kind="not_covered"), marked([D + "art8"], [D + "art8"])
    assert (1.0, True, False) == (value[0](declined), value[1](declined), value[1](answered))


def test_a_percentile_is_a_value_that_occurred() -> None:
    assert (2.0, 4.0) == (percentile([4.0, 1.0, 2.0, 3.0], 0.25), percentile([4.0, 1.0, 2.0, 3.0], 0.99))


def test_the_command_prints_every_measure(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    line = {
        "id": "1",
        "question": "validade do RECEFITUR",
        "kind": "deadline",
        "authority": "daer",
        "expects": [D + "art8"],
        "facts": ["re:3 anos"],
    }
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["answers", str(file), "--words-only", "--json"])
    table = json.loads(result.output)
    assert (1.0, 1.0) == (
        table["all"]["first citation exact"],
        table["kind: deadline"]["facts in the answer alone"],
    )


def test_the_coverage_names_what_no_topic_cites() -> None:
    lines = CliRunner().invoke(app, ["coverage"]).output.splitlines()
    assert "daer-7727-2022: 461 de 461 com assunto" in lines
    assert any(line.startswith("  art21_inc1_ali7: ") for line in lines)
