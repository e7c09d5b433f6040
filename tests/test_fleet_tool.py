"""fleet.find_references over a real connection: listed on request, linked by packages, bounded."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.fleet.run import index_all
from indexer.fleet.work import Item

sys.path.append(str(Path(__file__).parent))
fleet = importlib.import_module("test_fleet")
serve = importlib.import_module("serve_client")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fleet-tool")
    repos = {"library": fleet.LIBRARY, "shop": fleet.SHOP}
    items = [Item(str(fleet.make(folder / name, files))) for name, files in repos.items()]
    index_all(items, folder / "cache")
    return folder / "shop"


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root, "--path", str(root), "--toolsets", "default,fleet") as connection:
        yield connection


def found(server: Any, **arguments: Any) -> dict[str, Any]:
    result = server.result("fleet_find_references", arguments)
    assert not result.is_error, result.content
    body: dict[str, Any] = result.structured_content
    return body


def test_it_is_listed_only_where_it_is_asked_for(root: Path, server: Any) -> None:
    assert {"fleet_find_references", "refs_find"} <= {tool.name for tool in server.run("list_tools").tools}
    with serve.connected(root) as other:
        assert "fleet_find_references" not in {tool.name for tool in other.run("list_tools").tools}


def test_a_use_in_one_repository_meets_the_definition_in_another(server: Any) -> None:
    body = found(server, name="warehouse.Stock")
    (definition,) = body["definitions"]
    assert (definition["symbol_id"], definition["file_path"]) == ("T:warehouse.stock.Stock", "warehouse/stock.py")
    users = {one["repo_id"] for one in body["references"] if one["external"]}
    assert len(users) == 1 and definition["repo_id"] not in users
    assert body["total_count"] == len(body["references"]) and not body["truncated"]
    assert body["commits"].keys() == users | {definition["repo_id"]} and body["repository_count"] == 2


def test_answers_are_bounded_and_say_so(server: Any) -> None:
    whole, cut = found(server, name="warehouse.Stock"), found(server, name="warehouse.Stock", limit=1)
    assert len(cut["references"]) == 1 and cut["truncated"] and cut["total_count"] == whole["total_count"] > 1
    outside = found(server, name="warehouse.Stock", external_only=True)
    assert outside["references"] == [one for one in whole["references"] if one["external"]]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ({"name": "depot.Stock"}, "NOT_FOUND", "warehouse.Stock"),
        ({"name": ""}, "INVALID_ARGUMENT", "name"),
        ({}, "INVALID_ARGUMENT", "missing"),
        ({"name": "warehouse.Stock", "nmae": 1}, "INVALID_ARGUMENT", "unknown parameter"),
    ],
)
def test_failures_say_what_to_do(server: Any, arguments: dict[str, Any], code: str, told: str) -> None:
    result = server.result("fleet_find_references", arguments)
    assert result.is_error and result.structured_content is None
    assert result.meta["error"]["code"] == code and told in result.content[0].text
