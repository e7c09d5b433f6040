"""The SDL contract over a real connection: every tool, parameter, field and error."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

CARD = {
    "symbolId", "repoId", "file", "range", "kind", "name", "exported", "visibility", "signature", "summary",
    "invariants", "sideEffects", "deps", "metrics", "cluster", "processes", "etag", "version",
}  # fmt: skip
PLACE = {"name": "place_order", "file": "shop/orders.py"}
STAMP = "2026-03-07T12:00:00.000Z"


def made(folder: Path) -> Path:
    made: Path = shop.make(folder)
    shop.index(made.parent / "cache", locate(made), shop.FACTS)
    return made


class Sdl:
    """Calls about one repository, by its id."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.repo_id = locate(connection.root).repo_id

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        found = self.connection.result(tool, {"repoId": self.repo_id} | arguments)
        assert not found.is_error, found.content
        assert json.loads(found.content[0].text) == found.structured_content
        body: dict[str, Any] = found.structured_content
        return body

    def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        found = self.connection.result(tool, {"repoId": self.repo_id} | arguments)
        assert found.is_error and found.structured_content is None
        error: dict[str, Any] = found.meta["error"]
        return error

    def push(self, content: str, version: int, event: str = "change", path: str = "shop/mail.py") -> dict[str, Any]:
        return self.ask(
            "sdl_buffer_push", eventType=event, filePath=path, content=content, version=version,
            dirty=event == "change", timestamp=STAMP, language="python", cursor={"line": 1, "col": 0},
            selections=[{"startLine": 1, "startCol": 0, "endLine": 1, "endCol": 3}],
        )  # fmt: skip

    def settled(self) -> dict[str, Any]:
        """The status once nothing waits any more."""
        while (status := self.ask("sdl_buffer_status"))["pendingBuffers"] or status["checkpointPending"]:
            time.sleep(0.02)
        return status

    def names(self, query: str) -> list[str]:
        return [one["name"] for one in self.ask("sdl_symbol_search", query=query)["results"]]


@pytest.fixture(scope="module")
def sdl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sdl]:
    """A server that nobody pushes to."""
    root = made(tmp_path_factory.mktemp("sdl"))
    with serve.connected(root, "--path", str(root), "--toolsets", "sdl") as connection:
        yield Sdl(connection)


@pytest.fixture
def editing(tmp_path: Path) -> Iterator[Sdl]:
    root = made(tmp_path)
    with serve.connected(root) as connection:
        yield Sdl(connection)


def test_search_finds_by_name_kind_and_meaning(sdl: Sdl) -> None:
    found = sdl.ask("sdl.symbol.search", query="order", kinds=["function", "class"], limit=2)
    assert [one["name"] for one in found["results"]] == ["Order", "place_order"]
    assert set(found["results"][0]) == {"symbolId", "name", "qualifiedName", "kind", "file", "line"}
    assert found["retrievalMode"] == "legacy" and "retrievalEvidence" not in found
    assert found["truncation"]["returned"] == 2 < found["truncation"]["total"]
    assert found["ledgerVersion"] == locate(sdl.connection.root).commit[:12]
    asked = sdl.ask("sdl_symbol_search", query="keep orders on disk", semantic=True, includeRetrievalEvidence=True)
    assert "Store" in [one["name"] for one in asked["results"][:3]]
    evidence = asked["retrievalEvidence"]
    assert set(evidence) == {"sources", "candidateCounts", "fusionLatencyMs", "model", "fallbackReason"}
    assert asked["retrievalMode"] == ("hybrid" if evidence["model"] else "legacy")
    for limit in (0, 1001):
        assert sdl.refused("sdl_symbol_search", query="x", limit=limit)["details"]["parameter"] == "limit"
    assert sdl.refused("sdl_symbol_search", query="x", kinds=["klass"])["code"] == "INVALID_INPUT"


def test_a_card_has_every_field_and_is_not_sent_twice(sdl: Sdl) -> None:
    card = sdl.ask("sdl_symbol_getCard", symbolRef=PLACE)
    assert set(card) == CARD and card["repoId"] == sdl.repo_id
    assert card["file"] == "shop/orders.py" and card["kind"] == "function" and card["visibility"] == "public"
    assert card["range"] == {"startLine": 10, "startCol": 0, "endLine": 18, "endCol": 21}
    assert card["signature"] == {"params": [{"name": "lines"}, {"name": "store", "type": "Store"}]}
    assert card["invariants"] == ["throws ValueError"] and card["sideEffects"] == []
    assert set(card["metrics"]) == {"fanIn", "fanOut", "churn30d", "testRefs", "canonicalTest"}
    assert card["metrics"]["testRefs"] == 2 and card["metrics"]["canonicalTest"]["name"] == "test_place"
    assert set(card["cluster"]) == {"clusterId", "label", "memberCount"}
    assert [(one["role"], one["depth"]) for one in card["processes"]] == [("intermediate", 1)]
    assert set(card["version"]) == {"ledgerVersion", "astFingerprint"}
    same = sdl.ask("sdl_symbol_getCard", symbolId=card["symbolId"], ifNoneMatch=card["etag"])
    assert same == {"notModified": True, "etag": card["etag"], "ledgerVersion": card["version"]["ledgerVersion"]}
    assert sdl.ask("sdl_symbol_getCard", symbolId=card["symbolId"], ifNoneMatch="other") == card
    told = sdl.ask("sdl_symbol_getCard", symbolRef=PLACE, includeResolutionMetadata=True, minCallConfidence=0.9)
    calls = told["callResolution"]["calls"]
    assert told["callResolution"]["minCallConfidence"] == 0.9 and told["etag"] != card["etag"]
    assert all(one["confidence"] >= 0.9 and one["resolverId"] and one["resolutionReason"] for one in calls)
    concise = sdl.ask("sdl_symbol_getCard", symbolRef=PLACE, detail="concise")
    assert concise["signature"] == {"text": "(lines, store: Store)"} and len(json.dumps(concise)) < len(
        json.dumps(card)
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"symbolId": "x", "symbolRef": PLACE},
        {"symbolId": "x", "minCallConfidence": 1.5},
        {"symbolRef": {"file": "a"}},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(sdl: Sdl, arguments: dict[str, Any]) -> None:
    error = sdl.refused("sdl_symbol_getCard", **arguments)
    assert error["code"] == "INVALID_INPUT" and error["hint"]


def test_what_is_not_there_comes_with_what_is_near(sdl: Sdl) -> None:
    missing = sdl.refused("sdl_symbol_getCard", symbolRef={"name": "place_ordr"})
    assert missing["details"]["classification"] == "not_found"
    assert missing["details"]["fallbackTools"] == ["sdl.symbol.search"]
    assert "M:shop.orders.place_order" in missing["details"]["candidates"]
    several = sdl.refused("sdl_symbol_getCard", symbolRef={"name": "save"})
    assert several["code"] == "AMBIGUOUS" and len(several["details"]["candidates"]) == 2
    found = sdl.connection.result("sdl_symbol_search", {"repoId": "elsewhere", "query": "x"})
    assert found.is_error and sdl.repo_id in found.content[0].text


def test_many_cards_at_once_with_known_tags_and_failures(sdl: Sdl) -> None:
    ids = [one["symbolId"] for one in sdl.ask("sdl_symbol_search", query="*", kinds=["method"], limit=3)["results"]]
    whole = sdl.ask("sdl_symbol_getCards", symbolIds=ids)
    assert [card["symbolId"] for card in whole["cards"]] == ids == whole["succeeded"]
    assert whole["partial"] is False and whole["failed"] == whole["failures"] == []
    assert whole["cards"][0] == sdl.ask("sdl_symbol_getCard", symbolId=ids[0])
    tags = {ids[1]: whole["cards"][1]["etag"], ids[2]: "old"}
    again = sdl.ask("sdl_symbol_getCards", symbolIds=[*ids, "missingNode"], knownEtags=tags)
    assert [card.get("notModified") for card in again["cards"]] == [None, True, None]
    assert again["partial"] is True and again["succeeded"] == ids and again["failed"] == ["missingNode"]
    (failure,) = again["failures"]
    assert failure["input"] == "missingNode" and failure["classification"] == "not_found"
    assert failure["fallbackTools"] == ["sdl_symbol_search"]
    refs = [{"name": "Store", "kind": "class", "exportedOnly": True}, {"name": "Store", "kind": "interface"}]
    named = sdl.ask("sdl_symbol_getCards", symbolRefs=refs, detail="concise")
    assert [card["name"] for card in named["cards"]] == ["Store"] and named["failed"] == ["Store"]
    for wrong in ({}, {"symbolIds": []}, {"symbolIds": ids * 34}, {"symbolIds": ids, "symbolRefs": refs}):
        assert sdl.refused("sdl_symbol_getCards", **wrong)["code"] == "INVALID_INPUT"


def test_a_draft_is_seen_by_searches_and_cards(editing: Sdl) -> None:
    assert editing.ask("sdl_buffer_status") == {
        "repoId": editing.repo_id, "enabled": True, "pendingBuffers": 0, "dirtyBuffers": 0, "parseQueueDepth": 0,
        "checkpointPending": False, "lastBufferEventAt": None, "lastCheckpointAt": None,
        "lastCheckpointResult": None, "lastCheckpointError": None, "reconcileQueueDepth": 0, "reconcileInflight": False,
    }  # fmt: skip
    told = editing.push("def brand_new():\n    assert 1 > 0\n", 1)
    assert told == {
        "accepted": True, "repoId": editing.repo_id, "overlayVersion": 1, "parseScheduled": True,
        "checkpointScheduled": False, "warnings": [],
    }  # fmt: skip
    status = editing.settled()
    assert status["dirtyBuffers"] == 1 and status["lastBufferEventAt"] == STAMP and not status["reconcileInflight"]
    # Tools of other families see it in the workspace of the editor.
    data = editing.connection.data("symbols_search", workspace_id="editor", query="brand_new")
    assert [hit["fully_qualified_name"].rpartition(".")[2] for hit in data["hits"]] == ["brand_new"]
    card = editing.ask("sdl_symbol_getCard", symbolRef={"name": "brand_new"})
    assert card["invariants"] == ["asserts 1 > 0"] and card["version"]["ledgerVersion"].endswith("+1")
    assert editing.names("Mailer") == []
    old = editing.push("def older():\n    pass\n", 1)
    assert old["accepted"] is False and "not newer" in old["warnings"][0] and old["overlayVersion"] == 1
    saved = editing.push("def brand_new():\n    pass\n", 2, "save")
    assert saved["checkpointScheduled"] is True
    status = editing.settled()
    assert status["dirtyBuffers"] == 0 and status["lastCheckpointResult"] == "success" and status["lastCheckpointAt"]
    done = editing.ask("sdl_buffer_checkpoint", reason="manual")
    assert set(done) == {
        "repoId", "requested", "checkpointId", "pendingBuffers", "checkpointedFiles", "failedFiles", "lastCheckpointAt",
    }  # fmt: skip
    assert done["requested"] is True and done["failedFiles"] == 0 and done["lastCheckpointAt"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"filePath": "../x.py"}, {"filePath": "/x.py"}, {"filePath": ".git/config"}, {"eventType": "type"},
        {"content": "é" * (5 * 1024 * 1024 // 2 + 1)}, {"timestamp": "yesterday"}, {"version": -1},
        {"cursor": {"line": 1}},
    ],
)  # fmt: skip
def test_a_push_that_breaks_a_rule_is_refused(sdl: Sdl, wrong: dict[str, Any]) -> None:
    right = {
        "eventType": "change", "filePath": "a.py", "content": "", "version": 1, "dirty": True, "timestamp": STAMP,
    }  # fmt: skip
    assert sdl.refused("sdl_buffer_push", **(right | wrong))["code"] == "INVALID_INPUT"
    assert sdl.ask("sdl_buffer_status")["dirtyBuffers"] == 0
