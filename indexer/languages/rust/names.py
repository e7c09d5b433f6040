"""Rust's scopes: values, types and macros have names of their own, and a module does not see what is around it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from indexer.extract.scopes import AMBIGUOUS, IMPORTED, LOCAL, TYPE_PARAMETER, Scope
from indexer.extract.visitor import KIND_OF, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

LOCAL_TYPES = ("struct", "enum", "union")
# Which names a kind of definition takes; a tuple or unit struct is a value too, an impl takes none.
SPACES = {
    "struct": "type", "enum": "type", "union": "type", "trait": "type", "type_alias": "type", "module": "type",
    "function": "value", "method": "value", "constant": "value", "variable": "value", "macro": "macro",
}  # fmt: skip


class Names(Scope):
    """A scope of values, with the scopes of types and macros beside it."""

    __slots__ = ("macros", "twice", "types")

    def __init__(self, kind: str, parent: Names | None, around: Names | None) -> None:
        super().__init__(kind, parent)
        self.types: Scope = Scope(kind, parent.types if parent is not None else None)
        # Macros by example reach into inner modules; nothing else does.
        self.macros: Scope = Scope(kind, around.macros if around is not None else None)
        self.twice: frozenset[int] = around.twice if around is not None else frozenset()


def current(visitor: Visitor) -> Names:
    scope = visitor.scope
    if isinstance(scope, Names):
        return scope
    file = Names("file", None, None)
    file.names = scope.names
    file.twice = _twice(visitor.found)
    visitor.file_scope = visitor.scope = file
    return file


def _twice(found: Found) -> frozenset[int]:
    """Definitions of one name in one place, told apart by `cfg` alone: none of them is the target."""
    keys = [(d.parent, SPACES.get(d.kind, ""), d.name) for d in found.definitions]
    counts = Counter(keys)
    return frozenset(index for index, key in enumerate(keys) if key[1] and counts[key] > 1)


def enter(visitor: Visitor, kind: str, sees: bool = True) -> Names:
    """Open a scope; the members of a type are not in scope inside its methods."""
    around = current(visitor)
    parent: Scope | None = around
    while kind != "class" and parent is not None and parent.kind == "class":
        parent = parent.parent
    visitor.scope = Names(kind, parent if sees and isinstance(parent, Names) else None, around)
    return around


def settle(visitor: Visitor, node: Node) -> Definition | None:
    """Move a definition's name from the values, where every definition is declared, to where it belongs."""
    scope = current(visitor)
    index = visitor.found.by_node.get(node.id)
    if index is None:
        return None
    definition = visitor.found.definitions[index]
    name = definition.name
    if scope.names.get(name) == index:
        del scope.names[name]
    binding = AMBIGUOUS if index in scope.twice else index
    space = SPACES.get(definition.kind)
    if space == "value" or (definition.kind == "struct" and is_value(node)):
        scope.names[name] = binding
    if space == "type":
        scope.types.names[name] = binding
    elif space == "macro":
        scope.macros.names[name] = binding
    return definition


def is_value(struct: Node) -> bool:
    """A tuple or unit struct: its name is also that of its constructor."""
    body = struct.child_by_field_name("body")
    return body is None or body.type == "ordered_field_declaration_list"


def bind_self(visitor: Visitor, node: Node, definition: Definition | None) -> None:
    """`Self` is the type itself, or in an impl the type it is for, where that stands beside it."""
    found, scope = visitor.found, current(visitor)
    target = IMPORTED
    if definition is not None and definition.kind == "trait":
        target = TYPE_PARAMETER
    elif definition is not None:
        kinds = LOCAL_TYPES if definition.kind == "impl" else (definition.kind,)
        same = [
            index
            for index, d in enumerate(found.definitions)
            if d.name == definition.name and d.parent == definition.parent and d.kind in kinds
        ]
        if len(same) == 1 and _is_bare(node):
            target = same[0]
    scope.types.names[b"Self"] = target


def _is_bare(node: Node) -> bool:
    """The type of an impl is one name, maybe with arguments: no path, no reference."""
    target = node.child_by_field_name("type")
    if target is not None and target.type == "generic_type":
        target = target.child_by_field_name("type")
    return target is None or target.type == "type_identifier"


def bind_import(visitor: Visitor, name: bytes) -> None:
    """An import holds where it stands, for all that the name may be."""
    scope = current(visitor)
    for space in (scope, scope.types, scope.macros):
        space.bind(name, IMPORTED)


def bind_all(visitor: Visitor, path: bytes) -> None:
    """`use Kind::*`: the variants of an enum of this file; what else it may bring hides what is outside."""
    found, scope = visitor.found, current(visitor)
    name = path.rpartition(b"::")[2]
    enums = [index for index, d in enumerate(found.definitions) if d.kind == "enum" and d.name == name]
    if len(enums) == 1 and path.removesuffix(name) in (b"", b"self::", b"super::"):
        for index, d in enumerate(found.definitions):
            if d.parent == enums[0] and d.kind == "enum_member":
                scope.bind(d.name, index)
                scope.types.bind(d.name, index)
    elif scope.kind in ("block", "function"):
        _hide_outside(scope)


def _hide_outside(scope: Names) -> None:
    """Keep the locals of the function in sight and nothing beyond."""
    known = Names("block", None, scope)
    outer: Scope | None = scope.parent
    while isinstance(outer, Names):
        for inner, kept in ((outer, known), (outer.types, known.types)):
            for name, binding in inner.names.items():
                if LOCAL >= binding >= TYPE_PARAMETER:
                    kept.bind(name, binding)
        outer = outer.parent
    scope.parent, scope.types.parent = known, known.types


def use(visitor: Visitor, node: Node, context: int, space: Scope | None) -> None:
    visitor.uses.append((node.start_byte, node.end_byte, KIND_OF[context], space, visitor.owner, 0, 0))


def member(visitor: Visitor, node: Node, hint: Node | None, context: int) -> None:
    start, end = (hint.start_byte, hint.end_byte) if hint is not None else (0, 0)
    visitor.uses.append((node.start_byte, node.end_byte, KIND_OF[context], None, visitor.owner, start, end))
