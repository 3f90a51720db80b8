"""The results of a broadcast as a spreadsheet: company, delivered, confirmed, reason; nothing else about anybody.

Where the companies may not be named (`broadcast_results.named`) a number stands for each.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from sqlmodel import Session

from bot import broadcast_results, broadcasts, staff
from bot.late import Late
from bot.producers import Params, Producer, Work
from bot.services import Services


def load(services: Services, session: Session, params: Params) -> Work | None:
    """Reads the results, if the person may still see them."""
    user = int(params["user"])
    row = broadcasts.get(session, int(params["id"]))
    if row is None or "communicator" not in staff.roles_of(session, user, services.settings.admin_ids):
        return None
    if broadcast_results.silent(session, row):
        return None
    results, labels = broadcast_results.results(session, row), services.renderer.labels
    zone = services.settings.zone
    lines = [
        [
            r.company
            or " / ".join(services.renderer.label("company_without_name", number=n) for n in r.numbers),
            labels[f"result_{r.state}"],
            r.aware_at.astimezone(zone).strftime("%d/%m/%Y %H:%M") if r.aware_at else "",
            r.reason,
        ]
        for r in results
    ]
    return lambda: workbook(
        [labels[f"sheet_{name}"] for name in ("company", "state", "aware", "reason")], lines
    )


_openpyxl = Late("openpyxl")


def workbook(head: Sequence[str], lines: Sequence[Sequence[str]]) -> bytes:
    """The bytes of a workbook of plain texts: a name that begins like a formula stays a name."""
    book = _openpyxl.Workbook()
    page = book.create_sheet(index=0)
    del book[book.sheetnames[1]]
    for number, line in enumerate([head, *lines], 1):
        for column, text in enumerate(line, 1):
            cell = page.cell(number, column)
            cell.value, cell.data_type = text, "s"
    page.column_dimensions["A"].width = 40
    page.freeze_panes = "A2"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


SHEET = Producer(load)
