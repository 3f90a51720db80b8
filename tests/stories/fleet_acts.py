"""What people do in the stories of the fleet: found a company, add a vehicle, a LIT, come in by invitation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlmodel import Session, select

from bot import accounts
from bot.local_telegram.people import Person
from bot.main import App
from tests.conftest import NOON

T = TypeVar("T")


async def found(
    app: App, person: Person, name: str = "Aurora", *, authorities: Sequence[str] = ("daer", "metroplan")
) -> int:
    """A company of this person, as the registration would leave it."""

    def work(session: Session) -> int:
        account = accounts.touch(session, user_id=person.id, name=person.name, now=NOON)
        accounts.consent(session, account, now=NOON)
        made = accounts.found_company(
            session,
            owner=person.id,
            name=name,
            authorities=list(authorities),
            modes=["turistico"],
            now=NOON,
        )
        return made.id or 0

    return await app.services.database.run(work)


async def rows(app: App, model: type[T], **where: Any) -> list[T]:
    """Stored rows."""

    def work(session: Session) -> list[T]:
        statement = select(model)
        for name, value in where.items():
            statement = statement.where(getattr(model, name) == value)
        return list(session.exec(statement))

    return await app.services.database.run(work)


async def adds_vehicle(person: Person, plate: str = "IAB1C23", year: str = "2015") -> None:
    """The whole form of a vehicle."""
    await person.asks("/frota")
    await person.presses("Incluir")
    screen = await person.reads()
    if "Qual é a placa" not in screen.text:
        await person.presses("Incluir veículo")
    await person.waits_for(text="Qual é a placa")
    await person.says(plate)
    await person.waits_for(text="ano de fabricação")
    await person.says(year)
    await person.waits_for(text="Quantos lugares")
    await person.says("15")
    for question in ("categoria", "urbano ou rodoviário", "De quem é o veículo", "RENAVAM"):
        await person.waits_for(text=question)
        await person.presses("Pular")
    review = await person.waits_for(text="Confira o veículo")
    assert "art. 5º, § 4º" in review.text
    await person.presses("Confirmar", on=review)
    await person.waits_for(text="Veículo incluído")


async def opens_more(person: Person, button: str) -> None:
    """From the fleet to what stands behind "Incluir e mais"."""
    await person.says("/frota")
    await person.waits_for(button="Incluir e mais")
    await person.presses("Incluir e mais")
    await person.waits_for(button=button)
    await person.presses(button)


async def chooses_paper(person: Person, kind: str) -> None:
    """From a screen where papers are added to the first question about one of this kind."""
    await person.presses("➕ Documento")
    await person.waits_for(text="Qual documento")
    await person.presses(kind)


async def begins_paper(person: Person, kind: str, *, number: str = "") -> None:
    """A paper that has a number: chosen, and its number told or passed over."""
    await chooses_paper(person, kind)
    await person.waits_for(text="Qual é o número")
    if number:
        await person.says(number)
    else:
        await person.presses("Pular")


async def enters_day(person: Person, day: str) -> None:
    """A day, and yes to its echo."""
    await person.says(day)
    await person.waits_for(button="Sim, está certo")
    await person.presses("Sim, está certo")


async def adds_lit(person: Person, day: str) -> None:
    """A LIT from the vehicle's screen, with the printed date only."""
    await begins_paper(person, "Laudo de Inspeção")
    await person.waits_for(text="Inspeção")
    await person.presses("Pular")
    await person.waits_for(text="Validade impressa")
    await enters_day(person, day)
    review = await person.waits_for(text="Confira")
    await person.presses("Confirmar", on=review)
    await person.waits_for(text="Guardado")


async def invites(owner: Person, role: str) -> str:
    """A link of the owner's company; returns its payload."""
    await owner.asks("/empresa")
    await owner.presses("Pessoas")
    await owner.waits_for(button="Convidar")
    await owner.presses("Convidar")
    await owner.waits_for(text="Como o quê")
    await owner.presses(role)
    invited = await owner.waits_for(text="Mande este endereço")
    link = re.search(r"start=(\S+)", invited.text)
    assert link is not None
    return link[1]


async def comes_in(owner: Person, guest: Person, role: str) -> None:
    """Invited, accepted, confirmed."""
    payload = await invites(owner, role)
    await guest.starts(payload)
    await guest.waits_for(text="convidou você")
    await guest.presses("Aceito e concordo")
    await guest.waits_for(text="Avisei quem convidou")
    asked = await owner.waits_for(text="aceitou o convite")
    await owner.presses("Sim, deixar entrar", on=asked)
    await guest.waits_for(text="Você entrou")
