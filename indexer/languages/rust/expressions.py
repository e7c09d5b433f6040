"""Rust's expressions: blocks have a value, conditions bind names, closures are functions without a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, READ, TYPE, WRITE
from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import enter, local
from indexer.languages.rust.paths import text_of, visit_field
from indexer.languages.rust.patterns import bind
from indexer.languages.rust.type_forms import instance

if TYPE_CHECKING:
    from tree_sitter import Node


def call(visitor: Visitor, node: Node, context: int) -> int:
    callee, *rest = node.named_children
    term = visitor.visit(callee, CALL)
    mark, passes = visitor.mark(callee), False
    arguments: list[int] = []
    for group in rest:
        if group.kind_id in kinds.BESIDE:
            visitor.visit(group, READ)
        for child in group.named_children:
            given = visitor.visit(child, READ)
            if child.kind_id not in kinds.ASIDE:
                arguments.append(given)
                passes = passes or child.kind_id == kinds.CLOSURE
    if not term:
        return 0
    made = visitor.term(Op.CALL, term, *arguments)
    if passes and mark >= 0:  # what the call names tells what the closure is given
        visitor.uses[mark] = (*visitor.uses[mark][:7], made)
    return made


def let(visitor: Visitor, node: Node, context: int) -> int:
    """The value does not see the names that the pattern binds; a declared type says more than the value."""
    pattern = node.child_by_field_name("pattern")
    if pattern is None:
        return 0
    begin, declared, given = pattern.end_byte, 0, 0
    named, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    for child in node.named_children:
        if child.start_byte < begin or child.kind_id in kinds.BESIDE:
            continue
        if named is not None and child.id == named.id:
            declared = instance(visitor, visitor.visit(child, TYPE))
        else:
            term = visitor.visit(child, READ)
            given = term if value is not None and child.id == value.id else given
    bind(visitor, pattern, declared or given, node.end_byte)
    return 0


def branch(visitor: Visitor, node: Node, context: int) -> int:
    """`if let`, `while let`: what the condition binds holds in the body, not in `else`."""
    before = enter(visitor, "block")
    visit_field(visitor, node, "condition")
    first = visit_field(visitor, node, "consequence")
    visit_field(visitor, node, "body")
    visitor.scope = before
    return visitor.terms.union((first, visit_field(visitor, node, "alternative")))


def for_loop(visitor: Visitor, node: Node, context: int) -> int:
    values = visit_field(visitor, node, "value")
    before = enter(visitor, "block")
    if (pattern := node.child_by_field_name("pattern")) is not None:
        bind(visitor, pattern, visitor.term(Op.ITEM, values) if values else 0, -1)
    visit_field(visitor, node, "body")
    visitor.scope = before
    return 0


def match(visitor: Visitor, node: Node, context: int) -> int:
    value = visit_field(visitor, node, "value")
    body = node.child_by_field_name("body")
    arms = body.named_children if body is not None else ()
    return visitor.terms.union([_arm(visitor, arm, value) for arm in arms])


def _arm(visitor: Visitor, node: Node, value: int) -> int:
    pattern = node.child_by_field_name("pattern")
    if pattern is None:
        visitor.visit(node, READ)
        return 0
    before = enter(visitor, "block")
    condition = pattern.child_by_field_name("condition")
    for child in pattern.named_children:
        if condition is None or child.id != condition.id:
            bind(visitor, child, value, -1)
    if condition is not None:
        visitor.visit(condition, READ)
    term = visit_field(visitor, node, "value")
    visitor.scope = before
    return term


def block(visitor: Visitor, node: Node, context: int) -> int:
    """The last expression is the block's value, if no semicolon ends it."""
    before = enter(visitor, "block")
    term, last = 0, None
    for child in node.named_children:
        term, last = visitor.visit(child, READ), child
    visitor.scope = before
    if last is not None and last.kind_id == kinds.EXPRESSION_STATEMENT and visitor.data[last.end_byte - 1] == 0x3B:
        return 0
    return term


def parameters(visitor: Visitor, node: Node | None, serial: int) -> None:
    """A closure's parameters; what has no type gets it from where the closure is passed."""
    children = [child for child in node.named_children if child.kind_id not in kinds.ASIDE] if node is not None else ()
    for place, child in enumerate(children):
        term = visitor.term(Op.LAMBDA_PARAMETER, serial, place)
        if child.kind_id == kinds.PARAMETER:
            term = instance(visitor, visit_field(visitor, child, "type", TYPE)) or term
            child = child.child_by_field_name("pattern") or child
        bind(visitor, child, term, -1, PARAMETER)


def closure(visitor: Visitor, node: Node, context: int) -> int:
    serial = visitor.terms.fresh()
    before, returns = enter(visitor, "function"), visitor.returns
    visitor.returns = []
    parameters(visitor, node.child_by_field_name("parameters"), serial)
    declared = instance(visitor, visit_field(visitor, node, "return_type", TYPE))
    given = visit_field(visitor, node, "body")
    result = declared or visitor.terms.union((given, *visitor.returns))
    visitor.scope, visitor.returns = before, returns
    return visitor.lambda_term(serial, result)


def return_value(visitor: Visitor, node: Node, context: int) -> int:
    """Functions declare what they give back; closures show it."""
    term = visitor.children(node, READ)
    if visitor.returns is not None:
        visitor.returns.append(term)
    return 0


def assignment(visitor: Visitor, node: Node, context: int) -> int:
    """What a variable declared without a value is given."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    term = visitor.visit(right, READ) if right is not None else 0
    if left is None:
        return 0
    visitor.visit(left, WRITE)
    if term and left.kind_id == kinds.IDENTIFIER and local(visitor, text_of(visitor, left), left.start_byte) >= 0:
        flows = _flows(visitor, left)
        if not flows:
            flows.append(term)
    return 0


def _flows(visitor: Visitor, node: Node) -> list[int]:
    """The list of what a variable may hold."""
    name, scope = text_of(visitor, node), visitor.scope
    while scope.names.get(name) not in (LOCAL, PARAMETER) and scope.parent is not None:
        scope = scope.parent
    return visitor.slots[visitor._slot(scope, name)]


def index(visitor: Visitor, node: Node, context: int) -> int:
    base, *keys = [visitor.visit(child, READ) for child in node.named_children if child.kind_id not in kinds.BESIDE]
    return visitor.term(Op.INDEX, base, *keys) if base else 0


def tuple_expression(visitor: Visitor, node: Node, context: int) -> int:
    parts = [visitor.visit(child, READ) for child in node.named_children if child.kind_id not in kinds.ASIDE]
    return visitor.term(Op.WRAP, visitor.text(b"()"), *parts)


def array_expression(visitor: Visitor, node: Node, context: int) -> int:
    parts = [visitor.visit(child, READ) for child in node.named_children if child.kind_id not in kinds.ASIDE]
    return visitor.term(Op.WRAP, visitor.text(b"[]"), next(filter(None, parts), 0))


def cast(visitor: Visitor, node: Node, context: int) -> int:
    visit_field(visitor, node, "value")
    return instance(visitor, visit_field(visitor, node, "type", TYPE))


def binary(visitor: Visitor, node: Node, context: int) -> int:
    left, right = visit_field(visitor, node, "left"), visit_field(visitor, node, "right")
    sign = node.child_by_field_name("operator")
    word = text_of(visitor, sign) if sign is not None else b""
    if word in (b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||"):
        return visitor.term(Op.LITERAL, visitor.text(b"bool"))
    return visitor.term(Op.OPERATOR, visitor.text(word), left, right) if left else 0


def unary(visitor: Visitor, node: Node, context: int) -> int:
    term = visitor.children(node, READ)
    is_deref = visitor.data[node.start_byte] == 0x2A
    return visitor.term(Op.THROUGH, visitor.text(b"*"), term) if term and is_deref else term


def attempt(visitor: Visitor, node: Node, context: int) -> int:
    term = visitor.children(node, READ)
    return visitor.term(Op.THROUGH, visitor.text(b"?"), term) if term else 0


def async_block(visitor: Visitor, node: Node, context: int) -> int:
    returns, visitor.returns = visitor.returns, []
    term = 0
    for child in node.named_children:
        term = visitor.visit(child, READ)
    result = visitor.terms.union((term, *visitor.returns))
    visitor.returns = returns
    return visitor.term(Op.THROUGH, visitor.text(b"async"), result) if result else 0
