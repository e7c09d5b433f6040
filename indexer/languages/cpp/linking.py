"""How C++ finds what a name means: classes and their bases, namespaces from the inside out, what includes declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.languages.c.linking import CALLABLE, MOST_ASKED
from indexer.languages.cpp import conversions
from indexer.languages.cpp.constness import IN_CONSTANT, IN_PLAIN, ON_CONSTANT, ON_PLAIN, QUALIFIER
from indexer.languages.cpp.library import STANDARD, Library
from indexer.languages.cpp.near import NEAR, Near
from indexer.languages.cpp.receivers import CONSTANT, Receivers
from indexer.languages.cpp.scopes import Scopes
from indexer.link.dialect import Entity, Member
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree


OWN = "own"  # marks a namespace that macros open: C's library is not in it


class Cpp(Library):
    unsure = conversions.MADE

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.scopes = Scopes(self)
        self.own_places = self.scopes.known
        self.answers: dict[tuple[int, str, int, int, bool], list[Entity]] = {}
        self.definitions: dict[int, int] = {}
        self.conversions = conversions.Conversions(self)
        self.receivers = Receivers(self)
        self.near = Near(self)
        self.included_by_cpp: dict[int, bool] = {}
        self.load_standard()

    def is_outer(self, symbol: int) -> bool:
        """Members belong to their class; enumerators to where their enum stands."""
        if self.program.files[self.program.file[symbol]].language == "c":
            return super().is_outer(symbol)
        parent = self.program.parent[symbol]
        if parent >= 0 and self.program.kind[symbol] == "enum_member" and parent not in self.scoped:
            parent = self.program.parent[parent]
        return parent < 0

    def is_cpp(self, file: int) -> bool:
        """Whether a file is read as C++: a header with nothing of C++ in it is if only C++ includes it."""
        if self.program.files[file].language == "cpp":
            return True
        if file not in self.included_by_cpp:
            self.included_by_cpp[file] = False  # headers that include each other
            includers = self.includes.includers.get(file, ())
            self.included_by_cpp[file] = bool(includers) and all(map(self.is_cpp, includers))
        return self.included_by_cpp[file]

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        if name.startswith("__builtin_"):
            return [((Tag.EXTERNAL, name), "import")]
        if not self.is_cpp(file):
            return super().free(file, name, owner, space)
        key = (file, name, self.scopes.home(owner), space, owner in self.constant)
        if key not in self.answers:
            self.answers[key] = list(self._free(file, name, owner, space))
        return self.answers[key]

    def _free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        for around in self.scopes.classes(owner):
            receiver: Value = (Tag.INSTANCE, around, ())
            if name == "this":
                return [(receiver, "self")]
            if name == self.program.name[around] and around not in self.special:
                return [(around, "scope")]
            found = self.find(around, name, space == Space.CALL)
            if found and (space != QUALIFIER or any(map(self._names_type, found))):
                members = self.of_type(around, name, space, receiver)
                named = [
                    self._as_class(self.receivers.of_this(entity, owner in self.constant)) for entity, _ in members
                ]
                return [(entity, self._inherited(file, around, entity), receiver) for entity in named]
        for namespace in self.scopes.namespaces(file, owner):
            if found := self.in_namespace(file, namespace, name, space):
                if namespace and all(s in self.maybe for s in found):
                    found = self.of_library(file, name) or found
                return self._told(file, found)
            if used := self._used(file, namespace, name, space):
                return used
            if (full := self.scopes.joined(namespace, name)) in self.scopes.known:
                return [((Tag.MODULE, full, file), "star_import")]
        if owner < 0 and (found := self._in_own(file, name, space)):
            return self._told(file, found)
        if name in STANDARD:
            return [((Tag.EXTERNAL, name), "import")]
        if name in self.scopes.unseen:
            return [((Tag.MODULE, "", file, OWN), "star_import")]
        for namespace in self.scopes.namespaces(file, owner):
            if found := self._in_includers(file, namespace, name, space):
                return self._told(file, found)
        if owner < 0 and (found := self.from_includers(file, name)):
            return self._told(file, found)
        types = (self.scopes.only_type(file, namespace, name) for namespace in self.scopes.namespaces(file, owner))
        if found := next(filter(None, types), []):
            return [(symbol, "package") for symbol in found]
        is_open = any(map(self.is_open, self.scopes.classes(owner)))
        if is_open:
            return [((Tag.EXTERNAL, name), "inherited")]
        if space == Space.CALL and (near := self.near.named(file, name)) is not None:
            return [(near, "candidates")]
        opened = space == Space.TYPE and "std" in self.scopes.used(file) and not self.both(name)
        return [((Tag.EXTERNAL, f"std.{name}"), "star_import")] if opened else ()

    def _names_type(self, symbol: int) -> bool:
        """Before `::` what is a value alone is passed by."""
        return self.program.kind[symbol] in (*TYPE_KINDS, "constructor")

    def _in_own(self, file: int, name: str, space: int) -> list[int]:
        """What stands outside of all definitions is in one of the file's namespaces: if but one has the name."""
        spaces = sorted(self.scopes.filled.get(file, ())) if self.both(name) else ()
        answers = [found for namespace in spaces if (found := self.in_namespace(file, namespace, name, space))]
        return answers[0] if answers and all(found == answers[0] for found in answers) else []

    def _inherited(self, file: int, around: int, entity: Value | int) -> str:
        """How a member is found; a base's own name is found as well where bases are not looked at."""
        if isinstance(entity, int) and self.program.kind[entity] in TYPE_KINDS:
            return "scope" if self.program.file[entity] == file else "star_import"
        return "scope" if self.program.file[around] == file else "inherited"

    def _as_class(self, entity: Value | int) -> Value | int:
        """A base's name means the base, not its constructors."""
        first = entity if isinstance(entity, int) else entity[1][0] if entity[0] == Tag.GROUP else -1
        return self.program.parent[first] if first >= 0 and self.program.kind[first] == "constructor" else entity

    def _told(self, file: int, found: list[int]) -> list[Entity]:
        functions = [s for s in found if self.program.kind[s] in CALLABLE and self.program.kind[s] != "macro"]
        if len(functions) > 1:
            return [((Tag.GROUP, tuple(functions), None), "star_import")]
        if len(found) > 1 and not functions:
            return [(self.plainest(found)[0], "candidates")]
        return [(s, "scope" if self.program.file[s] == file else "star_import") for s in found]

    def in_namespace(self, file: int, namespace: str, name: str, space: int) -> list[int]:
        """What a namespace has under a name, as far as the file sees it."""
        seen, program = self.includes.seen(file), self.program
        named = [s for s in self.both(name) if self.scopes.is_in(s, namespace)]
        found = [s for s in named if program.file[s] in seen]
        if space in (Space.TYPE, QUALIFIER) and len(found) > 1:
            found = [s for s in found if program.kind[s] in TYPE_KINDS] or found
        found = self._without_macros(found)
        known = [s for s in found if program.is_external(s)]
        if known and all(s in self.maybe or s in self.dead or s in known for s in found):
            return known[:1]  # what a file has for want of a library's, it does not need here
        return self.settle(file, found, named) if found else []

    def _without_macros(self, symbols: list[int]) -> list[int]:
        """What is a function and a macro in C's library is a function alone in that of C++."""
        program = self.program
        known = [s for s in symbols if program.is_external(s)]
        if len({program.kind[s] for s in known}) < 2:
            return symbols
        return [s for s in symbols if s not in known or program.kind[s] != "macro"]

    def _used(self, file: int, namespace: str, name: str, space: int) -> list[Entity]:
        """What a header that the file sees puts into a namespace: `using detail::name;`."""
        seen = self.includes.seen(file) if name in self.scopes.using else ()
        for home, module, imported in self.scopes.using.get(name, ()):
            source = self.scopes.put_into(home, namespace, module) if home != file and home in seen else ""
            if source and (found := self.in_namespace(home, source, imported, space)):
                return self._told(file, found)
        return []

    def _in_includers(self, file: int, namespace: str, name: str, space: int) -> list[int]:
        """A header may lean on what those who include it have included before: if they agree."""
        if not self.both(name):
            return []
        askers = self.includes.includers.get(file, ())[:MOST_ASKED]
        return self.agreed([self.in_namespace(other, namespace, name, space) for other in askers])

    def both(self, name: str) -> list[int]:
        """C++ has no names of tags apart from others."""
        return self.names.get(name, []) + self.tags.get(name, [])

    def settle(self, file: int, symbols: list[int], named: list[int]) -> list[int]:
        """Overloads stay beside each other: one of each shape, told by its declaration."""
        program = self.program
        if program.files[file].language == "c":
            return super().settle(file, symbols, named)
        kinds = {program.kind[s] for s in symbols}
        if "macro" in kinds or not kinds <= CALLABLE:
            return super().settle(file, symbols, named)
        shapes: dict[tuple[str, ...], int] = {}
        alive = self.handed_out([s for s in symbols if s not in self.dead])
        for symbol in sorted(alive, key=self._rank):
            shapes.setdefault(self.shape(symbol), symbol)
        return list(shapes.values())

    def _rank(self, symbol: int) -> tuple[int, bool, int]:
        """What is compiled for sure, then what a plain configuration has; declarations have the defaults."""
        doubt = 0 if symbol not in self.maybe else 1 + self._doubt(symbol)
        return doubt, symbol not in self.declared, symbol

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        """What a using declaration names."""
        for item in self.program.files[file].imports.get(name, ()):
            return self.statement(file, item.module, item.imported_name or "")
        return self.free(file, name, -1, Space.VALUE)

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        if not module or self.includes.resolve(file, module) is not None or "." in module or "/" in module:
            return super().statement(file, module, name)
        head, _, rest = (module := self.scopes.absolute(file, module)).partition("::")
        module = rest if head in self.scopes.unseen else module
        value: Value = (Tag.MODULE, module, file, OWN) if head in self.scopes.unseen else (Tag.MODULE, module, file)
        if module.partition("::")[0] in STANDARD and not (name and self.in_namespace(file, module, name, Space.VALUE)):
            return [((Tag.EXTERNAL, f"{module}::{name}".strip(":")), "import")]
        if not name and module not in self.scopes.known:
            return [((Tag.EXTERNAL, module), "import")] if "::" not in module else ()  # <vector>
        if not name:
            return [(value, "import")]
        return [(found, "import") for found in self.of_module(value, name, Space.VALUE)]

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.OBJECT:
            return super().member(value, name, space)
        if value[0] in (Tag.INSTANCE, Tag.CLASS) and self.scopes.is_specialised(value[1], name):
            return ()
        if space not in (ON_CONSTANT, ON_PLAIN):
            return Nominal.member(self, value, name, Space.CALL if space in (IN_CONSTANT, IN_PLAIN) else space)
        found = Nominal.member(self, value, name, Space.CALL)
        return [(self.receivers.of_this(entity, space == ON_CONSTANT), receiver) for entity, receiver in found]

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        namespace, file = module[1], module[2]
        found = self.in_namespace(file, namespace, name, space)
        if module[3:] == (OWN,):
            found = [s for s in found if not self.program.is_external(s)]
        if found:
            return [entity[0] for entity in self._told(file, found)]
        if used := self._used(file, namespace, name, space):
            return [entity[0] for entity in used]
        full = self.scopes.joined(namespace, name)
        if full in self.scopes.known:
            return [(Tag.MODULE, full, file)]
        if namespace.partition("::")[0] in STANDARD:
            return [(Tag.EXTERNAL, f"{namespace}.{name}")]
        return self.scopes.only_type(file, namespace, name)

    def is_inherited(self, member: int, symbol: int) -> bool:
        """Enumerators are of the class that their enum is of."""
        owner = self.program.parent[member]
        if self.program.kind[member] == "enum_member" and owner >= 0 and self.program.parent[owner] == symbol:
            return True
        return super().is_inherited(member, symbol)

    def own_members(self, symbol: int, name: str) -> list[int]:
        own = self.handed_out(self.scopes.members(symbol).get(name) or self.scopes.nested(symbol, name))
        return self.plainest([s for s in own if s not in self.dead] or own)

    def shape(self, function: int) -> tuple[str, ...]:
        parameters = self.program.parameters[function] or ()
        shape = tuple("".join((kind or "").split()) for _, kind, _ in parameters)
        return shape + CONSTANT if function in self.constant else shape

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE:
            return self.by_operator(value, "operator()")
        if value[0] == Tag.WRAPPED and value[1] == NEAR:
            return self.near.called(value, arguments)
        return self.pick(value, arguments) if value[0] == Tag.GROUP else Nominal.call(self, value, arguments)

    def pick(self, group: Value, arguments: tuple[int, ...]) -> Iterator[Value]:
        """The number of arguments is sure; types are not: there are more conversions than are known."""
        by_count = sum(self.overloads.takes(function, arguments) for function in group[1]) == 1
        chosen = self.receivers.nearest(self.overloads.choose(group, arguments), self.linker.current)
        for function in self._compiled(chosen):
            self.linker.target(function, "overload" if by_count else "candidates")
            yield from self.returned((Tag.FUNCTION, function, *group[2:]), arguments)

    def _compiled(self, functions: list[int]) -> list[int]:
        """Of functions that fit alike those that a plain configuration has."""
        plain = [function for function in functions if not self.is_refuted(function)]
        return plain or functions

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`T(…)` names the class, also where the file's own scope knows it."""
        program, cell = self.program, self.linker.current
        if cell < MADE and program.ops[cell] == Op.CALL:
            callee = program.parts[cell][0]
            if program.ops[callee] == Op.SYMBOL and program.parts[callee][0] == value[1]:
                self.linker.target(value[1], "scope")
        yield (Tag.INSTANCE, value[1], value[2])

    def held(self, symbol: int) -> Iterable[Value]:
        """An enumerator is of its enum."""
        parent = self.program.parent[symbol]
        if self.program.kind[symbol] == "enum_member" and parent >= 0 and self.program.kind[parent] == "enum":
            return [(Tag.INSTANCE, parent, ())]
        return ()

    def can_be_passed(self, term: int, function: int, place: int) -> bool:
        return self.conversions.can_be(term, function, place)

    def called_at(self, cell: int, functions: list[int]) -> list[int]:
        if cell < MADE and len(functions) > 1:
            functions = self.conversions.deduced(functions, tuple(self.program.parts[cell][1:])) or functions
        return self.receivers.fitting(functions, cell)

    def is_decidable(self, functions: list[int]) -> bool:
        """What templates ask of types, as `enable_if` does, is not known."""
        return not any(function in self.bounded for function in functions)

    def is_ready(self, cell: int) -> bool:
        return self.receivers.is_known(cell)

    def conversion(self, given: Value, wanted: Value) -> int | None:
        return self.conversions.cost(given, wanted)

    # -- declarations and definitions

    def told_as(self, symbol: int) -> int:
        """A function that is only declared is told as its definition, where there is one."""
        if symbol not in self.declared:
            return symbol
        if symbol not in self.definitions:
            self.definitions[symbol] = self._definition(symbol)
        return self.definitions[symbol]

    def _definition(self, symbol: int) -> int:
        program = self.program
        if program.kind[symbol] not in CALLABLE or program.files[program.file[symbol]].language == "c":
            return symbol
        found = self.scopes.definitions(symbol)
        same = [s for s in found if self.shape(s) == self.shape(symbol)]
        return same[0] if len(same) == 1 else symbol


DIALECT = Cpp
