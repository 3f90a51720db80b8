"""Whether every provision that the dated data names exists: one list of defects over all its files.

Each file is checked by itself when it is read; this is the check across files and norms, for `norms check`,
for a norm's new revision before it is published, and for the tests.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from knowledge.calc_fine import package_conducts
from knowledge.dated import package_values
from knowledge.errors import DataFileError
from knowledge.lit import package_bands
from knowledge.obligations import package_obligations
from knowledge.scope import package_scope
from knowledge.upf import package_upf

MEND = "confira o dispositivo no texto da norma"


def grounds() -> Iterator[tuple[str, str, str]]:
    """Every (file, key, provision) of values, UPF, obligations, extensions, LIT bands, scope and conducts."""
    yield from (("values", series, p) for series, p in package_values().provisions())
    yield ("values/upf-rs.yaml", "provision", package_upf().provision)
    yield from (("obligations.yaml", row.kind, p) for row in package_obligations() for p in row.provisions)
    moved = package_obligations().extensions
    yield from (("obligations.yaml", f"extensions: {act.by}", p) for act in moved for p in act.provisions)
    yield from (("lit.yaml", band.label, p) for band in package_bands().bands for p in band.provisions)
    scope = package_scope()
    named = [(name, reason.provisions) for name, reason in scope.reasons.items()]
    named += [(name, remark.provisions) for name, remark in scope.notes.items()]
    named += [(name, carrier.provisions) for name, carrier in scope.carriers.items()]
    yield from (("scope.yaml", name, p) for name, provisions in named for p in provisions)
    for conduct in package_conducts().values():
        yield from (("conducts.yaml", conduct.id, p) for p in (conduct.provision, *conduct.measures))


def unknown_grounds(known: Container[str]) -> list[DataFileError]:
    """One defect for each provision named that is not among the known ids."""
    return [
        DataFileError(file, key, f"dispositivo inexistente: {provision}", MEND)
        for file, key, provision in grounds()
        if provision not in known
    ]
