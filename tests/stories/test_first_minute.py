"""A newcomer's first minute: start, menu, registering a company, leaving and coming back."""

from __future__ import annotations

from sqlmodel import Session, select

from bot.models.fleet import Company
from handlers import registry
from tests.stories.conftest import Stage


async def test_the_help_fits_one_screen_and_names_every_command_of_a_person(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        text = (await marli.asks("/ajuda")).text
        names = set(registry.build().command_names(frozenset())) - {"start", "ajuda"}

        assert len(text) < 700
        assert [] == sorted(name for name in names if f"/{name} –" not in text)
        assert "é só escrever" in text


async def test_start_says_what_the_bot_does_and_offers_the_menu(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica <3")

        welcome = await jessica.asks("/start")

        assert "Jéssica <3" in welcome.text
        assert "💬 Fazer uma pergunta" in welcome.labels


async def test_a_company_is_stored_only_after_consent(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await marli.asks("/empresa")
        await marli.presses("Cadastrar empresa")
        consent = await marli.waits_for(text="Antes de guardar dados")
        assert "1 de 4" in consent.text
        await marli.presses("Concordo")
        await marli.waits_for(text="nome da empresa")
        await marli.says("Transportes <b>Aurora</b>")
        await marli.waits_for(text="Com quem a empresa trabalha")
        await marli.presses("DAER")
        await marli.waits_for(button="✅ DAER")
        await marli.presses("Pronto")
        await marli.waits_for(text="tipos de viagem")
        await marli.presses("Turístico")
        await marli.waits_for(button="✅ Turístico")
        await marli.presses("Locação com motorista")
        await marli.waits_for(button="✅ Locação com motorista")
        await marli.presses("Pronto")

        founded = await marli.waits_for(text="está cadastrada")

        assert "Transportes <b>Aurora</b>" in founded.text
        companies = await app.services.database.run(_companies)
        assert [("Transportes <b>Aurora</b>", ["daer"], ["turistico", "locacao-motorista"])] == companies


def _companies(session: Session) -> list[tuple[str, list[str], list[str]]]:
    return [(c.name, c.authorities, c.modes) for c in session.exec(select(Company))]


async def test_a_form_goes_on_where_it_stopped_after_a_restart(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli")
    async with stage.running():
        await marli.asks("/empresa")
        await marli.presses("Cadastrar empresa")
        await marli.waits_for(text="Antes de guardar dados")
    async with stage.running():
        await marli.presses("Concordo")

        assert "nome da empresa" in (await marli.waits_for(text="nome da empresa")).text


async def test_t08_a_button_of_a_replaced_screen_changes_nothing(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.asks("/empresa")
        await marli.presses("Cadastrar empresa")
        old = await marli.waits_for(text="Antes de guardar dados")
        await marli.presses("Concordo", on=old)
        await marli.waits_for(text="nome da empresa")

        await marli.presses("Concordo", on=old)

        await marli.waits_for(text="Esta tela mudou")
        assert "nome da empresa" in (await marli.waits_for(text="nome da empresa")).text


async def test_a_question_inside_a_form_is_answered_on_request_and_the_form_goes_on(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.asks("/empresa")
        await marli.presses("Cadastrar empresa")
        await marli.waits_for(text="Antes de guardar dados")
        await marli.presses("Concordo")
        await marli.waits_for(text="nome da empresa")
        await marli.says("posso ser MEI?")
        await marli.waits_for(text="parece uma pergunta")

        await marli.presses("Responder minha pergunta")

        assert "nome da empresa" in (await marli.waits_for(text="nome da empresa")).text


async def test_the_menu_of_a_newcomer_has_ten_buttons_and_nothing_to_go_on_with(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts()
        menu = await jessica.reads()
        assert 10 == len(menu.labels)
        assert menu.button("Continuar o que parei") is None
        await jessica.says("/empresa")
        await jessica.waits_for(button="Cadastrar empresa")
        await jessica.presses("Cadastrar empresa")
        await jessica.waits_for(button="Concordo")
        await jessica.presses("Concordo")
        await jessica.waits_for(text="Qual é o nome da empresa?")

        await jessica.says("/start")

        await jessica.waits_for(button="Continuar o que parei")


async def test_a_term_is_counted_from_the_list_of_calculators(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular")
        await jessica.presses("Contar um prazo")
        await jessica.waits_for(text="De que prazo você precisa?")


async def test_a_newcomer_has_a_useful_answer_within_three_taps(stage: Stage) -> None:
    """Start, the question button, the question in the person's own words: the provision is there, nothing is asked."""
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.asks("/start")
        await marli.presses("Fazer uma pergunta")
        await marli.waits_for(text="pergunta")

        answer = await marli.asks("de quanto em quanto tempo é o laudo de uma van 2008 no daer?")

        assert "semestral" in answer.text
        assert "art. 13" in answer.text


async def test_help_explains_the_abbreviations_with_their_provision(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.asks("/ajuda")

        await marli.presses("siglas")

        shown = await marli.waits_for(text="As siglas, em palavras")
        assert (
            "LIT: Laudo de Inspeção Técnica: a vistoria (Res. DAER 7.727/2022, art. 2º, XXXV)" in shown.text
        )
