"""`codemap export`: a snapshot in the formats of other tools."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.shared import Session
from query.export import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

_BINARY = {"scip"}


@dataclass(frozen=True, slots=True)
class Exported:
    repo_id: str
    commit: str
    format: str
    file: str
    bytes: int


@click.command()
@click.option(
    "--format", "layout", type=click.Choice(list(FORMATS)), required=True,
    help="; ".join(f"{name}: {what}" for name, what in FORMATS.items()) + ".",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Where to write.  [default: stdout]",
)  # fmt: skip
def export(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, layout: str, output: Path | None
) -> Exported | None:
    """Write a snapshot in the format of another tool.

    \b
    Examples:
      codemap export --format scip -o index.scip
      codemap export --format ctags -o tags
      codemap export --format jsonl | jq -r 'select(.table == "symbols") | .name'
    """
    from query.cli.target import opened
    from query.engine.view import View
    from query.export import export as pieces
    from query.repo import locate

    if output is None and (as_json or (layout in _BINARY and sys.stdout.isatty())):
        raise click.UsageError("name a file with --output: what is exported would mix with what is shown")
    repo = locate(path, ref, cache_dir)
    with opened(path, ref, cache_dir) as mounted, closing(View(mounted, repo)) as view:
        written = _write(pieces(view, layout), output)
    return Exported(repo.repo_id, repo.commit, layout, str(output), written) if output else None


def _write(pieces: Iterator[bytes], output: Path | None) -> int:
    """How many bytes were written; a file appears when it is whole."""
    if output is None:
        return sum(map(sys.stdout.buffer.write, pieces))
    partial = output.with_name(f".{output.name}.partial")
    try:
        with partial.open("wb") as file:
            size = sum(map(file.write, pieces))
        partial.replace(output)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
    finally:
        partial.unlink(missing_ok=True)
    return size


def report(result: Exported, console: Console, session: Session) -> None:
    """One line: what was written, and where."""
    from query.cli.text import size

    console.print(f"[green]✓[/] {result.repo_id} {result.commit[:12]} as {result.format}:", end=" ")
    console.print(f"{result.file} ({size(result.bytes)})", markup=False, soft_wrap=True)
