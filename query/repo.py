"""Which repository and which commit a path means, by the same rule as the indexer's.

The id comes from the repository's own `remote.origin.url`, else from the only remote's URL (a relative local path seen
from the main work tree or the bare repository), else from the root commit (last line of `git rev-list
--max-parents=0 HEAD`); a folder without git is known by its resolved path. A test holds both halves to one answer.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from indexer import schema
from query.errors import LocateError, NotIndexedError

_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}
# A caller inside a git hook has these set, and they would override the path we were asked about.
_MISLEADING = {
    "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}  # fmt: skip
_SCP_LIKE = re.compile(r"[^/]{2,}:.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RepoRef:
    """A commit of a repository; `root` is the work tree, the bare repository or the plain folder."""

    repo_id: str
    commit: str
    root: Path
    branch: str | None


def locate(path: Path, ref: str | None = None, cache: Path | None = None) -> RepoRef:
    """Find the repository around `path` and the commit that `ref` (default: HEAD) names.

    A folder without git has no commits: its newest snapshot in the cache is taken.
    """
    folder = path.expanduser().resolve()
    if not folder.exists():
        raise LocateError(f"{path} does not exist", "name a repository or a folder with --path")
    folder = folder if folder.is_dir() else folder.parent
    if not _is_git(folder):
        return _plain_folder(folder, ref, cache or schema.default_cache_dir())
    commit = _commit(folder, ref or "HEAD")
    top = _git(folder, "rev-parse", "--show-toplevel") or _git(folder, "rev-parse", "--absolute-git-dir")
    return RepoRef(_repo_id(folder, commit), commit, Path(top), _branch(folder, ref))


def _is_git(folder: Path) -> bool:
    result = _run(folder, "rev-parse", "--git-dir")
    if result.returncode == 0:
        return True
    if "dubious ownership" in result.stderr or "unsafe repository" in result.stderr:
        hint = f"if you trust it: git config --global --add safe.directory '{folder}'"
        raise LocateError(f"git refuses to read {folder}: it belongs to another user", hint)
    if "not a git repository (or any" in result.stderr and not (folder / ".git").exists():
        return False
    raise LocateError(f"{folder} cannot be read: {result.stderr.strip()}", "repair the repository or clone it again")


def _commit(folder: Path, ref: str) -> str:
    # No name of git's holds a NUL, and no argument of a process can.
    known = "\0" not in ref
    commit = known and _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if commit:
        return commit
    if ref == "HEAD":
        raise LocateError(f"{folder} has no commit yet", "commit something first")
    raise LocateError(f"{ref[:200]} is no commit, tag or branch of {folder}", "see `git branch --all` and `git tag`")


def _branch(folder: Path, ref: str | None) -> str | None:
    """The branch that was asked for; none for tags, commits and a detached HEAD."""
    full = _git(folder, "rev-parse", "--symbolic-full-name", "--end-of-options", ref or "HEAD").splitlines()
    name = full[-1] if full else ""
    return name.removeprefix("refs/heads/") if name.startswith("refs/heads/") else None


def _repo_id(folder: Path, commit: str) -> str:
    origin = _origin(folder)
    # The root is found at the end of all history: not asked for where it does not count.
    return schema.repo_id(origin, "" if origin else _root_commit(folder, commit))


def _origin(folder: Path) -> str | None:
    listed = _git(folder, "config", "--local", "--includes", "-z", "--get-regexp", r"^remote\..*\.url$")
    urls: dict[str, str] = {}
    for record in listed.split("\0"):
        key, _, url = record.partition("\n")
        if url:
            urls.setdefault(key, url)
    if "remote.origin.url" not in urls and len(urls) != 1:
        return None
    return _absolute(urls.get("remote.origin.url") or next(iter(urls.values())), folder)


def _absolute(url: str, folder: Path) -> str:
    if "://" in url or _SCP_LIKE.fullmatch(url):
        return url
    common = Path(os.path.normpath(folder / _git(folder, "rev-parse", "--git-common-dir")))
    return Path(os.path.normpath((common.parent if common.name == ".git" else common) / url)).as_posix()


def _root_commit(folder: Path, commit: str) -> str:
    roots = _git(folder, "rev-list", "--max-parents=0", "HEAD") or _git(folder, "rev-list", "--max-parents=0", commit)
    return roots.split()[-1]


def _plain_folder(folder: Path, ref: str | None, cache: Path) -> RepoRef:
    if ref is not None:
        raise LocateError(f"{folder} is not in a git repository, so it has no {ref}", "name no ref: it has no commits")
    repo_id = schema.repo_id(None, folder.as_posix())
    found = [path for path in schema.repo_dir(cache, repo_id).glob("commit=*") if (path / schema.MANIFEST).is_file()]
    if not found:
        raise NotIndexedError(f"{folder} is not indexed in {cache}", f"codemap index --path {folder}")
    newest = max(found, key=lambda path: (built_at(path), path.name))
    return RepoRef(repo_id, newest.name.removeprefix("commit="), folder, None)


def built_at(snapshot: Path) -> float:
    """When a snapshot was built, in seconds since the epoch; one without build times is dated by its manifest."""
    try:
        return float(json.loads((snapshot / schema.BUILD_INFO).read_text(encoding="utf-8"))["finished_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return (snapshot / schema.MANIFEST).stat().st_mtime


def git_environment() -> dict[str, str]:
    """The environment in which git answers about the path it is given, in English, and asks nobody."""
    return {name: value for name, value in os.environ.items() if name not in _MISLEADING} | _ENVIRONMENT


def _git(folder: Path, *arguments: str) -> str:
    """Output of a git command, empty where it fails."""
    result = _run(folder, *arguments)
    return result.stdout.strip() if result.returncode == 0 else ""


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(
            command, env=git_environment(), capture_output=True, text=True, errors="replace", check=False, timeout=60
        )
    except FileNotFoundError as error:
        raise LocateError("git is not installed", "install git 2.30 or newer") from error
    except subprocess.TimeoutExpired as error:
        raise LocateError(
            f"`{' '.join(command)}` took too long", "is the repository on a slow or dead mount?"
        ) from error
