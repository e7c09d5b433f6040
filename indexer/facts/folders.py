"""Modules of a folder that are loaded by their path: ``(await import(`./routes/${file}`)).default(app)``."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE
from indexer.facts.model import Mark, spelled
from indexer.facts.reading import Value

if TYPE_CHECKING:
    from indexer.facts.commit import Commit

REQUIRED, TAKEN = "require", "default"  # what is called: a module itself, or what it hands out by default
WHOLE = frozenset({"default", "exports"})  # functions that stand for their module
JOINS = ("join", "resolve")
HERE = "__dirname"


def loaded_functions(mark: Mark, commit: Commit) -> list[int]:
    """The functions of a folder's modules that a call calls, whichever of them a run loads."""
    folder = _folder(_loaded(mark), commit.paths[mark.file])
    if folder is None:
        return []
    places = {file for file, path in enumerate(commit.paths) if dirname(path) == folder and file != mark.file}
    return [symbol for symbol in _whole(commit) if commit.file[symbol] in places]


def _whole(commit: Commit) -> Iterator[int]:
    """Functions that a module hands out as itself."""
    for symbol, kind in enumerate(commit.kind):
        if kind in CALLABLE and commit.name[symbol] in WHOLE:
            yield symbol


def _loaded(mark: Mark) -> Value:
    """The path of the module that is loaded, as it is written; None where nothing is."""
    receiver = mark.data.get("r")
    if not isinstance(receiver, dict) or mark.name == REQUIRED:
        return receiver if mark.name == REQUIRED else None
    is_import = mark.name == TAKEN and spelled(receiver.get("call")) in ("import", REQUIRED)
    return receiver["a"][0] if is_import and receiver.get("a") else None


def _folder(path: Value, home: str) -> str | None:
    """The folder that a path leads into whose last part only a run knows."""
    parts = path.get("join") if isinstance(path, dict) else None
    if parts is None and isinstance(path, dict) and spelled(path.get("call", "")).endswith(JOINS):
        given = path.get("a", [])
        parts = [part for value in given for part in (value, "/")][:-1] if len(given) > 1 else None
    if not parts or isinstance(parts[-1], str) or not all(_is_known(part) for part in parts[:-1]):
        return None
    words = "".join(part if isinstance(part, str) else "." for part in parts[:-1])
    return normpath(join(dirname(home), words)) if words.endswith("/") else None


def _is_known(part: Value) -> bool:
    return isinstance(part, str) or spelled(part) == HERE
