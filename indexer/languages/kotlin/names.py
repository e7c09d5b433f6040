"""How Kotlin finds names: source sets, companions, what extensions extend and who sees them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Space
from indexer.languages.kotlin.library import BITWISE, FUNCTIONS, SINGLE, TYPES, UNIVERSAL, WHOLE
from indexer.link.lexical import Found, Lexical
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.program import Program
    from indexer.modules import Tree


class Names(Lexical):
    language = "kotlin"
    builtin_types, builtin_functions, apart = TYPES, FUNCTIONS, SINGLE
    foreign_roots = frozenset({"java", "javax", "kotlin", "kotlinx"})

    def __init__(self, program: Program, tree: Tree) -> None:
        self.sets: dict[int, tuple[str, str]] = {}
        self.seen: dict[tuple[int, str], list[int]] = {}
        super().__init__(program, tree)
        self.receivers = {
            symbol: flows[0][1] for symbol, flows in program.flows[Flow.IMPLEMENTS].items() if flows[0][0] == 0
        }

    # -- names

    def is_scope(self, symbol: int) -> bool:
        return super().is_scope(symbol) or symbol in self.program.flows[Flow.IMPLEMENTS]

    def in_package(self, file: int, package: str, name: str) -> list[int]:
        """Of what several source sets declare under one name, the nearest."""
        found = super().in_package(file, package, name)
        if len({self.program.file[symbol] for symbol in found}) < 2:
            return found
        for place in (0, 1):
            near = [s for s in found if self._set_of(self.program.file[s])[place] == self._set_of(file)[place]]
            found = near or found
        return found

    def _set_of(self, file: int) -> tuple[str, str]:
        """The module and the source set that a file is part of."""
        if file not in self.sets:
            path = self.program.files[file].path if file in self.program.files else ""
            module, _, rest = path.rpartition("src/")
            self.sets[file] = module, module + rest.partition("/")[0]
        return self.sets[file]

    def inside(self, scope: int, name: str, space: int) -> Found:
        """A member of the type around, of its companion, or of what an extension extends."""
        found: Found = []
        for receiver in self._types_of(scope):
            found = super().inside(receiver, name, space)
            if not found:
                found = self._of_companions(receiver, name, space)
            if found:
                break
        return found

    def _types_of(self, scope: int) -> list[int]:
        if scope not in self.program.flows[Flow.IMPLEMENTS]:
            return [scope]
        terms = [term for _, term in sorted(self.program.flows[Flow.IMPLEMENTS][scope])]
        return [named[1] for term in terms if (named := self.named(term)) is not None and named[0] == Tag.CLASS]

    def _of_companions(self, symbol: int, name: str, space: int) -> Found:
        for owner in self.order(symbol):
            for companion in self.companions(owner):
                if found := self.members_of(companion, name, space):
                    return self.as_entities(found, "scope" if owner == symbol else "inherited")
        return []

    def companions(self, symbol: int) -> list[int]:
        return [self.program.parts[term][0] for _, term in self.program.flows[Flow.EXPORT].get(symbol, ())]

    def statics_of(self, owner: int, name: str, space: int) -> list[int]:
        found = self.members_of(owner, name, Space.TYPE) if space != Space.VALUE else []
        for companion in () if found and space == Space.TYPE else self.companions(owner):
            found = self.members_of(companion, name, space) or found
        return found or self.members_of(owner, name, space)

    def outside(self, file: int, name: str, space: int) -> Found:
        """An extension that nobody imports by its name needs something it can be called on."""
        found = super().outside(file, name, space)
        if found and found[0][1] in ("package", "star_import"):
            symbols = self.symbols_of(found)
            kept = [symbol for symbol in symbols if symbol not in self.receivers]
            return self.as_entities(kept, found[0][1]) if len(kept) < len(symbols) else found
        return found or self._from_outside(file, name, space)

    def _from_outside(self, file: int, name: str, space: int) -> Found:
        """Where a library is imported whole: a type that none of the packages has, a function that nobody declares."""
        packages = [self.home(file), *(star.module for star in self.program.files[file].stars)]
        is_shared = any(f"{package}.{name}" in self.others for package in packages)
        if space == Space.VALUE or is_shared or (space == Space.CALL and name in self.declared):
            return []
        foreign = [each for each in packages[1:] if each not in self.packages and self.type_at(file, each) is None]
        path = f"{foreign[0]}.{name}" if len(foreign) == 1 else name
        return [((Tag.WRAPPED, path, ()), "star_import")] if foreign else []

    @cached_property
    def declared(self) -> frozenset[str]:
        """All names that the repository gives to anything: a bare call may go to a receiver that nobody knows."""
        program = self.program
        return frozenset(name for symbol, name in enumerate(program.name) if not program.is_external(symbol))

    def symbols_of(self, found: Found) -> list[int]:
        """The definitions among what a name means."""
        values = [entity[0] for entity in found]
        groups = [value[1] for value in values if isinstance(value, tuple) and value[0] == Tag.GROUP]
        return [value for value in values if isinstance(value, int)] + [s for group in groups for s in group]

    # -- extensions

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        found = list(super().member(value, name, space))
        if (found and not self._yields(found, space)) or not 0 <= self.linker.current < MADE:
            return found
        file = self.program.term_file[self.linker.current]
        extending = [s for s in self.extensions(file, name, space) if self._extends(s, value)]
        if len(extending) > 1:
            return [((Tag.GROUP, tuple(extending), value), value)]
        return [(symbol, value) for symbol in extending] or found

    def of_unknown(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        if name in UNIVERSAL:
            return [((Tag.EXTERNAL, f"Any.{name}"), receiver)]
        return super().of_unknown(symbol, name, space, receiver)

    def _yields(self, found: list[Member], space: int) -> bool:
        """Whether an extension may be meant all the same: a property that is called yields to a function."""
        if self._is_external(found):
            return True
        kinds = self.program.kind
        return space == Space.CALL and all(isinstance(e, int) and kinds[e] == "property" for e, _ in found)

    def _is_external(self, found: list[Member]) -> bool:
        return all(isinstance(entity, tuple) and entity[0] == Tag.EXTERNAL for entity, _ in found)

    def extensions(self, file: int, name: str, space: int) -> list[int]:
        """The extensions of a name that a file sees: imported by name, of its package, of what it imports whole."""
        key = (file, name)
        if key not in self.seen:
            home = self.program.files[file]
            places = [(item.module, item.imported_name or "") for item in home.imports.get(name, ())]
            places += [(self.home(file), name), *((star.module, name) for star in home.stars)]
            symbols = [s for module, named in places for s in self._declared(file, module, named)]
            self.seen[key] = [s for s in dict.fromkeys(symbols) if s in self.receivers]
        return self.select(self.seen[key], space)

    def _declared(self, file: int, module: str, name: str) -> list[int]:
        if module in self.tops:
            return self.in_package(file, module, name)
        owner = self.type_at(file, module)
        return self.statics_of(owner, name, Space.CALL) if owner is not None else []

    def has_itself(self, value: Value, name: str) -> bool:
        return value[0] == Tag.WRAPPED and value[1] in WHOLE and name in BITWISE

    def _extends(self, symbol: int, value: Value) -> bool:
        wanted = self.named(self.receivers[symbol])
        if wanted is None or self.has_itself(value, self.program.name[symbol]):
            return False
        if wanted[0] == Tag.TYPE_VARIABLE:
            bounds = self.generics.bounds(wanted)
            return bool(bounds) and value[0] == Tag.INSTANCE and all(b[1] in self.order(value[1]) for b in bounds)
        if wanted[0] == Tag.CLASS:
            return bool(value[0] == Tag.INSTANCE and wanted[1] in self.order(value[1]))
        return bool(wanted[0] == value[0] == Tag.WRAPPED and wanted[1] == value[1])
