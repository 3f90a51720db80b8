"""What staff do in many stories: companies that exist, a broadcast written, the worker's run."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot import outbox
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.fleet import Company
from tests import carriers as rows
from tests.conftest import NOON
from tests.stories.conftest import Stage


@dataclass(frozen=True)
class Carrier:
    """A company for a story. `people`: user ids of its owners."""

    name: str
    people: tuple[int, ...]
    authorities: tuple[str, ...] = ("daer",)
    plate: str = ""
    due: dt.date | None = None
    municipality: str | None = None


async def known(stage: Stage, *names: str) -> list[Person]:
    """People who have started the bot before."""
    return [await stage.telegram.person(name, started=True) for name in names]


async def carriers(app: App, *wanted: Carrier) -> None:
    """Stores companies with their owners, a vehicle and its LIT."""
    await app.services.database.run(lambda session: [_carrier(session, one) for one in wanted])


def _carrier(session: Session, one: Carrier) -> None:
    company = Company(
        name=one.name,
        authorities=list(one.authorities),
        modes=["turistico"],
        municipality=one.municipality,
        created_at=NOON,
    )
    session.add(company)
    session.flush()
    for user in one.people:
        rows.member(session, company.id or 0, user)
    if one.plate:
        rows.vehicle(session, company.id or 0, one.plate, lit=one.due)


async def writes(person: Person, text: str, *, subject: str = "Mudança de norma", cites: str = "") -> Seen:
    """Writes a broadcast without attachment; gives its screen."""
    await person.asks("/comunicado")
    await person.presses(subject)
    await person.waits_for(text="Escreva o texto")
    await person.says(text)
    await person.waits_for(text="anexar um arquivo")
    await person.presses("Pular")
    await person.waits_for(text="Que dispositivos")
    if cites:
        await person.says(cites)
    else:
        await person.presses("Pular")
    return await person.waits_for(button="Prévia e conferência")


async def checks(person: Person) -> Seen:
    """Opens the preview; gives the screen with the number."""
    await person.presses("Prévia e conferência")
    return await person.waits_for(text="Conferência do comunicado")


async def works(stage: Stage, app: App, *, minutes: int = 1) -> None:
    """The worker's next run, a civil minute later."""
    stage.clock.move(dt.timedelta(minutes=minutes))
    await app.runner.tick()


async def delivers(stage: Stage, app: App) -> None:
    """Runs the worker until everything planned has left and what is concluded is."""
    await works(stage, app)
    while await run(
        app, lambda session: outbox.counts(session, kind="broadcast").keys() & set(outbox.WAITING)
    ):
        await app.dispatcher.drain()
    await works(stage, app)


async def sends(stage: Stage, app: App, person: Person, *, count: str = "menos de 5") -> None:
    """Previews, confirms and has it delivered."""
    await checks(person)
    await person.presses(f"Enviar para {count}")
    await person.waits_for(text="em envio")
    await delivers(stage, app)


async def announces(stage: Stage, app: App, person: Person, text: str) -> None:
    """A broadcast from its first word to the last delivery."""
    await writes(person, text)
    await sends(stage, app, person)


async def schedules(stage: Stage, app: App, person: Person, when: str, *, count: str = "menos de 5") -> None:
    """Gives the written broadcast its hour, confirms it, and the worker has seen it."""
    await person.presses("Quando")
    await person.waits_for(text="Quando o comunicado sai")
    await person.says(when)
    await person.waits_for(text="Sai em")
    await checks(person)
    await person.presses(f"Enviar para {count}")
    await person.waits_for(text="com hora marcada")
    await works(stage, app)


async def opens_concluded(person: Person) -> Seen:
    """Opens the broadcast that was said to be concluded."""
    await person.presses("Abrir o comunicado", on=await person.waits_for(text="foi concluído"))
    return await person.waits_for(button="Resultados")


async def follows(person: Person, nature: str, text: str) -> Seen:
    """From a broadcast's screen: its correction (`Corrigir`) or retraction (`Retirar`); gives the draft."""
    await person.waits_for(button=nature)
    await person.presses(nature)
    asked = {"Corrigir": "Escreva o texto certo", "Retirar": "Por que o comunicado é retirado?"}
    await person.waits_for(text=asked[nature])
    await person.says(text)
    return await person.waits_for(text="só quem recebeu o texto anterior")


def with_admins(stage: Stage, *people: Person) -> None:
    """These are administrators from the first start."""
    stage.options["admin_ids"] = tuple(p.id for p in people)


async def run(app: App, work: Any) -> Any:
    """One unit of work."""
    return await app.services.database.run(work)
