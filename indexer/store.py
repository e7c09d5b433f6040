"""The cache: snapshots appear whole or not at all, and the first builder of a commit wins.

A build is staged in `<cache>/.staging/<random>/`, outside the folders that readers look at, and renamed into place when
it is complete. Each staging folder holds a `lock` that its builder keeps while it lives: what can be locked is dead.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import platform
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer import schema
from indexer.manifest import REBUILD, dump_manifest, read_manifest
from indexer.model import StoreError

if TYPE_CHECKING:
    from indexer.spent import Spent

STAGING = ".staging"
LOCK = "lock"
GUARD = "guard"
NO_LOCK = -1
TAG = "CACHEDIR.TAG"  # keeps backups, and the indexing of a folder that the cache lies in, out of it
TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n# The cache of codemap. See https://bford.info/cachedir/\n"
_FULL = {errno.ENOSPC, errno.EDQUOT}
_DENIED = {errno.EROFS, errno.EACCES, errno.EPERM}
_OCCUPIED = {errno.ENOTEMPTY, errno.EEXIST}
_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}
_REPLACE_ATTEMPTS = 20
_TOLD = {"repo_id", "commit", "tool", "settings", "counts", "diagnostics"}  # of a manifest, beside its layers

# A forked worker would keep its dead parent's lock alive: it lets go of what it inherits.
_held: set[int] = set()


def _forget_inherited_locks() -> None:
    for descriptor in _held:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    _held.clear()


os.register_at_fork(after_in_child=_forget_inherited_locks)


def find(cache: Path, repo_id: str, commit: str) -> Path | None:
    """The folder of a published snapshot."""
    path = schema.snapshot_dir(cache, repo_id, commit)
    if not (path / schema.MANIFEST).is_file():
        return None
    if schema.store_url(cache):
        from indexer.remote import shared

        return None if shared.withdraw_unsigned(cache, path) else path
    return path


def obtain(cache: Path, repo_id: str, commit: str) -> Path | None:
    """The same, brought from the object store behind the cache where it is not here yet."""
    if found := find(cache, repo_id, commit):
        return found
    if url := schema.store_url(cache):
        from indexer.remote import shared

        shared.fetch(url, cache, repo_id, commit)
    return find(cache, repo_id, commit)


def damage(cache: Path, repo_id: str, commit: str) -> str:
    """What is wrong with a published snapshot, so that building it again is the remedy; "" where it is sound."""
    try:
        manifest = read_manifest(schema.snapshot_dir(cache, repo_id, commit))
    except StoreError as error:
        if error.hint != REBUILD:
            raise
        return error.message
    if lacking := sorted(_TOLD - manifest.keys()):
        return f"the manifest lacks {', '.join(lacking)}"
    files = [
        (schema.snapshot_dir(cache, repo_id, str(layer["commit"])) / str(file["path"]), file)
        for layer in manifest["layers"]
        for file in layer["files"]
    ]
    if absent := schema.TABLES.keys() - {file["table"] for _, file in files}:
        return f"the manifest lacks {', '.join(sorted(absent))}"
    return next((found for path, file in files if (found := fault(path, file) or _lacking(path, file))), "")


def _lacking(path: Path, file: Mapping[str, Any]) -> str:
    """Columns that a table has by now, and a snapshot of an earlier version has not."""
    import pyarrow.parquet as pq

    table = schema.TABLES.get(file["table"])
    lacking = set(table.column_names) - set(pq.read_schema(path).names) if table is not None else ()
    return f"{path.name} lacks columns: {', '.join(sorted(lacking))}" if lacking else ""


def fault(path: Path, file: Mapping[str, Any]) -> str:
    """What is wrong with a file that a manifest lists, or nothing."""
    try:
        with path.open("rb") as content:
            size = os.fstat(content.fileno()).st_size
            sound = size == file["bytes"] and hashlib.file_digest(content, "sha256").hexdigest() == file["sha256"]
    except FileNotFoundError:
        return f"{path.name} is missing"
    except OSError as error:
        return f"{path.name} cannot be read: {error.strerror}"
    return "" if sound else f"{path.name} is not what the manifest says"


def publish(
    cache: Path,
    repo_id: str,
    commit: str,
    fill: Callable[[Path], Mapping[str, Any]],
    force: bool = False,
    spent: Spent | None = None,
) -> tuple[Path, bool]:
    """Build a snapshot and make it visible; returns its folder and whether it was there already.

    `fill` writes the data into the folder it is given and returns the manifest. With `force` an existing snapshot is
    built again and replaced.
    """
    if not force and (existing := find(cache, repo_id, commit)):
        return existing, True

    def build(data: Path) -> None:
        started = time.time()
        _seal(data, fill(data), started, spent)

    if url := schema.store_url(cache):
        return _shared(url, cache, repo_id, commit, build, force)
    return _place(cache, repo_id, commit, build, force)


def adopt(cache: Path, repo_id: str, commit: str, fill: Callable[[Path], None]) -> tuple[Path, bool]:
    """Make a snapshot visible that was built elsewhere: `fill` brings all of its files, the manifest last."""
    return _place(cache, repo_id, commit, fill, force=False)


def _shared(
    url: str, cache: Path, repo_id: str, commit: str, build: Callable[[Path], None], force: bool
) -> tuple[Path, bool]:
    """The store behind the cache is asked before a build and given its result."""
    from indexer.remote import shared

    came, refused = (False, "") if force else shared.fetch(url, cache, repo_id, commit)
    if came:
        return schema.snapshot_dir(cache, repo_id, commit), True
    placed = _place(cache, repo_id, commit, build, force)
    shared.offer(url, cache, repo_id, commit, repair=bool(refused))
    return placed


def _place(cache: Path, repo_id: str, commit: str, fill: Callable[[Path], None], force: bool) -> tuple[Path, bool]:
    clean_staging(cache)
    with _cache_errors(cache), _stage(cache) as stage:
        data = stage / "data"
        data.mkdir()
        fill(data)
        for path in (*sorted(data.iterdir()), data):
            _sync(path)  # all of it, before the rename shows it
        return _install(data, schema.snapshot_dir(cache, repo_id, commit), stage, force)


def clean_staging(cache: Path) -> int:
    """Remove what builders that died left behind; returns how many there were."""
    dead = dead_stages(cache)
    for stage in dead:
        # Another user's leftovers are theirs to remove.
        shutil.rmtree(stage, ignore_errors=True)
    return len([stage for stage in dead if not stage.exists()])


def dead_stages(cache: Path) -> list[Path]:
    """Staging folders whose builders died."""
    staging = cache / STAGING
    if not staging.is_dir():
        return []
    with _cache_errors(cache), _guard(staging):
        return [stage for stage in sorted(staging.iterdir()) if stage.is_dir() and _is_dead(stage)]


def discard(cache: Path, snapshot: Path) -> None:
    """Remove a snapshot so that no reader ever sees half of it."""
    with _cache_errors(cache), _stage(cache) as stage:
        snapshot.rename(stage / "discarded")
    rows = schema.rows_file(snapshot)
    with contextlib.suppress(OSError):
        rows.unlink(missing_ok=True)
        if rows.parent.is_dir():
            rows.parent.rmdir()
        snapshot.parent.rmdir()


def drop_orphans(cache: Path) -> None:
    """Remove kept rows whose snapshot was never published, or is gone."""
    for rows in (cache / schema.LAYOUT).glob("repo=*/rows/*.arrow"):
        if not (rows.parent.parent / f"commit={rows.stem}" / schema.MANIFEST).is_file():
            rows.unlink(missing_ok=True)


def _seal(data: Path, manifest: Mapping[str, Any], started: float, spent: Spent | None) -> None:
    """Add the build's own facts, and the manifest that vouches for the data."""
    finished = time.time()
    info = {
        "started_at": started,
        "finished_at": finished,
        "seconds": finished - started,
        "spent": {} if spent is None else asdict(spent),
        "host": platform.node(),
        "platform": platform.platform(),
        "python": platform.python_version(),
    }
    (data / schema.BUILD_INFO).write_text(json.dumps(info, sort_keys=True, indent=1) + "\n", encoding="utf-8")
    (data / schema.MANIFEST).write_text(dump_manifest(manifest), encoding="utf-8")


def _install(data: Path, target: Path, stage: Path, force: bool) -> tuple[Path, bool]:
    for attempt in range(_REPLACE_ATTEMPTS):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            data.rename(target)
        except FileNotFoundError:
            continue  # the collector removed the empty parent in between
        except OSError as error:
            if error.errno not in _OCCUPIED:
                raise
            if not force and (target / schema.MANIFEST).is_file():
                return target, True
            with contextlib.suppress(FileNotFoundError):
                target.rename(stage / f"replaced-{attempt}")
            continue
        _sync(target.parent)
        return target, False
    raise StoreError(f"{target} is being replaced by many builders at once", "try again when they are done")


@contextlib.contextmanager
def _stage(cache: Path) -> Iterator[Path]:
    """A folder of this builder's own, locked while it is in use and removed afterwards."""
    staging = cache / STAGING
    staging.mkdir(parents=True, exist_ok=True)
    if not (cache / TAG).exists():
        (cache / TAG).write_text(TAG_TEXT, encoding="ascii")
    stage = staging / secrets.token_hex(8)
    lock = NO_LOCK
    try:  # before the folder is there: an interrupt right behind its making must not leave it
        with _guard(staging):
            stage.mkdir()
            lock = _lock(stage / LOCK)
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        _unlock(lock)


@contextlib.contextmanager
def _guard(staging: Path) -> Iterator[None]:
    """Keeps a cleaner from meeting a folder that is made but not locked yet."""
    lock = _lock(staging / GUARD)
    try:
        yield
    finally:
        _unlock(lock)


def _lock(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    _held.add(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except BaseException as error:
        # A mount without locks can be built on all the same: then nothing is ever taken for dead.
        if not isinstance(error, OSError) or error.errno not in _NO_LOCKS:
            _unlock(descriptor)
            raise
    return descriptor


def _unlock(descriptor: int) -> None:
    if descriptor in _held:
        _held.discard(descriptor)
        os.close(descriptor)


def _is_dead(stage: Path) -> bool:
    try:
        descriptor = os.open(stage / LOCK, os.O_RDWR)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _cache_errors(cache: Path) -> Iterator[None]:
    """Tell what is wrong with the cache; errors that are about something else pass through."""
    try:
        yield
    except OSError as error:
        where = str(error.filename or "")
        if error.errno in _FULL:
            hint = "free some space (`codemap gc`), or name another cache with --cache-dir or CODEMAP_CACHE_DIR"
            raise StoreError(f"no space left in the cache {cache}", hint) from error
        if error.errno == errno.EROFS or (error.errno in _DENIED and _inside(where, cache)):
            hint = "make it writable, or name another cache with --cache-dir or CODEMAP_CACHE_DIR"
            raise StoreError(f"the cache {cache} cannot be written: {error.strerror}", hint) from error
        if _inside(where, cache):
            hint = "check --cache-dir or CODEMAP_CACHE_DIR"
            raise StoreError(f"cannot use the cache {cache}: {error}", hint) from error
        raise


def _inside(where: str, cache: Path) -> bool:
    """Whether an error's file is the cache, a part of it, or a folder above it that could not be made."""
    return bool(where) and (Path(where).is_relative_to(cache) or cache.is_relative_to(where))
