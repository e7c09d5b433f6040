"""What indexing left out, told for the repository as one project: in full by who builds, in short beside answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from query.tools.codemap.models import ProjectDiagnostic

if TYPE_CHECKING:
    from query.hub import Served

MOST = 10
MOST_BESIDE = 3  # beside an answer: it is read with every one


def of_build(manifest: Mapping[str, Any]) -> list[ProjectDiagnostic] | None:
    """Of a snapshot that was built; none where nothing was left out."""
    return _told(manifest["repo_id"], manifest["diagnostics"], manifest["counts"]["rows"], MOST)


def of_answer(served: Served) -> list[ProjectDiagnostic] | None:
    """Of the state that answers, limited to what it shows."""
    manifest, base = served.view.mounted.manifest, served.base
    found = manifest["diagnostics"]
    if base.indexed != base.below:
        found = [one for one in found if base.holds(one["path"])]
    return _told(manifest["repo_id"], found, served.view.loaded.rows, MOST_BESIDE) if found else None


def _told(
    repo_id: str, found: Sequence[Mapping[str, str]], rows: Mapping[str, int], most: int
) -> list[ProjectDiagnostic] | None:
    if not found:
        return None
    errors = [f"{one['path']}: {one['message']}" for one in found[:most]]
    more = [f"and {len(found) - most} more"] * (len(found) > most)
    return [
        ProjectDiagnostic(
            project_name=repo_id,
            compiled=True,
            symbol_count=rows["symbols"],
            reference_count=rows["refs"],
            errors=errors + more,
        )
    ]
