"""What the bot says about itself: name, descriptions, commands by scope, menu buttons, webhook address."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

Command = dict[str, str]
DEFAULT_SCOPE = '{"type": "default"}'


@dataclass(slots=True)
class Webhook:
    """Where updates are pushed to, and how that goes."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    last_error_at: int | None = None
    last_error: str | None = None


@dataclass(slots=True)
class Profile:
    """Everything `setMy…` and `setWebhook` have set."""

    name: str
    description: str = ""
    short_description: str = ""
    commands: dict[tuple[str, str], list[Command]] = field(default_factory=dict)
    menu_buttons: dict[int, dict[str, Any]] = field(default_factory=dict)
    webhook: Webhook = field(default_factory=Webhook)

    def dump(self) -> dict[str, Any]:
        """For the store."""
        commands = [[scope, language, listed] for (scope, language), listed in self.commands.items()]
        return asdict(self) | {"commands": commands, "menu_buttons": list(self.menu_buttons.items())}

    @classmethod
    def from_dump(cls, dump: dict[str, Any]) -> Profile:
        """Back from the store."""
        commands = {(scope, language): listed for scope, language, listed in dump["commands"]}
        changed = {"commands": commands, "menu_buttons": dict(dump["menu_buttons"])}
        return cls(**dump | changed | {"webhook": Webhook(**dump["webhook"])})

    def commands_for(self, chat_id: int, user_id: int, *, group: bool, language: str) -> list[Command]:
        """The commands a person sees: the narrowest scope that has any, the person's language first."""
        for scope in _scopes(chat_id, user_id, group=group):
            for code in (language[:2], ""):
                found = self.commands.get((scope, code))
                if found:
                    return found
        return []


def scope_key(scope: dict[str, Any] | None) -> str:
    """One text for one scope."""
    return json.dumps(scope, sort_keys=True) if scope else DEFAULT_SCOPE


def _scopes(chat_id: int, user_id: int, *, group: bool) -> list[str]:
    wide = "all_group_chats" if group else "all_private_chats"
    narrow = [{"type": "chat_member", "chat_id": chat_id, "user_id": user_id}] if group else []
    scopes: list[dict[str, Any]] = [
        *narrow,
        {"type": "chat", "chat_id": chat_id},
        {"type": wide},
        {"type": "default"},
    ]
    return [scope_key(s) for s in scopes]
