"""What the command line says about serving over HTTP, checked before anything is opened."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from query.errors import InvalidArgument

TOKEN_VARIABLE = "CODEMAP_TOKEN"
SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True)
class HttpOptions:
    transport: Literal["http", "sse"]
    host: str = "127.0.0.1"
    port: int = 3000
    token_file: Path | None = None
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    max_body_mb: int = 4
    arrival_seconds: float = 20.0
    max_requests: int = 256
    max_connections: int = 1_000
    timeout: float = 120.0
    build_timeout: float = 3_600.0
    grace: float = 30.0
    memory_mb: int = 1_500
    idle_minutes: float = 30.0

    def token(self) -> str | None:
        """The secret that clients must show; without one only this machine is served."""
        token = _read(self.token_file) if self.token_file else os.environ.get(TOKEN_VARIABLE, "").strip()
        if not token and not is_loopback(self.host):
            hint = f"set {TOKEN_VARIABLE} or --token-file, or serve on 127.0.0.1 behind a proxy"
            raise InvalidArgument(f"{self.host} can be reached from other machines: a token is needed", hint)
        if token and (len(token) < SHORTEST_TOKEN or not token.isascii()):
            hint = "make one with `python -c 'import secrets; print(secrets.token_urlsafe())'`"
            raise InvalidArgument(f"the token has less than {SHORTEST_TOKEN} ASCII characters", hint)
        return token or None


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and no other can be meant."""
    if host.lower() in ("localhost", "localhost."):
        return True
    address = address_of(host)
    return address is not None and address.is_loopback


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def _read(path: Path) -> str:
    try:
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"the token in {path} cannot be read: {error}", "name a text file") from error
    if not token:
        raise InvalidArgument(f"{path} is empty", "write the token into it")
    return token
