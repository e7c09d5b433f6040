"""What the files that changed say in one state: definitions with what bears on them, terms whatever their numbers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import SIGNATURES, Op, S, T, X
from indexer.raw import homes
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
Key = tuple[Any, ...]
DESCRIBING = ("name", "container", "namespace", "visibility", "modifiers", "decorators", "parameters", "confidence")
COLUMNS = ("kind", "local_name", "shape", "parent", *DESCRIBING)
SERIAL = frozenset({Op.LAMBDA, Op.LAMBDA_PARAMETER, Op.OBJECT})  # numbered by their place in the file
CIRCLE = 0  # said of a term that lies in itself
OWN_STARS = frozenset({"csharp", "go", "java", "kotlin", "scala", "swift"})  # what a file imports whole is for it alone
CLOSED = frozenset({"csharp"})  # where a name that is not found is external if a namespace in sight is not known
GLOBAL_USING = "global using"  # as the terms of C# tell it


class Side:
    """The changed files of one state."""

    def __init__(self, raw: Raw, files: Sequence[int], paths: Sequence[str]) -> None:
        chosen = np.asarray(sorted(files), dtype=np.int64)
        rows = {name: np.flatnonzero(np.isin(homes(name, raw), chosen)) for name in ("symbols", "terms", "imports")}
        self.rows = rows["symbols"].tolist()
        home = raw.symbols["file"].to_numpy()
        self.columns = {name: raw.symbols[name].take(rows["symbols"]).to_pylist() for name in COLUMNS}
        self.paths = [paths[home[row]] for row in self.rows]
        about = zip(*(raw.files[name].to_pylist() for name in ("file", "language", "package")), strict=True)
        self.files = {paths[n]: (language, package) for n, language, package in about if n in set(files)}
        self.keys = self._keys()
        self.key_of = dict(zip(self.rows, self.keys, strict=True))
        self.place_of = {key: place for place, key in enumerate(self.keys)}
        self._terms(raw, rows["terms"], paths)
        self.raw = raw
        self.imports = self._imports(raw, rows["imports"], paths)

    def _keys(self) -> list[Key]:
        """What a definition is known by from one state to the next."""
        seen: Counter[Key] = Counter()
        keys = []
        named = (self.columns[name] for name in ("kind", "local_name", "shape"))
        for path, *rest in zip(self.paths, *named, strict=True):
            key = (path, *self.files[path], *rest)
            keys.append((*key, seen[key]))
            seen[key] += 1
        return keys

    def handed_in(self, path: str) -> set[str]:
        """Names under which a file may hand something out: of what it defines, imports, or puts under a key."""
        said = (
            self.text(parts[0])
            for row, (op, parts) in self.terms.items()
            if op == Op.KEYWORD and self.term_path[row] == path
        )
        return self.names_in(path) | {local for at, local, *_ in self.imports if at == path and local} | set(said)

    def _terms(self, raw: Raw, rows: Ints, paths: Sequence[str]) -> None:
        listed = raw.terms["parts"].combine_chunks()
        ends, flat = listed.offsets.to_numpy(), listed.values.to_numpy()
        ops = raw.terms["op"].to_numpy()
        self.terms: dict[int, tuple[int, list[int]]] = {
            row: (int(ops[row]), flat[ends[row] : ends[row + 1]].tolist()) for row in rows.tolist()
        }
        self.texts = raw.texts["text"]
        self.term_path = {
            row: paths[file] for row, file in zip(rows.tolist(), raw.terms["file"].to_numpy()[rows], strict=True)
        }
        free = ((row, self.text(parts[0])) for row, (op, parts) in self.terms.items() if op == Op.FREE)
        self.sharing = {self.term_path[row] for row, name in free if name == GLOBAL_USING}
        self.salted: set[str] = set()  # files in which what is numbered or goes round says nothing
        self._hash_all()

    def _hash_all(self) -> None:
        """What each term says, whatever its number; terms may lie in one another deeper than calls of Python may."""
        self.hashes: dict[int, int] = {}
        self.loose: set[int] = set()  # terms with something in them that is numbered, or goes round in a circle
        opened: set[int] = set()
        for first in self.terms:
            stack = [first]
            while stack:
                term = stack[-1]
                if term in self.hashes:
                    stack.pop()
                elif term in opened:
                    self.hashes[term] = self._hash(term)
                else:
                    opened.add(term)
                    stack += [part for part in self._inner(term) if part not in opened]

    def _inner(self, term: int) -> list[int]:
        return [part for kind, part in self._parts(term) if kind == T and part in self.terms]

    def _parts(self, term: int) -> Iterable[tuple[int, int]]:
        op, parts = self.terms[term]
        signature = SIGNATURES[op]
        return zip((*signature, *signature[-1:] * len(parts)), parts, strict=False)

    def _hash(self, term: int) -> int:
        inner = self._inner(term)
        op = self.terms[term][0]
        if op in SERIAL or not self.loose.isdisjoint(inner) or not self.hashes.keys() >= set(inner):
            self.loose.add(term)
            if self.term_path[term] in self.salted:
                return hash((id(self), term))
        return hash((op, tuple(self._said(kind, part) for kind, part in self._parts(term))))

    def _said(self, kind: int, part: int) -> Any:
        if kind == T:
            return self.hashes.get(part, CIRCLE)
        if kind == S:
            return self.key_of.get(part, -1)
        return self.text(part) if kind == X else part

    def loosely(self) -> dict[str, set[int]]:
        """By file, what its terms say that depend on more than themselves."""
        found: dict[str, set[int]] = {}
        for term in self.loose:
            found.setdefault(self.term_path[term], set()).add(self.hashes[term])
        return found

    def saying(self) -> dict[tuple[str, int], list[int]]:
        """Terms by their file and what they say."""
        found: dict[tuple[str, int], list[int]] = {}
        for term, hashed in self.hashes.items():
            found.setdefault((self.term_path[term], hashed), []).append(term)
        return found

    def salt(self, paths: set[str]) -> None:
        """Let no term of the files that depends on more than itself say the same as another."""
        self.salted = paths
        self._hash_all()

    def set_apart(self, rows: set[int]) -> None:
        """Let no definition of another state be the same as one of the rows."""
        self.keys = [
            (*key[:-1], -1 - key[-1]) if row in rows else key for row, key in zip(self.rows, self.keys, strict=True)
        ]
        self.key_of = dict(zip(self.rows, self.keys, strict=True))
        self.place_of = {key: place for place, key in enumerate(self.keys)}
        self._hash_all()

    def text(self, number: int) -> str:
        return str(self.texts[number].as_py())

    def hashed(self, terms: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.hashes[term] for term in terms)

    def flows(self) -> dict[int, tuple[Any, ...]]:
        """What bears on each definition: how, at which place, and what its term says."""
        raw = self.raw
        symbols = raw.flows["symbol"].to_numpy()
        rows = np.flatnonzero(np.isin(symbols, np.asarray(self.rows, dtype=np.int64)))
        found: dict[int, tuple[Any, ...]] = {}
        columns = (raw.flows[name].take(rows).to_pylist() for name in ("symbol", "how", "place", "term"))
        for symbol, how, place, term in zip(*columns, strict=True):
            found[symbol] = (*found.get(symbol, ()), (how, place, self.hashes[term]))
        return found

    def _imports(self, raw: Raw, rows: Ints, paths: Sequence[str]) -> Counter[tuple[str, ...]]:
        columns = (
            raw.imports[name].take(rows).to_pylist() for name in ("file", "local_name", "module", "imported_name")
        )
        return Counter((paths[file], *rest) for file, *rest in zip(*columns, strict=True))

    def shares_stars(self, path: str) -> bool:
        """Whether what a file imports whole can reach others through it."""
        if path not in self.files:
            return False
        return self.files[path][0] not in OWN_STARS or path in self.sharing

    def described(self) -> dict[Key, tuple[int, str, Any, Any]]:
        """Number, name, what is said of it, what bears on it."""
        flows = self.flows()
        parents = [self.key_of.get(parent) for parent in self.columns["parent"]]
        said = zip(*(map(repr, self.columns[name]) for name in DESCRIBING), parents, strict=True)
        rows = zip(self.keys, self.rows, self.columns["name"], said, strict=True)
        return {key: (row, name, about, flows.get(row, ())) for key, row, name, about in rows}

    def parent_of(self, number: int) -> int:
        return int(self.columns["parent"][self.place_of[self.key_of[number]]])

    def parameters_of(self, key: Key) -> Any:
        return self.columns["parameters"][self.place_of[key]]

    def spaces(self) -> set[tuple[str | None, str, str]]:
        """Languages with packages and namespaces that exist by what is defined in them, and how surely."""
        found = set()
        columns = (self.columns[name] for name in ("kind", "namespace", "confidence"))
        for path, kind, space, level in zip(self.paths, *columns, strict=True):
            language, package = self.files[path]
            if kind in TYPE_KINDS or language not in CLOSED:
                found.add((language, ".".join(filter(None, (package, space))), level))
        return found

    def names_in(self, path: str) -> set[str]:
        return {name for at, name in zip(self.paths, self.columns["name"], strict=True) if at == path and name}
