"""A revision that changes terms: dates and reminders move with it, and each person is told the own difference."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot import reminder_rows
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.delivery import Outbox
from bot.models.fleet import Paper
from bot.models.staff import BroadcastRecipient
from tests.conftest import NOON
from tests.stories.conftest import Stage
from tests.stories.norm_steps import amends, extends, publishes
from tests.stories.staff_steps import Carrier, carriers, checks, delivers, known, run, with_admins, works

LIT = "Laudo de Inspeção Técnica"
WORDS = (
    "A inspeção dos veículos com menos de 15 (quinze) anos de fabricação será anual, "
    "prorrogada a de placas de final 3."
)


async def prepares(ana: Person) -> Seen:
    """A revision that extends inspections of June for plates that end in 3; gives its short draft."""
    shown = await amends(ana, "DAER", "art13_par1", WORDS, act="Resolução nova", since="10/06/2026")
    await ana.presses("Prazos que mudam", on=shown)
    await ana.waits_for(text="Prazos que mudam com esta revisão")
    await extends(ana, LIT, endings="3", first="01/06/2026", last="30/06/2026", until="10/12/2026")
    await ana.presses("Voltar")
    return await ana.waits_for(text="Rascunho de revisão")


async def fleets(app: App, marli: Person, joao: Person) -> None:
    """Two companies whose inspections end in June, one of a plate that ends in 3."""
    june = dt.date(2026, 6, 12)
    await carriers(
        app,
        Carrier("Aurora", (marli.id,), plate="IVX1A23", due=june),
        Carrier("Estrela", (joao.id,), plate="IVX1A25", due=june),
    )


async def test_each_person_is_told_the_own_difference_of_a_rule_update(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await fleets(app, marli, joao)
        draft = await prepares(ana)
        assert "placas de final 3" in draft.text
        await publishes(ana, app, draft)
        await ana.presses("Rascunhar comunicado")
        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="está em rascunho"))
        await ana.waits_for(button="Prévia e conferência")
        await checks(ana)
        previews = [
            m.text
            for m in await ana.messages()
            if "No seu cadastro:" in m.text and "Ciente" in " ".join(m.labels)
        ]
        assert previews
        assert not any("IVX1A23" in text or "10/12/2026" in text.partition("No seu")[2] for text in previews)
        await ana.presses("Enviar para menos de 10", on=await ana.waits_for(button="Enviar para menos de 10"))
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        moved = "o prazo do seu IVX1A23 muda de 12/06/2026 para 10/12/2026"
        news = await marli.waits_for(text=moved)
        assert "nenhum prazo muda de dia" in (await joao.waits_for(text="Resolução nova")).text
        await marli.presses("Por que recebi?", on=news)
        assert moved in (await marli.waits_for(text="Só você vê")).text
        stored = await run(
            app, lambda s: {r.user_id: r.why["moved"] for r in s.exec(select(BroadcastRecipient))}
        )
        assert {marli.id: 1, joao.id: 0} == {user: len(moves) for user, moves in stored.items()}


async def test_a_published_extension_moves_the_dates_and_takes_back_the_reminders(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    stage.clock.set(
        dt.datetime(2026, 6, 11, 11, 20, tzinfo=dt.UTC)
    )  # before the hour at which reminders leave
    async with stage.running() as app:
        await fleets(app, marli, joao)
        await works(stage, app)
        waiting = {"2026-06-12"}
        assert waiting == await cycles(app, marli)
        draft = await prepares(ana)
        await works(stage, app)
        assert waiting == await cycles(app, marli)  # nothing moves before it is published

        said = await publishes(ana, app, draft)
        assert "são refeitos" in said.text
        await works(stage, app)
        await works(stage, app, minutes=60)
        await app.dispatcher.drain()

        assert [] == [m for m in await marli.messages() if LIT in m.text and m.by_bot]
        assert "12/06/2026" in (await joao.waits_for(text=LIT)).text
        assert "10/12/2026" in (await marli.asks("/vencimentos")).text
        stage.clock.set(dt.datetime(2026, 12, 9, 15, tzinfo=dt.UTC))
        await works(stage, app)
        await app.dispatcher.drain()
        assert "10/12/2026" in (await marli.waits_for(text="amanhã")).text


async def cycles(app: App, person: Person) -> set[str]:
    """The due days of which this person's reminders wait."""

    waiting = select(Outbox.cycle).where(
        Outbox.recipient == person.id, Outbox.state == "planned", Outbox.kind == reminder_rows.ITEM
    )
    return set(await run(app, lambda session: list(session.exec(waiting))))


async def test_a_term_that_begins_later_is_published_now_and_counts_from_its_day(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await run(app, recefitur)
        words = "A validade do registro passa a ser de dois anos."
        shown = await amends(ana, "DAER", "art8", words, act="Resolução nova", since="01/07/2026")
        await ana.presses("Prazos que mudam", on=shown)
        title = "Certificado de Registro no RECEFITUR: 3 anos"
        await ana.presses(title, on=await ana.waits_for(button=title))
        await ana.waits_for(text="Qual é o prazo novo?")
        await ana.says("dois anos")
        await ana.waits_for(text="Não entendi o prazo")
        await ana.says("2 anos")
        await ana.waits_for(text="de 3 anos para 2 anos")
        await ana.presses("Voltar")
        said = await publishes(ana, app, await ana.waits_for(text="Rascunho de revisão"))
        assert "Os prazos mudam em 01/07/2026" in said.text
        assert "Abertura da renovação do RECEFITUR: 02/06/2027" in (await marli.asks("/vencimentos")).text

        stage.clock.set(dt.datetime(2026, 7, 1, 12, tzinfo=dt.UTC))
        assert app.watcher is not None
        while app.services.library.next_change is not None:
            await app.watcher.look()
        assert "01/08/2026" in (await marli.asks("/vencimentos")).text


def recefitur(session: Session) -> None:
    """The company's register, issued on 01/08/2024, nothing printed."""
    paper = {"subject": "company", "kind": "recefitur", "issued_on": dt.date(2024, 8, 1), "created_at": NOON}
    session.add(Paper(company_id=1, **paper))
