"""429 for speed: a chat, all chats, a group."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_telegram.errors import ApiError
from bot.local_telegram.settings import OPEN, Limits
from bot.local_telegram.testing import running_server
from bot.local_telegram.throttle import Throttle
from tests.local_telegram.conftest import Clock


def _taken(throttle: Throttle, chat_id: int, now: float) -> bool:
    try:
        throttle.take(chat_id, now)
    except ApiError:
        return False
    return True


def test_a_chat_takes_a_burst_and_then_one_a_second() -> None:
    throttle = Throttle(Limits(chat_burst=3, all_per_second=0))
    assert [True, True, True, False] == [_taken(throttle, 1, 0) for _ in range(4)]
    assert [False, True, False] == [_taken(throttle, 1, now) for now in (0.5, 1.0, 1.5)]


def test_all_chats_together_get_thirty_in_any_second() -> None:
    throttle = Throttle(Limits())
    assert sum(_taken(throttle, chat, 0) for chat in range(1, 41)) == 30
    assert _taken(throttle, 99, 1.0)


def test_a_group_gets_twenty_a_minute_and_is_told_how_long_to_wait() -> None:
    throttle = Throttle(Limits(all_per_second=0))
    for second in range(20):
        throttle.take(-1, second)
    with pytest.raises(ApiError) as caught:
        throttle.take(-1, 20)
    assert ({"retry_after": 40}, "Too Many Requests: retry after 40") == (
        caught.value.parameters,
        caught.value.description,
    )
    assert _taken(throttle, -1, 60)


def test_a_refused_send_books_nothing() -> None:
    throttle = Throttle(Limits(chat_burst=1, all_per_second=2))
    assert [True, False, False, True] == [_taken(throttle, chat, 0) for chat in (1, 1, 1, 2)]


def test_open_limits_never_refuse() -> None:
    throttle = Throttle(OPEN)
    assert all(_taken(throttle, chat, 0) for chat in (1, -1) for _ in range(100))


@given(st.lists(st.tuples(st.integers(1, 5), st.floats(0, 5, allow_nan=False)), max_size=150))
def test_no_window_of_a_second_holds_more_than_allowed(sends: list[tuple[int, float]]) -> None:
    throttle = Throttle(Limits(chat_per_second=0, all_per_second=10))
    taken = [now for chat, now in sorted(sends, key=lambda s: s[1]) if _taken(throttle, chat, now)]
    assert all(sum(start - 1 < t <= start for t in taken) <= 10 for start in taken)


async def test_limits_can_be_changed_while_the_server_runs() -> None:
    clock = Clock()
    async with running_server(limits=Limits(chat_burst=1), clock=clock) as telegram:
        ana = await telegram.person("Ana", started=True)
        url = f"{telegram.base_url}{telegram.token}/sendMessage"

        async def code() -> int:
            async with telegram._session.post(url, json={"chat_id": ana.id, "text": "a"}) as response:
                return response.status

        assert [200, 429] == [await code(), await code()]
        await telegram.call("POST", "limits", {"open": True})
        assert await code() == 200
