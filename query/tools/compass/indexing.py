"""index_repo, sync_repo and index_status: builds in the background, and how far they are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from indexer import schema
from query import jobs
from query.errors import InvalidArgument
from query.hub import changes
from query.jobs import LIVE, Job
from query.jobs.store import Mode
from query.repo import built_at
from query.tools.call import Call
from query.tools.compass.family import tool
from query.tools.compass.models import IndexResponse, JobRecord, StatusResponse, SyncResponse
from query.tools.compass.routing import Scope, standing
from query.tools.compass.standing import Standing

MOST_JOBS = 10
Force = Annotated[bool, Field(description="build again what is there")]


@tool("index_repo", read_only=False)
def index_repo(call: Call, where: Scope, force: Force = False) -> IndexResponse:
    """Index a commit in the background; returns at once, index_status tells how far it is."""
    found = standing(call, where)
    job = _started(found, force, live=False)
    metadata = found.metadata()
    return IndexResponse(job_id=job.job_id, status=job.status, mode=job.mode, file_count=None, metadata=metadata)


@tool("sync_repo", read_only=False)
def sync_repo(call: Call, where: Scope, force: Force = False) -> SyncResponse:
    """Take in what changed since the last index, uncommitted files included, in the background."""
    found = standing(call, where)
    if where.ref == LIVE and not changes.has_work_tree(found.repo.root):
        raise InvalidArgument(f"{found.repo.root} has no work tree", "name a branch, tag or commit as ref")
    job = _started(found, force, live=found.repo is found.head)
    metadata = found.metadata()
    return SyncResponse(job_id=job.job_id, status=job.status, mode=job.mode, changed_files=None, metadata=metadata)


@tool("index_status")
def index_status(call: Call, where: Scope) -> StatusResponse:
    """What is indexed, whether a build runs, and what became of earlier ones."""
    found = standing(call, where)
    counts = found.snapshot.counts or {}
    return StatusResponse(
        project_id=found.repo.repo_id,
        repo_root=str(found.repo.root),
        index_status=found.indexing_status,
        schema_status=found.schema_status,
        current_schema_version=found.snapshot.version,
        required_schema_version=schema.SCHEMA_VERSION,
        last_indexed_at=_last_indexed(found),
        ref=found.ref,
        file_count=counts.get("files"),
        symbol_count=counts.get("symbols"),
        active_job=_record(found.job) if found.job else None,
        recent_jobs=[_record(job) for job in found.jobs.recent(found.repo, MOST_JOBS)],
        metadata=found.metadata(),
    )


def _started(found: Standing, force: bool, live: bool) -> Job:
    mode: Mode = "incremental" if not force and found.schema_status == "compatible" else "full"
    job = jobs.start(found.jobs, found.repo, found.ref, mode, force, live)
    found.job = job
    return job


def _last_indexed(found: Standing) -> str | None:
    folder = schema.snapshot_dir(found.call.hub.cache, found.repo.repo_id, found.base or "")
    return None if found.base is None else _time(built_at(folder))


def _record(job: Job) -> JobRecord:
    return JobRecord(
        job_id=job.job_id,
        ref=job.ref,
        mode=job.mode,
        status=job.status,
        changed_files=job.changed_files,
        duration_ms=None if job.seconds is None else round(job.seconds * 1000),
        created_at=_time(job.created_at),
        progress=job.progress,
        error=job.error,
    )


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
