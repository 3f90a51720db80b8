"""Control API, the machine's part: groups, faults, limits, log, updates, reset."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from typing import Any, Literal

from pydantic import Field
from starlette.requests import Request

from bot.local_telegram import deeds
from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ControlError
from bot.local_telegram.faults import Fault
from bot.local_telegram.requests import Handler, Shape, body_of, chat_of
from bot.local_telegram.settings import OPEN, Limits
from bot.local_telegram.view import chat_summary, seen
from bot.local_telegram.world import Chat


class Group(Shape):
    """A new group, supergroup or channel with its people."""

    title: str = Field(min_length=1, max_length=128)
    type: Literal["group", "supergroup", "channel"] = "group"
    members: list[int] = Field(default_factory=list)
    admins: list[int] = Field(default_factory=list)
    username: str | None = None
    bot: Literal["member", "administrator", "restricted", "left", "kicked"] = "member"
    announce: bool = False


class BotState(Shape):
    """What the bot is in a chat from now on."""

    status: Literal["member", "administrator", "restricted", "left", "kicked", "deleted"]


class Text(Shape):
    """A text written by nobody in particular."""

    text: str


class Jump(Shape):
    """The id of the next update; random when not given."""

    next_id: int | None = None


class LimitsShape(Shape):
    """New limits: all open, or these."""

    open: bool = False
    chat_per_second: float = 1.0
    chat_burst: int = 8
    all_per_second: int = 30
    group_per_minute: int = 20


class Token(Shape):
    """Does the bot's token count?"""

    revoked: bool


class RawUpdate(Shape):
    """An update as it should arrive, whatever it holds: for what nobody sends by hand."""

    kind: str
    content: Any = None


class Empty(Shape):
    """Messages that lose their content, as old ones do."""

    message_id: int


async def state(backend: Backend, _request: Request) -> Any:
    """What the chat page needs to begin."""
    return {
        "bot": backend.bot_user() | {"description": backend.profile.description},
        "event": f"{backend.run}-{backend.hub.version}",
        "now": backend.clock(),
        "has_clock_control": backend.settings.control_url is not None,
    }


async def add_group(backend: Backend, request: Request) -> Any:
    """A new group."""
    body = await body_of(request, Group)
    unknown = [m for m in (*body.members, *body.admins) if m not in backend.world.persons]
    if unknown:
        raise ControlError(f"no such people: {unknown}")
    fields = body.model_dump(exclude={"announce"}) | {
        "members": list(dict.fromkeys([*body.members, *body.admins]))
    }
    chat = Chat(id=_group_id(body.type), **fields)
    backend.world.save_chat(chat)
    if body.announce:
        _tell_bot(backend, chat, "left")
    return chat_summary(chat)


async def migrate(backend: Backend, request: Request) -> Any:
    """The group becomes a supergroup with a new id."""
    old = chat_of(backend, int(request.path_params["chat_id"]))
    if old.type != "group" or old.migrated_to:
        raise ControlError("only a group that has not moved can become a supergroup")
    fields = asdict(old) | {"id": _group_id("supergroup"), "type": "supergroup", "last_message_id": 0}
    new = Chat(**fields)
    backend.world.save_chat(new)
    _service(backend, old, {"migrate_to_chat_id": new.id})
    _service(backend, new, {"migrate_from_chat_id": old.id})
    old.migrated_to = new.id
    backend.world.save_chat(old)
    return chat_summary(new)


async def set_bot(backend: Backend, request: Request) -> Any:
    """The bot is promoted, restricted, thrown out; the chat is deleted."""
    chat = chat_of(backend, int(request.path_params["chat_id"]))
    status = (await body_of(request, BotState)).status
    old = chat.bot
    if status == "deleted":
        chat.deleted = True
    else:
        chat.bot = status
    backend.world.save_chat(chat)
    if status not in {"restricted", "deleted"} and chat.members:
        _tell_bot(backend, chat, old)
    return chat_summary(chat)


async def anonymous(backend: Backend, request: Request) -> Any:
    """An anonymous administrator writes in the group."""
    chat = chat_of(backend, int(request.path_params["chat_id"]))
    text = (await body_of(request, Text)).text
    return seen(deeds.write_anonymously(backend, chat, deeds.text_content(text)))


async def post(backend: Backend, request: Request) -> Any:
    """A post appears in the channel."""
    chat = chat_of(backend, int(request.path_params["chat_id"]))
    return seen(deeds.post(backend, chat, deeds.text_content((await body_of(request, Text)).text)))


async def empty(backend: Backend, request: Request) -> Any:
    """An old message: its buttons still work, its content no longer reaches the bot."""
    chat_id, body = int(request.path_params["chat_id"]), await body_of(request, Empty)
    message = backend.world.find_message(chat_id, body.message_id)
    if message is None:
        raise ControlError("no such message")
    message.emptied = True
    return {}


async def list_faults(backend: Backend, _request: Request) -> Any:
    """The faults in force."""
    return [f.model_dump() for f in backend.faults.active]


async def add_fault(backend: Backend, request: Request) -> Any:
    """A new fault."""
    return backend.faults.add(await body_of(request, Fault)).model_dump()


async def clear_faults(backend: Backend, request: Request) -> Any:
    """No more faults; with `seed`, what chance decides is repeatable from here."""
    backend.faults.clear()
    if "seed" in request.query_params:
        backend.faults.seed(int(request.query_params["seed"]))
    return {}


async def remove_fault(backend: Backend, request: Request) -> Any:
    """One fault less."""
    backend.faults.remove(int(request.path_params["fault_id"]))
    return {}


async def set_limits(backend: Backend, request: Request) -> Any:
    """New limits."""
    body = await body_of(request, LimitsShape)
    backend.throttle.limits = OPEN if body.open else Limits(**body.model_dump(exclude={"open"}))
    return {}


async def set_token(backend: Backend, request: Request) -> Any:
    """The token is revoked, or counts again."""
    backend.revoked = (await body_of(request, Token)).revoked
    return {}


async def read_log(backend: Backend, request: Request) -> Any:
    """Every request so far, or those after `after`, of `method`, to `chat_id`."""
    query = request.query_params
    chat_id = int(query["chat_id"]) if "chat_id" in query else None
    return backend.log.find(
        method=query.get("method"),
        chat_id=chat_id,
        after=int(query.get("after", 0)),
        limit=int(query.get("limit", 100_000)),
    )


async def list_updates(backend: Backend, _request: Request) -> Any:
    """What the bot has not confirmed."""
    return backend.updates.waiting()


async def add_update(backend: Backend, request: Request) -> Any:
    """Queues an update as it is written."""
    body = await body_of(request, RawUpdate)
    return {"update_id": backend.updates.add(body.kind, body.content)}


async def replay(backend: Backend, request: Request) -> Any:
    """An update is delivered again under its id."""
    if not backend.updates.replay(int(request.path_params["update_id"])):
        raise ControlError("only an update that was confirmed can be replayed")
    return {}


async def jump(backend: Backend, request: Request) -> Any:
    """The next update gets a random id."""
    return {"next_id": backend.updates.jump((await body_of(request, Jump)).next_id)}


def _service(backend: Backend, chat: Chat, content: dict[str, Any]) -> None:
    author = (
        backend.world.persons[(chat.admins or chat.members)[0]].user() if chat.members else backend.bot_user()
    )
    body = {"from": author, "chat": backend.chat_body(chat), "date": backend.now(), **content}
    message = backend.world.add_message(chat, body, by_bot=False)
    backend.updates.add("message", message.body)


def _tell_bot(backend: Backend, chat: Chat, old: str) -> None:
    """The bot learns what it is in a chat now."""
    author, bot = backend.world.persons[(chat.admins or chat.members)[0]].user(), backend.bot_user()
    change = {"chat": backend.chat_body(chat), "from": author, "date": backend.now()}
    members = {"old_chat_member": _member(bot, old), "new_chat_member": _member(bot, chat.bot)}
    backend.updates.add("my_chat_member", change | members)


def _member(bot: dict[str, Any], status: str) -> dict[str, Any]:
    more: dict[str, Any] = {"until_date": 0} if status == "kicked" else {}
    if status == "administrator":
        rights = (
            "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages",
            "can_manage_video_chats",
            "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
            "can_post_stories", "can_edit_stories", "can_delete_stories",
        )  # fmt: skip
        more = dict.fromkeys(rights, False)
    return {"user": bot, "status": status} | more


def _group_id(kind: str) -> int:
    number = secrets.randbelow(10**9) + 10**9
    return -number if kind == "group" else -(10**12) - number


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/state", state),
    ("POST", "/groups", add_group),
    ("POST", "/groups/{chat_id}/migrate", migrate),
    ("POST", "/groups/{chat_id}/bot", set_bot),
    ("POST", "/groups/{chat_id}/anonymous", anonymous),
    ("POST", "/groups/{chat_id}/post", post),
    ("POST", "/chats/{chat_id}/empty", empty),
    ("GET", "/faults", list_faults),
    ("POST", "/faults", add_fault),
    ("DELETE", "/faults", clear_faults),
    ("DELETE", "/faults/{fault_id:int}", remove_fault),
    ("POST", "/limits", set_limits),
    ("POST", "/token", set_token),
    ("GET", "/log", read_log),
    ("GET", "/updates", list_updates),
    ("POST", "/updates", add_update),
    ("POST", "/updates/jump", jump),
    ("POST", "/updates/{update_id:int}/replay", replay),
]
