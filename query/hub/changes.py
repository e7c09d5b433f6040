"""What differs: between two commits, between a commit and a work tree; and the contents of what differs."""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Iterable
from itertools import islice
from pathlib import Path

from query.errors import InvalidArgument, LocateError
from query.repo import git_environment

MOST_COMMITS = 10_000  # how far back an indexed ancestor is looked for
MOST_BYTES = 5_000_000  # a larger file is left as the commit has it
_SECONDS = 60
# The settings of a repository may name programs to run; looking at names needs none of them.
_PLAIN = ("-c", "core.fsmonitor=false", "-c", "core.quotepath=false")


def nearest_indexed(root: Path, commit: str, indexed: Collection[str]) -> tuple[str, int] | None:
    """The closest ancestor of `commit` that is indexed, and how many commits lie between."""
    if not indexed:
        return None
    listed = git_bytes(root, "rev-list", f"--max-count={MOST_COMMITS}", commit).split()
    found = next((sha for sha in map(bytes.decode, listed) if sha in indexed), None)
    if found is None:
        return None
    return found, int(git_bytes(root, "rev-list", "--count", f"{found}..{commit}"))


def between(root: Path, old: str, new: str) -> list[str]:
    """Paths that differ between two commits."""
    return _paths(git_bytes(root, "diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new))


def is_clean(root: Path) -> bool:
    """Whether the work tree is what HEAD says; a bare repository has none that could differ."""
    return not has_work_tree(root) or not git_bytes(root, "status", "--porcelain", "-z")


def has_work_tree(root: Path) -> bool:
    return (root / ".git").exists()


def in_work_tree(root: Path, commit: str, below: str = "") -> list[str]:
    """Paths whose content on disk is not the commit's; new files that git does not ignore among them."""
    if not has_work_tree(root):
        raise InvalidArgument(f"{root} has no work tree that git watches", "name the files with file_paths")
    limit = ["--", below or "."]
    changed = git_bytes(root, "diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", commit, *limit)
    new = git_bytes(root, "ls-files", "-z", "--others", "--exclude-standard", *limit)
    return sorted({*_paths(changed), *_paths(new)})


def kind_of(root: Path, commit: str, path: str) -> str | None:
    """What a commit has at a path: "blob" is a file, "tree" a folder, none nothing or a link."""
    listed = git_bytes(root, "ls-tree", "-z", "--full-tree", commit, "--", path)
    mode, _, rest = listed.partition(b" ")
    return None if not listed or mode == b"120000" else rest.split(b" ")[0].decode()


def committed(root: Path, commit: str, paths: Iterable[str]) -> dict[str, bytes | None]:
    """Contents at a commit; None for what it does not have."""
    wanted = [path for path in paths if "\n" not in path]
    if not wanted:
        return {}
    asked = "".join(f"{commit}:{path}\n" for path in wanted).encode()
    answer = git_bytes(root, "cat-file", "--batch", given=asked)
    contents: dict[str, bytes | None] = {}
    place = 0
    for path in wanted:
        end = answer.index(b"\n", place)
        header = answer[place:end].split()
        place = end + 1
        contents[path] = None
        if len(header) == 3 and header[2].isdigit():
            size = int(header[2])
            contents[path] = answer[place : place + size] if header[1] == b"blob" else None
            place += size + 1
    return contents


def on_disk(root: Path, paths: Iterable[str]) -> dict[str, bytes | None]:
    """Contents in the work tree; None for what is not there; what is too large or leads out of the tree is left out."""
    contents: dict[str, bytes | None] = {}
    for path in paths:
        place = root / path
        if not place.resolve().is_relative_to(root.resolve()) or place.is_symlink() or place.is_dir():
            continue
        try:
            with place.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            contents[path] = None
            continue
        except OSError:
            continue
        if len(data) <= MOST_BYTES:
            contents[path] = data
    return contents


def git_bytes(root: Path, *arguments: str, given: bytes | None = None) -> bytes:
    """Output of a git command that must succeed."""
    command = ["git", "-C", str(root), *_PLAIN, *arguments]
    try:
        done = subprocess.run(
            command, env=git_environment(), input=given, capture_output=True, check=False, timeout=_SECONDS
        )
    except (FileNotFoundError, subprocess.TimeoutExpired) as error:
        raise LocateError(f"git could not be asked: {error}", "is git installed, and the disk alive?") from error
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise LocateError(f"git {arguments[0]} failed: {next(islice(reason, 1), 'no reason given')}", "git fsck")
    return done.stdout


def _paths(listed: bytes) -> list[str]:
    return [path.decode(errors="replace") for path in listed.split(b"\0") if path]
