"""Whether every provision that the dated data names exists: one list of defects over all its files.

Each file is checked by itself when it is read; this is the check across files and norms, for `norms check`,
for a norm's new revision before it is published, and for the tests.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from knowledge.calc_fine import Conduct, load_conducts
from knowledge.dated import Values, load_values
from knowledge.errors import DataFileError
from knowledge.schema import DATA
from knowledge.scope import ScopeFile, load_scope
from knowledge.terms import Terms, file_terms
from knowledge.upf import UpfSeries, load_upf

MEND = "confira o dispositivo no texto da norma"


@dataclass(frozen=True)
class Grounded:
    """The data that rests on provisions."""

    values: Values
    upf: UpfSeries
    terms: Terms
    scope: ScopeFile
    conducts: Mapping[str, Conduct]

    @classmethod
    def of(cls, data: Path = DATA, *, terms: Terms | None = None) -> Grounded:
        """The data of a folder; `terms`: those in force in place of the folder's. Raises `DataFilesError`."""
        return cls(
            load_values(data / "values"),
            load_upf(data / "values" / "upf-rs.yaml"),
            terms or file_terms(data),
            load_scope(data / "scope.yaml"),
            load_conducts(data / "conducts.yaml"),
        )

    def grounds(self) -> Iterator[tuple[str, str, str]]:
        """Every (file, key, provision) of values, UPF, obligations, extensions, LIT bands, scope and conducts."""
        yield from (("values", series, p) for series, p in self.values.provisions())
        yield ("values/upf-rs.yaml", "provision", self.upf.provision)
        rows = self.terms.rows
        yield from (("obligations.yaml", row.kind, p) for row in rows for p in row.provisions)
        for act in rows.extensions:
            yield from (("obligations.yaml", f"extensions: {act.by}", p) for p in act.provisions)
        yield from (("lit.yaml", band.label, p) for band in self.terms.bands.bands for p in band.provisions)
        named = [("staff", self.scope.staff.provisions)]
        named += [(name, reason.provisions) for name, reason in self.scope.reasons.items()]
        named += [(name, remark.provisions) for name, remark in self.scope.notes.items()]
        named += [(name, carrier.provisions) for name, carrier in self.scope.carriers.items()]
        yield from (("scope.yaml", name, p) for name, provisions in named for p in provisions)
        for conduct in self.conducts.values():
            yield from (("conducts.yaml", conduct.id, p) for p in (conduct.provision, *conduct.measures))


def unknown_grounds(known: Container[str], data: Grounded) -> list[DataFileError]:
    """One defect for each provision named that is not among the known ids."""
    return [
        DataFileError(file, key, f"dispositivo inexistente: {provision}", MEND)
        for file, key, provision in data.grounds()
        if provision not in known
    ]
