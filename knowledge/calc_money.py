"""Calculators of fees, bond, capital, minimum covers and the floor of the invoice.

DAER 7.727/2022, arts. 5º, 8º, 10, 16, 17, 21, 23, 24, 48 and Anexo I; CETM 2015, arts. 4º, 8º, 24. Everything
is multiplied in UPF first; the product becomes reais once.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from knowledge.calculation import Authority, Book, Calculation, Line, line, silences
from knowledge.notes import note
from knowledge.ruling import Ruling
from knowledge.upf import Priced, Reais, to_cents
from knowledge.words import counted, number, priced, upf_amount

JANUARY = 1


def recefitur_fee(book: Book, fleet: int) -> Calculation:
    """The fee of registration or renewal, by fleet; exactly 11 has no row."""
    fee = book.values.row("daer-recefitur", fleet, book.on)
    said = note("fee_by_fleet", fleet=_vehicles(fleet), amount=book.money(fee.value, "daer-recefitur"))
    remarks = silences([fee])
    lines = [line(said, fee.value, fee)]
    minimum = book.stated("daer-frota-minima")
    if fleet < minimum.value:
        lines.append(
            line(note("fleet_minimum", minimum=_vehicles(int(minimum.value))), minimum.value, minimum)
        )
    return Calculation("recefitur-fee", "daer", tuple(lines), tuple(remarks))


def bond(book: Book, fleet: int) -> Calculation:
    """The bond by fleet; exactly 16 has no row."""
    amount = book.values.row("daer-caucao", fleet, book.on)
    said = note("bond_by_fleet", fleet=_vehicles(fleet), amount=book.money(amount.value, "daer-caucao"))
    return Calculation("bond", "daer", (line(said, amount.value, amount),), tuple(silences([amount])))


def bond_shortfall(book: Book, initial: Decimal, balance: Decimal) -> Calculation:
    """What must be put back when the balance falls under 30 % of the first deposit (art. 48, § 2º)."""
    percent, days, fine = (
        book.stated(s) for s in ("daer-caucao-piso", "daer-caucao-prazo", "daer-multa-grupo-3")
    )
    floor = initial * percent.value / 100
    lines = [
        line(note("bond_floor", percent=percent.value, initial=initial, floor=floor), floor, percent),
    ]
    if balance >= floor:
        lines.append(line(note("bond_enough", balance=balance), Decimal(0), percent))
        return Calculation("bond-shortfall", "daer", tuple(lines))
    missing = initial - balance
    said = note("bond_short", balance=balance, amount=book.money(missing, "daer-caucao"))
    lines.append(line(said, missing, percent))
    said = note("bond_deadline", days=days.value, fine=book.money(fine.value, "daer-multa-grupo-3"))
    lines.append(line(said, days.value, days, fine))
    return Calculation("bond-shortfall", "daer", tuple(lines))


def licence_fee(book: Book, licences: int, *, public: bool = False) -> Calculation:
    """2 UPF per vehicle licence; public bodies pay none (art. 17)."""
    if public:
        free = Ruling(Decimal(0), ("daer-7727-2022:art17",))
        return Calculation("licence-fee", "daer", (Line(note("licence_fee_public"), free),))
    fee = _times(book, "licence_fee", "daer-licenca", licences)
    return Calculation("licence-fee", "daer", (fee,), (note("licence_contract_fee"),))


def lit_fee(book: Book, reports: int) -> Calculation:
    """1.5 UPF per LIT registered (Anexo I)."""
    return Calculation("lit-fee", "daer", (_times(book, "lit_fee", "daer-lit", reports),))


def metroplan_fee(book: Book, requests: int) -> Calculation:
    """1 UPF per request (CETM art. 24); the fee per vehicle has no amount in our source."""
    fee = _times(book, "metroplan_request_fee", "metroplan-requerimento", requests)
    missing = Ruling(None, ("cetm-2015:art8", "cetm-2015:anx1"), "unstated")
    return Calculation("metroplan-fee", "metroplan", (fee, Line(note("metroplan_vehicle_fee"), missing)))


def capital(book: Book) -> Calculation:
    """The minimum capital (art. 5º, V, a)."""
    amount = book.stated("daer-capital-minimo")
    said = note("capital", amount=book.money(amount.value, "daer-capital-minimo"))
    return Calculation("capital", "daer", (line(said, amount.value, amount),))


def upf_in_reais(book: Book, upf: Decimal) -> Calculation:
    """Any amount in UPF in reais."""
    said = note("upf", amount=book.money(upf, "daer-capital-minimo"))
    return Calculation("upf", None, (Line(said, Ruling(upf, (book.upf.provision,), "outside")),))


def upf_of_year(book: Book, upf: Decimal | None, year: int) -> Calculation:
    """The UPF of a year, or an amount by it. Raises `NoValueInForce` for a year without a row."""
    row = book.upf.of_year(year)
    price = priced(Priced(upf or Decimal(1), (Reais(to_cents((upf or 1) * row.value), row),)))
    said = note("upf", amount=price) if upf else note("upf_year", year=str(year), value=row.shown)
    return Calculation("upf", None, (Line(said, Ruling(upf or row.value, (book.upf.provision,), "outside")),))


def insurance_cover(book: Book, authority: Authority, seats: int) -> Calculation:
    """The least AP, RC and DMH for a vehicle; DAER's DMH has no unit of its own, both readings are shown."""
    if seats < 1:
        raise ValueError(f"seats must be positive, got {seats}")
    ap, rc, dmh = (f"{authority}-{cover}" for cover in ("ap", "rc", "dmh"))
    whole = book.stated(rc)
    lines = [
        _per_seat(book, "cover_ap", ap, seats),
        line(note("cover_rc", amount=book.money(whole.value, rc)), whole.value, whole),
        _per_seat(book, "cover_dmh", dmh, seats),
    ]
    once = book.stated(dmh)
    if once.standing == "unstated":
        lines.append(line(note("cover_dmh_vehicle", amount=book.money(once.value, dmh)), once.value, once))
    remarks = [*silences([once]), note("cover_seats")]
    if book.on.month == JANUARY:
        remarks.append(note("cover_january"))
    return Calculation("insurance-cover", authority, tuple(lines), tuple(remarks))


def km_floor(
    book: Book, vehicle: Literal["micro", "onibus"], km: Decimal, *, trips: int = 1, vehicles: int = 1
) -> Calculation:
    """The least value of the invoice by kilometres, trips and vehicles (Anexo I; arts. 21, 23, 24)."""
    rate = book.stated(f"daer-km-{vehicle}")
    total = rate.value * km * trips * vehicles
    amount = book.money(total, f"daer-km-{vehicle}")
    if trips * vehicles == 1:
        said = note("km_floor", km=km, rate=upf_amount(rate.value), amount=amount)
    else:
        times, whole = " × ".join(_factors(trips, vehicles)), km * trips * vehicles
        said = note(
            "km_floor_times", km=km, times=times, whole=whole, rate=upf_amount(rate.value), amount=amount
        )
    return Calculation("km-floor", "daer", (line(said, total, rate),))


def _factors(trips: int, vehicles: int) -> list[str]:
    found = [] if trips == 1 else [counted(trips, "viagem", "viagens")]
    return found + ([] if vehicles == 1 else [_vehicles(vehicles)])


def _times(book: Book, sentence: str, series: str, count: int) -> Line:
    if count < 1:
        raise ValueError(f"count must be positive, got {count}")
    rate = book.stated(series)
    total = rate.value * count
    return line(
        note(sentence, count=number(count), rate=upf_amount(rate.value), amount=book.money(total, series)),
        total,
        rate,
    )


def _per_seat(book: Book, sentence: str, series: str, seats: int) -> Line:
    rate = book.stated(series)
    total = rate.value * seats
    places = counted(seats, "lugar", "lugares")
    said = note(sentence, rate=upf_amount(rate.value), seats=places, amount=book.money(total, series))
    return line(said, total, rate)


def _vehicles(count: int) -> str:
    return counted(count, "veículo", "veículos")
