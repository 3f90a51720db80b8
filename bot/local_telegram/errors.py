"""Refusals of the local Bot API, in the words of Telegram's server.

Every refusal a method can give is an `ApiError`; the endpoint turns it into Telegram's error answer.
"""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A request that is refused: becomes `{"ok": false, "error_code", "description", "parameters"}`."""

    def __init__(self, code: int, description: str, *, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """The answer as Telegram writes it."""
        answer: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            answer["parameters"] = self.parameters
        return answer


class ControlError(Exception):
    """A control request that makes no sense (unknown person, no such button): 400 with the reason."""


def bad_request(problem: str) -> ApiError:
    """A 400: the request is wrong and will stay wrong."""
    return ApiError(400, f"Bad Request: {problem}")


def forbidden(problem: str) -> ApiError:
    """A 403: the chat cannot be reached."""
    return ApiError(403, f"Forbidden: {problem}")


def conflict(problem: str) -> ApiError:
    """A 409: two ways of receiving updates exclude each other."""
    return ApiError(409, f"Conflict: {problem}")


def too_many_requests(seconds: int) -> ApiError:
    """A 429 with the pause the client must keep."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", parameters={"retry_after": seconds})
