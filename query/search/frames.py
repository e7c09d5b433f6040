"""Stack traces: the places that Python, JavaScript, Java, C#, Go and Rust name in them, innermost first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_PATH = r"(?P<path>(?:[A-Za-z]:)?[^\s:()\"'<>|]+)"
# Each finds one place; `package` is a dotted name whose folders the path leaves out.
_PYTHON = re.compile(r"File \"(?P<path>[^\"]+)\", line (?P<line>\d+)(?:, in (?P<name>[\w.<>]+))?")
_JAVA = re.compile(r"^\s*at (?P<package>[\w$.]+?)\.(?P<name>[\w$<>]+)\((?P<path>[\w$-]+\.\w+):(?P<line>\d+)\)", re.M)
_CSHARP = re.compile(r"^\s*at (?P<name>[^\n(]+)\([^)\n]*\) in (?P<path>[^\n]+?):line (?P<line>\d+)", re.M)
_COLUMNS = re.compile(
    rf"^\s*at (?:async )?(?:(?P<name>[\w$.<>\[\] ]+) )?\(?(?:file://)?{_PATH}:(?P<line>\d+):\d+", re.M
)
_PANIC = re.compile(rf"panicked at (?:'[^'\n]*', )?{_PATH}:(?P<line>\d+)")
_GO = re.compile(r"^\s*(?P<path>[^\s:]+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?\s*$", re.M)
_PATTERNS = (_PYTHON, _JAVA, _CSHARP, _COLUMNS, _PANIC, _GO)
MOST = 50


@dataclass(frozen=True, slots=True)
class Frame:
    path: str
    line: int
    name: str = ""


def frames(text: str) -> list[Frame]:
    """The places of a trace, the one where it happened first."""
    found: dict[int, Frame] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            # A frame is one line: the first pattern that knows it has read it.
            start = text.rfind("\n", 0, match.start("path")) + 1
            found.setdefault(start, _frame(match))
    ordered = [found[key] for key in sorted(found)]
    if _PYTHON.search(text):
        ordered.reverse()  # Python tells the most recent call last
    return list(dict.fromkeys(ordered))[:MOST]


def _frame(match: re.Match[str]) -> Frame:
    parts = match.groupdict()
    path = parts["path"].replace("\\", "/")
    if package := parts.get("package"):
        path = "/".join([*package.split(".")[:-1], path])
    return Frame(path, int(parts["line"]), (parts.get("name") or "").strip())


def locate(path: str, known: Sequence[str]) -> str | None:
    """The repository's file that a path from some machine means: the one that shares most of its end."""
    wanted = [part for part in path.split("/") if part not in ("", ".", "..")]
    if not wanted:
        return None
    named = [candidate for candidate in known if candidate.rpartition("/")[2] == wanted[-1]]
    return min(named, key=lambda one: (-_shared(wanted, one.split("/")), one.count("/"), one), default=None)


def _shared(left: list[str], right: list[str]) -> int:
    """How many parts agree, counted from the end."""
    count = 0
    for one, other in zip(reversed(left), reversed(right), strict=False):
        if one != other:
            break
        count += 1
    return count
