"""Puts a server together from what the command line said, and runs it until its client leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio

from query.hub import IDLE_SECONDS, Hub
from query.hub.builds import Builds
from query.serve.http.options import HttpOptions
from query.serve.server import build_server
from query.serve.stdio import serve_stdio
from query.state import State
from query.tools import families
from query.tools.call import Services
from query.tools.savings import Savings
from query.tools.selection import Choice, Selection

KEPT_CONNECTIONS = 8


@dataclass(frozen=True, slots=True)
class Options:
    """`roots` None: any repository may be asked about."""

    cache: Path
    roots: Sequence[Path] | None
    choice: Choice
    http: HttpOptions | None = None  # None: on standard input and output


def services(options: Options) -> Services:
    """What all calls of the server share."""
    idle_seconds = options.http.idle_minutes * 60 if options.http else IDLE_SECONDS
    hub = Hub(options.cache, State(keep=KEPT_CONNECTIONS), options.roots, idle_seconds)
    return Services(hub, Builds(options.cache), Savings(), Selection(families(), options.choice))


def run(options: Options) -> None:
    """Serve until the client leaves, or until the server is told to end."""
    shared = services(options)
    try:
        if options.http is None:
            anyio.run(serve_stdio, build_server(shared))
        else:
            from query.serve.http.run import run_http

            run_http(shared, options.http)
    finally:
        shared.savings.write()
        shared.hub.close()
        shared.hub.state.close()
