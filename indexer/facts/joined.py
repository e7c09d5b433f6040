"""The marks of all files with their names joined to definitions: texts, lists, types and their members."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex, overload

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.facts.asked import Contents, Listed, Noted
from indexer.facts.model import Lines, Mark, entry, spelled
from indexer.facts.reading import Value

if TYPE_CHECKING:
    from indexer.facts.commit import Commit

DEEPEST = 12
MOST_BASES = 60


class Marks(Listed[Mark]):
    """All marks by their rows; of others that stand beside one the files are noted."""

    @overload
    def __getitem__(self, row: SupportsIndex) -> Mark: ...
    @overload
    def __getitem__(self, row: slice) -> list[Mark]: ...
    def __getitem__(self, row: SupportsIndex | slice) -> Mark | list[Mark]:
        found = super().__getitem__(row)
        if isinstance(found, list):
            self.asked.files.update(mark.file for mark in found if mark.file != self.asked.asker)
        return found


class Joined:
    def __init__(self, commit: Commit) -> None:
        self.commit = commit
        self.marks = Marks(self._marks(), commit.asked)
        self.values = {mark.symbol: mark for mark in reversed(self.marks) if mark.shape == "value"}
        self._lineages: dict[int, list[int]] = {}
        self._of_heirs: dict[int, dict[str, list[int]]] = {}  # by type, what those that derive from it have

    def _marks(self) -> Iterator[Mark]:
        commit = self.commit
        symbols, terms, marks = (commit.first_rows(name) for name in ("symbols", "terms", "marks"))
        *columns, data = [commit.raw.marks[name].to_pylist() for name in commit.raw.marks.column_names]
        told = json.loads(f"[{','.join(data)}]")  # one by one they take twice as long
        firsts = {file: (symbols.get(file, 0), terms.get(file, 0), first) for file, first in marks.items()}
        for row, (file, shape, name, start, end, symbol, term, said) in enumerate(zip(*columns, told, strict=True)):
            yield Mark(row, file, shape, name, start, end, symbol, term, said, firsts[file])

    def symbol(self, value: Value, mark: Mark) -> int:
        """The repository's definition that a name means, -1 where there is none."""
        if not isinstance(value, dict):
            return -1
        if "s" in value:
            return int(value["s"]) + mark.firsts[0]
        return self.commit.target(value["t"] + mark.firsts[1]) if "t" in value else -1

    def receiver(self, value: Value, mark: Mark) -> int:
        """The term of `a` in `a.b`, -1 where a value is no such name."""
        if not isinstance(value, dict) or "t" not in value:
            return -1
        op, parts = self.commit.term(value["t"] + mark.firsts[1])
        return parts[0] if op == Op.MEMBER else -1

    def parameter(self, value: Value, mark: Mark) -> tuple[int, int] | None:
        """The function, and the place, of the parameter that a bare name is."""
        name = value.get("n") if isinstance(value, dict) and not value.keys() & {"t", "c"} else None
        function = mark.symbol if name is not None else -1
        while function >= 0:
            if self.commit.kind[function] in CALLABLE and name in (names := self.commit.parameters(function)):
                return function, names.index(name)
            function = self.commit.parent[function]
        return None

    def symbol_kind(self, value: Value, mark: Mark) -> str:
        """What kind of definition a value names; nothing where it names none."""
        symbol = self.symbol(value, mark)
        return self.commit.kind[symbol] if symbol >= 0 else ""

    def lines(self, symbol: int) -> Lines:
        """The lines of a definition."""
        if self.commit.file[symbol] != self.commit.asked.asker:
            self.commit.asked.lines.add(symbol)
        symbols = self.commit.raw.symbols
        return symbols["line_start"][symbol].as_py(), symbols["line_end"][symbol].as_py()

    def text(self, value: Value, mark: Mark, depth: int = 0) -> str | None:
        """The text that a value is: constants looked up, `{name}` for what is only known when it runs."""
        if isinstance(value, str):
            return value
        if not isinstance(value, dict) or depth > DEEPEST:
            return None
        if "join" in value:
            parts = ((self.number(part, mark) or self.text(part, mark, depth + 1), part) for part in value["join"])
            return "".join(text if text is not None else "{" + spelled(part) + "}" for text, part in parts)
        held = self.values.get(self.symbol(value, mark))
        if held is None and "t" in value:
            inner, held = self._inside(value["t"] + mark.firsts[1])
            found = self.text(inner, held, depth + 1) if held is not None else None
            return found if found is not None or "l" not in value else self.text(value["l"], mark, depth + 1)
        if held is None and "l" in value:
            return self.text(value["l"], mark, depth + 1)
        return self.text(held.args[0], held, depth + 1) if held is not None and held.args else None

    def number(self, value: Value, mark: Mark) -> str | None:
        """The number that a constant holds, as it stands in a text: the version in `f"/api/{VERSION}"`."""
        held = self.values.get(self.symbol(value, mark)) if isinstance(value, dict) else None
        found = held.args[0] if held is not None and held.args else None
        return str(found) if isinstance(found, int) and not isinstance(found, bool) else None

    def template(self, value: Value, mark: Mark) -> str | None:
        """The text of a message: what is put into it stays a placeholder, whatever it may hold."""
        if isinstance(value, dict) and "join" in value:
            return "".join(part if isinstance(part, str) else "{" + spelled(part) + "}" for part in value["join"])
        return self.text(value, mark)

    def _inside(self, term: int) -> tuple[Value, Mark | None]:
        """What `settings.paths.api` is where a definition holds an object, and the mark that says so."""
        target = self.commit.target(term)
        if (held := self.values.get(target)) is not None and target >= 0 and held.args:
            return held.args[0], held
        op, parts = self.commit.term(term)
        value, home = self._inside(parts[0]) if op == Op.MEMBER else (None, None)
        return entry(value, self.commit.text(parts[1])) if home is not None else None, home

    def is_known(self, value: Value, mark: Mark) -> bool:
        """Whether a text is known to its last part, nothing left to what happens when it runs."""
        parts = value["join"] if isinstance(value, dict) and "join" in value else [value]
        return all(self.text(part, mark) is not None for part in parts)

    def listed(self, value: Value, mark: Mark) -> list[tuple[Value, Mark]]:
        """The elements of a list, also through a variable that holds it."""
        return self._listed(value, mark, DEEPEST)

    def _listed(self, value: Value, mark: Mark, deeper: int) -> list[tuple[Value, Mark]]:
        value = value["v"] if isinstance(value, dict) and "v" in value else value
        held = None if isinstance(value, list) else self.values.get(self.symbol(value, mark))
        if held is not None:
            value, mark = held.args[0], held
        found: list[tuple[Value, Mark]] = []
        for item in value if isinstance(value, list) else ():
            spread = isinstance(item, dict) and "v" in item and deeper > 0
            found += self._listed(item["v"], mark, deeper - 1) if spread else [(item, mark)]
        return found

    def elements(self, value: Value, mark: Mark) -> list[tuple[Value, Mark]]:
        """What a name stands for in a loop, one by one; any other value is itself."""
        over = value.get("e") if isinstance(value, dict) else None
        if isinstance(over, dict) and "call" in over and spelled(over["call"]).startswith("["):  # a literal of Go
            over = over.get("a", [])
        return (self.listed(over, mark) if over is not None else []) or [(value, mark)]

    def constant(self, symbol: int) -> str | None:
        """The text that a definition holds."""
        held = self.values.get(symbol)
        return self.text(held.args[0], held) if held is not None and held.args else None

    @cached_property
    def _decorators(self) -> dict[int, list[Mark]]:
        found: dict[int, list[Mark]] = {}
        for mark in self.marks.each():
            if mark.decorated >= 0:
                found.setdefault(mark.decorated, []).append(mark)
        return found

    def at(self, symbol: int) -> list[Mark]:
        """Marks that stand at a definition as decorators."""
        if symbol >= 0 and self.commit.file[symbol] != self.commit.asked.asker:
            self.commit.asked.note(symbol, Flow.DECORATOR)
        return self._decorators.get(symbol, [])

    def lineage(self, symbol: int) -> list[int]:
        """A type and the repository's types that it derives from, nearest first."""
        if symbol not in self._lineages:
            self._lineages[symbol] = self._lineage(symbol)
        found = self._lineages[symbol]
        is_own = symbol >= 0 and self.commit.file[symbol] == self.commit.asked.asker
        for above in found[1:] if is_own else found:
            self.commit.asked.note(above, Flow.BASE)
        return found

    def _lineage(self, symbol: int) -> list[int]:
        found: dict[int, None] = {}
        waiting = [symbol]
        while waiting and len(found) < MOST_BASES:
            if (current := waiting.pop(0)) >= 0 and current not in found:
                found[current] = None
                waiting += map(self.type_named, self.commit.flows(Flow.BASE, current))
        return list(found)

    def heirs(self, symbol: int) -> list[int]:
        """The repository's types that derive from a type."""
        self.commit.asked.heirs.add(symbol)
        return self._heirs.get(symbol, [])

    @cached_property
    def _heirs(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for heir in dict.fromkeys(mark.symbol for mark in self.marks.each() if mark.shape == "class"):
            for base in self.lineage(heir)[1:]:
                found.setdefault(base, []).append(heir)
        return found

    def overriding(self, function: int) -> list[int]:
        """The methods of the repository's types that stand in for one of a base."""
        owner = self.commit.parent[function]
        self.commit.asked.names.add(self.commit.name[function])
        if owner not in self._of_heirs:
            self._of_heirs[owner] = self._members(self._heirs.get(owner, ()) if owner >= 0 else ())
        return self._of_heirs[owner].get(self.commit.name[function], [])

    def _members(self, types: Iterable[int]) -> dict[str, list[int]]:
        """What types have under each name."""
        found: dict[str, list[int]] = {}
        for each in types:
            for name, member in self.commit.members[each].items() if each in self.commit.members else ():
                found.setdefault(name, []).append(member)
        return found

    @property
    def classes_in(self) -> dict[str, list[Mark]]:
        """Of each file, by its path, the types that have bases."""
        self.commit.asked.everything = True
        return self._classes_in

    @cached_property
    def _classes_in(self) -> dict[str, list[Mark]]:
        found: dict[str, list[Mark]] = {}
        for mark in self.marks.each():
            if mark.shape == "class":
                found.setdefault(self.commit.paths[mark.file], []).append(mark)
        return found

    @cached_property
    def marks_in(self) -> Contents[list[Mark]]:
        """Marks by the innermost definition around them."""
        found: Contents[list[Mark]] = Contents(self.commit.asked, self.commit.asked.bodies)
        for mark in self.marks.each():
            found.setdefault(mark.symbol, []).append(mark)
        return found

    @cached_property
    def by_name(self) -> Noted[list[Mark]]:
        """Marks by the name that they are about."""
        found: Noted[list[Mark]] = Noted(self.commit.asked.marks)
        for mark in self.marks.each():
            found.setdefault(mark.name, []).append(mark)
        return found

    def type_named(self, term: int) -> int:
        """The type of the repository that a base is, also where it has type arguments."""
        op, parts = self.commit.term(term)
        if op == Op.CALL:
            return self._type_made(parts)
        return self.type_named(parts[0]) if op == Op.APPLY else self.commit.target(term)

    def _type_made(self, call: list[int]) -> int:
        """The type that a function of the repository returns; one from outside hands on what it is given: a mixin."""
        function = self.commit.target(call[0])
        if function < 0:
            return self.type_named(call[1]) if len(call) == 2 else -1
        if self.commit.kind[function] not in CALLABLE:
            return -1
        made = {self.type_named(term) for term in self.commit.flows(Flow.RETURN, function)} - {-1}
        return made.pop() if len(made) == 1 else -1

    def last_name(self, term: int) -> str:
        """The last part of the name that a term is."""
        op, parts = self.commit.term(term)
        if op in (Op.FREE, Op.IMPORT, Op.MEMBER):
            return self.commit.text(parts[1 if op == Op.MEMBER else 0])
        return self.commit.name[parts[0]] if op == Op.SYMBOL else ""

    def member(self, symbol: int, name: str) -> int:
        """A type's member, its own or that of a base in the repository; -1 where there is none."""
        return next((m[name] for s in self.lineage(symbol) if name in (m := self.commit.members.get(s, {}))), -1)

    def all_members(self, symbol: int) -> list[int]:
        """Members of a type and of its bases in the repository; what is overridden only once."""
        found: dict[str, int] = {}
        for owner in self.lineage(symbol):
            for name, member in self.commit.members.get(owner, {}).items():
                found.setdefault(name, member)
        return list(found.values())
