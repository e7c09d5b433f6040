"""The line of a Ruby type's ancestors, and which methods and constants are found along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.ruby.constants import KINDS, TYPES, Constants, joined
from indexer.languages.ruby.library import CORE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.program import Program

METHODS = frozenset({"method", "constructor", "property", "function"})


class Ancestors:
    """Types go by the first of their parts; look-ups take any part."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants = Constants(program)
        self.last_names: dict[str, list[int]] = {}  # the last word of constants -> where they are
        self.opened: set[str] = set()  # modules of libraries that the repository adds to
        for full, parts in self.constants.parts.items():
            around, _, name = full.rpartition("::")
            self.last_names.setdefault(name, []).append(parts[0])
            if around and around not in self.constants.parts:
                self.opened.add(around)
        self.method_names = {program.name[s] for s in range(program.own) if program.kind[s] in METHODS}
        self.terms: dict[int, Value | None] = {}
        self.base_types: dict[int, list[Value]] = {}
        self.orders: dict[int, list[int]] = {}
        self.open: dict[int, bool] = {}
        self.found: dict[tuple[int, str, bool, bool], list[int]] = {}
        self.statics: dict[int, bool] = {}
        self.everywhere: dict[str, list[int]] = {}  # folder -> terms of modules that its files include at their top

    def parts(self, symbol: int) -> list[int]:
        """All places that define a type, or open it."""
        return self.constants.parts.get(self.constants.full(symbol), [symbol])

    def first(self, symbol: int) -> int:
        return self.constants.first.get(symbol, symbol)

    # -- constants

    def lookup(self, file: int, name: str, owner: int) -> tuple[int | None, str]:
        """By nesting, then by the ancestors of the innermost type, then at the top."""
        constants = self.constants
        nesting = constants.nesting(owner)
        for around in nesting:
            if (found := constants.at(joined(constants.full(around), name), file)) is not None:
                return found, "package"
        for around in self.order(nesting[0])[1:] if nesting else ():
            if (found := constants.at(joined(constants.full(around), name), file)) is not None:
                return found, "inherited"
        return self._at_top(file, name)

    def _at_top(self, file: int, name: str) -> tuple[int | None, str]:
        if (found := self.constants.at(name, file)) is not None:
            return found, "package"
        for term in self.everywhere.get(self._root(file), ()):
            base = self.named(term)
            if base is not None and base[0] != Tag.EXTERNAL and (inside := self.constant_of(base[1], name)):
                return inside[0], "inherited"
        return None, ""

    def include_everywhere(self, file: int, term: int) -> None:
        """A module that a file includes at its top is part of every object; as far as we know that of its folder."""
        self.everywhere.setdefault(self._root(file), []).append(term)

    def _root(self, file: int) -> str:
        return self.program.files[file].path.partition("/")[0]

    def is_outside(self, name: str) -> bool:
        """Whether a constant that was not found is none of the repository's."""
        return name in CORE or name not in self.last_names

    def constant_of(self, symbol: int, name: str) -> list[int]:
        """`A::NAME`: of the type itself or of its ancestors."""
        for owner in self.order(symbol):
            found = self.constants.at(joined(self.constants.full(owner), name), self.program.file[symbol])
            if found is not None:
                return [found]
        return []

    def named(self, term: int) -> Value | None:
        """The type that a term names."""
        if term not in self.terms:
            self.terms[term] = None  # in a circle nothing is named
            self.terms[term] = self._named(term)
        return self.terms[term]

    def _named(self, term: int) -> Value | None:
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op in (Op.SYMBOL, Op.CLS, Op.SELF):
            return self._type(parts[0])
        if op == Op.FREE:
            name = program.texts[parts[0]]
            if name == "::":
                return (Tag.MODULE, "::")
            symbol = self.lookup(program.term_file[term], name, parts[1])[0]
            unknown = (Tag.EXTERNAL, name) if self.is_outside(name) or name in self.opened else None
            return self._type(symbol) if symbol is not None else unknown
        if op != Op.MEMBER or (base := self.named(parts[0])) is None:
            return None
        name = program.texts[parts[1]]
        if base[0] == Tag.EXTERNAL or base[1] == "::":
            full = joined(base[1], name) if base[0] == Tag.EXTERNAL else name
            symbol = self.constants.at(full, program.term_file[term])
            return self._type(symbol) if symbol is not None else (Tag.EXTERNAL, full)
        found = self.constant_of(base[1], name)
        return self._type(found[0]) if found else None

    def _type(self, symbol: int) -> Value | None:
        """The type that a definition is, or is another name of."""
        kind = self.program.kind[symbol]
        if kind in TYPES:
            return (Tag.MODULE if kind == "module" else Tag.CLASS, self.first(symbol), ())
        flows = self.program.flows[Flow.VALUE].get(symbol, ()) if kind in KINDS else ()
        return next((found for _, term in flows if (found := self.named(term)) is not None), None)

    # -- ancestors

    def bases(self, symbol: int) -> list[Value]:
        """What a type derives from or includes, in all its parts."""
        first = self.first(symbol)
        if first not in self.base_types:
            self.base_types[first] = []
            self.base_types[first] = self._bases(first)
        return self.base_types[first]

    def _bases(self, symbol: int) -> list[Value]:
        flows, found = self.program.flows, []
        for part in self.parts(symbol):
            extended = set(self.program.terms_of(Flow.DECORATOR, part))
            terms = [term for _, term in sorted(flows[Flow.BASE].get(part, ())) if term not in extended]
            found += [base for term in terms if (base := self.named(term)) is not None]
        return found

    def extensions(self, symbol: int) -> list[int]:
        """Modules whose methods a type itself has."""
        named = [self.named(t) for part in self.parts(symbol) for t in self.program.terms_of(Flow.DECORATOR, part)]
        return [base[1] for base in reversed(named) if base is not None and isinstance(base[1], int)]

    def order(self, symbol: int) -> list[int]:
        """The type, the modules that it includes (the last one first), its superclass, each with its own."""
        first = self.first(symbol)
        if first not in self.orders:
            self.orders[first] = [first]  # a type that is its own base has no others
            bases = [base for base in self.bases(first) if isinstance(base[1], int) and base[1] != first]
            modules = [base[1] for base in reversed(bases) if base[0] == Tag.MODULE]
            classes = [base[1] for base in bases if base[0] == Tag.CLASS]
            found = dict.fromkeys([first, *(o for base in modules + classes for o in self.order(base))])
            self.orders[first] = list(found)
        return self.orders[first]

    def is_open(self, symbol: int) -> bool:
        """Whether an ancestor leads out of the repository."""
        first = self.first(symbol)
        if first not in self.open:
            known = self.order(first)
            fulls = [self.constants.full(owner) for owner in known]
            added_to = any(full in CORE or full.rpartition("::")[0] in self.opened for full in fulls)
            self.open[first] = added_to or any(b[0] == Tag.EXTERNAL for owner in known for b in self.bases(owner))
        return self.open[first]

    # -- methods

    def is_static(self, symbol: int) -> bool:
        """Whether a definition belongs to the type itself, not to its instances."""
        if symbol not in self.statics:
            self.statics[symbol] = symbol >= 0 and "static" in (self.program.modifiers[symbol] or ())
        return self.statics[symbol]

    def is_own(self, member: int, symbol: int) -> bool:
        return self.first(self.program.parent[member]) == self.first(symbol)

    def find(self, symbol: int, name: str, static: bool, beyond: bool = False) -> list[int]:
        """The nearest method, accessor or variable of a name; `beyond` the type itself for `super`."""
        key = (self.first(symbol), name, static, beyond)
        if key not in self.found:
            self.found[key] = self._find(key[0], name, static, beyond)
        return self.found[key]

    def _find(self, symbol: int, name: str, static: bool, beyond: bool) -> list[int]:
        order = self.order(symbol)
        for owner in order[1:] if beyond else order:
            if static and owner != symbol and self.program.kind[owner] == "module":
                continue  # what a module itself can do is not handed on
            if found := self._own(owner, name, static):
                return found
            for module in self.extensions(owner) if static else ():
                for each in self.order(module):
                    if found := self._own(each, name, False):
                        return found
        # A module's function that nobody defined on the module: `module_function`, `extend self`.
        if static and not beyond and self.program.kind[symbol] == "module":
            return self._own(symbol, name, False)
        return []

    def _own(self, owner: int, name: str, static: bool) -> list[int]:
        members, kinds = self.program.members, self.program.kind
        for part in self.parts(owner):
            for symbol in members.get(part, {}).get(name, ()):
                if name[0] == "@" or (kinds[symbol] in METHODS and self.is_static(symbol) == static):
                    return [symbol]
        return []
