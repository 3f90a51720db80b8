"""What people do in the stories of checklists: begin one, answer it, open its papers, ask for sheets."""

from __future__ import annotations

import io

from pypdf import PdfReader

from bot.local_telegram.people import Person, Seen

START = {"Que tipo de empresa": "Sociedade (Ltda. e outras)", "próprios funcionários": "Não"}
REST = {
    "fretamento turístico": "Sim",
    "só no nome da empresa": "Não, todos próprios",
    "novo de fábrica": "Não",
    "mais de 21 anos": "Não",
    "procurador": "Não, é o titular ou sócio",
    "7.000 UPF-RS": "Capital social",
}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301"
    "0100c9fe92ef0000000049454e44ae426082"
)


async def begins(person: Person, name: str = "Cadastro inicial") -> Seen:
    """From the command to the first question."""
    await person.asks(f"/checklist {name}")
    await person.presses(name)
    await person.waits_for(button="Começar")
    await person.presses("Começar")
    return await person.waits_for(text="1 de ")


async def answers(person: Person, given: dict[str, str]) -> None:
    """Answers questions as they come, by buttons."""
    for question, answer in given.items():
        await person.waits_for(text=question, button=answer)
        await person.presses(answer)


async def finishes(person: Person) -> Seen:
    """The whole first registration, to its outcome."""
    await begins(person)
    await answers(person, START)
    await person.waits_for(text="Quantos veículos")
    await person.says("3")
    await answers(person, REST)
    return await person.waits_for(button="Marcar os papéis")


async def opens_first_item(person: Person) -> None:
    """The first paper of the outcome."""
    await person.presses("Marcar os papéis")
    await person.waits_for(text="Prontos: ")
    await person.presses("Solicitação de registro")
    await person.waits_for(button="Já tenho")


async def pages(person: Person, message: Seen) -> str:
    """The text of a PDF the bot sent."""
    content = await person.downloads(message)
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


async def pdf(person: Person, name: str) -> Seen:
    """The next PDF with that file name."""
    return await person.waits_for(where=lambda m: m.file is not None and name in m.file.name)


async def types(person: Person, given: dict[str, str]) -> None:
    """Answers the fields of a form by typing, or by the button in brackets."""
    for question, answer in given.items():
        await person.waits_for(text=question)
        if answer.startswith("["):
            await person.presses(answer.strip("[]"))
        else:
            await person.says(answer)


async def opens_sheet(person: Person, label: str) -> None:
    """From the outcome to the form."""
    await person.presses("Mais")
    await person.waits_for(button=label)
    await person.presses(label)
