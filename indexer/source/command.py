"""Git as a reader of untrusted repositories: nothing is executed, fetched, asked for or written."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from indexer.model import SourceError

# What a caller's environment (a git hook's, say) would redirect; the path that was asked for decides instead.
_DROPPED = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_ATTR_SOURCE", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR",
        "GIT_EXTERNAL_DIFF", "GIT_GLOB_PATHSPECS", "GIT_GRAFT_FILE", "GIT_ICASE_PATHSPECS", "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE", "GIT_NOGLOB_PATHSPECS", "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
    }
)  # fmt: skip
_FIXED = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # older gits know no GIT_NO_LAZY_FETCH: no transport, no fetch
    "GIT_NO_REPLACE_OBJECTS": "1",  # a commit means the same content in every clone
    "GIT_ATTR_NOSYSTEM": "1",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}
# Every setting that could make the commands used here run a program of the repository's choice.
_OPTIONS = (
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "core.fsmonitor=false",
    "-c", "log.showSignature=false",
    "-c", f"core.attributesFile={os.devnull}",
    "-c", "core.quotepath=off",
)  # fmt: skip


class GitFailed(SourceError):
    """A git command ended with an error."""

    def __init__(self, verb: str, stderr: str) -> None:
        lines = [line for line in stderr.splitlines() if line.strip()]
        self.stderr = stderr
        super().__init__(
            f"git {verb} failed: {lines[-1].strip() if lines else 'no message'}",
            "Run `git fsck` in the repository; where objects are missing or damaged, fetch them again or clone anew.",
        )


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in _DROPPED}
    return kept | _FIXED | dict(extra or {})


def git_command(*args: str) -> list[str]:
    return ["git", *_OPTIONS, *args]


def run_git(
    *args: str, cwd: Path | None = None, stdin: bytes = b"", extra_env: Mapping[str, str] | None = None
) -> bytes:
    """Standard output of one git command; `GitFailed` where it fails."""
    verb = next((arg for arg in args if not arg.startswith("-")), "")
    try:
        done = subprocess.run(
            git_command(*args), input=stdin, capture_output=True, cwd=cwd, env=environment(extra_env), check=False
        )
    except (OSError, ValueError) as error:
        raise GitFailed(verb, str(error)) from error
    if done.returncode:
        raise GitFailed(verb, done.stderr.decode("utf-8", "replace"))
    return done.stdout


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository, whichever of its work trees or folders it was found from."""

    git_dir: Path
    common_dir: Path  # shared by all work trees
    is_shallow: bool
    object_format: str  # sha1 or sha256
    extra_env: Mapping[str, str] = field(default_factory=dict)

    def command(self, *args: str) -> list[str]:
        return git_command(f"--git-dir={self.git_dir}", *args)

    def environment(self) -> dict[str, str]:
        return environment(self.extra_env)

    def run(self, *args: str, stdin: bytes = b"") -> bytes:
        return run_git(f"--git-dir={self.git_dir}", *args, cwd=self.git_dir, stdin=stdin, extra_env=self.extra_env)

    def shallow_commits(self) -> set[str]:
        """The commits whose parents this clone does not have."""
        try:
            return set((self.common_dir / "shallow").read_text("ascii").split())
        except (FileNotFoundError, ValueError):
            return set()


def discover(path: Path) -> Repository | None:
    """The repository that holds `path`; None where it is a plain folder."""
    try:
        # Found by git's own discovery, so that its check of the owner applies.
        git_dir = _one_path(run_git("rev-parse", "--absolute-git-dir", cwd=path))
    except GitFailed as error:
        if _is_plain_folder(path, error.stderr):
            return None
        raise _explained(path, error) from error
    asked = ("--git-common-dir", "--is-shallow-repository", "--show-object-format")
    told = run_git(f"--git-dir={git_dir}", "rev-parse", *asked, cwd=git_dir)
    common, shallow, form = told.removesuffix(b"\n").rsplit(b"\n", 2)  # a path may have lines of its own
    return Repository(git_dir, Path(os.path.normpath(git_dir / os.fsdecode(common))), shallow == b"true", form.decode())


def looks_like_repository(path: Path) -> bool:
    """Whether `path` is in a repository, as far as that can be told without git."""
    resolved = path.resolve()
    bare = all((resolved / part).exists() for part in ("HEAD", "objects", "refs"))
    return bare or any((folder / ".git").exists() for folder in (resolved, *resolved.parents))


def _one_path(output: bytes) -> Path:
    return Path(os.fsdecode(output.removesuffix(b"\n")))


def _is_plain_folder(path: Path, stderr: str) -> bool:
    return "not a git repository (or any" in stderr and not (path / ".git").exists()


def _explained(path: Path, error: GitFailed) -> SourceError:
    if "dubious ownership" in error.stderr or "unsafe repository" in error.stderr:
        named = re.search(r"'(.+)'", error.stderr)
        where = named[1] if named else str(path)
        return SourceError(
            f"git refuses to read {where}: the repository belongs to another user.",
            f"If you trust it, run `git config --global --add safe.directory '{where}'`.",
        )
    if "not a git repository" in error.stderr:
        return SourceError(
            f"{path} has a .git that is not a repository: {error.message}",
            "Repair or clone the repository again; to index the bare files, copy them without .git.",
        )
    return SourceError(
        f"{path} cannot be read: {error.message}", f"`git -C '{path}' log -1` shows what git objects to."
    )
