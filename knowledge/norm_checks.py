"""What must hold inside and between the files of the norms, beyond the shape of each.

Every check returns all its problems, worded for the person who edits the file; the corpus refuses to load on
any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from knowledge import ids
from knowledge.errors import DataFileError
from knowledge.fidelity import uncovered
from knowledge.ids import Kind
from knowledge.norm_files import (
    TO_FILL,
    NormFile,
    ProvisionEntry,
    ProvisionsFile,
    ReferenceEntry,
    VersionEntry,
)
from knowledge.printed import mark


def check_norm(norm: NormFile, file: ProvisionsFile, source: str) -> list[DataFileError]:
    """Problems of one norm's files that need no other norm to see."""
    name = f"{norm.id}/provisions.yaml"
    problems = [*_check_names(norm, file), *_check_ids(name, norm.id, file.provisions)]
    problems += _check_series(name, file.provisions)
    problems += _check_anomalies(name, file, source)
    for entry in file.provisions:
        problems += _check_entry(name, entry)
    return problems + [
        DataFileError(name, f"linha {line} da fonte", problem, "confira com source.txt")
        for line, problem in uncovered(file, source)
    ]


def check_references(
    files: Iterable[tuple[NormFile, ProvisionsFile]], *, unread: Collection[str] = ()
) -> list[DataFileError]:
    """References, and grounds of the norms, that lead to a provision no norm holds.

    What leads to a norm that could not be read is not judged: that norm's own problems say enough.
    """
    files = list(files)
    known = {entry.id for _, file in files for entry in file.provisions}
    problems = []
    for norm, file in files:
        for where, reference in _references(file):
            problems += [
                DataFileError(
                    f"{norm.id}/provisions.yaml",
                    where,
                    f"remissão a {target}, que não existe",
                    "corrija `to`",
                )
                for target in (*reference.to, *reference.probable)
                if target not in known and ids.split(target)[0] not in unread
            ]
        problems += [
            DataFileError(f"{norm.id}/norm.yaml", key, f"{target} não existe", "corrija o id")
            for key, target in (
                ("in_force_provision", norm.in_force_provision),
                ("review_provision", norm.review_provision),
            )
            if target and target not in known
        ]
    return problems


def _references(file: ProvisionsFile) -> Iterator[tuple[str, ReferenceEntry]]:
    for rest in file.remainder:
        yield from ((f"remainder {rest.lines[0]}", reference) for reference in rest.references)
    for entry in file.provisions:
        yield from ((entry.id, reference) for reference in entry.references)


def _check_names(norm: NormFile, file: ProvisionsFile) -> Iterator[DataFileError]:
    if file.norm != norm.id:
        yield DataFileError(f"{norm.id}/provisions.yaml", "norm", f"é {file.norm!r}", f"escreva {norm.id}")
    for field, value in norm:
        if value in (TO_FILL, (TO_FILL,)):
            yield DataFileError(
                f"{norm.id}/norm.yaml", field, "ainda por preencher", "veja o cabeçalho do arquivo"
            )
    if norm.ended_on and norm.in_force_from and norm.ended_on < norm.in_force_from:
        yield DataFileError(f"{norm.id}/norm.yaml", "ended_on", "acaba antes de começar", "corrija as datas")


def _check_ids(name: str, norm: str, entries: Iterable[ProvisionEntry]) -> Iterator[DataFileError]:
    entries = list(entries)
    known, line = {entry.id for entry in entries}, 0
    seen: set[str] = set()
    for entry in entries:
        owner, fragment = ids.split(entry.id)
        above = entry.parent or (ids.join(norm, up) if (up := ids.parent(fragment)) else None)
        if entry.id in seen:
            yield DataFileError(name, entry.id, "id repetido", "cada dispositivo tem um só id")
        if owner != norm:
            yield DataFileError(name, entry.id, f"é de outra norma, {owner}", f"comece com {norm}:")
        if above and above not in known:
            yield DataFileError(
                name, entry.id, f"o dispositivo acima, {above}, não existe", "crie-o ou corrija"
            )
        if entry.parent and ids.kind(fragment) not in (Kind.ARTICLE, Kind.SECTION):
            yield DataFileError(name, entry.id, "só artigo e seção têm `parent`", "apague a chave")
        if entry.source_line <= line:
            yield DataFileError(name, entry.id, "fora da ordem da fonte", "ordene por source_line")
        seen.add(entry.id)
        line = entry.source_line


def _check_entry(name: str, entry: ProvisionEntry) -> Iterator[DataFileError]:
    fragment = ids.split(entry.id)[1]
    if entry.label != ids.label(fragment):
        yield DataFileError(name, entry.id, f"label {entry.label!r}", f"escreva {ids.label(fragment)!r}")
    words = f"{entry.text}\n{entry.note}"
    for mend in entry.mends:
        if mend.found not in entry.text:
            yield DataFileError(name, entry.id, f"mends: {mend.found!r} não está no texto", "copie da fonte")
    for reference in entry.references:
        if reference.text not in words:
            yield DataFileError(
                name, entry.id, f"references: {reference.text!r} não está no texto", "copie o trecho"
            )
        if not reference.to and reference.external is None and not reference.suspicious:
            yield DataFileError(
                name, entry.id, f"references: {reference.text!r} sem alvo", "preencha to ou external"
            )
    yield from _check_versions(name, entry)
    yield from _check_printed(name, entry)
    for table in entry.tables:
        widths = {len(row) for row in table.rows}
        if len(widths) > 1 or any(not cell.strip() for row in table.rows for cell in row):
            yield DataFileError(
                name, entry.id, f"tabela {table.title!r}: falta uma célula", "complete a linha"
            )
        for row in table.rows:
            if "\t".join(row) not in entry.text:
                yield DataFileError(
                    name, entry.id, f"tabela: {' | '.join(row)} não está no texto", "copie da fonte"
                )


def _check_printed(name: str, entry: ProvisionEntry) -> Iterator[DataFileError]:
    """The label as printed says the rung and number of the id, or the entry says that it was restored."""
    last = ids.parse(ids.split(entry.id)[1])[-1]
    printed = mark(f"{entry.printed} Palavras")
    agrees = printed is not None and (printed.kind, printed.number) == (last.kind, last.number)
    if entry.label_restored:
        agrees = printed is not None and printed.kind is None
    if not agrees:
        yield DataFileError(
            name,
            entry.id,
            f"a fonte imprime {entry.printed!r}",
            "corrija id ou printed; sem número: label_restored",
        )


def _check_series(name: str, entries: Iterable[ProvisionEntry]) -> Iterator[DataFileError]:
    """Numbers follow one another under each provision; a jump is a `gap` named in the data."""
    entries = list(entries)
    gaps = {entry.id for entry in entries if any(anomaly.kind == "gap" for anomaly in entry.anomalies)}
    last: dict[tuple[str, Kind], int] = {}
    for entry in entries:
        norm, fragment = ids.split(entry.id)
        step = ids.parse(fragment)[-1]
        above = ids.join(norm, ids.parent(fragment) or "")
        before = last.get((above, step.kind), 0)
        if step.number > before + 1 and not gaps & {entry.id, above}:
            yield DataFileError(
                name, entry.id, f"salta de {before} para {step.number}", "registre a anomalia `gap`"
            )
        last[above, step.kind] = max(before, step.number)


def _check_anomalies(name: str, file: ProvisionsFile, source: str) -> Iterator[DataFileError]:
    """A damage stands on a line of its own provision and shows words of it; a gap is seen where the series jumps."""
    lines = source.splitlines()
    starts = [entry.source_line for entry in file.provisions]
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    holders = [(f"remainder {rest.lines[0]}", rest.lines, rest.anomalies) for rest in file.remainder]
    spans = zip(starts, ends, strict=True)
    holders += [(e.id, span, e.anomalies) for e, span in zip(file.provisions, spans, strict=True)]
    for where, (first, last), anomalies in holders:
        for anomaly in anomalies:
            if anomaly.kind == "gap":
                continue
            words = " ".join(" ".join(lines[anomaly.line - 1 : anomaly.line]).split())
            if not first <= anomaly.line <= last:
                yield DataFileError(
                    name, where, f"anomalia na linha {anomaly.line}, que é de outro", "corrija a linha"
                )
            elif " ".join(anomaly.found.split()) not in words:
                yield DataFileError(
                    name,
                    where,
                    f"anomalia: {anomaly.found!r} não está na linha {anomaly.line}",
                    "copie da fonte",
                )


def _check_versions(name: str, entry: ProvisionEntry) -> Iterator[DataFileError]:
    before: VersionEntry | None = None
    for version in entry.versions:
        if (version.wording == "own") != (version.text is not None):
            yield DataFileError(name, entry.id, "versions: `text` só e sempre com wording: own", "corrija")
        if version.from_on and version.to_on and version.to_on < version.from_on:
            yield DataFileError(name, entry.id, "versions: termina antes de começar", "corrija as datas")
        if before and before.to_on and version.from_on and version.from_on <= before.to_on:
            yield DataFileError(name, entry.id, "versions: datas se sobrepõem", "a anterior acaba na véspera")
        if before and before.from_on and version.from_on and version.from_on <= before.from_on:
            yield DataFileError(name, entry.id, "versions: fora de ordem", "da mais antiga para a mais nova")
        before = version
