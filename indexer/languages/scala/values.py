"""Scala's expressions as terms: calls, placeholders, loops, patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, NEW, PARAM, READ, TYPE, WRITE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.scala.types import instance

if TYPE_CHECKING:
    from tree_sitter import Node


Spec = dict[str, Any]


WORDS = (b"this", b"super", b"_")


COMPARISONS = (b"==", b"!=", b"<=", b">=")


# Hand the elements of what they are called on to a function.
ELEMENTS = frozenset(
    b"map flatMap foreach filter filterNot find exists forall collect withFilter count partition groupBy sortBy maxBy "
    b"minBy takeWhile dropWhile span indexWhere fold flatten tap".split()
)


LAMBDAS = ("lambda_expression", "block", "case_block")


def _word(spec: Spec) -> Handler:
    """In a pattern a lower-case name binds; others, and those in backquotes, are looked up."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        text = visitor.data[node.start_byte : node.end_byte]
        if text in WORDS:
            return visitor.nearest(text) if context <= TYPE else 0
        looked_up = context == BIND and (text[:1] == b"`" or text[:1].isupper())
        return visitor.name(node, READ if looked_up else context)

    return handle


def _wildcard(spec: Spec) -> Handler:
    return lambda visitor, node, context: visitor.nearest(b"_") if context <= TYPE else 0


def _field(spec: Spec) -> Handler:
    return lambda visitor, node, context: select(visitor, node, context)[1]


def select(visitor: Visitor, node: Node, context: int) -> tuple[int, int]:
    """`value.name`: the terms of both; `Type.this` is the instance around."""
    receiver, name = node.child_by_field_name("value"), node.child_by_field_name("field")
    if receiver is None or name is None:
        return 0, visitor.children(node, READ)
    base = visitor.visit(receiver, READ)
    text = visitor.data[name.start_byte : name.end_byte]
    if text in WORDS:
        return base, visitor.nearest(b"this " + visitor.data[receiver.start_byte : receiver.end_byte])
    return base, visitor.member_name(name, receiver, context if context <= TYPE else READ, base)


def _call(spec: Spec) -> Handler:
    """Callee and arguments; a list of arguments behind another may belong to the same function."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        function, *rest = [child for child in node.named_children if not child.is_extra]
        if function.type in ("call_expression", "instance_expression"):
            inner = visitor.visit(function, READ)
            arguments = [term for child in rest for term in _arguments(visitor, child, b"", 0, 0)]
            return visitor.term(Op.THROUGH, visitor.text(b"more"), inner, *arguments) if inner else 0
        types: list[int] = []
        named = function
        if function.type == "generic_function" and function.named_child_count:
            named, *groups = function.named_children
            types = [visitor.visit(part, TYPE) for group in groups for part in group.named_children]
        base, callee = (
            select(visitor, named, CALL) if named.type == "field_expression" else (0, visitor.visit(named, CALL))
        )
        mark = visitor.mark(named)
        callee = visitor.term(Op.APPLY, callee, *types) if callee and types else callee
        word = visitor.data[named.start_byte : named.end_byte].rpartition(b".")[2].strip()
        arguments = [term for child in rest for term in _arguments(visitor, child, word, base, callee)]
        return visitor.call(callee, arguments, mark)

    return handle


def _generic_function(spec: Spec) -> Handler:
    """`name[Type]`; `x.asInstanceOf[Type]` is of that type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        named, *groups = node.named_children
        term = visitor.visit(named, context if context <= TYPE else READ)
        types = [visitor.visit(part, TYPE) for group in groups for part in group.named_children]
        if len(types) == 1 and visitor.data[named.start_byte : named.end_byte].endswith(b".asInstanceOf"):
            return instance(visitor, types[0])
        return visitor.term(Op.APPLY, term, *types) if term else 0

    return handle


def _arguments(visitor: Visitor, node: Node, word: bytes, base: int, callee: int) -> list[int]:
    """`name = value`: the name is the parameter's. A placeholder stands for what the function is given."""
    before = visitor.enter("block", node)
    element = visitor.term(Op.ITEM, base) if base and word in ELEMENTS else 0
    if element:
        visitor.hold(b"_", element)
    terms: list[int] = []
    for child in [node] if node.type in LAMBDAS else node.named_children:
        left = child.child_by_field_name("left") if child.type == "assignment_expression" else None
        if left is not None and left.type == "identifier":
            if callee:
                visitor.label(left, callee)
            name = visitor.text(visitor.data[left.start_byte : left.end_byte])
            terms.append(visitor.term(Op.KEYWORD, name, visitor.visit(child.named_children[-1], READ)))
        elif not child.is_extra:
            terms.append(_argument(visitor, child, element))
    visitor.scope = before
    return terms


def _passed(spec: Spec) -> Handler:
    """Arguments whose callee stands elsewhere."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        _arguments(visitor, node, b"", 0, 0)
        return 0

    return handle


def _argument(visitor: Visitor, node: Node, element: int) -> int:
    if node.type == "lambda_expression":
        return function(visitor, node, element)
    if node.type == "block" and node.named_child_count == 1 and node.named_children[0].type == "lambda_expression":
        return function(visitor, node.named_children[0], element)
    if node.type == "case_block":
        cases(visitor, node, element)
        return 0
    return visitor.visit(node, READ)


def _lambda(spec: Spec) -> Handler:
    return lambda visitor, node, context: function(visitor, node, 0)


def function(visitor: Visitor, node: Node, element: int) -> int:
    """`x => …`, `(a: A, b) => …`"""
    serial = visitor.terms.fresh()
    before = visitor.enter("function", node)
    parameters = node.child_by_field_name("parameters")
    listed = (
        [] if parameters is None else (parameters.named_children if parameters.type == "bindings" else [parameters])
    )
    for place, child in enumerate(listed):
        given = element if element and not place else visitor.term(Op.LAMBDA_PARAMETER, serial, place)
        visitor.receive(child, PARAM, given)
    body = 0
    for child in node.named_children:
        if parameters is None or child.id != parameters.id:
            body = visitor.visit(child, READ)
    visitor.scope = before
    return visitor.lambda_term(serial, body)


def _infix(spec: Spec) -> Handler:
    """`a name b` calls `name` on `a`; `a += b` writes `a`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        right = node.child_by_field_name("right")
        if left is None or operator is None or right is None:
            return visitor.children(node, READ)
        symbol = visitor.data[operator.start_byte : operator.end_byte]
        writes = operator.type != "identifier" and symbol.endswith(b"=") and symbol not in COMPARISONS
        base = visitor.visit(left, WRITE if writes else READ)
        callee, mark = 0, -1
        if operator.type == "identifier":
            callee = visitor.member_name(operator, left, CALL, base)
            mark = visitor.mark(operator)
        listed = right if right.type in ("arguments", *LAMBDAS) else None
        given = (
            _arguments(visitor, listed, symbol, base, callee) if listed is not None else [visitor.visit(right, READ)]
        )
        return visitor.call(callee, given, mark)

    return handle


def _postfix(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        term = visitor.visit(first, READ)
        for name in rest:
            if name.type == "identifier" and visitor.data[name.start_byte : name.end_byte] not in WORDS:
                term = visitor.member_name(name, first, CALL, term)
        return term

    return handle


def cases(visitor: Visitor, node: Node, subject: int) -> int:
    """The clauses of a match; a pattern is held against the subject."""
    terms: list[int] = []
    for clause in node.named_children:
        if clause.type != "case_clause":
            visitor.visit(clause, READ)
            continue
        before = visitor.enter("block", clause)
        pattern = clause.child_by_field_name("pattern")
        for child in clause.named_children:
            if pattern is not None and child.id == pattern.id:
                visitor.receive(child, BIND, subject)
            else:
                terms.append(visitor.visit(child, READ))
        visitor.scope = before
    return visitor.terms.union(terms)


def _new(spec: Spec) -> Handler:
    """`new Type(…) { … }`: of several types the first is made; the members stand in for theirs."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        made, mark = 0, -1
        bases: list[int] = []
        arguments: list[int] = []
        for child in node.named_children:
            if child.type == "template_body":
                _nameless(visitor, child, bases)
            elif child.type == "arguments":
                arguments += _arguments(visitor, child, b"", 0, made)
            elif child.type == "compound_type":
                bases = [visitor.visit(part, TYPE if place else NEW) for place, part in enumerate(child.named_children)]
                made = bases[0] if bases else 0
            else:
                made = visitor.visit(child, NEW)
                mark, bases = visitor.mark(child), [made]
        return visitor.call(made, arguments, mark, Op.NEW)

    return handle


def _nameless(visitor: Visitor, body: Node, bases: list[int]) -> None:
    before = visitor.enter("class", body)
    visitor.scope.closed = False
    for child in body.named_children:
        index = visitor.found.by_node.get(child.id, -1)
        for place, base in enumerate(bases):
            visitor.flow(Flow.IMPLEMENTS, index, place, base)
        visitor.visit(child, READ)
    visitor.scope = before


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "word": _word,
    "wildcard": _wildcard,
    "field": _field,
    "scala_call": _call,
    "passed": _passed,
    "generic_function": _generic_function,
    "function_value": _lambda,
    "infix": _infix,
    "postfix": _postfix,
    "scala_new": _new,
}
