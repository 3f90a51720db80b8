"""The fleet in the chat: a vehicle, its LIT, Renovei; nobody else sees it."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

from sqlmodel import Session, select

from bot import accounts
from bot.local_telegram.people import Person
from bot.main import App
from bot.models.fleet import Paper
from tests.conftest import NOON
from tests.stories.conftest import Stage

T = TypeVar("T")


async def found(app: App, person: Person, name: str = "Aurora") -> int:
    """A company of this person, as the registration would leave it."""

    def work(session: Session) -> int:
        account = accounts.touch(session, user_id=person.id, name=person.name, now=NOON)
        accounts.consent(session, account, now=NOON)
        made = accounts.found_company(
            session,
            owner=person.id,
            name=name,
            authorities=["daer", "metroplan"],
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


async def adds_lit(person: Person, day: str) -> None:
    """A LIT from the vehicle's screen, with the printed date only."""
    await person.presses("➕ Documento")
    await person.waits_for(text="Qual documento")
    await person.presses("Laudo de Inspeção")
    await person.waits_for(text="Qual é o número")
    await person.presses("Pular")
    await person.waits_for(text="Inspeção")
    await person.presses("Pular")
    await person.waits_for(text="Validade impressa")
    await person.says(day)
    await person.waits_for(button="Sim, está certo")
    await person.presses("Sim, está certo")
    review = await person.waits_for(text="Confira")
    await person.presses("Confirmar", on=review)
    await person.waits_for(text="Guardado")


async def test_a_vehicle_its_lit_and_renovei(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        lit = await marli.screen()
        assert "Vale até 10 de junho de 2026 (quarta-feira): vence hoje." in lit.text

        await marli.presses("Renovei")
        await marli.waits_for(text="Inspeção")
        await marli.presses("Hoje, 10/06/2026")
        proposal = await marli.waits_for(text="Pela norma: 10/06/2027")
        assert "art. 13, § 1º" in proposal.text
        await marli.presses("10/06/2027 (pela norma)")

        renewed = await marli.waits_for(text="Renovado")
        assert "10 de junho de 2027" in renewed.text
        stored = await rows(app, Paper)
        assert [
            ("replaced", dt.date(2026, 6, 10)),
            ("current", dt.date(2027, 6, 10)),
        ] == [(p.state, p.expires_on) for p in stored]
