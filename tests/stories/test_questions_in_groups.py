"""Questions in groups: only when spoken to, in the topic, with nothing of anybody's company."""

from __future__ import annotations

from bot.local_telegram.testing import Group
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found

VAN = "pelo DAER, de quanto em quanto tempo é o laudo de uma van 2008?"
BOTH = "quanto é o seguro de RC?"


async def test_in_a_group_nothing_is_told_of_ones_company(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli, authorities=["metroplan"])
        group = await stage.telegram.group("Frota", marli, type="supergroup")

        await marli.says(f"@{app.services.bot_name} {BOTH}", chat_id=group.id)

        (answer,) = await _bot_says(stage, group)
        assert "Depende de quem autoriza" in answer["text"]


async def test_a_group_is_answered_only_when_it_speaks_to_the_bot(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        group = await stage.telegram.group("Frota", marli, type="supergroup")
        await marli.says("de quanto em quanto tempo é o laudo?", chat_id=group.id, topic=7)
        await marli.says(f"@{app.services.bot_name} {VAN}", chat_id=group.id, topic=7)

        answers = await _bot_says(stage, group)

        assert [7] == [m["topic"] for m in answers]
        assert "art. 13" in answers[0]["text"]
        assert not [b for row in answers[0]["buttons"] for b in row if "Menu" in b["text"]]


async def test_a_calculator_in_a_group_leads_to_the_private_chat(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        group = await stage.telegram.group("Frota", marli, type="supergroup")
        await marli.says(f"@{app.services.bot_name} {VAN}", chat_id=group.id)

        (answer,) = await _bot_says(stage, group)

        urls = [b.get("url") for row in answer["buttons"] for b in row if "Calcular" in b["text"]]
        assert [f"https://t.me/{app.services.bot_name}?start=calc-lit-rhythm"] == urls


async def test_anybody_in_a_group_may_open_the_text_of_an_answer(stage: Stage) -> None:
    async with stage.running() as app:
        marli, ivo = [await stage.telegram.person(name) for name in ("Marli", "Ivo")]
        group = await stage.telegram.group("Frota", marli, ivo, type="supergroup")
        await marli.says(f"@{app.services.bot_name} {VAN}", chat_id=group.id)
        await _bot_says(stage, group)
        seen = next(m for m in await ivo.messages(chat_id=group.id) if m.by_bot)

        await ivo.presses("📖 Ver art. 13", on=seen)

        text = (await _bot_says(stage, group, after=seen.version))[-1]
        assert "Res. DAER 7.727/2022, art. 13" in text["text"]


async def test_a_reply_to_the_bot_is_answered_without_naming_it(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        group = await stage.telegram.group("Frota", marli, type="supergroup")
        await marli.says(f"@{app.services.bot_name} {VAN}", chat_id=group.id)
        await _bot_says(stage, group)
        answer = next(m for m in await marli.messages(chat_id=group.id) if m.by_bot)

        await marli.says("e se for 2004?", chat_id=group.id, reply_to=answer)

        later = await _bot_says(stage, group, after=answer.version)
        assert "trimestral" in later[-1]["text"]


async def _bot_says(stage: Stage, group: Group, *, after: int = 1) -> list[dict]:  # type: ignore[type-arg]
    """What the bot has said in a group, as soon as it has said something."""
    for _ in range(5):
        found = await stage.telegram.call("GET", f"chats/{group.id}/messages?after={after}&wait=10")
        if said := [m for m in found["messages"] if m["by_bot"]]:
            return said
        after = found["version"]
    raise AssertionError("the bot said nothing in the group")
