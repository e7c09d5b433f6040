"""Rust's type arguments: what stands for the parameters of impls, traits and functions, and for associated types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.rust.impls import head_of
from indexer.languages.rust.kinds import INNER
from indexer.link.generics import Environment, Generics
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.rust.linking import Rust
    from indexer.link.linker import Linker

DEEPEST = 3


class Arguments(Generics):
    dialect: Rust

    def __init__(self, dialect: Rust, linker: Linker) -> None:
        super().__init__(dialect, linker)
        self.limits: dict[tuple[int, str], list[Value]] = {}
        linker.makers |= {
            "value": lambda value: (value,), "bound": lambda name, cell: (), "worked_out": self.worked_out,
            "output": self._output,
        }  # fmt: skip

    def cell_of(self, value: Value) -> int:
        """A cell that holds one value."""
        return self.linker.cell("value", value)

    def bounds(self, variable: Value) -> list[Value]:
        """What a type parameter has at least: traits as instances of them, functions by their type."""
        key = variable[1], variable[2]
        if key not in self.limits:
            self.limits[key] = []
            self.limits[key] = self._bounds(variable)
        return self.limits[key]

    def _bounds(self, variable: Value) -> list[Value]:
        owner, name = variable[1:3]
        if name == "Self" and self.program.kind[owner] == "trait":
            own = tuple(self.cell_of((Tag.TYPE_VARIABLE, owner, each)) for each in self.parameters(owner))
            return [(Tag.INSTANCE, owner, own)]
        return self.limits_of(variable)

    def limits_of(self, variable: Value, itself: bool = False) -> list[Value]:
        """The bounds that are written; those of the owner itself, or of its members too."""
        owner, name = variable[1:3]
        names = self.parameters(owner)
        place = names.index(name) if name in names else -1
        wanted = (place,) if itself else (place, place + INNER)
        terms = [term for at, term in self.program.flows[Flow.BOUND].get(owner, ()) if at in wanted]
        return list(self.dialect.limits(terms))

    def bound_cell(self, arguments: tuple[int, ...], name: str) -> int | None:
        """The cell that `Trait<Name = T>` gives an associated type."""
        made_for = self.linker.made_for
        for cell in arguments:
            environments = []
            while (key := made_for(cell))[0] == "inside":
                _, cell, environment = key
                environments.append(environment)
            if key[0] == "bound" and key[1] == name:
                found: int = key[2]
                for environment in reversed(environments):
                    found = self.linker.inside(found, environment)
                return found
        return None

    # -- what a member sees

    def of_member(self, member: int, receiver: Value) -> Environment:
        """What stands for the type parameters around a member, seen from its receiver."""
        owner = self.program.parent[member]
        kind = self.program.kind[owner] if owner >= 0 else ""
        if kind == "impl":
            return self.of_impl(owner, receiver)
        if kind == "trait":
            return self.of_trait(owner, receiver)
        if kind == "enum_member":
            owner = self.program.parent[owner]
        if receiver[0] in (Tag.INSTANCE, Tag.CLASS) and receiver[1] == owner:
            return self.pairs(owner, receiver[2])
        return ()

    def of_impl(self, impl: int, receiver: Value) -> Environment:
        """The impl's type held against the receiver's; then what follows from the bounds."""
        term = self.program.term_at(Flow.TYPE, impl, 0)
        pattern = self.dialect.named(term) if term is not None else None
        if pattern is None or not self.parameters(impl):
            return ()
        if pattern[0] == Tag.TYPE_VARIABLE:
            return ((pattern[1], pattern[2], self.cell_of(instance_of(receiver))),)
        if len(receiver) < 3 or len(pattern) < 3:
            return ()
        found: dict[str, int] = {}
        for wanted, cell in zip(pattern[2], receiver[2], strict=False):
            variable = self._variable(wanted)
            if variable is not None and variable[1] == impl:
                found.setdefault(variable[2], cell)
        return tuple((impl, name, cell) for name, cell in {**found, **self._implied(impl, found)}.items())

    def _variable(self, cell: int) -> Value | None:
        """The type parameter that a cell of a type argument is."""
        key = self.linker.made_for(cell)
        value = self.dialect.named(key[1]) if key[0] == "instances" else None
        return value if value is not None and value[0] == Tag.TYPE_VARIABLE else None

    def _implied(self, impl: int, known: dict[str, int]) -> dict[str, int]:
        """`F: Fn(…) -> B`, `I: Iterator<Item = T>`: parameters that others tell."""
        found: dict[str, int] = {}
        for name, cell in known.items():
            for bound in self.bounds((Tag.TYPE_VARIABLE, impl, name)):
                if bound[0] == Tag.FUNCTION_TYPE and (told := self._named_in(bound[1], impl)) not in (None, *known):
                    found[str(told)] = self.linker.cell("output", cell)
                found.update(self._bound_in(impl, bound, cell))
        return {name: cell for name, cell in found.items() if name not in known}

    def _bound_in(self, impl: int, bound: Value, cell: int, depth: int = 0) -> dict[str, int]:
        """Parameters that are associated types of what a cell holds, or of such types."""
        found: dict[str, int] = {}
        for argument in bound[2] if bound[0] in (Tag.INSTANCE, Tag.CLASS) else ():
            key = self.linker.made_for(argument)
            if key[0] != "bound":
                continue
            part = self.cell_of((Tag.WRAPPED, f"::{key[1]}", (cell,)))
            if (told := self._named_in(key[2], impl)) is not None:
                found[told] = part
            elif (inner := self._static(key[2])) is not None and depth < DEEPEST:
                found.update(self._bound_in(impl, inner, part, depth + 1))
        return found

    def _named_in(self, cell: int, impl: int) -> str | None:
        """The impl's own parameter that a term or argument is."""
        program = self.program
        if cell < len(program.ops) and program.ops[cell] == Op.INSTANCE:
            cell = self.linker.argument(program.parts[cell][0])
        variable = self._variable(cell)
        return variable[2] if variable is not None and variable[1] == impl else None

    def _output(self, cell: int) -> Iterable[Value]:
        """What calling gives."""
        for value in self.linker.read(cell):
            yield from self.dialect.called(value)

    def of_trait(self, trait: int, receiver: Value) -> Environment:
        """`Self` is the receiver; the trait's parameters are what its impl or bound says."""
        subject = instance_of(receiver)
        found: Environment = ((trait, "Self", self.cell_of(subject)),)
        if not self.parameters(trait):
            return found
        if receiver[0] in (Tag.INSTANCE, Tag.CLASS) and receiver[1] == trait:
            return found + self.pairs(trait, receiver[2])
        told = list(self.dialect.trait_arguments(receiver, trait))
        if len(told) != 1:
            return found  # several impls of one trait: which of them depends on more than the receiver
        given, environment = told[0]
        return found + self.pairs(trait, tuple(self.linker.inside(cell, environment) for cell in given))

    def applies(self, member: int, receiver: Value) -> bool:
        """Whether a type has a member for the arguments it has: `impl<T: A> A for Arc<T>` asks that of T."""
        owner = self.program.parent[member]
        if len(receiver) < 3 or not receiver[2] or receiver[1] == owner:
            return True
        if self.program.kind[owner] == "impl":
            return self._meets(owner, receiver, bounded=False)
        head = head_of(receiver)
        impls = [impl for own, impl in self.dialect.impls.of(head).traits if own == owner] if head is not None else []
        return not impls or -1 in impls or any(self._meets(impl, receiver) for impl in impls)

    def _meets(self, impl: int, receiver: Value, bounded: bool = True) -> bool:
        """Whether the arguments of a type are those of an impl, as far as names tell."""
        term = self.program.term_at(Flow.TYPE, impl, 0)
        pattern = self.dialect.named(term) if term is not None else None
        if pattern is None or len(pattern) < 3:
            return True
        pairs = zip(pattern[2], receiver[2], strict=False)
        return all(self._fits(self._static(wanted), self._static(cell), bounded) for wanted, cell in pairs)

    def _fits(self, wanted: Value | None, given: Value | None, bounded: bool) -> bool:
        if wanted is None or given is None:
            return True
        if wanted[0] == Tag.TYPE_VARIABLE:
            bounds = self.limits_of(wanted, itself=True) if bounded else []
            return all(self._has(given, bound[1]) for bound in bounds if bound[0] == Tag.INSTANCE)
        heads = head_of(wanted), head_of(given)
        return None in heads or heads[0] == heads[1]

    def _static(self, cell: int) -> Value | None:
        """The type that a cell is known to be of, whatever else comes."""
        key = self.linker.made_for(cell)
        if key[0] == "value":
            return key[1]  # type: ignore[no-any-return]
        if key[0] == "inside":
            value = self._static(key[1])
            if value is None or value[0] != Tag.TYPE_VARIABLE:
                return value
            cells = [put for owner, name, put in key[2] if (owner, name) == value[1:3]]
            return self._static(cells[0]) if cells else value
        return self.dialect.named(key[1]) if key[0] == "instances" else None

    def _has(self, given: Value, trait: int) -> bool:
        if given[0] == Tag.TYPE_VARIABLE:
            bounds = [bound for bound in self.bounds(given) if bound[0] == Tag.INSTANCE]
            return any(trait in self.dialect.order(bound[1]) for bound in bounds)
        head = head_of(given)
        return head is None or self.dialect.impls.has(head, trait)

    # -- calls

    def of_call(self, value: Value, arguments: tuple[int, ...]) -> Environment:
        function, receiver = value[1], value[2]
        outer = self.of_member(function, receiver) if receiver is not None else ()
        known = {(owner, name) for owner, name, _ in outer}
        given = self.pairs(function, value[3]) if len(value) > 3 else ()
        known.update((owner, name) for owner, name, _ in given)
        around = self.program.parent[function]
        owners = [function, around] if around >= 0 and self.program.kind[around] == "impl" else [function]
        cells = tuple(
            (owner, name, self.linker.cell("worked_out", owner, function, receiver, name, arguments))
            for owner in owners
            for name in self.parameters(owner)
            if (owner, name) not in known
        )
        return outer + given + cells

    def worked_out(
        self, owner: int, function: int, receiver: Value | None, name: str, arguments: tuple[int, ...]
    ) -> Iterable[Value]:
        """What a type parameter must be, by the arguments of one call."""
        outer = self.of_member(function, receiver) if receiver is not None else ()
        for place, argument in self.dialect.places(function, receiver, arguments):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            if declared is not None:
                pattern = self.linker.inside(self.linker.argument(declared), outer)
                yield from self.held_against(pattern, argument, (Tag.TYPE_VARIABLE, owner, name), outer, 0)

    def held_against(
        self, pattern: int, given: int, variable: Value, outer: Environment, depth: int
    ) -> Iterable[Value]:
        """The values that a type parameter in a pattern takes when a cell is held against it."""
        read = self.linker.read
        for wanted in read(pattern) if depth <= DEEPEST else ():
            if wanted[:3] == variable:
                yield from read(given)
            elif wanted[0] == Tag.TYPE_VARIABLE:
                for bound in self.bounds(wanted):
                    yield from self._by_bound(bound, given, variable, outer, depth)
            elif wanted[0] == Tag.FUNCTION_TYPE:
                yield from self._by_bound(wanted, given, variable, outer, depth)
            elif wanted[0] in (Tag.INSTANCE, Tag.WRAPPED):
                for value in read(given):
                    if value[:2] == wanted[:2]:
                        for inner, cell in zip(wanted[2], value[2], strict=False):
                            yield from self.held_against(inner, cell, variable, outer, depth + 1)

    def _by_bound(self, bound: Value, given: int, variable: Value, outer: Environment, depth: int) -> Iterable[Value]:
        if bound[0] == Tag.FUNCTION_TYPE:
            result = self.linker.inside(bound[1], outer)
            yield from self.held_against(result, self.linker.cell("output", given), variable, outer, depth + 1)
            return
        for argument in bound[2] if bound[0] == Tag.INSTANCE else ():
            key = self.linker.made_for(argument)
            if key[0] == "bound":
                told = self.cell_of((Tag.WRAPPED, f"::{key[1]}", (given,)))
                yield from self.held_against(key[2], told, variable, outer, depth + 1)

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        """By the declared type of the parameter that the closure is passed as."""
        linker = self.linker
        for value, at, arguments in sorted(self.passed.get(term, ()), key=repr):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, value[1], at)
            if declared is None:
                continue
            environment = self.of_call(value, arguments)
            for wanted in linker.read(linker.argument(declared)):
                for signature in self.dialect.signatures(wanted):
                    if place < len(signature[2]):
                        yield from linker.read(linker.inside(signature[2][place], environment))


def instance_of(value: Value) -> Value:
    return (Tag.INSTANCE, *value[1:3]) if value[0] == Tag.CLASS else value
