"""A process beside a busy server that answers what needs the processor and nothing else.

It is a copy of the server as it stands when it is first needed, so that what is loaded is shared and not loaded again.
Threads of one interpreter take turns; two processes do not. It must never touch what other threads may hold at that
moment: the database, the log, locks of ours. Who gets no answer from it in time works it out alone.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from typing import Any

SECONDS = 10.0
_allowed = False


def allow() -> None:
    """From now on this process may have others beside it: one that serves many."""
    global _allowed
    _allowed = True


def is_allowed() -> bool:
    return _allowed and hasattr(os, "fork")


class Beside:
    """Gives what it is sent to `work`, and sends back what that returns."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._connection, theirs = Pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # that there are threads is what all this is about
            self._process = os.fork()
        if self._process == 0:
            _serve(theirs, work)
        theirs.close()

    def ask(self, question: Any) -> Any:
        """What comes back; an error of the system where nothing does."""
        self._connection.send(question)
        if not self._connection.poll(SECONDS):
            raise TimeoutError("the process beside does not answer")
        return self._connection.recv()

    def close(self) -> None:
        self._connection.close()
        process, self._process = self._process, 0
        if process:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """Answer until the other end is closed."""
    try:
        gc.disable()  # what it would find to close is the server's
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what a terminal sends to all is for the server
        # Connections of clients would stay open as long as this process has them.
        os.closerange(0, connection.fileno())
        os.closerange(connection.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        while True:
            connection.send(work(connection.recv()))
    finally:
        os._exit(0)
