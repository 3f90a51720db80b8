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


async def begins_whole_text(ana: Person, norm: str) -> None:
    """Up to the question for a norm's whole new text."""
    await opens(ana, norm)
    await ana.presses("Mandar o texto inteiro")
    await ana.waits_for(text="Mande o texto inteiro")


async def names_act(ana: Person, act: str) -> None:
    """The act that gave the whole text, without a day."""
    await ana.waits_for(text="Que ato deu o texto novo?")
    await ana.says(act)
    await ana.waits_for(text="Desde quando vale?")
    await ana.presses("Não sei / não há")


async def opens_values(ana: Person, button: str) -> None:
    """Values, calendar and contacts of the base, and this one of them."""
    await ana.says("/normas_admin")
    await ana.presses("Valores e calendário", on=await ana.waits_for(button="Valores e calendário"))
    await ana.presses(button, on=await ana.waits_for(button=button))


async def enters_upf(ana: Person, value: str) -> str:
    """The UPF of 2027, confirmed, with its dates and source; gives what was asked for confirmation."""
    await ana.waits_for(text="Qual é a UPF-RS de 2027?")
    await ana.says(value)
    asked = await ana.waits_for(text=f"UPF-RS de 2027: R$ {value}")
    await ana.presses("Sim, está certo", on=asked)
    await ana.presses("01/01/2027", on=await ana.waits_for(button="01/01/2027"))
    await ana.presses("01/02/2027", on=await ana.waits_for(button="01/02/2027"))
    await ana.waits_for(text="De onde veio?")
    await ana.says("DOE de 18/12/2026")
    await ana.waits_for(text="UPF-RS 2027 está na base")
    return asked.text


async def enters_day_off(ana: Person) -> None:
    """22/06/2026, half a day off, with its name and source."""
    await opens_values(ana, "Feriado ou facultativo")
    await ana.waits_for(text="Que dia?")
    await ana.says("22/06/2026")
    await ana.presses("Sim, está certo", on=await ana.waits_for(button="Sim, está certo"))
    await ana.waits_for(text="Qual é o nome do dia?")
    await ana.says("Jogo da seleção")
    await ana.presses("Ponto facultativo", on=await ana.waits_for(button="Ponto facultativo"))
    await ana.presses("Meio expediente", on=await ana.waits_for(button="Meio expediente"))
    await ana.waits_for(text="De onde veio?")
    await ana.says("Decreto estadual")
    await ana.waits_for(text="22/06/2026 Jogo da seleção está na base")


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
