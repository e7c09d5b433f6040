"""C#: which name of a scope a type's position sees.

A member may have the name of its type, types differ by their number of type parameters, and an attribute leaves off
its ending: so types are looked up apart from everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import AMBIGUOUS, IMPORTED, PARAMETER, TYPE_PARAMETER, Scope
from indexer.extract.visitor import KIND_OF, Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found

NO_TYPES = frozenset({b"dynamic", b"nint", b"nuint", b"var", b"notnull", b"unmanaged", b"_"})
NO_ENDING = (b"",)


class _Types(dict[bytes, int]):
    """The types that can be seen from a scope, whatever else has their name."""

    def __init__(self, scope: Scope, found: Found, endings: tuple[bytes, ...]) -> None:
        super().__init__()
        self.scope = scope
        self.found = found
        self.endings = endings

    def get(self, name: bytes, default: Any = None) -> Any:
        definitions = self.found.definitions
        scope: Scope | None = self.scope
        while scope is not None:
            for ending in self.endings:
                binding = scope.names.get(name + ending)
                if binding is None:
                    continue
                if binding in (TYPE_PARAMETER, IMPORTED) or (binding >= 0 and definitions[binding].kind in TYPE_KINDS):
                    return binding
            scope = scope.parent
        return default


def use_type(visitor: Visitor, node: Node, context: int, endings: tuple[bytes, ...] = NO_ENDING) -> None:
    """A bare name where only a type can stand."""
    start, end = node.start_byte, node.end_byte
    if visitor.data[start:end] in NO_TYPES:
        return
    view = Scope("block", None)
    view.names = _Types(visitor.scope, visitor.found, endings)
    visitor.uses.append((start, end, KIND_OF[context], view, visitor.owner, 0, 0))


def arity(parameters: Node | None) -> bytes:
    """What tells a generic type from its namesakes: `` `2 `` for two type parameters."""
    if parameters is None:
        return b""
    return b"`%d" % (1 + sum(child.type == "," for child in parameters.children))


def child_of(node: Node, kind: str) -> Node | None:
    for child in node.named_children:
        if child.type == kind:
            return child
    return None


def respell(visitor: Visitor, node: Node) -> None:
    """A generic type is bound with its arity: a bare name cannot mean it."""
    index = visitor.found.by_node.get(node.id)
    ending = arity(child_of(node, "type_parameter_list"))
    if index is not None and ending:
        forget(visitor, index)
        visitor.scope.bind(visitor.found.definitions[index].name + ending, index)


def forget(visitor: Visitor, index: int) -> None:
    """Unbind a definition that its bare name cannot mean."""
    names = visitor.scope.names
    name = visitor.found.definitions[index].name
    if names.get(name) == index:
        del names[name]


def confuse(visitor: Visitor, index: int, declared: Node | None) -> None:
    """`Color Color`: the bare name may mean the member or its type."""
    name = visitor.found.definitions[index].name
    if declared is not None and visitor.data[declared.start_byte : declared.end_byte].rstrip(b"?") == name:
        visitor.scope.names[name] = AMBIGUOUS


def initialiser(visitor: Visitor, node: Node, context: int) -> None:
    """A member's initial value: parameters of the type's primary constructor go before its members."""
    outer = visitor.scope
    visitor.scope = Scope("block", outer)
    if outer.kind == "class" and outer.parent is not None:
        visitor.scope.names.update({n: b for n, b in outer.parent.names.items() if b == PARAMETER})
    visitor.visit(node, context)
    visitor.scope = outer
