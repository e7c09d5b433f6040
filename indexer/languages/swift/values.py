"""Swift's expressions and types as terms: members, calls, closures, what `self` is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, NEW, PARAM, READ, TYPE
from indexer.extract.scopes import PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node


Spec = dict[str, Any]


ELEMENTS = frozenset(
    b"map forEach filter compactMap flatMap first contains allSatisfy min max sorted reduce removeAll firstIndex last "
    b"drop prefix partition sort lastIndex".split()
)


SAME = frozenset(b"filter sorted reversed prefix dropFirst dropLast".split())


GIVEN = (b"$0", b"$1", b"$2")


def instance(visitor: Visitor, declared: int) -> int:
    return visitor.term(Op.INSTANCE, declared) if declared else 0


def _this(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.nearest(visitor.data[node.start_byte : node.end_byte])

    return handle


def _word(spec: Spec) -> Handler:
    words = frozenset(word.encode() for word in spec.get("ignore", ()))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        text = visitor.data[node.start_byte : node.end_byte]
        if text in words or text in GIVEN:
            return visitor.nearest(text)
        return visitor.name(node, context)

    return handle


def value(visitor: Visitor, node: Node, wanted: int) -> int:
    """An expression where a value of a known type is wanted: `.name` is a member of that type."""
    kind = node.type
    if not wanted or kind not in ("prefix_expression", "call_expression", "ternary_expression"):
        return visitor.visit(node, READ)
    if kind == "prefix_expression":
        return _prefixed(visitor, node, READ, wanted)
    if kind == "call_expression":
        return called(visitor, node, wanted)
    condition, *rest = node.named_children
    visitor.visit(condition, READ)
    return visitor.terms.union([value(visitor, child, wanted) for child in rest])


def _prefixed(visitor: Visitor, node: Node, context: int, wanted: int) -> int:
    """`.name`: a member of the type that the context asks for."""
    implicit = bool(node.children) and node.children[0].type == "."
    term = 0
    for child in node.named_children:
        if implicit and child.type == "simple_identifier":
            term = implicit_member(visitor, child, context if context == CALL else READ, wanted)
        else:
            visitor.visit(child, READ)
    return term


def implicit_member(visitor: Visitor, name: Node, context: int, wanted: int) -> int:
    """A case, or another member of the type itself, of what is wanted."""
    term = visitor.member_span(name, 0, 0, context, wanted)
    if not term or visitor.uses[-1][7] != term:
        return term
    wrapped = visitor.term(Op.THROUGH, visitor.text(b"implicit"), term)
    visitor.uses[-1] = (*visitor.uses[-1][:7], wrapped)
    return wrapped


def _prefix(spec: Spec) -> Handler:
    return lambda visitor, node, context: _prefixed(visitor, node, context, 0)


def _call(spec: Spec) -> Handler:
    return lambda visitor, node, context: called(visitor, node, 0)


def called(visitor: Visitor, node: Node, wanted: int) -> int:
    """A subscript looks like a call; what has a capital letter is a type and gets an instance."""
    callee, *rest = node.named_children
    if rest and visitor.data[rest[-1].start_byte : rest[-1].start_byte + 1] == b"[":
        first = visitor.visit(callee, READ)
        keys = [term for child in rest for term in _arguments(visitor, child, 0, b"", 0)]
        return visitor.term(Op.INDEX, first, *keys) if first else 0
    context = _called(visitor, callee)
    base = 0
    if callee.type == "navigation_expression":
        base, term = navigate(visitor, callee, context)
    elif callee.type == "prefix_expression":
        term = _prefixed(visitor, callee, context, wanted)
    else:
        term = visitor.visit(callee, context)
    mark, name = visitor.mark(callee), _last_word(visitor, callee)
    arguments = [given for child in rest for given in _arguments(visitor, child, term, name, base)]
    made = visitor.call(term, arguments, mark, Op.NEW if context == NEW else Op.CALL)
    return base if name in SAME and base else made


def _last_word(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte].rpartition(b".")[2].strip()


def _called(visitor: Visitor, node: Node) -> int:
    name = _last_word(visitor, node)
    return NEW if name[:1].isupper() and node.type in ("simple_identifier", "navigation_expression") else CALL


def _arguments(visitor: Visitor, node: Node, callee: int, name: bytes, base: int) -> list[int]:
    """Arguments in their order; a label goes with its value."""
    terms: list[int] = []
    for child in node.named_children:
        if child.type == "value_arguments":
            terms += _arguments(visitor, child, callee, name, base)
        elif child.type == "value_argument":
            terms.append(_argument(visitor, child, callee, name, base, len(terms)))
        elif child.type == "lambda_literal":
            terms.append(closure(visitor, child, name, base))
        else:
            visitor.visit(child, READ)
    return terms


def _argument(visitor: Visitor, node: Node, callee: int, name: bytes, base: int, place: int) -> int:
    label, given = node.child_by_field_name("name"), node.child_by_field_name("value")
    if given is None:
        visitor.children(node, READ)
        return 0
    word = visitor.data[label.start_byte : label.end_byte] if label is not None else b""
    if given.type == "lambda_literal":
        term = closure(visitor, given, name, base)
    else:
        term = value(visitor, given, _wanted(visitor, callee, word, place) if given.type != "simple_identifier" else 0)
    return visitor.term(Op.KEYWORD, visitor.text(word), term) if word else term


def _wanted(visitor: Visitor, callee: int, label: bytes, place: int) -> int:
    """What a parameter of the callee is declared to be."""
    if not callee:
        return 0
    parts = (visitor.term(Op.CONSTANT, visitor.text(text), visitor.text(b"Int")) for text in (label, b"%d" % place))
    return visitor.term(Op.THROUGH, visitor.text(b"wanted"), callee, *parts)


def closure(visitor: Visitor, node: Node, name: bytes, base: int) -> int:
    """`{ a, b in … }`, `{ $0 … }`: elements come from the collection that the closure goes through."""
    serial = visitor.terms.fresh()
    before = visitor.enter("function", node)
    element = visitor.term(Op.ITEM, base) if base and name in ELEMENTS and name != b"reduce" else 0
    for place, word in enumerate(GIVEN):
        given = element if place == 0 or name in (b"sorted", b"sort", b"min", b"max") else 0
        visitor.hold(word, given or visitor.term(Op.LAMBDA_PARAMETER, serial, place))
    kinds = (child for child in node.named_children if child.type == "lambda_function_type")
    groups = (part for child in kinds for part in child.named_children)
    listed = (part for group in groups for part in group.named_children if part.type == "lambda_parameter")
    for place, child in enumerate(listed):
        _lambda_parameter(visitor, child, element if not place else 0, serial, place)
    body = 0
    for child in node.named_children:
        if child.type == "lambda_function_type":
            for part in child.named_children:
                if part.type != "lambda_function_type_parameters":
                    visitor.visit(part, TYPE)
        else:
            body = visitor.visit(child, READ)
    visitor.scope = before
    return visitor.lambda_term(serial, body)


def _lambda_parameter(visitor: Visitor, node: Node, element: int, serial: int, place: int) -> None:
    declared = 0
    names = [child for child in node.named_children if child.type == "simple_identifier"]
    for child in node.named_children:
        if child.type != "simple_identifier":
            declared = visitor.visit(child, TYPE)
    term = instance(visitor, declared) or element or visitor.term(Op.LAMBDA_PARAMETER, serial, place)
    visitor.incoming, before = term, visitor.incoming
    for name in names[-1:]:
        visitor.bind(visitor.data[name.start_byte : name.end_byte], PARAMETER)
    visitor.incoming = before


def _closure(spec: Spec) -> Handler:
    return lambda visitor, node, context: closure(visitor, node, b"", 0)


def _navigation(spec: Spec) -> Handler:
    return lambda visitor, node, context: navigate(visitor, node, context)[1]


def navigate(visitor: Visitor, node: Node, context: int) -> tuple[int, int]:
    """`target.name`: the terms of the target and of the member."""
    target, suffix = node.named_children[0], node.named_children[-1]
    base = visitor.visit(target, TYPE if target.type == "user_type" else READ)
    term = 0
    for child in suffix.named_children:
        if child.type != "simple_identifier":
            visitor.visit(child, READ)
        elif visitor.data[child.start_byte : child.end_byte] == b"self":
            term = base
        else:
            term = visitor.member_name(child, target, context if context != PARAM else READ, base)
    return base, term


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "self": _this,
    "swift_word": _word,
    "prefix": _prefix,
    "swift_call": _call,
    "closure": _closure,
    "navigation": _navigation,
}
