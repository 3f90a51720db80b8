"""Questions the base did not answer: sent with consent and masked, grouped, answered, brought back."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path

from sqlmodel import Session, select

from bot import open_questions, revisions, staff
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.staff import OpenQuestion, QuestionAsker
from tests.stories.conftest import Stage
from tests.stories.norm_steps import takes
from tests.stories.process_steps import run_program
from tests.stories.staff_steps import Carrier, carriers, known, run, with_admins, works

ASKED = "preciso de alvará sanitário para vender pastel no ônibus IVX1A23, fone 51 99999-0000?"


async def test_a_question_goes_to_staff_masked_and_the_answer_comes_back(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await marli.says(ASKED)
        answer = await marli.waits_for(
            where=lambda m: "equipe" in str(m.labels) or "Não é isso" in str(m.labels)
        )
        await marli.presses("Enviar à equipe" if answer.button("Enviar à equipe") else "Não é isso")
        offer = await marli.waits_for(text="A equipe verá só isto")
        assert "IVX1A23" not in offer.text
        assert "99999" not in offer.text
        await marli.presses("Enviar à equipe", on=offer)
        await marli.waits_for(text="A resposta chega aqui")

        await ana.asks("/perguntas")
        await ana.presses("1× preciso de alvará")
        seen = await ana.waits_for(text="[placa]")
        assert "Marli" not in seen.text
        await ana.presses("Responder")
        await ana.waits_for(text="Escreva a resposta")
        await ana.says("Isso é com a vigilância sanitária.")
        await ana.waits_for(text="Em que dispositivos")
        await ana.says("13 daer")
        await ana.presses("Confirmar", on=await ana.waits_for(text="Confira a resposta"))
        await ana.waits_for(text="1 pessoa recebe")

        reply = await marli.waits_for(text="A equipe respondeu")
        assert "Isso é com a vigilância sanitária." in reply.text
        assert "art. 13" in reply.text
        await ana.presses("Fazer rascunho de tópico")
        draft = await ana.waits_for(text="Rascunho de tópico")
        assert "📖 Res. DAER 7.727/2022, art. 13" in draft.text
        assert "Faltam 2 jeitos de perguntar" in draft.text
        assert [] == await run(app, lambda s: list(s.exec(select(QuestionAsker))))


async def test_like_questions_stand_in_one_group_and_the_asker_is_forgotten_after_30_days(
    stage: Stage,
) -> None:

    (rui,) = await known(stage, "Rui")
    async with stage.running() as app:
        now = stage.clock.now()

        def asked(session: Session) -> None:
            staff.appoint(session, user_id=rui.id, role="attendant", name="Rui", by=0, now=now)
            for user, text in (
                (1, "posso levar cachorro na van?"),
                (2, "pode levar um cachorro na van"),
                (3, "preciso de carimbo no recibo?"),
                (1, "posso levar cachorro na van?"),
            ):
                open_questions.send(session, asker=user, text=text, reason="not_covered", now=now)

        await run(app, asked)
        listing = await rui.asks("/perguntas")
        assert listing.labels[0].startswith("2× ")
        assert listing.labels[1].startswith("1× preciso de carimbo")
        assert "Fazer rascunho" not in str(listing.labels)

        stage.clock.move(dt.timedelta(days=31))
        await works(stage, app)

        assert [] == await run(app, lambda s: list(s.exec(select(QuestionAsker))))
        assert 3 == len(await run(app, lambda s: list(s.exec(select(OpenQuestion)))))


CAPYBARA = "posso levar capivara na van?"


async def drafts_a_topic(stage: Stage, app: App, ana: Person, marli: Person) -> Seen:
    """Somebody's question answered in the chat and made a draft with one tap; gives the draft."""
    now = stage.clock.now()
    await run(
        app, lambda s: open_questions.send(s, asker=marli.id, text=CAPYBARA, reason="not_covered", now=now)
    )
    await ana.asks("/perguntas")
    await ana.presses("1× posso levar capivara")
    await ana.waits_for(button="Responder")
    await ana.presses("Responder")
    await ana.waits_for(text="Escreva a resposta")
    await ana.says("A norma não fala de capivara a bordo. Combine com o contratante.")
    await ana.waits_for(text="Em que dispositivos")
    await ana.says("13 daer")
    await ana.presses("Confirmar", on=await ana.waits_for(text="Confira a resposta"))
    await ana.presses("Fazer rascunho de tópico", on=await ana.waits_for(text="Respondida"))
    return await ana.waits_for(text="Rascunho de tópico")


async def completes(ana: Person, draft: Seen, *, answer: str = "") -> Seen:
    """Two more ways to ask, the rest as it stands but for the answer; gives the draft."""
    await ana.presses("Completar", on=draft)
    await ana.presses("Deixar como está", on=await ana.waits_for(text="Título do tópico"))
    await ana.waits_for(text="De que outros jeitos")
    await ana.says("capivara na van\npode transportar capivara no ônibus")
    asked = await ana.waits_for(text="Todo número precisa estar")
    if answer:
        await ana.says(answer)
    else:
        await ana.presses("Deixar como está", on=asked)
    await ana.presses("Deixar como está", on=await ana.waits_for(text="Em que dispositivos se apoia"))
    return await ana.waits_for(text="pode transportar capivara")


async def test_an_answered_question_becomes_a_topic_that_the_bot_answers_on_every_replica(
    stage: Stage, tmp_path: Path
) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        draft = await drafts_a_topic(stage, app, ana, marli)
        assert draft.button("Publicar na base") is None
        await ana.presses("Publicar na base", on=await completes(ana, draft))
        await ana.waits_for(text="Publicado: a base está na revisão 1")
        await takes(app)

        reply = await marli.asks("pode transportar capivara?")
        assert "Combine com o contratante." in reply.text
        assert "art. 13" in reply.text
        assert "viraram tópico 1" in (await ana.asks("/perguntas")).text
    async with stage.running() as app:  # another replica, or the same after a restart
        await takes(app)
        reply = await marli.asks("posso levar uma capivara na van")
        assert "Combine com o contratante." in reply.text
    told = {"FRETABOT_DATABASE_URL": app.services.database.url}
    ended = await asyncio.to_thread(run_program, tmp_path, "norms", "export", "--out", "saida", **told)
    assert (0, "saida/topics/equipe.yaml\n") == (ended.returncode, ended.stdout)
    written = (tmp_path / "saida" / "topics" / "equipe.yaml").read_text(encoding="utf-8")
    assert "pode transportar capivara no ônibus" in written


async def test_a_topic_whose_number_stands_in_no_provision_is_refused_and_nothing_is_published(
    stage: Stage,
) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        draft = await drafts_a_topic(stage, app, ana, marli)
        whole = await completes(ana, draft, answer="Pode levar até 77 capivaras a bordo.")
        await ana.presses("Publicar na base", on=whole)

        refused = await ana.waits_for(text="A base não aceita este tópico")
        assert "77" in refused.text
        assert 0 == await run(app, revisions.number)


async def test_with_two_person_approval_another_editor_publishes_the_topic(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    stage.options["two_person_approval"] = True
    async with stage.running() as app:
        whole = await completes(ana, await drafts_a_topic(stage, app, ana, marli))
        await ana.presses("Publicar na base", on=whole)
        await ana.waits_for(text="Outra pessoa")
        await bia.asks("/perguntas")
        await bia.presses("Rascunhos de tópico")
        await bia.presses("posso levar capivara", on=await bia.waits_for(text="espera ser publicado"))
        await bia.presses("Publicar na base", on=await bia.waits_for(button="Publicar na base"))

        await bia.waits_for(text="Publicado: a base está na revisão 1")
