"""What `codemap doctor` looks at, one function each."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from indexer import __version__, schema
from query.cli.clients import CLIENTS, OFFER, current
from query.cli.text import plural, size
from query.errors import QueryError
from query.repo import RepoRef, locate

OLDEST_GIT = (2, 30)
LEAST_FREE = 1_000_000_000
# A definition in each of some languages: what cannot be parsed shows at once.
_SAMPLES = {
    "a.py": b"def f(): pass\n", "a.ts": b"export function f() {}\n", "a.go": b"package a\n\nfunc f() {}\n",
    "A.java": b"class A { void f() {} }\n", "A.cs": b"class A { void F() {} }\n", "a.rs": b"fn f() {}\n",
    "a.c": b"int f(void) { return 0; }\n", "a.rb": b"def f\nend\n",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    state: Literal["ok", "note", "fail"]
    told: str
    remedy: str = ""


def everything(root: Path, cache: Path) -> Iterator[Check]:
    """All checks of a project, each on its own: one that cannot be made is a finding, too."""
    looks: list[tuple[str, Callable[[], Check]]] = [
        ("codemap", _version), ("git", _git), ("grammars", _grammars), ("duckdb", _duckdb),
        ("cache", lambda: _cache(cache)), ("permissions", _permissions), ("project", lambda: _project(root, cache)),
        ("ignore rules", lambda: _ignored(root)), ("schema", lambda: _schema(root, cache)),
    ]  # fmt: skip
    for name, look in looks:
        try:
            yield look()
        except QueryError as error:
            yield Check(name, "note", error.message, error.hint)
        except Exception as error:
            yield Check(name, "fail", f"{type(error).__name__}: {error}", "reinstall codemap, or report this")
    yield from _clients(root)


def _version() -> Check:
    python = ".".join(map(str, sys.version_info[:3]))
    found = shutil.which("codemap")
    remedy = "" if found else "put the folder of `codemap` on the PATH: clients start it by its name"
    return Check(
        "codemap", "ok" if found else "note", f"{__version__}, Python {python}, {found or 'not on the PATH'}", remedy
    )


def _git() -> Check:
    try:
        said = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return Check("git", "fail", "not found", "install git 2.30 or newer")
    numbers = tuple(map(int, re.findall(r"\d+", said)[:2]))
    old = numbers < OLDEST_GIT
    return Check("git", "fail" if old else "ok", said.strip(), "install git 2.30 or newer" if old else "")


def _grammars() -> Check:
    from indexer.facade import index_contents

    found = set(index_contents(_SAMPLES)["symbols"]["path"].to_pylist())
    missing = sorted(_SAMPLES.keys() - found)
    if missing:
        remedy = "reinstall tree-sitter-language-pack: `pip install --force-reinstall 'tree-sitter-language-pack<1'`"
        return Check("grammars", "fail", f"nothing found in {', '.join(missing)}", remedy)
    return Check("grammars", "ok", f"{len(_SAMPLES)} samples parsed")


def _duckdb() -> Check:
    import duckdb

    with duckdb.connect(":memory:") as connection:
        connection.execute("SELECT 42").fetchall()
    return Check("duckdb", "ok", duckdb.__version__)


def _cache(cache: Path) -> Check:
    home = cache
    while not home.exists():
        home = home.parent
    if not os.access(home, os.W_OK):
        return Check("cache", "fail", f"{home} cannot be written", "name another folder with CODEMAP_CACHE_DIR")
    free, snapshots = shutil.disk_usage(home).free, len(list(cache.glob(f"{schema.LAYOUT}/*/*/{schema.MANIFEST}")))
    told = f"{plural(snapshots, 'snapshot')}, {size(free)} free, {cache}"
    return Check("cache", "ok", told) if free >= LEAST_FREE else Check("cache", "note", told, "codemap gc")


def _permissions() -> Check:
    from query.hub.registered import roots
    from query.state import State

    state = State()
    with state.transaction():
        pass
    told = f"{plural(len(roots(state)), 'project')} registered, can be written: {state.path}"
    return Check("permissions", "ok", told)


def _project(path: Path, cache: Path) -> Check:
    repo = locate(path, None, cache)
    at = f"at {repo.commit[:12]}, " if repo.commit else ""
    return Check("project", "ok", f"{at}known as {repo.repo_id}, {repo.root}")


def _ignored(root: Path) -> Check:
    from query.hub.changes import git_bytes, has_work_tree

    if not has_work_tree(root):
        return Check("ignore rules", "ok", "git watches no work tree here")
    tracked = git_bytes(root, "ls-files", "-z").count(b"\0")
    ignored = git_bytes(root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory").count(
        b"\0"
    )
    new = git_bytes(root, "ls-files", "-z", "--others", "--exclude-standard").count(b"\0")
    told = f"{plural(tracked, 'file')} tracked, {plural(ignored, 'path')} ignored"
    if not new:
        return Check("ignore rules", "ok", told)
    return Check(
        "ignore rules", "note", f"{told}, {new:,} neither", "codemap sync takes them in until they are committed"
    )


def _schema(path: Path, cache: Path) -> Check:
    from query.tools.compass.standing import read_snapshot

    repo = locate(path, None, cache)
    found = read_snapshot(schema.snapshot_dir(cache, repo.repo_id, repo.commit))
    told = f"version {schema.SCHEMA_VERSION} is needed"
    if found.status == "compatible":
        return Check(
            "schema", "ok", f"version {found.version}, {found.counts['symbols'] if found.counts else 0:,} symbols"
        )
    if found.status == "not_indexed":
        return Check("schema", "note", f"{repo.commit[:12]} is not indexed", f"codemap index --path {_quoted(repo)}")
    remedy = f"codemap index --force --path {_quoted(repo)}"
    broken = (
        "the manifest is damaged" if found.status == "corrupt_manifest" else f"the index has version {found.version}"
    )
    return Check("schema", "fail", f"{broken}, {told}", remedy)


def _quoted(repo: RepoRef) -> str:
    import shlex

    return shlex.quote(str(repo.root))


def _clients(root: Path) -> Iterator[Check]:
    """Clients that start the server; one that has no file at all is not told."""
    told = False
    for client in CLIENTS.values():
        for scope in ("project", "user"):
            file = client.path(scope, root, Path.home())
            if not file.is_file() or (entry := current(client, file, file.read_text("utf-8", "replace"))) is None:
                continue
            told = True
            missing = shutil.which(str(entry.get("command"))) is None
            remedy = f"codemap install --client {client.name} --scope {scope}" if missing else ""
            state: Literal["ok", "fail"] = "fail" if missing else "ok"
            yield Check("client", state, f"{client.title}, {scope}: {entry.get('command')}", remedy)
    if not told:
        yield Check("client", "note", "no client starts the server", OFFER)
