"""What `codemap gc` removed, on a terminal. The command itself is the indexer's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

from rich.console import Console
from rich.text import Text

from query.cli import draw
from query.cli.shared import Session
from query.cli.status import age
from query.cli.text import plural, size

SHOWN = 20  # snapshots listed; -v lists all


class Removed(Protocol):
    """A snapshot that went."""

    @property
    def repo_id(self) -> str: ...
    @property
    def commit(self) -> str: ...
    @property
    def built_at(self) -> float: ...
    @property
    def bytes(self) -> int: ...


class Collected(Protocol):
    """What the indexer hands over after a collection."""

    @property
    def dry_run(self) -> bool: ...
    @property
    def bytes_freed(self) -> int: ...
    @property
    def stages(self) -> int: ...
    @property
    def snapshots(self) -> Sequence[Removed]: ...


def report(result: Collected, console: Console, session: Session) -> None:
    """One line per snapshot, then the sum."""
    if not result.snapshots and not result.stages:
        console.print(f"[green]✓[/] nothing to remove in {session.cache_dir}", soft_wrap=True)
        return
    _list(result.snapshots if session.verbose else result.snapshots[:SHOWN], console)
    if (more := len(result.snapshots) - SHOWN) > 0 and not session.verbose:
        console.print(f"and {more:,} more; -v lists all", style="dim")
    verb, freed = ("would remove", "would free") if result.dry_run else ("removed", "freed")
    parts = [plural(len(result.snapshots), "snapshot")] if result.snapshots else []
    parts += [plural(result.stages, "leftover", "leftovers") + " of dead builds"] if result.stages else []
    console.print(Text(f"{verb} {' and '.join(parts)}, {freed} {size(result.bytes_freed)}", style="bold"))


def _list(snapshots: Sequence[Removed], console: Console) -> None:
    if not snapshots:
        return
    table = draw.grid("repository", "commit", "built", ">size")
    for snapshot in snapshots:
        built = datetime.fromtimestamp(snapshot.built_at, UTC).isoformat()
        table.add_row(Text(snapshot.repo_id), snapshot.commit[:12], age(built), size(snapshot.bytes))
    console.print(table)
