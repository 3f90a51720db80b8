"""The methods this server knows, by their lower-case names (Telegram does not look at case)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.local_telegram import about, editing, receiving, sending
from bot.local_telegram.backend import Backend
from bot.local_telegram.params import Params

Method = Callable[[Backend, Params], Any]

METHODS: dict[str, Method] = {
    "getme": about.get_me,
    "getupdates": receiving.get_updates,
    "setwebhook": receiving.set_webhook,
    "deletewebhook": receiving.delete_webhook,
    "getwebhookinfo": receiving.get_webhook_info,
    "logout": receiving.log_out,
    "close": receiving.log_out,
    "sendmessage": sending.send_message,
    "sendphoto": sending.send_photo,
    "senddocument": sending.send_document,
    "sendmediagroup": sending.send_media_group,
    "sendchataction": sending.send_chat_action,
    "editmessagetext": editing.edit_message_text,
    "editmessagecaption": editing.edit_message_caption,
    "editmessagemedia": editing.edit_message_media,
    "editmessagereplymarkup": editing.edit_message_reply_markup,
    "deletemessage": editing.delete_message,
    "deletemessages": editing.delete_messages,
    "answercallbackquery": editing.answer_callback_query,
    "setmycommands": about.set_my_commands,
    "getmycommands": about.get_my_commands,
    "deletemycommands": about.delete_my_commands,
    "setmyname": about.set_my_name,
    "getmyname": about.get_my_name,
    "setmydescription": about.set_my_description,
    "getmydescription": about.get_my_description,
    "setmyshortdescription": about.set_my_short_description,
    "getmyshortdescription": about.get_my_short_description,
    "setchatmenubutton": about.set_chat_menu_button,
    "getchatmenubutton": about.get_chat_menu_button,
    "getchat": about.get_chat,
    "leavechat": about.leave_chat,
    "getfile": about.get_file,
}

THROTTLED = frozenset(
    name for name in METHODS if name.startswith(("send", "editmessage")) and name != "sendchataction"
)
