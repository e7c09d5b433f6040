"""create_task, get_task, list_tasks and update_task."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field, StringConstraints

from query import tasks
from query.tasks import Status, Tasks
from query.tools.call import Call
from query.tools.codebase.family import FAMILY

Title = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Description = Annotated[str, StringConstraints(max_length=2_000)]
Notes = Annotated[str, StringConstraints(max_length=5_000)]
Reference = Annotated[str, StringConstraints(max_length=500)]
References = Annotated[
    list[Reference], Field(max_length=10, description="planning documents, relative to the repository's root")
]
Branch = Annotated[str, StringConstraints(max_length=200)]
Association = Annotated[Branch, Field(description="git branch; HEAD: the one checked out, with its commit")]
Commit = Annotated[
    str, StringConstraints(pattern=r"^[a-f0-9]{40}$"), Field(description="hash of 40 digits that must exist")
]
BranchPrefix = Annotated[Branch, Field(description="how the branch's name begins")]
Limit = Annotated[int, Field(ge=1, le=100, strict=True)]


class TaskRecord(BaseModel):
    """A task, field for field as the contract has it."""

    id: Annotated[str, Field(json_schema_extra={"format": "uuid"})]
    title: str
    description: str | None
    notes: str | None
    status: Status
    created_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    updated_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    branch: str | None
    commit: str | None
    planning_references: list[str]


class TaskList(BaseModel):
    tasks: list[TaskRecord]
    total_count: int


@FAMILY.tool("create_task", read_only=False, idempotent=False)
def create_task(
    call: Call,
    title: Title,
    description: Description | None = None,
    notes: Notes | None = None,
    planning_references: References | None = None,
) -> TaskRecord:
    """Create a development task; it starts as "need to be done"."""
    from query.engine.texts import checked_path

    references = [checked_path(path) for path in planning_references or ()]
    return _record(_tasks(call).create(title, description, notes, references))


@FAMILY.tool("get_task")
def get_task(call: Call, task_id: UUID) -> TaskRecord:
    """A development task by its id."""
    return _record(_tasks(call).get(task_id))


@FAMILY.tool("list_tasks")
def list_tasks(
    call: Call, status: Status | None = None, branch: BranchPrefix | None = None, limit: Limit = 20
) -> TaskList:
    """Development tasks, the newest first."""
    page = _tasks(call).list(status, branch or None, limit)
    return TaskList(tasks=[_record(task) for task in page.tasks], total_count=page.total)


@FAMILY.tool("update_task", read_only=False, idempotent=False)
def update_task(
    call: Call,
    task_id: UUID,
    title: Title | None = None,
    description: Description | None = None,
    notes: Notes | None = None,
    status: Status | None = None,
    branch: Association | None = None,
    commit: Commit | None = None,
) -> TaskRecord:
    """Change the fields of a development task that are given; the others stay."""
    store = _tasks(call)
    store.get(task_id)  # a task that is not there is told before git is asked
    branch, commit = tasks.associated(call.hub.served_roots, branch, commit)
    given = {"title": title, "description": description, "notes": notes, "status": status}
    return _record(store.update(task_id, **given, branch=branch, commit_sha=commit))


def _tasks(call: Call) -> Tasks:
    return Tasks(call.hub.state)


def _record(task: tasks.Task) -> TaskRecord:
    return TaskRecord(
        id=task.id,
        title=task.title,
        description=task.description,
        notes=task.notes,
        status=task.status,
        created_at=_time(task.created_at),
        updated_at=_time(task.updated_at),
        branch=task.branch,
        commit=task.commit_sha,
        planning_references=list(task.planning_references),
    )


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
