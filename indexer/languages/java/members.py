"""Members of Java's types: what they declare and inherit, by name space; what overrides what; functional interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from indexer.extract.terms import Flow, Space
from indexer.languages.java.lombok import accessed
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.languages.java.names import Names

METHODS = frozenset({"method", "function"})
VARIABLES = frozenset({"field", "constant", "enum_member", "property", "variable"})
OF_OBJECT = frozenset({("equals", 1), ("hashCode", 0), ("toString", 0)})
CONCRETE = frozenset({"default", "static", "private"})
DEEPEST = 20  # bases that a type parameter is followed through
Shape = Value | str | None  # of a parameter: its erased type


class Members:
    def __init__(self, dialect: Names) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.found: dict[tuple[int, str, int], list[int]] = {}
        self.abstracts: dict[int, int | None] = {}
        self.shapes: dict[int, tuple[Shape, ...]] = {}
        self.standing: dict[tuple[int, Value], Value | None] = {}
        self.nameless: dict[int, dict[str, list[int]]] | None = None

    def of(self, symbol: int, name: str, space: int) -> list[int]:
        """Members that go by a name in one of the name spaces: the nearest; of methods all that are not overridden."""
        key = (symbol, name, space)
        if key not in self.found:
            found = self._of(symbol, name, space) or accessed(self.dialect, symbol, name, space)
            self.found[key] = found or self._of_kotlin(symbol, name, space)
        return self.found[key]

    def _of_kotlin(self, symbol: int, name: str, space: int) -> list[int]:
        """What a type written in Kotlin shows to Java: its companion's members, accessors of its properties."""
        if self.program.files[self.program.file[symbol]].language != "kotlin":
            return []
        for companion in self.dialect.own_members(symbol, "Companion"):
            if found := self._of(companion, name, space):
                return found
        stem = name[3:] if name.startswith(("get", "set")) else ""
        own = self._of(symbol, stem[:1].lower() + stem[1:], Space.VALUE) if stem and space == Space.CALL else []
        return [s for s in own if self.program.kind[s] == "property"]

    def _of(self, symbol: int, name: str, space: int) -> list[int]:
        dialect, members = self.dialect, self.program.members
        found = Inherited(self)
        for owner in dialect.order(symbol):
            if owner not in members or name not in members[owner]:
                continue
            named = self._in_space(dialect.own_members(owner, name), space)
            own = [s for s in named if dialect.is_inherited(s, symbol)]
            if named and space != Space.CALL:
                return own[:1]  # a private one hides what lies beyond
            found.add(own)
        return list(dict.fromkeys(found.methods))

    def is_met_later(self, one: int, other: int) -> bool:
        """Of equal methods inherited from two sides javac takes an interface's, of two that with fewer bases."""
        program = self.program
        here, there = program.parent[one], program.parent[other]
        order = self.dialect.order(there)
        if program.kind[here] != "interface" or here in order:
            return False
        if program.kind[there] == "interface":
            return len(self.dialect.order(here)) < len(order)
        return "abstract" in (program.modifiers[other] or ())

    def is_function_of_interface(self, member: int) -> bool:
        """Whether a method is called by its interface's name alone: no type inherits it."""
        program = self.program
        if program.kind[member] not in METHODS or program.kind[program.parent[member]] != "interface":
            return False
        return "static" in (program.modifiers[member] or ())

    def _in_space(self, symbols: list[int], space: int) -> list[int]:
        kinds = self.program.kind
        if space == Space.CALL:
            methods = [s for s in symbols if kinds[s] in METHODS]
            return methods or [s for s in symbols if kinds[s] == "property"]
        if space == Space.TYPE:
            return [s for s in symbols if kinds[s] in TYPE_KINDS]
        return [
            s for s in symbols if kinds[s] not in TYPE_KINDS and kinds[s] not in METHODS and kinds[s] != "constructor"
        ]

    # -- nameless classes

    def of_nameless(self, term: int, name: str, space: int) -> list[int]:
        if self.nameless is None:
            self.nameless = {}
            for symbol, flows in self.program.flows[Flow.IMPLEMENTS].items():
                listed = self.nameless.setdefault(flows[0][1], {})
                listed.setdefault(self.program.name[symbol], []).append(symbol)
        own = self._in_space(self.nameless.get(term, {}).get(name, []), space)
        if own and space != Space.CALL:
            return own
        base = self.nameless_base(term)
        inherited = self.of(base[1], name, space) if base is not None and base[0] == Tag.INSTANCE else []
        package = self.program.files[self.program.term_file[term]].package or ""
        inherited = [s for s in inherited if self._is_seen(s, package)]
        return own + [s for s in inherited if not any(self.overrides(nearer, s) for nearer in own)]

    def _is_seen(self, member: int, package: str) -> bool:
        """Whether what derives from a type in some package inherits a member."""
        visibility = self.program.visibility[member]
        return visibility != "private" and (visibility != "internal" or self.dialect.package_of(member) == package)

    def nameless_base(self, term: int) -> Value | None:
        """What a nameless class extends or implements, as an instance."""
        named = self.dialect.named(self.program.parts[term][1])
        return (Tag.INSTANCE, *named[1:]) if named is not None and named[0] == Tag.CLASS else named

    # -- overriding

    def shape(self, function: int) -> tuple[Shape, ...]:
        """The parameters' erased types; None where any type may stand, a variable where its type's bases say which."""
        if function not in self.shapes:
            flows = self.program.flows[Flow.PARAMETER_TYPE].get(function, ())
            types = {place: self._erased(self.dialect.named(term)) for place, term in flows}
            self.shapes[function] = tuple(types.get(i) for i in range(len(self.program.parameters[function] or ())))
        return self.shapes[function]

    def _erased(self, named: Value | None) -> Shape:
        if named is None:
            return None
        if named[0] == Tag.INSTANCE:  # as a type's part
            return (Tag.CLASS, named[1])
        if named[0] == Tag.EXTERNAL:
            return str(named[1]).removesuffix("()").rpartition(".")[2]
        if named[0] == Tag.TYPE_VARIABLE:
            return self._erased_variable(named)
        if named[0] != Tag.WRAPPED:
            return named[:2]
        return named[1] if not named[2] else ("array", self._erased(self.dialect.part(named[2][0])))

    def _erased_variable(self, variable: Value) -> Shape:
        """A method's own type parameter is erased to its bound; a type's is something else in what derives from it."""
        if self.program.kind[variable[1]] in TYPE_KINDS:
            return variable
        bounds = self.dialect.generics.bounds(variable)
        return self._erased(bounds[0] if bounds else self.dialect.root)

    def overrides(self, one: int, other: int) -> bool:
        """Whether a method stands in for another one of the same name: the same types, where these are told."""
        mine, theirs = self.shape(one), self.shape(other)
        if len(mine) != len(theirs):
            return False
        owner = self.program.parent[one]
        return all(self._is_same(a, b, owner) for a, b in zip(mine, theirs, strict=True))

    def _is_same(self, one: Shape, other: Shape, owner: int) -> bool:
        """Whether a parameter of a method of the owner is one of a base's method, as the owner inherits that."""
        if one is None or other is None or one == other:
            return True
        if _is_variable(other) and other[1] != owner:
            told = self._stands_for(owner, other)
            return told is None or self._is_same(one, self._erased(told), owner)
        if _is_variable(other):
            bounds = self.dialect.generics.bounds(other)
            return not _is_variable(one) and one == self._erased(bounds[0] if bounds else self.dialect.root)
        if isinstance(one, tuple) and isinstance(other, tuple) and one[0] == other[0] == "array":
            return self._is_same(one[1], other[1], owner)
        return False

    def _stands_for(self, symbol: int, variable: Value, depth: int = 0) -> Value | None:
        """What a type writes for a type parameter of one of its bases; None where nobody can tell by names alone."""
        key = (symbol, variable)
        if key not in self.standing and depth < DEEPEST:
            self.standing[key] = None  # for its own, too
            bases = (base for base in self.dialect.parents(symbol) if base[0] == Tag.CLASS)
            through = next((base for base in bases if variable[1] in self.dialect.order(base[1])), None)
            self.standing[key] = self._written(through, variable, depth) if through is not None else None
        return self.standing.get(key)

    def _written(self, base: Value, variable: Value, depth: int) -> Value | None:
        inner = variable if variable[1] == base[1] else self._stands_for(base[1], variable, depth + 1)
        if inner is None or inner[0] != Tag.TYPE_VARIABLE or inner[1] != base[1]:
            return inner
        names = self.dialect.generics.parameters(base[1])
        place = names.index(inner[2]) if inner[2] in names else len(base[2])
        key = self.dialect.linker.made_for(base[2][place]) if place < len(base[2]) else ("",)
        return self.dialect.named(key[1]) if key[0] == "instances" else None

    def overridden(self, symbol: int) -> list[int]:
        """The nearest method of the bases that a method overrides or implements."""
        program, dialect = self.program, self.dialect
        if program.kind[symbol] != "method" or "static" in (program.modifiers[symbol] or ()):
            return []
        owner, name = program.parent[symbol], program.name[symbol]
        if nameless := program.flows[Flow.IMPLEMENTS].get(symbol):
            base = self.nameless_base(nameless[0][1])
            order = dialect.order(base[1]) if base is not None and base[0] == Tag.INSTANCE else []
        else:
            order = dialect.order(owner)[1:] if owner >= 0 and program.kind[owner] in TYPE_KINDS else []
        for base_type in order:
            if base_type not in program.members or name not in program.members[base_type]:
                continue
            for other in dialect.own_members(base_type, name):
                is_method = program.kind[other] == "method" and "static" not in (program.modifiers[other] or ())
                if is_method and dialect.is_inherited(other, owner) and self.overrides(symbol, other):
                    return [other]
        return []

    # -- functional interfaces

    def abstract(self, symbol: int) -> int | None:
        """The only method of an interface that has no body."""
        if symbol not in self.abstracts:
            self.abstracts[symbol] = self._abstract(symbol) if self.program.kind[symbol] == "interface" else None
        return self.abstracts[symbol]

    def _abstract(self, symbol: int) -> int | None:
        program = self.program
        found: list[int] = []
        for owner in self.dialect.order(symbol):
            if program.kind[owner] != "interface":
                continue
            for name, symbols in program.members.get(owner, {}).items():
                for method in symbols:
                    if program.kind[method] != "method" or (name, len(program.parameters[method] or ())) in OF_OBJECT:
                        continue
                    nearer = (f for f in found if program.name[f] == name and program.parent[f] != owner)
                    if not any(self.overrides(f, method) for f in nearer):
                        found.append(method)
        abstract = [method for method in found if CONCRETE.isdisjoint(program.modifiers[method] or ())]
        return abstract[0] if len(abstract) == 1 else None


class Inherited:
    """Methods of one name, met from the nearest type to the farthest: those that no nearer one overrides."""

    def __init__(self, members: Members) -> None:
        self.members = members
        self.methods: list[int] = []
        self.alike: dict[tuple[Shape, ...], list[int]] = {}  # shape -> places; what overrides them has that shape, too
        self.loose: list[int] = []  # places of methods whose shape depends on who inherits them

    def add(self, own: list[int]) -> None:
        count, members = len(self.methods), self.members
        for method in own:
            rivals = [
                place for place in self._comparable(method, count) if members.overrides(self.methods[place], method)
            ]
            for place in rivals:
                if members.is_met_later(method, self.methods[place]):
                    self.methods[place] = method
            if not rivals:
                shape = members.shape(method)
                listed = self.alike.setdefault(shape, []) if all(map(_is_told, shape)) else self.loose
                listed.append(len(self.methods))
                self.methods.append(method)

    def _comparable(self, method: int, count: int) -> list[int]:
        """Places of nearer types' methods that may have the same parameters."""
        shape = self.members.shape(method)
        if not all(map(_is_told, shape)):
            return list(range(count))
        return [place for place in (*self.alike.get(shape, ()), *self.loose) if place < count]


def _is_told(shape: Shape) -> bool:
    """Whether a parameter's type is the same for whoever inherits it."""
    if isinstance(shape, tuple) and shape[0] == "array":
        return _is_told(shape[1])
    return shape is not None and not _is_variable(shape)


def _is_variable(shape: Shape) -> TypeGuard[Value]:
    return isinstance(shape, tuple) and shape[0] == Tag.TYPE_VARIABLE
