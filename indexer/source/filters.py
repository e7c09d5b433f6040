"""Which files of a tree are indexed, and what is told about the others."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pathspec import GitIgnoreSpec

from indexer.model import ConfigError, Diagnostic, Settings

_SUBMODULE = 0o160000
MOST_SETTINGS_BYTES = 1_000_000
_MOST_DIAGNOSTICS = 20  # of one kind; beyond that one line sums them up

MESSAGES = {
    "submodule_skipped": "a submodule: its files belong to another repository",
    "symlink_skipped": "a symbolic link: not followed",
    "special_file_skipped": "neither a file nor a folder",
    "unsafe_path_skipped": "a path that could lead outside the tree",
    "duplicate_path_skipped": "another file of the tree has the same path",
    "odd_name": "the name is not UTF-8: its bytes are written as \\xNN",
    "object_missing": "the content is not in this clone",
    "object_damaged": "the content is damaged in the object store",
    "settings_skipped": "too large for a file of settings: not looked at",
    "unreadable": "cannot be read",
    "file_changed": "changed or vanished while it was indexed",
}


@dataclass(frozen=True, slots=True)
class TreeItem:
    """One thing in a tree, before anything is decided about it."""

    mode: int  # as git or stat give it
    blob: str  # "" where it is not known yet
    size: int | None  # None where the content is not there
    raw: bytes  # the path as it is stored
    path: str  # the same, as valid UTF-8

    @property
    def is_file(self) -> bool:
        return stat.S_ISREG(self.mode)


class Findings:
    """Diagnostics as they come; many of one kind are folded into one that counts them."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._paths: dict[str, dict[str, None]] = {}

    def report(self, code: str, paths: Iterable[str], detail: str = "") -> None:
        """Something that is true of each of `paths`; `detail` says more than the code's message."""
        known = self._paths.setdefault(code, {})
        fresh = [path for path in paths if path not in known]
        known.update(dict.fromkeys(fresh))
        message = MESSAGES[code] + (f": {detail}" if detail else "")
        if len(known) <= _MOST_DIAGNOSTICS:
            self.diagnostics.extend(Diagnostic(code, path, message) for path in fresh)
        elif fresh:
            self._fold(code, list(known))

    def note(self, code: str, message: str) -> None:
        """Something about the repository as a whole."""
        self.diagnostics.append(Diagnostic(code, "", message))

    def _fold(self, code: str, paths: Sequence[str]) -> None:
        # In place: the source hands this very list out.
        self.diagnostics[:] = [diagnostic for diagnostic in self.diagnostics if diagnostic.code != code]
        self.note(code, f"{MESSAGES[code]} ({len(paths)} paths: {', '.join(map(repr, paths[:3]))} …)")


class PathFilter:
    """The configured globs, read the way .gitignore files are."""

    def __init__(self, settings: Settings) -> None:
        self._include = _spec("include", settings.include) if settings.include else None
        self._exclude = _spec("exclude", settings.exclude) if settings.exclude else None

    def keeps(self, path: str) -> bool:
        if self._exclude is not None and self._exclude.match_file(path):
            return False
        return self._include is None or self._include.match_file(path)


def _spec(name: str, globs: Sequence[str]) -> GitIgnoreSpec:
    try:
        return GitIgnoreSpec.from_lines(globs)
    except ValueError as error:
        raise ConfigError(
            f"`{name}` holds a glob that cannot be read: {error}", "Globs are written as in a .gitignore file."
        ) from error


def readable_path(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")


def is_unsafe(path: str) -> bool:
    """Git itself never writes such a path: somebody crafted the tree."""
    return any(part.lower() in ("", ".", "..", ".git") for part in path.split("/"))


def select(items: Iterable[TreeItem], settings: Settings, findings: Findings) -> list[TreeItem]:
    """The files to index, sorted by path; every other item is accounted for in `findings`."""
    wanted = PathFilter(settings)
    chosen: dict[str, TreeItem] = {}
    told: dict[str, list[str]] = {}
    excluded = 0
    # A name that is UTF-8 keeps its path against one whose escaped bytes only look the same.
    for item in sorted(items, key=lambda item: (item.path, _is_odd(item))):
        if not is_unsafe(item.path) and not wanted.keeps(item.path):
            excluded += 1
        elif code := _left_out(item, chosen):
            told.setdefault(code, []).append(item.path)
        else:
            chosen[item.path] = item
            if _is_odd(item):
                told.setdefault("odd_name", []).append(item.path)
    for code in sorted(told):
        findings.report(code, told[code])
    if excluded:
        findings.note("excluded", f"{excluded} files left out by the include and exclude settings")
    return list(chosen.values())


def _left_out(item: TreeItem, chosen: dict[str, TreeItem]) -> str:
    """The code of the reason, or "" for a file to index."""
    if is_unsafe(item.path):
        return "unsafe_path_skipped"
    if item.mode == _SUBMODULE:
        return "submodule_skipped"
    if stat.S_ISLNK(item.mode):
        return "symlink_skipped"
    if not item.is_file:
        return "special_file_skipped"
    if item.path in chosen:
        return "duplicate_path_skipped"
    return "object_missing" if item.size is None else ""


def _is_odd(item: TreeItem) -> bool:
    return item.raw != item.path.encode()
