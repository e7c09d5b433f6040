"""How C# links: calls, extension methods, conversions, overrides; names and steps come from the classes below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.csharp.conversions import Conversions
from indexer.languages.csharp.inference import Inference
from indexer.languages.csharp.namespaces import IMPLICIT
from indexer.languages.csharp.nesting import Nested
from indexer.languages.csharp.steps import Steps
from indexer.link.nominal import CALLABLE
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

EXTENDED = (Tag.INSTANCE, Tag.WRAPPED, Tag.SEQUENCE, Tag.TYPE_VARIABLE, Tag.OBJECT)


class CSharp(Steps):
    overloads: Conversions

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.extensions: dict[tuple[int, str], list[int]] = {}
        self.surroundings: dict[int, dict[str, int]] = {}
        self.inference = Inference(self)
        self.declaring: dict[int, int] = {}  # method -> the type that declares it first

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = Nested(self, linker)
        self.overloads = Conversions(self, linker)
        linker.makers |= {"inferred": self.generics.inferred}

    def detach(self) -> None:
        """Parts of a type are parts again."""
        self.spaces.parts.part()

    def is_root(self, symbol: int) -> bool:
        return symbol == self.root

    @cached_property
    def root(self) -> Value | int:
        return self.library("object")

    def preferred(self, costs: dict[int, list[int]], count: int) -> dict[int, list[int]]:
        """What a type itself declares goes before what it inherits; what it overrides is inherited."""
        owners = {function: self._declaring(function) for function in costs}
        if len(set(owners.values())) < 2:
            return costs
        order = self.classes(self.program.parent[next(iter(costs))])
        for owner in order if set(order).issuperset(owners.values()) else ():
            if near := {function: cost for function, cost in costs.items() if owners[function] == owner}:
                return near
        return costs

    def _declaring(self, function: int) -> int:
        """The type that declares a method first."""
        if function not in self.declaring:
            first = function
            while "override" in (self.program.modifiers[first] or ()) and (base := self.overridden(first)):
                first = base[0]
            self.declaring[function] = self.program.parent[first]
        return self.declaring[function]

    def takes_many(self, function: int) -> bool:
        parameters = self.program.parameters[function]
        return parameters is not None and bool(parameters) and (parameters[-1][1] or "").startswith("params ")

    # -- members that are declared elsewhere

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.INSTANCE and name == "Invoke" and (signature := self.functional(value)) is not None:
            self.linker.target(value[1], "declared")
            return [((Tag.FUNCTION_TYPE, *signature), value)]
        found = self._extended(value, name, space)
        if not found and value[0] in (Tag.INSTANCE, Tag.CLASS) and self.program.is_external(value[1]):
            return [((Tag.EXTERNAL, f"{self.program.name[value[1]]}.{name}"), value)]
        return found

    def _extended(self, value: Value, name: str, space: int) -> list[Member]:
        """Members, and extension methods where they come into question."""
        found = list(super().member(value, name, space))
        if value[0] == Tag.SUPER and not found and self.is_open(value[1]):
            return [((Tag.EXTERNAL, f"base.{name}"), value)]
        current = self.linker.current
        if space != Space.CALL or value[0] not in EXTENDED or not 0 <= current < MADE:
            return found
        if self.program.ops[current] != Op.MEMBER or (found and not self._gives_way(found[0][0])):
            return found
        extending = tuple(f for f in self.extending(self.program.term_file[current], name) if self._extends(f, value))
        if not extending:
            return found
        own, receiver = self._functions(found)
        return [((Tag.GROUP, own, receiver, (), self.program.parts[current][0], extending), value)]

    def _gives_way(self, found: Value | int) -> bool:
        """Whether an extension method may be meant though there is a member: a method, or what cannot be called."""
        if not isinstance(found, int):
            return found[0] in (Tag.GROUP, Tag.EXTERNAL)
        if self.program.kind[found] in CALLABLE:
            return True
        held = self.type_held(found)
        return held is not None and self.program.kind[held] != "delegate"

    def _functions(self, found: list[Member]) -> tuple[tuple[int, ...], Value | None]:
        """The methods among members, and what they are reached through."""
        for entity, receiver in found:
            if isinstance(entity, int) and self.program.kind[entity] in CALLABLE:
                return (entity,), receiver
            if not isinstance(entity, int) and entity[0] == Tag.GROUP:
                return entity[1], receiver
        return (), None

    def extending(self, file: int, name: str) -> list[int]:
        """The extension methods of a name that a file sees, the nearest namespace's first."""
        key = (file, name)
        if key not in self.extensions:
            self.extensions[key] = self.spaces.extending(name, self._around(file))
        return self.extensions[key]

    def _around(self, file: int) -> dict[str, int]:
        """The namespaces that a file sees, by nearness."""
        if file not in self.surroundings:
            homes = self.spaces_of_files.get(file, {})
            around = [space for home in homes for space in _outwards(home)]
            used = [space for home in (*homes, "") for space in self.visible(file, home)[0]]
            names = dict.fromkeys((*around, *used, *IMPLICIT))
            self.surroundings[file] = {name: place for place, name in enumerate(names)}
        return self.surroundings[file]

    @cached_property
    def spaces_of_files(self) -> dict[int, dict[str, None]]:
        found: dict[int, dict[str, None]] = {}
        for symbol in range(self.program.own):
            if self.program.parent[symbol] < 0 <= self.program.file[symbol]:
                found.setdefault(self.program.file[symbol], {})[self.spaces.of(symbol)] = None
        return found

    def _extends(self, function: int, value: Value) -> bool:
        """Whether an extension method can take the receiver."""
        declared = self.program.term_at(Flow.PARAMETER_TYPE, function, 0)
        wanted = self.named(declared) if declared is not None else None
        if wanted is None:
            return False
        if wanted[0] == Tag.TYPE_VARIABLE:
            bounds = self.generics.bounds(wanted)
            return all(self.conversion(value, bound) is not None for bound in bounds)
        wanted = (Tag.INSTANCE, *wanted[1:]) if wanted[0] == Tag.CLASS else wanted
        return self.conversion(value, wanted) is not None

    # -- calls

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] != Tag.GROUP:
            yield from super().call(value, arguments)
            return
        given = value[3] if len(value) > 3 else ()
        functions, receiver, passed = self._chosen(value, arguments)
        for function in functions:
            self.linker.target(function, "overload" if len(functions) == 1 else "candidates")
            yield from self.returned((Tag.FUNCTION, function, receiver, given), passed)

    def _chosen(self, value: Value, arguments: tuple[int, ...]) -> tuple[list[int], Value | None, tuple[int, ...]]:
        """What a call of a group means, its receiver and arguments: extension methods only where no method fits."""
        choose = self.overloads.choose
        if len(value) < 4 or not value[3]:
            value = (Tag.GROUP, self.inference.telling(value[1], arguments), *value[2:])
        if len(value) < 6:
            return choose((Tag.GROUP, value[1], value[2]), arguments), value[2], arguments
        own = (Tag.GROUP, value[1], value[2], True)
        if (chosen := choose(own, arguments)) or self.overloads.is_open(own, arguments):
            return chosen, value[2], arguments
        passed = (value[4], *arguments)
        extending = self.of_arity(value[5], len(value[3])) if value[3] else self.inference.telling(value[5], passed)
        return choose((Tag.GROUP, extending, None), passed), None, passed

    def _through_out(self, parts: Sequence[int], place: int) -> Iterable[Value]:
        """What a call hands out through an `out` parameter."""
        program, linker = self.program, self.linker
        callee, *given = program.parts[parts[0]]
        arguments = tuple(given)
        for value in linker.read(callee):
            functions, receiver, passed = self._called(value, arguments)
            for function in functions:
                declared = program.term_at(Flow.PARAMETER_TYPE, function, place + len(passed) - len(arguments))
                if declared is not None:
                    environment = self.generics.of_call((Tag.FUNCTION, function, receiver, ()), passed)
                    yield from linker.read(linker.inside(linker.argument(declared), environment))

    def _called(self, value: Value, arguments: tuple[int, ...]) -> tuple[list[int], Value | None, tuple[int, ...]]:
        if value[0] == Tag.FUNCTION:
            return [value[1]], value[2], arguments
        if value[0] == Tag.CLASS:
            makers = self.constructors(value[1])
            return self.overloads.choose((Tag.GROUP, tuple(makers), None), arguments), value, arguments
        return self._chosen(value, arguments) if value[0] == Tag.GROUP else ([], None, arguments)

    def _through_attribute(self, parts: Sequence[int]) -> Iterable[Value]:
        """An attribute names the constructor that its arguments choose; without one, its type."""
        made, *arguments = parts
        for value in self.linker.read(made):
            if value[0] != Tag.CLASS:
                self.linker.outside.setdefault(self.linker.current, "star_import")
                continue
            makers = self.constructors(value[1])
            if not makers:
                self.linker.target(value[1], "constructed")
            for function in self.overloads.choose((Tag.GROUP, tuple(makers), None), tuple(arguments)) if makers else ():
                self.linker.target(function, "overload" if len(makers) > 1 else "constructed")
            yield (Tag.INSTANCE, *value[1:])

    def constructors(self, symbol: int) -> list[int]:
        own = self.program.members.get(symbol, {}).get(self.program.name[symbol], ())
        static = ("static" in (self.program.modifiers[s] or ()) for s in own)
        return [s for s, fixed in zip(own, static, strict=True) if self.program.kind[s] == "constructor" and not fixed]

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Arrays as sequences."""
        if wanted[0] != Tag.INSTANCE or len(wanted[2]) != 1:
            return
        if value[0] == Tag.WRAPPED and value[1] == "array":
            yield wanted[2][0], self.linker.argument(value[2][0])
        elif value[0] == Tag.SEQUENCE and self.tuple_names(value) is None:
            for part in self.program.parts[value[1]][1:]:
                yield wanted[2][0], part

    # -- overrides

    def overridden(self, symbol: int) -> list[int]:
        """What `override` overrides, and the members of interfaces that a member implements."""
        program = self.program
        owner, modifiers = program.parent[symbol], program.modifiers[symbol] or ()
        if owner < 0 or "static" in modifiers:
            return []
        if explicit := program.flows[Flow.IMPLEMENTS].get(symbol):
            interface = self.named(explicit[0][1])
            return self._same(symbol, interface[1])[:1] if interface is not None and interface[0] == Tag.CLASS else []
        if "override" in modifiers:
            bases = (base for base in self.classes(owner)[1:])
            return next((same[:1] for base in bases if (same := self._same(symbol, base))), [])
        if program.kind[owner] == "interface" or program.visibility[symbol] != "public":
            return []
        interfaces = [base for base in self.order(owner) if program.kind[base] == "interface"]
        return [found for base in interfaces for found in self._same(symbol, base)[:1]]

    def _same(self, symbol: int, base: int) -> list[int]:
        """A base's member of the same name and shape; its type parameters may stand for anything."""
        program = self.program
        kind, arity, shape = program.kind[symbol], self.spaces.arity(symbol), self.shape(symbol)
        named = [
            other
            for other in self.own_members(base, program.name[symbol])
            if program.kind[other] == kind and self.spaces.arity(other) == arity
        ]
        return sorted((s for s in named if self._fits(shape, s, base)), key=lambda s: self.shape(s) != shape)

    def _fits(self, shape: tuple[str, ...], other: int, base: int) -> bool:
        shape, theirs = _loose(shape), _loose(self.shape(other))
        free = {*self.generics.parameters(base), *self.generics.parameters(other)}
        same = (one == two or two.rstrip("[]@") in free for one, two in zip(shape, theirs, strict=False))
        return len(shape) == len(theirs) and all(same)


def _loose(shape: tuple[str, ...]) -> tuple[str, ...]:
    """What may be null is no type of its own where references are concerned."""
    return tuple(word.replace("?", "") for word in shape)


def _outwards(space: str) -> Iterable[str]:
    while space:
        yield space
        space = space.rpartition(".")[0]
    yield ""


DIALECT = CSharp
