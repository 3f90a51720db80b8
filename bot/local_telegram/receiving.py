"""Methods by which a bot gets its updates: polling and webhook."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import bad_request, conflict
from bot.local_telegram.params import Params
from bot.local_telegram.profile import Webhook
from bot.local_telegram.settings import is_loopback
from bot.local_telegram.updates import MAX_BATCH, MAX_WAIT

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_PORTS = {443, 80, 88, 8443}
_WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


async def get_updates(backend: Backend, params: Params) -> list[dict[str, Any]]:
    """`getUpdates`: 1–100 updates, waits at most 50 s."""
    if backend.profile.webhook.url:
        raise conflict(_WEBHOOK_ACTIVE)
    if "allowed_updates" in params.values:
        backend.updates.allowed = params.data("allowed_updates") or None
    limit = params.integer("limit", default=MAX_BATCH)
    limit = limit if 1 <= limit <= MAX_BATCH else MAX_BATCH
    seconds = max(0, min(params.integer("timeout"), MAX_WAIT))
    return await backend.updates.long_poll(params.integer("offset"), limit, seconds)


def set_webhook(backend: Backend, params: Params) -> bool:
    """`setWebhook`: HTTPS on Telegram's four ports; HTTP and any port only towards this machine."""
    url = params.text("url") or ""
    if not url:
        return delete_webhook(backend, params)
    _check_address(url)
    secret = params.text("secret_token") or ""
    if secret and not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    connections = params.integer("max_connections", default=40)
    if not 1 <= connections <= 100:
        raise bad_request("max_connections must be between 1 and 100")
    if "allowed_updates" in params.values:
        backend.updates.allowed = params.data("allowed_updates") or None
    if params.flag("drop_pending_updates"):
        backend.updates.clear()
    backend.updates.stop_poll("terminated by setWebhook request")
    backend.set_webhook(Webhook(url, secret, connections))
    return True


def delete_webhook(backend: Backend, params: Params) -> bool:
    """`deleteWebhook`: back to polling."""
    if params.flag("drop_pending_updates"):
        backend.updates.clear()
    backend.set_webhook(Webhook())
    return True


def get_webhook_info(backend: Backend, _params: Params) -> dict[str, Any]:
    """`getWebhookInfo`."""
    webhook = backend.profile.webhook
    info: dict[str, Any] = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(backend.updates.waiting()),
    }
    if webhook.url:
        info["max_connections"] = webhook.max_connections
    if webhook.last_error_at is not None:
        info |= {"last_error_date": webhook.last_error_at, "last_error_message": webhook.last_error}
    if backend.updates.allowed:
        info["allowed_updates"] = backend.updates.allowed
    return info


def log_out(_backend: Backend, _params: Params) -> bool:
    """`logOut` and `close`: nothing to do on a local server."""
    return True


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise bad_request("bad webhook: invalid URL specified") from None
    if not parts.hostname or parts.scheme not in {"http", "https"}:
        raise bad_request("bad webhook: invalid URL specified")
    if is_loopback(parts.hostname):
        return
    if parts.scheme != "https":
        raise bad_request("bad webhook: an HTTPS URL must be provided for webhook")
    if port not in _PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
