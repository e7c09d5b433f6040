"""The commands of the shared cache: `codemap push`, `codemap pull`, `codemap cache ls|gc`.

Like the indexer's other commands they return their results; `query` draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from indexer.model import ConfigError, StoreError
from indexer.remote.signing import REQUIRED_KEY, SIGNING_KEY
from indexer.retention import DAYS, KEEP, Collected, Snapshot, snapshots

if TYPE_CHECKING:
    from indexer.remote.bucket import Bucket
    from indexer.remote.pull import Pulled
    from indexer.remote.push import Pushed

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Listing:
    """What a cache holds, newest first."""

    cache: str
    snapshots: list[Snapshot]


@click.command()
@click.option("--to", "url", metavar="URL", help="Object store.  [default: the one that CODEMAP_CACHE_DIR names]")
@click.option("--signing-key", envvar=SIGNING_KEY, metavar="KEY", help="Sign with this private key: a file, or base64.")
@click.option("--force", is_flag=True, help="Upload again what is there already.")
@click.option("--rows/--no-rows", default=True, show_default=True, help="With what the next build starts from.")
def push(
    path: Path,
    ref: str | None,
    cache_dir: Path,
    as_json: bool,
    url: str | None,
    signing_key: str | None,
    force: bool,
    rows: bool,
) -> Pushed:
    """Hand a snapshot to the shared cache.

    The snapshot and every layer that it stands on go up, the manifest last, and with them the rows of files that the
    next build need not parse again. What is there already stays: the first builder of a commit wins.

    \b
    Examples:
      codemap push --to s3://builds/codemap
      CODEMAP_SIGNING_KEY=key.pem codemap push --ref v2.0
    """
    from indexer.remote.push import push as send
    from indexer.remote.refs import identify

    repo_id, commit = identify(path, ref)
    return send(cache_dir, _bucket(cache_dir, url, "--to"), repo_id, commit, signing_key, force, rows)


@click.command()
@click.option("--from", "url", metavar="URL", help="Object store.  [default: the one that CODEMAP_CACHE_DIR names]")
@click.option(
    "--require-signature", "required_key", envvar=REQUIRED_KEY, metavar="KEY",
    help="Refuse what this public key did not sign: a file, or base64.",
)  # fmt: skip
@click.option("--or-ancestor", is_flag=True,
              help="Where it is not there, bring the nearest one that a build can start from.")  # fmt: skip
def pull(
    path: Path,
    ref: str | None,
    cache_dir: Path,
    as_json: bool,
    url: str | None,
    required_key: str | None,
    or_ancestor: bool,
) -> Pulled:
    """Bring a snapshot from the shared cache.

    Each file is checked against the manifest, and the manifest against the repository and the commit. What does not
    fit is refused. With --or-ancestor, `codemap index` then builds only what differs from the one that came.

    \b
    Examples:
      codemap pull --from s3://builds/codemap
      codemap pull --ref v2.0 --require-signature ci.pub
    """
    from indexer.remote.basis import bring_basis
    from indexer.remote.pull import pull as bring
    from indexer.remote.refs import ancestors, identify

    repo_id, commit = identify(path, ref)
    bucket = _bucket(cache_dir, url, "--from")
    pulled = bring(cache_dir, bucket, repo_id, commit, required_key)
    if pulled is None and or_ancestor:
        pulled = bring_basis(cache_dir, bucket, repo_id, ancestors(path, commit), required_key)
    if pulled is None:
        raise StoreError(f"{bucket.url} has no snapshot of {commit[:12]} of {repo_id}", "build it: codemap index")
    return pulled


def _retention(command: F) -> F:
    """The rules of what stays."""
    for option in (
        click.option("--dry-run", is_flag=True, help="gc: only tell what would go."),
        click.option("--days", type=click.IntRange(min=0), default=DAYS, show_default=True, metavar="N",
                     help="gc: snapshots younger than this stay."),
        click.option("--keep", type=click.IntRange(min=0), default=KEEP, show_default=True, metavar="N",
                     help="gc: the newest of each repository that stay."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@click.argument("action", type=click.Choice(["ls", "gc"]))
@_retention
def cache(
    path: Path, cache_dir: Path, as_json: bool, action: str, keep: int, days: int, dry_run: bool
) -> Listing | Collected:
    """List the shared cache, or remove what is old from it.

    It is the object store where CODEMAP_CACHE_DIR or --cache-dir names one, else the folder. Tags and tips of default
    branches of the repository at --path stay, and so does every layer that a snapshot which stays is built on.

    \b
    Examples:
      codemap cache ls --cache-dir s3://builds/codemap
      codemap cache gc --keep 50 --days 90 --dry-run
    """
    from indexer import retention, schema
    from indexer.remote import inventory
    from indexer.remote.bucket import Bucket

    bucket = Bucket(url) if (url := schema.store_url(cache_dir)) else None
    if action == "ls":
        return _list(cache_dir, bucket)
    if bucket:
        return inventory.collect(bucket, keep, days, dry_run, _protected(path))
    return retention.collect(cache_dir, keep, days, dry_run, protected=_protected(path))


def _list(cache_dir: Path, bucket: Bucket | None) -> Listing:
    from indexer import schema
    from indexer.remote import inventory

    if bucket:
        return Listing(bucket.url, inventory.take(bucket).snapshots)
    found = [each for repo in sorted((cache_dir / schema.LAYOUT).glob("repo=*")) for each in snapshots(repo)]
    return Listing(str(cache_dir), sorted(found, key=lambda snapshot: (-snapshot.built_at, snapshot.commit)))


def _protected(path: Path) -> dict[str, frozenset[str]]:
    from indexer.model import SourceError
    from indexer.remote.refs import important_commits

    try:
        return dict([important_commits(path)])
    except SourceError:
        return {}  # a cache may be cleaned from anywhere; then age and number alone decide


def _bucket(cache_dir: Path, url: str | None, option: str) -> Bucket:
    from indexer import schema
    from indexer.remote.bucket import Bucket

    if named := url or schema.store_url(cache_dir):
        return Bucket(named)
    raise ConfigError(
        f"{cache_dir} is a folder: others that mount it share it already",
        f"name an object store with {option}, or in CODEMAP_CACHE_DIR (s3://bucket/prefix, gs://…, az://…)",
    )
