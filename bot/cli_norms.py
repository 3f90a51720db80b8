"""`fretabot norms …`: the norms on the command line, to read, check, compare, draft and write back.

Prints and nothing else; what it prints comes from `knowledge`. Whoever mounts it says where published revisions come
from (`build`); `app` reads the package's files alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from bot.cli_common import printed
from bot.clock import machine_now
from knowledge import ids
from knowledge.acts import load_acts
from knowledge.base_export import exported
from knowledge.compare import compare, texts_of_draft, texts_of_file
from knowledge.corpus import Corpus, load_corpus
from knowledge.errors import KnowledgeError, UnknownProvision
from knowledge.importer import draft as draft_text
from knowledge.lexml import full_id, outside_schema
from knowledge.library import Entered
from knowledge.model import Provision
from knowledge.norm_draft import draft_folder, stored_folder, write_folder
from knowledge.norm_json import force_json, norm_json, provision_json
from knowledge.norm_report import COLUMNS, report, row
from knowledge.norm_revise import Amendment, revised_folder
from knowledge.norm_store import Revision, StoredNorm, read_norms

Revisions = Callable[[], Mapping[str, Revision]]
Json = Annotated[bool, typer.Option("--json", help="Saída para programas: um objeto por linha.")]
Out = Annotated[Path | None, typer.Option("--out", help="Pasta em que gravar.")]


class NormCommands:
    """The commands, reading the package's norms with these published revisions in their place."""

    def __init__(self, revisions: Revisions, entered: Callable[[], Entered]) -> None:
        self._revisions = revisions
        self._entered = entered

    def list_(self, *, as_json: Json = False) -> None:
        """As normas do acervo, com a situação e os avisos de cada uma."""
        corpus = self._corpus()
        for norm in corpus.norms:
            if as_json:
                printed(norm_json(corpus, norm))
                continue
            stale = " (texto desatualizado)" if norm.stale_text else ""
            typer.echo(f"{norm.id:26} {norm.status}{stale}  {norm.short}")
            for warning in corpus.warnings(norm.id):
                typer.echo(f"{'':26} ! {warning}")

    def show(
        self,
        what: Annotated[str, typer.Argument(metavar="NORMA[:FRAGMENTO]")],
        *,
        on: Annotated[str, typer.Option("--on", metavar="AAAA-MM-DD", help="O que valia nessa data.")] = "",
        as_json: Json = False,
    ) -> None:
        """Os dispositivos de uma norma, ou um dispositivo com os que estão abaixo dele, na ordem da fonte."""
        day = _day(on)
        corpus = self._corpus()
        for provision in _chosen(corpus, what):
            if as_json:
                dated = {"on": force_json(corpus.in_force_on(provision.id, day), day)} if day else {}
                printed(provision_json(provision) | dated)
            else:
                typer.echo("\n".join(_lines(corpus, provision, day)))

    def check(self, *, as_json: Json = False) -> None:
        """Confere as normas palavra por palavra e conta o que cada uma tem."""
        reports = [report(one) for one in self._stored()]
        if as_json:
            for one in reports:
                printed(one.as_json())
            return
        rows = [COLUMNS, *(row(one) for one in reports)]
        widths = [max(len(line[column]) for line in rows) for column in range(len(COLUMNS))]
        for line in rows:
            typer.echo(
                "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            )

    def diff(
        self,
        norm: Annotated[str, typer.Argument(metavar="NORMA")],
        other: Annotated[Path, typer.Argument(metavar="OUTRO.txt")],
        *,
        as_json: Json = False,
    ) -> None:
        """O que um texto novo muda numa norma, dispositivo por dispositivo."""
        stored = next((one for one in self._stored() if one.norm.id == norm), None)
        if stored is None:
            raise typer.BadParameter(f"norma desconhecida: {norm}; veja `norms list`", param_hint="NORMA")
        for change in compare(texts_of_file(stored.provisions), texts_of_draft(draft_text(_read(other)))):
            id_, label = ids.join(norm, change.fragment), ids.label(change.fragment)
            if as_json:
                sides = {"before": change.before, "after": change.after}
                printed({"change": change.kind, "id": id_, "label": label, **sides})
            else:
                typer.echo(f"{change.kind:8} {label}: {change.words}")

    def draft(
        self,
        file: Annotated[Path, typer.Argument(metavar="ARQUIVO.txt")],
        *,
        id_: Annotated[str, typer.Option("--id", help="Id da norma nova.")],
        jurisdiction: Annotated[str, typer.Option(help="De quem é a norma: RS, DF, BR …")] = "",
        by: Annotated[str, typer.Option(help="Ato que deu o texto novo a uma norma do acervo.")] = "",
        since: Annotated[str, typer.Option("--from", metavar="AAAA-MM-DD", help="Desde quando vale.")] = "",
        out: Out = None,
        as_json: Json = False,
    ) -> None:
        """Rascunho dos arquivos de uma norma, para uma pessoa conferir; sem --out, só mostra.

        Se a norma já está no acervo, o que se conferiu do texto antigo fica onde ainda serve.
        """
        source, acts = _read(file), load_acts()
        known = next((one for one in self._stored() if one.norm.id == id_), None)
        try:
            if known is None:
                folder = draft_folder(id_, source, acts, jurisdiction=jurisdiction)
            else:
                folder = revised_folder(
                    known, source, acts, Amendment(by=by or None, from_on=_day(since, option="--from"))
                )
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--id") from error
        if as_json:
            path = {"path": str(_written(folder, out))} if out else {"files": dict(folder.files)}
            doubts = [{"line": line, "doubt": doubt} for line, doubt in folder.doubts]
            printed({"id": id_, "known": known is not None, **path, "doubts": doubts})
            return
        if out is None:
            typer.echo(folder.files["provisions.yaml"], nl=False)
        else:
            typer.echo(str(_written(folder, out)))
        for line, doubt in folder.doubts:
            typer.echo(f"conferir: linha {line}: {doubt}", err=True)

    def export(
        self,
        *,
        lexml: Annotated[bool, typer.Option("--lexml", help="Os ids na forma completa do LexML.")] = False,
        out: Out = None,
        as_json: Json = False,
    ) -> None:
        """O publicado, escrito de volta como os arquivos de knowledge/data (em --out); com --lexml, os ids em LexML."""
        if lexml:
            for line in _lexml(self._corpus()):
                printed(line) if as_json else typer.echo("\t".join(str(cell or "") for cell in line.values()))
            return
        published, target = self._revisions(), out or Path()
        paths = [
            _written(stored_folder(stored), target / "norms")
            for stored in self._stored()
            if stored.norm.id in published
        ]
        beside = exported(self._entered(), machine_now().date())
        paths += [_saved(target / name, text) for name, text in beside.files.items()]
        for path in paths:
            printed({"path": str(path)}) if as_json else typer.echo(str(path))
        for left in beside.kept:
            typer.echo(f"fica só no banco: {left}", err=True)
        if not paths:
            typer.echo("nenhuma revisão publicada: valem os arquivos do pacote", err=True)

    def _corpus(self) -> Corpus:
        try:
            return load_corpus(revisions=self._revisions())
        except KnowledgeError as error:
            _fail(str(error))

    def _stored(self) -> list[StoredNorm]:
        try:
            return read_norms(revisions=self._revisions())
        except KnowledgeError as error:
            _fail(str(error))


def build(revisions: Revisions = dict, entered: Callable[[], Entered] = Entered) -> typer.Typer:
    """The sub-commands of `fretabot norms` over these published revisions and what staff entered beside them."""
    commands = NormCommands(revisions, entered)
    made = typer.Typer(no_args_is_help=True, help="As normas do acervo.")
    made.command("list")(commands.list_)
    for command in (commands.show, commands.check, commands.diff, commands.draft, commands.export):
        made.command()(command)
    return made


app = build()


def _fail(line: str) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(1)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        _fail(f"{path}: não está em UTF-8; grave de novo com essa codificação")
    except OSError as error:
        _fail(f"{path}: {error.strerror or error}")


def _written(folder: Any, out: Path) -> Path:
    try:
        return write_folder(folder, out)
    except OSError as error:
        _fail(f"{out / folder.norm}: {error.strerror or error}")


def _saved(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        _fail(f"{path}: {error.strerror or error}")
    return path


def _day(text: str, *, option: str = "--on") -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} não é AAAA-MM-DD", param_hint=option) from error


def _chosen(corpus: Corpus, what: str) -> tuple[Provision, ...]:
    norm, _, fragment = what.replace("__", ":").partition(":")
    try:
        if not fragment:
            return corpus.norm(norm).provisions
        id_ = ids.join(norm, fragment)
        return (corpus.provision(id_), *corpus.descendants(id_))
    except UnknownProvision as error:
        _fail(f"não existe no acervo: {error.id}")


def _lines(corpus: Corpus, provision: Provision, day: dt.date | None) -> Iterator[str]:
    restored = " (numeração reconstruída)" if provision.label_restored else ""
    yield f"{provision.label}{restored}  [{provision.id}, linha {provision.source_line}, {provision.status}]"
    if day:
        force = corpus.in_force_on(provision.id, day)
        yield f"    em {day:%d/%m/%Y}: {force.held}{f' – {force.note}' if force.note else ''}"
        if not force.version or force.version.text is None:
            return
    yield from (f"    {line}" for line in provision.reading.split("\n"))
    for reference in provision.references:
        target = ", ".join(reference.to) or reference.external or "sem URN conhecida"
        yield f"    → {reference.text}: {target}{' (suspeita)' if reference.suspicious else ''}"


def _lexml(corpus: Corpus) -> Iterator[dict[str, str | None]]:
    for provision in corpus.provisions():
        urn = corpus.norm(provision.norm).urn
        outside = outside_schema(provision.fragment) or None
        yield {"id": provision.id, "lexml": full_id(urn, provision.fragment), "outside_schema": outside}
