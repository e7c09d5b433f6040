"""Connections: how many there may be, and how long one may take to ask its first question."""

from __future__ import annotations

import asyncio
import resource

from uvicorn.protocols.http.h11_impl import H11Protocol

from query.serve.http.replies import refusal_body

_RESERVED = 128  # descriptors for snapshots, the database, processes
_LINGER_SECONDS = 1.0
_BODY = refusal_body("Too many connections", "close connections that are idle, or ask again in a moment")
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(_BODY), _BODY)
)


def allowed_connections(wanted: int) -> int:
    """As many as are wanted, or as the system's limit on descriptors lets this process have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = wanted + 2 * _RESERVED
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return max(1, min(wanted, most - _RESERVED))


def bounded(most: int, seconds: float) -> type[H11Protocol]:
    """The protocol for so many connections, whose headers must arrive in time; one more is told so and closed."""

    class Bounded(H11Protocol):
        _waiting: asyncio.TimerHandle | None = None
        _refused = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            if len(self.connections) >= most:
                self._refused = True
                self.transport = transport
                transport.write(_REFUSAL)
                # Closing at once would reset the connection before the client has read why.
                transport.write_eof()
                self.loop.call_later(_LINGER_SECONDS, transport.close)
                return
            super().connection_made(transport)
            self._expect_headers()

        def data_received(self, data: bytes) -> None:
            if self._refused:
                return
            super().data_received(data)
            # A request that began since ends the waiting; its body has a time of its own.
            if self.cycle is not None and not self.cycle.response_complete:
                self._stop_waiting()
            elif self._waiting is None:
                self._expect_headers()

        def on_response_complete(self) -> None:
            self._stop_waiting()
            super().on_response_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            if not self._refused:
                super().connection_lost(exc)

        def _expect_headers(self) -> None:
            self._waiting = self.loop.call_later(seconds, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

    return Bounded
