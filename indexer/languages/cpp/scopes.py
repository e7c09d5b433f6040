"""What stands around a name in C++: classes with their members, namespaces, definitions outside of their class."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow
from indexer.languages.c.scopes import INLINE
from indexer.link.values import Tag
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.languages.cpp.linking import Cpp

# Macros that make a method of a class that derives from one they name: TEST_F, TYPED_TEST, TEST_CASE_METHOD …
FIXTURES = re.compile(r"[A-Z0-9_]*(?:_F|_P|_METHOD|FIXTURE[A-Z_]*|TYPED_TEST)\Z")
CLASSES = frozenset({"class", "struct", "union"})
_VERSION = re.compile(r"(?:v\d+\w*|_{1,2}\w+)\Z")  # how inline namespaces are called


class Scopes:
    def __init__(self, dialect: Cpp) -> None:
        self.dialect = dialect
        self.program = program = dialect.program
        self.known: set[str] = set()  # namespaces, with those around them
        self.unseen = set(self._unseen())  # namespaces that macros open
        self.inline = {program.namespace[symbol] or "" for symbol in dialect.marked(INLINE)}
        self.known |= self.inline
        self.types: dict[str, list[int]] = defaultdict(list)  # by full name
        self.filled: dict[int, set[str]] = defaultdict(set)  # file -> namespaces of its definitions
        self.outside: dict[str, list[int]] = defaultdict(list)  # definitions that name their class
        for symbol in range(program.own):
            self.enter(symbol)
        self.using = self._using()
        self.owners: dict[int, int] = {}
        self.listed: dict[int, dict[str, list[int]]] = {}
        self.opened: dict[int, list[str]] = {}

    def enter(self, symbol: int) -> None:
        program = self.program
        if program.files[program.file[symbol]].language != "cpp":
            return
        namespace = self.space(symbol)
        if program.parent[symbol] < 0 and program.kind[symbol] != "macro":
            self.filled[program.file[symbol]].add(namespace)
        while namespace and namespace not in self.known:
            self.known.add(namespace)
            namespace = namespace.rpartition("::")[0]
        if program.kind[symbol] in TYPE_KINDS:
            self.types[self.full_name(symbol)].append(symbol)
        if program.container[symbol]:
            self.outside[program.name[symbol]].append(symbol)

    def _using(self) -> dict[str, list[tuple[int, str, str]]]:
        """Using declarations by what they name: the file, the namespace, the name there."""
        found: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for number, file in self.program.files.items():
            for name, items in file.imports.items() if file.language == "cpp" and not file.external else ():
                found[name] += [(number, item.module, item.imported_name) for item in items if item.imported_name]
        return found

    def put_into(self, file: int, namespace: str, module: str) -> str:
        """The namespace that a using declaration of a file names, if it can stand in this one."""
        around = {outer for inner in self.filled.get(file, ()) for outer in self._outwards(inner)}
        if namespace in around and (full := self.joined(namespace, module)) in self.known:
            return full
        named = self.absolute(file, module)
        return named if namespace == self.only(file) and named in self.known else ""

    def _unseen(self) -> Iterator[str]:
        program = self.program
        for symbol, flows in program.flows[Flow.VALUE].items():
            if program.kind[symbol] == "macro":
                yield from (program.texts[program.parts[term][0]] for _, term in flows)

    def space(self, symbol: int) -> str:
        """The namespace of a definition; one that macros open elsewhere counts for none."""
        namespace = self.plain(self.program.namespace[symbol] or "")
        head, _, rest = namespace.partition("::")
        return rest if head in self.unseen else namespace

    def plain(self, namespace: str) -> str:
        """Without inline namespaces, whose names are those of what is around them."""
        if not self.inline or not namespace:
            return namespace
        full, kept = "", []
        for part in namespace.split("::"):
            full = self.joined(full, part)
            kept += [part] if full not in self.inline else []
        return "::".join(kept)

    def full_name(self, symbol: int) -> str:
        parts = []
        while symbol >= 0:
            parts.append(self.program.name[symbol])
            if outer := self.program.container[symbol]:
                parts.append(outer)  # `class Outer::Name { … }`
            namespace = self.space(symbol)
            symbol = self.program.parent[symbol]
        return self.joined(namespace, "::".join(reversed(parts)))

    @staticmethod
    def joined(namespace: str, name: str) -> str:
        return f"{namespace}::{name}" if namespace else name

    # -- around a definition

    def home(self, owner: int) -> int:
        """What decides what a name inside a definition means: the class it is of, else itself."""
        if owner >= 0 and self.program.parent[owner] >= 0 and self.program.kind[owner] not in TYPE_KINDS:
            return self.program.parent[owner]
        return owner

    def classes(self, owner: int) -> Iterator[int]:
        """The classes around a definition, the innermost first."""
        program = self.program
        while owner >= 0:
            if program.kind[owner] in CLASSES:
                yield owner
            named = bool(program.container[owner]) or self._is_fixture(owner)
            around = self.class_of(owner) if named else -1
            owner = around if around >= 0 else program.parent[owner]

    def class_of(self, symbol: int) -> int:
        """The class that a definition outside of it names."""
        if symbol not in self.owners:
            self.owners[symbol] = self._class_of(symbol)
        return self.owners[symbol]

    def _class_of(self, symbol: int) -> int:
        program = self.program
        seen = self.dialect.includes.seen(program.file[symbol])
        container = program.container[symbol]
        for around in (container,) if container else self._arguments(symbol):
            for namespace in self._outwards(self.space(symbol)):
                named = self.types.get(self.joined(namespace, around), ())
                if found := [s for s in named if program.file[s] in seen and program.kind[s] in CLASSES]:
                    return found[0]
                if aliases := [s for s in named if program.file[s] in seen and program.kind[s] == "type_alias"]:
                    return self._aliased(aliases[0])
        return -1

    def _aliased(self, alias: int) -> int:
        """`typedef Fixture OtherName;`."""
        value = self.dialect.type_of(alias)
        return int(value[1]) if value is not None and value[0] == Tag.CLASS else -1

    def _is_fixture(self, symbol: int) -> bool:
        return FIXTURES.match(self.program.name[symbol]) is not None

    def _arguments(self, symbol: int) -> list[str]:
        """`TEST_F(Fixture, name) { … }`; others name the test first."""
        return [kind or name for name, kind, _ in (self.program.parameters[symbol] or ())[:2]]

    @staticmethod
    def _outwards(namespace: str) -> Iterator[str]:
        while namespace:
            yield namespace
            namespace = namespace.rpartition("::")[0]
        yield ""

    def namespaces(self, file: int, owner: int) -> Iterator[str]:
        """The namespaces that a bare name is looked for in: from the inside out, then those that the file uses."""
        inner = self.space(owner) if owner >= 0 else self.only(file)
        if owner >= 0 and self.program.container[owner]:
            inner = self._named_before(owner) or inner
        yield from self._outwards(inner)
        yield from self.used(file)

    def only(self, file: int) -> str:
        """The namespace of what stands outside of all definitions: the innermost one that all of the file is in."""
        spaces = [space.split("::") for space in self.filled.get(file, ())]
        shared = 0
        while spaces and all(len(space) > shared and space[shared] == spaces[0][shared] for space in spaces):
            shared += 1
        return "::".join(spaces[0][:shared]) if spaces else ""

    def _named_before(self, owner: int) -> str:
        """`void ns::f()` sees the namespace that its name begins with."""
        full = self.joined(self.space(owner), self.program.container[owner] or "")
        around = self.class_of(owner)
        if around >= 0:
            return self.space(around)
        return full if full in self.known else ""

    def used(self, file: int) -> list[str]:
        if file not in self.opened:
            stars = [self.absolute(file, item.module) for item in self.program.files[file].stars]
            self.opened[file] = [module for module in stars if module in self.known]
        return self.opened[file]

    def absolute(self, file: int, module: str) -> str:
        """The namespace that a using declaration names: seen from the file's own, from outside, from any inside it."""
        inside = sorted(self.filled.get(file, ()), key=lambda space: (-space.count("::"), space))
        spaces = [*self._outwards(self.only(file)), *(around for inner in inside for around in self._outwards(inner))]
        seen = () if module.partition("::")[0] in self.unseen else (self.joined(around, module) for around in spaces)
        return next((full for full in seen if full in self.known), module.removeprefix("::"))

    def is_in(self, symbol: int, namespace: str) -> bool:
        """Whether a symbol is of a namespace, or of an inline one inside it."""
        own, namespace = self.space(symbol), self.plain(namespace)
        if own == namespace or self.program.kind[symbol] == "macro":
            return True
        head, _, tail = own.rpartition("::")
        return head == namespace and bool(tail) and _VERSION.match(tail) is not None

    # -- members

    def members(self, symbol: int) -> dict[str, list[int]]:
        """What a class has by name; the enumerators of its plain enums are its own."""
        if symbol not in self.listed:
            program = self.program
            own = {name: list(symbols) for name, symbols in program.members.get(symbol, {}).items()}
            enums = [s for symbols in own.values() for s in symbols if program.kind[s] == "enum"]
            for inner in [s for s in enums if s not in self.dialect.scoped]:
                for name, symbols in program.members.get(inner, {}).items():
                    own.setdefault(name, symbols)
            self.listed[symbol] = own
        return self.listed[symbol]

    def is_specialised(self, symbol: int, name: str) -> bool:
        """Whether a template has specialisations with a member of their own: arguments decide which is meant."""
        if symbol in self.dialect.special or len(named := self.types.get(self.full_name(symbol), ())) < 2:
            return False
        members = self.program.members
        return any(s in self.dialect.special and name in members.get(s, ()) for s in named)

    def nested(self, symbol: int, name: str) -> list[int]:
        """Types of a class that are defined outside of it: `struct Table::Rep { … }`."""
        types = (s for s in self.outside.get(name, ()) if self.program.kind[s] in TYPE_KINDS)
        return [s for s in types if self.class_of(s) == symbol]

    def only_type(self, file: int, namespace: str, name: str) -> list[int]:
        """A type that is declared here and defined elsewhere: a program has but one of a full name."""
        found = [s for s in self.types.get(self.joined(namespace, name), ()) if self.program.kind[s] in CLASSES]
        if len(found) != 1 or found[0] in self.dialect.special:
            return []
        return found if namespace or file in self.dialect.includes.seen(self.program.file[found[0]]) else []

    def definitions(self, declaration: int) -> list[int]:
        """Definitions that a declaration may be of: of the same class, or of the same namespace."""
        program, name = self.program, self.program.name[declaration]
        parent, namespace = program.parent[declaration], self.space(declaration)
        if parent >= 0:
            whole = (s for s in self.outside.get(name, ()) if s not in self.dialect.declared)
            return [s for s in whole if self.class_of(s) == parent]
        file, seen = program.file[declaration], self.dialect.includes.seen
        return [
            s for s in self.dialect.names.get(name, ())
            if self.space(s) == namespace and s not in self.dialect.declared and not program.is_external(s)
            and program.kind[s] != "macro" and s not in self.dialect.dead and file in seen(program.file[s])
        ]  # fmt: skip
