"""Structured logs: an action name and ids, never personal data, never the token.

An exception is told by its class and the places it came through: its words may quote what a person wrote.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path

import structlog

from bot.scrub import scrub

FRAMES = 12


def _scrubbed(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {key: scrub(value) if isinstance(value, str) else value for key, value in event.items()}


def told(error: BaseException) -> str:
    """Class and places of an exception and of what caused it, the innermost place first; none of their words."""
    found: list[str] = []
    at: BaseException | None = error
    while at is not None and len(found) < FRAMES:
        frames = [f"{_place(f)}:{f.lineno} {f.name}" for f in traceback.extract_tb(at.__traceback__)]
        found.append(" < ".join([type(at).__qualname__, *reversed(frames[-FRAMES:])]))
        found += [f"({told(inner)})" for inner in getattr(at, "exceptions", ())]
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "; from ".join(found)


def _place(frame: traceback.FrameSummary) -> str:
    return "/".join(Path(frame.filename).parts[-2:])


def _exception(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["exception"] = told(error)
    return event


class _Others(logging.Handler):
    """What libraries log: who and the template of what, without the values, and the exception as ours are told."""

    def emit(self, record: logging.LogRecord) -> None:
        """Hands it on as a line of ours."""
        info = record.exc_info
        error = info[1] if info else None
        words = str(record.msg).partition("\n")[0][:200]
        structlog.get_logger().warning("library", name=record.name, said=words, exc_info=error)


def configure(log_format: str, *, level: int = logging.INFO) -> None:
    """Sends structured lines to standard error, readable (`console`) or as JSON."""
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _exception,
            _scrubbed,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    if not any(isinstance(handler, _Others) for handler in logging.root.handlers):
        logging.root.addHandler(_Others(logging.WARNING))
    # The client libraries log request addresses, which hold the token.
    for noisy in ("httpx", "telegram", "aiohttp", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a late tick is coalesced on purpose
