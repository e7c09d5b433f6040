"""Edits of single files out of a repository's own history, all of them to one commit."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

FARTHEST = 40  # commits for each edit that are looked at


@dataclass(frozen=True, slots=True)
class Edit:
    """What a commit made of a file that is still at the base as the commit found it."""

    commit: str
    path: str
    data: bytes


def git(repo: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(repo), *arguments], check=True, capture_output=True).stdout


def edits(repo: Path, ref: str, count: int) -> tuple[str, list[Edit]]:
    """A commit, and edits to it by as many commits after it: of each the first source file that nobody changed before.

    The nearest commit is taken that has so many after it.
    """
    history = git(repo, "rev-list", "--first-parent", f"--max-count={count * FARTHEST + 1}", ref).decode().split()
    back = count
    while True:
        back = min(back, len(history) - 1)
        base = history[back]
        found = _after(repo, base, ref)[:count]
        if len(found) == count or back == len(history) - 1:
            return base, [Edit(commit, path, git(repo, "cat-file", "blob", blob)) for commit, path, blob in found]
        back = back * 3 // 2 + 1


def _after(repo: Path, base: str, ref: str) -> list[tuple[str, str, str]]:
    """Commit, path and blob of the edits after a commit, oldest first."""
    form = ["--format=:%H", "--first-parent", "-m", "--reverse", "--raw", "--no-renames", "--no-abbrev", "-z"]
    told = git(repo, "log", *form, f"{base}..{ref}").decode("utf-8", "surrogateescape").replace("\n", "\0")
    parts = [part for part in told.split("\0") if part]
    found: list[tuple[str, str, str]] = []
    touched: set[str] = set()
    commit, taken, place = "", False, 0
    while place < len(parts):
        words = parts[place].split()
        if len(words) == 1:
            commit, taken, place = words[0][1:], False, place + 1
            continue
        path, place = parts[place + 1], place + 2
        if words[4] == "M" and path not in touched and not taken and _is_source(path):
            taken = True
            found.append((commit, path, words[3]))
        touched.add(path)
    return found


def _is_source(path: str) -> bool:
    from indexer import languages

    language = languages.detect(path, b"")
    return language is not None and languages.is_parsed(language) and languages.load(language).linking is not None
