"""Who may ask: the Host and Origin that a request names, and the token that it shows.

A page in a browser can have a name of its own resolved to this machine and then send requests here. Such requests name
that page's host, so that only hosts are let in which are known to mean this server.
"""

from __future__ import annotations

import hashlib
import hmac
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from query.serve.http.options import HttpOptions, address_of, is_loopback
from query.serve.http.replies import INVALID_REQUEST, refusal

OPEN_PATHS = {"/health"}  # asked by balancers and containers, which have no token


class Access:
    """Lets through what names this server and shows its token."""

    def __init__(self, app: ASGIApp, options: HttpOptions, token: str | None) -> None:
        self._app = app
        self._token = _digest(token) if token else None
        self._local = is_loopback(options.host)
        self._origins = set(options.allowed_origins)
        names = {options.host.strip("[]"), *options.allowed_hosts}
        self._names = {name.lower() for name in names | (set() if self._local else {socket.gethostname()})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(str(scope["path"]), Headers(scope=scope))
        await (refused or self._app)(scope, receive, send)

    def _refused(self, path: str, headers: Headers) -> Response | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_known_host(hosts[0]):
            hint = "ask for the server by its own name, or name it with --allowed-host"
            return refusal(421, "Invalid Host header", hint, INVALID_REQUEST)
        if any(not self._is_known_origin(origin) for origin in origins):
            hint = "name the page's origin with --allowed-origin"
            return refusal(403, "Invalid Origin header", hint, INVALID_REQUEST)
        if path not in OPEN_PATHS and not self._has_token(headers):
            hint = "send the server's token as `Authorization: Bearer <token>`"
            return refusal(401, "Unauthorized", hint, headers={"WWW-Authenticate": "Bearer"})
        return None

    def _is_known_host(self, host: str) -> bool:
        name = _name_of(f"//{host}")
        if name is None:
            return False
        # An address cannot be made to mean another machine than it does; a name can.
        return self._is_own(name) or (not self._local and address_of(name) is not None)

    def _is_known_origin(self, origin: str) -> bool:
        name = _name_of(origin)
        return origin in self._origins or (name is not None and self._is_own(name))

    def _is_own(self, name: str) -> bool:
        return is_loopback(name) or name in self._names

    def _has_token(self, headers: Headers) -> bool:
        if self._token is None:
            return True
        scheme, _, shown = headers.get("authorization", "").partition(" ")
        # Digests, so that not even the length of the token can be found out by timing.
        return hmac.compare_digest(_digest(shown.strip()), self._token) and scheme.lower() == "bearer"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _name_of(url: str) -> str | None:
    """The host that a URL names, in lower case; None where it names none, or more than that."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    extra = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    return None if extra else parts.hostname
