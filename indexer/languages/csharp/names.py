"""C#: names of types and members as terms.

A type is told apart by its number of type parameters, so its name in terms ends with that: `List` + "`1". What a type's
header names is looked up outside the type's bases (HEADER), an attribute may leave off its ending (ATTRIBUTE).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import KIND_OF, READ, SPACE_OF, TYPE
from indexer.extract.scopes import AMBIGUOUS, PARAMETER, TYPE_PARAMETER, Scope
from indexer.extract.terms import Flow, Op, Space
from indexer.extract.visitor import Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

NO_TYPES = frozenset({b"dynamic", b"var", b"notnull", b"unmanaged", b"_"})
PLAIN = b"`0"
HEADER, ATTRIBUTE = b":", b"@"
_GLOBAL = b"global::"
_TYPES = int(Space.TYPE)


def enclosing_type(visitor: Visitor) -> int:
    """The innermost type around, -1 outside of all."""
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind not in TYPE_KINDS:
        index = definitions[index].parent
    return index


def type_parameter(visitor: Visitor, name: bytes) -> int:
    """The term of a type parameter in scope, 0 where the name is none."""
    scope: Scope | None = visitor.scope
    while scope is not None:
        if scope.names.get(name) == TYPE_PARAMETER:
            slots = scope.slots or {}
            return visitor.slots[slots[name]][0] if name in slots else 0
        scope = scope.parent
    return 0


def free_type(visitor: Visitor, name: bytes, mark: bytes = b"") -> int:
    """What a type's bare name means, seen from here."""
    if visitor.scope.kind == "header":
        mark += HEADER
    return visitor.term(Op.FREE, visitor.text(mark + name), enclosing_type(visitor), _TYPES)


def use_type(visitor: Visitor, node: Node, context: int, arity: bytes = PLAIN, mark: bytes = b"") -> int:
    """A bare name where only a type can stand."""
    start, end = node.start_byte, node.end_byte
    name = visitor.data[start:end]
    if name in NO_TYPES:
        return 0
    if arity == PLAIN and not mark and (term := type_parameter(visitor, name)):
        return term
    term = free_type(visitor, name + arity, mark)
    visitor.uses.append((start, end, KIND_OF[context], None, visitor.owner, 0, 0, term))
    return term


def predefined(visitor: Visitor, node: Node, context: int) -> int:
    """`int`, `string`: names that no one has to look up."""
    return visitor.term(Op.FREE, visitor.text(visitor.data[node.start_byte : node.end_byte]), -1, _TYPES)


def global_namespace(visitor: Visitor) -> int:
    return visitor.term(Op.FREE, visitor.text(_GLOBAL), -1, _TYPES)


def use_member(
    visitor: Visitor, node: Node, hint: tuple[int, int], context: int, base: int, ending: bytes = b""
) -> int:
    """A name behind a receiver; `ending` tells the number of type parameters, where a type is named."""
    start, end = node.start_byte, node.end_byte
    kind = KIND_OF[context] if context <= TYPE else 0
    name = visitor.data[start:end]
    term = visitor.term(Op.MEMBER, base, visitor.text(name + ending), SPACE_OF[kind]) if base else 0
    visitor.uses.append((start, end, kind, None, visitor.owner, *hint, term))
    return term


def applied(visitor: Visitor, term: int, arguments: Node | None) -> int:
    """A generic type or method with its type arguments."""
    if arguments is None:
        return term
    given = [visitor.visit(child, TYPE) for child in arguments.named_children]
    return visitor.term(Op.APPLY, term, *given) if term and given else term


def arity(parameters: Node | None) -> bytes:
    """What tells a generic type from its namesakes: `` `2 `` for two type parameters."""
    if parameters is None:
        return PLAIN
    return b"`%d" % (1 + sum(child.type == "," for child in parameters.children))


def child_of(node: Node, kind: str) -> Node | None:
    for child in node.named_children:
        if child.type == kind:
            return child
    return None


def bind_type_parameters(visitor: Visitor, node: Node) -> list[bytes]:
    """`<in T, out U>` of a type or function; their names."""
    names: list[bytes] = []
    for child in node.named_children:
        for part in child.named_children:
            if part.type != "identifier":
                visitor.visit(part, READ)
                continue
            name = visitor.data[part.start_byte : part.end_byte]
            visitor.bind(name, TYPE_PARAMETER)
            visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, len(names), type_parameter(visitor, name))
            names.append(name)
    return names


def bound(visitor: Visitor, node: Node, names: list[bytes]) -> None:
    """`where T : Base, IFace, new()`"""
    first, *constraints = node.named_children or [node]
    text = visitor.data[first.start_byte : first.end_byte]
    for constraint in constraints:
        declared = constraint.child_by_field_name("type")
        term = visitor.visit(declared, TYPE) if declared is not None else 0
        if text in names:
            visitor.flow(Flow.BOUND, visitor.owner, names.index(text), term)


def respell(visitor: Visitor, node: Node) -> None:
    """A generic type cannot be meant by a bare name."""
    index = visitor.found.by_node.get(node.id)
    if index is not None and child_of(node, "type_parameter_list") is not None:
        forget(visitor, index)


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


def initialiser(visitor: Visitor, node: Node, context: int) -> int:
    """A member's initial value: parameters of the type's primary constructor go before its members."""
    outer = visitor.scope
    visitor.scope = Scope("block", outer)
    header = outer.parent
    if outer.kind == "class" and header is not None:
        visitor.scope.names.update({n: b for n, b in header.names.items() if b == PARAMETER})
        visitor.scope.slots = dict(header.slots) if header.slots is not None else None
    term = visitor.visit(node, context)
    visitor.scope = outer
    return term
