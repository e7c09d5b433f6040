"""Puts a server together from what the command line said, and runs it until its client leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio

from query.hub import Hub
from query.hub.builds import Builds
from query.serve.server import build_server
from query.serve.stdio import serve_stdio
from query.state import State
from query.tools import families
from query.tools.call import Services
from query.tools.savings import Savings
from query.tools.selection import Choice, Selection


@dataclass(frozen=True, slots=True)
class Options:
    """`roots` None: any repository may be asked about."""

    cache: Path
    roots: Sequence[Path] | None
    choice: Choice


def services(options: Options) -> Services:
    """What all calls of the server share."""
    hub = Hub(options.cache, State(), options.roots)
    return Services(hub, Builds(options.cache), Savings(), Selection(families(), options.choice))


def run_stdio(options: Options) -> None:
    """Serve on standard input and output."""
    shared = services(options)
    try:
        anyio.run(serve_stdio, build_server(shared))
    finally:
        shared.savings.write()
        shared.hub.close()
