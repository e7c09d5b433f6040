"""C#: roles of node types that the shared roles cannot play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.roles import ROLES as SHARED
from indexer.extract.scopes import PARAMETER
from indexer.extract.visitor import BIND, CALL, NEW, PARAM, READ, TYPE, TYPE_BIND, WRITE, Handler, Visitor
from indexer.languages.csharp.names import arity, child_of, confuse, forget, initialiser, respell, use_type

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
ROLES: dict[str, Callable[[Spec], Handler]] = {}
LOOSE = frozenset({"binary_expression", "is_pattern_expression", "or_pattern", "and_pattern", "constant_pattern"})
CHAINS = LOOSE | {
    "member_access_expression", "conditional_access_expression", "invocation_expression", "element_access_expression",
    "postfix_unary_expression",
}  # fmt: skip


def plain(name: str) -> Callable[[Handler], Handler]:
    """A role whose table entry says no more than its name."""

    def register(handler: Handler) -> Handler:
        ROLES[name] = lambda spec: handler
        return handler

    return register


def before_children(name: str) -> Callable[[Handler], Handler]:
    """A role that does one thing, then goes through the children as the table says."""

    def register(prepare: Handler) -> Handler:
        def factory(spec: Spec) -> Handler:
            children = SHARED["children"](spec)

            def handle(visitor: Visitor, node: Node, context: int) -> None:
                inner = visitor.scope
                visitor.scope = inner.parent or inner  # the table's own scope is open already
                prepare(visitor, node, context)
                visitor.scope = inner
                children(visitor, node, context)

            return handle

        ROLES[name] = factory
        return prepare

    return register


@plain("identifier")
def identifier(visitor: Visitor, node: Node, context: int) -> None:
    if context <= CALL:  # read or called: most names of a file
        visitor.name(node, context)
    elif context in (TYPE, NEW) and node.start_byte not in visitor.found.by_name:
        use_type(visitor, node, context)
    elif context != WRITE or visitor.data[node.start_byte : node.end_byte] != b"_":
        visitor.name(node, context)


@plain("generic")
def generic(visitor: Visitor, node: Node, context: int) -> None:
    """`Name<T>`: a type of that arity, or a method where it is called."""
    name = node.named_children[0]
    arguments = child_of(node, "type_argument_list")
    if context == CALL:
        visitor.name(name, CALL)
    else:
        use_type(visitor, name, context if context in (READ, NEW) else TYPE, (arity(arguments),))
    if arguments is not None:
        visitor.visit(arguments, TYPE)


def member(visitor: Visitor, name: Node | None, receiver: Node | None, context: int) -> None:
    """A name, maybe with type arguments, behind a receiver."""
    if name is None:
        return
    if name.type == "generic_name":
        for child in name.named_children[1:]:
            visitor.visit(child, TYPE)
        name = name.named_children[0]
    if receiver is None:
        visitor.member_span(name, 0, 0, context)
    else:
        start, end = receiver.start_byte, receiver.end_byte
        text = visitor.data[start:end]
        visitor.member_span(name, _start(receiver) if b"??" in text or b" is " in text else start, end, context)


def _start(node: Node) -> int:
    """The grammar binds `a ?? b?.c` and `x is A or B.C` too loosely: the receiver starts behind the operator."""
    while (count := node.named_child_count) and node.type in CHAINS:
        child = node.named_child(count - 1 if node.type in LOOSE else 0)
        if child is None:
            break
        node = child
    return node.start_byte


def _access(spec: Spec) -> Handler:
    object_field = spec["object"]
    visited, inner = object_field != "alias", TYPE if object_field == "qualifier" else READ

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        children = node.children
        receiver: Node | None
        name: Node | None
        if len(children) == 3:  # no comment in between: places are faster than fields
            receiver, _, name = children
        else:
            receiver, name = node.child_by_field_name(object_field), node.child_by_field_name("name")
        if visited and receiver is not None and receiver.is_named:
            visitor.visit(receiver, inner)
        member(visitor, name, receiver, context)

    return handle


ROLES["access"] = _access


@plain("conditional")
def conditional(visitor: Visitor, node: Node, context: int) -> None:
    """`a?.b`, `a?[0]`"""
    receiver = node.child_by_field_name("condition")
    for child in node.named_children:
        if child.type == "member_binding_expression":
            member(visitor, child.child_by_field_name("name"), receiver, context)
        else:
            visitor.visit(child, READ)


@plain("invocation")
def invocation(visitor: Visitor, node: Node, context: int) -> None:
    parts = node.named_children
    if len(parts) == 2:  # no comment in between: places are faster than fields
        function, arguments = parts
    else:
        callee, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if callee is None or listed is None:
            visitor.children(node, READ)
            return
        function, arguments = callee, listed
    if visitor.data[function.start_byte : function.end_byte] != b"nameof":
        visitor.visit(function, CALL)
    visitor.children(arguments, READ)


@plain("type_declaration")
def type_declaration(visitor: Visitor, node: Node, context: int) -> None:
    """The header sees type parameters and the primary constructor's parameters, the body also the members."""
    respell(visitor, node)
    before = visitor.enter("block", node)
    listed = child_of(node, "parameter_list")
    body = node.child_by_field_name("body")
    positional = node.type == "record_declaration"
    for child in node.named_children:
        if child.type == "type_parameter_list":
            visitor.visit(child, TYPE_BIND)
        elif listed is not None and child.id == listed.id:
            _primary(visitor, child, positional)
        elif child.type in ("base_list", "type_parameter_constraints_clause"):
            visitor.children(child, TYPE)
        elif child.type == "attribute_list":
            visitor.visit(child, READ)
    visitor.enter("class", node)
    visitor.scope.closed = _closed(visitor, node)
    if positional and listed is not None:
        _positional(visitor, listed)
    if body is not None:
        visitor.children(body, READ)
    visitor.scope = before


def _primary(visitor: Visitor, listed: Node, positional: bool) -> None:
    """Those of a record are properties as well, and are visited as such among its members."""
    if not positional:
        visitor.visit(listed, READ)
        return
    for child in listed.named_children:
        if (name := child.child_by_field_name("name")) is not None:
            visitor.scope.bind(visitor.data[name.start_byte : name.end_byte], PARAMETER)


def _positional(visitor: Visitor, listed: Node) -> None:
    visitor.visit(listed, READ)
    for child in listed.named_children:
        if (index := visitor.found.by_node.get(child.id)) is not None:
            confuse(visitor, index, child.child_by_field_name("type"))


def _closed(visitor: Visitor, node: Node) -> bool:
    """No member comes from elsewhere: not partial, no base but interfaces (a class does not inherit from those)."""
    if any(c.type == "modifier" and visitor.data[c.start_byte : c.end_byte] == b"partial" for c in node.named_children):
        return False
    if node.type in ("struct_declaration", "enum_declaration"):
        return True
    bases = child_of(node, "base_list")
    if bases is None or node.type == "interface_declaration":
        return bases is None
    return all(_looks_like_interface(visitor.data[c.start_byte : c.end_byte]) for c in bases.named_children)


def _looks_like_interface(text: bytes) -> bool:
    last = text.partition(b"<")[0].rpartition(b".")[2]
    return last[:1] == b"I" and last[1:2].isupper()


@before_children("delegate")
def delegate(visitor: Visitor, node: Node, context: int) -> None:
    respell(visitor, node)


@before_children("method")
def method(visitor: Visitor, node: Node, context: int) -> None:
    _hide_explicit(visitor, node)


def _hide_explicit(visitor: Visitor, node: Node) -> None:
    """An explicit implementation can only be reached through its interface."""
    index = visitor.found.by_node.get(node.id)
    if index is not None and child_of(node, "explicit_interface_specifier") is not None:
        forget(visitor, index)


@before_children("constructor")
def constructor(visitor: Visitor, node: Node, context: int) -> None:
    """Inside a type its name means the type."""
    index = visitor.found.by_node.get(node.id)
    if index is not None:
        visitor.scope.names.pop(visitor.found.definitions[index].name, None)


@plain("property")
def property_(visitor: Visitor, node: Node, context: int) -> None:
    index = visitor.found.by_node.get(node.id)
    declared, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    _hide_explicit(visitor, node)
    if index is not None and node.type != "indexer_declaration":
        confuse(visitor, index, declared)
    for child in node.named_children:
        if (declared is not None and child.id == declared.id) or child.type == "explicit_interface_specifier":
            visitor.visit(child, TYPE)
        elif child.type == "bracketed_parameter_list":
            visitor.visit(child, PARAM)
        elif value is not None and child.id == value.id and child.type != "arrow_expression_clause":
            initialiser(visitor, child, READ)
        elif child.start_byte not in visitor.found.by_name:
            visitor.visit(child, READ)


@plain("accessor")
def accessor(visitor: Visitor, node: Node, context: int) -> None:
    """`set`, `init`, `add` and `remove` have a parameter that nobody writes down."""
    name = node.child_by_field_name("name")
    if name is not None and name.type != "get":
        visitor.scope.bind(b"value", PARAMETER)
    visitor.children(node, READ)


@plain("declarator")
def declarator(visitor: Visitor, node: Node, context: int) -> None:
    """`a = 1`: a field, or a local; each owns its initial value."""
    name = node.child_by_field_name("name")
    owner = visitor.owner
    if name is not None and (index := visitor.found.by_name.get(name.start_byte)) is not None:
        visitor.owner = index
        visitor.visit(name, BIND)
        declaration = node.parent
        confuse(visitor, index, declaration.child_by_field_name("type") if declaration is not None else None)
    elif name is not None:
        visitor.visit(name, BIND)
    for child in node.named_children:
        if name is not None and child.id == name.id:
            continue
        if visitor.scope.kind == "class":
            initialiser(visitor, child, READ)
        else:
            visitor.visit(child, BIND if child.type == "tuple_pattern" else READ)
    visitor.owner = owner
