"""Calls of the CodeCompass tools over a real connection, as the contracts write them: no path, the server knows it."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from query.jobs import Jobs
from query.repo import RepoRef, locate
from query.state import State

sys.path.append(str(Path(__file__).parent))
serve = importlib.import_module("serve_client")

METADATA = {
    "codecompass_protocol_version", "freshness_status", "indexing_status", "result_completeness", "ref", "schema_status"
}  # fmt: skip
PATIENCE = 600  # looks at a job before it counts as stuck


def ask(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    found = server.result(tool, arguments)
    assert not found.is_error, found.content
    body: dict[str, Any] = found.structured_content
    assert set(body["metadata"]) >= METADATA and body["metadata"]["codecompass_protocol_version"] == "1.0"
    return body


def refused(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    found = server.result(tool, arguments)
    assert found.is_error and found.structured_content is None and found.meta, found
    error: dict[str, Any] = found.meta["error"]
    assert found.content[0].text.startswith(f"{error['code']}: ")
    return error


def states(body: dict[str, Any]) -> tuple[str, str, str, str]:
    """(freshness, indexing, completeness, schema)"""
    told = body["metadata"]
    return (
        told["freshness_status"],
        told["indexing_status"],
        told["result_completeness"],
        told["schema_status"],
    )


def finished(server: Any, job_id: str) -> dict[str, Any]:
    """The job's record once nothing runs any more."""
    for _ in range(PATIENCE):
        status = ask(server, "index_status")
        if status["active_job"] is None:
            record: dict[str, Any] = next(job for job in status["recent_jobs"] if job["job_id"] == job_id)
            return record
        time.sleep(0.1)
    raise AssertionError(f"job {job_id} does not end: {status}")


def jobs(root: Path) -> tuple[Jobs, RepoRef]:
    """The jobs as another process of the same user sees them."""
    state = State(root.parent / "home" / "state" / "codemap" / "state.sqlite")
    return Jobs(state, root.parent / "cache"), locate(root)


def kill(job_id: str) -> None:
    """End a job's process the hard way."""
    for _ in range(PATIENCE):
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if job_id.encode() in words:
                os.kill(int(entry.name), signal.SIGKILL)
                return
        time.sleep(0.01)
    raise AssertionError(f"job {job_id} has no process")
