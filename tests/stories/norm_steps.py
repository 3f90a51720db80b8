"""What editors do in many stories: one provision changed, terms changed with it, published, taken into use."""

from __future__ import annotations

from bot.local_telegram.people import Person, Seen
from bot.main import App


async def opens(ana: Person, norm: str) -> None:
    """One norm of the base."""
    await ana.says("/normas_admin")
    await ana.presses(norm, on=await ana.waits_for(button=norm))
    await ana.waits_for(button="Mudar um dispositivo")


async def amends(
    ana: Person, norm: str, provision: str, words: str, *, act: str, since: str, until: str = ""
) -> Seen:
    """Enters one provision's new words; gives the difference."""
    await opens(ana, norm)
    await ana.presses("Mudar um dispositivo")
    await ana.waits_for(text="Que dispositivo muda?")
    await ana.says(provision)
    await ana.waits_for(text="Escreva o texto novo")
    await ana.says(words)
    await ana.waits_for(text="Que ato deu o texto novo?")
    await ana.says(act)
    await ana.waits_for(text="Desde quando vale?")
    await ana.says(since)
    await ana.presses("Sim, está certo", on=await ana.waits_for(button="Sim, está certo"))
    await ana.waits_for(text="O efeito tem último dia?")
    if until:
        await ana.says(until)
    else:
        await ana.presses("Não sei / não há")
    return await ana.waits_for(text="O que muda na")


async def extends(ana: Person, kind: str, *, endings: str, first: str, last: str, until: str) -> Seen:
    """From the screen of terms: papers that fall due from `first` to `last` are good until a later day."""
    await ana.presses("Prorrogar vencimentos")
    await ana.presses(kind, on=await ana.waits_for(text="Que documento é prorrogado?"))
    await ana.waits_for(text="Que finais de placa?")
    await ana.says(endings)
    for asked, day in (("a partir de que dia", first), ("vencem até que dia", last), ("valer até", until)):
        await ana.waits_for(text=asked)
        await ana.says(day)
        await ana.presses("Sim, está certo", on=await ana.waits_for(button="Sim, está certo"))
    return await ana.waits_for(text="passa a valer até")


async def publishes(ana: Person, app: App, shown: Seen) -> Seen:
    """Publishes and takes the new base into use; gives the screen that says so."""
    before = app.services.library.revision
    await ana.presses("Publicar", on=shown)
    said = await ana.waits_for(text="Publicado: a base está na revisão")
    await takes(app, after=before)
    return said


async def takes(app: App, *, after: int = 0) -> None:
    """The replica's next looks, until it has what was published."""
    assert app.watcher is not None
    while app.services.library.revision <= after:
        await app.watcher.look()
