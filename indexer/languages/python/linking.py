"""How Python finds what a name means: modules, `__init__`, star imports, classes in their resolution order."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.python import attributes, typing_forms, wrappers
from indexer.languages.python.classes import Classes
from indexer.languages.python.fixtures import WORD, Fixtures
from indexer.languages.python.generics import PythonGenerics
from indexer.languages.python.modules import Modules
from indexer.languages.python.protocols import Protocols
from indexer.link.dialect import RULES_BY_TAG, Entity, Member
from indexer.link.storing import HOLDERS
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

SPECIAL_CALLS = {"staticmethod", "classmethod", "property", "cached_property", "wraps", "cache", "lru_cache"}


class Python(Protocols):
    arguments_flow = True
    members_alike = True
    variables_told = True
    tells_searched = True

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.modules = Modules(program, tree)
        self.own_places = self.modules.packages
        self.classes = Classes(self)
        self.fixtures = Fixtures(self)

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        home = self.program.files[file]
        if name in home.imports and name in self.program.members.get(home.symbol, ()):
            return self.imported(file, name)  # `class Base(Base)`: the import that the class takes the place of
        for star in home.stars:
            module = self.modules.named(file, star.module)
            if module is not None and (found := self.modules.handed_out(module, name)):
                return [(entity, "star_import") for entity in found]
        given = self.modules.member(self.modules.builtins, name) or self._of_file(name)
        return [(entity, "builtin") for entity in given]

    def _of_file(self, name: str) -> Sequence[int]:
        """What every module has without saying so: `__name__`, `__file__`."""
        kind = self.modules.library("types", "ModuleType") if name.startswith("__") else None
        return self.program.members.get(kind, {}).get(name, ()) if kind is not None else ()

    def hiding(self, name: str, owner: int) -> list[Entity]:
        """A fixture that pytest passes to a parameter of its name."""
        fixture = self.fixtures.named(name, owner)
        return [(fixture, WORD)] if fixture is not None else []

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        """How the receiver became known."""
        ops = self.program.ops
        is_step = base < len(ops) and ops[base] == Op.THROUGH and value[0] not in RULES_BY_TAG
        return (
            WORD
            if is_step and self.program.texts[self.program.parts[base][0]] == WORD
            else super().rule(linker, base, value)
        )

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        return [(entity, "import") for entity in self.modules.bound(file, name)]

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        found = self.modules.named(file, module)
        if found is None:
            return ()
        return [(entity, "import") for entity in (self.modules.member(found, name) if name else [found])]

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE:
            return [(entity, value) for entity in self.modules.member(value, name)]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            found = self.classes.find(value[1], name, value)
            return found or (attributes.unknown(self, value, name) if tag == Tag.INSTANCE else ())
        if tag == Tag.SUPER:
            return self.classes.find(value[1], name, (Tag.INSTANCE, value[2], (), True), beyond=True)
        if tag == Tag.SEQUENCE or tag == Tag.MAPPING:
            return [found for plain in self.plain(value) for found in self.member(plain, name, space)]
        if tag == Tag.ITERABLE:
            made = self.known("typing", "Generator", (value[1],))
            return [found for plain in made for found in self.member(plain, name, space)]
        if tag == Tag.TYPE_VARIABLE:
            return [found for bound in self.classes.bound(value) for found in self.member(bound, name, space)]
        if tag == Tag.WRAPPED and value[1] == "contextmanager":
            return ()
        return ()

    def accessed(self, symbol: int, held: Iterable[Value], receiver: Value) -> Iterable[Value]:
        return attributes.accessed(self, symbol, held, receiver)

    def searched(self, value: Value) -> Iterable[int]:
        if value[0] == Tag.TYPE_VARIABLE:
            return [owner for bound in self.classes.bound(value) for owner in self.searched(bound)]
        return self.classes.forks.searched(value[1]) if value[0] in (Tag.INSTANCE, Tag.CLASS, Tag.SUPER) else ()

    def derives_from(self, symbol: int) -> Iterable[int]:
        return self.classes.forks.searched(symbol) if self.program.kind[symbol] == "class" else ()

    def stands_for(self, symbol: int) -> tuple[Value | None, Hashable] | None:
        if self.classes.type_variable(symbol) is not None:
            return None
        terms = self.program.terms_of(Flow.VALUE, symbol)
        word = self.word(terms[0]) if len(terms) == 1 and self.program.ops[terms[0]] == Op.CONSTANT else None
        return self.classes.symbol(symbol), (word, self.classes.is_late(symbol), self.classes.is_annotated(symbol))

    def held(self, symbol: int) -> Iterable[Value]:
        if (form := typing_forms.of(self, symbol)) is not None:
            return [form]
        if (variable := self.classes.type_variable(symbol)) is not None:
            return [variable]
        parent = self.program.parent[symbol]
        if parent >= 0 and self.program.kind[parent] == "class" and self.classes.is_enum(parent):
            return [(Tag.INSTANCE, parent, ())] if self.program.kind[symbol] in ("field", "constant") else ()
        return ()

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        linker = self.linker
        if value[0] == Tag.INSTANCE:
            for found, receiver in self.classes.find(value[1], "__call__", value):
                if isinstance(found, int):
                    linker.note_call(found, receiver, arguments)
                    yield from linker.result(found, receiver)
                elif found[0] == Tag.EXTERNAL:
                    yield (Tag.EXTERNAL, f"{found[1]}()"[:200])
        elif value[0] == Tag.FUNCTION_TYPE:
            yield from linker.read(value[1])
        elif value[0] == Tag.WRAPPED and value[1] == "partial":
            function, *bound = value[2]
            for each in linker.read(function):
                yield from linker.call(each, (*bound, *arguments))

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        linker, symbol = self.linker, value[1]
        name = self.program.name[symbol] if self.program.is_external(symbol) else ""
        if name == "type" and len(arguments) == 1:
            yield from ((Tag.CLASS, *v[1:]) for v in linker.read(arguments[0]) if v[0] == Tag.INSTANCE)
            return
        if name in SPECIAL_CALLS and arguments:
            yield from linker.read(arguments[0])
            return
        if name == "partial" and arguments and self.program.ops[arguments[0]] not in (Op.SPREAD, Op.KEYWORD):
            for each in linker.read(arguments[0]):
                if each[0] == Tag.FUNCTION:
                    linker.note_call(each[1], each[2], arguments[1:])
            yield (Tag.WRAPPED, "partial", arguments)
            return
        for maker in self.makers(symbol, value):
            linker.note_call(maker[1], maker[2], arguments)
            self.generics.note_lambdas(maker, arguments)
        if name and (others := list(self._made_by(symbol, value, arguments))):
            yield from others
        elif not value[2] and arguments and (made := self.generics.of_construction(symbol, arguments)):
            yield (Tag.INSTANCE, symbol, made)
        else:
            yield (Tag.INSTANCE, *value[1:])

    def _made_by(self, symbol: int, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a library's `__new__` gives back where it says of what: `reversed` an iterator, `zip` of tuples."""
        fitting = [maker for maker in self.makers(symbol, value) if self.generics.fits(maker, arguments)]
        closest = min((self.generics.beyond(maker, arguments) for maker in fitting), default=0)
        for maker in fitting:
            if self.generics.beyond(maker, arguments) == closest and self._says(maker[1], symbol):
                yield from self._returned(maker, arguments)

    def _says(self, maker: int, symbol: int) -> bool:
        declared = self.program.terms_of(Flow.RETURN_TYPE, maker)
        kind = self.classes.named(declared[0]) if declared and self.program.name[maker] == "__new__" else None
        if kind is None or kind[0] not in (Tag.CLASS, Tag.TYPE_VARIABLE):
            return False
        return bool(kind[1] != symbol or kind[2])

    def makers(self, symbol: int, value: Value) -> list[Value]:
        """The functions that make an instance."""
        receiver = (Tag.INSTANCE, *value[1:])
        members = [m for name in ("__init__", "__new__") for m in self.classes.find(symbol, name, receiver)]
        return [(Tag.FUNCTION, found, receiver) for found, _ in members if isinstance(found, int)]

    def constructors(self, symbol: int) -> Iterable[int]:
        """Nothing where a base of elsewhere comes first: nobody knows whether it has one."""
        made = [maker[1] for maker in self.makers(symbol, (Tag.CLASS, symbol, ()))]
        made += self.classes.after_fields(symbol)
        return [one for one in made if self.classes.is_nearest(symbol, self.program.parent[one])]

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        if value[0] in (Tag.AWAITABLE, Tag.ITERABLE):
            yield (value[0], self.linker.cell("received", value[1], receiver))
        elif value[0] in (Tag.INSTANCE, Tag.CLASS) and receiver[0] in (Tag.INSTANCE, Tag.CLASS):
            yield (value[0], *receiver[1:])
        else:
            yield value

    def instance(self, value: Value) -> Iterable[Value]:
        return typing_forms.instance(self, value)

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return typing_forms.apply(self, value, arguments)

    def environment(self, member: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        return self.classes.environment(self.program.parent[member], receiver)

    def bases(self, symbol: int) -> list[int]:
        return self.classes.bases(symbol)

    def overridden(self, symbol: int) -> list[int]:
        program = self.program
        owner = program.parent[symbol]
        if owner < 0 or program.kind[owner] != "class":
            return []
        found = self.classes.find(owner, program.name[symbol], (Tag.INSTANCE, owner, ()), beyond=True)
        return [entity for entity, _ in found if isinstance(entity, int)]

    def written(self, symbol: int) -> list[int]:
        owner = self.program.parent[symbol]
        if owner < 0 or self.program.kind[owner] != "class" or not self.classes.is_late(symbol):
            return []
        found = self.classes.find(owner, self.program.name[symbol], (Tag.INSTANCE, owner, ()))
        return [entity for entity, _ in found if isinstance(entity, int) and entity != symbol]

    def called_member(self, value: Value) -> Iterable[int]:
        if value[0] == Tag.WRAPPED:
            given = self.linker.holds(value[2][0]) if value[1] == "partial" else ()
            return [each[1] for each in given if each[0] in (Tag.FUNCTION, Tag.CLASS)]
        return [found for found, _ in self.classes.find(value[1], "__call__", value) if isinstance(found, int)]

    def instead_of(self, function: int) -> list[int] | None:
        if function >= self.program.own or function not in self.program.flows[Flow.DECORATOR]:
            return None
        return wrappers.given_back(self, function)

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        """`super(Class, self)`: the next after the class that is named; what a fixture gives, else what is passed;
        what a library calls."""
        if word == WORD:
            _, name, owner = self.program.parts[parts[0]]
            fixture = self.fixtures.named(self.program.texts[name], owner)
            return self.fixtures.given(fixture) if fixture is not None else self.linker.read(parts[0])
        if word == "applied":
            return self.linker.read(parts[1]) if self.runs_outside(parts[0]) else ()
        classes = [value[1] for value in self.linker.read(parts[0]) if value[0] == Tag.CLASS]
        return [(Tag.SUPER, symbol, symbol) for symbol in classes]

    def labelled(self, value: Value, name: str) -> Iterable[int]:
        """Fields of dataclasses, named tuples, models: classes whose constructor is made from what they declare."""
        if value[0] != Tag.CLASS:
            return []
        for owner in self.classes.order(value[1]):
            members = self.program.members.get(owner, {})
            if "__init__" in members and not self.program.is_external(owner):
                return []
            if name in members:
                return [members[name][0]] if self.classes.is_declared(members[name][0]) else []
        return []

    def replacing(self, symbol: int) -> int | None:
        found = self.program.flows[Flow.DECORATOR].get(symbol)
        return found[0][1] if found else None

    def stores(self, value: Value, name: str) -> Iterable[int]:
        symbol = value[1] if value[0] in (Tag.INSTANCE, Tag.CLASS, Tag.MODULE) else -1
        if not isinstance(symbol, int) or not 0 <= symbol < self.program.own:
            return []
        found = [entity for entity, _ in self.member(value, name, 0)]
        kept = [s for s in found if isinstance(s, int) and s < self.program.own and self.program.kind[s] in HOLDERS]
        return kept if found else [symbol]

    def storing(self, value: Value) -> Iterable[int]:
        symbol = value[1] if value[0] in (Tag.INSTANCE, Tag.CLASS, Tag.MODULE) else -1
        if not isinstance(symbol, int) or not 0 <= symbol < self.program.own:
            return []
        order = self.classes.order(symbol) if value[0] != Tag.MODULE else [symbol]
        return [each for each in order if each < self.program.own]

    def hands_on(self, function: int, place: int) -> bool:
        return not self._names(function)[place].startswith("*")

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if arguments and self.program.is_external(value[1]) and self.program.name[value[1]] == "__new__":
            return self._new_of(value, arguments)
        return self._returned(value, arguments)

    def _new_of(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`object.__new__(cls)`, `super().__new__(cls)`: the class is passed like any other argument."""
        made = [(Tag.INSTANCE, *each[1:]) for each in self.linker.read(arguments[0]) if each[0] == Tag.CLASS]
        return made or self._returned(value, arguments[1:])

    def _returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if not self.generics.fits(value, arguments):
            return ()
        if (picked := self.by_key(value, arguments)) is not None:
            return picked
        self.generics.note_lambdas(value, arguments)
        environment = self.generics.of_call(value, arguments)
        if not environment:
            return self.linker.result(value[1], value[2], arguments)
        given = self.linker.read(self.linker.inside(self.linker.cell("result", value[1]), environment))
        return [made for each in given for made in self.received(each, value[2])]

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = PythonGenerics(self, linker)
        linker.makers |= {
            "inferred": self.generics.inferred, "made_of": self.generics.made_of, "instance_of": self._instance_of,
        }  # fmt: skip

    def _instance_of(self, value: Value) -> Iterable[Value]:
        return [(Tag.INSTANCE, *value[1:])]

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        return self.generics.lambda_parameter(term, place)


DIALECT = Python
