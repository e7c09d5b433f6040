"""The application: the protocol's endpoints, /health and /metrics, and what stands in front of them all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import anyio
import anyio.to_thread
from mcp.server import Server
from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from query import beside
from query.hub import Hub
from query.serve.http.access import Access
from query.serve.http.gate import Gate
from query.serve.http.health import Health
from query.serve.http.logs import LOG, Logged
from query.serve.http.metrics import Metrics
from query.serve.http.options import HttpOptions
from query.serve.http.plain import AsAsked
from query.serve.watch import OK, Seen, Watch

TEND_SECONDS = 5.0
MOST_SESSIONS = 2_000
# Clients that crash leave their sessions; nothing is lost with one, its client only has to begin anew.
SESSION_SECONDS = 300.0
CROWD, CROWDED_SECONDS = 200, 60.0
# Hosts and sizes are checked in front of all routes, not of the protocol's alone.
_UNCHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
_NO_LIMIT = 1 << 40


@dataclass(slots=True)
class CallLog(Watch):
    """Tells each call to the log and to the figures."""

    metrics: Metrics | None = None

    def ended(self, seen: Seen) -> None:
        failure = None if seen.outcome == OK else seen.outcome
        if self.metrics is not None:
            self.metrics.called(seen.tool, seen.seconds, failure)
        fields = {"tool": seen.tool, "outcome": seen.outcome, "ms": round(seen.seconds * 1000, 1)}
        LOG.info("call", extra={"fields": fields})


@dataclass(frozen=True, slots=True)
class Application:
    """What is served, and the handles that shutting down needs."""

    asgi: ASGIApp
    gate: Gate
    watch: Watch


def application(server: Server[object], hub: Hub, options: HttpOptions, metrics: Metrics, watch: Watch) -> Application:
    manager = StreamableHTTPSessionManager(
        server, security_settings=_UNCHECKED, max_request_body_size=_NO_LIMIT, max_sessions=MOST_SESSIONS,
        session_idle_timeout=SESSION_SECONDS, json_response=cast(bool, AsAsked()),
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run(), anyio.create_task_group() as tasks:
            tasks.start_soon(_tend, hub, options, manager)
            tasks.start_soon(anyio.to_thread.run_sync, hub.warm, True)
            yield
            tasks.cancel_scope.cancel()

    streamable = [Route("/mcp", StreamableHTTPASGIApp(manager))]
    endpoints = _sse_routes(server) if options.transport == "sse" else streamable
    app = Starlette(routes=[*endpoints, *_own_routes(Health(hub.state), metrics)], lifespan=lifespan)
    gate = Gate(app, options)
    return Application(Logged(Access(gate, options, options.token()), metrics), gate, watch)


def _own_routes(health: Health, metrics: Metrics) -> list[BaseRoute]:
    async def show_health(request: Request) -> Response:
        told = await anyio.to_thread.run_sync(health.report)
        return JSONResponse(told, 200 if told["status"] == "healthy" else 503)

    async def show_metrics(request: Request) -> Response:
        return Response(await anyio.to_thread.run_sync(metrics.text), media_type=metrics.content_type)

    return [Route("/health", show_health), Route("/metrics", show_metrics)]


def _sse_routes(server: Server[object]) -> list[BaseRoute]:
    transport = SseServerTransport("/messages/", _UNCHECKED, _NO_LIMIT)

    class Stream:
        """A class, since Starlette would call a function with a request and want a response."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            async with transport.connect_sse(scope, receive, send) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())

    return [Route("/sse", Stream(), methods=["GET"]), Mount("/messages/", transport.handle_post_message)]


async def _tend(hub: Hub, options: HttpOptions, sessions: StreamableHTTPSessionManager) -> None:
    """Close what is idle, and give memory back before there is too much of it in use."""
    while True:
        await anyio.sleep(TEND_SECONDS)
        # Where there are many, most were left without a word: those that begin now are forgotten sooner.
        crowded = len(sessions._server_instances) > CROWD
        sessions.session_idle_timeout = CROWDED_SECONDS if crowded else SESSION_SECONDS
        await anyio.to_thread.run_sync(hub.tend, options.memory_mb * 1_000_000)
        await anyio.to_thread.run_sync(beside.rest)
