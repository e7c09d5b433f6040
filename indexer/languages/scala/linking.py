"""How Scala links: companions, package objects, relative imports, functions that are called without parentheses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.scala.library import (
    EVERYWHERE,
    FUNCTIONS,
    HOLDERS,
    ONE,
    SAME,
    SAME_CALLED,
    SINGLE,
    TYPES,
)
from indexer.link.lexical import Found, Lexical
from indexer.link.nominal import CALLABLE
from indexer.link.overloads import Overloads
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.linker import Linker


class Lists(Overloads):
    """A call gives the arguments of one list; those that follow, implicit ones among them, do not count."""

    def takes(self, function: int, arguments: tuple[int, ...]) -> bool:
        program = self.program
        first = program.term_at(Flow.EXPORT, function, 0)
        count = int(program.texts[program.parts[first][0]]) if first is not None else 0
        parameters = (program.parameters[function] or [])[:count]
        least = sum(default is None for _, _, default in parameters)
        if any((kind or "").endswith("*") for _, kind, _ in parameters):
            return len(arguments) >= least - 1
        return least <= len(arguments) <= count


class Scala(Lexical):
    language = "scala"
    builtin_types, builtin_functions, apart = TYPES, FUNCTIONS, SINGLE
    foreign_roots = frozenset({"java", "javax", "scala", "sys"})

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.overloads = Lists(self, linker)

    def package_of(self, symbol: int) -> str:
        own = self.program.namespace[symbol]
        return own or self.home(self.program.file[symbol])

    # -- names

    def select(self, symbols: Iterable[int], space: int) -> list[int]:
        """An object is a value; what has a class beside it is the class where a type is wanted."""
        kinds, listed = self.program.kind, list(symbols)
        objects = [s for s in listed if kinds[s] == "object"]
        types = [s for s in listed if kinds[s] in TYPE_KINDS and kinds[s] != "object"]
        if space == Space.TYPE:
            return types[:1] or objects[:1]
        called = [s for s in listed if kinds[s] in CALLABLE and kinds[s] != "constructor"]
        values = [s for s in listed if kinds[s] not in TYPE_KINDS and kinds[s] not in CALLABLE]
        if space == Space.CALL:
            making = [s for s in objects if self.members_of(s, "apply", Space.CALL)]
            return called or values[:1] or making[:1] or types[:1] or objects[:1]
        plain = [s for s in called if not self.program.parameters[s]]
        return values[:1] or plain[:1] or called or objects[:1] or types[:1]

    def in_package(self, file: int, package: str, name: str) -> list[int]:
        """What a package declares, and what its package object has."""
        found = super().in_package(file, package, name)
        above, _, last = package.rpartition(".")
        for symbol in self.tops.get(above, {}).get(last, ()) if package else ():
            if self.program.kind[symbol] == "object":
                found += self.own_members(symbol, name)
        return found

    def handed_out(self, file: int, module: str, name: str, space: int) -> Found:
        for path in self._paths(file, module):
            if found := super().handed_out(file, path, name, space):
                return found
        return []

    def _paths(self, file: int, module: str) -> list[str]:
        """The packages and types that a path may mean: from the root, or from the packages around."""
        home = self.home(file) if file in self.program.files else ""
        key = (home, module)
        if key not in self.paths:
            parts = home.split(".") if home else []
            around = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
            rooted = module.removeprefix("_root_.")
            paths = [rooted, *(f"{package}.{rooted}" for package in around)]
            self.paths[key] = [path for path in paths if path in self.tops or self.type_at(file, path) is not None]
        return self.paths[key]

    @cached_property
    def paths(self) -> dict[tuple[str, str], list[str]]:
        return {}

    def type_at(self, file: int, path: str) -> int | None:
        return super().type_at(-1, path)

    def _type_at(self, file: int, path: str) -> int | None:
        """Of a class and its companion the companion has what can be imported."""
        package, _, name = path.rpartition(".")
        found = self.in_package(file, package, name) if package in self.tops else []
        if not found and package and (outer := self.type_at(file, package)) is not None:
            found = self.own_members(outer, name)
        kinds = self.program.kind
        objects = [s for s in found if kinds[s] == "object"]
        types = [s for s in found if kinds[s] in TYPE_KINDS]
        return next(iter(objects or types), None)

    def _packages(self, file: int, name: str) -> list[str]:
        """The packages of the repository that a name may mean: from the root, or from the packages around."""
        around, found = self.home(file), [name] if name in self.packages else []
        while around:
            found += [path] if (path := f"{around}.{name}") in self.packages else []
            around = around.rpartition(".")[0]
        return found

    def outside(self, file: int, name: str, space: int) -> Found:
        found = super().outside(file, name, space)
        if found or space == Space.CALL:
            return found
        return [((Tag.MODULE, path), "package") for path in self._packages(file, name)[:1]]

    def statement(self, file: int, module: str, name: str) -> Found:
        """An import of a class brings its companion along; paths may be relative."""
        if not name:
            owners = [self.type_at(file, path) for path in self._paths(file, module)]
            if known := [owner for owner in owners if owner is not None]:
                return [(known[0], "import")]
            packages: Found = [((Tag.MODULE, path), "import") for path in self._packages(file, module)]
            return packages[:1] or super().statement(file, module, name)
        found = super().statement(file, module, name)
        types = [e for e in found if isinstance(e[0], int) and self.program.kind[e[0]] in TYPE_KINDS - {"object"}]
        return types or found

    def unknown(self, module: str, name: str) -> Found:
        """A path whose first word only ends one of the repository's packages is relative to what nobody knows here."""
        return [] if module.partition(".")[0] in self.ends else super().unknown(module, name)

    @cached_property
    def ends(self) -> frozenset[str]:
        roots = {package.partition(".")[0] for package in self.packages}
        return frozenset(package.rpartition(".")[2] for package in self.packages if "." in package) - roots

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if name in EVERYWHERE and value[0] in (Tag.INSTANCE, Tag.CLASS):
            found = list(super().member(value, name, space))
            return found or [((Tag.EXTERNAL, f"Any.{name}"), value)]
        return super().member(value, name, space)

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.FUNCTION:
            return self._of_result(value, name, space)
        if value[0] != Tag.WRAPPED:
            return ()
        if value[1].rpartition(".")[2] in HOLDERS and len(value[2]) == 1:
            return self._of_holder(value, name) or super().of_other(value, name, space)
        return super().of_other(value, name, space)

    def _of_result(self, value: Value, name: str, space: int) -> Iterable[Member]:
        """A function without parameters is called by its name alone."""
        if self.program.parameters[value[1]]:
            return ()
        found: list[Member] = []
        for result in self.linker.result(value[1], value[2]):
            if result[0] == Tag.EXTERNAL:
                found.append(((Tag.EXTERNAL, f"{result[1]}.{name}"[:200]), result))
            elif result[0] != Tag.FUNCTION:
                found += self.member(result, name, space)
        return found

    def _of_holder(self, value: Value, name: str) -> list[Member]:
        """What the members of a collection give that hand out its elements."""
        cell = value[2][0] if name in ONE or name in ("getOrElse", "apply") else self.linker.cell("just", value)
        if name in ONE:
            self.linker.outside.setdefault(self.linker.current, "element")
            return [(each, value) for each in self.linker.read(cell)]
        if name in SAME:
            self.linker.outside.setdefault(self.linker.current, "element")
            return [(value, value)]
        if name in SAME_CALLED or name in ("getOrElse", "apply"):
            self.linker.outside.setdefault(self.linker.current, "element")
            return [((Tag.FUNCTION_TYPE, cell, ()), value)]
        return []

    # -- values

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE:
            yield from self._applied(value, arguments)
        elif value[0] == Tag.WRAPPED and value[2] and not self._makes():
            if value[1].rpartition(".")[2] in HOLDERS:
                yield from self.linker.read(value[2][0])
        else:
            yield from super().call(value, arguments)

    def _makes(self) -> bool:
        """`List[Type](…)` makes one; `list(0)` takes an element."""
        program, current = self.program, self.linker.current
        return current < MADE and program.ops[current] == Op.CALL and program.ops[program.parts[current][0]] == Op.APPLY

    def _applied(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`x(…)` is `x.apply(…)`."""
        found = [s for s in self.members_of(value[1], "apply", Space.CALL) if self.overloads.takes(s, arguments)]
        if len(found) == 1:
            yield from super().returned((Tag.FUNCTION, found[0], value), arguments)

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What stands in parentheses behind a function without parameters goes to what it gives back."""
        given = super().returned(value, arguments)
        if arguments and self.program.term_at(Flow.EXPORT, value[1], 0) is None and value[1] < self.program.own:
            return [each for result in given for each in self.linker.call(result, arguments)]
        return given

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`Object(…)` gives what its `apply` does; `Type(…)` makes one."""
        if self.program.kind[value[1]] != "object":
            yield from super().construct(value, arguments)
            return
        self.linker.target(value[1], self.rule_of_type(value[1]))
        yield from self._applied((Tag.INSTANCE, value[1], ()), arguments)

    def item(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.FUNCTION:
            return [each for result in self.linker.result(value[1], value[2]) for each in self._item(result)]
        return self._item(value)

    def _item(self, value: Value) -> Iterable[Value]:
        held = value[0] == Tag.WRAPPED and len(value[2]) == 1 and value[1].rpartition(".")[2] in HOLDERS
        return self.linker.read(value[2][0]) if held else ()

    def labelled(self, value: Value, name: str) -> Iterable[int]:
        """`Type(name = …)` names a parameter of the class, which is a member."""
        if value[0] != Tag.CLASS:
            return ()
        listed = [parameter for parameter, _, _ in self.program.parameters[value[1]] or ()]
        return [s for s in self.own_members(value[1], name) if self.program.kind[s] == "property" and name in listed]

    # -- steps that only Scala knows

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        return self._component(*parts) if word == "component" else self._more(*parts)

    def _component(self, made: int, number: int) -> Iterable[Value]:
        """A parameter of a case class by its place."""
        program, place = self.program, int(self.program.texts[self.program.parts[number][0]])
        for value in self.linker.read(made):
            listed = (program.parameters[value[1]] or []) if value[0] == Tag.CLASS else []
            for symbol in self.own_members(value[1], listed[place][0])[:1] if place < len(listed) else ():
                yield from self.linker.bound(symbol, (Tag.INSTANCE, *value[1:3]))

    def _more(self, inner: int, *arguments: int) -> Iterable[Value]:
        """A further list of arguments: the same function's, else for what it gave back."""
        program, linker = self.program, self.linker
        values = list(linker.read(inner))
        first = len(program.parts[inner]) - 1
        functions = [s for s in linker.targets.get(inner, ()) if program.kind[s] in CALLABLE or program.parameters[s]]
        if not functions or any(len(program.parameters[s] or ()) > first for s in functions):
            return values
        return [each for value in values for each in linker.call(value, arguments)]

    # -- overrides

    def overridden(self, symbol: int) -> list[int]:
        """What says `override` overrides the nearest member of that name and number of parameters."""
        program = self.program
        if "override" not in (program.modifiers[symbol] or ()) or program.parent[symbol] < 0:
            return []
        nameless = program.flows[Flow.IMPLEMENTS].get(symbol, ())
        if nameless:
            named = [self.named(term) for _, term in sorted(nameless)]
            orders = [self.order(base[1]) for base in named if base is not None and base[0] == Tag.CLASS]
        else:
            orders = [self.order(program.parent[symbol])[1:]]
        count = len(program.parameters[symbol] or ())
        for base in (each for order in orders for each in order):
            own = self.own_members(base, program.name[symbol])
            same = [s for s in own if len(program.parameters[s] or ()) == count and program.kind[s] not in TYPE_KINDS]
            if same:
                exact = [s for s in same if self.shape(s) == self.shape(symbol)]
                return exact[:1] or (same if len(same) == 1 else [])
        return []


DIALECT = Scala
