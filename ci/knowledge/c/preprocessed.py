"""What the preprocessor makes of a header, told apart by the file that each line stands in."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import PurePosixPath

MARKER = re.compile(r'# \d+ "([^"]*)"((?: \d)*)$')
INCLUDE = re.compile(r"#include(?:_next)? *[<\"]([^>\"]+)[>\"]")
# Where the compiler keeps headers: the part of a path after it is what a program includes.
ROOT = re.compile(r".*/include/(?:[a-z0-9_]+-linux-gnu/)?")


def preprocess(header: str) -> dict[str, list[str]]:
    """Name of each header that this one leads to, itself too -> its lines: code, `#define`, `#include`."""
    command = ["gcc", "-E", "-dDI", "-D_GNU_SOURCE", "-x", "c", "-"]
    program = f"#include <{header}>\n"
    output = subprocess.run(command, input=program, capture_output=True, check=True, text=True).stdout
    lines: dict[str, list[str]] = defaultdict(list)
    current = ""
    for line in output.splitlines():
        if marker := MARKER.match(line):
            current = _name(marker[1])
        elif current and line.strip():
            lines[current].append(line)
    return lines


def _name(path: str) -> str:
    """`sys/types.h` of `/usr/include/x86_64-linux-gnu/sys/types.h`, nothing for what is no header."""
    normal = str(PurePosixPath(path))
    return ROOT.sub("", normal) if ROOT.match(normal) else ""


def included(lines: list[str]) -> list[str]:
    return list(dict.fromkeys(match[1] for line in lines if (match := INCLUDE.match(line))))
