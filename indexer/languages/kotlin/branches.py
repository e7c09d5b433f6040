"""Kotlin's branches and loops: what they give, and what their conditions tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.kotlin.parts import TYPES, child_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _last(spec: Spec) -> Handler:
    """Several statements: the last one gives the value."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node) if spec.get("block") else visitor.scope
        narrowed = visitor.narrowed
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        visitor.scope, visitor.narrowed = before, narrowed
        return term

    return handle


def _if(spec: Spec) -> Handler:
    """What `is` says of a name holds where the condition does, or where its contrary let the code go on."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition = node.child_by_field_name("condition")
        if condition is None:
            visitor.children(node, READ)
            return 0
        visitor.visit(condition, READ)
        before = visitor.narrowed
        told, untold = _told(visitor, condition, True), _told(visitor, condition, False)
        terms = []
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field not in ("consequence", "alternative"):
                continue
            known = told if field == "consequence" else untold
            visitor.narrowed = {**before, **known} if known else before
            terms.append(visitor.visit(child, READ))
        visitor.narrowed = {**before, **untold} if untold and _leaves(node) else before
        return visitor.terms.union(terms)

    return handle


def _leaves(node: Node) -> bool:
    """Whether the branch that a condition leads to ends in a jump."""
    at: Node | None = node.child_by_field_name("consequence")
    while at is not None and at.named_child_count and at.type != "jump_expression":
        at = at.named_children[-1]
    return at is not None and at.type == "jump_expression"


def _told(visitor: Visitor, condition: Node, holds: bool) -> dict[bytes, int]:
    kind, parts = condition.type, condition.named_children
    if kind == "parenthesized_expression" and len(parts) == 1:
        return _told(visitor, parts[0], holds)
    if (kind == "conjunction_expression" and holds) or (kind == "disjunction_expression" and not holds):
        return {key: value for part in parts for key, value in _told(visitor, part, holds).items()}
    if kind != "check_expression" or len(parts) != 2 or parts[1].type not in TYPES:
        return {}
    words = {child.type for child in condition.children}
    if ("is" in words) != holds or ("!is" in words) == holds:
        return {}
    return _known(visitor, parts[0], parts[1])


def _known(visitor: Visitor, value: Node, declared: Node) -> dict[bytes, int]:
    """The type is visited a second time for its term alone."""
    count = len(visitor.uses)
    term = visitor.visit(declared, TYPE)
    del visitor.uses[count:]
    text = visitor.data[value.start_byte : value.end_byte]
    return {text: visitor.term(Op.NARROW, term, term)} if term and b"(" not in text else {}


def _when(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope, before = visitor.enter("block", node), visitor.narrowed
        subject: Node | None = None
        terms: list[int] = []
        for child in node.named_children:
            if child.type == "when_subject":
                subject = _subject(visitor, child)
                continue
            conditions = [part for part in child.named_children if part.type == "when_condition"]
            for part in conditions:
                visitor.visit(part, READ)
            if len(conditions) == 1:
                visitor.narrowed = {**before, **_tested(visitor, subject, conditions[0])}
            bodies = (part for part in child.named_children if part.type == "control_structure_body")
            terms += [visitor.visit(part, READ) for part in bodies]
            visitor.narrowed = before
        visitor.scope = scope
        return visitor.terms.union(terms)

    return handle


def _subject(visitor: Visitor, node: Node) -> Node | None:
    """What is looked at: a name, or the variable that is declared for it."""
    value = 0
    declaration, last = child_of(node, "variable_declaration"), None
    for child in node.named_children:
        if child.type != "variable_declaration":
            value, last = visitor.visit(child, READ), child
    if declaration is None:
        return last
    visitor.receive(declaration, BIND, value)
    return child_of(declaration, "simple_identifier")


def _tested(visitor: Visitor, subject: Node | None, condition: Node) -> dict[bytes, int]:
    test = child_of(condition, "type_test")
    if test is None:
        return _told(visitor, condition.named_children[0], True) if condition.named_child_count else {}
    declared = next((child for child in test.named_children if child.type in TYPES), None)
    negated = any(child.type == "!is" for child in test.children)
    return _known(visitor, subject, declared) if subject is not None and declared is not None and not negated else {}


def _elvis(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.terms.union([visitor.visit(child, READ) for child in node.named_children])

    return handle


def _jump(spec: Spec) -> Handler:
    """Gives no value to what stands around it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        return 0

    return handle


def _for(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node)
        target: Node | None = None
        for child in node.named_children:
            if child.type in ("variable_declaration", "multi_variable_declaration"):
                target = child
            elif target is not None and child.type != "control_structure_body":
                values = visitor.visit(child, READ)
                single = target.type == "variable_declaration"
                visitor.receive(target, BIND, visitor.term(Op.ITEM, values) if values and single else 0)
                target = None
            else:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "last": _last,
    "kotlin_if": _if,
    "when": _when,
    "elvis": _elvis,
    "jump": _jump,
    "kotlin_for": _for,
}
