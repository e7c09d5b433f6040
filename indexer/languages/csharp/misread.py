"""C#: calls with type arguments that the grammar takes for two comparisons: `(int)reader.Get<Key>("id")`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.calls import callee_mark, passed

if TYPE_CHECKING:
    from tree_sitter import Node

LISTS = ("parenthesized_expression", "tuple_expression")
CALLEES = ("identifier", "member_access_expression")
TYPES = (*CALLEES, "tuple_expression")


def is_call(node: Node) -> bool:
    """`a < b > (c)`: what a comparison says is compared with nothing."""
    inner, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if inner is None or right is None or inner.type != "binary_expression" or right.type not in LISTS:
        return False
    sign, kind = inner.child_by_field_name("operator"), inner.child_by_field_name("right")
    callee = _callee(inner)
    return sign is not None and sign.type == "<" and kind is not None and kind.type in TYPES and callee is not None


def call(visitor: Visitor, node: Node) -> int:
    inner, listed = node.child_by_field_name("left"), node.child_by_field_name("right")
    callee = _callee(inner) if inner is not None else None
    kind = inner.child_by_field_name("right") if inner is not None else None
    if inner is None or listed is None or callee is None or kind is None:
        return 0
    uses = len(visitor.uses)
    term = visitor.visit(callee, CALL)
    mark = callee_mark(visitor, callee, uses)
    given = _type(visitor, kind)
    made = visitor.call(visitor.term(Op.APPLY, term, given) if term and given else term, passed(visitor, listed), mark)
    cast = inner.child_by_field_name("left")
    declared = cast.child_by_field_name("type") if cast is not None and cast.type == "cast_expression" else None
    if declared is None:
        return made
    wanted = visitor.visit(declared, TYPE)
    return visitor.term(Op.INSTANCE, wanted) if wanted else 0


def _callee(comparison: Node) -> Node | None:
    left = comparison.child_by_field_name("left")
    if left is not None and left.type == "cast_expression":
        left = left.child_by_field_name("value")
    return left if left is not None and left.type in CALLEES else None


def _type(visitor: Visitor, node: Node) -> int:
    if node.type == "identifier":
        return visitor.visit(node, TYPE)
    if node.type == "member_access_expression":
        return visitor.visit(node, READ)
    return _tuple(visitor, node)


def _tuple(visitor: Visitor, node: Node) -> int:
    """`(int id, string name)`, as the type that it is."""
    terms, names = [], []
    for child in (part.named_children[-1] for part in node.named_children if part.named_child_count):
        declared, name = child.child_by_field_name("type"), child.child_by_field_name("name")
        terms.append(visitor.visit(declared or child, TYPE))
        names.append(
            visitor.data[name.start_byte : name.end_byte] if declared is not None and name is not None else b""
        )
    return visitor.term(Op.WRAP, visitor.text(b"tuple:" + b",".join(names)), *terms)
