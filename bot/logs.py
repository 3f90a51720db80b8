"""Structured logs: an action name and ids, never personal data, never the token."""

from __future__ import annotations

import logging
import sys

import structlog

from bot.scrub import scrub


def _scrubbed(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {key: scrub(value) if isinstance(value, str) else value for key, value in event.items()}


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
            structlog.processors.format_exc_info,
            _scrubbed,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # The client libraries log request addresses, which hold the token.
    for noisy in ("httpx", "telegram", "aiohttp", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a late tick is coalesced on purpose
