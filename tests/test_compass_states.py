"""What every answer of the CodeCompass tools tells about itself: each state brought about for real."""

from __future__ import annotations

import importlib
import json
import site
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from indexer import schema
from query.cli import run
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
compass = importlib.import_module("compass_client")
ask, refused, states = compass.ask, compass.refused, compass.states

SOURCES = {
    "app/__init__.py": "",
    "app/core.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n",
    "app/use.py": "from app.core import alpha\n\n\ndef main():\n    alpha()\n",
}
EDIT = "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n\n\ndef gamma():\n    return 2\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made: Path = shop.make(tmp_path, SOURCES)
    return made


@pytest.fixture
def indexed(root: Path) -> Path:
    shop.index(root.parent / "cache", locate(root), [])
    return root


def manifest(root: Path) -> Path:
    where = locate(root)
    return schema.snapshot_dir(root.parent / "cache", where.repo_id, where.commit) / schema.MANIFEST


def test_what_is_not_indexed_is_told_as_such(root: Path) -> None:
    calls = {
        "locate_symbol": ({"name": "alpha"}, "results"),
        "search_code": ({"query": "alpha"}, "results"),
        "get_symbol_hierarchy": ({"symbol_name": "alpha"}, "hierarchy"),
        "find_related_symbols": ({"symbol_name": "alpha"}, "related"),
        "get_code_context": ({"query": "alpha"}, "context_items"),
    }
    with serve.connected(root) as server:
        for tool, (arguments, rows) in calls.items():
            body = ask(server, tool, **arguments)
            assert body[rows] == [] and states(body) == ("stale", "not_indexed", "partial", "not_indexed"), tool


def test_a_job_indexes_in_the_background_and_leaves_history(root: Path) -> None:
    with serve.connected(root) as server:
        status = ask(server, "index_status")
        assert (status["index_status"], status["schema_status"]) == ("not_indexed", "not_indexed")
        assert status["recent_jobs"] == [] and status["last_indexed_at"] is status["file_count"] is None
        body = ask(server, "index_repo")
        assert (body["status"], body["mode"], body["file_count"]) == ("running", "full", None)
        assert states(body)[:2] == ("syncing", "indexing")
        job = compass.finished(server, body["job_id"])
        assert (job["status"], job["mode"], job["changed_files"]) == ("published", "full", len(SOURCES))
        assert job["duration_ms"] > 0 and job["created_at"].endswith("Z") and job["ref"] == locate(root).branch
        status = ask(server, "index_status")
        assert status["project_id"] == locate(root).repo_id and status["repo_root"] == str(root)
        assert (status["file_count"], status["index_status"]) == (len(SOURCES), "ready")
        assert status["current_schema_version"] == status["required_schema_version"] == schema.SCHEMA_VERSION
        assert status["symbol_count"] > 3 and status["last_indexed_at"].endswith("Z") and status["active_job"] is None
        found = ask(server, "locate_symbol", name="alpha")
        assert found["results"][0]["path"] == "app/core.py"
        assert states(found) == ("fresh", "ready", "complete", "compatible")


def test_a_job_outlives_the_server_that_started_it(root: Path) -> None:
    with serve.connected(root) as server:
        job_id = ask(server, "index_repo")["job_id"]
    with serve.connected(root) as server:
        assert compass.finished(server, job_id)["status"] == "published"


def test_a_running_job_is_seen_by_every_server_and_there_is_only_one(indexed: Path) -> None:
    jobs, repo = compass.jobs(indexed)
    with serve.connected(indexed) as server, jobs.begun(repo, "elsewhere", "full", False, False) as (job, _):
        jobs.progress(job.job_id, "index: 1 of 3 files")
        error = refused(server, "index_repo")
        assert error["code"] == "index_in_progress" and error["retryable"]
        assert error["details"]["job_id"] == job.job_id
        assert error["details"]["metadata"]["indexing_status"] == "indexing"
        assert refused(server, "sync_repo", force=True)["code"] == "index_in_progress"
        body = ask(server, "locate_symbol", name="beta")
        assert body["results"] and states(body) == ("syncing", "indexing", "complete", "compatible")
        status = ask(server, "index_status")
        assert status["index_status"] == "indexing" and status["active_job"]["job_id"] == job.job_id
        assert status["active_job"]["progress"] == "index: 1 of 3 files"


def test_a_job_that_is_killed_has_failed(root: Path) -> None:
    with serve.connected(root) as server:
        job_id = ask(server, "index_repo")["job_id"]
        compass.kill(job_id)
        job = compass.finished(server, job_id)
        assert job["status"] == "failed" and job["error"] and job["changed_files"] is None
        body = ask(server, "search_code", query="alpha")
        assert states(body) == ("stale", "failed", "partial", "not_indexed")
        assert [action["tool"] for action in body["suggested_next_actions"]] == ["index_repo"]
        again = ask(server, "index_repo")["job_id"]
        assert compass.finished(server, again)["status"] == "published"
        assert ask(server, "index_status")["index_status"] == "ready"
        assert [job["status"] for job in ask(server, "index_status")["recent_jobs"]] == ["published", "failed"]


def test_a_build_that_fails_is_told_with_its_reason(root: Path) -> None:
    (root / "codemap.toml").write_text("languages = 7\n", encoding="utf-8")
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "settings that cannot be read")
    with serve.connected(root) as server:
        job = compass.finished(server, ask(server, "index_repo")["job_id"])
        assert job["status"] == "failed" and "languages" in job["error"]
        assert ask(server, "index_status")["metadata"]["indexing_status"] == "failed"


def test_a_job_that_cannot_be_started_is_told(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = indexed.parent / "own"
    venv.create(own, symlinks=True)
    places = "; ".join(f"site.addsitedir({place!r})" for place in site.getsitepackages())
    next(own.glob("lib/*/site-packages")).joinpath("all.pth").write_text(f"import site; {places}\n", encoding="utf-8")
    command = own / "codemap"
    command.write_text(f'#!/bin/sh\nexec "{own}/bin/python" -c "from query.cli import main; main()" "$@"\n', "utf-8")
    command.chmod(0o755)
    monkeypatch.setattr(serve, "COMMAND", str(command))
    with serve.connected(indexed) as server:
        assert states(ask(server, "index_status"))[1] == "ready"
        for python in (own / "bin").glob("python*"):
            python.unlink()
        error = refused(server, "index_repo", force=True)
        assert error["code"] == "internal_error" and error["hint"]
        (job,) = ask(server, "index_status")["recent_jobs"]
        assert job["status"] == "failed" and "could be started" in job["error"]


def test_a_dirty_tree_makes_answers_stale_until_it_is_synced(indexed: Path) -> None:
    with serve.connected(indexed) as server:
        assert states(ask(server, "locate_symbol", name="gamma")) == ("fresh", "ready", "complete", "compatible")
        (indexed / "app/core.py").write_text(EDIT, encoding="utf-8")
        body = ask(server, "locate_symbol", name="gamma")
        assert body["results"] == [] and states(body)[0] == "stale"
        started = ask(server, "sync_repo")
        assert (started["status"], started["mode"], started["changed_files"]) == ("running", "incremental", None)
        job = compass.finished(server, started["job_id"])
        assert (job["status"], job["changed_files"]) == ("published", 1)
        body = ask(server, "locate_symbol", name="gamma")
        assert body["results"][0]["line_start"] == 9
        assert states(body)[0] == "fresh" and body["metadata"]["ref"] == "live"
        branch = ask(server, "locate_symbol", name="gamma", ref=locate(indexed).branch)
        assert branch["results"] == [] and branch["metadata"]["freshness_status"] == "stale"
        (indexed / "app/use.py").write_text("", encoding="utf-8")
        assert states(ask(server, "locate_symbol", name="gamma", ref="live"))[0] == "stale"


def test_the_next_commit_answers_at_once_and_is_indexed_incrementally(indexed: Path) -> None:
    (indexed / "app/core.py").write_text(EDIT, encoding="utf-8")
    shop.git(indexed, "commit", "-qam", "gamma")
    with serve.connected(indexed) as server:
        body = ask(server, "locate_symbol", name="gamma")
        assert body["results"] and states(body) == ("fresh", "ready", "complete", "compatible")
        job = compass.finished(server, ask(server, "index_repo")["job_id"])
        assert job["status"] == "published" and job["mode"] in ("incremental", "full") and job["changed_files"]
        assert compass.finished(server, ask(server, "index_repo")["job_id"])["changed_files"] == 0
        forced = ask(server, "index_repo", force=True)
        assert forced["mode"] == "full"
        assert compass.finished(server, forced["job_id"])["changed_files"] == len(SOURCES)


def test_a_broken_manifest_is_told_and_mended(indexed: Path) -> None:
    with serve.connected(indexed) as server:
        for text in ("", "[]", '{"schema_version": 1}', "{"):
            manifest(indexed).write_text(text, encoding="utf-8")
            assert ask(server, "index_status")["schema_status"] == "corrupt_manifest", text
        _incompatible_until_indexed(server, "corrupt_manifest")


def test_another_schema_version_wants_a_new_index(indexed: Path) -> None:
    content = json.loads(manifest(indexed).read_text("utf-8"))
    with serve.connected(indexed) as server:
        for version in (99, 0):
            manifest(indexed).write_text(json.dumps(content | {"schema_version": version}), encoding="utf-8")
            status = ask(server, "index_status")
            assert (status["current_schema_version"], status["schema_status"]) == (version, "reindex_required")
        _incompatible_until_indexed(server, "reindex_required")


def test_a_damaged_table_is_told_like_a_broken_manifest(indexed: Path) -> None:
    table = next(manifest(indexed).parent.glob("symbols*.parquet"))
    table.write_bytes(table.read_bytes()[:-1] + b"x")
    with serve.connected(indexed) as server:
        error = refused(server, "locate_symbol", name="alpha")
    assert error["code"] == "index_incompatible"
    assert error["details"]["metadata"]["schema_status"] == "corrupt_manifest"


def _incompatible_until_indexed(server: Any, status: str) -> None:
    for tool, arguments in (("locate_symbol", {"name": "alpha"}), ("search_code", {"query": "alpha"})):
        error = refused(server, tool, **arguments)
        assert error["code"] == "index_incompatible" and "force" in error["hint"]
        assert error["details"]["metadata"]["schema_status"] == status
    assert ask(server, "index_status")["metadata"]["freshness_status"] == "stale"
    assert compass.finished(server, ask(server, "index_repo", force=True)["job_id"])["status"] == "published"
    assert states(ask(server, "locate_symbol", name="alpha")) == ("fresh", "ready", "complete", "compatible")


def test_a_folder_without_git_is_served_as_it_was_indexed(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "core.py").write_text(SOURCES["app/core.py"], encoding="utf-8")
    assert run(["index", "--path", str(plain), "--cache-dir", str(tmp_path / "cache"), "--jobs", "1", "--json"]) == 0
    with serve.connected(plain) as server:
        body = ask(server, "locate_symbol", name="alpha")
        assert body["results"] and states(body)[0] == "fresh" and body["metadata"]["ref"] == "live"
        (plain / "core.py").write_text(EDIT, encoding="utf-8")
        assert states(ask(server, "locate_symbol", name="gamma"))[0] == "stale"
        assert compass.finished(server, ask(server, "sync_repo")["job_id"])["status"] == "published"
        body = ask(server, "locate_symbol", name="gamma")
        assert body["results"] and states(body) == ("fresh", "ready", "complete", "compatible")
        assert refused(server, "locate_symbol", name="gamma", ref="main")["code"] == "invalid_input"


def test_a_path_that_is_no_repository_is_no_project(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    with serve.connected(plain) as server:
        assert refused(server, "index_status")["code"] == "project_not_found"
        assert refused(server, "index_repo")["code"] == "project_not_found"


def test_a_registered_folder_without_git_is_indexed_by_the_tool(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "core.py").write_text(SOURCES["app/core.py"], encoding="utf-8")
    with serve.connected(plain) as server:
        assert "codemap init" in refused(server, "index_repo")["hint"]
    subprocess.run([serve.COMMAND, "init", "--path", plain], env=serve.environment(tmp_path), check=True)
    with serve.connected(plain) as server:
        assert states(ask(server, "locate_symbol", name="alpha")) == ("stale", "not_indexed", "partial", "not_indexed")
        started = ask(server, "index_repo")
        assert (started["mode"], started["metadata"]["ref"]) == ("full", "live")
        assert compass.finished(server, started["job_id"])["status"] == "published"
        assert states(ask(server, "locate_symbol", name="alpha")) == ("fresh", "ready", "complete", "compatible")


@pytest.mark.parametrize(("text", "status"), [("{", "corrupt_manifest"), ('{"schema_version": 7}', "reindex_required")])
def test_a_server_that_had_it_open_tells_the_same(indexed: Path, text: str, status: str) -> None:
    with serve.connected(indexed) as server:
        assert ask(server, "locate_symbol", name="alpha")["results"]
        manifest(indexed).write_text(text, encoding="utf-8")
        for tool, arguments in {
            "locate_symbol": {"name": "alpha"},
            "search_code": {"query": "alpha"},
            "get_code_context": {"query": "alpha"},
            "get_symbol_hierarchy": {"symbol_name": "alpha"},
            "find_related_symbols": {"symbol_name": "alpha"},
        }.items():
            error = refused(server, tool, **arguments)
            assert (error["code"], error["details"]["metadata"]["schema_status"]) == ("index_incompatible", status)
        started = ask(server, "index_repo")
        assert started["mode"] == "full" and compass.finished(server, started["job_id"])["mode"] == "full"
        assert states(ask(server, "locate_symbol", name="alpha")) == ("fresh", "ready", "complete", "compatible")
