"""All files of a commit as facts are made from them: terms, flows, imports and symbols, with what linking found."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from indexer.extract.terms import Flow, Op, owners_of
from indexer.facts.asked import Asked, Contents, Listed, Noted

if TYPE_CHECKING:
    from indexer.link import Links
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import binds to a name: as written, and where it leads in the repository (-1: nowhere)."""

    module: str
    name: str | None
    symbol: int
    file: int


def _plain(numbers: npt.NDArray[np.integer]) -> array[int]:
    return array("q", numbers.astype(np.int64).tobytes())


class Commit:
    def __init__(self, raw: Raw, links: Links, paths: Sequence[str], modules: Sequence[str | None]) -> None:
        self.raw = raw
        self.links = links
        self.asked = Asked()
        self.paths = paths
        self.modules = modules
        self.kind: Listed[str] = Listed(raw.symbols["kind"].to_pylist(), self.asked)
        self.name: Listed[str] = Listed(raw.symbols["name"].to_pylist(), self.asked)
        self.parent: Listed[int] = Listed(raw.symbols["parent"].to_pylist(), self.asked)
        self.file: list[int] = raw.symbols["file"].to_pylist()
        self.language: dict[int, str] = dict(
            zip(raw.files["file"].to_pylist(), raw.files["language"].to_pylist(), strict=True)
        )
        told = zip(raw.files["file"].to_pylist(), raw.files["is_test"].to_pylist(), strict=True)
        self.test_files = frozenset(file for file, is_test in told if is_test)
        listed = raw.terms["parts"].combine_chunks()
        self._ends: Ints = listed.offsets.to_numpy()
        self._parts: Ints = listed.values.to_numpy()
        self._ops = raw.terms["op"].to_numpy()
        # Read one by one, plain numbers cost a fraction of what numpy's do.
        self._plain_ops = self._ops.tobytes()
        self._plain_ends, self._plain_parts = _plain(self._ends), _plain(self._parts)
        self.term_file: Ints = raw.terms["file"].to_numpy()
        self._texts = raw.texts["text"].combine_chunks()
        self._sort_flows()
        self._sort_targets()

    def _sort_flows(self) -> None:
        columns = [self.raw.flows[name].to_numpy() for name in ("how", "symbol", "place", "term")]
        key = columns[1].astype(np.int64) * 64 + columns[0]
        order = np.lexsort((columns[2], key))
        self._flow_keys, self._flow_terms, self._flow_places = map(
            _plain, (key[order], columns[3][order], columns[2][order])
        )

    def _sort_targets(self) -> None:
        rows = self.links.rows
        terms = self.raw.refs["term"].to_numpy()[rows].astype(np.int64)
        targets = self.links.target[: len(rows)]
        known = (terms >= 0) & (targets >= 0)
        known_terms, known_targets = self._with_repointed(terms[known], targets[known])
        targeted, first = np.unique(known_terms, return_index=True)
        self._target_terms, self._targets = _plain(targeted), _plain(known_targets[first])

    def _with_repointed(self, terms: Ints, targets: Ints) -> tuple[Ints, Ints]:
        """C# `Color.Red`: what is linked is a step behind the bare name, which means the same."""
        through = [(row, self.term(int(terms[row]))[1]) for row in np.flatnonzero(self._ops[terms] == Op.THROUGH)]
        colors = [(row, parts[1]) for row, parts in through if self.text(parts[0]) == "color"]
        bare = np.array([inner for _, inner in colors], dtype=np.int64)
        return np.concatenate([terms, bare]), np.concatenate([targets, targets[[row for row, _ in colors]]])

    def term(self, number: int) -> tuple[int, list[int]]:
        ends = self._plain_ends
        return self._plain_ops[number], self._plain_parts[ends[number] : ends[number + 1]].tolist()

    def text(self, number: int) -> str:
        return str(self._texts[number].as_py())

    def flows(self, how: int, symbol: int, place: int = -1) -> list[int]:
        """Terms that bear on a symbol in that way, all or those at a place."""
        if symbol >= 0 and self.file[symbol] != self.asked.asker:
            self.asked.note(symbol, how)
        key = symbol * 64 + how
        begin = bisect_left(self._flow_keys, key)
        rows = range(begin, bisect_left(self._flow_keys, key + 1, begin))
        return [self._flow_terms[row] for row in rows if place in (-1, self._flow_places[row])]

    def target(self, term: int) -> int:
        """The repository's definition that a term names, -1 where linking found none."""
        op, parts = self.term(term)
        if op == Op.SYMBOL:
            return parts[0]
        if op == Op.IMPORT:
            found = self.imported(int(self.term_file[term]), self.text(parts[0]))
            return found.symbol if found is not None else -1
        place = bisect_left(self._target_terms, term)
        found_here = place < len(self._targets) and self._target_terms[place] == term
        return self._targets[place] if found_here else -1

    @cached_property
    def targeted(self) -> frozenset[int]:
        """Definitions that something names."""
        self.asked.everything = True
        return frozenset(self._targets)

    def imported(self, file: int, name: str) -> Imported | None:
        return self._imports.get((file, name))

    @cached_property
    def _imports(self) -> dict[tuple[int, str], Imported]:
        return {(file, name): item for file, name, item in self._import_rows() if name and name != "*"}

    @cached_property
    def hidden(self) -> dict[tuple[int, str], list[Imported]]:
        """By file and name, imports behind which another of the same name follows."""
        found: dict[tuple[int, str], list[Imported]] = defaultdict(list)
        for file, name, item in self._import_rows():
            if name and self._imports.get((file, name), item) != item:
                found[file, name].append(item)
        return found

    def required(self, file: int, module: str) -> int:
        """The definition that a module stands for which a file names in an expression, -1 where there is none."""
        return self._required.get((file, module), -1)

    @cached_property
    def _required(self) -> dict[tuple[int, str], int]:
        return {(file, item.module): item.symbol for file, name, item in self._import_rows() if name is None}

    @property
    def imported_modules(self) -> frozenset[str]:
        """Every module that some file imports, as written."""
        self.asked.modules = True
        return self._imported_modules

    @cached_property
    def _imported_modules(self) -> frozenset[str]:
        return frozenset(self.raw.imports["module"].unique().to_pylist())

    @cached_property
    def stars(self) -> dict[int, list[str]]:
        """Modules that each file imports whole, or without giving what they hold a name."""
        found: dict[int, list[str]] = defaultdict(list)
        for file, name, item in self._import_rows():
            if name is None or name == "*":
                found[file].append(item.module)
        return found

    def starred(self, file: int) -> list[int]:
        """The repository's files that a file takes all names from, also through one another."""
        found: dict[int, None] = {}
        waiting = [file]
        while waiting:
            further = self._star_homes.get(waiting.pop(0), ())
            waiting += [home for home in further if home not in found]
            found |= dict.fromkeys(further)
        return list(found)

    @cached_property
    def _star_homes(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for file, name, item in self._import_rows():
            if name == "*" and item.file >= 0:
                found[file].append(item.file)
        return found

    def taker(self, file: int, serial: int) -> int:
        """What is called with a nameless function, -1 where it is no argument."""
        return self._takers.get((file, serial), -1)

    @cached_property
    def _takers(self) -> dict[tuple[int, int], int]:
        owner = owners_of(np.diff(self._ends))
        places = np.flatnonzero(np.isin(self._ops[owner], (Op.CALL, Op.NEW)))
        places = places[self._ops[self._parts[places]] == Op.LAMBDA]
        given = zip(owner[places].tolist(), self._parts[places].tolist(), strict=True)
        return {
            (int(self.term_file[call]), self.term(function)[1][0]): self.term(call)[1][0]
            for call, function in given
            if function != self.term(call)[1][0]
        }

    @cached_property
    def handed_on(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Parameters of functions -> the callers' own parameters that are handed over for them."""
        owner = owners_of(np.diff(self._ends))
        places = np.flatnonzero(self._ops[owner] == Op.CALL)
        places = places[self._ops[self._parts[places]] == Op.PARAMETER]
        found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for place in places.tolist():
            call = int(owner[place])
            callee, at = self.term(call)[1][0], place - int(self._ends[call]) - 1
            function = self.target(callee) if self.target(callee) >= 0 else self.target(call)
            if at >= 0 and function >= 0:
                giver, number = self.term(int(self._parts[place]))[1]
                found[function, at + self.has_receiver(function)].append((giver, number))
        return found

    def files_with_free(self, name: str) -> list[int]:
        """Files in which a name is used that nothing there binds."""
        self.asked.free.add(name)
        numbers = np.flatnonzero(pc.equal(self._texts, name))
        terms = np.flatnonzero(self._ops == Op.FREE)
        using = terms[np.isin(self._parts[self._ends[terms]], numbers)]
        return [int(file) for file in np.unique(self.term_file[using])]

    def whole_imports(self) -> Iterator[tuple[int, Imported]]:
        """Files of the repository that others take in whole, under no name of their own."""
        self.asked.everything = True
        return ((file, item) for file, name, item in self._import_rows() if name is None and item.file >= 0)

    def named(self, name: str) -> list[int]:
        """All definitions of a name."""
        self.asked.everything = True
        return self._by_name.get(name, [])

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for symbol, name in enumerate(self.name.each()):
            found[name].append(symbol)
        return found

    def _import_rows(self) -> list[tuple[int, str | None, Imported]]:
        table, links = self.raw.imports, self.links
        columns = (table[name].to_pylist() for name in ("file", "local_name", "module", "imported_name"))
        rows = zip(*columns, links.import_target.tolist(), links.import_file.tolist(), strict=True)
        return [(file, local, Imported(module, name, to, home)) for file, local, module, name, to, home in rows]

    @cached_property
    def members(self) -> Contents[dict[str, int]]:
        """Of each symbol what it contains, by name; of several the last."""
        found: Contents[dict[str, int]] = Contents(self.asked, self.asked.owners)
        for symbol, parent in enumerate(self.parent.each()):
            if parent >= 0:
                found.setdefault(parent, {})[self.name[symbol]] = symbol
        return found

    @cached_property
    def children(self) -> Contents[list[int]]:
        """Of each symbol all that it contains, overloads included."""
        found: Contents[list[int]] = Contents(self.asked, self.asked.owners)
        for symbol, parent in enumerate(self.parent.each()):
            found.setdefault(parent, []).append(symbol)
        return found

    def overloads(self, function: int) -> list[int]:
        """A function and those of the same name beside it."""
        beside = self.children.get(self.parent[function], ())
        return [symbol for symbol in beside if self.name[symbol] == self.name[function]] or [function]

    @cached_property
    def file_symbols(self) -> dict[int, int]:
        return {self.file[s]: s for s, kind in enumerate(self.kind.each()) if kind == "module" and self.parent[s] < 0}

    @cached_property
    def files_by_module(self) -> dict[str, int]:
        return {name: file for file, name in enumerate(self.modules) if name}

    def module_file(self, name: str) -> int:
        """The file of a module; where the root is not known, the only one whose name ends so. -1: there is none."""
        found = self.files_by_module.get(name, -1)
        if found < 0:
            ending = [file for module, file in self.files_by_module.items() if module.endswith("." + name)]
            found = ending[0] if len(ending) == 1 else -1
        self.asked.files.add(found)
        return found

    def module(self, name: str) -> int:
        """The symbol of a module."""
        return self.file_symbols.get(self.module_file(name), -1)

    def dotted(self, path: str) -> int:
        """The definition that a path names in full, -1 where it is none of the repository's."""
        module, _, name = path.rpartition(".")
        found: dict[str, int] = self.members.get(self.module(module), {})
        return found.get(name, -1)

    def parameters(self, function: int) -> list[str]:
        """Names of a function's parameters."""
        return [parameter["name"] for parameter in self.raw.symbols["parameters"][function].as_py() or ()]

    @cached_property
    def extensions(self) -> Noted[list[int]]:
        """Functions by name that are called as if they were members of what their first parameter is."""
        found: Noted[list[int]] = Noted(self.asked.extensions)
        for symbol, kind in enumerate(self.kind.each()):
            if kind == "method" and self.extends(symbol):
                found.setdefault(self.name[symbol], []).append(symbol)
        return found

    def extends(self, function: int) -> bool:
        """Whether it is called as if it were a member of what its first parameter is (C#)."""
        parameters = self.raw.symbols["parameters"][function].as_py() or [{}]
        return str(parameters[0].get("type") or "").startswith("this ")

    def has_receiver(self, function: int) -> bool:
        """Whether the first parameter is the object that a method is called on."""
        return self.kind[function] == "method" and self.parameters(function)[:1] in (["self"], ["cls"])

    def first_rows(self, table: str) -> dict[int, int]:
        """The first row of each file in a table whose files are in one piece."""
        files = getattr(self.raw, table)["file"].to_numpy()
        names, first = np.unique(files, return_index=True)
        return dict(zip(names.tolist(), first.tolist(), strict=True))

    def gives_back(self, function: int) -> int:
        """The place of the parameter that a function returns, -1 where it returns something else."""
        returned = [self.term(term) for term in self.flows(Flow.RETURN, function)]
        places = {parts[1] for op, parts in returned if op == Op.PARAMETER and parts[0] == function}
        return places.pop() if len(places) == 1 and len(returned) == 1 else -1

    def container(self, symbol: int) -> str | None:
        """The name of the type that a method says it belongs to, where it does not stand inside it."""
        return self.raw.symbols["container"][symbol].as_py()  # type: ignore[no-any-return]

    def enclosing(self, symbol: int, kinds: frozenset[str]) -> int:
        """The symbol itself, or the nearest around it, that is of one of the kinds."""
        while symbol >= 0 and self.kind[symbol] not in kinds:
            symbol = self.parent[symbol]
        return symbol
