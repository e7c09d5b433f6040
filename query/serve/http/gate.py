"""How much a client may ask for: how large a request is, how slowly it may come, how many are answered at once."""

from __future__ import annotations

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from query.serve.http import plain
from query.serve.http.options import HttpOptions
from query.serve.http.replies import INVALID_REQUEST, refusal

_AGAIN = {"Retry-After": "1"}


class TooLarge(Exception):
    pass


class Gate:
    """Reads a request whole before it is handled; refuses what is too large, too slow or too much."""

    def __init__(self, app: ASGIApp, options: HttpOptions) -> None:
        self._app = app
        self._most_bytes = options.max_body_mb * 1_000_000
        self._seconds = options.arrival_seconds
        self._most_requests = options.max_requests
        self._requests = 0
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A GET may be a stream that is open for hours; connections have a limit of their own.
        if scope["type"] != "http" or scope["method"] == "GET":
            await self._app(scope, receive, send)
        elif self.closing:
            await refusal(503, "Shutting down", "ask again in a moment", headers=_AGAIN)(scope, receive, send)
        elif self._requests >= self._most_requests:
            hint = f"{self._most_requests} requests are being answered: ask again in a moment"
            await refusal(503, "Too many requests at once", hint, headers=_AGAIN)(scope, receive, send)
        else:
            await self._counted(scope, receive, send)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._requests += 1
        try:
            with anyio.fail_after(self._seconds):
                body = await self._body(scope, receive)
        except TooLarge:
            hint = f"a request may have {self._most_bytes:,} bytes; see --max-body-mb"
            reply = refusal(413, "Request too large", hint, INVALID_REQUEST, {"Connection": "close"})
            await reply(scope, receive, send)
        except TimeoutError:
            hint = f"a request must arrive within {self._seconds:g} seconds"
            await refusal(408, "Request too slow", hint, headers={"Connection": "close"})(scope, receive, send)
        else:
            plain.note(body)
            await self._app(scope, _replayed(body, receive), send)
        finally:
            self._requests -= 1

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdigit() and int(declared) > self._most_bytes:
            raise TooLarge
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._most_bytes:
                raise TooLarge
            if not message.get("more_body", False):
                return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
