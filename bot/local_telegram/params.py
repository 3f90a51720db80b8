"""The parameters of one Bot API request, whatever way they came: JSON, form, multipart or the query."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field, File, parse_form

from bot.local_telegram.errors import ApiError, bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with the request."""

    name: str
    mime: str
    content: bytes


@dataclass(slots=True)
class Params:
    """Typed access to what was sent. Every getter raises `ApiError` for a value of the wrong kind."""

    values: dict[str, Any] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str | None:
        """A string; numbers are taken as written."""
        value = self.values.get(name)
        if value is None or isinstance(value, str):
            return value
        return json.dumps(value, ensure_ascii=False)

    def integer(self, name: str, *, default: int = 0) -> int:
        """A whole number."""
        value = self.values.get(name)
        if value is None or value == "":
            return default
        try:
            return int(value)
        except (TypeError, ValueError):
            raise bad_request(f"{name} must be an Integer") from None

    def flag(self, name: str) -> bool:
        """A Boolean in any of the forms clients use."""
        return str(self.values.get(name, "")).lower() in {"true", "1", "yes"}

    def data(self, name: str) -> Any:
        """An object or list; in forms it comes as JSON text."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return _whole(json.loads(value))
        except ValueError:
            raise bad_request(f"can't parse {name}: invalid JSON") from None


def read_params(content_type: str, query: bytes, body: bytes) -> Params:
    """What a request holds. Raises `ApiError` when it cannot be read."""
    params = Params(dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True)) if query else {})
    if body:
        kind = content_type.partition(";")[0].strip().lower()
        _READERS.get(kind, _read_form)(params, content_type, body)
    _check_encoding(params)
    return params


def _read_form(params: Params, _type: str, body: bytes) -> None:
    try:
        params.values.update(
            parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=200)
        )
    except (UnicodeDecodeError, ValueError):
        raise bad_request("strings must be encoded in UTF-8") from None


def _read_json(params: Params, _type: str, body: bytes) -> None:
    try:
        values = _whole(json.loads(body))
    except ValueError:
        raise bad_request("can't parse request JSON object") from None
    if not isinstance(values, dict):
        raise bad_request("object expected as request")
    params.values.update(values)


def _read_multipart(params: Params, content_type: str, body: bytes) -> None:
    def on_field(entry: Field) -> None:
        name = (entry.field_name or b"").decode("utf-8", "replace")
        params.values[name] = (entry.value or b"").decode("utf-8", "surrogateescape")

    def on_file(entry: File) -> None:
        name = (entry.field_name or b"").decode("utf-8", "replace")
        entry.file_object.seek(0)
        file_name = _file_name(entry.file_name or b"file")
        params.uploads[name] = Upload(file_name, entry.content_type or "", entry.file_object.read())

    headers = {"Content-Type": content_type.encode("latin-1")}
    try:
        parse_form(headers, BytesIO(body), on_field, on_file)
    except (FormParserError, ValueError):
        raise bad_request("can't parse multipart request") from None


def _file_name(raw: bytes) -> str:
    """As HTML forms write it: UTF-8, with quotes and line ends as percent codes."""
    name = raw.decode("utf-8", "replace")
    return name.replace("%22", '"').replace("%0D", " ").replace("%0A", " ")


def _check_encoding(params: Params) -> None:
    for value in params.values.values():
        if isinstance(value, str):
            try:
                value.encode()
            except UnicodeEncodeError:
                raise _not_utf8() from None


def _whole(value: Any) -> Any:
    """The value, unless half of a surrogate pair hides in it (`ValueError`)."""
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _not_utf8() -> ApiError:
    return bad_request("strings must be encoded in UTF-8")


_READERS: dict[str, Callable[[Params, str, bytes], None]] = {
    "application/json": _read_json,
    "multipart/form-data": _read_multipart,
}
