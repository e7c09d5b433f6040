"""How JavaScript and TypeScript find what a name means: modules, structural types, classes, what is passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.javascript import stored
from indexer.languages.javascript.calls import Calls
from indexer.languages.javascript.contexts import Contexts
from indexer.languages.javascript.elements import MOST_COLLECTED, Elements
from indexer.languages.javascript.functions import SIGNATURE
from indexer.languages.javascript.generics import Generics
from indexer.languages.javascript.lineage import Lineage
from indexer.languages.javascript.members import Members
from indexer.languages.javascript.modules import LANGUAGES, Modules
from indexer.languages.javascript.overloads import Overloads
from indexer.languages.javascript.type_forms import FORMS, TypeForms
from indexer.link.dialect import Dialect, Entity, Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

PRIMITIVES = {"string": "String", "number": "Number", "boolean": "Boolean", "symbol": "Symbol", "bigint": "BigInt"}
VARIABLES = frozenset({"variable", "constant", "field", "property"})
NOTHING = frozenset({"any", "unknown", "never", "void", "null", "undefined", "object", ""})
OFFERED = {"React": "react"}  # packages whose types say `export as namespace X`: known to files that do not import them


class JavaScript(Dialect):
    arguments_flow = True
    members_alike = True
    tells_modules = True

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.modules = Modules(program, tree)
        self.lineage = Lineage(self)
        self.generics = Generics(self)
        self.overloads = Overloads(self)
        self.calls = Calls(self)
        self.members = Members(self)
        self.forms = TypeForms(self)
        self.elements = Elements(self)
        files = {number for number, file in program.files.items() if file.language in LANGUAGES and not file.external}
        self.contexts = Contexts(self, files)

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {
            "inferred": self.generics.inferred, "signature": self.calls.signature_result, "made": self.calls.made,
            "expected": self.contexts.expected, "member": self.members.values, "items": self.elements.items,
            "yields": self.elements.yields, "returns": self.elements.returns, "parameter": self._parameter,
            "elements": self.elements.elements, "result": self._first_result, "all": self.elements.every,
            "held": self._held, "keyed": self.elements.keyed, "alias": self._alias, "form": self.forms.form,
            "item": self.elements.item, "spread": self.elements.spread, "collected": linker.arriving,
        }  # fmt: skip
        linker.steps |= {
            Op.NEW: self._new, Op.APPLY: self.forms.applied, Op.FUNCTION_TYPE: self.forms.function,
            Op.OBJECT: self.forms.object,
        }  # fmt: skip

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        program = self.program
        while owner >= 0:  # other parts of the namespaces around
            inside = program.kind[owner] in ("namespace", "module") and bool(program.name[owner])
            if inside and (found := self.modules.handed_out(owner, name)):
                return [(entity, "module_member") for entity in found]
            owner = program.parent[owner]
        if name in ("exports", "module") and space != Space.TYPE and self.modules.is_javascript(file):
            module: Value = (Tag.MODULE, program.files[file].symbol)
            return [((Tag.GROUP, name, module), "module_member")]
        if symbols := self.modules.global_name(name):
            return [(symbol, "builtin" if program.is_external(symbol) else "import") for symbol in symbols]
        if name in OFFERED and (package := self.modules.library.module("", OFFERED[name])) is not None:
            return [(package, "builtin")]
        return [((Tag.EXTERNAL, name), "builtin")] if name == "globalThis" else []

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        return [(entity, "import") for entity in self.modules.imported(file, name)]

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        return [(entity, "import") for entity in self.modules.statement(file, module, name)]

    def module_file(self, file: int, module: str) -> int:
        source = self.modules.named(file, module)
        inside = source is not None and source[0] == Tag.MODULE and not self.program.is_external(source[1])
        return self.program.file[source[1]] if source is not None and inside else -1

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        return self.members.of(value, name)

    def value_side(self, symbol: int) -> Iterable[Value]:
        """What a type's name is as a value, where a variable or function goes by the same name."""
        return [value for term in self._value_terms(symbol) for value in self.linker.read(term)]

    def _value_terms(self, symbol: int) -> list[int]:
        """Of a type that several files declare parts of, the terms of the first part that has some."""
        program = self.program
        for part in self.modules.parts(symbol):
            terms = program.terms_of(Flow.TYPE, part)
            if not terms and program.kind[part] != "type_alias":
                terms = program.terms_of(Flow.VALUE, part)
            if terms:
                return terms
        return []

    def held(self, symbol: int) -> Iterable[Value]:
        program = self.program
        if program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, program.parent[symbol], ())]
        return ()

    def _held(self, symbol: int) -> Iterable[Value]:
        """What a variable holds, and what was added to it by name; a type that is a namespace too is itself."""
        program = self.program
        if program.kind[symbol] == "type_alias" and self.lineage.is_namespace(symbol):
            yield (Tag.CLASS, symbol, ())
            return
        if program.kind[symbol] == "namespace":
            yield (Tag.MODULE, symbol)
        yield from self.linker._made_held(symbol)
        if program.kind[symbol] in VARIABLES and program.members.get(symbol) and symbol not in program.flows[Flow.TYPE]:
            yield (Tag.GROUP, "named", symbol)

    def library(self, name: str, arguments: tuple[int, ...] = ()) -> list[Value]:
        """An instance of a type that is global."""
        for symbol in self.modules.global_name(name):
            return [(Tag.INSTANCE, symbol, arguments)]
        return [(Tag.EXTERNAL, f"{name}()")]

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        return [] if name in NOTHING else self.library(PRIMITIVES.get(name, name), arguments)

    def plain(self, value: Value) -> Iterable[Value]:
        """Literals and tuples as instances of arrays, aliases as what they stand for; functions as they are."""
        linker, tag = self.linker, value[0]
        if tag == Tag.INSTANCE and self.program.kind[value[1]] == "type_alias":
            return linker.read(linker.inside(linker.cell("alias", value[1]), self.generics.pairs(value[1], value[2])))
        if tag == Tag.SEQUENCE:
            return self.library("Array", (linker.cell("elements", value[1]),))
        if tag == Tag.WRAPPED and value[1] == "tuple":
            return self.library("Array", (linker.cell("all", value[2]),))
        if tag == Tag.WRAPPED and value[1] == "settled":
            return self.library("Array", (linker.cell("item", value),))
        if tag == Tag.WRAPPED and value[1] in FORMS:
            return [made for made in self.forms.form(value[1], value[2][0]) if made != value]
        if tag == Tag.CLASS and self.program.kind[value[1]] != "class":
            return self.value_side(value[1])
        return (value,)

    # -- calls

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        for plain in self.plain(value):
            if plain[0] == Tag.FUNCTION:
                yield from self.returned(plain, arguments)
            elif plain[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{plain[1]}()"[:200])
            else:
                for signature in self.calls.fitting(plain, arguments):
                    yield from self.calls.by_type(signature, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A class's name that is called: what a variable of that name is."""
        return () if self.program.kind[value[1]] == "class" else self.call(value, arguments)

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return self.calls.returned(value, arguments)

    def decide(self) -> list[int]:
        return self.overloads.decide()

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        yield receiver if receiver[0] in (Tag.INSTANCE, Tag.OBJECT) else value

    def _new(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        made, *arguments = parts
        for value in self.linker.read(made):
            yield from self.calls.constructed(value, tuple(arguments))

    # -- types

    def instance(self, value: Value) -> Iterable[Value]:
        return self.forms.instance(value)

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        return self.forms.wrap(word, parts)

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        if word == "own":
            return self._own(*parts)
        return self._applied(*parts) if word == "applied" else self.forms.through(word, parts)

    def _own(self, callee: int, of_function: int, of_method: int) -> Iterable[Value]:
        """`x.bind(…)`: what all functions have, or a method of the program's own."""
        if self.runs_outside(callee):
            yield from self.linker.read(of_function)
        for value in self.linker.read(callee):
            if value[0] == Tag.EXTERNAL or (value[0] == Tag.FUNCTION and not self.program.is_external(value[1])):
                yield from self.linker.read(of_method)

    def _applied(self, callee: int, argument: int) -> Iterable[Value]:
        """A function that is passed to one of a library's that calls it."""
        return self.linker.read(argument) if self.runs_outside(callee) else ()

    def stores(self, value: Value, name: str) -> Iterable[int]:
        return stored.stores(self, value, name)

    def storing(self, value: Value) -> Iterable[int]:
        return stored.storing(self, value)

    def constructors(self, symbol: int) -> Iterable[int]:
        return [self.lineage.constructor(symbol)]

    def replaced(self, value: Value, environment: tuple[Any, ...]) -> Iterable[Value]:
        return self.forms.replaced(value, environment)

    def environment(self, member: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        return self.generics.of_receiver(self.program.parent[member], receiver)

    # -- elements

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        return self.elements.index(value, keys)

    def item(self, value: Value) -> Iterable[Value]:
        return self.elements.item(value)

    def awaited(self, value: Value) -> Iterable[Value]:
        return self.elements.awaited(value)

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        return self.elements.operator(word, operands)

    # -- parameters

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        return self.contexts.parameter(self.linker.read(self.linker.cell("expected", term)), place)

    def _parameter(self, function: int, place: int) -> Iterable[Value]:
        """By declaration, by what the function is held as, by default, by what callers pass."""
        linker, program = self.linker, self.program
        if function < 0:
            yield from self.lambda_parameter(-function, place)
        elif (declared := program.term_at(Flow.PARAMETER_TYPE, function, place)) is not None:
            yield from linker.instances(linker.read(declared))
            return
        else:
            yield from self.contexts.parameter(self.contexts.expected_of(function), place % SIGNATURE)
        default = program.term_at(Flow.PARAMETER_VALUE, function, place)
        if default is not None:
            yield from linker.read(default)
        for at in range(place, place + (MOST_COLLECTED if self.elements.collects(function, place) else 1)):
            yield from linker.arriving(function, at)

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """By place, in JavaScript alone: TypeScript declares what it takes."""
        program = self.program
        file = program.term_file[-function] if function < 0 else program.file[function]
        if program.files[file].language != "javascript":
            return
        for place, term in enumerate(arguments):
            if program.ops[term] == Op.SPREAD:
                count = len(program.parameters[function] or ()) if function >= 0 else len(program.parts[-function]) - 2
                count += MOST_COLLECTED if self.elements.collects(function, count - 1) else 0
                inner = program.parts[term][0]
                yield from ((at, self.linker.cell("spread", inner, at - place)) for at in range(place, count))
                return
            yield place, term

    # -- cells

    def _first_result(self, function: int) -> Iterable[Value]:
        return self.linker.read(self.linker.cell("signature", function, self.overloads.firsts(function)[0]))

    def _alias(self, symbol: int) -> Iterable[Value]:
        terms = self.program.terms_of(Flow.VALUE, symbol)
        return [value for term in terms for value in self.linker.read(self.linker.argument(term))]

    # -- hierarchy

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self.lineage.parents(symbol) if base[0] == Tag.CLASS]

    def overridden(self, symbol: int) -> list[int]:
        program = self.program
        owner = program.parent[symbol]
        if owner < 0 or "static" in (program.modifiers[symbol] or ()) or program.kind[symbol] == "constructor":
            return []
        found = []
        for base in self.lineage.parents(owner):
            if base[0] == Tag.CLASS:
                found += self.lineage.find(base[1], program.name[symbol], False)
        return found[:1]


DIALECT = JavaScript
