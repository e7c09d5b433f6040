"""Go's calls and conversions: what looks alike to the grammar and means different things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, READ, TYPE
from indexer.extract.scopes import IMPORTED, TYPE_PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.names import name, text
from indexer.languages.go.types import instance
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

PREDECLARED = frozenset(
    b"any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string "
    b"uint uint8 uint16 uint32 uint64 uintptr".split()
)
QUALIFIED = (kinds.SELECTOR_EXPRESSION, kinds.QUALIFIED_TYPE)
# Built-in functions whose arguments tell what they give.
GIVE_TYPES = frozenset((b"new", b"make", b"append", b"min", b"max"))


@lru_cache(maxsize=1)
def types_of(visitor: Visitor) -> dict[bytes, Node]:
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
    return (name in PREDECLARED or name in types_of(visitor)) and not _is_local(visitor, name)


def call(spec: dict[str, Any]) -> Handler:
    """A conversion looks like a call; `F[*T]()` looks like an index."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        callee, *rest = node.named_children
        term = _callee(visitor, callee)
        types: list[int] = []
        arguments: list[int] = []
        for child in rest:
            if child.kind_id == kinds.TYPE_ARGUMENTS:
                types = _argument(visitor, child, indexed=False)
            else:
                arguments = visitor.arguments(child)
        if not term:
            return 0
        if types:
            term = visitor.term(Op.APPLY, term, *types)
        if callee.kind_id == kinds.IDENTIFIER and (word := text(visitor, callee)) in GIVE_TYPES:
            return visitor.term(Op.THROUGH, visitor.text(word), term, *arguments)
        return visitor.term(Op.CALL, term, *arguments)

    return handle


def _callee(visitor: Visitor, node: Node) -> int:
    kind = node.kind_id
    if kind == kinds.SELECTOR_EXPRESSION:
        return visitor.table[kind](visitor, node, CALL) or 0
    if kind == kinds.IDENTIFIER:
        return name(visitor, node, TYPE if _is_type(visitor, text(visitor, node)) else CALL)
    if kind == kinds.PARENTHESIZED_EXPRESSION and node.named_child_count == 1:
        return _callee(visitor, node.named_children[0])
    if kind == kinds.UNARY_EXPRESSION and node.named_child_count == 1:
        operand = node.named_children[0]
        root = operand.named_children[0] if operand.kind_id == kinds.SELECTOR_EXPRESSION else operand
        return visitor.visit(operand, READ if _is_local(visitor, text(visitor, root)) else TYPE)
    if kind == kinds.INDEX_EXPRESSION:
        return _generic(visitor, node.named_children[0], node.named_children[1:])
    return visitor.visit(node, CALL)


def _generic(visitor: Visitor, callee: Node, arguments: list[Node]) -> int:
    """`F[T](…)`: a generic function, unless F is a variable that is indexed."""
    root = callee.named_children[0] if callee.kind_id in QUALIFIED else callee
    indexed = _is_local(visitor, text(visitor, root))
    called = callee.kind_id in (kinds.IDENTIFIER, kinds.TYPE_IDENTIFIER)
    if called and _is_type(visitor, text(visitor, callee)):
        term = visitor.visit(callee, TYPE)
    elif called:
        term = name(visitor, callee, READ if indexed else CALL)
    else:
        term = visitor.visit(callee, READ if indexed else CALL)
    types = [found for argument in arguments for found in _argument(visitor, argument, indexed)]
    if not term:
        return 0
    return visitor.term(Op.INDEX, term) if indexed else visitor.term(Op.APPLY, term, *types)


def _argument(visitor: Visitor, node: Node, indexed: bool) -> list[int]:
    """Type arguments, or the index of what only looks generic."""
    while node.kind_id in (kinds.TYPE_ELEM, kinds.TYPE_ARGUMENTS) and node.named_child_count == 1:
        node = node.named_children[0]
    if node.kind_id == kinds.TYPE_ARGUMENTS:
        return [term for child in node.named_children for term in _argument(visitor, child, indexed)]
    if node.kind_id in (kinds.IDENTIFIER, kinds.TYPE_IDENTIFIER):
        return [name(visitor, node, READ if indexed or _is_local(visitor, text(visitor, node)) else TYPE)]
    if node.kind_id in QUALIFIED:
        indexed = indexed or _is_local(visitor, text(visitor, node.named_children[0]))
    return [visitor.visit(node, READ if indexed else TYPE)]


def spread(spec: dict[str, Any]) -> Handler:
    """`values...` among arguments: each of them."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        return visitor.term(Op.INDEX, term) if term else 0

    return handle


def conversion(spec: dict[str, Any]) -> Handler:
    """`[]byte(x)` converts; `F[T](x)` reads the same to the grammar whatever F is."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        generic = first.kind_id == kinds.GENERIC_TYPE
        if generic:
            term = _generic(visitor, first.named_children[0], first.named_children[1:])
        else:
            term = visitor.visit(first, TYPE)
        arguments = [visitor.visit(child, READ) for child in rest]
        if not generic or not term:
            return instance(visitor, term)
        return visitor.term(Op.CALL, term, *arguments)

    return handle


def instantiation(spec: dict[str, Any]) -> Handler:
    """`F[A, B]` as a value."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        if first.kind_id == kinds.TYPE_IDENTIFIER and not _is_type(visitor, text(visitor, first)):
            term = name(visitor, first, READ)
        else:
            term = visitor.visit(first, READ)
        types = [visitor.visit(argument, TYPE) for argument in rest]
        return visitor.term(Op.APPLY, term, *types) if term else 0

    return handle
