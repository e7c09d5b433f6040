"""What libclang says about every name of C and C++ sources: cpp.py PACKAGES FOLDER STANDARD

Prints one JSON object per occurrence (see make.py). PACKAGES is where libclang's bindings are installed, STANDARD a
language standard such as c++17. Headers are found by the parts of their paths that includes name; further folders
come from CPATH, further arguments from CPPFLAGS (-DNAME), the compiler's own headers from gcc. A header is judged in
the first source that includes it. Names inside templates that depend on arguments, names that only a macro's
definition writes, and what is defined nowhere under the name that it has (a macro puts it together) are left out.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from ctypes import byref, c_uint
from pathlib import Path
from typing import Any

sys.path.insert(0, sys.argv[1])
from clang import cindex  # type: ignore[import-not-found,unused-ignore]
from clang.cindex import Cursor, CursorKind, SourceLocation

SOURCES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = (".h", ".hh", ".hpp", ".hxx")
PARTS = (".inl", ".inc", ".ipp", ".tcc", ".def")  # of what includes them, nothing by themselves
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\.|\\\r?\n)*", re.MULTILINE)
KINDS = {
    CursorKind.DECL_REF_EXPR: "read", CursorKind.MEMBER_REF_EXPR: "read", CursorKind.MEMBER_REF: "write",
    CursorKind.TYPE_REF: "type", CursorKind.TEMPLATE_REF: "type", CursorKind.VARIABLE_REF: "read",
    CursorKind.MACRO_INSTANTIATION: "macro",
}  # fmt: skip
WRAPPERS = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR)
MAKING = (CursorKind.CXX_NEW_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR, CursorKind.CALL_EXPR)
BODIES = (
    CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
    CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION, CursorKind.LAMBDA_EXPR,
)  # fmt: skip
PARAMETERS = (
    CursorKind.PARM_DECL, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
)  # fmt: skip
CLASSES = (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL)
VARIABLES = (CursorKind.VAR_DECL, CursorKind.UNEXPOSED_DECL)  # the latter: `auto [a, b]`
KEEP_GOING = 0x200  # a header that is missing does not end the reading of what is behind it
Place = tuple[str, int, int]  # path, line, byte in the line, both from 1


def spelled(location: SourceLocation) -> tuple[str, int, int, int]:
    """Where a name is written: for what is passed to a macro that is the argument."""
    file, line, column, offset = cindex.c_object_p(), c_uint(), c_uint(), c_uint()
    ask = cindex.conf.lib.clang_getFileLocation
    ask(location, byref(file), byref(line), byref(column), byref(offset))
    if not file:
        return "", 0, 0, 0
    return cindex.File(file).name, line.value, column.value, offset.value


class Tree:
    """The sources of a folder, and where the compiler looks for headers."""

    def __init__(self, root: Path, standard: str) -> None:
        self.root = root.resolve()
        found = sorted(path for path in self.root.rglob("*") if path.suffix in SOURCES + HEADERS + PARTS)
        self.data = {str(path.relative_to(self.root)): path.read_bytes() for path in found}
        self.inside = {name: [m.span() for m in DEFINE.finditer(data)] for name, data in self.data.items()}
        language = "c++" if standard.startswith(("c++", "gnu++")) else "c"
        outside = system(language)
        quoted, angled = (self.folders(sign, outside[1::2]) for sign in '"<')
        folders = [f"-iquote{folder}" for folder in quoted] + [f"-I{folder}" for folder in angled]
        further = os.environ.get("CPPFLAGS", "").split()
        self.arguments = ["-x", language, f"-std={standard}", "-ferror-limit=0", "-w", *folders, *outside, *further]

    def folders(self, sign: str, outside: list[str]) -> list[Path]:
        """The folders below which paths are found that includes name so; a header of the system stays one."""
        texts = (data.decode("utf-8", "replace") for data in self.data.values())
        names = {name for text in texts for how, name in INCLUDE.findall(text) if how == sign}
        if sign == "<":
            names = {name for name in names if not any(Path(folder, name).is_file() for folder in outside)}
        wanted: dict[Path, int] = defaultdict(int)
        for name in names:
            for path in self.data:
                if path == name or path.endswith(f"/{name}"):
                    wanted[self.root / path[: len(path) - len(name)]] += 1
        return sorted(wanted, key=lambda folder: (-wanted[folder], str(folder)))

    def name(self, path: str) -> str | None:
        full = os.path.normpath(path)
        return full[len(str(self.root)) + 1 :] if full.startswith(f"{self.root}{os.sep}") else None

    def is_written(self, path: str, offset: int, name: str) -> bool:
        return bool(name) and self.data.get(path, b"").startswith(name.encode(), offset)

    def is_macro_text(self, name: str, offset: int) -> bool:
        return any(begin <= offset < end for begin, end in self.inside.get(name, ()))


def system(language: str) -> list[str]:
    """The folders of gcc's headers: libclang comes without any."""
    command = ["gcc", "-E", "-v", "-x", language, "/dev/null"]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stderr.splitlines()
    return [argument for line in lines if line.startswith(" /") and "#" not in line
            for argument in ("-isystem", line.strip())]  # fmt: skip


class Unit:
    """One source with the headers that no source before it had."""

    def __init__(self, tree: Tree, sites: dict[str, dict[Place, Cursor]]) -> None:
        self.tree = tree
        self.sites = sites
        self.done: set[str] = set()

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | KEEP_GOING
        unit = cindex.Index.create().parse(str(self.tree.root / name), self.tree.arguments, options=options)
        errors = sum(diagnostic.severity >= 3 for diagnostic in unit.diagnostics)
        if errors:
            print(f"{name}: {errors} errors, {unit.diagnostics[0]}", file=sys.stderr)
        fresh = set()
        for cursor in unit.cursor.get_children():
            home = self.tree.name(spelled(cursor.location)[0])
            if home is not None and home not in self.done:
                fresh.add(home)
                yield from self.visit(cursor, "", "")
        self.done |= fresh

    def visit(self, cursor: Cursor, called: str, use: str) -> Iterator[dict[str, Any]]:
        kind = cursor.kind
        if kind.is_declaration():
            self.note(cursor)
        elif kind in KINDS and (row := self.row(cursor, called, use)) is not None:
            yield row
        for place, child in enumerate(cursor.get_children()):
            first = kind == CursorKind.CALL_EXPR and place == 0
            callee = cursor.spelling if first else called if kind in WRAPPERS else ""
            yield from self.visit(child, callee, self.use(cursor, child, use, place))

    def use(self, cursor: Cursor, child: Cursor, use: str, place: int) -> str:
        if cursor.kind == CursorKind.CXX_BASE_SPECIFIER:
            return "inherit"
        if cursor.kind in MAKING and child.kind in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF):
            return "new"
        if cursor.kind == CursorKind.BINARY_OPERATOR and place == 0 and _assigns(cursor):
            return "write"
        return use if cursor.kind in WRAPPERS else ""

    def note(self, cursor: Cursor) -> None:
        """A definition counts where its name is written: what a macro puts together has none."""
        path, line, column, offset = spelled(cursor.location)
        name = self.tree.name(path)
        if name is not None and cursor.spelling and self.tree.is_written(name, offset, bare(cursor)):
            self.sites[identity(cursor)].setdefault((name, line, column), cursor)

    def row(self, cursor: Cursor, called: str, use: str) -> dict[str, Any] | None:
        path, line, _, offset = spelled(cursor.location)
        name = self.tree.name(path)
        target = cursor.referenced
        if name is None or target is None or self.tree.is_macro_text(name, offset):
            return None
        if target.kind == CursorKind.OVERLOADED_DECL_REF:
            return None
        text, data = bare(target), self.tree.data.get(name, b"")
        if not self.tree.is_written(name, offset, text):
            return None
        start = data.rfind(b"\n", 0, offset) + 1
        kind = "call" if called == text else use or KINDS[cursor.kind]
        return {
            "path": name, "line": line, "col": len(data[start:offset].decode("utf-8", "replace")), "name": text,
            "kind": kind if cursor.kind != CursorKind.MACRO_INSTANTIATION else "macro", **self.target(target),
        }  # fmt: skip

    def target(self, target: Cursor) -> dict[str, Any]:
        pattern = cindex.conf.lib.clang_getSpecializedCursorTemplate(target) or target
        pattern._tu = target._tu
        definition = pattern.get_definition() or pattern
        own = target.get_definition() if target.kind in CLASSES else None
        if own is not None and spelled(own.location) != spelled(definition.location):
            pattern = definition = own  # inside an explicit specialisation its name is its own
        for one in (pattern, definition):
            self.note(one)
        usr = identity(pattern)
        home = self.tree.name(spelled(pattern.location)[0])
        place = self.tree.name(spelled(definition.location)[0])
        if pattern.spelling.startswith("__builtin_"):  # declared where it is first used
            home = place = None
        says = "local" if is_local(pattern) else "external" if home is None and place is None else "repository"
        return {"says": says, "symbol": usr, "main": spelled(definition.location)[:3]}


def bare(cursor: Cursor) -> str:
    """A name without the arguments of a template."""
    return str(cursor.spelling.partition("<")[0])


def identity(cursor: Cursor) -> str:
    """What declarations of one thing share: `extern "C"` functions of one name are one, whatever their namespace."""
    shared = cursor.kind == CursorKind.FUNCTION_DECL and cursor.linkage == cindex.LinkageKind.EXTERNAL
    return f"c:@F@{cursor.spelling}" if shared and cursor.mangled_name == cursor.spelling else str(cursor.get_usr())


def is_local(cursor: Cursor) -> bool:
    if cursor.kind in PARAMETERS:
        return True
    parent = cursor.semantic_parent
    return parent is not None and cursor.kind in VARIABLES and parent.kind in BODIES


def _assigns(cursor: Cursor) -> bool:
    first = next(iter(cursor.get_children()), None)
    if first is None:
        return False
    end = first.extent.end.offset
    for token in cursor.get_tokens():
        if token.extent.start.offset >= end and token.spelling != ")":
            return bool(token.spelling == "=")
    return False


def sites(found: dict[Place, Cursor], main: Place, tree: Tree) -> list[dict[str, Any]]:
    """The definition first, then all declarations."""
    ordered = sorted(found, key=lambda place: (place != (tree.name(main[0]), *main[1:]), place))
    return [
        {"path": path, "line": line, "col": column - 1, "name": bare(found[path, line, column]),
         "kind": found[path, line, column].kind.name.lower().removesuffix("_decl")}
        for path, line, column in ordered
    ]  # fmt: skip


def main() -> None:
    tree = Tree(Path(sys.argv[2]), sys.argv[3])
    cindex.conf.lib.clang_getFileLocation.restype = None
    places: dict[str, dict[Place, Cursor]] = defaultdict(dict)
    unit = Unit(tree, places)
    files = sorted(tree.data, key=lambda name: (not name.endswith(SOURCES), name))
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for name in files:
        if name.endswith(SOURCES) or (name.endswith(HEADERS) and name not in unit.done):
            for row in unit.rows(name):
                rows.setdefault((row["path"], row["line"], row["col"], row["name"]), row)
    for row in rows.values():
        main_place = row.pop("main")
        if row["says"] == "repository":
            row["defs"] = sites(places[row["symbol"]], main_place, tree)
            if any(all(one[key] == row[key] for key in ("path", "line", "col")) for one in row["defs"]):
                continue  # what is given to a macro is the name of what it defines
        if row["says"] != "repository" or row["defs"]:
            print(json.dumps(row))


if __name__ == "__main__":
    main()
