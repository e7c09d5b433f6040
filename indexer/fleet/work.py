"""One repository of a fleet: found or cloned, indexed, told. May be run twice, or by two at once."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import time
from dataclasses import dataclass, replace
from multiprocessing import current_process
from pathlib import Path

from indexer.model import BuildResult, ConfigError, IndexerError, SourceError
from indexer.schema import store_url

CLONES = "clones"
_URL = re.compile(r"[a-z+]+://|[^/@\s]+@[^/:\s]+:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """A repository, by path or URL, and the revision to index; HEAD where none is named."""

    where: str
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an item: `indexed`, `present` (it was there already) or `failed`, and why."""

    where: str
    ref: str | None
    status: str
    repo_id: str | None = None
    commit: str | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    attempts: int = 1
    error: str | None = None


def read_list(file: Path) -> list[Item]:
    """The items of a list: a path or URL on each line, then the revision if it is not HEAD; `#` begins a comment."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the list {file}: {error}", "give a text file, a repository per line") from error
    items: list[Item] = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split() if line.lstrip().startswith("#") else line.split()
        if len(words) > 2:
            raise ConfigError(
                f"{file}:{number} has {len(words)} words", "write a path or URL, and a revision behind it"
            )
        if words:
            where = words[0] if _URL.match(words[0]) else str((file.parent / words[0]).absolute())
            items.append(Item(where, words[1] if len(words) > 1 else None))
    if not items:
        raise ConfigError(f"the list {file} names no repository", "write a path or URL on each line")
    return list(dict.fromkeys(items))


def index_one(item: Item, cache: Path) -> Outcome:
    """Index one repository with one process; failures that a user can mend are told, not thrown."""
    from indexer.build import build

    started, worked = time.monotonic(), _cpu_seconds()
    outcome = Outcome(item.where, item.ref, "failed")
    try:
        _check_process()
        built = build(_at_hand(item, cache), item.ref, None, cache, jobs=1)
    except IndexerError as error:
        outcome = replace(outcome, error=f"{error.message.rstrip('.')}; {error.hint}" if error.hint else error.message)
    else:
        _hand_up(built, cache)
        status = "present" if built.already_existed else "indexed"
        outcome = replace(outcome, status=status, repo_id=built.repo_id, commit=built.commit)
    return replace(outcome, seconds=time.monotonic() - started, cpu_seconds=_cpu_seconds() - worked)


def _hand_up(built: BuildResult, cache: Path) -> None:
    """Who dies between building a snapshot and handing it up leaves it in the local cache alone."""
    url = store_url(cache)
    if url and built.already_existed and not built.from_cache:
        from indexer.remote import shared

        shared.offer(url, cache, built.repo_id, built.commit, repair=False)


def _check_process() -> None:
    if current_process().daemon:
        hint = "start them with DASK_DISTRIBUTED__WORKER__DAEMON=False in the environment"
        raise ConfigError("the workers of this cluster may not start processes", hint)


def _cpu_seconds() -> float:
    """What this process and its children have used."""
    return sum(os.times()[:4])


def _at_hand(item: Item, cache: Path) -> Path:
    """The repository on this machine; a URL is cloned bare beside the snapshots, once, and fetched from then on."""
    if not _URL.match(item.where):
        return Path(item.where)
    clone = cache / CLONES / hashlib.sha256(item.where.encode()).hexdigest()[:16]
    if (clone / "HEAD").exists():
        _git("-C", str(clone), "fetch", "--quiet", "--prune", "--tags", "origin", "+refs/heads/*:refs/heads/*")
        return clone
    # Into a folder of its own and then renamed: another worker may be cloning the same.
    partial = clone.with_name(f".{clone.name}.{os.getpid()}")
    partial.parent.mkdir(parents=True, exist_ok=True)
    _git("clone", "--quiet", "--bare", "--", item.where, str(partial))
    if not (clone / "HEAD").exists():
        partial.rename(clone)
    return clone


def _git(*arguments: str) -> None:
    environment = os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    ran = subprocess.run(["git", *arguments], env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = ran.stderr.strip().splitlines()
        raise SourceError(f"git {arguments[0]} failed: {said[-1] if said else ran.returncode}", "check the URL")
