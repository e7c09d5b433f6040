"""A commit with some files replaced, as facts are made from it: what is known of the others is not read again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from indexer.extract.terms import Op
from indexer.facts.asked import Asked, Contents, Listed, Noted, Watched
from indexer.facts.commit import Commit, Imported
from indexer.facts.joined import Marks
from indexer.facts.model import Mark
from indexer.facts.origins import Origins
from indexer.facts.routing import Key as Routed
from indexer.facts.routing import Routing
from indexer.facts.scene import Scene

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.link import Links
    from indexer.raw import Raw

STATE = frozenset(field.name for field in fields(Routing)) - {"asked"}
Key = TypeVar("Key")
Item = TypeVar("Item")


class Laid(Generic[Key, Item]):
    """What is listed under keys, without what is gone, with what is new at the end."""

    def __init__(
        self, base: Mapping[Key, list[Item]], own: Mapping[Key, list[Item]], is_gone: Callable[[Item], bool]
    ) -> None:
        self.base, self.own, self.is_gone = base, own, is_gone

    def get(self, key: Key, default: Sequence[Item] = ()) -> list[Item]:
        kept = [item for item in self.base.get(key) or () if not self.is_gone(item)]
        return [*kept, *self.own.get(key, ())]


class _Rows:
    """A column of definitions by their numbers."""

    def __init__(self, base: pa.ChunkedArray, own: pa.ChunkedArray, row_of: Mapping[int, int]) -> None:
        self.base, self.own, self.row_of = base, own, row_of

    def __getitem__(self, number: int) -> Any:
        row = self.row_of.get(number)
        return self.base[number] if row is None else self.own[row]


class _Raw:
    def __init__(self, base: Raw, own: Raw, row_of: Mapping[int, int]) -> None:
        names = base.symbols.column_names
        self.symbols = {name: _Rows(base.symbols[name], own.symbols[name], row_of) for name in names}


class LaidCommit(Commit):
    """`own` are the rows of the replaced files by the commit's numbers, `numbers` those of its definitions."""

    def __init__(
        self, base: Commit, own: Raw, links: Links, files: set[int], numbers: list[int], inside: set[int], first: int
    ) -> None:
        self.__dict__.update(base.__dict__)
        self.asked, self.base, self.own = Asked(), base, own
        self.files, self.inside, self.first, self.first_text = files, inside, first, len(base._texts)
        self.raw = _Raw(base.raw, own, {number: row for row, number in enumerate(numbers)})  # type: ignore[assignment]
        self.numbers = numbers
        self.__dict__.pop("extensions", None)
        self.__dict__.pop("hidden", None)
        self._lay_symbols(numbers)
        self._lay_terms()
        self._lay_flows()
        self._lay_links(links)
        self._lay_contents(numbers)

    def _lay_symbols(self, numbers: list[int]) -> None:
        count, table = len(self.base.kind), self.own.symbols
        more = max([count, *(number + 1 for number in numbers)]) - count
        for name, nothing in (("kind", ""), ("name", ""), ("parent", -1), ("file", -1)):
            values: list[Any] = getattr(self.base, name)[:] + [nothing] * more
            for number in self.inside:
                values[number] = nothing
            for number, value in zip(numbers, table[name].to_pylist(), strict=True):
                values[number] = value
            setattr(self, name, values if name == "file" else Listed(values, self.asked))
        told = zip(self.own.files["file"].to_pylist(), self.own.files["is_test"].to_pylist(), strict=True)
        self.test_files = (self.base.test_files - self.files) | {file for file, is_test in told if is_test}

    def _lay_terms(self) -> None:
        table = self.own.terms
        listed = table["parts"].combine_chunks()
        ends, flat = listed.offsets.to_numpy().tolist(), listed.values.to_numpy().tolist()
        ops = table["op"].to_pylist()
        self.own_terms = [(op, flat[ends[n] : ends[n + 1]]) for n, op in enumerate(ops)]
        self.term_file = np.concatenate([self.base.term_file[: self.first], table["file"].to_numpy()])
        self.own_texts: list[str] = self.own.texts["text"].to_pylist()

    def term(self, number: int) -> tuple[int, list[int]]:
        return self.own_terms[number - self.first] if number >= self.first else super().term(number)

    def text(self, number: int) -> str:
        return self.own_texts[number - self.first_text] if number >= self.first_text else super().text(number)

    def _lay_flows(self) -> None:
        rows = zip(*(self.own.flows[name].to_pylist() for name in ("how", "symbol", "place", "term")), strict=True)
        self.own_flows: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for how, symbol, place, term in sorted(rows, key=lambda row: row[2]):
            self.own_flows[how, symbol].append((place, term))

    def flows(self, how: int, symbol: int, place: int = -1) -> list[int]:
        if symbol not in self.inside:
            return super().flows(how, symbol, place)
        return [term for at, term in self.own_flows.get((how, symbol), ()) if place in (-1, at)]

    def _lay_links(self, links: Links) -> None:
        terms = self.own.refs["term"].to_numpy()[links.rows].tolist()
        self.own_targets: dict[int, int] = {}
        for term, target in zip(terms, links.target[: len(terms)].tolist(), strict=True):
            if term >= 0 and target >= 0:
                self.own_targets.setdefault(term, target)
        table = self.own.imports
        columns = (table[name].to_pylist() for name in ("file", "local_name", "module", "imported_name"))
        targets = links.import_target.tolist(), links.import_file.tolist()
        self.own_imports = [
            (file, local, Imported(module, name, to, home))
            for file, local, module, name, to, home in zip(*columns, *targets, strict=True)
        ]
        bound = {(file, name): item for file, name, item in self.own_imports if name and name != "*"}
        self.own_bound = bound
        self.stars = {file: held for file, held in self.base.stars.items() if file not in self.files}
        homes = {file: held for file, held in self.base._star_homes.items() if file not in self.files}
        for file, local, item in self.own_imports:
            if local is None or local == "*":
                self.stars.setdefault(file, []).append(item.module)
            if local == "*" and item.file >= 0:
                homes.setdefault(file, []).append(item.file)
        self._star_homes = homes

    def target(self, term: int) -> int:
        op, _ = self.term(term)
        if term < self.first or op in (Op.SYMBOL, Op.IMPORT):
            return super().target(term)
        return self.own_targets.get(term, -1)

    def imported(self, file: int, name: str) -> Imported | None:
        return self.own_bound.get((file, name)) if file in self.files else super().imported(file, name)

    def required(self, file: int, module: str) -> int:
        if file not in self.files:
            return super().required(file, module)
        named = (item for at, name, item in reversed(self.own_imports) if at == file and name is None)
        return next((item.symbol for item in named if item.module == module), -1)

    @cached_property
    def hidden(self) -> dict[tuple[int, str], list[Imported]]:
        """By file and name, imports behind which another of the same name follows."""
        found = {key: items for key, items in self.base.hidden.items() if key[0] not in self.files}
        for file, name, item in self.own_imports:
            if name and self.own_bound.get((file, name), item) != item:
                found.setdefault((file, name), []).append(item)
        return found

    @cached_property
    def extensions(self) -> Noted[list[int]]:
        """Functions by name that are called as if they were members of what their first parameter is."""
        found: Noted[list[int]] = Noted(self.asked.extensions)
        for name, functions in self.base.extensions.items():
            if kept := [function for function in functions if function not in self.inside]:
                found[name] = kept
        for number in self.numbers:
            if self.kind[number] == "method" and self.extends(number):
                found.setdefault(self.name[number], []).append(number)
        return found

    def says_free(self, name: str) -> bool:
        """Whether the replaced files use a name that nothing there binds."""
        return any(op == Op.FREE and self.text(parts[0]) == name for op, parts in self.own_terms)

    def own_modules(self) -> set[str]:
        """What the replaced files import, as written."""
        return {item.module for *_, item in self.own_imports}

    def taker(self, file: int, serial: int) -> int:
        return self.own_takers.get((file, serial), -1) if file in self.files else super().taker(file, serial)

    @cached_property
    def own_takers(self) -> dict[tuple[int, int], int]:
        """What nameless functions are given to, by file and serial."""
        return {
            (int(self.term_file[given]), self.term(given)[1][0]): parts[0]
            for op, parts in self.own_terms
            for given in (parts[1:] if op in (Op.CALL, Op.NEW) else ())
            if given != parts[0] and self.term(given)[0] == Op.LAMBDA
        }

    def _lay_contents(self, numbers: list[int]) -> None:
        members: Contents[dict[str, int]] = Contents(self.asked, self.asked.owners)
        children: Contents[list[int]] = Contents(self.asked, self.asked.owners)
        members.update(self.base.members)
        children.update(self.base.children)
        for number in self.inside:
            members.pop(number, None)
            children.pop(number, None)
        for number in numbers:
            if (parent := self.parent[number]) >= 0:
                members.setdefault(parent, {})[self.name[number]] = number
                children.setdefault(parent, []).append(number)
        self.members, self.children = members, children
        own = self.handed_by_own()
        self.handed_on = Laid(self.base.handed_on, own, lambda giver: giver[0] in self.inside)  # type: ignore[assignment]

    def handed_by_own(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """As `handed_on`, by calls in the replaced files alone."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for place, (op, parts) in enumerate(self.own_terms):
            given = [(at, self.term(part)[1]) for at, part in enumerate(parts[1:]) if self._is_parameter(part)]
            if op != Op.CALL or not given:
                continue
            call = self.first + place
            function = self.target(parts[0]) if self.target(parts[0]) >= 0 else self.target(call)
            for at, (giver, number) in given if function >= 0 else ():
                found[function, at + self.has_receiver(function)].append((giver, number))
        return found

    def _is_parameter(self, term: int) -> bool:
        return self.term(term)[0] == Op.PARAMETER


class OfAll(Routing):
    """What routes are put together from, which nobody knows who looks at some files alone."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self.watcher = asked

    def __getattribute__(self, name: str) -> Any:
        if name in STATE:
            self.watcher.everything = True
        return super().__getattribute__(name)


class Apart(Scene):
    """A scene whose rules are to be asked about some files alone: who asks for what is made of all files is noted."""

    def set_apart(self, base: Scene, asked: Asked) -> None:
        self.routing, self.finders, self.faults = OfAll(asked), {}, []
        self.made, self.pipelines = Watched(base.made, asked), Watched(base.pipelines, asked)  # type: ignore[assignment]
        self.entities, self.thrown = Watched(base.entities, asked), Watched(base.thrown, asked)


class FormerScene(Apart):
    """The scene as it was."""

    def __init__(self, base: Scene) -> None:
        self.__dict__.update(base.__dict__)
        self.set_apart(base, base.commit.asked)


class LaidScene(Apart):
    """`own` are the marks of the replaced files; those that they had are there by their rows alone."""

    def __init__(self, base: Scene, commit: LaidCommit, own: list[Mark]) -> None:
        self.commit, self.marks = commit, Marks([*base.marks.each(), *own], commit.asked)
        self.set_apart(base, commit.asked)
        self._lineages, self._of_heirs = {}, {}
        inside, files = commit.inside, commit.files
        self.base, self.own, self.files = base, own, files
        self.values = {symbol: mark for symbol, mark in base.values.items() if symbol not in inside}
        self.values |= {mark.symbol: mark for mark in reversed(own) if mark.shape == "value"}
        self._decorators = {symbol: marks for symbol, marks in base._decorators.items() if symbol not in inside}
        self.marks_in: Contents[list[Mark]] = Contents(commit.asked, commit.asked.bodies)
        self.marks_in.update((symbol, marks) for symbol, marks in base.marks_in.items() if symbol not in inside)
        self.marks_in[-1] = [mark for mark in base.marks_in.get(-1, ()) if mark.file not in files]
        for mark in own:
            self.marks_in.setdefault(mark.symbol, []).append(mark)
            if mark.decorated >= 0:
                self._decorators.setdefault(mark.decorated, []).append(mark)
        heirs: dict[int, list[int]] = {}
        for heir in dict.fromkeys(mark.symbol for mark in own if mark.shape == "class"):
            for above in self.lineage(heir)[1:]:
                heirs.setdefault(above, []).append(heir)
        self._heirs = Laid(base._heirs, heirs, inside.__contains__)  # type: ignore[assignment]
        passing, taking = self.passed_by(own), self.taken_by(own)
        self.own_passing = passing
        self._passing = Laid(base._passing, passing, lambda given: given[1].file in files)  # type: ignore[assignment]
        self._takers = Laid(base._takers, taking, lambda mark: mark.file in files)  # type: ignore[assignment]

    @cached_property
    def by_name(self) -> Noted[list[Mark]]:
        """Marks by the name that they are about: the replaced files' last, which is not their place."""
        self.commit.asked.everything = True
        return self.base.by_name

    @cached_property
    def _added(self) -> dict[int, list[Mark]]:
        found = {at: [mark for mark in each if mark.file not in self.files] for at, each in self.base._added.items()}
        for mark in self.own:
            if mark.shape == "extend" and mark.term >= 0 and mark.args:
                found.setdefault(self.commit.target(mark.term), []).append(mark)
        return found

    @cached_property
    def _taken_as(self) -> dict[Routed, Origins]:
        """What was handed over before counts, too: routes that come of it are nobody's alone."""
        found, own = self.base._taken_as, self.taken_as(self.own_passing)
        return found | {key: origins | found.get(key, frozenset()) for key, origins in own.items()}
