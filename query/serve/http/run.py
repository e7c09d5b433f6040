"""Runs the application until it is told to end, and lets what runs then finish."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager

import anyio
import uvicorn
from sse_starlette.sse import AppStatus

from query import beside
from query.errors import InvalidArgument
from query.serve.http.app import Application, CallLog, application
from query.serve.http.connections import allowed_connections, bounded
from query.serve.http.logs import LOG, log_to_stderr
from query.serve.http.metrics import Metrics
from query.serve.http.options import HttpOptions
from query.serve.server import build_server
from query.tools.call import Services

_BACKLOG = 2048
_KEEP_SECONDS = 65  # longer than proxies keep theirs: who closes first decides whose request gets lost
_STREAM_SECONDS = 2  # that open streams have for their good-bye, once no call is running


class Draining(uvicorn.Server):
    """Stops listening first, then waits for calls, then closes streams."""

    def __init__(self, config: uvicorn.Config, app: Application, grace: float) -> None:
        super().__init__(config)
        self._app = app
        self._grace = grace

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        with super().capture_signals():
            yield
            # They would be raised again and end the process before the rest is put in order.
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self._app.gate.closing = True
        LOG.info("shutting down", extra={"fields": {"calls": self._app.watch.running}})
        with anyio.move_on_after(self._grace):
            while self._app.watch.running and not self.force_exit:
                await anyio.sleep(0.05)
        AppStatus.should_exit = True
        await super().shutdown(sockets)


def run_http(shared: Services, options: HttpOptions) -> None:
    """Serve until a signal comes."""
    log_to_stderr()
    beside.allow()
    # Streams would else end with the signal, and with them the answers of calls that are running.
    AppStatus.enable_automatic_graceful_drain = False
    metrics = Metrics(shared.hub)
    watch = CallLog(options.timeout, options.build_timeout, metrics=metrics)
    metrics.running.set_function(lambda: watch.running)
    app = application(build_server(shared, watch), shared.hub, options, metrics, watch)
    with _listening(options.host, options.port) as listener:
        protocol = bounded(allowed_connections(options.max_connections), options.arrival_seconds)
        config = uvicorn.Config(
            app.asgi, http=protocol, ws="none", log_config=None,
            access_log=False, server_header=False, proxy_headers=False, timeout_graceful_shutdown=_STREAM_SECONDS,
            timeout_keep_alive=_KEEP_SECONDS,
        )  # fmt: skip
        host, port = listener.getsockname()[:2]
        path = "/sse" if options.transport == "sse" else "/mcp"
        shown = f"[{host}]" if ":" in host else host
        LOG.info("serving", extra={"fields": {"url": f"http://{shown}:{port}{path}"}})
        try:
            Draining(config, app, options.grace).run(sockets=[listener])
        finally:
            beside.end()


def _listening(host: str, port: int) -> socket.socket:
    """The socket, opened before anything else so that a taken port is told at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)  # who comes before all is loaded waits and is not refused
    except OSError as error:
        hint = "is another server running there? choose another with --port"
        raise InvalidArgument(f"cannot listen on {host}:{port}: {error.strerror or error}", hint) from error
    return listener
