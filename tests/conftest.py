"""Options and fixtures that all tests share."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files of tests/cases anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `long` are part of ci/long only."""
    if os.environ.get("CODEMAP_LONG_TESTS"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="takes long: run by ci/long"))
