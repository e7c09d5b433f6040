"""The notations of JavaScript's manifests: JSON with comments, pnpm's list, globs, subpath patterns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from posixpath import normpath
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

# An unclosed string or comment runs to the end, so that hostile text is read once.
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*"?)|,(?=\s*[}\]])', re.DOTALL)


def read_object(data: bytes) -> dict[str, Any]:
    """The object in JSON, with comments and trailing commas or without; empty where it is none."""
    text = data.decode("utf-8-sig", "replace")
    try:
        value = json.loads(text)
    except RecursionError:
        return {}
    except ValueError:
        value = _read_relaxed(text)
    return value if isinstance(value, dict) else {}


def _read_relaxed(text: str) -> Any:
    text = _COMMENT.sub(lambda match: match[1] or " ", text)
    text = _TRAILING_COMMA.sub(lambda match: match[1] or "", text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def read_yaml_list(data: bytes, key: str) -> list[str]:
    """The strings of one top-level list, in block or in flow style."""
    lines = data.decode("utf-8-sig", "replace").splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith(f"{key}:")), None)
    if start is None:
        return []
    flow = lines[start].removeprefix(f"{key}:").strip()
    if flow.startswith("["):
        inside = "".join([flow[1:], *lines[start + 1 :]]).partition("]")[0]
        return [text for item in inside.split(",") if (text := _scalar(item))]
    items = [line.strip() for line in _indented(lines[start + 1 :])]
    return [text for item in items if item.startswith("-") and (text := _scalar(item[1:]))]


def _indented(lines: Iterable[str]) -> Iterable[str]:
    """The lines up to the next top-level key."""
    for line in lines:
        if line and line[0] not in " \t-#":
            return
        yield line


def _scalar(text: str) -> str:
    text = text.strip()
    if text[:1] in ('"', "'"):
        return text[1:].partition(text[0])[0]
    return "" if text.startswith("#") else text.partition(" #")[0].rstrip()


def strings(value: object) -> list[str]:
    """The strings of a list, or the one string that stands for a list."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str)]


def join(folder: str, relative: str) -> str | None:
    """The repository path (the root is empty) of what is written relative to a folder; None outside."""
    if relative.startswith("/"):
        return None
    path = normpath(f"{folder}/{relative}" if folder else relative or ".")
    if path == ".":
        return ""
    return None if path == ".." or path.startswith("../") else path


def below(path: str, folder: str) -> str | None:
    """What is left of a path below a folder."""
    if not folder:
        return path
    return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None


def fits(glob: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a glob, cut at its slashes, fits a path; one way back at most, so it takes no exponential time."""
    part = step = retry = 0
    star = -1
    while step < len(path):
        if part < len(glob) and glob[part] == "**":
            star, retry = part, step
            part += 1
        elif part < len(glob) and _fits_name(glob[part], path[step]):
            part, step = part + 1, step + 1
        elif star >= 0:
            retry += 1
            part, step = star + 1, retry
        else:
            return False
    return all(rest == "**" for rest in glob[part:])


def _fits_name(glob: str, name: str) -> bool:
    return glob == name or (("*" in glob or "?" in glob) and fnmatchcase(name, glob))


class Patterns(Generic[Value]):
    """Keys with at most one `*`, as in `paths` and `exports`: an exact key comes first, then the longest prefix."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._exact = {key: value for key, value in values.items() if "*" not in key}
        stars = [(*key.partition("*")[::2], value) for key, value in values.items() if "*" in key]
        self._stars = sorted(stars, key=lambda star: (len(star[0]), len(star[1])), reverse=True)

    def match(self, name: str) -> tuple[Value, str] | None:
        """The value of the best key, and what its `*` stands for."""
        if name in self._exact:
            return self._exact[name], ""
        for prefix, suffix, value in self._stars:
            if name.startswith(prefix) and name.endswith(suffix) and len(name) >= len(prefix) + len(suffix):
                return value, name[len(prefix) : len(name) - len(suffix)]
        return None
