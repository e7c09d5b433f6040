"""Modules: which file a specifier leads to, what a module or namespace hands out, what is global."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.library import Library
from indexer.link.modules.ecmascript import Resolver
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

Found = list[Value | int]
LANGUAGES = ("javascript", "typescript", "tsx")
WHOLE, DEFAULT = "export=", "default"
WORDS = {"bigint": "BigInt"}  # types of the language that the grammar takes for names
SCRIPTS = (".js", ".jsx", ".mjs", ".cjs")
CONTAINERS = frozenset({"module", "namespace"})


class Modules:
    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.resolver = Resolver(tree)
        ours = ((n, f) for n, f in program.files.items() if f.language in LANGUAGES and not f.external)
        self.files = {f.path: n for n, f in ours if f.symbol >= 0}  # one that was not parsed tells nothing
        self.library = Library(program)
        self.tables: dict[int, dict[str, list[int]]] = {}  # container -> exported name -> terms
        self.answers: dict[tuple[int, str], Found] = {}
        self.busy: dict[tuple[int, str], Found] = {}  # what the look-up under way has found so far
        self.places: dict[tuple[int, str], Value | None] = {}
        self.added: dict[str, list[int]] = {}  # module of a library -> what a module of the repository adds to it
        self.globals = self._globals()
        wild = [(name.strip('"').split("*", 1), found) for name, found in self.globals.items() if "*" in name]
        self.patterns = [(head, tail, found) for (head, tail), found in wild]  # `declare module "*.svg"`

    # -- modules by specifier

    def named(self, file: int, module: str) -> Value | None:
        """The module that a specifier in a file leads to."""
        key = (file, module)
        if key not in self.places:
            self.places[key] = self._named(file, module)
        return self.places[key]

    def _named(self, file: int, module: str) -> Value | None:
        home = self.program.files[file]
        if not home.external:
            path = self._run(home.path, module) or self.resolver.resolve(home.path, module)
            if path is not None:
                number = self.files.get(path)
                return (Tag.MODULE, self.program.files[number].symbol) if number is not None else self._declared(module)
            if not self.resolver.is_external(home.path, module):
                return self._declared(module) or self._added(module)
            if (found := self._declared(module)) is not None:
                return found
        return self.library.module(home.path if home.external else "", module)

    def _run(self, path: str, module: str) -> str | None:
        """What a script gets of a module that has declarations beside it: the script, if it was parsed."""
        found = self.resolver.run(path, module)
        return found if found in self.files else None

    def _declared(self, module: str) -> Value | None:
        """`declare module "x"` in the repository itself."""
        symbols = self.globals.get(f'"{module}"') or next(
            (found for head, tail, found in self.patterns if module.startswith(head) and module.endswith(tail)), None
        )
        return (Tag.MODULE, symbols[0]) if symbols else None

    def _added(self, module: str) -> Value | None:
        """`declare module "x"` in a module, which adds to one that is there."""
        return (Tag.MODULE, self.added[module][0]) if module in self.added else None

    # -- what is global

    def _globals(self) -> dict[str, list[int]]:
        """Names that the repository itself declares for all its files."""
        program = self.program
        found: dict[str, list[int]] = {}
        for number in self.files.values():
            home = program.files[number]
            members = program.members.get(home.symbol, {})
            for name, symbols in members.items():
                for symbol in symbols:
                    if program.kind[symbol] == "module" and name:
                        adds = "*" not in name and not self._is_script(number)
                        (self.added if adds else found).setdefault(name if adds else f'"{name}"', []).append(symbol)
                    elif program.kind[symbol] == "namespace" and name == "global":
                        for inner, listed in program.members.get(symbol, {}).items():
                            found.setdefault(inner, []).extend(listed)
            if home.path.endswith((".d.ts", ".d.mts", ".d.cts")) and self._is_script(number):
                for name, symbols in members.items():
                    found.setdefault(name, []).extend(symbols)
        return found

    def _is_script(self, number: int) -> bool:
        program, home = self.program, self.program.files[number]
        if home.imports or home.stars or program.flows[Flow.EXPORT].get(home.symbol):
            return False
        members = program.members.get(home.symbol, {})
        return not any("export" in (program.modifiers[s] or ()) for listed in members.values() for s in listed)

    def global_name(self, name: str) -> list[int]:
        name = WORDS.get(name, name)
        return (self.globals.get(name) or self.library.global_name(name))[:1]

    def parts(self, symbol: int) -> list[int]:
        """The parts of a type or namespace that several files declare together, the given one first."""
        name, own = self.program.name[symbol], self.globals.get(self.program.name[symbol], [])
        if self.program.is_external(symbol):
            parts = self.library.parts(symbol)
            parts = parts + own if symbol in self.library.global_name(name) else parts
        else:
            parts = own + self.library.global_name(name) if symbol in own else own
        return [symbol, *(part for part in parts if part != symbol)] if symbol in parts else [symbol]

    # -- what a module hands out

    def imported(self, file: int, name: str) -> Found:
        """What an import of the file binds to a name."""
        for item in self.program.files[file].imports.get(name, ()):
            if found := self.statement(file, item.module, item.imported_name or ""):
                return found
        return []

    def statement(self, file: int, module: str, name: str) -> Found:
        source = self.named(file, module)
        if source is None:
            return []
        if name and not self._is_own(source) and (found := self._first_added(module, name)):
            return found
        if source[0] == Tag.EXTERNAL:
            return [(Tag.EXTERNAL, f"{source[1]}.{name}" if name else source[1])]
        if not name:
            return self.handed_out(source[1], WHOLE) or [source]
        return self.handed_out(source[1], name) or self._of_whole(source, name)

    def _is_own(self, source: Value) -> bool:
        return source[0] == Tag.MODULE and not self.program.is_external(source[1])

    def _first_added(self, module: str, name: str) -> Found:
        """What a name means that modules of the repository add to one of a library."""
        handed = (self.handed_out(symbol, name) for symbol in self.added.get(module, ()))
        return next((found for found in handed if found), [])

    def _of_whole(self, source: Value, name: str) -> Found:
        """A name of what stands for the module itself; a default import may mean the whole."""
        whole = self.handed_out(source[1], WHOLE)
        if name == DEFAULT:
            return whole or ([source] if self._is_common(source[1]) and DEFAULT not in self._table(source[1]) else [])
        found = [inner for entity in whole for inner in self.inside(entity, name)]
        if not found and self.program.is_external(source[1]):
            return [(Tag.EXTERNAL, f"{self.program.name[source[1]]}.{name}")]
        return found

    def _is_common(self, symbol: int) -> bool:
        """Whether a module may be one of CommonJS, whose default is the whole: `import fs from "fs"`."""
        return self.program.is_external(symbol) or self.is_javascript(self.program.file[symbol])

    def is_javascript(self, file: int) -> bool:
        """With Flow's types or without."""
        return self.program.files[file].language == "javascript" or self.program.files[file].path.endswith(SCRIPTS)

    def inside(self, entity: Value | int, name: str) -> Found:
        """A name inside a namespace, module or object that another name stands for."""
        program = self.program
        if isinstance(entity, int):
            if program.kind[entity] in CONTAINERS:
                return self.handed_out(entity, name)
            if own := program.members.get(entity, {}).get(name):
                return list(own[:1])
            if handed := self.handed_out(entity, name):
                return handed
            flows = program.flows[Flow.VALUE].get(entity, ())
            return [found for _, term in flows for each in self.entities(term) for found in self.inside(each, name)]
        if entity[0] == Tag.MODULE:
            return self.handed_out(entity[1], name)
        if entity[0] == Tag.OBJECT:
            for part in program.parts[entity[1]][1:]:
                if program.ops[part] == Op.KEYWORD and program.texts[program.parts[part][0]] == name:
                    return self.entities(program.parts[part][1])
        return [(Tag.EXTERNAL, f"{entity[1]}.{name}")] if entity[0] == Tag.EXTERNAL else []

    def handed_out(self, container: int, name: str) -> Found:
        """What a module or namespace gives under a name."""
        key = (container, name)
        if key in self.answers:
            return self.answers[key]
        if key in self.busy:  # asked before in this look-up: what it gave, nothing while it goes round in a ring
            return self.busy[key]
        is_first = not self.busy
        self.busy[key] = []
        found = self.busy[key] = self._handed_out(container, name)
        if is_first:
            self.busy.clear()
            self.answers[key] = found
        return found

    def _handed_out(self, container: int, name: str) -> Found:
        program = self.program
        for term in self._table(container).get(name, ()):
            if found := self.entities(term):
                return found
        own = program.members.get(container, {}).get(name, ())
        for symbol in own:
            if self._is_exported(symbol, container):
                return [symbol]
        file = program.files[program.file[container]]
        # A library's file says nothing of the module that an `export *` stands in; it is external in any case.
        own_stars = file.symbol == container or (program.is_external(container) and program.kind[container] == "module")
        if name in (DEFAULT, WHOLE) or not own_stars:
            parts = self.parts(container)[1:] if program.kind[container] == "namespace" else []
            return next((found for part in parts if (found := self.handed_out(part, name))), [])
        return self._by_stars(program.file[container], name)

    def _by_stars(self, file: int, name: str) -> Found:
        """What one `export *` or another gives; what none of one's own modules has is the other package's."""
        sources = [self.named(file, star.module) for star in self.program.files[file].stars]
        for source in sources:
            if source is not None and source[0] == Tag.MODULE and (found := self.handed_out(source[1], name)):
                return found
        outside = [source for source in sources if source is not None and source[0] == Tag.EXTERNAL]
        return [(Tag.EXTERNAL, f"{outside[0][1]}.{name}")] if outside and None not in sources else []

    def _is_exported(self, symbol: int, container: int) -> bool:
        words = self.program.modifiers[symbol] or ()
        if "default" in words:
            return False
        if "export" in words:
            return True
        path = self.program.files[self.program.file[container]].path
        return path.endswith((".d.ts", ".d.mts", ".d.cts")) or self._is_ambient(container)

    def _is_ambient(self, container: int) -> bool:
        """`declare module`, `declare namespace`, `declare global`: all inside is handed out, at any depth."""
        program = self.program
        while container >= 0 and (name := program.name[container]):
            if program.kind[container] == "module" or name == "global":
                return True
            if "declare" in (program.modifiers[container] or ()):
                return True
            container = program.parent[container]
        return False

    def _table(self, container: int) -> dict[str, list[int]]:
        if container not in self.tables:
            program = self.program
            table: dict[str, list[int]] = {}
            for _, term in program.flows[Flow.EXPORT].get(container, ()):
                word, given = program.parts[term]
                table.setdefault(program.texts[word], []).append(given)
            self.tables[container] = table
        return self.tables[container]

    def entities(self, term: int) -> Found:
        """What a term names by names and imports alone."""
        program = self.program
        op, parts, file = program.ops[term], program.parts[term], program.term_file[term]
        if op == Op.SYMBOL:
            return [parts[0]]
        if op == Op.IMPORT:
            return self.imported(file, program.texts[parts[0]])
        if op == Op.FROM:
            return self.statement(file, program.texts[parts[0]], program.texts[parts[1]])
        if op == Op.FREE:
            return [*self.global_name(program.texts[parts[0]])]
        if op == Op.MEMBER:
            bases = self.entities(parts[0])
            return [found for base in bases for found in self.inside(base, program.texts[parts[1]])]
        if op == Op.OBJECT:
            return [(Tag.OBJECT, term, ())]
        return [(Tag.LAMBDA, term, ())] if op == Op.LAMBDA else []
