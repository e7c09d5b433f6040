"""C#: what names mean: bare ones from the inside out, qualified ones, and members through the bases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.csharp.namespaces import IMPLICIT, Namespaces
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

Entities = list[tuple[Any, ...]]
PREDEFINED = {
    "bool": "Boolean", "byte": "Byte", "char": "Char", "decimal": "Decimal", "double": "Double", "float": "Single",
    "int": "Int32", "long": "Int64", "object": "Object", "sbyte": "SByte", "short": "Int16", "string": "String",
    "uint": "UInt32", "ulong": "UInt64", "ushort": "UInt16", "void": "Void", "nint": "IntPtr", "nuint": "UIntPtr",
}  # fmt: skip
GLOBAL = "global::"


class Naming(Nominal):
    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        files = [number for number, file in program.files.items() if file.language == "csharp"]
        self.spaces = Namespaces(program, tree, files)
        self.own_places = self.spaces.own_names - self.spaces.of_libraries
        self.file = -1  # of the type that is being named
        self.outer_names: dict[tuple[int, str, str, bool], Entities] = {}
        self.nested_types: dict[tuple[int, str], int | None] = {}
        self.static_types: dict[tuple[int, str], Value | None] = {}
        self.class_orders: dict[int, list[int]] = {}
        self.shapes: dict[int, tuple[str, ...]] = {}
        self.library_types: dict[tuple[str, str, int], Value | int] = {}
        self.brought: dict[tuple[int, str], tuple[dict[str, int], list[int], bool]] = {}

    # -- bare names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Any]:
        if "`" in name:
            return self._free_type(file, name, self.spaces.whole.get(owner, owner))
        if name in PREDEFINED:
            return [(self.library(name), "builtin")]
        if name == GLOBAL:
            return [((Tag.MODULE, ""), "module_member")]
        return self._free_value(file, name, owner, space)

    def library(self, name: str, space: str = "System", arity: int = 0) -> Value | int:
        """A known library's type."""
        key = (name, space, arity)
        if key not in self.library_types:
            found = self.spaces.library(space).get(f"{PREDEFINED.get(name, name)}`{arity}")
            self.library_types[key] = found[0] if found else (Tag.EXTERNAL, f"{space}.{name}")
        return self.library_types[key]

    def _free_type(self, file: int, name: str, owner: int) -> Entities:
        if name[0] == "@":
            for candidate in self._attribute_names(name[1:]):
                if found := [e for e in self._free_type(file, candidate, owner) if self.is_attribute(e[0])]:
                    return found
            return []
        header, name = name[0] == ":", name.lstrip(":")
        program, at = self.program, owner
        if header and owner >= 0:
            at = program.parent[owner]
        while at >= 0:
            if program.kind[at] in TYPE_KINDS and (inner := self.nested(at, name)) is not None:
                return [(inner, "scope" if program.file[inner] == file else "inherited")]
            at = program.parent[at]
        outer = self.outer(file, self._space(file, owner), name, owner in program.left_out)
        if not header and name.endswith("`0") and (not outer or _leads_nowhere(outer[0][0])):
            return self._tested(file, name[:-2], owner) or outer
        if header and owner >= 0 and (not outer or _leads_nowhere(outer[0][0])):
            own = [s for s in self.own_members(owner, name.partition("`")[0]) if self._is_type(s, name)]
            return [(own[0], "scope")] if own else outer
        return outer

    def _tested(self, file: int, name: str, owner: int) -> Entities:
        """`x is Limit`: a constant where a type was expected."""
        while owner >= 0:
            found = self.find(owner, name, False) if self.program.kind[owner] in TYPE_KINDS else []
            if found and self.program.kind[found[0]] in ("constant", "field", "enum_member"):
                return self._members(found, owner, file)
            owner = self.program.parent[owner]
        return []

    def _space(self, file: int, owner: int) -> str:
        return self.spaces.of(owner) if owner >= 0 else self.spaces.of_file(file)

    @staticmethod
    def _attribute_names(name: str) -> tuple[str, str]:
        head, mark, arity = name.rpartition("`")
        return f"{head}Attribute{mark}{arity}", name

    def is_attribute(self, entity: Value | int) -> bool:
        """An attribute derives from Attribute, or from what nobody here knows."""
        if not isinstance(entity, int):
            return bool(entity[0] == Tag.EXTERNAL)
        return self.is_open(entity) or any(self.program.name[base] == "Attribute" for base in self.order(entity))

    def _is_type(self, symbol: int, name: str) -> bool:
        return self.program.kind[symbol] in TYPE_KINDS and self.spaces.arity(symbol) == int(name.rpartition("`")[2])

    def nested(self, symbol: int, name: str) -> int | None:
        """A type inside a type, or inside one of its bases."""
        key = (symbol, name)
        if key not in self.nested_types:
            plain = name.partition("`")[0]
            members = (s for owner in self.classes(symbol) for s in self.own_members(owner, plain))
            self.nested_types[key] = next((s for s in members if self._is_type(s, name)), None)
        return self.nested_types[key]

    def outer(self, file: int, space: str, name: str, left_out: bool) -> Entities:
        """What a name means outside of all types: each namespace around, aliases, usings."""
        key = (file, space, name, left_out)
        if key not in self.outer_names:
            self.outer_names[key] = self._outer(*key) or ([] if left_out else self._outer(file, space, name, True))
        return self.outer_names[key]

    def _outer(self, file: int, space: str, name: str, left_out: bool) -> Entities:
        plain, _, arity = name.rpartition("`")
        walk = space
        while True:
            if found := self.spaces.types(walk, name, file, left_out):
                return [(found[0], "scope" if self.program.file[found[0]] == file else "package")]
            full = f"{walk}.{plain}" if walk else plain
            if arity == "0" and self.spaces.exists(full):
                return [((Tag.MODULE, full), "module_member")]
            if not walk:
                break
            walk = walk.rpartition(".")[0]
        if arity == "0" and plain in self.program.files[file].imports:
            return list(self.imported(file, plain))
        return self._by_usings(file, space, name, left_out)

    def _by_usings(self, file: int, space: str, name: str, left_out: bool) -> Entities:
        spaces, statics, unknown = self.visible(file, space)
        homes = sorted({home for home in self.spaces.holding(name) if home in spaces}, key=spaces.__getitem__)
        found = [s for home in homes for s in self.spaces.types(home, name, file, left_out)]
        found += [nested for static in statics if (nested := self.nested(static, name)) is not None]
        if not found:
            found = [s for implicit in IMPLICIT for s in self.spaces.types(implicit, name, file)]
        if found:
            return [(min(found, key=self.program.is_external), "star_import")]
        return [((Tag.EXTERNAL, name.partition("`")[0]), "star_import")] if unknown else []

    def visible(self, file: int, space: str) -> tuple[dict[str, int], list[int], bool]:
        """What a file's usings bring along: namespaces by place, static types, and whether one leads nowhere."""
        key = (file, space)
        if key not in self.brought:
            spaces: dict[str, int] = {}
            statics, unknown = [], False
            for place, using in enumerate(self.spaces.usings(file)):
                full = self._full(using, space)
                if self.spaces.exists(full):
                    spaces.setdefault(full, place)
                elif (static := self.static(file, using)) is not None:
                    statics.append(static[1])
                else:
                    unknown = True
            self.brought[key] = spaces, statics, unknown
        return self.brought[key]

    def _full(self, using: str, space: str) -> str:
        """A namespace may be named from inside another one."""
        while not self.spaces.exists(using) and space:
            if self.spaces.exists(f"{space}.{using}"):
                return f"{space}.{using}"
            space = space.rpartition(".")[0]
        return using.removeprefix(GLOBAL)

    def static(self, file: int, path: str) -> Value | None:
        """The type that `using static` names."""
        key = (file, path)
        if key not in self.static_types:
            found = (self._static_at(file, full) for full in self._spellings(file, path))
            self.static_types[key] = next((static for static in found if static is not None), None)
        return self.static_types[key]

    def _static_at(self, file: int, path: str) -> Value | None:
        space, _, name = path.rpartition(".")
        if found := self.spaces.types(space, f"{name}`0", file):
            return (Tag.CLASS, found[0], ())
        above = self._static_at(file, space) if space else None
        inner = self.nested(above[1], f"{name}`0") if above is not None else None
        return (Tag.CLASS, inner, ()) if inner is not None else None

    def _spellings(self, file: int, path: str) -> Iterable[str]:
        """In full, or as seen from the namespaces around a directive that stands in one."""
        yield path.removeprefix(GLOBAL)
        space = "" if path.startswith(GLOBAL) else self.spaces.within(file)
        while space:
            yield f"{space}.{path}"
            space = space.rpartition(".")[0]

    def _free_value(self, file: int, name: str, owner: int, space: int) -> Entities:
        program, at, called = self.program, owner, space == Space.CALL
        while at >= 0:
            if program.kind[at] in TYPE_KINDS:
                around = self.spaces.whole.get(at, at)
                if found := self.find(around, name, called):
                    return self._members(found, around, file)
            elif local := [s for s in program.members.get(at, {}).get(name, ()) if program.kind[s] == "function"]:
                return [(local[0], "scope")]
            at = program.parent[at]
        outer = self.outer(file, self._space(file, owner), f"{name}`0", owner in program.left_out)
        if outer and outer[0][1] != "star_import":
            return outer
        return self._static_members(self.visible(file, self._space(file, owner))[1], name, called) or outer

    def _members(self, found: list[int], around: int, file: int) -> Entities:
        program, first = self.program, found[0]
        receiver = (Tag.INSTANCE, around, ())
        rule = "scope" if program.file[first] == file and program.parent[first] == around else "inherited"
        if len(found) > 1:
            return [((Tag.GROUP, tuple(found), receiver, ()), rule)]
        if program.kind[first] in TYPE_KINDS:
            return [(first, rule)]
        entities: Entities = [(first, rule, receiver)]
        if (held := self.type_held(first)) is not None and program.name[held] == program.name[first]:
            entities.append(((Tag.CLASS, held, ()), rule))  # `Color Color`: the name means both
        return entities

    def type_held(self, symbol: int) -> int | None:
        """The type that a field or property is declared with."""
        program = self.program
        for _, term in program.flows[Flow.TYPE].get(symbol, ()):
            found = self.named(program.parts[term][0]) if program.ops[term] == Op.INSTANCE else None
            if found is not None and found[0] == Tag.CLASS:
                return int(found[1])
        return None

    def _static_members(self, statics: list[int], name: str, called: bool) -> Entities:
        for static in statics:
            if found := self.find(static, name, called):
                receiver = (Tag.CLASS, static, ())
                if len(found) > 1:
                    return [((Tag.GROUP, tuple(found), receiver, ()), "star_import")]
                return [(found[0], "star_import", receiver)]
        return []

    def classes(self, symbol: int) -> list[int]:
        """Where members of a type are looked for: a class has nothing from interfaces."""
        if symbol not in self.class_orders:
            order = self.order(symbol)
            if self.program.kind[symbol] == "interface":
                root = self.library("object")
                order = [*order, root] if isinstance(root, int) else order
            else:
                order = [owner for owner in order if self.program.kind[owner] != "interface"]
            self.class_orders[symbol] = order
        return self.class_orders[symbol]

    # -- imports

    def imported(self, file: int, name: str) -> Iterable[Any]:
        for item in self.program.files[file].imports.get(name, ()):
            return list(self.statement(file, item.module, item.imported_name or ""))
        return []

    def statement(self, file: int, module: str, name: str) -> Iterable[Any]:
        path = "".join(f"{module}.{name}".split()).strip(".")
        for full in self._spellings(file, path) if name else ():
            space, _, last = full.rpartition(".")
            if found := self._of_any_arity(space, last, file):
                return [(found, "import")]
        path = path.removeprefix(GLOBAL)
        if self.spaces.is_own(path) or (self.spaces.exists(path) and name):
            return [((Tag.MODULE, path), "import")]
        if (static := self.static(file, path)) is not None:
            return [(static[1], "import")]
        return [((Tag.EXTERNAL, path), "import")]

    def _of_any_arity(self, space: str, name: str, file: int) -> int | None:
        """An alias names a type with its arguments; how many there are is not told."""
        for arity in range(4):
            if found := self.spaces.types(space, f"{name}`{arity}", file):
                return found[0]
        return None


def _leads_nowhere(entity: Value | int) -> bool:
    return not isinstance(entity, int) and bool(entity[0] == Tag.EXTERNAL)
