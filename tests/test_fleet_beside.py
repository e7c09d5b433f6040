"""The process beside a cluster's worker: answers, outlives what fails in it, and ends with its worker."""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys

import pytest

from indexer.fleet.beside import run_beside

WORKER = """
import os, pickle, sys, time
from indexer.fleet.beside import run_beside
if __name__ == "__main__":
    print(run_beside(pickle.dumps((eval, "__import__('os').getpid()"))), flush=True)
    time.sleep(float(sys.argv[1]))
"""


def ask(text: str) -> object:
    return run_beside(pickle.dumps((eval, text)))


def test_one_process_answers_until_it_dies() -> None:
    first = ask("__import__('os').getpid()")
    assert first != os.getpid()
    with pytest.raises(ZeroDivisionError):
        ask("1 / 0")
    assert ask("__import__('os').getpid()") == first
    with pytest.raises(RuntimeError, match="its process died"):
        ask("__import__('os')._exit(9)")
    assert ask("__import__('os').getpid()") != first


def test_what_cannot_be_sent_back_is_told() -> None:
    with pytest.raises(Exception, match="pickle"):
        ask("lambda: 1")
    assert ask("1 + 1") == 2


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has descriptors of processes")
@pytest.mark.parametrize(("seconds", "kill"), [("0", False), ("60", True)])
def test_it_ends_with_its_worker(seconds: str, kill: bool) -> None:
    with subprocess.Popen([sys.executable, "-c", WORKER, seconds], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout
        beside = os.pidfd_open(int(worker.stdout.readline()))
        if kill:
            worker.send_signal(signal.SIGKILL)
        assert worker.wait(30) == (-signal.SIGKILL if kill else 0)
        # A descriptor of a process can be read once the process has ended.
        assert select.select([beside], [], [], 30)[0]
        os.close(beside)
