"""Go's calls, conversions and composite literals: what looks alike to the grammar and means different things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import IMPORTED, TYPE_PARAMETER
from indexer.extract.visitor import CALL, NEW, READ, TYPE, WRITE, Handler, Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

PREDECLARED = frozenset(
    b"any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string "
    b"uint uint8 uint16 uint32 uint64 uintptr".split()
)
LISTS = ("slice_type", "array_type", "implicit_length_array_type", "map_type")


@lru_cache(maxsize=1)
def _types(visitor: Visitor) -> dict[bytes, Node]:
    """Types that the file declares at the top, by name."""
    return {d.name: d.node for d in visitor.found.definitions if d.kind in TYPE_KINDS and d.parent < 0}


def _is_local(visitor: Visitor, name: bytes) -> bool:
    """Names are bound in order, so what is bound so far is what the name means here."""
    scope = visitor.scope
    while scope.parent is not None:
        binding = scope.names.get(name)
        if binding is not None:
            return binding < 0 and binding not in (IMPORTED, TYPE_PARAMETER)
        scope = scope.parent
    return False


def _is_type(visitor: Visitor, name: bytes) -> bool:
    return (name in PREDECLARED or name in _types(visitor)) and not _is_local(visitor, name)


def text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def call(spec: dict[str, Any]) -> Handler:
    """A conversion looks like a call; `F[*T]()` looks like an index."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "function":
                _callee(visitor, child)
            else:
                visitor.visit(child, TYPE if field == "type_arguments" else READ)

    return handle


def _callee(visitor: Visitor, node: Node) -> None:
    kind = node.type
    if kind == "identifier":
        visitor.visit(node, TYPE if _is_type(visitor, text(visitor, node)) else CALL)
    elif kind == "parenthesized_expression" and node.named_child_count == 1:
        _callee(visitor, node.named_children[0])
    elif kind == "unary_expression" and node.named_child_count == 1:
        operand = node.named_children[0]
        root = operand.named_children[0] if operand.type == "selector_expression" else operand
        visitor.visit(operand, READ if _is_local(visitor, text(visitor, root)) else TYPE)
    elif kind == "index_expression":
        _generic(visitor, node.named_children[0], node.named_children[1:])
    else:
        visitor.visit(node, CALL)


def _generic(visitor: Visitor, callee: Node, arguments: list[Node]) -> None:
    """`F[T](…)`: a generic function, unless F is a variable that is indexed."""
    root = callee.named_children[0] if callee.type in ("selector_expression", "qualified_type") else callee
    indexed = _is_local(visitor, text(visitor, root))
    called = callee.type in ("identifier", "type_identifier")
    if called and _is_type(visitor, text(visitor, callee)):
        visitor.visit(callee, TYPE)
    elif called:
        visitor.name(callee, READ if indexed else CALL)
    else:
        visitor.visit(callee, READ if indexed else CALL)
    for argument in arguments:
        _argument(visitor, argument, indexed)


def _argument(visitor: Visitor, node: Node, indexed: bool) -> None:
    """A type argument, or the index of what only looks generic."""
    while node.type in ("type_elem", "type_arguments") and node.named_child_count == 1:
        node = node.named_children[0]
    if node.type == "type_arguments":
        for child in node.named_children:
            _argument(visitor, child, indexed)
    elif node.type in ("identifier", "type_identifier"):
        visitor.name(node, READ if indexed or _is_local(visitor, text(visitor, node)) else TYPE)
    else:
        visitor.visit(node, READ if indexed else TYPE)


def conversion(spec: dict[str, Any]) -> Handler:
    """`[]byte(x)` converts; `F[T](x)` reads the same to the grammar whatever F is."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) != "type":
                visitor.visit(child, READ)
            elif child.type == "generic_type":
                _generic(visitor, child.named_children[0], child.named_children[1:])
            else:
                visitor.visit(child, TYPE)

    return handle


def instantiation(spec: dict[str, Any]) -> Handler:
    """`F[A, B]` as a value."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        first = node.named_children[0]
        if first.type == "type_identifier" and not _is_type(visitor, text(visitor, first)):
            visitor.name(first, READ)
        else:
            visitor.visit(first, READ)
        for argument in node.named_children[1:]:
            visitor.visit(argument, TYPE)

    return handle


def composite(spec: dict[str, Any]) -> Handler:
    """`T{key: value}`: T is instantiated; its keys are fields, unless T is known to be a list or a map."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        declared = node.child_by_field_name("type")
        body = node.child_by_field_name("body")
        if declared is not None:
            visitor.visit(declared, TYPE if declared.type in (*LISTS, "struct_type") else NEW)
        if body is not None:
            _literal(visitor, body, declared)

    return handle


def _literal(visitor: Visitor, node: Node, declared: Node | None) -> None:
    """Elements of a literal of the declared type; None where the type is written elsewhere."""
    if declared is not None and declared.type == "pointer_type":
        declared = declared.named_children[0]
    shape = _underlying(visitor, declared)
    is_list = shape is not None and shape.type in LISTS
    element = shape.named_children[-1] if shape is not None and is_list else None
    for child in node.named_children:
        if child.type != "keyed_element":
            _element(visitor, child, element)
            continue
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        if key is not None:
            keyed = shape.named_children[0] if shape is not None and shape.type == "map_type" else None
            _key(visitor, key, None if is_list else declared, is_list, keyed)
        if value is not None:
            _element(visitor, value, element)


def _key(visitor: Visitor, node: Node, owner: Node | None, is_list: bool, keyed: Node | None) -> None:
    name = node.named_children[0] if node.named_child_count else node
    if is_list or name.type != "identifier":
        _element(visitor, node, keyed)
    elif owner is None:
        visitor.member_span(name, 0, 0, WRITE)
    else:
        visitor.member_name(name, owner, WRITE)


def _element(visitor: Visitor, node: Node, declared: Node | None) -> None:
    for child in node.named_children if node.type == "literal_element" else (node,):
        if child.type == "literal_value":
            _literal(visitor, child, declared)
        else:
            visitor.visit(child, READ)


def _underlying(visitor: Visitor, node: Node | None) -> Node | None:
    """The type's structure, as far as this file shows it."""
    for _ in range(4):
        if node is not None and node.type in ("pointer_type", "parenthesized_type", "generic_type"):
            node = node.named_children[0]
        elif node is not None and node.type == "type_identifier":
            spec = _types(visitor).get(text(visitor, node))
            node = spec.child_by_field_name("type") if spec is not None else None
        else:
            break
    return node
