"""Files a bot sends: taken from the upload or by `file_id`, checked, and described as the Bot API does."""

from __future__ import annotations

import mimetypes
from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ApiError, bad_request
from bot.local_telegram.params import Params, Upload
from bot.local_telegram.world import File

_ATTACHED = "attach://"


def file_from(backend: Backend, params: Params, field: str, *, kind: str, value: str | None = None) -> File:
    """The file of a request. Raises `ApiError` when it is missing, unknown, empty or too large."""
    reference = value if value is not None else params.text(field)
    upload = params.uploads.get(field) if value is None else None
    if reference and reference.startswith(_ATTACHED):
        upload = params.uploads.get(reference.removeprefix(_ATTACHED))
        reference = None
    if upload is not None:
        return store_upload(backend, upload, kind=kind)
    if not reference:
        raise bad_request(f"there is no {kind} in the request")
    file = backend.world.files.get(reference)
    if file is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if file.kind != kind:
        raise bad_request(f"can't use file of type {file.kind.title()} as {kind.title()}")
    return file


def store_upload(backend: Backend, upload: Upload, *, kind: str) -> File:
    """Keeps uploaded bytes as a file."""
    if not upload.content:
        raise bad_request("file must be non-empty")
    limits = backend.settings.limits
    if len(upload.content) > limits.upload_bytes:
        raise ApiError(413, "Request Entity Too Large")
    size, most = len(upload.content), limits.photo_bytes
    if kind == "photo" and size > most:
        raise bad_request(
            f"file of size {size} bytes is too big for a photo; the maximum size is {most} bytes"
        )
    pixels = _picture_size(upload.content) if kind == "photo" else (0, 0)
    mime = upload.mime or mimetypes.guess_type(upload.name)[0] or "application/octet-stream"
    return backend.world.add_file(kind, upload.name, mime, upload.content, size=pixels)


def described(file: File) -> dict[str, Any]:
    """The part of a message that holds the file."""
    body: dict[str, Any] = {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.content),
    }
    if file.kind == "photo":
        return {"photo": [body | {"width": file.width, "height": file.height}]}
    if file.kind == "voice":
        return {"voice": body | {"duration": 1, "mime_type": file.mime}}
    return {"document": body | {"file_name": file.name, "mime_type": file.mime}}


def path_of(file: File) -> str:
    """The path `getFile` gives; the download is under `/file/bot<token>/`."""
    return f"{file.kind}s/{file.unique_id}/{file.file_id}"


def _picture_size(content: bytes) -> tuple[int, int]:
    try:
        with Image.open(BytesIO(content)) as picture:
            width, height = picture.size
    except (UnidentifiedImageError, OSError, ValueError):
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height
