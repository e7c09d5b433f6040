"""Puts a server together from what the command line said, and runs it until its client leaves."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from query.errors import QueryError
from query.hub import IDLE_SECONDS, Hub
from query.hub.builds import Builds
from query.memory import be_frugal
from query.serve.http.options import HttpOptions
from query.state import State
from query.tools import families
from query.tools.call import Services
from query.tools.savings import Savings
from query.tools.selection import Choice, Selection

KEPT_CONNECTIONS = 8
TURN_SECONDS = 0.0005


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
    # git is asked while all that follows is imported.
    threading.Thread(target=_locate, args=(hub,), name="locate", daemon=True).start()
    return Services(hub, Builds(options.cache), Savings(), Selection(families(), options.choice))


def run(options: Options) -> None:
    """Serve until the client leaves, or until the server is told to end."""
    be_frugal()
    # Whoever works something out gives way to whoever only has to answer: by default after ten times as long.
    sys.setswitchinterval(TURN_SECONDS)
    gc.disable()  # a start makes thousands of objects that stay: to look for garbage among them takes a tenth of it
    shared = services(options)
    serve = _transport(options.http)
    gc.freeze()
    gc.enable()
    try:
        serve(shared)
    finally:
        shared.savings.write()
        shared.hub.close()
        shared.hub.state.close()


def _locate(hub: Hub) -> None:
    """Find out where the first repository stands; what stands against it is told to who asks."""
    with suppress(QueryError, OSError):
        for root in hub.served_roots[:1]:
            hub.repository(str(root))


def _transport(http: HttpOptions | None) -> Callable[[Services], None]:
    if http is None:
        from query.serve.stdio import run_stdio

        return run_stdio
    from query.serve.http.run import run_http

    return lambda shared: run_http(shared, http)
