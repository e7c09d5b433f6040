"""What went to the shared cache, what came from it, and what it holds. The commands themselves are the indexer's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol, runtime_checkable

from rich.console import Console
from rich.text import Text

from query.cli import draw, gc
from query.cli.shared import Session
from query.cli.status import age
from query.cli.text import one_line, plural, size

SHOWN = 40  # snapshots listed; -v lists all


class Moved(Protocol):
    """A snapshot with the layers below it, on its way."""

    @property
    def repo_id(self) -> str: ...
    @property
    def commit(self) -> str: ...
    @property
    def commits(self) -> Sequence[str]: ...
    @property
    def bytes(self) -> int: ...


class Pushed(Moved, Protocol):
    @property
    def url(self) -> str: ...


class Pulled(Moved, Protocol):
    @property
    def snapshot(self) -> str: ...
    @property
    def from_cache(self) -> bool: ...


@runtime_checkable
class Listing(Protocol):
    """A cache's snapshots."""

    @property
    def cache(self) -> str: ...
    @property
    def snapshots(self) -> Sequence[gc.Removed]: ...


def push_report(result: Pushed, console: Console, session: Session) -> None:
    """One line: what went up, or that it was there."""
    what = f"{one_line(result.repo_id)} {result.commit[:12]}"
    if result.commits:
        done = f"{what} pushed to {result.url}: {plural(len(result.commits), 'layer')}, {size(result.bytes)}"
    else:
        done = f"{what} is in {result.url} already"
    console.print(Text.assemble(("✓ ", "green bold"), done), soft_wrap=True)


def pull_report(result: Pulled, console: Console, session: Session) -> None:
    """One line, and where the snapshot lies."""
    what = f"{one_line(result.repo_id)} {result.commit[:12]}"
    if result.commits:
        done = f"{what} pulled: {plural(len(result.commits), 'layer')}, {size(result.bytes)}, every hash checked"
    else:
        done = f"{what} is here already" + ("" if result.from_cache else ", built on this machine")
    console.print(Text.assemble(("✓ ", "green bold"), done), soft_wrap=True)
    console.print(Text.assemble(("Snapshot  ", "bold"), result.snapshot), soft_wrap=True)


def cache_report(result: Listing | gc.Collected, console: Console, session: Session) -> None:
    """The list of `ls`, or what `gc` removed."""
    if not isinstance(result, Listing):
        gc.report(result, console, session)
        return
    shown = result.snapshots if session.verbose else result.snapshots[:SHOWN]
    table = draw.grid("repository", "commit", "built", ">size")
    for snapshot in shown:
        built = datetime.fromtimestamp(snapshot.built_at, UTC).isoformat()
        table.add_row(Text(one_line(snapshot.repo_id)), snapshot.commit[:12], age(built), size(snapshot.bytes))
    if shown:
        console.print(table)
    if (more := len(result.snapshots) - len(shown)) > 0:
        console.print(f"and {more:,} more; -v lists all", style="dim")
    total = size(sum(snapshot.bytes for snapshot in result.snapshots))
    console.print(Text(f"{plural(len(result.snapshots), 'snapshot')}, {total} in {result.cache}"), soft_wrap=True)
