"""The commits of a repository that a cache has, in the order of their time."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from indexer import schema
from query.pages.model import Moment
from query.repo import built_at, git_environment


def trend(cache: Path, repo_id: str, root: Path) -> tuple[Moment, ...]:
    """What the manifests count; dated by git, or by the build where git does not know the commit."""
    folders = [path.parent for path in schema.repo_dir(cache, repo_id).glob(f"commit=*/{schema.MANIFEST}")]
    dates = _dates(root, [folder.name.removeprefix("commit=") for folder in folders])
    moments = [moment for folder in folders if (moment := _moment(folder, dates)) is not None]
    return tuple(sorted(moments, key=lambda moment: (moment.time, moment.commit)))


def _moment(folder: Path, dates: dict[str, float]) -> Moment | None:
    commit = folder.name.removeprefix("commit=")
    try:
        counts = json.loads((folder / schema.MANIFEST).read_text(encoding="utf-8"))["counts"]
        rows, resolved = counts["rows"], sum(counts.get("resolved_by_kind", {}).values())
        time = dates.get(commit) or built_at(folder)
        return Moment(commit, time, rows["files"], rows["symbols"], rows["refs"], resolved)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # removed meanwhile, or damaged: a trend can do without it


def _dates(root: Path, commits: Iterable[str]) -> dict[str, float]:
    command = ["git", "-C", str(root), "cat-file", "--batch=%(objectname) %(objectsize)"]
    dates = {}
    try:
        ran = subprocess.run(
            command, env=git_environment(), input="\n".join(commits).encode(), capture_output=True, check=False
        )
    except OSError:
        return {}
    lines = iter(ran.stdout.splitlines())
    commit = ""
    for line in lines:
        words = line.split()
        if len(words) == 2 and len(words[0]) >= 40 and words[1].isdigit():
            commit = words[0].decode()
        elif line.startswith(b"committer ") and commit not in dates:
            dates[commit] = float(words[-2])
    return dates
