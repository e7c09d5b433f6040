"""What a repository offers to others, as far as its snapshot tells: by index files, lists of names, other names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field

import duckdb

from query.diff.load import Tables, statements

# Parts of a repository that nobody imports.
APART = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|docs?|documentation|examples?|_examples|samples?|demos?|benchmarks?|bench|scripts?|tools"
    r"|fixtures|testdata|bin|internal|vendor|third_party|node_modules|migrations|\.[^/]+)/"
    r"|(^|/)(setup|conftest|noxfile|fabfile|manage|versioneer|gulpfile|gruntfile|[^/]*\.config(\.[\w-]+)*)\.[a-z]+$",
    re.IGNORECASE,
)
_INTERNAL = re.compile(r"(^|_)internals?(_|$)", re.IGNORECASE)  # a name that says so
_ALIAS = re.compile(r"(?:\w+ )*?(?:type|typealias|using) +(\w+) *= *([^;]+?);?")
_PACKAGE = re.compile(r"[^/]+/__init__\.py")
_SRC = re.compile(r"(?P<root>(?:[^/]+/)*)src/[^/]+/__init__\.py")


@dataclass(frozen=True, slots=True)
class Listed:
    """The names that a module of Python lists in `__all__`, and what stands before them in full names."""

    prefix: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Surface:
    ecmascript: set[str] = field(default_factory=set)  # what index files hand out
    python: set[str] = field(default_factory=set)  # what public packages take from private modules
    listed: Mapping[str, Listed] = field(default_factory=dict)  # by path
    source_roots: frozenset[str] = frozenset()  # folders whose Python packages lie below `src/`
    has_packages: bool = False  # of Python, in the topmost folder
    second_names: set[tuple[str, str]] = field(default_factory=set)  # path and name of what comes from outside
    same_types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # aliases by language and name
    commands: frozenset[str] = frozenset()  # files of Go with a `main`
    still_named: set[str] = field(default_factory=set)  # what index files hand out still, under one of its names

    def is_shipped(self, path: str) -> bool:
        """Packages of Python are installed; what lies beside them, or beside their `src/`, helps to make them."""
        roots = [root for root in self.source_roots if path.startswith(root)]
        if not path.endswith((".py", ".pyi", ".pyx")) or (self.has_packages and "/" not in path):
            return False
        return not roots or path.startswith(max(roots, key=len) + "src/")

    def is_command(self, path: str) -> bool:
        """Nobody imports a `main` of Go, nor what lies beside a main.go."""
        return path in self.commands or f"{path.rpartition('/')[0]}/main.go".lstrip("/") in self.commands

    def is_listed(self, path: str, qualified_name: str) -> bool:
        """Whether the module's own list, where it has one, names the definition or what it stands in."""
        listed = self.listed.get(path)
        if listed is None or not qualified_name.startswith(listed.prefix):
            return True
        return qualified_name[len(listed.prefix) :].partition(".")[0] in listed.names


def surface(connection: duckdb.DuckDBPyConnection, base: Tables, head: Tables) -> Surface:
    """Read from the base, whose users are asked about; types and files may have got other names in the head."""
    handed_out: dict[str, set[str]] = {"ecmascript": set(), "python": set()}
    names = _names_of_head(connection, head)
    still_named = set()
    for family, symbol_id, name in connection.execute(_sql("surface"), _entries(base)).fetchall():
        if not _INTERNAL.search(name):
            handed_out[family].add(symbol_id)
        if family == "ecmascript" and name in names:
            still_named.add(symbol_id)
    paths = {path for (path,) in connection.execute("SELECT path FROM base_files").fetchall()}
    return Surface(
        **handed_out,
        listed=_lists(_told(base, "lists")),
        source_roots=_source_roots(paths),
        has_packages=any(_PACKAGE.fullmatch(path) and not APART.search(path) for path in paths),
        second_names={(row[0], row[1]) for row in _told(base, "second_names")},
        same_types=_same_types([*_told(base, "aliases"), *_told(head, "aliases")]),
        commands=frozenset(row[0] for row in _told(base, "commands")),
        still_named=still_named,
    )


def _names_of_head(connection: duckdb.DuckDBPyConnection, head: Tables) -> set[str]:
    names = {name for (name,) in connection.execute(_sql("names_of_head"), _entries(head)).fetchall()}
    if "*" in names:  # of a module that was not found: it may be any of the repository's own
        names |= {name for (name,) in connection.execute(_sql("all_names_of_head")).fetchall()}
    return names


def _sql(name: str) -> str:
    return statements("changes")[name]


def _entries(tables: Tables) -> dict[str, object]:
    """Files that packages name as what they hand out."""
    named = set((tables.manifest.get("packages") or {}).values())
    return {"entries": sorted(path for path in named if not APART.search(path))}


def _told(tables: Tables, name: str) -> list[tuple[str, ...]]:
    with closing(tables.cursor()) as cursor:
        return cursor.execute(statements("load")[name]).fetchall()


def _lists(rows: Iterable[tuple[str, ...]]) -> dict[str, Listed]:
    found: dict[str, Listed] = {}
    for path, qualified_name, signature in rows:
        try:
            names = ast.literal_eval(signature.partition("=")[2].strip())
        except (SyntaxError, ValueError):
            continue  # computed, or too long to be told whole
        if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
            found[path] = Listed(qualified_name.removesuffix("__all__"), frozenset(names))
    return found


def _source_roots(paths: set[str]) -> frozenset[str]:
    """Where `src` is no package itself."""
    roots = {match["root"] for path in paths if (match := _SRC.fullmatch(path))}
    return frozenset(root for root in roots if f"{root}src/__init__.py" not in paths)


def _same_types(rows: Iterable[tuple[str, ...]]) -> dict[str, dict[str, str]]:
    """Aliases; a name that means several things means nothing here."""
    meanings: dict[tuple[str, str], set[str]] = {}
    for language, signature in rows:
        if match := _ALIAS.fullmatch(signature):
            meanings.setdefault((language, match[1]), set()).add(match[2])
    found: dict[str, dict[str, str]] = {}
    for (language, name), types in meanings.items():
        if len(types) == 1:
            found.setdefault(language, {})[name] = next(iter(types))
    return found
