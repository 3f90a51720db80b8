"""The process: what it keeps, whom it lets in, how it begins and ends."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.local_telegram.__main__ import main
from bot.local_telegram.connection import listen
from bot.local_telegram.page_routes import HEADERS
from bot.local_telegram.persons import DEMONSTRATION, read_persons
from bot.local_telegram.settings import Settings
from bot.local_telegram.testing import LocalTelegram, Person, connected, running_server
from tests.local_telegram.conftest import Api
from tests.local_telegram.test_methods import KEYBOARD


async def test_everything_is_there_after_a_restart(tmp_path: Path, session: aiohttp.ClientSession) -> None:
    database = tmp_path / "telegram.sqlite"
    async with running_server(database=database) as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana")
        await ana.says("antes")
        sent = await api.ok("sendMessage", chat_id=ana.id, text="<b>x</b>", parse_mode="HTML")
        await ana.sends_document("a.pdf", b"%PDF")
        await api.ok("setMyCommands", commands=[{"command": "ajuda", "description": "x"}])
    async with running_server(database=database) as telegram:
        api, ana = Api(telegram, session), await telegram.known_person(200_001)
        messages = await ana.messages()
        assert ["antes", "x", ""] == [m.text for m in messages]
        assert await ana.downloads(messages[2]) == b"%PDF"
        assert ["antes", None] == [u["message"].get("text") for u in await api.updates()]
        assert [sent["message_id"]] == [e["message_id"] for e in await telegram.log(method="sendMessage")]
        assert await api.ok("getMyCommands") == [{"command": "ajuda", "description": "x"}]
        after = await api.ok("sendMessage", chat_id=ana.id, text="depois")
        assert after["message_id"] == messages[2].message_id + 1


async def test_update_numbers_go_on_after_a_restart_though_all_were_confirmed(
    tmp_path: Path, session: aiohttp.ClientSession
) -> None:
    numbers = []
    for _ in range(2):
        async with running_server(database=tmp_path / "t.sqlite") as telegram:
            api = Api(telegram, session)
            await (await telegram.person("Ana", id=7)).says("oi")
            numbers.append((await api.updates())[0]["update_id"])
            await api.updates(offset=numbers[-1] + 1)
    assert numbers[1] == numbers[0] + 1


async def test_reset_begins_anew_with_the_people_of_the_file(session: aiohttp.ClientSession) -> None:
    async with running_server(persons=read_persons(DEMONSTRATION)) as telegram:
        api, marli = Api(telegram, session), await telegram.known_person(100001)
        await api.ok("setMyCommands", commands=[{"command": "ajuda", "description": "x"}])
        await telegram.person("Outra")
        await marli.says("oi")
        await telegram.call("POST", "reset")
        people = await telegram.call("GET", "persons")
        assert [100001, 100002, 100003, 100004] == [p["id"] for p in people]
        assert ([], []) == (await marli.messages(), await api.updates())
        assert [c["command"] for c in people[0]["commands"]] == ["ajuda"]


async def test_people_of_the_demonstration_have_fixed_numbers() -> None:
    people = {p.id: p.first_name for p in read_persons(DEMONSTRATION)}
    assert people == {100001: "Marli", 100002: "Ademir", 100003: "Jéssica", 100004: "Servidora Rosane"}


def test_a_persons_file_with_an_error_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "pessoas.yaml"
    file.write_text("persons: [{id: 1, first_name: A}, {id: 1, first_name: B}]")
    with pytest.raises(ValueError, match=r"pessoas.yaml: id used twice: \[1\]"):
        read_persons(file)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "example.com", "", "::"])  # noqa: S104
def test_only_loopback_is_listened_on(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="only listens on loopback"):
        Settings(host=host)
    assert main(["--host", host, "--memory"]) == 2
    assert "loopback" in capsys.readouterr().err


def test_answers_are_not_held_back_for_an_acknowledgement() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Host": "127.0.0.1.evil.example"},
    ],
)
async def test_pages_from_elsewhere_get_nothing(
    telegram: LocalTelegram, marli: Person, headers: dict[str, str]
) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("persons", "log", "events", f"chats/{marli.id}/messages"):
            async with session.get(f"{telegram.url}/_control/{path}", headers=headers) as response:
                assert response.status == 403


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/nada", 404),
        ("/_control/persons", 200),
        ("/_control/persons/1/files/x", 404),
        ("/bot1:x/getMe", 404),
    ],
)
async def test_every_answer_carries_the_headers(telegram: LocalTelegram, path: str, status: int) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{telegram.url}{path}") as response:
        assert status == response.status
        assert [] == [name for name, value in HEADERS.items() if response.headers.get(name) != value]


async def test_a_plain_form_controls_nothing(telegram: LocalTelegram, marli: Person) -> None:
    async with aiohttp.ClientSession() as session:
        form = {"text": "oi"}
        async with session.post(f"{telegram.url}/_control/persons/{marli.id}/say", data=form) as response:
            assert response.status == 400
    assert await marli.messages() == []


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        ("persons/1/say", {"text": "oi"}, "no person 1"),
        ("persons/{id}/say", {"text": " "}, "empty message"),
        ("persons/{id}/say", {"txt": "oi"}, "text"),
        ("persons/{id}/press", {"message_id": 99, "label": "x"}, "no message 99"),
        ("persons/{id}/press", {"message_id": 1, "label": "Não"}, "0 buttons match 'Não'; there are: 'Sim'"),
        ("faults", {"kind": "magic"}, "kind"),
        ("groups", {"title": "x", "members": [1]}, "no such people"),
    ],
)
async def test_a_control_request_that_makes_no_sense_says_why(
    api: Api, telegram: LocalTelegram, marli: Person, path: str, body: dict[str, object], problem: str
) -> None:
    await api.ok("sendMessage", chat_id=marli.id, text="x", reply_markup=KEYBOARD.to_dict())
    with pytest.raises(AssertionError, match=problem):
        await telegram.call("POST", path.format(id=marli.id), body)


async def test_the_page_has_a_strict_policy_and_no_way_out_of_its_folder(telegram: LocalTelegram) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{telegram.url}/") as response:
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
        for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/__init__.py", "/page/"):
            async with session.get(f"{telegram.url}{path}") as response:
                assert response.status == 404


async def test_live_events_begin_again_where_the_page_stopped(telegram: LocalTelegram, marli: Person) -> None:
    state = await telegram.call("GET", "state")
    await marli.says("oi")
    async with aiohttp.ClientSession() as session:
        seen = []
        for since in (state["event"], "another-1", ""):
            async with session.get(f"{telegram.url}/_control/events?since={since}") as response:
                for _ in range(3):  # the pause before a new try, an empty line, the event's number
                    await response.content.readline()
                seen.append((await response.content.readline()).decode())
    assert '"text": "oi"' in seen[0]
    assert ['data: {"type": "resync"}\n'] * 2 == seen[1:]


async def test_the_process_says_its_address_serves_and_ends_at_once_on_a_signal() -> None:
    command = [sys.executable, "-m", "bot.local_telegram", "--port", "0", "--memory"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    address = (await process.stdout.readline()).decode().strip().rstrip("/")
    async with connected(address) as telegram:
        people = await telegram.call("GET", "persons")
        assert people[0]["first_name"] == "Marli"
        async with aiohttp.ClientSession() as session:
            poll = asyncio.create_task(Api(telegram, session)("getUpdates", timeout=50))
            while not await telegram.log(method="getUpdates"):
                pass
            process.terminate()
            assert (await poll)["result"] == []
    await asyncio.wait_for(process.wait(), 5)
