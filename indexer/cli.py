"""The indexer's commands: `codemap index` and `codemap gc`.

They return their results and print nothing: who shows them is not the indexer's business. Parameters that have no
option here (path, ref, cache_dir, config, as_json) are those that all commands share.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from indexer.retention import DAYS, KEEP, Collected, collect

if TYPE_CHECKING:
    from indexer.model import BuildResult


@click.command()
@click.option("--force", is_flag=True, help="Build again, also when the snapshot is there.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    envvar="CODEMAP_JOBS",
    metavar="N",
    help="Worker processes.  [default: one per core]",
)
@click.option(
    "--scip",
    "indexes",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    multiple=True,
    metavar="FILE",
    help="A compiler's index of the same commit, whose references take the place of ours; may be repeated.",
)
@click.option(
    "--below",
    default="",
    metavar="FOLDER",
    help="Index what lies below a folder of the commit alone, apart from the snapshots of whole commits.",
)
def index(
    path: Path,
    ref: str | None,
    cache_dir: Path,
    config: Path | None,
    as_json: bool,
    force: bool,
    jobs: int | None,
    indexes: tuple[Path, ...],
    below: str,
) -> BuildResult:
    """Turn a commit into a snapshot.

    Reads the commit straight from git's object store: nothing is checked out and nothing is written into the
    repository. A commit that is indexed already is found, not built again.

    \b
    Examples:
      codemap index
      codemap index --path ~/src/django --ref 5.1
      codemap index --json | jq .snapshot
      codemap index --scip index.scip
      codemap index --below services/billing
    """
    from indexer.build import build
    from indexer.config import settings_from_file
    from indexer.watch import watcher

    if below and indexes:
        raise click.UsageError("--scip is about a whole commit: leave --below out")
    settings = settings_from_file(config) if config else None
    with watcher(quiet=as_json) as progress:
        built = build(path, ref, settings, cache_dir, jobs=jobs, force=force, progress=progress, below=_folder(below))
    return _compiled(built, path, cache_dir, indexes) if indexes else built


def _folder(below: str) -> str:
    """A folder of the commit as its paths spell it."""
    parts = PurePosixPath(below).parts
    if ".." in parts or "\0" in below or below.startswith("/"):
        raise click.BadParameter("must be a folder of the repository, relative to its root", param_hint="--below")
    return "/".join(part for part in parts if part != ".")


def _compiled(built: BuildResult, path: Path, cache: Path, indexes: tuple[Path, ...]) -> BuildResult:
    """The same snapshot with the references of compilers."""
    from indexer.manifest import read_manifest
    from indexer.scip.bring import bring

    notes = [built.note] if built.note else []
    for file in indexes:
        found = bring(file, path, built.commit, cache)
        left = len(found.unproved) + len(found.not_indexed)
        notes.append(f"{file} gave the references of {len(found.covered):,} files; {left:,} of its files do not match")
    return replace(built, manifest=read_manifest(Path(built.snapshot)), note="; ".join(notes))


@click.command()
@click.option(
    "--keep",
    type=click.IntRange(min=0),
    default=KEEP,
    show_default=True,
    metavar="N",
    help="Snapshots of each repository that always stay, the newest first.",
)
@click.option(
    "--days",
    type=click.IntRange(min=0),
    default=DAYS,
    show_default=True,
    metavar="N",
    help="Snapshots younger than this always stay.",
)
@click.option("--dry-run", is_flag=True, help="Only tell what would go.")
def gc(cache_dir: Path, as_json: bool, keep: int, days: int, dry_run: bool) -> Collected:
    """Remove old snapshots from the cache.

    What goes is beyond the newest --keep of its repository, older than --days, and not needed by a snapshot that
    stays. Leftovers of builds that died go, too.

    \b
    Examples:
      codemap gc --dry-run
      codemap gc --keep 5 --days 7
    """
    return collect(cache_dir, keep, days, dry_run)
