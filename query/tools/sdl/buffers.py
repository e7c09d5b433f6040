"""sdl.buffer.*: what an editor holds and has not saved, seen by searches and cards of its work tree."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from query.buffers import Event, EventType, desk_of
from query.errors import InvalidArgument
from query.tools.call import Call
from query.tools.sdl.family import FAMILY
from query.tools.sdl.models import CheckpointResponse, PushResponse, StatusResponse
from query.tools.sdl.routing import RepoId, Word, repository

MOST_BYTES = 5 * 1024 * 1024

Count = Annotated[int, Field(ge=0)]
Reason = Annotated[str, StringConstraints(max_length=500)]


class Cursor(BaseModel):
    model_config = ConfigDict(extra="forbid")

    line: Count
    col: Count


class Selection(BaseModel):
    model_config = ConfigDict(extra="forbid")

    startLine: Count
    startCol: Count
    endLine: Count
    endCol: Count


@FAMILY.tool("sdl.buffer.push", read_only=False)
def push(
    call: Call,
    repoId: RepoId,
    eventType: EventType,
    filePath: Annotated[Word, Field(description="relative to the repository")],
    content: Annotated[str, Field(description="the whole file, at most 5 MB")],
    version: Annotated[int, Field(ge=0, description="increases with each change")],
    dirty: Annotated[bool, Field(description="has unsaved changes")],
    timestamp: Annotated[datetime, Field(description="ISO time of the event")],
    language: Annotated[Word, Field(description="a hint; the path decides")] | None = None,
    cursor: Cursor | None = None,
    selections: Annotated[list[Selection], Field(max_length=1_000)] | None = None,
) -> PushResponse:
    """Tell of an editor's buffer: opened, changed, saved, closed; searches and cards see it within moments."""
    repo = repository(call, repoId)
    event = Event(eventType, _path(filePath), _bytes(content), version, dirty, _aware(timestamp))
    told = desk_of(call.hub, repo.root).push(event)
    return PushResponse(
        accepted=told.accepted,
        repo_id=repo.repo_id,
        overlay_version=told.overlay_version,
        parse_scheduled=told.parse_scheduled,
        checkpoint_scheduled=told.checkpoint_scheduled,
        warnings=list(told.warnings),
    )


@FAMILY.tool("sdl.buffer.checkpoint", read_only=False)
def checkpoint(call: Call, repoId: RepoId, reason: Reason | None = None) -> CheckpointResponse:
    """Write all drafts that are not on disk yet, so that a crash loses none of them."""
    repo = repository(call, repoId)
    done = desk_of(call.hub, repo.root).checkpoint()
    return CheckpointResponse(
        repo_id=repo.repo_id,
        requested=True,
        checkpoint_id=done.checkpoint_id,
        pending_buffers=done.pending,
        checkpointed_files=done.files,
        failed_files=done.failed,
        last_checkpoint_at=_iso(done.at),
    )


@FAMILY.tool("sdl.buffer.status")
def status(call: Call, repoId: RepoId) -> StatusResponse:
    """How many drafts there are, which of them wait to be seen, and when they were last written."""
    repo = repository(call, repoId)
    now = desk_of(call.hub, repo.root).status()
    return StatusResponse(
        repo_id=repo.repo_id,
        enabled=call.offered("sdl.buffer.push") is not None,
        pending_buffers=now.pending,
        dirty_buffers=now.dirty,
        parse_queue_depth=now.parse_queue,
        checkpoint_pending=now.checkpoint_pending,
        last_buffer_event_at=_iso(now.last_event),
        last_checkpoint_at=_iso(now.past.at),
        last_checkpoint_result=now.past.result,
        last_checkpoint_error=now.past.error,
        reconcile_queue_depth=now.reconcile_queue,
        reconcile_inflight=now.reconciling,
    )


def _path(path: str) -> str:
    from query.engine.texts import checked_path

    checked = checked_path(path)
    if ".git" in checked.split("/"):
        raise InvalidArgument(f"{path[:200]!r} belongs to git", "push files of the work tree alone")
    return checked


def _bytes(content: str) -> bytes:
    data = content.encode(errors="surrogatepass")
    if len(data) > MOST_BYTES:
        raise InvalidArgument(f"the content has {len(data):,} bytes, more than 5 MB", "such files are not indexed")
    return data


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _iso(time: datetime | None) -> str | None:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if time else None
