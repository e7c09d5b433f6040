"""Figures for Prometheus: latency and errors by tool, requests, what is mounted, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from query.hub import Hub

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0)
PATHS = ("/mcp", "/sse", "/messages/", "/health", "/metrics")


class Metrics:
    """The figures of one server."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self, hub: Hub) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(Mounts(hub))
        self._seconds = Histogram(
            "codemap_tool_seconds", "How long calls took", ["tool"], buckets=_BUCKETS, registry=self._registry
        )
        self._errors = Counter(
            "codemap_tool_errors", "Calls that failed, by the code of the failure", ["tool", "code"],
            registry=self._registry,
        )  # fmt: skip
        self._requests = Counter("codemap_http_requests", "Requests", ["path", "status"], registry=self._registry)
        self.running = Gauge("codemap_calls_running", "Calls that are being answered", registry=self._registry)

    def called(self, tool: str, seconds: float, failure: str | None) -> None:
        self._seconds.labels(tool).observe(seconds)
        if failure is not None:
            self._errors.labels(tool, failure).inc()

    def requested(self, path: str, status: int) -> None:
        # Whatever path a stranger thinks of must not become a series of its own.
        self._requests.labels(path if path in PATHS else "other", str(status)).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)


class Mounts(Collector):
    """What the hub holds open, and how often it was there already when asked for."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterator[Metric]:
        usage = self._hub.usage()
        yield GaugeMetricFamily("codemap_mounted_snapshots", "Views that are open", value=usage.held)
        yield CounterMetricFamily("codemap_view_cache_hits", "Questions whose view was open", value=usage.hits)
        yield CounterMetricFamily(
            "codemap_view_cache_misses", "Questions whose view had to be opened", value=usage.misses
        )
