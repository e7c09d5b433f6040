"""How Ruby finds what a name means: constants by nesting and ancestors, methods along the line of ancestors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.languages.ruby.ancestors import Ancestors
from indexer.languages.ruby.constants import TYPES, joined
from indexer.languages.ruby.library import KERNEL, OBJECT
from indexer.link.dialect import Dialect, Entity, Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

TOP: Value = (Tag.MODULE, "::")
Found = list[Entity]


class Ruby(Dialect):
    follows_changes = False  # which of several definitions of a module stands for it depends on all of them

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.line = Ancestors(program)
        self.constants = self.line.constants
        self.paths = {file.path: number for number, file in program.files.items()}
        self.roots = sorted({path[: path.index("lib/") + 4] for path in self.paths if f"/{path}".find("/lib/") >= 0})
        self.relative: set[tuple[int, str]] = set()  # files, and what they require from beside them
        for term in sorted(program.passed_lambdas):
            if program.ops[term] == Op.THROUGH and program.files[program.term_file[term]].language == "ruby":
                self._note(term)

    def _note(self, term: int) -> None:
        """What stands at the top of files: no definition could tell of it."""
        program = self.program
        word, inner = (program.parts[term][place] for place in (0, 1))
        if program.texts[word] == "relative":
            self.relative.add((program.term_file[term], program.texts[program.parts[inner][0]]))
        elif program.texts[word] == "everywhere":
            self.line.include_everywhere(program.term_file[term], inner)

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Found:
        if name == "::":
            return [(TOP, "scope")]
        if not name:  # lost in a syntax error
            return []
        if name[0] == "@":
            return self._state(name, owner)
        if name[0].isupper() and space != Space.CALL:
            return self._constant(file, name, owner)
        return self._method(name, owner) if space == Space.CALL else []

    def _constant(self, file: int, name: str, owner: int) -> Found:
        symbol, rule = self.line.lookup(file, name, owner)
        if symbol is not None:
            return [(symbol, "scope" if self.program.file[symbol] == file else rule)]
        if name in self.line.opened:
            return [((Tag.MODULE, name), "builtin")]
        return [((Tag.EXTERNAL, name), "builtin")] if self.line.is_outside(name) else []

    def _state(self, name: str, owner: int) -> Found:
        around = self.constants.around(owner)
        found = self.line.find(around, name, self.line.is_static(owner)) if around >= 0 else []
        found = found or (self.line.find(around, name, False) if around >= 0 else [])
        return [(symbol, "inherited") for symbol in found]

    def _method(self, name: str, owner: int) -> Found:
        """A method of `self`, whoever that is where the owner stands."""
        around = self.constants.around(owner)
        static = owner == around or self.line.is_static(owner)
        if around >= 0 and (found := self._of_self(around, name, static)):
            receiver = (Tag.CLASS if static else Tag.INSTANCE, around, (), True)
            return [(symbol, "self" if self.line.is_own(symbol, around) else "inherited", receiver) for symbol in found]
        if name in KERNEL or name in OBJECT:
            return [((Tag.EXTERNAL, f"Kernel.{name}"), "builtin")]
        if name not in self.line.method_names and (around < 0 or self.line.is_open(around)):
            # What it gives is anybody's guess: test frameworks define such words on the fly.
            self.linker.outside.setdefault(self.linker.current, "builtin" if around < 0 else "inherited")
        return []

    def _of_self(self, around: int, name: str, static: bool) -> list[int]:
        found = self.line.find(around, name, static)
        return found or (self.line.find(around, "initialize", False) if static and name == "new" else [])

    def imported(self, file: int, name: str) -> Found:
        """What `autoload` binds."""
        items = self.program.files[file].imports.get(name, ())
        known = self.line.lookup(file, name, -1)[0] if items else None
        candidates = [known] if known is not None else self.line.last_names.get(name, [])
        return [(candidates[0], "import")] if len(candidates) == 1 else []

    def statement(self, file: int, module: str, name: str) -> Found:
        """`require` looks in the folders called lib, `require_relative` beside the file."""
        path = module if module.endswith(".rb") else f"{module}.rb"
        if (file, module) in self.relative or module.startswith("."):
            folders = [dirname(self.program.files[file].path) + "/"]
        else:
            folders = [*self.roots, ""]
        found = [
            number
            for folder in folders
            if (number := self.paths.get(normpath(f"{folder}{path}".lstrip("/")))) is not None
        ]
        if found:
            return [((Tag.MODULE, module, found[0], "file"), "import")]
        return [] if (file, module) in self.relative else [((Tag.EXTERNAL, module), "import")]

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE and isinstance(value[1], str):
            return [(entity, value) for entity in self._inside(value, name)]
        if tag == Tag.SUPER:
            static = len(value) > 3
            receiver = (Tag.CLASS if static else Tag.INSTANCE, value[2], (), True)
            return self._else_outside(self.line.find(value[1], name, static, beyond=True), value[1], name, receiver)
        if tag in (Tag.CLASS, Tag.MODULE):
            if name[:1].isupper() and space != Space.CALL:
                return [(symbol, value) for symbol in self.line.constant_of(value[1], name)]
            return self._of_type(value, name, space)
        return self._of_instance(value, name, space) if tag == Tag.INSTANCE else ()

    def _inside(self, value: Value, name: str) -> Iterable[Value | int]:
        """What stands at the top, or in a library's module that the repository adds to."""
        full = name if value == TOP else joined(value[1], name)
        symbol = self.constants.at(full, -1)
        if symbol is not None:
            return [symbol]
        return [(Tag.EXTERNAL, full)] if value != TOP or self.line.is_outside(name) else []

    def leads_out(self, value: Value) -> bool:
        return value[0] == Tag.EXTERNAL or (value[0] == Tag.MODULE and len(value) == 2 and value[1] in self.line.opened)

    def _of_type(self, value: Value, name: str, space: int) -> Iterable[Member]:
        found = self._written(value[1], name, True) if space != Space.CALL else self._of_self(value[1], name, True)
        return self._else_outside(found, value[1], name, value)

    def _of_instance(self, value: Value, name: str, space: int) -> Iterable[Member]:
        found = self._written(value[1], name, False) if space != Space.CALL else self.line.find(value[1], name, False)
        return self._else_outside(found, value[1], name, value)

    def _written(self, symbol: int, name: str, static: bool) -> list[int]:
        """`a.name = value` calls `name=`, or sets what an accessor names."""
        return self.line.find(symbol, f"{name}=", static) or self.line.find(symbol, name, static)

    def _else_outside(self, found: list[int], symbol: int, name: str, receiver: Value) -> Iterable[Member]:
        unknown = name not in self.line.method_names and self.line.is_open(symbol)
        if not found and (name in OBJECT or unknown):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    # -- values

    def held(self, symbol: int) -> Iterable[Value]:
        """An accessor gives what the instance variable of its name holds."""
        if self.program.kind[symbol] != "property":
            return ()
        parent = self.program.parent[symbol]
        fields = self.line.find(parent, f"@{self.program.name[symbol]}", False) if parent >= 0 else []
        return [value for field in fields for value in self.linker.read(self.linker.cell("held", field))]

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """Only `new` makes an instance; what is called otherwise is a method that gave the type itself."""
        current = self.linker.current
        if current >= len(self.program.ops) or self.program.ops[current] != Op.NEW:
            yield value
        elif makers := self.line.find(value[1], "new", True):
            yield from self.linker.result(makers[0], value)
        else:
            yield (Tag.INSTANCE, *value[1:])

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """An accessor, or a constant, is what it holds."""
        yield value

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        yield (value[0], *receiver[1:]) if receiver[0] in (Tag.INSTANCE, Tag.CLASS) else value

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        symbol = self.constants.at(name, -1)
        yield (Tag.INSTANCE, symbol, ()) if symbol is not None else (Tag.EXTERNAL, f"{name}()")

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        """`a.class`; the class's side of `super`."""
        for value in self.linker.read(parts[0]) if word == "class" else ():
            if value[0] == Tag.INSTANCE:
                yield (Tag.CLASS, *value[1:])
            elif value[0] == Tag.SUPER:
                yield (*value, True)
            elif value[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{value[1]}.class"[:200])

    # -- bases

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self.line.bases(symbol) if base[0] != Tag.EXTERNAL]

    def overridden(self, symbol: int) -> list[int]:
        program, line = self.program, self.line
        owner = program.parent[symbol]
        if owner < 0 or program.kind[owner] not in TYPES or program.kind[symbol] == "constructor":
            return []
        found = line.find(owner, program.name[symbol], line.is_static(symbol), beyond=True)
        return [other for other in found if program.parent[other] != owner]


DIALECT = Ruby
