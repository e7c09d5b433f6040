"""Members of values: of instances, classes, modules, objects, functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.javascript.lineage import MEMBERS
from indexer.link.dialect import Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

INDEXED = "[]"


class Members:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.busy: set[Value] = set()  # whose members are being looked for: an object may be spread into itself

    def of(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value in self.busy:
            return ()
        self.busy.add(value)
        found = list(self._of(value, name, space))
        self.busy.discard(value)
        return found

    def _of(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.INSTANCE:
            return self._of_instance(value, name)
        if tag == Tag.CLASS:
            return self._of_class(value, name, space)
        if tag == Tag.MODULE:
            return self._of_module(value, name, space)
        if tag == Tag.OBJECT:
            return self._of_object(value, name, space)
        if tag == Tag.SUPER:
            return self._of_super(value, name)
        if tag == Tag.FUNCTION:
            own = self.program.members.get(value[1], {}).get(name) or self._beside(value[1], name)
            return [(own[0], value)] if own else self._declared(value, name, space)
        if tag in (Tag.LAMBDA, Tag.FUNCTION_TYPE):
            return self._of_library("Function", name)
        if tag == Tag.TYPE_VARIABLE:
            return self._of_variable(value, name, space)
        if tag == Tag.WRAPPED and isinstance(value[1], tuple):
            left, kept = value[1]
            inner = self.dialect.linker.read(value[2][0]) if name not in left and (not kept or name in kept) else ()
            return [found for each in inner for found in self.of(each, name, space)]
        if tag == Tag.WRAPPED and value[1] == "record":
            return [(each, value) for each in self.dialect.linker.read(value[2][0])]
        if tag == Tag.GROUP and value[1] == "module":
            return self._exports(value[2]) if name == "exports" else ()
        if tag == Tag.GROUP and value[1] == "exports":
            return self._of_module(value[2], name, space)
        if tag == Tag.GROUP and value[1] == "named":
            own = self.program.members[value[2]].get(name) or self._beside(value[2], name)
            return [(own[0], value)] if own else ()
        if tag == Tag.SEQUENCE or (tag == Tag.WRAPPED and value[1] == "tuple"):
            plain = self.dialect.plain(value)
            return [found for each in plain for found in self.of(each, name, space)]
        return ()

    def _declared(self, value: Value, name: str, space: int) -> Iterable[Member]:
        """Of a function: what the type of the variable that holds it has, else what all functions have."""
        linker = self.dialect.linker
        for _, term in self.program.flows[Flow.TYPE].get(value[1], ()):
            return [found for each in linker.read(term) for found in self.of(each, name, space)]
        return self._of_library("Function", name)

    def _of_library(self, name: str, member: str) -> Iterable[Member]:
        values = self.dialect.library(name)
        return [found for value in values if value[0] == Tag.INSTANCE for found in self._of_instance(value, member)]

    def _of_instance(self, value: Value, name: str) -> Iterable[Member]:
        dialect, symbol = self.dialect, value[1]
        kind = self.program.kind[symbol]
        if kind == "type_alias":
            return [member for each in dialect.plain(value) for member in self.of(each, name, Space.VALUE)]
        if found := dialect.lineage.find(symbol, name, False):
            return [(each, value) for each in found]
        if kind == "enum":
            return [*self._of_library("String", name), *self._of_library("Number", name)][:1]
        if keyed := list(self._signature(value, INDEXED)):
            return [(each, value) for each in keyed]
        if dialect.lineage.is_open(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), value)]
        if self.program.name[symbol] not in ("Object", "Function"):
            return self._of_library("Object", name)
        return ()

    def _of_class(self, value: Value, name: str, space: int) -> Iterable[Member]:
        dialect, symbol = self.dialect, value[1]
        if found := dialect.lineage.find(symbol, name, True):
            return [(each, value) for each in found]
        if handed := dialect.modules.handed_out(symbol, name):  # a namespace of the same name
            return [(each, value) for each in handed]
        if name == "prototype":
            return [((Tag.INSTANCE, symbol, value[2]), value)]
        if self.program.kind[symbol] != "class":
            sides = dialect.value_side(symbol)
            return [found for side in sides if side != value for found in self.of(side, name, space)]
        if dialect.lineage.is_open(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), value)]
        return self._of_library("Function", name)

    def _of_module(self, value: Value, name: str, space: int) -> Iterable[Member]:
        modules = self.dialect.modules
        if found := modules.handed_out(value[1], name):
            return [(entity, value) for entity in found]
        whole = modules.handed_out(value[1], "export=")
        found = [inner for entity in whole for inner in modules.inside(entity, name)]
        if found:
            return [(entity, value) for entity in found]
        sides = self.dialect.value_side(value[1])  # a variable or function of the namespace's name
        return [member for side in sides for member in self.of(side, name, space)]

    def _exports(self, module: Value) -> Iterable[Member]:
        """`module.exports`: what stands for the module, and what it is given by name."""
        whole = self.dialect.modules.handed_out(module[1], "export=")
        named: list[Member] = [(entity, module) for entity in whole if isinstance(entity, int)]
        return [*named, ((Tag.GROUP, "exports", module), module)]

    def _beside(self, symbol: int, name: str) -> list[Value | int]:
        """`exports.name`, where the symbol is what stands for the module itself."""
        program, modules = self.program, self.dialect.modules
        container = program.files[program.file[symbol]].symbol
        if program.parent[symbol] != container or symbol not in modules.handed_out(container, "export="):
            return []
        return modules.handed_out(container, name)

    def _of_object(self, value: Value, name: str, space: int) -> Iterable[Member]:
        """The member of that name; else what is spread into the object, else what any key gives."""
        program, linker = self.program, self.dialect.linker
        spread: list[Member] = []
        for part in program.parts[value[1]][1:]:
            if program.ops[part] == Op.SPREAD:
                for source in linker.read(program.parts[part][0]):
                    spread += self.of(source, name, space)
            elif program.ops[part] == Op.KEYWORD:
                word, term = program.parts[part]
                if program.texts[word] == name:
                    return self._named(term, value)
        return spread or [(each, value) for each in self._signature(value, INDEXED)]

    def _named(self, term: int, value: Value) -> Iterable[Member]:
        program, linker = self.program, self.dialect.linker
        if program.ops[term] == Op.SYMBOL:
            symbol = program.parts[term][0]
            if program.kind[symbol] in MEMBERS:  # what stands in the object, not what another name lends it
                return [(symbol, value)]
        return [(each, value) for each in linker.read(linker.inside(term, value[2]))]

    def _of_super(self, value: Value, name: str) -> Iterable[Member]:
        lineage, receiver = self.dialect.lineage, (Tag.INSTANCE, value[2], ())
        for base in lineage.parents(value[1]):
            if base[0] == Tag.CLASS:
                for static in (False, True):
                    if found := lineage.find(base[1], name, static):
                        return [(each, receiver) for each in found]
            elif base[0] == Tag.EXTERNAL:
                return [((Tag.EXTERNAL, f"{base[1]}.{name}"), receiver)]
        return ()

    def _of_variable(self, value: Value, name: str, space: int) -> Iterable[Member]:
        linker = self.dialect.linker
        for bound in self.dialect.generics.bound(value):
            for each in linker.read(linker.argument(bound)):
                if each != value:
                    yield from self.of(each, name, space)

    # -- what has no name

    def _signature(self, value: Value, word: str, depth: int = 0) -> Iterable[Value]:
        """What a value's type gives for any key."""
        program, dialect, linker = self.program, self.dialect, self.dialect.linker
        if value[0] == Tag.OBJECT:
            listed = program.parts[value[1]][1:]
            environment = value[2]
        else:
            listed = [term for _, term in program.flows[Flow.EXPORT].get(value[1], ())]
            environment = dialect.generics.pairs(value[1], value[2])
        for part in listed:
            if program.ops[part] == Op.KEYWORD and program.texts[program.parts[part][0]] == word:
                yield from linker.read(linker.inside(linker.argument(program.parts[part][1]), environment))
                return
        if value[0] == Tag.INSTANCE and depth < 6:
            for base in dialect.lineage.parents(value[1]):
                if base[0] == Tag.CLASS:
                    cells = tuple(linker.inside(cell, environment) for cell in base[2])
                    yield from self._signature((Tag.INSTANCE, base[1], cells), word, depth + 1)

    def keyed(self, value: Value) -> Iterable[Value]:
        return self._signature(value, INDEXED)

    def values(self, value: Value, name: str) -> Iterable[Value]:
        """What a member of a value can be, without naming it."""
        linker = self.dialect.linker
        for found, receiver in self.of(value, name, Space.VALUE):
            if isinstance(found, int):
                yield from linker.bound(found, receiver)
            else:
                yield found
