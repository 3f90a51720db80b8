"""Drafts of the base: made at the same time, read whole before they are published, approved by another, given up."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.staff import Broadcast
from knowledge.norm_store import read_folder
from knowledge.schema import DATA
from tests.stories.conftest import Stage
from tests.stories.norm_steps import amends, begins_whole_text, extends, names_act, publishes
from tests.stories.staff_steps import Carrier, carriers, checks, delivers, known, run, with_admins, works

THIRD, SEVENTH = "Texto novo do artigo terceiro.", "Texto novo do artigo sétimo."


async def test_a_draft_made_before_another_was_published_changes_only_its_own_provision(stage: Stage) -> None:
    ana, bia = await known(stage, "Ana", "Bia")
    with_admins(stage, ana, bia)
    async with stage.running() as app:
        norm = "Portaria SEEC/DF"
        first = await amends(ana, norm, "art3", THIRD, act="Portaria 105/2026", since="13/02/2026")
        second = await amends(bia, norm, "art7", SEVENTH, act="Portaria 106/2026", since="13/03/2026")
        await publishes(ana, app, first)
        await publishes(bia, app, second)
        corpus = app.services.library.corpus
        assert THIRD == corpus.provision("df-nff-2022:art3").text
        assert SEVENTH == corpus.provision("df-nff-2022:art7").text


async def test_two_drafts_of_one_provision_the_second_is_shown_afresh_before_it_is_published(
    stage: Stage,
) -> None:
    ana, bia = await known(stage, "Ana", "Bia")
    with_admins(stage, ana, bia)
    async with stage.running() as app:
        norm = "Portaria SEEC/DF"
        first = await amends(ana, norm, "art3", THIRD, act="Portaria 105/2026", since="13/02/2026")
        second = await amends(bia, norm, "art3", SEVENTH, act="Portaria 106/2026", since="13/03/2026")
        await publishes(ana, app, first)
        await bia.presses("Publicar", on=second)
        shown = await bia.waits_for(text="A base mudou depois deste rascunho")
        assert "[-terceiro.-] {+sétimo.+}" in shown.text
        assert 1 == app.services.library.revision
        await publishes(bia, app, shown)
        assert SEVENTH == app.services.library.corpus.provision("df-nff-2022:art3").text


async def _drafts_news(stage: Stage, app: App, ana: Person, marli: Person) -> tuple[Seen, Seen]:
    """An extension drafted with its news, nothing published: the draft's screen and the news'."""
    await carriers(app, Carrier("Aurora", (marli.id,), plate="IVX1A23", due=dt.date(2026, 6, 12)))
    words = "Inspeção anual, prorrogada a de placas de final 3."
    shown = await amends(ana, "DAER", "art13_par1", words, act="Resolução nova", since="10/06/2026")
    await ana.presses("Prazos que mudam", on=shown)
    await ana.waits_for(text="Prazos que mudam com esta revisão")
    days = {"first": "01/06/2026", "last": "30/06/2026", "until": "10/12/2026"}
    await extends(ana, "Laudo de Inspeção Técnica", endings="3", **days)
    await ana.presses("Voltar")
    draft = await ana.waits_for(text="Rascunho de revisão")
    await ana.presses("Rascunhar comunicado", on=draft)
    return draft, await ana.waits_for(text="está em rascunho")


async def _confirms(stage: Stage, ana: Person, news: Seen) -> None:
    await ana.presses("Abrir o comunicado", on=news)
    await ana.waits_for(button="Prévia e conferência")
    await checks(ana)
    asked = await ana.waits_for(button="Enviar para menos de 10")
    assert "Sai junto com a publicação" in asked.text
    await ana.presses("Enviar para menos de 10", on=asked)
    await ana.waits_for(text="em envio")


async def _texts(person: Person) -> list[str]:
    return [m.text for m in await person.messages() if m.by_bot]


async def test_the_news_of_a_draft_leaves_with_its_publication(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        draft, news = await _drafts_news(stage, app, ana, marli)
        await _confirms(stage, ana, news)
        await delivers(stage, app)
        assert not [t for t in await _texts(marli) if "10/12/2026" in t]
        await publishes(ana, app, draft)
        await delivers(stage, app)
        await marli.waits_for(text="10/12/2026")


def _state(session: Session) -> str:
    return session.exec(select(Broadcast)).one().state


async def test_the_news_of_a_draft_goes_with_it_when_it_is_given_up(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        draft, news = await _drafts_news(stage, app, ana, marli)
        await _confirms(stage, ana, news)
        await ana.presses("Desistir", on=draft)
        await ana.waits_for(text="O rascunho foi abandonado")
        await delivers(stage, app)
        assert "cancelled" == await run(app, _state)
        assert not [t for t in await _texts(marli) if "10/12/2026" in t]


async def test_with_two_person_approval_another_editor_is_told_and_publishes(stage: Stage) -> None:
    ana, bia = await known(stage, "Ana", "Bia")
    with_admins(stage, ana, bia)
    stage.options["two_person_approval"] = True
    async with stage.running() as app:
        norm = "Portaria SEEC/DF"
        shown = await amends(ana, norm, "art3", THIRD, act="Portaria 105/2026", since="13/02/2026")
        await ana.presses("Publicar", on=shown)
        await ana.waits_for(text="Quem escreveu ou mudou o rascunho não publica")
        await works(stage, app)
        told = await bia.waits_for(button="Abrir o rascunho")
        assert "Ana pede que você confira" in told.text
        await bia.presses("Abrir o rascunho", on=told)
        opened = await bia.waits_for(text="Escrito por Ana")
        await publishes(bia, app, opened)
        assert THIRD == app.services.library.corpus.provision("df-nff-2022:art3").text


async def test_a_draft_whose_screen_is_lost_is_in_the_list(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        await amends(ana, "Portaria SEEC/DF", "art3", THIRD, act="Portaria 105/2026", since="13/02/2026")
        await ana.says("/normas_admin")
        await ana.presses("Rascunhos (1)", on=await ana.waits_for(button="Rascunhos (1)"))
        listed = await ana.waits_for(text="Rascunhos que esperam publicação")
        assert "Portaria SEEC/DF" in listed.text
        assert "Ana" in listed.text
        await ana.presses("Portaria 105/2026", on=listed)
        opened = await ana.waits_for(text="Escrito por Ana")
        await ana.presses("Ver a diferença", on=opened)
        assert "terceiro.+}" in (await ana.waits_for(text="parte 1 de 1")).text
        await ana.presses("Voltar")
        await publishes(ana, app, await ana.waits_for(text="Escrito por Ana"))


async def test_the_whole_difference_is_read_in_pages_before_it_is_published(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running():
        lines, changed = [], 0
        for line in read_folder(DATA / "norms" / "cetm-2015").source.splitlines():
            if line.startswith("Art.") and changed < 40:
                changed += 1
                lines.append(f"{line.rstrip()} {'acréscimo ' * 20}Palavranova{changed}.")
            else:
                lines.append(line)
        await begins_whole_text(ana, "CETM")
        await ana.sends_document("n.txt", "\n".join(lines).encode())
        await names_act(ana, "Resolução nova")
        shown = await ana.waits_for(text="O que muda na")
        read, page = shown.text, 2
        while button := next((b for b in shown.labels if f"Ver parte {page} de" in b), None):
            await ana.presses(button, on=shown)
            shown = await ana.waits_for(text=f"parte {page} de")
            read, page = read + shown.text, page + 1
        assert page > 3
        assert [] == [n for n in range(1, changed + 1) if f"Palavranova{n}." not in read]
