"""Cut the compiler's expanded print of a crate into modules, without comments, function bodies and macro rules.

The print is regular: four spaces for each level, and what a line opens with `{` closes with `}` in the same column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MODULE = re.compile(r"( *)((?:pub(?:\([^)]*\))? )?)mod (\w+) \{( \})?$")
MACRO = re.compile(r" *(pub(?:\([^)]*\))? )?macro(?:_rules!)? (\w+)")
FUNCTION = re.compile(r' *(?:pub(?:\([^)]*\))? )?(?:(?:default|const|async|unsafe|extern(?: "[^"]*")?) )*fn\b')
# Syntax that the grammar does not read and that no name hangs on -> without it.
UNREAD = [
    (re.compile(r"\[const\]\s+"), ""),
    (re.compile(r"\bconst ((?:unsafe )?(?:auto )?(?:trait|impl)\b)"), r"\1"),
    (re.compile(r"\bauto trait\b"), "trait"),
    (re.compile(r"(\bimpl(?:<[^{};]*?>)?)\s+const\s+(?=[\w:~!])"), r"\1 "),
    (re.compile(r"\bsafe fn\b"), "fn"),
    (re.compile(r"\btrait (\w+) = ([^;{]*);"), r"trait \1: \2 {}"),
]


@dataclass
class Module:
    path: tuple[str, ...]
    visibility: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        text = "\n".join(self.lines)
        for unread, without in UNREAD:
            text = unread.sub(without, text)
        return text


def modules(printed: str) -> list[Module]:
    """The modules of a crate, the root first; a module's lines do not hold those of the modules inside it."""
    lines = iter(line for line in printed.split("\n") if not line.lstrip().startswith("//"))
    found = [Module(())]
    _fill(found[0], lines, "", found)
    return found


def _fill(module: Module, lines: Iterator[str], end: str, found: list[Module]) -> None:
    for line in lines:
        if line == end and end:
            return
        if opened := MODULE.match(line):
            inner = Module((*module.path, opened[3]), opened[2])
            found.append(inner)
            if not opened[4]:
                _fill(inner, lines, f"{opened[1]}}}", found)
        elif MACRO.match(line):
            module.lines += _macro(line, lines)
        elif FUNCTION.match(line):
            module.lines += _function(line, lines)
        else:
            module.lines.append(line)


def _macro(line: str, lines: Iterator[str]) -> list[str]:
    """The name of a macro; one that is declared with `pub` counts as exported."""
    declared = MACRO.match(line)
    assert declared is not None
    if line.endswith("{"):
        _skip(line, lines)
    exported = ["#[macro_export]"] if declared[1] else []
    return [*exported, f"macro_rules! {declared[2]} {{ () => {{}} }}"]


def _function(line: str, lines: Iterator[str]) -> list[str]:
    """A signature, its body emptied; a body on one line stays."""
    head = [line]
    while not head[-1].endswith(("{", "}", ";")):
        head.append(next(lines))
    if head[-1].endswith("{"):
        _skip(line, lines)
        head.append("}")
    return head


def _skip(opening: str, lines: Iterator[str]) -> None:
    close = " " * (len(opening) - len(opening.lstrip())) + "}"
    while next(lines) != close:
        pass
