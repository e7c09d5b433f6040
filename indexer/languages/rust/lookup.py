"""What a name means in a module of Rust: its own items, what it takes by `use`, what all modules see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.languages.rust import conditions, kinds
from indexer.languages.rust.modules import Bound, Modules
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.link.program import Program

Entity = Value | int
Entry = tuple[Entity, str, int]  # what is named, by which rule, how far it can be seen
PRIVATE, INTERNAL, PUBLIC = range(3)
WHOLE = 1 << 30  # no circle was met
USED = "use "  # before the first name of an import's path
VISIBILITY = {"public": PUBLIC, "internal": INTERNAL}
TYPES = frozenset({"struct", "enum", "union", "trait", "type_alias", "module", "enum_member"})
VALUES = frozenset({"function", "constant", "variable", "struct", "enum_member"})
LOCAL_HOMES = CALLABLE | {"constant", "variable"}


class Lookup:
    def __init__(self, program: Program, modules: Modules) -> None:
        self.program = program
        self.modules = modules
        self.found: dict[tuple[int, str, int], list[Entry]] = {}
        self.busy: dict[tuple[int, str, int], int] = {}
        self.cut = WHOLE  # the outermost look-up that a circle led back to
        self.macros: dict[int, dict[str, list[int]]] = {}  # crate's root file -> its macros
        self.preludes: dict[int, int] = {}

    # -- names in a module

    def entries(self, module: int, name: str, space: int) -> list[Entry]:
        """What a module has under a name, private or not."""
        key = (module, name, space)
        if key in self.found:
            return self.found[key]
        if key in self.busy:
            self.cut = min(self.cut, self.busy[key])
            return []
        depth = self.busy[key] = len(self.busy)
        before, self.cut = self.cut, WHOLE  # a ring that was met elsewhere says nothing of this one
        found = self._entries(module, name, space)
        del self.busy[key]
        if self.cut >= depth:
            self.cut = WHOLE
            self.found[key] = found
        self.cut = min(before, self.cut)
        return found

    def _entries(self, module: int, name: str, space: int) -> list[Entry]:
        told: list[tuple[Entry, list[str]]] = []
        for symbol in self.own(module, name, space):
            visibility = VISIBILITY.get(self.program.visibility[symbol] or "", PRIVATE)
            told.append(((symbol, "scope", visibility), self.conditions(symbol)))
        exports = self.modules.exports.get(module)
        for bound in exports.named.get(name, ()) if exports is not None else ():
            met = self._told(bound.conditions)
            told += [((entity, "import", bound.visibility), met) for entity in self.bound(bound, space)]
        if not told and space in (kinds.MACROS, kinds.ANY):
            told += [((symbol, "import", PUBLIC), self.conditions(symbol)) for symbol in self._exported(module, name)]
        if not told and exports is not None:
            for bound in exports.globs:
                met = self._told(bound.conditions)
                told += [(entry, met) for entry in self._through(bound, module, name, space)]
        return self._chosen(module, told)

    def _exported(self, module: int, name: str) -> list[int]:
        """Macros that a crate hands out at its root, wherever they are written."""
        crate = self.modules.crate(module)
        if crate is None or self.program.files[crate.root].symbol != module:
            return []
        listed = self._macros(crate.root).get(name, ())
        return [symbol for symbol in listed if self.program.visibility[symbol] == "public"]

    def conditions(self, symbol: int) -> list[str]:
        """Under which conditions a definition is there: its own, and those of macros around it."""
        around = self.program.terms_of(Flow.DECORATOR, symbol)
        return conditions.of_decorators(self.program.decorators[symbol]) + self._told(around)

    def _told(self, terms: Sequence[int]) -> list[str]:
        """Conditions as they are written; a macro that stands for one has it in its definition."""
        program, found = self.program, []
        for term in terms:
            if program.ops[term] == Op.CONSTANT:
                found.append(program.texts[program.parts[term][0]])
            for macro in self.resolve(term, kinds.MACROS):
                flows = program.terms_of(Flow.VALUE, macro) if isinstance(macro, int) else ()
                found += [program.texts[program.parts[flow][0]] for flow in flows]
        return found

    def own(self, owner: int, name: str, space: int) -> list[int]:
        """Items of one module or function that are of a name space."""
        listed = self.program.members.get(owner, {}).get(name)
        declared = self.modules.files
        return [s for s in listed if s not in declared and self.is_of(s, space)] if listed else []

    def is_of(self, symbol: int, space: int) -> bool:
        kind = self.program.kind[symbol]
        if space == kinds.TYPES:
            return kind in TYPES
        if space == kinds.MACROS:
            return kind == "macro" or (kind == "function" and self._is_macro(symbol))
        return kind in VALUES if space == kinds.VALUES else kind not in ("impl", "field")

    def _is_macro(self, symbol: int) -> bool:
        return any(text.startswith("#[proc_macro") for text in self.program.decorators[symbol] or ())

    def bound(self, bound: Bound, space: int) -> list[Entity]:
        if bound.module >= 0:
            return [bound.module] if space in (kinds.TYPES, kinds.ANY) else []
        return self.resolve(bound.term, space)

    def _through(self, bound: Bound, module: int, name: str, space: int) -> list[Entry]:
        """What `use path::*` brings under a name: all of it that can be seen from here."""
        found: list[Entry] = []
        for entity in self.resolve(bound.term, kinds.TYPES):
            if not isinstance(entity, int):
                continue
            entity = self.modules.itself(entity)
            if self.program.kind[entity] == "enum":
                found += [(symbol, "star_import", bound.visibility) for symbol in self.own(entity, name, space)]
            elif self.program.kind[entity] == "module" and entity != module:
                for target, _, visibility in self.entries(entity, name, space):
                    if self._is_seen(visibility, entity, module):
                        found.append((target, "star_import", min(bound.visibility, max(visibility, INTERNAL))))
        return found

    def _is_seen(self, visibility: int, home: int, module: int) -> bool:
        if visibility == PUBLIC:
            return True
        if visibility == INTERNAL:
            return self.modules.crate(home) is self.modules.crate(module)
        return self.modules.is_within(module, home)

    def _chosen(self, module: int, told: list[tuple[Entry, list[str]]]) -> list[Entry]:
        """Of several the ones whose conditions are met, where any are; each once."""
        once: dict[Entity, tuple[Entry, list[str]]] = {}
        for entry, told_of in told:
            once.setdefault(entry[0], (entry, told_of))
        if len(once) < 2:
            return [entry for entry, _ in once.values()]
        crate = self.modules.crate(module)
        features = crate.features if crate is not None else None
        met = [e for e, told_of in once.values() if all(conditions.holds(each, features) for each in told_of)]
        return met or [entry for entry, _ in once.values()]

    # -- paths

    def resolve(self, term: int, space: int) -> list[Entity]:
        """What a path names, by names alone."""
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op == Op.FREE:
            return [entity for entity, _, _ in self.free(program.texts[parts[0]], parts[1], space)]
        if op != Op.MEMBER:
            return []
        found: list[Entity] = []
        for base in self.resolve(parts[0], kinds.TYPES):
            found += self.member(base, program.texts[parts[1]], space, term)
        return found

    def _place(self, term: int) -> int:
        """The module that a path stands in."""
        while self.program.ops[term] == Op.MEMBER:
            term = self.program.parts[term][0]
        return self.modules.module_of(self.program.parts[term][1]) if self.program.ops[term] == Op.FREE else -1

    def member(self, base: Entity, name: str, space: int, term: int = 0) -> list[Entity]:
        """What `base::name` names, where the base is a module or an enum; a term says from where it is seen."""
        if not isinstance(base, int):
            if base[0] == Tag.MODULE:
                return self._crate_named(base[1], name)
            return [(Tag.EXTERNAL, f"{base[1]}::{name}"[:200])] if base[0] == Tag.EXTERNAL else []
        base = self.modules.itself(base)
        kind = self.program.kind[base]
        if kind == "module":
            if name in ("self", "super"):
                up = base if name == "self" else self.modules.parent(base)
                return [up] if up >= 0 else []
            found = self.entries(base, name, space)
            if len(found) > 1 and (place := self._place(term) if term else -1) >= 0:
                found = [entry for entry in found if self._is_seen(entry[2], base, place)] or found
            return [entity for entity, _, _ in found]
        return list(self.own(base, name, space)) if kind == "enum" else []

    def _crate_named(self, place: str, name: str) -> list[Entity]:
        """`::name`, seen from a file."""
        crate = self.modules.crate_of.get(int(place))
        return self._extern(crate.root, name) if crate is not None else []

    def _extern(self, file: int, name: str) -> list[Entity]:
        crate = self.modules.crate_of[file]
        if name == "self":
            return [self.program.files[crate.root].symbol]
        if name not in crate.externs:
            return [(Tag.EXTERNAL, name)] if name in ("std", "core", "alloc", "proc_macro", "test") else []
        other = crate.externs[name]
        return [self.program.files[other.root].symbol] if other is not None else [(Tag.EXTERNAL, name)]

    # -- bare names

    def free(self, name: str, owner: int, space: int) -> list[Entry]:
        """What a bare name means inside a definition: local items, then those of the module, then what all see."""
        module = self.modules.module_of(owner)
        if module < 0:
            return []
        if name in ("self", "super", "crate", "::"):
            return self._start(name, module)
        if name.startswith(USED):
            return self._used(name.removeprefix(USED), owner, module, space)
        symbol = owner
        while symbol != module:
            if self.program.kind[symbol] in LOCAL_HOMES and (found := self.entries(symbol, name, space)):
                return found
            symbol = self.program.parent[symbol]
        if space == kinds.MACROS:
            return self._macro(name, module)
        return self.entries(module, name, space) or self._everywhere(name, module, space)

    def _used(self, name: str, owner: int, module: int, space: int) -> list[Entry]:
        """The first name of an import: in the 2015 edition paths begin at the root."""
        crate = self.modules.crate(module)
        if crate is None or crate.edition != "2015":
            return self.free(name, owner, space)
        root = self.program.files[crate.root].symbol
        return self.entries(root, name, space) or self._everywhere(name, module, space)

    def _start(self, name: str, module: int) -> list[Entry]:
        if name == "::":
            return [((Tag.MODULE, str(self.program.file[module])), "scope", PUBLIC)]
        if name == "crate":
            found = self.modules.root(module)
        else:
            found = module if name == "self" else self.modules.parent(module)
        return [(found, "scope", PUBLIC)] if found >= 0 else []

    def _everywhere(self, name: str, module: int, space: int) -> list[Entry]:
        """Crates, primitive types, the prelude."""
        file = self.program.file[module]
        if file not in self.modules.crate_of:
            return []
        if space in (kinds.TYPES, kinds.ANY):
            if found := self._extern(file, name):
                return [(entity, "import", PUBLIC) for entity in found]
            if name in kinds.PRIMITIVES:
                return [((Tag.WRAPPED, name, ()), "builtin", PUBLIC)]
        prelude = self.prelude(file)
        if prelude >= 0 and (given := self.entries(prelude, name, space)):
            return [(entity, "builtin", PUBLIC) for entity, _, _ in given]
        return []

    def prelude(self, file: int) -> int:
        """The module whose names every module sees."""
        crate = self.modules.crate_of[file]
        if crate.root not in self.preludes:
            inside = crate.name in ("core", "alloc") and self.program.files[file].external
            edition = crate.edition if crate.edition in ("2015", "2018", "2021", "2024") else "2021"
            path = f"{'core' if inside else 'std'}/src/prelude/rust_{'2024' if inside else edition}.rs"
            number = self.modules.crates.files.get(path)
            known = number is not None and self.program.files[number].external
            self.preludes[crate.root] = self.program.files[number].symbol if known and number is not None else -1
        return self.preludes[crate.root]

    def _macro(self, name: str, module: int) -> list[Entry]:
        """By where it is written, by `use`, by what the crate's modules leave behind, by the standard library."""
        around = module
        while around >= 0:
            if own := self.own(around, name, kinds.MACROS):
                return self._chosen(around, [((symbol, "scope", PUBLIC), self.conditions(symbol)) for symbol in own])
            around = self.modules.parent(around)
        if found := self.entries(module, name, kinds.MACROS):
            return found
        crate = self.modules.crate(module)
        for home in (crate, *self.modules.crates.standard.values()) if crate is not None else ():
            listed = [s for s in self._macros(home.root).get(name, ()) if self.modules.reaches(s, module)]
            if listed:
                rule = "package" if home is crate else "builtin"
                return self._chosen(module, [((s, rule, PUBLIC), self.conditions(s)) for s in listed])
        # A derive goes by its trait's name; one of this repository would have been found.
        types = self.entries(module, name, kinds.TYPES) or self._everywhere(name, module, kinds.TYPES)
        return [entry for entry in types if self._is_outside(entry[0])]

    def _is_outside(self, entity: Entity) -> bool:
        return self.program.is_external(entity) if isinstance(entity, int) else entity[0] == Tag.EXTERNAL

    def _macros(self, root: int) -> dict[str, list[int]]:
        if not self.macros:
            for symbol, kind in enumerate(self.program.kind):
                crate = self.modules.crate(symbol) if kind == "macro" else None
                if crate is not None:
                    self.macros.setdefault(crate.root, {}).setdefault(self.program.name[symbol], []).append(symbol)
            self.macros.setdefault(-1, {})
        return self.macros.get(root, {})
