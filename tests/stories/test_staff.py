"""The staff in the chat: invited for a day, confirmed by name, removed at once; commands as roles change."""

from __future__ import annotations

import datetime as dt
import re

from telegram import BotCommandScopeChat

from bot import staff
from bot.local_telegram.people import Person
from bot.main import App
from tests.stories.conftest import Stage
from tests.stories.staff_steps import known, run, with_admins


async def invites(admin: Person, role: str) -> str:
    """Makes an invitation; gives the payload of its link."""
    await admin.asks("/equipe")
    await admin.presses("Convidar")
    await admin.waits_for(text="Convidar como?")
    await admin.presses(f"Como {role}")
    link = (await admin.waits_for(text="Convite para a equipe")).text
    return re.search(r"start=(\S+)", link)[1]  # type: ignore[index]


async def test_an_invited_person_is_on_the_staff_after_the_inviter_confirms_the_name(stage: Stage) -> None:
    ana, rui = await known(stage, "Ana", "Rui")
    with_admins(stage, ana)
    async with stage.running():
        payload = await invites(ana, "comunicador")
        assert re.fullmatch(r"i-[A-Za-z0-9]+", payload)
        await rui.starts(payload)
        await rui.waits_for(text="como comunicador")
        await rui.presses("Aceito")
        await rui.waits_for(text="Quem convidou confirma")
        assert "Novo comunicado" not in (await rui.asks("/comunicado")).text
        await ana.presses("Sim", on=await ana.waits_for(text="Rui"))
        await rui.waits_for(text="Você está na equipe, como comunicador")

        assert "Novo comunicado" in (await rui.asks("/comunicado")).text


async def test_a_staff_invitation_is_over_after_a_day_and_after_one_use(stage: Stage) -> None:
    ana, rui, eva = await known(stage, "Ana", "Rui", "Eva")
    with_admins(stage, ana)
    async with stage.running():
        payload = await invites(ana, "atendente")
        await rui.starts(payload)
        await rui.presses("Aceito", on=await rui.waits_for(button="Aceito"))
        await rui.waits_for(text="Quem convidou confirma")
        await eva.starts(payload)
        await eva.waits_for(text="Este convite não vale")
        late = await invites(ana, "atendente")
        stage.clock.move(dt.timedelta(hours=24))
        await eva.starts(late)

        await eva.waits_for(text="Este convite não vale")


async def test_a_removed_member_loses_commands_buttons_and_the_open_form_at_once(stage: Stage) -> None:
    ana, rui = await known(stage, "Ana", "Rui")
    with_admins(stage, ana)
    async with stage.running() as app:
        await run(
            app,
            lambda s: staff.appoint(
                s, user_id=rui.id, role="communicator", name="Rui", by=ana.id, now=stage.clock.now()
            ),
        )
        listing = await rui.asks("/comunicados")
        await rui.asks("/comunicado")
        form = await rui.waits_for(text="Novo comunicado")
        await ana.asks("/equipe")
        await ana.presses("Rui")
        await ana.waits_for(text="Papéis: comunicador")
        await ana.presses("Tirar da equipe")
        await ana.waits_for(text="administrador")

        await rui.presses("Novo", on=listing)
        await rui.waits_for(text="Esta tela mudou")
        await rui.presses("Mudança de norma", on=form)
        await rui.waits_for(text="Esta tela mudou")
        unknown = (await rui.asks("/nada_disso")).text
        assert unknown == (await rui.asks("/comunicado")).text
        await ana.asks("/equipe")
        await ana.presses("Registro")
        assert "tirou da equipe" in (await ana.waits_for(text="Registro da equipe")).text


async def test_a_member_gets_the_own_commands_after_the_first_talk_and_loses_them_with_the_role(
    stage: Stage,
) -> None:
    ana, rui = await known(stage, "Ana", "Rui")
    with_admins(stage, ana)
    async with stage.running() as app:
        now = stage.clock.now()
        await run(
            app, lambda s: staff.appoint(s, user_id=rui.id, role="editor", name="Rui", by=ana.id, now=now)
        )
        assert [] == await _published(app, rui)
        await rui.asks("/start")
        assert "perguntas" in await _published(app, rui)
        assert "comunicado" not in await _published(app, rui)
        await run(app, lambda s: staff.remove(s, rui.id, by=ana.id, now=now))

        assert [] == await _published(app, rui)


async def _published(app: App, person: Person) -> list[str]:
    """The commands of this person's chat, after the publisher's next look."""
    assert app.publisher is not None
    await app.publisher.look()
    return [c.command for c in await app.bot.get_my_commands(scope=BotCommandScopeChat(person.id))]


async def test_the_last_administrator_stays(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    async with stage.running() as app:
        now = stage.clock.now()
        await run(
            app,
            lambda s: staff.appoint(s, user_id=ana.id, role="administrator", name="Ana", by=0, now=now),
        )
        await ana.asks("/equipe")
        await ana.presses("Ana")
        await ana.waits_for(text="Papéis: administrador")
        await ana.presses("Tirar da equipe")

        await ana.waits_for(text="precisa de um administrador")
