"""`codemap status`: is this commit indexed, where, since when, and what else of the repository is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.schema import BUILD_INFO, MANIFEST, TABLES, repo_dir, repo_id
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.repo import RepoRef

OTHERS = 8  # other snapshots shown; --json lists all


@dataclass(frozen=True, slots=True)
class Snapshot:
    commit: str
    path: str
    built_at: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Status:
    root: str
    repo_id: str
    commit: str
    branch: str | None
    cache_dir: str
    indexed: bool
    snapshot: Snapshot | None
    manifest: dict[str, Any] | None
    others: list[Snapshot]


@click.command()
def status(path: Path, ref: str | None, cache_dir: Path, as_json: bool) -> Status:
    """Tell whether a commit is indexed, and where.

    \b
    Examples:
      codemap status
      codemap status --path ~/src/django --ref 5.1
      codemap status --json | jq .indexed
    """
    where = _where(path, ref, cache_dir)
    snapshots = find_snapshots(repo_dir(cache_dir, where.repo_id))
    here = next((found for found in snapshots if found.commit == where.commit), None)
    return Status(
        root=str(where.root), repo_id=where.repo_id, commit=where.commit, branch=where.branch,
        cache_dir=str(cache_dir), indexed=here is not None, snapshot=here,
        manifest=_manifest(cache_dir, where) if here else None,
        others=[found for found in snapshots if found is not here],
    )  # fmt: skip


def _where(path: Path, ref: str | None, cache_dir: Path) -> RepoRef:
    from query.errors import NotIndexedError
    from query.repo import RepoRef, locate

    try:
        return locate(path, ref, cache_dir)
    except NotIndexedError:
        # A folder without git is known by its snapshots alone: that it has none is an answer, not a failure.
        folder = path.expanduser().resolve()
        return RepoRef(repo_id(None, str(folder)), "", folder, None)


def _manifest(cache_dir: Path, where: RepoRef) -> dict[str, Any]:
    from query.mount import mount

    with mount(cache_dir, where.repo_id, where.commit, verify=False) as mounted:
        return mounted.manifest


def find_snapshots(directory: Path) -> list[Snapshot]:
    """The published snapshots of one repository, newest first."""
    found = [_snapshot(manifest.parent) for manifest in directory.glob(f"commit=*/{MANIFEST}")]
    return sorted(found, key=lambda snapshot: (snapshot.built_at, snapshot.commit), reverse=True)


def _snapshot(directory: Path) -> Snapshot:
    total = sum(file.stat().st_size for file in directory.iterdir())
    return Snapshot(directory.name.removeprefix("commit="), str(directory), _built_at(directory), total)


def _built_at(directory: Path) -> str:
    try:
        stamp = float(json.loads((directory / BUILD_INFO).read_text(encoding="utf-8"))["finished_at"])
    except (OSError, ValueError, KeyError, TypeError):
        # A snapshot that came without its build times is dated by its manifest.
        stamp = (directory / MANIFEST).stat().st_mtime
    return datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")


def report(result: Status, console: Console, session: Session) -> None:
    """The answer first, then the facts, then the other snapshots."""
    from rich.text import Text

    from query.cli.target import target_options
    from query.cli.text import one_line

    mark = ("✓ indexed", "green bold") if result.indexed else ("✗ not indexed", "red bold")
    branch = f" ({one_line(result.branch)})" if result.branch else ""
    console.print(Text.assemble(mark, f"  {result.commit[:12]}{branch}".rstrip()))
    _facts(result, console)
    if not result.snapshot:
        console.print(
            Text.assemble(("Next  ", "bold"), (f"codemap index{target_options(session)}", "cyan")), soft_wrap=True
        )
    _others(result, console)


def _facts(result: Status, console: Console) -> None:
    from rich.text import Text

    from query.cli import draw
    from query.cli.import_scip import levels
    from query.cli.text import one_line, size

    lines = [("repository", f"{result.root}  [{result.repo_id}]"), ("cache", result.cache_dir)]
    if result.snapshot and result.manifest:
        tool = result.manifest["tool"]
        rows = {table: result.manifest["counts"]["rows"][table] for table in TABLES}
        lines += [
            ("snapshot", result.snapshot.path),
            ("built", f"{age(result.snapshot.built_at)}, {size(result.snapshot.bytes)}"),
            ("schema", f"version {result.manifest['schema_version']}, by {tool['name']} {tool['version']}"),
            ("rows", ", ".join(f"{table} {count:,}" for table, count in rows.items())),
            ("level", levels(result.manifest.get("levels", {}))),
        ]
        if compiled := result.manifest.get("compiled_files"):
            lines.append(("compiler", f"{len(compiled):,} files have the references of a compiler's index"))
    for name, value in lines:
        console.print(Text.assemble((f"{name:<12}", "dim"), one_line(value)), soft_wrap=True)
    if result.manifest and (table := draw.diagnostics_table(result.manifest["diagnostics"])):
        console.print()
        console.print(table)


def _others(result: Status, console: Console) -> None:
    from query.cli import draw
    from query.cli.text import plural, size

    if not result.others:
        return
    table = draw.grid("Other snapshots", "built", ">size")
    table.columns[0].header_style = "bold"
    for snapshot in result.others[:OTHERS]:
        table.add_row(snapshot.commit[:12], age(snapshot.built_at), size(snapshot.bytes))
    console.print()
    console.print(table)
    if len(result.others) > OTHERS:
        console.print(f"and {plural(len(result.others) - OTHERS, 'more', 'more')}; `--json` lists all", style="dim")


def age(stamp: str) -> str:
    """How long ago, in the largest unit that fits."""
    seconds = max(0, int((datetime.now(UTC) - datetime.fromisoformat(stamp)).total_seconds()))
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            count = seconds // length
            return f"{count:,} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
