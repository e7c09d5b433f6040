"""C#: nameless functions; what is not declared of them follows from where they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.declarations import bind_parameter
from indexer.languages.csharp.walk import plain

if TYPE_CHECKING:
    from tree_sitter import Node

STATEMENTS = frozenset({
    "invocation_expression", "assignment_expression", "await_expression", "object_creation_expression",
    "implicit_object_creation_expression", "conditional_access_expression",
})  # fmt: skip


@plain("lambda")
def lambda_(visitor: Visitor, node: Node, context: int) -> int:
    """Parameters without a type are what the wanted delegate, or the callee's parameter, says."""
    serial, wanted = visitor.terms.fresh(), visitor.incoming
    before, visitor.returns = visitor.returns, []
    scope, visitor.incoming = visitor.enter("function", node), 0
    given: list[int] = []
    listed, body = node.child_by_field_name("parameters"), node.named_children[-1]
    for child in node.named_children:
        if (listed is not None and child.id == listed.id) or (child.type == "tuple_type" and child.id != body.id):
            given = _lambda_parameters(visitor, child, serial, wanted)
        elif child.id != body.id and child.type != "modifier":
            visitor.visit(child, TYPE)
    result = _body(visitor, body)
    modifiers = visitor.data[node.start_byte : body.start_byte]
    if modifiers.startswith(b"async"):
        result = visitor.term(Op.THROUGH, visitor.text(b"task"), result)
    visitor.scope, visitor.returns, visitor.incoming = scope, before, wanted
    return visitor.term(Op.LAMBDA, serial, result, *given)


def _body(visitor: Visitor, body: Node) -> int:
    """What a body gives; an expression that is no statement gives something, whoever wants it."""
    value = visitor.visit(body, READ)
    if body.type == "throw_expression":
        return visitor.term(Op.LITERAL, visitor.text(b"throw"))
    if body.type != "block":
        return value if _may_stand_alone(body) else visitor.term(Op.THROUGH, visitor.text(b"plain"), value)
    if visitor.returns:
        return visitor.terms.union(visitor.returns)
    statements = [child for child in body.named_children if not child.is_extra]
    is_thrown = bool(statements) and statements[-1].type == "throw_statement"
    return visitor.term(Op.LITERAL, visitor.text(b"throw" if is_thrown else b"void"))


def _may_stand_alone(body: Node) -> bool:
    if body.type in ("prefix_unary_expression", "postfix_unary_expression"):
        return any(part.type in ("++", "--") for part in body.children)
    return body.type in STATEMENTS


def _lambda_parameters(visitor: Visitor, node: Node, serial: int, wanted: int) -> list[int]:
    if node.type == "implicit_parameter":
        return [_lambda_parameter(visitor, node, None, serial, 0, wanted)] if node.end_byte > node.start_byte else []
    terms: list[int] = []
    for child in node.named_children:
        if child.type in ("parameter", "tuple_element"):
            name, declared = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name is not None:
                terms.append(_lambda_parameter(visitor, name, declared, serial, len(terms), wanted))
    return terms


def _lambda_parameter(visitor: Visitor, name: Node, declared: Node | None, serial: int, place: int, wanted: int) -> int:
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    if term:
        held = visitor.term(Op.INSTANCE, term)
    elif wanted:
        held = visitor.term(Op.THROUGH, visitor.text(b"parameter %d" % place), wanted)
    else:
        held = visitor.term(Op.LAMBDA_PARAMETER, serial, place)
    bind_parameter(visitor, name, held)
    return held
