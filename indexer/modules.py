"""Names the module, package or namespace of each file, the way its ecosystem does.

One small function per rule; a language's table names the rule it follows.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from indexer import languages

if TYPE_CHECKING:
    from indexer.raw import Raw

_MANIFESTS = {
    "go.mod", "Cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "package.json", "pnpm-workspace.yaml",
    "lerna.json",
}  # fmt: skip
MOST_CRATES = 1_000  # whose names are remembered
_MSBUILD = (".csproj", ".props", ".targets")
# What others extend may have any name, in a folder that says what it is: packages/typescript-config/base.json.
_COMPILER_CONFIG = re.compile(r"[tj]sconfig[^/]*\.json$|(?:tsconfig|ts-config|typescript-config)[^/]*/[^/]+\.json$")


def is_manifest(path: str) -> bool:
    """Whether a file tells how its ecosystem builds and finds modules; those of installed packages do not count."""
    name = path.rpartition("/")[2]
    if name not in _MANIFESTS and not name.endswith(_MSBUILD) and not _COMPILER_CONFIG.search(path):
        return False
    return "node_modules" not in path.split("/")


def is_marker(path: str) -> bool:
    """Whether a file says by being there what the modules beside and below it are called."""
    return path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")


@dataclass(slots=True)
class Tree:
    """What the rules may look at: the paths of the commit and the contents of its build manifests."""

    paths: frozenset[str]
    manifests: dict[str, bytes] = field(default_factory=dict)

    def nearest(self, path: str, name: str) -> tuple[str, bytes] | None:
        """(folder, content) of the closest manifest above a path."""
        folder = path.rpartition("/")[0]
        while True:
            candidate = f"{folder}/{name}" if folder else name
            if candidate in self.manifests:
                return folder, self.manifests[candidate]
            if not folder:
                return None
            folder = folder.rpartition("/")[0]


def _stem(path: str) -> str:
    """Path without its extension."""
    head, dot, tail = path.rpartition(".")
    return head if dot and "/" not in tail and head and not head.endswith("/") else path


def python(path: str, package: str | None, tree: Tree) -> str:
    """Packages by `__init__.py`; below `src/` also namespace packages; scripts by their path."""
    folder = path.rpartition("/")[0]
    root = _python_root(folder, tree)
    name = _stem(path)[len(root) + 1 :] if root else _stem(path)
    return name.removesuffix("/__init__").replace("/", ".")


def _python_root(folder: str, tree: Tree) -> str:
    parts = folder.split("/") if folder else []
    if "src" in parts:
        return "/".join(parts[: len(parts) - parts[::-1].index("src")])
    while folder and not _is_package(folder, tree):  # a folder inside a package is part of it without an __init__, too
        folder = folder.rpartition("/")[0]
    while folder and _is_package(folder, tree):
        folder = folder.rpartition("/")[0]
    return folder


def _is_package(folder: str, tree: Tree) -> bool:
    if not folder.rpartition("/")[2].isidentifier():  # nobody can import it, whatever is in it
        return False
    return f"{folder}/__init__.py" in tree.paths or f"{folder}/__init__.pyi" in tree.paths


def path(path: str, package: str | None, tree: Tree) -> str:
    """The file is the module: its path without extension."""
    return _stem(path).removesuffix(".d")


def go(path: str, package: str | None, tree: Tree) -> str:
    """Import path from go.mod and folder; the external test package is its own."""
    folder = path.rpartition("/")[0]
    found = tree.nearest(path, "go.mod")
    name = folder or (package or "main")
    if found is not None:
        root, content = found
        declared = re.search(rb"^\s*module\s+\"?([^\s\"]+)", content, re.MULTILINE)
        module = declared[1].decode("utf-8", "replace") if declared else ""
        rest = folder[len(root) :].strip("/")
        name = "/".join(part for part in (module, rest) if part)
    return f"{name}_test" if package and package.endswith("_test") and path.endswith("_test.go") else name


def rust(path: str, package: str | None, tree: Tree) -> str:
    """Crate from Cargo.toml, then the module path below `src/`."""
    found = tree.nearest(path, "Cargo.toml")
    root, crate = ("", "crate") if found is None else (found[0], _crate_name(*found))
    inside = _stem(path[len(root) :].lstrip("/"))
    parts = inside.split("/")
    if parts[0] == "src":
        if parts[1:2] == ["bin"] and len(parts) > 2:
            return "::".join([parts[2], *parts[3:]]).removesuffix("::main")
        parts = [crate, *parts[1:]]
    elif parts[0] in ("tests", "benches", "examples") and len(parts) > 1:
        parts = parts[1:]
    else:
        parts = [crate, *parts]
    if len(parts) > 1 and parts[-1] in ("lib", "main", "mod"):
        parts.pop()
    return "::".join(parts)


@lru_cache(maxsize=MOST_CRATES)  # the root's manifest may be long, and is asked for with each of its files
def _crate_name(folder: str, content: bytes) -> str:
    try:
        manifest = tomllib.loads(content.decode("utf-8", "replace"))
    except tomllib.TOMLDecodeError:
        manifest = {}
    for table in ("lib", "package"):
        section = manifest.get(table)
        if isinstance(section, dict) and isinstance(section.get("name"), str):
            return str(section["name"]).replace("-", "_")
    return PurePosixPath(folder).name.replace("-", "_") or "crate"


def swift(path: str, package: str | None, tree: Tree) -> str | None:
    """The target: by habit the folder below `Sources/` or `Tests/`."""
    parts = path.split("/")
    for root in ("Sources", "Tests"):
        if root in parts and parts.index(root) + 2 < len(parts):
            return parts[parts.index(root) + 1]
    return None


def declared(path: str, package: str | None, tree: Tree) -> str | None:
    """What the file itself declares: Java packages, C# namespaces, PHP namespaces."""
    return package


def none(path: str, package: str | None, tree: Tree) -> None:
    return None


RULES: dict[str, Callable[[str, str | None, Tree], str | None]] = {
    "python": python,
    "path": path,
    "go": go,
    "rust": rust,
    "swift": swift,
    "declared": declared,
    "none": none,
}


def modules_of(raw: Raw, paths: Sequence[str], tree: Tree) -> list[str | None]:
    """The module of each file, by its number; files that are not parsed have none."""
    modules: list[str | None] = [None] * len(paths)
    rows = zip(*(raw.files[name].to_pylist() for name in ("file", "language", "package")), strict=True)
    for file, language, package in rows:
        if languages.is_parsed(language):
            modules[file] = RULES[languages.load(language).module](paths[file], package, tree)
    return modules
