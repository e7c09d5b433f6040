"""How Kotlin links: lambdas with a receiver, imported extensions, what collections hold, overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.kotlin.calls import RECEIVER
from indexer.languages.kotlin.library import SINGLE, TYPES
from indexer.languages.kotlin.names import Names
from indexer.link.generics import Generics
from indexer.link.nominal import CALLABLE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.linker import Linker

INSIDE = frozenset({"apply", "run", "with"})


class Receiving(Generics):
    """A lambda may have a receiver, which is none of its parameters."""

    def note_lambdas(self, value: Value, arguments: tuple[int, ...]) -> None:
        super().note_lambdas(value, arguments)
        keys = (("parameter", -term, RECEIVER) for term in arguments if self.program.ops[term] == Op.LAMBDA)
        self.linker.demand(self.linker.keys[key] for key in keys if key in self.linker.keys)


class Kotlin(Names):
    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = Receiving(self, linker)
        linker.makers |= {"inferred": self.generics.inferred}

    # -- steps that only Kotlin knows

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        if word == "within":
            return self._within(*parts)
        return self._extension(*parts) if word == "extension" else self._delegate(*parts)

    def _within(self, name: int, receiver: int, member: int, callee: int) -> Iterable[Value]:
        """A bare name in a lambda: a member of the lambda's receiver before what it means outside."""
        program = self.program
        if program.ops[member] != Op.MEMBER or not self.has_receiver(program.texts[program.parts[callee][0]]):
            return self._same(name)
        text, space = program.texts[program.parts[member][1]], program.parts[member][2]
        values: list[Value] = []
        for value in self.linker.read(receiver):
            if value[0] != Tag.INSTANCE:
                continue
            if any(not self._is_external([found]) for found in self.member(value, text, space)):
                values += self._same(member)
            elif not self.is_open(value[1]):
                values += self._same(name)
        if not values and text[:1].isupper() and not self.wait():
            return self._same(name)  # nobody knows the receiver; no instance has a type in it
        return values

    def _same(self, term: int) -> Iterable[Value]:
        values = list(self.linker.read(term))
        self.linker.same_target(term, self.linker.current)
        if self.program.ops[term] == Op.SYMBOL:
            self.linker.target(self.program.parts[term][0], "scope")
        return values

    def has_receiver(self, function: str) -> bool:
        """Whether a function of that name may give its lambda a receiver; of those outside only some are known to."""
        return function in INSIDE or function in self.lambda_receivers

    @cached_property
    def lambda_receivers(self) -> frozenset[str]:
        """Functions of the repository with a parameter like `Type.() -> Unit`."""
        program = self.program
        flows = program.flows[Flow.PARAMETER_TYPE]
        return frozenset(program.name[s] for s, listed in flows.items() if any(self._is_receiver(t) for _, t in listed))

    def _is_receiver(self, term: int) -> bool:
        """Also by another name: `typealias Handler = Context.() -> Unit`."""
        named = self.named(term)
        return named is not None and named[:2] == (Tag.WRAPPED, "receiver")

    def _extension(self, member: int, imported: int) -> Iterable[Value]:
        """`x.name` where an extension of that name is imported: a member of x goes before it."""
        values = list(self._same(member))
        if self.linker.targets.get(member) or not all(map(self.leads_out, values)):
            return values
        if self.wait():
            return values
        entities = self.imported(self.program.term_file[imported], self.program.texts[self.program.parts[imported][0]])
        symbols = self.symbols_of(entities)
        if any(symbol not in self.receivers for symbol in symbols):
            return values
        symbols = [symbol for symbol in symbols if self._may_extend(symbol, self.program.parts[member][:1])]
        if not symbols:
            return values
        if len(symbols) > 1:
            return [*values, (Tag.GROUP, tuple(symbols), None)]
        self.linker.target(symbols[0], "import")
        return [*values, *self.linker.held(symbols[0]), *self._read(symbols[0])]

    def _may_extend(self, symbol: int, receiver: Sequence[int]) -> bool:
        """Whether what is known of a receiver does not speak against an extension: types that nothing derives from."""
        wanted = self.named(self.receivers[symbol])
        known = [value for term in receiver for value in self.linker.read(term) if value[0] == Tag.WRAPPED]
        if any(self.has_itself(value, self.program.name[symbol]) for value in known):
            return False
        if wanted is None or wanted[0] != Tag.WRAPPED or not known:
            return True
        return any(v[1] == wanted[1] or not {v[1], wanted[1]} & SINGLE for v in known)

    def _read(self, symbol: int) -> Iterable[Value]:
        return self.linker.result(symbol, None) if self.program.kind[symbol] not in CALLABLE else ()

    def _delegate(self, term: int) -> Iterable[Value]:
        """`by lazy { … }` is what the lambda gives back."""
        program = self.program
        if program.ops[term] == Op.CALL and len(program.parts[term]) > 1:
            callee, last = program.parts[term][0], program.parts[term][-1]
            if program.ops[callee] == Op.FREE and program.texts[program.parts[callee][0]] == "lazy":
                return self.linker.read(program.parts[last][1]) if program.ops[last] == Op.LAMBDA else ()
        return ()

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        for wanted in self.generics.passed_as(term):
            if wanted[0] == Tag.WRAPPED and wanted[1] == "receiver":
                function, *receivers = wanted[2]  # none where nobody knows the type
                if place == RECEIVER:
                    yield from (value for receiver in receivers for value in self.linker.read(receiver))
                    continue
                wanted = next(iter(self.linker.read(function)), wanted)
            if wanted[0] == Tag.FUNCTION_TYPE and place < len(wanted[2]):
                yield from self.linker.read(wanted[2][place])

    # -- values

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and (found := self.members_of(value[1], "invoke", Space.CALL)):
            for function in found[:1] if len(found) == 1 else ():
                yield from self.returned((Tag.FUNCTION, function, value), arguments)
        else:
            yield from super().call(value, arguments)

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """A lambda that comes last goes to the last parameter."""
        count = len(self.program.parameters[function] or ()) if function >= 0 else 0
        for place, term in super().places(function, receiver, arguments):
            last = term == arguments[-1] and self.program.ops[term] == Op.LAMBDA and place < count - 1
            yield (count - 1 if last else place), term

    def takes_many(self, function: int) -> bool:
        parameters = self.program.parameters[function]
        return parameters is not None and any((kind or "").startswith("vararg ") for _, kind, _ in parameters[-1:])

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and 0 < len(value[2]) < 3 and value[1] in TYPES:
            return self.linker.read(value[2][-1])
        return ()

    def item(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and len(value[2]) == 1 and value[1] in TYPES:
            return self.linker.read(value[2][0])
        if value[0] == Tag.SEQUENCE:
            return [v for part in self.program.parts[value[1]][1:] for v in self.linker.read(part)]
        return ()

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.SEQUENCE:
            return [((Tag.EXTERNAL, f"List.{name}"), value)]
        return super().of_other(value, name, space)

    def labelled(self, value: Value, name: str) -> Iterable[int]:
        """`Type(name = …)` names a property that the constructor declares."""
        if value[0] != Tag.CLASS:
            return ()
        listed = [parameter for parameter, _, _ in self.program.parameters[value[1]] or ()]
        return [s for s in self.own_members(value[1], name) if self.program.kind[s] == "property" and name in listed]

    # -- overrides

    def overridden(self, symbol: int) -> list[int]:
        """What says `override` overrides the nearest member of that name and number of parameters."""
        program = self.program
        if "override" not in (program.modifiers[symbol] or ()) or program.parent[symbol] < 0:
            return []
        owner, name = program.parent[symbol], program.name[symbol]
        nameless = [term for place, term in program.flows[Flow.IMPLEMENTS].get(symbol, ()) if place]
        bases = [named[1] for term in nameless if (named := self.named(term)) is not None and named[0] == Tag.CLASS]
        orders = [self.order(base) for base in bases] if nameless else [self.order(owner)[1:]]
        called, count = program.kind[symbol] in CALLABLE, len(program.parameters[symbol] or ())
        for base in (each for order in orders for each in order):
            same = [
                s for s in self.own_members(base, name)
                if (program.kind[s] in CALLABLE) == called and len(program.parameters[s] or ()) == count
            ]  # fmt: skip
            exact = [s for s in same if self.shape(s) == self.shape(symbol)]
            if same:
                return exact[:1] or (same if len(same) == 1 else [])
        return []


DIALECT = Kotlin
