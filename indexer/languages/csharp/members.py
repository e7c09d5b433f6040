"""C#: members of types and namespaces: qualified names, and what a type has from its bases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Space
from indexer.languages.csharp.naming import Naming
from indexer.link.nominal import CALLABLE
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Member

IMPLIED = {"struct": "ValueType", "enum": "Enum", "delegate": "MulticastDelegate", "interface": ""}
NAMELESS = frozenset({"constructor", "destructor"})


class Members(Naming):
    # -- qualified names

    def _named(self, term: int) -> Value | None:
        before, self.file = self.file, self.program.term_file[term]
        found = super()._named(term)
        self.file = before
        return found

    def asking(self) -> int:
        """The file that a look-up is for."""
        current = self.linker.current
        return self.file if self.file >= 0 else (self.program.term_file[current] if 0 <= current < MADE else -1)

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if "`" not in name or value[0] == Tag.MODULE:
            return super().member(value, name, space)
        if value[0] not in (Tag.CLASS, Tag.INSTANCE):
            return ()
        found = self.nested(value[1], name.rstrip("@"))
        if found is None:
            return super().member(value, name.partition("`")[0], Space.VALUE)  # `x is Color.Red`
        if self.program.is_external(found) and value[2]:
            return [((Tag.CLASS, found, value[2]), value)]
        return [(found, value)]

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        """What is private is no choice for who stands elsewhere."""
        found = list(super().of_type(symbol, name, space, receiver))
        if len(found) != 1 or isinstance(found[0][0], int) or found[0][0][0] != Tag.GROUP:
            return found
        group, file = found[0][0], self.asking()
        seen = tuple(function for function in group[1] if self._is_seen(function, file))
        if len(seen) == len(group[1]) or not seen:
            return found
        return [((Tag.GROUP, seen, *group[2:]) if len(seen) > 1 else seen[0], receiver)]

    def _is_seen(self, member: int, file: int) -> bool:
        """Whether a member is not private, or of a type that the file has a part of."""
        program, around = self.program, self.program.parent[member]
        if file < 0 or program.visibility[member] != "private":
            return True
        while program.parent[around] >= 0:
            around = program.parent[around]
        return file == program.file[around] or file in self.spaces.part_files.get(around, ())

    def leads_out(self, value: Value) -> bool:
        if value[0] == Tag.MODULE:
            return not self.spaces.is_own(value[1])
        if value[0] == Tag.GROUP:
            return all(map(self.program.is_external, (*value[1], *(value[5] if len(value) > 5 else ()))))
        return bool(value[0] == Tag.EXTERNAL or (value[0] == Tag.CLASS and self.program.is_external(value[1])))

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        plain = (name if "`" in name else f"{name}`0",)
        for key in self._attribute_names(name.rstrip("@")) if name.endswith("@") else plain:
            if found := self.spaces.types(module[1], key, max(self.asking(), 0)):
                return [found[0]]
        last = name.partition("`")[0]
        full = f"{module[1]}.{last}" if module[1] else last
        if self.spaces.exists(full):
            return [(Tag.MODULE, full)]
        return [] if self.spaces.is_own(module[1]) else [(Tag.EXTERNAL, full)]

    # -- members

    def implied_parents(self, symbol: int, named: list[Value]) -> list[Value]:
        program = self.program
        kind = program.kind[symbol]
        bases = [base for base in named if base[0] != Tag.CLASS or program.kind[base[1]] != "interface"]
        implied = IMPLIED.get(kind, "Object")
        if not implied or (bases and kind not in IMPLIED):
            return []
        root = self.library(implied)
        return [(Tag.CLASS, root, ())] if isinstance(root, int) and root != symbol else []

    def own_members(self, symbol: int, name: str) -> list[int]:
        """An explicit implementation is reached through its interface alone."""
        explicit, kinds = self.program.flows[Flow.IMPLEMENTS], self.program.kind
        listed = self.program.members.get(symbol, {}).get(name, ())
        return [s for s in listed if s not in explicit and kinds[s] not in NAMELESS]

    def _find(self, symbol: int, name: str, called: bool) -> list[int]:
        """What the configuration leaves out counts only where there is nothing else."""
        found = self._found(symbol, name, self.program.left_out) or self._found(symbol, name, set())
        if len(found) < 2:
            return found
        overriding = (s for s in found if "override" in (self.program.modifiers[s] or ()))
        hidden = {base for s in overriding for base in self.overridden(s)}
        return [s for s in found if s not in hidden]

    def _found(self, symbol: int, name: str, hidden: set[int]) -> list[int]:
        kinds, shapes = self.program.kind, set()
        found: list[int] = []
        for owner in self.classes(symbol):
            own = [s for s in self.own_members(owner, name) if s not in hidden and self.is_inherited(s, symbol)]
            own = [s for s in own if kinds[s] not in TYPE_KINDS or not self.spaces.arity(s)]
            if own and kinds[own[0]] not in CALLABLE and kinds[own[0]] != "indexer":
                return found or own[:1]
            near: dict[
                tuple[object, ...], int
            ] = {}  # a type's own methods differ in the arguments of their parameters' types, too
            for candidate in own:
                shape = (self.spaces.arity(candidate), *self.shape(candidate))
                if shape not in shapes:
                    near.setdefault((shape, *self._written(candidate)), candidate)
            shapes |= {shape for shape, *_ in near}
            found += near.values()
        return found

    def _written(self, function: int) -> tuple[str | None, ...]:
        return tuple(declared for _, declared, _ in self.program.parameters[function] or ())

    def shape(self, function: int) -> tuple[str, ...]:
        """The parameters' types without their namespaces, arguments counted; `ref`, `out` and `in` are one mark."""
        if function not in self.shapes:
            parameters = self.program.parameters[function] or ()
            self.shapes[function] = tuple(_plain_type(declared or "") for _, declared, _ in parameters)
        return self.shapes[function]


def _plain_type(declared: str) -> str:
    head, generic, tail = declared.partition("<")
    *words, last = head.split() or [""]
    ending = f"`{_count(tail)}" + tail.rpartition(">")[2].strip() if generic else ""
    return last.rpartition(".")[2] + ending + "@" * any(word in ("ref", "out", "in") for word in words)


def _count(listed: str) -> int:
    """How many type arguments there are, those of arguments apart."""
    depth = count = 0
    for sign in listed:
        depth += (sign in "<([") - (sign in ">)]")
        count += sign == "," and depth == 0
        if depth < 0:
            break
    return count + 1
