"""What scip-python, which is pyright, says about every name: python.py SCIP_PYTHON FOLDER

Prints one JSON object per occurrence (see make.py). The index says where each symbol occurs and is defined; how a name
is used comes from the syntax tree. Packages that the code imports are not installed, so that what hangs on them is
left unresolved. Occurrences that it is known to misread are left out.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

DEFINITION = 1  # bit of an occurrence's roles
NAME = re.compile(r"\w+(?= as |$)")  # of `name as alias` too, which is one occurrence
PROJECT = "scip-python python project 0 "
LIBRARY = "scip-python python python-stdlib "
RELATIVE = re.compile(r"\s*from\s+\.")


class Occurrence(NamedTuple):
    path: str
    line: int
    col: int
    end: int
    symbol: str
    defines: bool


class Definition(NamedTuple):
    path: str
    line: int
    col: int
    name: str
    kind: str


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Numbers and contents of a protobuf message, without its schema."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        value, place = _varint(data, place)
        if key & 7 == 2:
            yield key >> 3, data[place : place + value]
            place += value
        else:
            yield key >> 3, value


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7


def occurrences(index: bytes) -> Iterator[Occurrence]:
    for number, document in fields(index):
        if number == 2 and isinstance(document, bytes):
            parts = list(fields(document))
            path = next(value.decode() for key, value in parts if key == 1 and isinstance(value, bytes))
            for key, value in parts:
                if key == 2 and isinstance(value, bytes):
                    yield _occurrence(path, value)


def _occurrence(path: str, data: bytes) -> Occurrence:
    found: dict[int, Any] = dict(fields(data))
    span, place = [], 0
    while place < len(found[1]):
        value, place = _varint(found[1], place)
        span.append(value)
    end = span[2] if len(span) == 3 else -1  # four numbers: it goes over several lines
    return Occurrence(path, span[0] + 1, span[1], end, found[2].decode(), bool(found.get(3, 0) & DEFINITION))


class Uses(ast.NodeVisitor):
    """(line, column of the name) -> how it is used; what is not in here is read."""

    def __init__(self, text: str) -> None:
        self.found: dict[tuple[int, int], str] = {}
        self.imports: set[int] = set()  # lines
        self.defined: set[tuple[int, int]] = set()  # names in `def` and `class`
        self.lines = text.split("\n")
        self.visit(ast.parse(text))

    def mark(self, node: ast.AST | None, use: str) -> None:
        if isinstance(node, ast.Name):
            self.found.setdefault((node.lineno, self._column(node.lineno, node.col_offset)), use)
        elif isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset:
            column = self._column(node.end_lineno, node.end_col_offset) - len(node.attr)
            self.found.setdefault((node.end_lineno, column), use)

    def _column(self, line: int, offset: int) -> int:
        return len(self.lines[line - 1].encode()[:offset].decode("utf-8", "replace"))

    def define(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        found = re.compile(rf"\b(?:def|class)\s+({node.name})\b").search(self.lines[node.lineno - 1])
        if found:
            self.defined.add((node.lineno, found.start(1)))

    def types(self, node: ast.AST | None) -> None:
        for part in ast.walk(node) if node else ():
            self.mark(part, "type")

    def decorators(self, nodes: Iterable[ast.expr]) -> None:
        for node in nodes:
            self.mark(node.func if isinstance(node, ast.Call) else node, "decorator")

    def visit_Call(self, node: ast.Call) -> None:
        self.mark(node.func, "call")
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.define(node)
        self.decorators(node.decorator_list)
        for base in node.bases:
            self.mark(base.value if isinstance(base, ast.Subscript) else base, "inherit")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.define(node)
        self.decorators(node.decorator_list)
        self.types(node.returns)
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_arg(self, node: ast.arg) -> None:
        self.types(node.annotation)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.types(node.annotation)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.mark(node, "write")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.mark(node, "write")
        self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom | ast.Import) -> None:
        self.imports.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        for alias in node.names:
            self.found[alias.lineno, self._column(alias.lineno, alias.col_offset)] = "import"

    visit_Import = visit_ImportFrom


class Table:
    def __init__(self, folder: Path, found: list[Occurrence]) -> None:
        texts = {path: (folder / path).read_text("utf-8", "replace") for path in {one.path for one in found}}
        self.lines = {path: text.split("\n") for path, text in texts.items()}
        self.uses = {path: _uses(text) for path, text in texts.items()}
        self.found = found
        self.definitions: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        for one in found:
            if self.defines(one):
                place = Definition(one.path, one.line, one.col, self.name(one), symbol_kind(one.symbol))
                self.definitions[self.scope(one)].append(place)

    def defines(self, one: Occurrence) -> bool:
        """The second of two definitions of a name, an overload or a setter, is not told as one."""
        return one.defines or (one.line, one.col) in self.uses[one.path].defined

    def scope(self, one: Occurrence) -> tuple[str, str]:
        """A local symbol's number means something in its own file only."""
        return (one.path if one.symbol.startswith("local ") else "", one.symbol)

    def name(self, one: Occurrence) -> str:
        found = NAME.match(self.lines[one.path][one.line - 1][: one.end], one.col) if one.end >= 0 else None
        return found[0] if found else ""

    def rows(self) -> Iterator[dict[str, Any]]:
        for one in self.found:
            name, uses = self.name(one), self.uses[one.path]
            if name and not self.defines(one) and not self.is_misread(one, name):
                use = uses.found.get((one.line, one.col), "import" if one.line in uses.imports else "read")
                row = {"path": one.path, "line": one.line, "col": one.col, "name": name, "kind": use}
                yield row | {"symbol": one.symbol} | self.judge(one)

    def is_misread(self, one: Occurrence, name: str) -> bool:
        """What it is known to get wrong: slots, members called as builtins are, modules called as the library's are."""
        if one.symbol.startswith(LIBRARY) and one.line in self.uses[one.path].imports:
            return RELATIVE.match(self.lines[one.path][one.line - 1]) is not None
        if self.lines[one.path][one.line - 1][: one.col].rstrip()[-1:] != ".":
            return False
        if one.symbol.startswith(LIBRARY):
            return one.symbol.endswith(f" builtins/{name}#")
        named = tuple(f"{before}{name}{after}" for before in "/#" for after in ("#", "()."))
        return symbol_kind(one.symbol) in ("type", "function") and not one.symbol.endswith(named)

    def judge(self, one: Occurrence) -> dict[str, Any]:
        kind, places = symbol_kind(one.symbol), self.definitions.get(self.scope(one), [])
        if not places:  # `local` without a definition: a module that was not found, and what hangs on it
            return {"says": "unresolved" if one.symbol.startswith(("local ", PROJECT)) else "external"}
        if kind in ("local", "module"):
            return {"says": kind}
        return {"says": "repository", "defs": [place._asdict() for place in places]}


def _uses(text: str) -> Uses:
    try:
        return Uses(text)
    except (SyntaxError, ValueError):
        return Uses("")


def symbol_kind(symbol: str) -> str:
    """Told by a symbol's last descriptors: `Class#method().`, `name.`, `function().(parameter)`."""
    if symbol.startswith("local ") or symbol.endswith(")"):
        return "local"
    if symbol.endswith((":", "/")):
        return "module"
    if symbol.endswith("#"):
        return "type"
    owner = re.sub(r"[^/#.]*\.$", "", symbol)
    if symbol.endswith("()."):
        return "method" if owner.endswith("#") else "function"
    return "attribute" if owner.endswith("#") else "variable"


def index(scip: str, folder: Path) -> bytes:
    with tempfile.TemporaryDirectory() as scratch:
        environment, output = Path(scratch, "environment.json"), Path(scratch, "index.scip")
        environment.write_text("[]")
        command = [scip, "index", "--quiet", "--project-name", "project", "--project-version", "0"]
        command += ["--environment", str(environment), "--output", str(output)]
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
        return output.read_bytes()


def main() -> None:
    scip, folder = sys.argv[1], Path(sys.argv[2])
    for row in Table(folder, list(occurrences(index(scip, folder)))).rows():
        print(json.dumps(row))


if __name__ == "__main__":
    main()
