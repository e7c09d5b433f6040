"""What the declaration of a local says of it beside its type: whether it is constant, whether it is a pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, KIND_OF
from indexer.extract.declarators import innermost
from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Op
from indexer.languages.c.scopes import file_scope, is_constant

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.scopes import Scope
    from indexer.extract.visitor import Visitor

# Spaces of a member that is called: on what is constant, on what is not.
ON_CONSTANT, ON_PLAIN = 3, 4
# The same on a field by its bare name, in methods that are constant and in those that are not: the field has a say.
IN_CONSTANT, IN_PLAIN = 5, 6
QUALIFIER = 7  # space of a name before `::`
CASTS = (b"static_cast", b"dynamic_cast", b"const_cast", b"reinterpret_cast")
PARTS = ("subscript_expression", "field_expression")


def note(visitor: Visitor, node: Node) -> None:
    """Remember of the names that a declaration binds what else it says of them."""
    declarators = node.children_by_field_name("declarator") if visitor.owner >= 0 else ()
    kind = node.child_by_field_name("type") if declarators else None
    if kind is None:
        return
    constant = any(child.type == "type_qualifier" and child.text == b"const" for child in node.children)
    told = constant or kind.type != "placeholder_type_specifier"
    file, scope = file_scope(visitor), visitor.scope
    for declarator in declarators:
        name = innermost(declarator)
        if name is not None and name.type == "identifier":
            key = scope, visitor.data[name.start_byte : name.end_byte]
            if told or _is_plain(declarator):  # `auto&` may be either
                file.constants[key] = constant
            if _points(declarator):
                file.pointers.add(key)


def _is_plain(declarator: Node) -> bool:
    """Whether a variable holds a value of its own."""
    inner: Node | None = declarator
    if declarator.type == "init_declarator":
        inner = declarator.child_by_field_name("declarator")
    return inner is not None and inner.type == "identifier"


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
    """The space of a member that is called on a name, or on a part of what it names; 0 where nothing is known of it."""
    if (cast := _cast_to(receiver)) is not None:
        return ON_CONSTANT if b"const" in cast.split() else ON_PLAIN
    inner = receiver
    while inner.type in PARTS and not arrow:  # an item that points says nothing of what it points to
        inner = inner.named_children[0]
    if (scope := _home(visitor, inner)) is None:
        return _in_method(visitor) if inner.type == "identifier" and not arrow else 0
    known = file_scope(visitor).constants.get((scope, visitor.data[inner.start_byte : inner.end_byte]))
    return 0 if known is None else ON_CONSTANT if known else ON_PLAIN


def _cast_to(node: Node) -> bytes | None:
    """What `static_cast<const T*>(value)` gives."""
    callee = node.child_by_field_name("function") if node.type == "call_expression" else None
    if callee is None or callee.type != "template_function":
        return None
    name, arguments = callee.child_by_field_name("name"), callee.child_by_field_name("arguments")
    is_cast = name is not None and arguments is not None and name.text in CASTS
    return (arguments.text or b"").strip(b"<>").replace(b"*", b" * ") if is_cast and arguments is not None else None


def _in_method(visitor: Visitor) -> int:
    owner = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
    if owner is None or owner.kind not in CALLABLE or (owner.parent < 0 and owner.container is None):
        return 0
    return IN_CONSTANT if is_constant(owner) else IN_PLAIN


def call_on(visitor: Visitor, name: Node, receiver: Node, base: int, space: int) -> int:
    start, end = name.start_byte, name.end_byte
    term = visitor.term(Op.MEMBER, base, visitor.text(visitor.data[start:end]), space) if base else 0
    place = (receiver.start_byte, receiver.end_byte)
    visitor.uses.append((start, end, KIND_OF[CALL], None, visitor.owner, *place, term))
    return term
