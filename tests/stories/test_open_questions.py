"""Questions the base did not answer: sent with consent and masked, grouped, answered, brought back."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot import open_questions, staff
from bot.models.staff import OpenQuestion, QuestionAsker
from tests.stories.conftest import Stage
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
        assert "provisions: [daer-7727-2022:art13]" in (await ana.waits_for(text="Rascunho de tópico")).text
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
