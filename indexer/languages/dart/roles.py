"""Dart's roles: bodies stand beside their signatures, chains are lists of selectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import PARAMETER, TYPE_PARAMETER
from indexer.extract.visitor import ASSIGN, BIND, CALL, NEW, PARAM, READ, TYPE, TYPE_BIND, WRITE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found

SELECTORS = ("selector", "unconditional_assignable_selector", "conditional_assignable_selector")


def owner_of(found: Found, body: Node) -> int | None:
    """The definition whose body this is."""
    signature = signature_of(body)
    return found.by_node.get(signature.id) if signature is not None else None


def signature_of(body: Node) -> Node | None:
    node = body.prev_named_sibling
    while node is not None and node.type in ("method_signature", "declaration", "initializers", "redirection"):
        inner = [child for child in node.named_children if child.type.endswith("_signature")]
        node = inner[0] if inner else node.prev_named_sibling
    return node if node is not None and node.type.endswith("_signature") else None


def parameter_names(node: Node, fields: bool = True) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "identifier":
            yield child
        elif fields and child.type in ("constructor_param", "super_formal_parameter"):
            yield from parameter_names(child)


def text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def body(spec: dict[str, Any]) -> Handler:
    """Parameters of the signature beside it hold in a body; what it refers to comes from that definition."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        signature = signature_of(node)
        before = visitor.owner
        if signature is not None:
            visitor.owner = visitor.found.by_node.get(signature.id, before)
            _bind_parameters(visitor, signature, node.type != "function_body")
        for child in node.named_children:
            if node.type == "redirection" and child.type == "identifier":
                visitor.member_name(child, child.prev_named_sibling, CALL)
            else:
                visitor.visit(child, READ)
        visitor.owner = before

    return handle


def _bind_parameters(visitor: Visitor, node: Node, fields: bool) -> None:
    """`this.x` is a variable in the initializers only; in the body `x` is the field."""
    for child in node.named_children:
        if child.type in ("formal_parameter_list", "optional_formal_parameters", "type_parameters"):
            _bind_parameters(visitor, child, fields)
        elif child.type == "formal_parameter":
            for name in parameter_names(child, fields):
                visitor.scope.bind(text(visitor, name), PARAMETER)
        elif child.type == "type_parameter":
            visitor.scope.bind(text(visitor, child.named_children[0]), TYPE_PARAMETER)


def signature(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_node.get(node.id)
        outer = visitor.scope.parent
        if index is not None and outer is not None and "constructor" in node.type:
            name = visitor.found.definitions[index].name
            if outer.names.get(name) == index:
                del outer.names[name]  # `A(…)` means the class
        for child in node.named_children:
            if child.type == "type_parameters":
                visitor.visit(child, TYPE)
        for child in node.named_children:
            if child.type == "formal_parameter_list":
                visitor.children(child, PARAM)
            elif child.type not in ("identifier", "type_parameters", "binary_operator"):
                visitor.visit(child, TYPE)

    return handle


def formal(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "identifier":
                visitor.name(child, PARAM)
            elif child.type == "formal_parameter_list":
                visitor.visit(child, TYPE)
            else:
                visitor.visit(child, READ if child.type == "annotation" else TYPE)

    return handle


def own_field(spec: dict[str, Any]) -> Handler:
    """`this.x` as a parameter, `x = …` in an initializer: a field of the own class is written."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        written = False
        for child in node.named_children:
            if child.type == "identifier" and not written:
                visitor.member_span(child, 0, 0, WRITE)
                written = True
            else:
                visitor.visit(child, READ)

    return handle


def initializer(spec: dict[str, Any]) -> Handler:
    """`super.named(…)`: a constructor of the base."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before: Node | None = None
        for child in node.named_children:
            if child.type == "identifier" and before is not None and before.type in ("super", "this"):
                visitor.member_name(child, before, CALL)
            else:
                visitor.visit(child, READ)
            before = child

    return handle


def _called(node: Node) -> bool:
    """Whether arguments follow."""
    following = node.next_named_sibling
    if following is None:
        return False
    if following.type == "selector":
        return following.named_child_count > 0 and following.named_children[0].type == "argument_part"
    return following.type in ("argument_part", "arguments")


def chain(spec: dict[str, Any]) -> Handler:
    """A bare identifier: what follows it says whether it is called, read or written."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if context in (BIND, PARAM, TYPE_BIND):
            visitor.name(node, context)
            return
        word = text(visitor, node)
        if _called(node):
            visitor.name(node, NEW if word.lstrip(b"_")[:1].isupper() else CALL)
        elif context in (ASSIGN, WRITE):
            following = node.next_named_sibling
            visitor.name(node, READ if following is not None and following.type in SELECTORS else WRITE)
        else:
            visitor.name(node, READ)

    return handle


def access(spec: dict[str, Any]) -> Handler:
    """`.name` behind something: the receiver is everything before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        anchor = node.parent if node.parent is not None and node.parent.type == "selector" else node
        for child in node.named_children:
            if child.type != "identifier":
                visitor.visit(child, READ)
                continue
            last = anchor.next_named_sibling is None
            kind = WRITE if context in (ASSIGN, WRITE) and last and anchor is node else READ
            if _called(anchor):
                kind = NEW if text(visitor, child)[:1].isupper() else CALL
            first = _chain_start(anchor)
            visitor.member_span(child, first.start_byte, anchor.start_byte, kind)

    return handle


def _chain_start(node: Node) -> Node:
    while (before := node.prev_named_sibling) is not None:
        node = before
        if node.type not in SELECTORS and node.type != "cascade_section":
            break
    return node


def cascade(spec: dict[str, Any]) -> Handler:
    """`a..b()..c = d`: each a member of a."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        first, last = _chain_start(node), node.prev_named_sibling
        while last is not None and last.type == "cascade_section":
            last = last.prev_named_sibling
        end = last.end_byte if last is not None else first.end_byte
        written = any(child.type in ("=", "assignment_operator") for child in node.children)
        for child in node.named_children:
            if child.type != "cascade_selector":
                visitor.visit(child, READ)
                continue
            for name in child.named_children:
                if name.type == "identifier":
                    kind = CALL if _called(child) else (WRITE if written else READ)
                    visitor.member_span(name, first.start_byte, end, kind)
                else:
                    visitor.visit(name, READ)

    return handle


def qualified_type(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        wanted = context if context in (NEW, TYPE_BIND) else TYPE
        before = node.prev_sibling
        prefix = node.prev_named_sibling
        if before is not None and before.type == "." and prefix is not None:
            visitor.member_name(node, prefix, wanted)
        else:
            following = node.next_named_sibling
            prefix = following if following is not None and following.type == "type_identifier" else None
            visitor.name(node, TYPE if wanted == NEW and prefix is not None else wanted)

    return handle


def creation(spec: dict[str, Any]) -> Handler:
    """`new A.named(…)`: the type is instantiated, its constructor called."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before: Node | None = None
        for child in node.named_children:
            if child.type == "type_identifier":
                visitor.visit(child, NEW)
            elif child.type == "identifier" and before is not None:
                visitor.member_name(child, before, CALL)
            else:
                visitor.visit(child, READ)
            before = child

    return handle


def type_parameter(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            visitor.visit(child, TYPE if index else TYPE_BIND)

    return handle


def alias(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.start_byte not in visitor.found.by_name:
                visitor.visit(child, TYPE)

    return handle


def local(spec: dict[str, Any]) -> Handler:
    """`int a = b`, `for (final a in b)`: one name, its type, its value."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            visitor.visit(child, BIND if field == "name" and child.type == "identifier" else READ)

    return handle
