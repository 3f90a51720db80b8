"""Figures for Prometheus: counters of this process, and gauges read from the database at each scrape."""

from __future__ import annotations

import datetime as dt

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.delivery_state import DeliveryState
from bot.models.delivery import LANES

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Meter:
    """The figures of one process, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._outcomes = Counter(
            "fretabot_deliveries", "Outbox rows settled, by outcome and lane", ["outcome", "lane"],
            registry=self.registry,
        )  # fmt: skip
        self._rate = Counter("fretabot_rate_limited", "Answers 429 from Telegram", registry=self.registry)
        self._handled = Histogram(
            "fretabot_handler_seconds", "Time to handle one update, commit included", ["kind"],
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self._failed = Counter(
            "fretabot_updates_failed", "Updates set aside or unreadable", registry=self.registry
        )
        self._wordings = Counter(
            "fretabot_wordings_failed", "Times a row could not be put into words", registry=self.registry
        )
        self._saves = Counter("fretabot_saves_failed", "Commits that failed", registry=self.registry)
        self._age = Gauge(
            "fretabot_queue_age_seconds", "Age of the oldest due row, by lane", ["lane"],
            registry=self.registry,
        )  # fmt: skip
        self._inbox = Gauge("fretabot_inbox_waiting", "Updates not handled yet", registry=self.registry)
        self._sweep = Gauge(
            "fretabot_sweep_lag_seconds", "Time since the last planning run", registry=self.registry
        )
        self._unreachable = Gauge(
            "fretabot_contacts_unreachable", "Contacts that cannot be reached", registry=self.registry
        )

    def outcome(self, outcome: str, lane: str) -> None:
        """A row was settled."""
        self._outcomes.labels(outcome, lane).inc()

    def rate_limited(self) -> None:
        """Telegram ordered a pause."""
        self._rate.inc()

    def handled(self, kind: str, seconds: float) -> None:
        """An update was handled."""
        self._handled.labels(kind).observe(seconds)

    def update_failed(self) -> None:
        """An update was set aside."""
        self._failed.inc()

    def wording_failed(self) -> None:
        """A row could not be put into words."""
        self._wordings.inc()

    def save_failed(self) -> None:
        """A commit failed."""
        self._saves.inc()

    def exposition(self, state: DeliveryState, *, now: dt.datetime) -> bytes:
        """The text Prometheus reads, with the database's state at this moment."""
        for lane, name in LANES.items():
            oldest = state.oldest.get(lane)
            self._age.labels(name).set((now - oldest).total_seconds() if oldest else 0.0)
        self._inbox.set(state.inbox_waiting)
        self._sweep.set((now - state.last_sweep).total_seconds() if state.last_sweep else -1.0)
        self._unreachable.set(state.unreachable)
        return generate_latest(self.registry)
