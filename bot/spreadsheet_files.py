"""Spreadsheets made for people: the empty template and the fleet as it stands, as .csv and .xlsx.

What the fleet's file holds can be brought in again and changes nothing. Cells are harmless in any program.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Sequence
from decimal import Decimal

from sqlmodel import Session, col, select

from bot import companies, fleet, paper_facts, papers
from bot.fleet_import import SUBJECTS
from bot.late import Late
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from bot.producers import Params, Producer, Work
from bot.roles import package_roles
from bot.services import Services
from bot.spreadsheet_columns import COLUMNS, OTHER_DATES
from bot.spreadsheet_text import harmless
from bot.spreadsheet_words import importable, package_words
from knowledge import words
from knowledge.obligations import package_obligations

_openpyxl, _styles, _utils = Late("openpyxl"), Late("openpyxl.styles"), Late("openpyxl.utils")

Table = Sequence[Sequence[str]]
TEMPLATE, EXPORT = "fleet_template", "fleet_export"


def as_csv(rows: Table) -> bytes:
    """As the Excel of Brazil opens it: semicolons, UTF-8 with its mark."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([[harmless(cell) for cell in row] for row in [COLUMNS, *rows]])
    return stream.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Table, *, title: str, help_title: str = "", help_lines: Sequence[str] = ()) -> bytes:
    """A workbook of texts, so that leading zeros stay; a second sheet says how to fill it in."""
    book = _openpyxl.Workbook()
    page = book.worksheets[0]
    page.title = title
    for number, row in enumerate([COLUMNS, *rows], 1):
        for column, text in enumerate(row, 1):
            cell = page.cell(number, column)
            cell.value, cell.data_type = harmless(text), "s"
            cell.number_format = "@"
            cell.font = _styles.Font(bold=number == 1)
    for column in range(1, len(COLUMNS) + 1):
        width = page.column_dimensions[_utils.get_column_letter(column)]
        width.width, width.number_format = 18, "@"
    page.freeze_panes = "A2"
    if help_lines:
        sheet = book.create_sheet(help_title)
        sheet.column_dimensions["A"].width = 100
        for number, line in enumerate(help_lines, 1):
            sheet.cell(number, 1).value = harmless(line)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def table(session: Session, company: Company, *, role: str = "owner") -> tuple[list[list[str]], int]:
    """The fleet as lines, as far as a role sees it, and how many papers a spreadsheet cannot hold."""
    vehicles = {v.id: v for v in fleet.vehicles(session, company.id or 0)}
    rows = [_vehicle(v) for v in vehicles.values()]
    statement = select(Paper).where(
        Paper.company_id == company.id,
        Paper.state == "current",
        col(Paper.subject).in_(SUBJECTS),
    )
    rules = package_roles()
    held = [
        p
        for p in sorted(
            session.exec(statement),
            key=lambda p: (p.vehicle_id or 0, p.subject, p.subject_name, p.kind, p.id or 0),
        )
        if (p.vehicle_id is None or p.vehicle_id in vehicles)
        and rules.sees(role, _holder(p.kind), p.kind, own=False)
    ]
    fitting = [p for p in held if p.kind in importable() and (p.expires_on or p.issued_on)]
    parcels = papers.parcels_by_paper(session, [p.id or 0 for p in fitting if p.kind == "policy"])
    rows += [_paper(p, vehicles.get(p.vehicle_id), parcels.get(p.id or 0, [])) for p in fitting]
    return rows, len(held) - len(fitting)


def _holder(kind: str) -> str:
    kinds = package_obligations()
    return kinds[kind].holder if kind in kinds else "company"


def _vehicle(row: Vehicle) -> list[str]:
    kinds = {name: getattr(row, name) for name in ("vehicle_class", "body", "ownership")}
    told = {
        "placa": fleet.shown(row.plate),
        "renavam": row.renavam or "",
        "ano_fabricacao": str(row.year),
        "lugares": str(row.seats),
        "tipo": package_words().type_words(kinds),
    }
    return [told.get(column, "") for column in COLUMNS]


def _paper(row: Paper, vehicle: Vehicle | None, parcels: Sequence[Instalment]) -> list[str]:
    dates = paper_facts.dates(row, OTHER_DATES.values())
    amounts = [p.amount for p in parcels if p.amount is not None]
    told = {
        "placa": fleet.shown(vehicle.plate) if vehicle else "",
        "documento": importable()[row.kind].title,
        "numero": row.number or "",
        "emitido_em": _day(row.issued_on),
        "vence_em": _day(row.expires_on),
        "seguradora": row.issuer or "",
        "parcelas": str(len(parcels)) if parcels else "",
        "valor_total": words.money(sum(amounts, Decimal(0))) if amounts else "",
        "primeira_parcela": _day(parcels[0].due_on) if parcels else "",
        "motorista": row.subject_name if row.subject == "driver" else "",
        "contrato": row.subject_name if row.subject == "contract" else "",
        **{column: _day(dates.get(fact)) for column, fact in OTHER_DATES.items()},
    }
    return [told.get(column, "") for column in COLUMNS]


def _day(day: dt.date | None) -> str:
    return day.strftime("%d/%m/%Y") if day else ""


def _load_template(services: Services, _session: Session, params: Params) -> Work | None:
    if params["format"] == "csv":
        return lambda: as_csv([])
    help_lines = services.renderer.html("fleet_import/help").splitlines()
    label = services.renderer.label
    return lambda: as_xlsx(
        [], title=label("sheet_fleet"), help_title=label("sheet_help"), help_lines=help_lines
    )


def _load_export(services: Services, session: Session, params: Params) -> Work | None:
    held = companies.membership(session, int(params["company"]), int(params["user"]))
    if held is None:
        return None
    rows, _ = table(session, held[0], role=held[1].role)
    return lambda: as_xlsx(rows, title=services.renderer.label("sheet_fleet"))


PRODUCERS = {TEMPLATE: Producer(_load_template), EXPORT: Producer(_load_export)}
