"""Go's calls, conversions and composite literals: what looks alike to the grammar and means different things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import IMPORTED, TYPE_PARAMETER
from indexer.extract.visitor import CALL, NEW, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.go import kinds
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

PREDECLARED = frozenset(
    b"any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string "
    b"uint uint8 uint16 uint32 uint64 uintptr".split()
)


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
    type_arguments = kinds.TYPE_ARGUMENTS

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        callee, *rest = node.named_children
        _callee(visitor, callee)
        for child in rest:
            kind = child.kind_id
            handler = visitor.table.get(kind)
            if handler is not None:
                handler(visitor, child, READ)
            elif child.named_child_count:
                visitor.children(child, TYPE if kind == type_arguments else READ)

    return handle


def _callee(visitor: Visitor, node: Node) -> None:
    kind = node.kind_id
    if kind == kinds.SELECTOR_EXPRESSION:
        visitor.table[kind](visitor, node, CALL)
    elif kind == kinds.IDENTIFIER:
        visitor.name(node, TYPE if _is_type(visitor, text(visitor, node)) else CALL)
    elif kind == kinds.PARENTHESIZED_EXPRESSION and node.named_child_count == 1:
        _callee(visitor, node.named_children[0])
    elif kind == kinds.UNARY_EXPRESSION and node.named_child_count == 1:
        operand = node.named_children[0]
        root = operand.named_children[0] if operand.kind_id == kinds.SELECTOR_EXPRESSION else operand
        visitor.visit(operand, READ if _is_local(visitor, text(visitor, root)) else TYPE)
    elif kind == kinds.INDEX_EXPRESSION:
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
    plain = kinds.LISTS | {kinds.STRUCT_TYPE}

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        children = node.named_children
        if len(children) != 2:
            children = [part for field in ("type", "body") if (part := node.child_by_field_name(field)) is not None]
        if len(children) == 2:
            declared, body = children
            visitor.visit(declared, TYPE if declared.kind_id in plain else NEW)
            _literal(visitor, body, declared)

    return handle


def _literal(visitor: Visitor, node: Node, declared: Node | None) -> None:
    """Elements of a literal of the declared type; None where the type is written elsewhere."""
    if declared is not None and declared.kind_id == kinds.POINTER_TYPE:
        declared = declared.named_children[0]
    shape = _underlying(visitor, declared) if declared is not None else None
    is_list, element, keyed = False, None, None
    if shape is not None and (kind := shape.kind_id) in kinds.LISTS:
        is_list, parts = True, shape.named_children
        element, keyed = parts[-1], parts[0] if kind == kinds.MAP_TYPE else None
    for child in node.named_children:
        if child.kind_id != kinds.KEYED_ELEMENT:
            _element(visitor, child, element)
            continue
        key, *_, value = child.named_children
        _key(visitor, key, declared, is_list, keyed)
        _element(visitor, value, element)


def _key(visitor: Visitor, node: Node, owner: Node | None, is_list: bool, keyed: Node | None) -> None:
    name = node.named_children[0] if node.named_child_count else node
    if is_list or name.kind_id != kinds.IDENTIFIER:
        _element(visitor, node, keyed)
    elif owner is None:
        visitor.member_span(name, 0, 0, WRITE)
    else:
        visitor.member_span(name, owner.start_byte, owner.end_byte, WRITE)


def _element(visitor: Visitor, node: Node, declared: Node | None) -> None:
    for child in node.named_children if node.kind_id == kinds.LITERAL_ELEMENT else (node,):
        kind = child.kind_id
        if kind == kinds.LITERAL_VALUE:
            _literal(visitor, child, declared)
        elif (handler := visitor.table.get(kind)) is not None:
            handler(visitor, child, READ)
        else:
            visitor.children(child, READ)


def _underlying(visitor: Visitor, node: Node | None) -> Node | None:
    """The type's structure, as far as this file shows it."""
    for _ in range(4):
        if node is None:
            break
        kind = node.kind_id
        if kind == kinds.TYPE_IDENTIFIER:
            spec = _types(visitor).get(text(visitor, node))
            node = spec.child_by_field_name("type") if spec is not None else None
        elif kind in (kinds.POINTER_TYPE, kinds.PARENTHESIZED_TYPE, kinds.GENERIC_TYPE):
            node = node.named_children[0]
        else:
            break
    return node
