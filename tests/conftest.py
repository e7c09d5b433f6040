"""Options and fixtures that all tests share."""

from __future__ import annotations

import os
import signal

import pytest

import indexer.link
from indexer.link import local, worklist


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files of tests/cases anew")


def pytest_configure() -> None:
    """A shell lets what it runs in the background ignore interrupts, and the processes of tests would inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `long` are part of ci/long only."""
    if os.environ.get("CODEMAP_LONG_TESTS"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="takes long: run by ci/long"))


@pytest.fixture(autouse=True)
def faults_fail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the linker, which costs a user a term, costs us the test; depth is none."""
    if not request.node.get_closest_marker("faulty"):
        for module in (indexer.link, local, worklist):
            monkeypatch.setattr(module, "FAULTS", (RecursionError,))
