"""A comparison as SARIF 2.1.0, for code scanning: breaking changes and facts that went."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from query.diff.model import Diff

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = {
    "breaking-change": "Code that uses the symbol from outside must change.",
    "fact-removed": "A route, config key, table or other fact of the architecture is gone.",
    "fact-changed": "A route, config key, table or other fact of the architecture is another one.",
}


def sarif(found: Diff) -> dict[str, Any]:
    """One run with a result for each difference that a reviewer should see."""
    results = [
        _result("breaking-change", f"{change.symbol_id}: {change.breaking}", change.path, change.line)
        for change in found.breaking
    ]
    results += [
        _result(f"fact-{fact.change}", _told(fact.kind, fact.before, fact.after), fact.path, fact.line)
        for fact in found.facts
        if fact.change != "added"
    ]
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()]
    driver = {"name": "codemap", "version": version("codemap"), "rules": rules}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _told(kind: str, before: str | None, after: str | None) -> str:
    return f"{kind.replace('_', ' ')} {before}" + (f" became {after}" if after is not None else " removed")


def _result(rule: str, text: str, path: str, line: int) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": quote(path)}, "region": {"startLine": max(1, line)}}
    # Without the line: what moves down a file is the same finding.
    identity = hashlib.sha256(f"{rule}\n{text}\n{path}".encode()).hexdigest()
    return {
        "ruleId": rule,
        "level": "warning" if rule == "breaking-change" else "note",
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"codemap/v1": identity},
    }
