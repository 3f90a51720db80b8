"""One conversation handled by two replicas in turns: everything about it stands in the database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.main import App, api_bot, assemble, make_services, open_database
from bot.models.chat import Draft
from bot.throttle import OPEN
from tests.stories.checklist_steps import REST, START
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import rows

PATIENCE = 10.0
BUTTONS = START | {"Quantos veículos": "3"} | REST


@asynccontextmanager
async def replica(stage: Stage) -> AsyncIterator[App]:
    """A process of its own over the same database, that handles an update only when it is told to."""
    settings = stage.settings()
    database = open_database(settings)
    bot = api_bot(stage.telegram.token, stage.telegram.url)
    async with bot:
        services = make_services(
            settings, database, bot_name=bot.username, clock=stage.clock, knowledge=stage.knowledge
        )
        yield assemble(services, bot, pace=OPEN)
    database.close()


@asynccontextmanager
async def receiver(stage: Stage) -> AsyncIterator[App]:
    """A replica that receives and sends and handles nothing."""
    stop = asyncio.Event()
    async with replica(stage) as app:
        app.processor = None
        task = asyncio.create_task(app.run(stop))
        try:
            yield app
        finally:
            stop.set()
            await task


async def handles(app: App, sender: App) -> None:
    """This replica handles exactly one update, as soon as it is stored."""
    assert app.processor is not None
    app.processor.replies_ready = sender.dispatcher.replies_ready
    async with asyncio.timeout(PATIENCE):
        while not await app.processor.handle_next():  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # what is stored by another process calls nobody


async def test_t10_the_nine_questions_of_a_form_are_handled_by_two_replicas_in_turns(
    stage: Stage, store_url: str
) -> None:
    stage.options["database_url"] = store_url
    async with receiver(stage) as sender, replica(stage) as a, replica(stage) as b:
        marli = await stage.telegram.person("Marli")
        await marli.says("/checklist Cadastro inicial")
        await handles(a, sender)
        for app, button in ((b, "Cadastro inicial"), (a, "Começar")):
            await marli.waits_for(button=button)
            await marli.presses(button)
            await handles(app, sender)

        for number, (question, answer) in enumerate(BUTTONS.items()):
            screen = await marli.waits_for(text=question)
            if answer == "3":
                await marli.says(answer)
            else:
                await marli.presses(answer, on=screen)
            await handles((b, a)[number % 2], sender)
        await marli.waits_for(button="Marcar os papéis")

        (draft,) = await rows(a, Draft)
        assert 9 == len(draft.answers)
        assert {"tipo": "sociedade", "proprios": "nao", "veiculos": "3"}.items() <= draft.answers.items()
        log = await stage.telegram.log(chat_id=marli.id)
        said = [e["text"] or "" for e in log if e["method"].lower() in {"sendmessage", "editmessagetext"}]
        shown = [text for text in said if re.search(r"^<i>\d+ de \d+</i> · Cadastro", text)]
        assert 9 == len(shown)
        assert dict.fromkeys(BUTTONS, 1) == {q: sum(q in text for text in shown) for q in BUTTONS}
