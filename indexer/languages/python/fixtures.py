"""pytest's fixtures: a parameter of a test or of a fixture that is named like one holds what the fixture gives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.contexts import KIND_OF, READ
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Visitor
from indexer.link.linker import CALLABLE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.languages.python.linking import Python

WORD = "fixture"  # of the step from a fixture to what it gives
MAKING = re.compile(r"@(?:(\w+)\.)?(?:yield_)?fixture(?!\w|\(.*\bname\s*=)", re.DOTALL)
DECORATED = re.compile(rb"@(?:\w+\.)?(?:yield_)?fixture\b")
PARAMETRIZED = re.compile(rb"""parametrize\(\s*(?:argnames\s*=\s*)?(\[[^]]*\]|\([^)]*\)|"[^"]*"|'[^']*')""")
INJECTING = (b"patch", b"given")  # decorators that pass arguments of their own
LIBRARIES = ("pytest", "_pytest")


def asked(visitor: Visitor, name: Node, owner: int, term: int) -> int:
    """What a parameter stands for: what a fixture of its name gives, else what is passed; its name is a use."""
    text = visitor.data[name.start_byte : name.end_byte]
    if not _may_ask(visitor, owner, text):
        return term
    hidden = visitor.term(Op.HIDDEN, term, visitor.text(text), owner)
    visitor.uses.append((name.start_byte, name.end_byte, KIND_OF[READ], None, owner, 0, 0, hidden))
    return visitor.term(Op.THROUGH, visitor.text(WORD.encode()), hidden)


def _may_ask(visitor: Visitor, owner: int, name: bytes) -> bool:
    """Whether pytest passes arguments to a function, as far as it is written there."""
    definition = visitor.found.definitions[owner]
    above = visitor.data[definition.start : definition.node.start_byte]
    is_test = definition.name.startswith(b"test")
    if not is_test and b"fixture" not in above:
        return False
    around = visitor.found.definitions[definition.parent] if definition.parent >= 0 else None
    if definition.kind not in ("function", "method") or (around is not None and around.kind in CALLABLE):
        return False
    if not is_test:
        return DECORATED.search(above) is not None
    if around is not None and around.kind == "class":
        if not around.name.startswith(b"Test"):
            return False
        above += visitor.data[around.start : around.node.start_byte]
    if any(word in above for word in INJECTING):
        return False
    listed = PARAMETRIZED.findall(above)
    return len(listed) == above.count(b"parametrize") and not any(name in re.findall(rb"\w+", each) for each in listed)


class Fixtures:
    def __init__(self, dialect: Python) -> None:
        self.dialect, self.program = dialect, dialect.program
        self.found: dict[tuple[str, int], int | None] = {}
        self.fixtures: dict[int, bool] = {}

    def named(self, name: str, owner: int) -> int | None:
        """The fixture that a parameter of a function asks for: of its class, its file, a `conftest.py` around."""
        key = (name, owner)
        if key not in self.found:
            self.found[key] = self._named(name, owner)
        return self.found[key]

    def _named(self, name: str, owner: int) -> int | None:
        program = self.program
        file = program.file[owner]
        if not (program.files[file].is_test or self.is_fixture(owner)):
            return None
        for holder in self._holders(owner, file):
            found = [entity for entity, _ in self.dialect.member(holder, name, 0)]
            if any(not isinstance(entity, int) and entity[0] == Tag.EXTERNAL for entity in found):
                return None  # a library's
            for entity in found:
                if isinstance(entity, int) and entity != owner and self.is_fixture(entity):
                    return entity
        return None

    def _holders(self, owner: int, file: int) -> Iterable[Value]:
        """Where pytest looks, in order."""
        program, around = self.program, self.program.parent[owner]
        while around >= 0 and program.kind[around] == "class":
            yield (Tag.CLASS, around, ())
            around = program.parent[around]
        yield (Tag.MODULE, program.files[file].symbol)
        folder = program.files[file].path
        while folder:
            folder = folder.rpartition("/")[0]
            for number in self.dialect.modules.at(f"{folder}/conftest.py".lstrip("/")):
                if number != file:
                    yield (Tag.MODULE, program.files[number].symbol)

    def is_fixture(self, symbol: int) -> bool:
        if symbol not in self.fixtures:
            self.fixtures[symbol] = self._is_fixture(symbol)
        return self.fixtures[symbol]

    def _is_fixture(self, symbol: int) -> bool:
        program = self.program
        if program.is_external(symbol) or program.kind[symbol] not in ("function", "method"):
            return False
        imports = program.files[program.file[symbol]].imports
        for text in program.decorators[symbol] or ():
            if made := MAKING.match(text):
                items = imports.get(made[1] or "fixture", ())
                return any(item.module.startswith(LIBRARIES) for item in items)
        return False

    def given(self, fixture: int) -> Iterable[Value]:
        """What a test gets of a fixture: what it gives back, or the one thing that it yields."""
        dialect, program, linker = self.dialect, self.program, self.dialect.linker
        yields = fixture in program.flows[Flow.YIELD]
        parent = program.parent[fixture]
        receiver = (Tag.INSTANCE, parent, ()) if program.kind[parent] == "class" else None
        for value in linker.result(fixture, receiver):
            if value[0] == Tag.AWAITABLE:
                yield from linker.read(value[1])
            elif yields:
                yield from dialect.item(value)
            else:
                yield value
