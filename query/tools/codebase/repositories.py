"""index_repository: have a repository indexed, registered under a name, and searchable by its UUID."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from indexer import schema
from query.errors import BuildError, LocateError
from query.hub.builds import Built
from query.hub.heads import find_folders
from query.repo import RepoRef
from query.tools.call import Call
from query.tools.codebase.family import FAMILY
from query.tools.compass.identity import repository_uuid

MOST_ERRORS = 100
# Diagnostics of files that should have been indexed and were not.
_ERRORS = {
    "unreadable", "object_missing", "object_damaged", "file_changed", "parse_timeout", "memory_exceeded",
    "parser_crashed", "extract_failed",
}  # fmt: skip
AbsolutePath = Annotated[
    str, StringConstraints(pattern=r"^/.*", max_length=500), Field(description="absolute path of the repository")
]
DisplayName = Annotated[str, StringConstraints(min_length=1, max_length=200), Field(description="display name")]
Force = Annotated[bool, Field(strict=True, description="build again what is there")]


class IndexedRepository(BaseModel):
    repository_id: Annotated[str, Field(json_schema_extra={"format": "uuid"})]
    files_indexed: int
    chunks_created: int
    duration_seconds: float
    status: Literal["success", "partial", "failed"]
    errors: list[str]


@FAMILY.tool("index_repository", read_only=False, slow=True)
def index_repository(
    call: Call, path: AbsolutePath, name: DisplayName, force_reindex: Force = False
) -> IndexedRepository:
    """Index a repository's current commit, or a folder, and register it for searches."""
    folder = call.hub.folder(path)
    if not folder.is_dir():
        raise LocateError("Repository path does not exist", "give the path of a folder on the server's machine")
    began = time.monotonic()
    try:
        repo, built = _built(call, folder, force_reindex)
    except BuildError as error:
        return _failed(call, folder, error, time.monotonic() - began)
    call.hub.register(repo, name)
    rows = built.manifest["counts"]["rows"]
    errors = _errors(built.manifest)
    return IndexedRepository(
        repository_id=repository_uuid(repo.repo_id),
        files_indexed=rows["files"],
        chunks_created=rows.get(schema.CHUNKS.name, 0),
        duration_seconds=round(time.monotonic() - began, 3),
        status="partial" if errors else "success",
        errors=errors,
    )


def _built(call: Call, folder: Path, force: bool) -> tuple[RepoRef, Built]:
    said = count(1)

    def told(line: str) -> None:
        call.progress(next(said), line)

    if find_folders(folder) is None:
        return call.services.builds.folder(folder, told, call.stop.calling, force)
    repo = call.hub.repository(str(folder))
    return repo, call.services.builds.ensure(repo, told, call.stop.calling, force)


def _failed(call: Call, folder: Path, error: BuildError, seconds: float) -> IndexedRepository:
    known = find_folders(folder) is not None
    repo_id = call.hub.repository(str(folder)).repo_id if known else schema.repo_id(None, folder.as_posix())
    return IndexedRepository(
        repository_id=repository_uuid(repo_id), files_indexed=0, chunks_created=0, duration_seconds=round(seconds, 3),
        status="failed", errors=[f"{error.message}. {error.hint}".strip()],
    )  # fmt: skip


def _errors(manifest: Mapping[str, Any]) -> list[str]:
    """What should have been indexed and was not."""
    found = [f"{one['path']}: {one['message']}" for one in manifest["diagnostics"] if one["code"] in _ERRORS]
    more = len(found) - MOST_ERRORS
    return found if more <= 0 else [*found[:MOST_ERRORS], f"and {more} more"]
