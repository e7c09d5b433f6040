"""How Swift finds names: the files of a target see each other, extensions add to types."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from indexer.extract.terms import Flow, Space
from indexer.languages.swift.library import FUNCTIONS, SINGLE, TYPES
from indexer.link.lexical import Found, Lexical
from indexer.link.values import Tag, Value


class Names(Lexical):
    language = "swift"
    builtin_types, builtin_functions, apart = TYPES, FUNCTIONS, SINGLE

    def home(self, file: int) -> str:
        return self.program.files[file].module or ""

    def is_seen(self, symbol: int, file: int) -> bool:
        return self.program.kind[symbol] != "extension" and super().is_seen(symbol, file)

    # -- extensions

    @cached_property
    def extensions(self) -> tuple[dict[int, int | str], dict[int | str, list[int]]]:
        """Of each extension what it extends, and the contrary; types outside go by their names."""
        program = self.program
        found: dict[int, int | str] = {}
        added: dict[int | str, list[int]] = {}
        self.__dict__["extensions"] = found, added  # what is told by now counts while the rest is looked up
        listed = [s for s in range(program.own) if program.kind[s] == "extension"]
        for symbol in sorted(listed, key=lambda s: (program.name[s].count("."), s)):
            if program.files[program.file[symbol]].language == self.language:
                whole = self._extended(symbol)
                found[symbol] = whole
                added.setdefault(whole, []).append(symbol)
        return found, added

    def _extended(self, symbol: int) -> int | str:
        program, file = self.program, self.program.file[symbol]
        first, *rest = program.name[symbol].partition("<")[0].split(".")
        modules = [self.home(file), *(star.module for star in program.files[file].stars)]
        tops = [s for module in modules for s in self.select(self.in_package(file, module, first), Space.TYPE)]
        owner: int | None = tops[0] if tops else None
        for name in rest:
            nested = self.select(self._added_members(owner, name), Space.TYPE) if owner is not None else []
            owner = nested[0] if nested else None
        if owner is not None and program.kind[owner] == "type_alias":
            return program.name[symbol]
        return owner if owner is not None else program.name[symbol].partition("<")[0]

    def whole(self, symbol: int) -> int:
        """The type that an extension adds to; any other type is whole in itself."""
        if self.program.kind[symbol] != "extension":
            return symbol
        extended = self.extensions[0].get(symbol, symbol)
        return extended if isinstance(extended, int) else self.extensions[1][extended][0]

    def _added_members(self, symbol: int, name: str) -> list[int]:
        members = self.program.members
        found, added = self.extensions
        parts = dict.fromkeys((symbol, *added.get(found.get(symbol, symbol), ())))
        return [s for part in parts for s in members.get(part, {}).get(name, ())]

    def own_members(self, symbol: int, name: str) -> list[int]:
        """What an extension gives of a protocol's requirements stands behind these."""
        found = self._added_members(symbol, name)
        if self.program.kind[symbol] != "protocol" or len(found) < 2:
            return found
        required = [s for s in found if self.program.parent[s] == symbol]
        shapes = set(map(self.shape, required))
        return required + [s for s in found if self.program.parent[s] != symbol and self.shape(s) not in shapes]

    def is_inherited(self, member: int, symbol: int) -> bool:
        owner = self.program.parent[member]
        return self.whole(owner) == symbol or self.program.visibility[member] != "private"

    def implied_parents(self, symbol: int, named: list[Value]) -> list[Value]:
        """What extensions say that a type conforms to."""
        flows = self.program.flows[Flow.BASE]
        terms = [term for part in self.extensions[1].get(symbol, ()) for _, term in sorted(flows.get(part, ()))]
        return [base for term in terms if (base := self.named(term)) is not None]

    def members_of(self, symbol: int, name: str, space: int) -> list[int]:
        return super().members_of(self.whole(symbol), name, space)

    def is_open(self, symbol: int) -> bool:
        whole = self.whole(symbol)
        return self.program.kind[whole] == "extension" or super().is_open(whole)

    def parents(self, symbol: int) -> list[Value]:
        return super().parents(self.whole(symbol))

    def order(self, symbol: int) -> list[int]:
        return super().order(self.whole(symbol))

    def inside(self, scope: int, name: str, space: int) -> Found:
        return super().inside(self.whole(scope), name, space)

    # -- names

    def outside(self, file: int, name: str, space: int) -> Found:
        """A type that neither the target nor what it imports declares comes with the rest of its imports."""
        if found := super().outside(file, name, space):
            return found
        if space == Space.VALUE and name in self.tops:
            return [((Tag.MODULE, name), "package")]
        if space != Space.CALL and name[:1].isupper() and self.program.files[file].stars:
            return [((Tag.WRAPPED, name, ()), "star_import")]
        return []

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        return self.select(self.tops.get(module[1], {}).get(name, ()), space)

    def select(self, symbols: Iterable[int], space: int) -> list[int]:
        return super().select([s for s in symbols if self.program.kind[s] != "extension"], space)

    def statement(self, file: int, module: str, name: str) -> Found:
        return [] if module in self.tops else [((Tag.EXTERNAL, module), "import")]

    def unknown(self, module: str, name: str) -> Found:
        return [((Tag.WRAPPED, f"{module}.{name}" if name else module, ()), "import")]
