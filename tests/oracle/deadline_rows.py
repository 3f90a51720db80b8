"""The table of the handbook's section 8: kind, provision, standing, stages; and the shape of a result."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

Standing = Literal["stated", "unstated", "outside"]


@dataclass(frozen=True)
class Row:
    """One row of the table; `once` is the last stage of a kind that has neither 0 nor an overdue.

    Days before it stand only where a change is to be announced ahead: those of the length that still holds.
    """

    kind: str
    provision: tuple[str, ...]
    standing: Standing
    before: tuple[int, ...] = ()
    once: str = ""
    hours: tuple[int, ...] = ()
    silent: bool = False


@dataclass(frozen=True)
class Reading:
    """Another date that the person is shown, and the reason."""

    on: date | datetime
    why: str


@dataclass(frozen=True)
class Deadline:
    """What falls due: a day, or an instant for lists and retention; stages count down to `count_to`."""

    kind: str
    standing: Standing
    provision: tuple[str, ...]
    due_on: date | None = None
    due_at: datetime | None = None
    act_by: date | None = None
    count_to: date | None = None
    count_to_at: datetime | None = None
    before: tuple[int, ...] = ()
    once: str = ""
    hours: tuple[int, ...] = ()
    silent: bool = False
    alternatives: tuple[Reading, ...] = ()
    limiting: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def overdue(self) -> bool:
        """Do -1, -8, -15 … follow while it is unsolved."""
        return not (self.silent or self.once or self.hours or self.due_on is None)

    @property
    def stages(self) -> tuple[str, ...]:
        """The stage words up to the due day and the first overdue one; weekly ones follow it."""
        if self.silent:
            return ()
        if self.once:
            return (*(str(days) for days in self.before), self.once)
        if self.hours:
            return tuple(f"{hours}h" for hours in self.hours)
        return (*(str(days) for days in self.before), "0", "-1")


LONG = (60, 30, 15, 7, 1)
YEAR = (30, 15, 7, 1)
QUARTER = (15, 7, 1)
INSTALMENT = (5, 1)
LEGAL = (10, 5, 2, 1)
SHORT = (3, 1)


def _ids(text: str) -> tuple[str, ...]:
    full = {"D": "daer-7727-2022", "C": "cetm-2015"}
    return tuple(full[word[0]] + word[1:] for word in text.split())


def _table() -> dict[str, Row]:
    return {row.kind: row for row in (*_daer(), *_metroplan(), *_fines(), *_trips(), *_outside())}


def _daer() -> tuple[Row, ...]:
    licence = "D:art2_inc31 D:art19_inc1 D:art19_inc2 D:art23_inc7 D:art24_inc5 D:art15"
    usable = "D:art18_inc1 D:art18_inc2 D:art18_inc3 D:art18_inc4 D:art14_inc1 D:art14_inc2 D:art14_inc3"
    usable += " D:art14_inc4 D:art14_inc5 D:art14_inc6 D:art23_inc6"
    paid = "C:art20 C:art4_inc11 D:art14_inc4 D:art48_inc4_ali4_ite3 D:art48_inc5_ali17 D:art50_inc1"
    renewal = _ids("D:art10 D:art10_par3 D:art8_par4 D:art10_par4")
    return (
        Row("recefitur", _ids("D:art8"), "stated", LONG),
        Row("recefitur-renewal", renewal, "stated", once="opens"),
        Row("lit", _ids("D:art13_par1"), "stated", YEAR),
        Row("lit-band-change", _ids("D:art13_par1 D:art13_par2"), "unstated", YEAR, once="change"),
        Row("lit-advisory", _ids("D:art13_par1 D:art13_par2"), "unstated", once="0"),
        Row("new-vehicle", _ids("D:art13_par4 D:anx10"), "unstated", YEAR),
        Row("vehicle-licence", _ids("D:art18 D:art14_inc3"), "stated", YEAR),
        Row("contract-licence", _ids(licence), "stated", YEAR),
        Row("licence-usable", _ids(usable), "stated", YEAR),
        Row("instalment", _ids(paid), "stated", INSTALMENT),
        Row("bond-refill", _ids("D:art48_par2 D:art48_inc3_ali4 D:art10_par4"), "stated", QUARTER),
        Row("guarantee-insurance", _ids("D:art5_inc5_ali1"), "stated", YEAR),
        Row("missing-papers", _ids("D:anx2"), "stated", (2, 1)),
        Row("veracity-declaration", _ids("D:anx13 D:art5_inc7"), "stated", (7, 1)),
        Row("certificate", _ids("D:art5_par6 D:art8_par2 D:art8_par3"), "stated", YEAR),
        Row("rented-vehicle", _ids("D:art5_inc4_ali2_ite3"), "stated", YEAR),
        Row("public-driver", _ids("D:art33_inc3"), "stated", YEAR),
        Row("tachograph-records", _ids("D:art11_par2"), "unstated", silent=True),
    )


def _metroplan() -> tuple[Row, ...]:
    contract = "C:art2_inc8 C:art11 C:art2_inc8_par1u"
    return (
        Row("metroplan-authorisation", _ids("C:art2_inc1 C:art2_inc4 C:art20"), "stated", LONG),
        Row("metroplan-usable", _ids("C:art2_inc1 C:art2_inc4 C:art20"), "stated", LONG),
        Row("metroplan-fee", _ids("C:art8 C:art10_par1u"), "unstated", YEAR),
        Row("metroplan-contract", _ids(contract), "stated", LONG),
        Row("metroplan-laudo", _ids("C:art4_inc4"), "unstated", YEAR),
        Row("metroplan-substitution", _ids("C:art21_inc2"), "stated", SHORT),
        Row("metroplan-analysis", _ids("C:art14 C:art14_par1u C:art13"), "stated", once="chase"),
        Row("shared-analysis", _ids("C:art22_inc1_ali1"), "stated", SHORT),
        Row("shared-refusal", _ids("C:art22_inc1_ali2"), "stated", SHORT),
    )


def _fines() -> tuple[Row, ...]:
    again = _ids("D:art48_par3 D:art48_par4 D:art48_par5")
    return (
        Row("tnt-posting", _ids("D:art45_par4"), "stated", silent=True),
        Row("defence", _ids("D:art45_par4"), "stated", LEGAL),
        Row("ait", _ids("D:art46_par1 D:art46_par3"), "stated", LEGAL),
        Row("debt", _ids("D:art51_inc9"), "stated", QUARTER),
        Row("recidivism", again, "unstated", silent=True),
        Row("ban-metroplan", _ids("C:art16_par1u"), "stated", silent=True),
        Row("ban-daer", _ids("D:art20 D:art51_par2"), "stated", silent=True),
        Row("retention", _ids("D:art49 D:art50_par1 D:art50_par2"), "stated", silent=True),
    )


def _trips() -> tuple[Row, ...]:
    invoice = _ids("D:art23_inc4 D:art24_inc7 C:art2_inc1 D:art21_inc3")
    return (
        Row("passenger-list", _ids("D:art21_inc1 D:art25_inc3 D:art38"), "stated", hours=(24, 12, 9)),
        Row("invoice", invoice, "stated", SHORT),
    )


def _outside() -> tuple[Row, ...]:
    policy = _ids("D:art5_inc5_ali2 D:art14_inc4 C:art4_inc11")
    return (
        Row("policy", policy, "outside", YEAR),
        Row("late-instalment", (), "outside"),
        Row("cadastur", _ids("D:art5_inc2"), "outside", LONG),
        Row("tachograph-certificate", (), "outside", LONG),
        Row("crlv", _ids("D:art5_inc4_ali1 C:art4_inc12"), "outside", YEAR),
        Row("cnh", _ids("D:art33"), "outside", LONG),
        Row("toxicological", _ids("D:art33"), "outside", LONG),
        Row("passenger-course", _ids("D:art33"), "outside", LONG),
        Row("cnd-federal", _ids("D:art5_inc3_ali6"), "outside", YEAR),
        Row("cndt", _ids("D:art5_inc3_ali9"), "outside", YEAR),
        Row("fgts", _ids("D:art5_inc3_ali10"), "outside", (10, 5, 1)),
        Row("cnd-inss", _ids("D:art5_inc3_ali11"), "outside", YEAR),
        Row("cnd-state", _ids("D:art5_inc3_ali7"), "outside", YEAR),
        Row("cnd-city", _ids("D:art5_inc3_ali8"), "outside", YEAR),
        Row("alvara", _ids("D:art5_inc3_ali5"), "outside", YEAR),
    )


TABLE = _table()
