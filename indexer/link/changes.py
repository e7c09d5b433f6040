"""How files that changed differ as others see them: definitions that came, went, or are described in another way."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import SIGNATURES, Flow, Op, S, T, X
from indexer.raw import homes, tables_of
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
Key = tuple[Any, ...]
DESCRIBING = ("name", "container", "namespace", "visibility", "modifiers", "decorators", "parameters", "confidence")
COLUMNS = ("kind", "local_name", "shape", "parent", *DESCRIBING)
SERIAL = frozenset({Op.LAMBDA, Op.LAMBDA_PARAMETER, Op.OBJECT})  # numbered by their place in the file
CIRCLE = 0  # said of a term that lies in itself
WORDS = re.compile(r"\w+")
OWN_STARS = frozenset({"csharp", "go", "java", "kotlin", "scala", "swift"})  # what a file imports whole is for it alone
CLOSED = frozenset({"csharp"})  # where a name that is not found is external if a namespace in sight is not known
GLOBAL_USING = "global using"  # as the terms of C# tell it
MODULAR = frozenset({"python"})  # where what a file binds is reached through its module, and in no other way
ENCLOSED = MODULAR | {
    "java",
    "javascript",
    "php",
    "tsx",
    "typescript",
}  # where what a definition holds is reached through it
PLAIN_FLOWS = frozenset({Flow.VALUE, Flow.RETURN, Flow.YIELD})
HOLDING = TYPE_KINDS | {"module", "function", "method", "constructor"}


@dataclass(slots=True)
class Changes:
    names: set[str] = field(default_factory=set)  # that may mean something else now
    handed: dict[str, set[str]] = field(default_factory=dict)  # those of them that only a file's module hands out
    altered: set[int] = field(default_factory=set)  # definitions, by their new number, that are described otherwise
    recast: set[int] = field(default_factory=set)  # those of them that differ in more than what they hold or give back
    same: dict[int, int] = field(default_factory=dict)  # old number of a definition to its new one
    beyond: bool = False  # nobody can tell what is reached

    def hand(self, path: str, names: set[str]) -> None:
        self.names |= names
        self.handed.setdefault(path, set()).update(names)

    @property
    def loose(self) -> set[str]:
        """Names that may be said by whoever does not know the files."""
        return self.names - set().union(*self.handed.values())


class Side:
    """The changed files of one state."""

    def __init__(self, raw: Raw, files: Sequence[int], paths: Sequence[str]) -> None:
        tables = tables_of(raw)
        chosen = np.asarray(sorted(files), dtype=np.int64)
        rows = {name: np.flatnonzero(np.isin(homes(name, tables), chosen)) for name in ("symbols", "terms", "imports")}
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

    def _terms(self, raw: Raw, rows: Ints, paths: Sequence[str]) -> None:
        listed = raw.terms["parts"].combine_chunks()
        ends, flat = listed.offsets.to_numpy(), listed.values.to_numpy()
        ops = raw.terms["op"].to_numpy()
        self.terms: dict[int, tuple[int, list[int]]] = {
            row: (int(ops[row]), flat[ends[row] : ends[row + 1]].tolist()) for row in rows.tolist()
        }
        self.texts = raw.texts["text"]
        self.mentioned = {self.text(parts[0]) for op, parts in self.terms.values() if op == Op.FREE}
        self.term_path = {
            row: paths[file] for row, file in zip(rows.tolist(), raw.terms["file"].to_numpy()[rows], strict=True)
        }
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

    def text(self, number: int) -> str:
        return str(self.texts[number].as_py())

    def hashed(self, terms: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.hashes[term] for term in terms)

    def _flows(self) -> dict[int, tuple[Any, ...]]:
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
        return self.files[path][0] not in OWN_STARS or GLOBAL_USING in self.mentioned

    def described(self) -> dict[Key, tuple[int, str, Any, Any]]:
        """Number, name, what is said of it, what bears on it."""
        flows = self._flows()
        parents = [self.key_of.get(parent) for parent in self.columns["parent"]]
        said = zip(*(map(repr, self.columns[name]) for name in DESCRIBING), parents, strict=True)
        rows = zip(self.keys, self.rows, self.columns["name"], said, strict=True)
        return {key: (row, name, about, flows.get(row, ())) for key, row, name, about in rows}

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


def changes(old: Side, new: Side, folders: frozenset[str] = frozenset()) -> Changes:
    """`folders`: those that hold files which did not change, so that nothing comes or goes with their names."""
    made = Changes()
    _salt(old, new)
    _compare_definitions(made, old, new)
    _compare_imports(made, old, new)
    for path, (language, package) in old.files.items() ^ new.files.items():
        made.names |= words(path_name(path, language, folders)) | words(package or "")
    for language, space, _ in old.spaces() ^ new.spaces():
        made.beyond = made.beyond or language in CLOSED
        made.names |= words(space)
    made.names.discard("")
    return made


def _compare_definitions(made: Changes, old: Side, new: Side) -> None:
    def handed_out(path: str) -> set[str]:
        return old.names_in(path) | new.names_in(path) | words(path_name(path))

    before, after = old.described(), new.described()
    came = before.keys() ^ after.keys()
    for key in came:
        _, name, about, _ = before.get(key) or after[key]
        around = about[-1]
        if around in came and key[1] in ENCLOSED and around[3] in HOLDING:
            continue  # whoever finds it has found what it lies in
        if not around and key[1] in MODULAR:
            continue  # the module of a file that came or went: known by the name of the file
        if name and around and around[3] == "module" and key[1] in MODULAR:
            made.hand(key[0], {name})
        else:
            made.names |= {name} if name else handed_out(key[0])
    for key in before.keys() & after.keys():
        (was, name, about, flows), (now, _, told, flown) = before[key], after[key]
        made.same[was] = now
        alike = about == told or (key[1] in MODULAR and _has_grown(old, new, key, about, told))
        if not alike:
            made.names.add(name)
        if not alike or flows != flown:
            made.altered.add(now)
            if not alike or any(how not in PLAIN_FLOWS for how, *_ in set(flows) ^ set(flown)):
                made.recast.add(now)
            if not name or name == "__all__":  # what the file hands out
                made.names |= handed_out(key[0])


def _has_grown(old: Side, new: Side, key: Key, about: Any, told: Any) -> bool:
    """Whether a function takes more than it did and is else what it was: nobody can tell who passes nothing there."""
    place = DESCRIBING.index("parameters")
    if about[:place] + about[place + 1 :] != told[:place] + told[place + 1 :]:
        return False
    was, now = ([each["name"] for each in side.parameters_of(key) or ()] for side in (old, new))
    single = all((*key[:-1], 1) not in side.place_of for side in (old, new))
    return single and now[: len(was)] == was and not any(name.startswith("*") for name in now)


def _compare_imports(made: Changes, old: Side, new: Side) -> None:
    for path, local, module, imported in (old.imports - new.imports) + (new.imports - old.imports):
        side, other = (old, new) if path in old.files else (new, old)
        modular = side.files.get(path, (None, None))[0] in MODULAR
        if modular and path not in other.files:
            continue  # a file that came or went: whoever sees into it knows its name
        shared = any(side.shares_stars(path) for side in (old, new))
        made.beyond = made.beyond or (local == "*" and shared)
        bound = {word for word in (local, imported) if word} | (words(module) if not local else set())
        if modular:
            made.hand(path, bound)
        else:
            made.names |= bound


def _salt(old: Side, new: Side) -> None:
    """Where nameless functions, or circles, are not all as before, none of them counts as unchanged."""
    before, after = old.loosely(), new.loosely()
    differing = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    for side in (old, new):
        if side.salted != differing:
            side.salt(differing)


def same_terms(old: Side, new: Side) -> Iterator[tuple[int, int]]:
    """Old and new number of terms that say the same at their path; of several, which is which does not matter."""
    before, after = old.saying(), new.saying()
    for said in before.keys() & after.keys():
        now = after[said]
        yield from ((term, now[min(place, len(now) - 1)]) for place, term in enumerate(before[said]))


def words(text: str) -> set[str]:
    return set(WORDS.findall(text))


def path_name(path: str, language: str | None = None, folders: frozenset[str] = frozenset()) -> str:
    """By what others may name a file that came or went: itself, its folder."""
    pure = PurePosixPath(path)
    stem = pure.name.partition(".")[0]
    if language in MODULAR and stem != "__init__" and str(pure.parent) in folders:
        return stem
    return f"{stem} {pure.parent.name}"
