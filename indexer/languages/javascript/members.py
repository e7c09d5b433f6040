"""Members of values: of instances, classes, modules, objects, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.lineage import MEMBERS
from indexer.languages.javascript.type_forms import FORMS
from indexer.link.dialect import Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

ANY_KEY = "[*]"  # what is stored under a key that nobody can tell
INDEXED, NUMBERED = "[]", "[#]"  # what any name gives, and what any number gives
DEEPEST = 8  # steps from value to value: an object may be spread into itself


class Members:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.ways: dict[int, Callable[[Value, str, int], Iterable[Member]]] = {
            Tag.INSTANCE: self._of_instance, Tag.CLASS: self._of_class, Tag.MODULE: self._of_module,
            Tag.OBJECT: self._of_object, Tag.SUPER: self._of_super, Tag.FUNCTION: self._of_function,
            Tag.LAMBDA: self._of_any_function, Tag.FUNCTION_TYPE: self._of_any_function,
            Tag.TYPE_VARIABLE: self._of_variable, Tag.WRAPPED: self._of_wrapped, Tag.GROUP: self._of_group,
            Tag.SEQUENCE: self._of_list,
        }  # fmt: skip
        self.asked: set[Value] = set()

    def of(self, value: Value, name: str, depth: int = 0) -> Iterable[Member]:
        """Members of a value; within one look-up each value is asked once, however many ways lead to it."""
        way = self.ways.get(value[0])
        if way is None or (depth and value in self.asked):
            return ()
        before = self.asked
        self.asked = before if depth else set()
        self.asked.add(value)
        found = list(way(value, name, depth))
        self.asked = before
        return found or (self._unknown(value, name) if not depth else ())

    def _unknown(self, value: Value, name: str) -> Iterable[Member]:
        """What a library's type is not known to have is no business of the repository's, unless it is put there."""
        is_known = value[0] != Tag.INSTANCE or not self.program.is_external(value[1])
        return () if is_known or name in self.program.stored else self._outside(value, name)

    def _through(self, values: Iterable[Value], name: str, depth: int) -> list[Member]:
        """Members of what a value leads to."""
        return [found for value in values for found in self.of(value, name, depth + 1)] if depth < DEEPEST else []

    def _of_library(self, name: str, member: str) -> Iterable[Member]:
        values = self.dialect.library(name)
        return [found for value in values if value[0] == Tag.INSTANCE for found in self._of_instance(value, member, 0)]

    def _of_any_function(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        return self._of_library("Function", name)

    def _of_function(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        """What was added by name, what the type of the variable that holds it has, what all functions have."""
        if own := self.program.members.get(value[1], {}).get(name) or self._beside(value[1], name):
            return [(own[0], value)]
        for term in self.program.terms_of(Flow.TYPE, value[1]):
            return self._through(self.dialect.linker.read(term), name, depth)
        return self._of_library("Function", name)

    def _of_instance(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        dialect, symbol = self.dialect, value[1]
        kind = self.program.kind[symbol]
        if kind == "type_alias":
            return self._through(dialect.plain(value), name, depth)
        found = dialect.lineage.find(symbol, name, False)
        if name == "constructor" and kind == "class" and all(self.program.kind[each] == name for each in found):
            return [*self._of_library("Object", name), ((Tag.CLASS, symbol, value[2]), value)]
        if found:
            return [(each, value) for each in found]
        if kind == "enum":
            return [*self._of_library("String", name), *self._of_library("Number", name)][:1]
        if keyed := list(self._signature(value, INDEXED)):
            return [(each, value) for each in keyed] if self._leads_home(symbol, keyed) else self._outside(value, name)
        if dialect.lineage.is_open(symbol):
            return self._outside(value, name)
        if self.program.name[symbol] not in ("Object", "Function"):
            return self._of_library("Object", name)
        return ()

    def _leads_home(self, symbol: int, keyed: list[Value]) -> bool:
        """Whether what any key gives is the repository's business: of `process.env` it is not."""
        own = not self.program.is_external(symbol)
        return own or any(self.dialect.linker.leads_home(each) for each in keyed)

    def _outside(self, value: Value, name: str) -> Iterable[Member]:
        return [((Tag.EXTERNAL, f"{self.program.name[value[1]]}.{name}"), value)]

    def _of_class(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        dialect, symbol = self.dialect, value[1]
        if found := dialect.lineage.find(symbol, name, True):
            return [(each, value) for each in found]
        if handed := dialect.modules.handed_out(symbol, name):  # a namespace of the same name
            return [(each, value) for each in handed]
        if name == "prototype":
            return [((Tag.INSTANCE, symbol, value[2]), value)]
        if self.program.kind[symbol] != "class":
            return self._through((side for side in dialect.value_side(symbol) if side != value), name, depth)
        if dialect.lineage.is_open(symbol):
            return self._outside(value, name)
        return self._of_library("Function", name)

    def _of_module(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        modules = self.dialect.modules
        whole = modules.handed_out(value[1], "export=")
        found = modules.handed_out(value[1], name) or [e for each in whole for e in modules.inside(each, name)]
        if found:
            return [(entity, value) for entity in found]
        # A variable or function of the namespace's name.
        return self._through(self.dialect.value_side(value[1]), name, depth)

    def _of_group(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        """`module`, `exports`, and variables that are given members by name."""
        _, word, given = value
        if word == "module":
            return self._exports(given) if name == "exports" else ()
        if word == "exports":
            return self._of_module(given, name, depth)
        own = self.program.members[given].get(name) or self._beside(given, name)
        return [(own[0], value)] if own else ()

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

    def _of_object(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        """The member of that name; else what is spread into the object, else what any key gives."""
        program, linker = self.program, self.dialect.linker
        spread: list[Member] = []
        for part in program.parts[value[1]][1:]:
            if program.ops[part] == Op.SPREAD:
                spread += self._through(linker.read(program.parts[part][0]), name, depth)
            elif program.ops[part] == Op.KEYWORD:
                word, term = program.parts[part]
                if program.texts[word] == name:
                    return self._named(term, value)
                if program.texts[word] == ANY_KEY:
                    spread += [(each, value) for each in linker.read(term)]
        return spread or [(each, value) for each in self._signature(value, INDEXED)]

    def _named(self, term: int, value: Value) -> Iterable[Member]:
        program, linker = self.program, self.dialect.linker
        if program.ops[term] == Op.SYMBOL:
            symbol = program.parts[term][0]
            if program.kind[symbol] in MEMBERS:  # what stands in the object, not what another name lends it
                return [(symbol, value)]
        return [(each, value) for each in linker.read(linker.inside(term, value[2]))]

    def _of_super(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        lineage, receiver = self.dialect.lineage, (Tag.INSTANCE, value[2], ())
        for base in lineage.parents(value[1]):
            if base[0] == Tag.CLASS:
                for static in (False, True):
                    if found := lineage.find(base[1], name, static):
                        return [(each, receiver) for each in found]
            elif base[0] == Tag.EXTERNAL:
                return [((Tag.EXTERNAL, f"{base[1]}.{name}"), receiver)]
        return ()

    def _of_variable(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        linker = self.dialect.linker
        bounds = [each for bound in self.dialect.generics.bound(value) for each in linker.read(linker.argument(bound))]
        return self._through((each for each in bounds if each != value), name, depth)

    def _of_wrapped(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        word, cells = value[1], value[2]
        if isinstance(word, tuple):  # `Omit`, `Pick`
            left, kept = word
            takes = name not in left and (not kept or name in kept)
            return self._through(self.dialect.linker.read(cells[0]), name, depth) if takes else ()
        if word == "record":
            return [(each, value) for each in self.dialect.linker.read(cells[0])]
        return self._of_list(value, name, depth) if word in ("tuple", "settled", *FORMS) else ()

    def _of_list(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        return self._through(self.dialect.plain(value), name, depth)

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
        return [*self._signature(value, INDEXED), *self._signature(value, NUMBERED)]

    def values(self, value: Value, name: str) -> Iterable[Value]:
        """What a member of a value can be, without naming it."""
        linker = self.dialect.linker
        for found, receiver in self.of(value, name):
            if isinstance(found, int):
                yield from linker.bound(found, receiver)
            else:
                yield found
