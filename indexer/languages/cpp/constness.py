"""What the declaration of a local says of it beside its type: whether it is constant, whether it is a pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, KIND_OF
from indexer.extract.declarators import innermost
from indexer.extract.terms import Op
from indexer.languages.c.scopes import file_scope

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.scopes import Scope
    from indexer.extract.visitor import Visitor

# Spaces of a member that is called: on what is constant, on what is not.
ON_CONSTANT, ON_PLAIN = 3, 4


def note(visitor: Visitor, node: Node) -> None:
    """Remember of the names that a declaration binds what else it says of them."""
    declarators = node.children_by_field_name("declarator") if visitor.owner >= 0 else ()
    kind = node.child_by_field_name("type") if declarators else None
    if kind is None:
        return
    constant = any(child.type == "type_qualifier" and child.text == b"const" for child in node.children)
    told = constant or kind.type != "placeholder_type_specifier"  # `auto&` may be either
    file, scope = file_scope(visitor), visitor.scope
    for declarator in declarators:
        name = innermost(declarator)
        if name is not None and name.type == "identifier":
            key = scope, visitor.data[name.start_byte : name.end_byte]
            if told:
                file.constants[key] = constant
            if _points(declarator):
                file.pointers.add(key)


def _points(declarator: Node) -> bool:
    inner: Node | None = declarator
    if declarator.type == "init_declarator":
        inner = declarator.child_by_field_name("declarator")
    return inner is not None and inner.type in ("pointer_declarator", "array_declarator")


def is_pointer(visitor: Visitor, node: Node) -> bool:
    """Whether a name is a local pointer: operators of the class it points to do not apply to it."""
    scope = _home(visitor, node)
    return scope is not None and (scope, visitor.data[node.start_byte : node.end_byte]) in file_scope(visitor).pointers


def _home(visitor: Visitor, node: Node) -> Scope | None:
    """The scope of a function or block that binds a name."""
    if node.type != "identifier":
        return None
    name = visitor.data[node.start_byte : node.end_byte]
    scope: Scope | None = visitor.scope
    while scope is not None and scope.kind != "class":
        if name in scope.names:
            return scope
        scope = scope.parent
    return None


def space_of(visitor: Visitor, receiver: Node, arrow: bool) -> int:
    """The space of a member that is called on a local, or on an item of it; 0 where nothing is known of it."""
    while (
        receiver.type == "subscript_expression" and not arrow
    ):  # an item that points says nothing of what it points to
        receiver = receiver.named_children[0]
    if (scope := _home(visitor, receiver)) is None:
        return 0
    known = file_scope(visitor).constants.get((scope, visitor.data[receiver.start_byte : receiver.end_byte]))
    return 0 if known is None else ON_CONSTANT if known else ON_PLAIN


def call_on(visitor: Visitor, name: Node, receiver: Node, base: int, space: int) -> int:
    start, end = name.start_byte, name.end_byte
    term = visitor.term(Op.MEMBER, base, visitor.text(visitor.data[start:end]), space) if base else 0
    place = (receiver.start_byte, receiver.end_byte)
    visitor.uses.append((start, end, KIND_OF[CALL], None, visitor.owner, *place, term))
    return term
