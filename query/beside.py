"""A process beside a busy server that answers what needs the processor and nothing else.

Threads of one interpreter take turns; two processes do not. It is a program of its own, started like any other: a copy
of a process that has threads may hold locks that nobody will ever give back. What it needs is written once into memory
that it maps. Who gets no answer from it in time works it out alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection, Pipe
from multiprocessing.reduction import recv_handle, send_handle
from typing import Any

from query.memory import be_quick
from query.shared import Shared, read

SECONDS = 10.0
IDLE_SECONDS = 20.0
_START = "from query.beside import main; main()"
_allowed = False
_lock = threading.Lock()
_running: Beside | None = None


def allow() -> None:
    """From now on this process may have another beside it: one that serves many."""
    global _allowed
    _allowed = True


def is_allowed() -> bool:
    return _allowed and os.name == "posix"


def process() -> Beside:
    """The one beside this process, started where there is none."""
    global _running
    with _lock:
        if _running is None or _running.closed:
            _running = Beside()
        return _running


def rest() -> None:
    """End the process when nobody has asked it anything for a while."""
    if _running is not None and time.monotonic() - _running.asked > IDLE_SECONDS:
        _running.close()


def end() -> None:
    if _running is not None:
        _running.close()


class Beside:
    """Holds things, and works with them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = count()
        self.closed = False
        self.asked = time.monotonic()
        self._connection, theirs = Pipe()
        descriptor = theirs.fileno()
        # -P: what lies in the working directory is none of ours.
        command = [sys.executable, "-P", "-c", _START, str(descriptor)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[descriptor])
        theirs.close()

    def hold(self, thing: Shared) -> int:
        """Give it a thing to keep; the number that stands for it from now on."""
        number = next(self._numbers)
        with self._lock:
            self._connection.send(("hold", number, None, None))
            send_handle(self._connection, thing.descriptor, self._process.pid)
            self._answer()
        return number

    def ask(self, number: int, work: Callable[[Any, Any], Any], question: Any) -> Any:
        """What `work` says of a thing and a question; an error of the system where nothing comes back."""
        with self._lock:
            self.asked = time.monotonic()
            self._connection.send(("ask", number, work, question))
            return self._answer()

    def drop(self, number: int) -> None:
        with suppress(OSError, EOFError), self._lock:
            if not self.closed:
                self._connection.send(("drop", number, None, None))

    def close(self) -> None:
        with suppress(OSError, subprocess.TimeoutExpired):
            self.closed = True
            self._connection.close()
            self._process.kill()
            self._process.wait(SECONDS)

    def _answer(self) -> Any:
        try:
            if self.closed or not self._connection.poll(SECONDS):
                raise TimeoutError("the process beside does not answer")
            return self._connection.recv()
        except (OSError, EOFError):
            self.close()  # an answer that comes too late would be taken for the next one
            raise


def main() -> None:
    """Answer until the other end is closed."""
    be_quick()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what a terminal sends to all is for the server
    connection = Connection(int(sys.argv[1]))
    held: dict[int, Any] = {}
    with suppress(EOFError, OSError):
        while True:
            what, number, work, question = connection.recv()
            if what == "hold":
                descriptor = recv_handle(connection)
                held[number] = read(descriptor)
                os.close(descriptor)
                connection.send(None)
            elif what == "drop":
                held.pop(number, None)
            else:
                connection.send(work(held[number], question))
