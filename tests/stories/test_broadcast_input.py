"""What staff may send for a broadcast, and what is refused in clear words: nothing half sent."""

from __future__ import annotations

from bot.local_telegram.people import Person, Seen
from tests.stories.conftest import Stage
from tests.stories.staff_steps import Carrier, carriers, checks, delivers, known, with_admins, works, writes

TABLE = "Placa\tVencimento\tValor\nIVX1A23\t10/06/2026\tR$ 1.133,06\n" * 150
LIMIT = 4096
"""Telegram cuts what is typed into messages of so many characters."""


async def begins(ana: Person) -> None:
    """A new broadcast, at its text."""
    await ana.asks("/comunicado")
    await ana.presses("Mudança de norma")
    await ana.waits_for(text="Escreva o texto")


async def test_eight_thousand_characters_of_a_pasted_table_are_refused_piece_by_piece(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running():
        await begins(ana)
        pasted = TABLE[:8000]
        await ana.says(pasted[:LIMIT])
        await ana.says(pasted[LIMIT:])

        await ana.waits_for(text="4096 caracteres")
        await ana.waits_for(text="continuação do texto longo")
        assert "Nenhum" not in (await ana.asks("/comunicados")).text
        assert [] == [label for label in (await ana.screen()).labels if "Placa" in label]


async def test_a_short_pasted_table_goes_as_it_is(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Placa\tPrazo\n<final 1>\t10/06 & 11/06")
        await checks(ana)
        await ana.presses("Enviar para menos de 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        assert "<final 1> 10/06 & 11/06" in (await marli.waits_for(text="Placa")).text


async def test_a_field_nobody_knows_is_named_with_those_that_exist(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running():
        await begins(ana)
        await ana.says("Olá, {apelido}!")

        assert "nome" in (await ana.waits_for(text="apelido")).text


async def test_a_difference_without_a_revision_is_found_before_anything_starts(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Muda para você: {diferenca}.")

        asked = await checks(ana)
        assert "falta diferenca" in asked.text
        assert not any("Enviar" in label for label in asked.labels)


async def test_an_attachment_too_large_or_of_another_kind_is_refused_and_one_that_fits_arrives(
    stage: Stage,
) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await begins(ana)
        await ana.says("Leia o anexo.")
        await ana.waits_for(text="anexar um arquivo")
        large = {
            "file_id": "g",
            "file_unique_id": "g",
            "file_name": "manual.pdf",
            "file_size": 21 * 1024 * 1024,
        }
        await ana.sends({"document": large})
        await ana.waits_for(text="20 MB")
        await ana.sends_voice()
        await ana.waits_for(text="foto ou documento")
        await ana.sends_document("manual.pdf", b"%PDF-1.4 manual")
        await ana.waits_for(text="Que dispositivos")
        await ana.presses("Pular")
        await ana.waits_for(button="Prévia e conferência")
        await checks(ana)
        await ana.presses("Enviar para menos de 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        file = await marli.waits_for(where=lambda m: m.file is not None)
        assert b"%PDF-1.4 manual" == await marli.downloads(file)
        assert 2 == len([m for m in await marli.messages() if m.by_bot])


async def test_to_everybody_is_said_and_to_nobody_cannot_be_confirmed(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await writes(ana, "Um aviso.")
        nobody = await checks(ana)
        assert "Ninguém se encaixa" in nobody.text
        assert not any("Enviar" in label for label in nobody.labels)

        await carriers(app, Carrier("Aurora", (marli.id,)))
        await ana.presses("Voltar", on=nobody)
        await ana.waits_for(button="Prévia e conferência")
        assert "Isto vai para todos" in (await checks(ana)).text
        await works(stage, app)
        assert [] == [m for m in await marli.messages() if m.by_bot]


async def test_previews_are_those_with_the_longest_name_and_text_and_hide_whose_they_are(
    stage: Stage,
) -> None:
    ana, *people = await known(stage, "Ana", *(f"Pessoa {n}" for n in range(6)))
    with_admins(stage, ana)
    async with stage.running() as app:
        names = ("Aurora", "Sul", "Expresso Rio-Grandense de Turismo e Fretamento", "Ouro", "Prata", "Lua")
        await carriers(
            app,
            *(
                Carrier(name, (p.id,), plate=f"IVX1A2{n}")
                for n, (name, p) in enumerate(zip(names, people, strict=True))
            ),
        )
        await writes(ana, "Olá, {nome}, da {empresa}.")
        await checks(ana)

        shown: list[Seen] = [
            m for m in await ana.messages() if "Olá," in m.text and "Ciente" in " ".join(m.labels)
        ]
        assert 3 == len(shown)
        text = "\n".join(m.text for m in shown)
        assert "E•••••••" in text
        assert not any(name in text for name in (*names, *(f"Pessoa {p.id}" for p in people)))
