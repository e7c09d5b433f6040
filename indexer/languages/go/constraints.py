"""Go's build constraints: which of several files that declare one name counts, on Linux."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.link.program import Program

SYSTEMS = frozenset({
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
    "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
})  # fmt: skip
MACHINES = frozenset({
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
    "s390x", "sparc64", "wasm",
})  # fmt: skip
HELD = frozenset({"linux", "amd64", "unix", "gc"})
RELEASE = re.compile(r"go1(\.\d+)?$")
TOKENS = re.compile(r"[\w.]+|&&|\|\||!|\(|\)")
MARK = "//go:build "


def by_name(path: str) -> bool:
    """Whether a file's name lets it take part: `name_windows_arm64.go` does not."""
    words = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:]
    if words and words[-1] in MACHINES and words.pop() not in HELD:
        return False
    return not words or words[-1] not in SYSTEMS or words[-1] in HELD


def by_line(constraint: str) -> bool:
    """Whether `//go:build …` holds."""
    tokens = TOKENS.findall(constraint.removeprefix(MARK))[::-1]

    def either() -> bool:
        value = both()
        while tokens and tokens[-1] == "||":
            tokens.pop()
            value = both() or value
        return value

    def both() -> bool:
        value = one()
        while tokens and tokens[-1] == "&&":
            tokens.pop()
            value = one() and value
        return value

    def one() -> bool:
        token = tokens.pop() if tokens else ""
        if token == "!":
            return not one()
        if token != "(":
            return token in HELD or RELEASE.match(token) is not None
        value = either()
        if tokens:
            tokens.pop()
        return value

    return either()


class Constraints:
    """Of each file whether it is built, and of definitions of one name the one that counts."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: dict[int, str] = {}  # file -> constraint
        self.held: dict[int, bool] = {}

    def note(self, symbol: int) -> None:
        for text in self.program.decorators[symbol] or ():
            if text.startswith(MARK):
                self.lines[self.program.file[symbol]] = text

    def holds(self, file: int) -> bool:
        if file not in self.held:
            line = self.lines.get(file)
            self.held[file] = by_name(self.program.files[file].path) and (line is None or by_line(line))
        return self.held[file]

    def best(self, symbols: list[int], file: int) -> int:
        """The definition that a file sees: its own, under its constraint, else built, in no test."""
        if len(symbols) == 1:
            return symbols[0]
        files, home = self.program.files, self.program.file
        own = self.lines.get(file)

        def rank(symbol: int) -> tuple[bool, bool, bool, bool, str, int]:
            other = home[symbol]
            path = files[other].path
            same = file >= 0 and not self.holds(file) and other in self.lines and self.lines[other] == own
            return (other != file, not same, not self.holds(other), path.endswith("_test.go"), path, symbol)

        return min(symbols, key=rank)
