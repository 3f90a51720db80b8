"""The text of a norm out of what an editor sends: plain text, Word or a PDF that has text."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.late import Late

_docx = Late("docx")
_pypdf, _pypdf_errors = Late("pypdf"), Late("pypdf.errors")


LIMIT_BYTES = 10 * 1024 * 1024
LIMIT_CHARACTERS = 400_000
UNPACKED_LIMIT = 60 * 1024 * 1024
FEWEST_LETTERS = 200


@dataclass
class Unreadable(Exception):
    """Why there is no text: `kind` (of file), `encoding`, `damaged`, `protected`, `scanned`, `long`."""

    reason: str


def text_of(name: str, content: bytes) -> str:
    """The text. Raises `Unreadable`."""
    ending = name.lower().rpartition(".")[2]
    readers = {"txt": _plain, "docx": _word, "pdf": _pdf}
    if ending not in readers:
        raise Unreadable("kind")
    text = readers[ending](content).replace("\r\n", "\n").replace("\x00", "")
    if len(text) > LIMIT_CHARACTERS:
        raise Unreadable("long")
    return text


def _plain(content: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable("encoding")


def _word(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(item.file_size for item in packed.infolist()) > UNPACKED_LIMIT:
                raise Unreadable("long")
        return "\n".join(_lines(_docx.Document(io.BytesIO(content))))
    except Unreadable:
        raise
    except Exception as error:  # whatever a reader makes of a stranger's file
        raise Unreadable("damaged") from error


def _lines(container: Any) -> Iterator[str]:
    """Paragraphs and the cells of tables, in the order of the document; a merged cell once."""
    for block in container.iter_inner_content():
        if not hasattr(block, "rows"):
            yield block.text
            continue
        seen = set()
        for row in block.rows:
            for cell in row.cells:
                if cell._tc not in seen:  # the element itself: the wrappers are made anew each time
                    seen.add(cell._tc)
                    yield from _lines(cell)


def _pdf(content: bytes) -> str:
    protected = True  # what opening asks for and is not there is a cipher
    try:
        held = _pypdf.PdfReader(io.BytesIO(content))
        protected = held.is_encrypted
        if protected and not held.decrypt(""):
            raise Unreadable("protected")
        pages = [page.extract_text() or "" for page in held.pages]
    except Unreadable:
        raise
    except _pypdf_errors.DependencyError as error:  # of its cipher, or of a filter
        raise Unreadable("protected" if protected else "damaged") from error
    except Exception as error:  # whatever a reader makes of a stranger's file
        raise Unreadable("damaged") from error
    text = "\n".join(pages)
    if sum(letter.isalpha() for letter in text) < FEWEST_LETTERS:
        raise Unreadable("scanned")
    return text
