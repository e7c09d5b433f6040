"""Kotlin's calls and lambdas: what scope functions and loops over collections hand to their lambdas; types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, PARAM, READ, TYPE
from indexer.extract.scopes import PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.kotlin.expressions import navigate
from indexer.languages.kotlin.parts import TYPES, child_of
from indexer.languages.kotlin.scopes import CALLEE, call, hold, instance

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
RECEIVER = 50  # place of a lambda's receiver among its parameters
GIVEN = frozenset(b"let also use takeIf takeUnless".split())  # `it` is what they are called on
INSIDE = (b"apply", b"run")  # `this` is what they are called on
# Those that give back what they are called on, or a part of it, or one element.
SAME = frozenset(b"also apply takeIf takeUnless onEach filter filterNot sortedBy takeWhile dropWhile".split())
ONE = frozenset(b"first firstOrNull last lastOrNull find single singleOrNull maxByOrNull minByOrNull".split())
ELEMENTS = ONE | frozenset(
    b"forEach map mapNotNull flatMap filter filterNot any all none count sumOf sortedBy sortedByDescending minOf maxOf "
    b"groupBy associateBy associateWith associate partition onEach indexOfFirst joinToString takeWhile dropWhile "
    b"distinctBy removeAll removeIf".split()
)
# Of the standard library, with no receiver for their lambda.
PLAIN = (GIVEN | ELEMENTS) | frozenset(
    b"lazy synchronized withLock repeat thread require check requireNotNull checkNotNull getOrPut getOrElse ifEmpty "
    b"forEachIndexed mapIndexed fold reduce runCatching assertFailsWith assertThrows measureTime measureTimeMillis "
    b"computeIfAbsent generateSequence compareBy sortBy sortWith Runnable Comparator forEachLine useLines error".split()
)


def _call(spec: Spec) -> Handler:
    """The callee, then type arguments, arguments, and the lambda behind them."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        callee_node, *suffixes = node.named_children
        if callee_node.type == "navigation_expression":
            base, callee = navigate(visitor, callee_node, CALL)
        else:
            base, callee = 0, visitor.visit(callee_node, CALL)
        mark, word = visitor.mark(callee_node), _name(visitor, callee_node)
        arguments: list[int] = []
        body = 0
        for child in (part for suffix in suffixes for part in suffix.named_children):
            if child.type == "type_arguments":
                types = _types(visitor, child)
                callee = visitor.term(Op.APPLY, callee, *types) if callee else 0
            elif child.type == "value_arguments":
                arguments += _arguments(visitor, child, word, base, callee)
            elif (literal := child_of(child, "lambda_literal")) is not None:
                given = (arguments[0] if arguments else 0) if word == b"with" else base
                term, body = _lambda(visitor, literal, word, given)
                arguments.append(term)
        made = call(visitor, callee, arguments, mark)
        return _given_back(visitor, word, base, body) or made

    return handle


def _given_back(visitor: Visitor, word: bytes, base: int, body: int) -> int:
    """What scope functions and those that go through a collection give back."""
    if not base:
        return body if word == b"with" else 0
    if word in SAME:
        return base
    if word in ONE:
        return visitor.term(Op.ITEM, base)
    if word in (b"map", b"mapNotNull") and body:
        return visitor.term(Op.SEQUENCE, visitor.text(b"List"), body)
    return body if word in (b"let", b"run", b"use") else 0


def _name(visitor: Visitor, node: Node) -> bytes:
    text = visitor.data[node.start_byte : node.end_byte]
    return text[text.rfind(b".") + 1 :].strip()


def _arguments(visitor: Visitor, node: Node, word: bytes, base: int, callee: int) -> list[int]:
    """`name = value`: the name is the parameter's, or a property's of what is made."""
    terms = []
    for child in node.named_children:
        parts = child.named_children
        if child.type != "value_argument" or not parts:
            visitor.visit(child, READ)
            continue
        named = child.child_count > 2 and child.children[1].type == "="
        if named and callee:
            visitor.label(parts[0], callee)
        last = parts[-1]
        term = _lambda(visitor, last, word, base)[0] if last.type == "lambda_literal" else visitor.visit(last, READ)
        if named:
            name = visitor.text(visitor.data[parts[0].start_byte : parts[0].end_byte])
            term = visitor.term(Op.KEYWORD, name, term)
        terms.append(term)
    return terms


def _lambda(visitor: Visitor, node: Node, word: bytes, base: int) -> tuple[int, int]:
    """The term of a lambda and of what it gives back; by whom it is called tells what it is given."""
    serial = visitor.terms.fresh()
    inside = word not in PLAIN and (word != b"run" or bool(base))
    before = visitor.enter("class" if inside else "function", node)
    if inside:
        visitor.scope.closed = False
        unknown = visitor.term(Op.LAMBDA_PARAMETER, serial, RECEIVER)
        hold(visitor, b"this", base if word in INSIDE or word == b"with" else unknown)
        hold(visitor, CALLEE, visitor.term(Op.CONSTANT, visitor.text(word), visitor.text(b"name")))
    if word in GIVEN:
        first = base
    elif word in ELEMENTS and base:
        first = visitor.term(Op.ITEM, base)
    else:
        first = visitor.term(Op.LAMBDA_PARAMETER, serial, 0)
    _parameters(visitor, node, serial, first)
    narrowed, visitor.narrowed = visitor.narrowed, visitor.narrowed
    body = 0
    for child in node.named_children:
        if child.type != "lambda_parameters":
            body = visitor.visit(child, READ)
    visitor.scope, visitor.narrowed = before, narrowed
    return visitor.lambda_term(serial, body), body


def _parameters(visitor: Visitor, node: Node, serial: int, first: int) -> None:
    listed = child_of(node, "lambda_parameters")
    if listed is None:
        incoming, visitor.incoming = visitor.incoming, first
        visitor.bind(b"it", PARAMETER)
        visitor.incoming = incoming
        return
    for place, child in enumerate(listed.named_children):
        if child.type != "variable_declaration":
            visitor.receive(child, PARAM, 0)
            continue
        declared = 0
        for part in child.named_children:
            declared = visitor.visit(part, TYPE) if part.type in TYPES else declared
        alone = listed.named_child_count == 1
        term = instance(visitor, declared) or (first if alone else visitor.term(Op.LAMBDA_PARAMETER, serial, place))
        name = child_of(child, "simple_identifier")
        if name is not None:
            visitor.receive(name, PARAM, term, bool(declared))


def _lambda_literal(spec: Spec) -> Handler:
    """A lambda that is passed to nobody."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return _lambda(visitor, node, b"lazy", 0)[0]

    return handle


def _delegate(spec: Spec) -> Handler:
    """`by lazy { … }`: what the lambda gives back."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        wrapped = visitor.text(b"delegate")
        return visitor.term(Op.THROUGH, wrapped, term) if term else 0

    return handle


def _types(visitor: Visitor, node: Node) -> list[int]:
    return [visitor.visit(child, TYPE) for child in node.named_children if not child.is_extra]


def _user_type(spec: Spec) -> Handler:
    """`a.b.Type<T>`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        start = last = -1
        term = 0
        for child in node.named_children:
            if child.type == "type_arguments":
                types = _types(visitor, child)
                term = visitor.term(Op.APPLY, term, *types) if term else 0
            elif child.type != "type_identifier":
                visitor.visit(child, TYPE)
            elif start < 0:
                start, last = child.start_byte, child.end_byte
                term = visitor.name(child, TYPE)
            else:
                term = visitor.member_span(child, start, last, TYPE, term)
                last = child.end_byte
        return term

    return handle


def _function_type(spec: Spec) -> Handler:
    """`Receiver.(A, b: B) -> Result`: names of parameters say nothing."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        receiver = result = 0
        parameters: list[int] = []
        for child in node.named_children:
            if child.type == "receiver_type":
                receiver = instance(visitor, visitor.children(child, TYPE))
            elif child.type == "function_type_parameters":
                parameters = [_unnamed(visitor, part) for part in child.named_children if not part.is_extra]
            else:
                result = instance(visitor, visitor.visit(child, TYPE))
        term = visitor.term(Op.FUNCTION_TYPE, result, *parameters)
        return visitor.term(Op.WRAP, visitor.text(b"receiver"), term, receiver) if receiver else term

    return handle


def _unnamed(visitor: Visitor, node: Node) -> int:
    term = 0
    for part in node.named_children if node.type == "parameter" else [node]:
        term = visitor.visit(part, TYPE) if part.type != "simple_identifier" else term
    return instance(visitor, term)


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "kotlin_call": _call,
    "kotlin_lambda": _lambda_literal,
    "delegate": _delegate,
    "user_type": _user_type,
    "kotlin_function_type": _function_type,
}
