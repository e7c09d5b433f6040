"""Expressions: names, literals, objects, operators, and the terms they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, CALL, READ, TYPE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript.functions import THIS, text_of
from indexer.languages.javascript.narrowing import is_path, quietly, told_by

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
MOST = 200  # members of a literal that are followed
LONGEST = 60  # of a text that is told from others
NUMERIC = frozenset({b"-", b"*", b"/", b"%", b"**", b"&", b"|", b"^", b"<<", b">>", b">>>"})


def _name(spec: Spec) -> Handler:
    """An identifier; `arguments` is every function's own."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        start, end = node.start_byte, node.end_byte
        if end - start == 9 and visitor.data[start:end] == b"arguments":
            return 0
        return visitor.name(node, context)

    return handle


def _read(spec: Spec) -> Handler:
    """Everything inside is a value, whatever the node is wanted for."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        get = visitor.table.get
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is not None:
                handler(visitor, child, READ)
            else:
                visitor.children(child, READ)
        return 0

    return handle


def _result(spec: Spec) -> Handler:
    """What stands inside is read; the value is of a built-in type."""
    value, read = spec["value"].encode(), _read(spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        read(visitor, node, READ)
        return visitor.term(Op.LITERAL, visitor.text(value))

    return handle


def _string(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        start, end = node.start_byte + 1, node.end_byte - 1
        if end - start > LONGEST:
            return visitor.term(Op.LITERAL, visitor.text(b"string"))
        return visitor.term(Op.CONSTANT, visitor.text(visitor.data[start:end]), visitor.text(b"string"))

    return handle


def _number(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, node)[:20]), visitor.text(b"number"))

    return handle


def _this(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.narrowed.get(THIS, 0)

    return handle


def _super(spec: Spec) -> Handler:
    """Of a class: the next one in line."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        definitions, index = visitor.found.definitions, visitor.owner
        while index > 0 and definitions[index].kind != "class":
            index = definitions[index].parent
        return visitor.term(Op.SUPER, index) if index > 0 else 0

    return handle


def _object(spec: Spec) -> Handler:
    """An object literal: its members by name, and what is spread into it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts: list[int] = []
        incoming, visitor.incoming = visitor.incoming, 0
        for child in node.named_children:
            kind = child.type
            if kind == "pair":
                parts.append(_keyed(visitor, child, child.named_children[0], visitor.visit(child, READ)))
            elif kind == "shorthand_property_identifier":
                parts.append(_keyed(visitor, child, child, visitor.visit(child, READ)))
            elif kind == "method_definition":
                name = child.child_by_field_name("name")
                parts.append(_keyed(visitor, child, name, visitor.visit(child, READ)))
            elif kind == "spread_element":
                parts.append(visitor.visit(child, READ))
            else:
                visitor.visit(child, READ)
        visitor.incoming = incoming
        return visitor.term(Op.OBJECT, visitor.terms.fresh(), *[part for part in parts if part][:MOST])

    return handle


def _keyed(visitor: Visitor, node: Node, key: Node | None, term: int) -> int:
    name = key_of(visitor, key) if key is not None else None
    return visitor.term(Op.KEYWORD, visitor.text(name), term) if term and name is not None else 0


def key_of(visitor: Visitor, key: Node) -> bytes | None:
    """The name that a key spells; None for a computed one."""
    kind = key.type
    if kind == "string":
        return visitor.data[key.start_byte + 1 : key.end_byte - 1]
    if kind == "computed_property_name":
        inner = key.named_children[0] if key.named_child_count else key
        if inner.type == "string":
            return visitor.data[inner.start_byte + 1 : inner.end_byte - 1]
        return b"[" + text_of(visitor, inner) + b"]"
    return text_of(visitor, key)


def _pair(spec: Spec) -> Handler:
    """`key: value`; where the key is a definition the value flows into it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        key, *rest = node.named_children
        if key.type == "computed_property_name":
            visitor.visit(key, READ)
        term = 0
        for child in rest:
            term = visitor.visit(child, READ) or term
        index = visitor.found.by_node.get(node.id, -1)
        if index >= 0 and term != visitor.term(Op.SYMBOL, index):
            visitor.flow(Flow.VALUE, index, 0, term)
        return term

    return handle


def _array(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children if not child.is_extra]
        return visitor.term(Op.SEQUENCE, visitor.text(b"Array"), *terms[:MOST])

    return handle


def _non_null(spec: Spec) -> Handler:
    """`value!`; the grammar takes `a === b!` for `(a === b)!`, where the last operand is meant."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        inner = node.named_children[0]
        if inner.type != "binary_expression":
            return visitor.visit(inner, context if context in (CALL, ASSIGN) else READ)
        visitor.visit(inner, READ)
        right = inner.child_by_field_name("right")
        return quietly(visitor, right) if right is not None and is_path(visitor, right) else 0

    return handle


def _binary(spec: Spec) -> Handler:
    """Either side of `||` and `??`, the right one of `&&`; what compares is a truth, what reckons a number."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = node.child_by_field_name("operator")
        if left is None or right is None or sign is None:
            return visitor.children(node, READ)
        word = text_of(visitor, sign)
        one = visitor.visit(left, READ)
        before = visitor.narrowed
        if word in (b"&&", b"||"):
            told = told_by(visitor, left)[0 if word == b"&&" else 1]
            visitor.narrowed = {**before, **told} if told else before
        other = visitor.visit(right, READ)
        for child in node.named_children:
            if child.is_extra:
                visitor.visit(child, READ)
        visitor.narrowed = before
        if word in (b"||", b"??"):
            return visitor.terms.union([one, other])
        if word == b"&&":
            return other
        if word == b"+":
            return visitor.term(Op.OPERATOR, visitor.text(b"+"), one, other)
        return visitor.term(Op.LITERAL, visitor.text(b"number" if word in NUMERIC else b"boolean"))

    return handle


def _unary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        sign = visitor.data[node.start_byte : node.start_byte + 1]
        words = {b"!": b"boolean", b"t": b"string", b"d": b"boolean", b"v": b""}
        word = words.get(sign, b"number")
        return visitor.term(Op.LITERAL, visitor.text(word)) if word else 0

    return handle


def _ternary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, *rest = [child for child in node.named_children if not child.is_extra]
        visitor.visit(condition, READ)
        told, untold = told_by(visitor, condition)
        before, terms = visitor.narrowed, []
        for place, child in enumerate(rest):
            known = untold if place else told
            visitor.narrowed = {**before, **known} if known else before
            terms.append(visitor.visit(child, READ))
        visitor.narrowed = before
        return visitor.terms.union(terms)

    return handle


def _last(spec: Spec) -> Handler:
    """`a, b` is what its last part is."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        return term

    return handle


def _cast(spec: Spec) -> Handler:
    """`value as T` is of type T, `value satisfies T` stays what it is."""
    changes = spec.get("changes", True)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        value, declared = 0, 0
        for child in node.named_children:
            if child.type == "type_arguments":
                declared = visitor.children(child, TYPE)
            elif not value and node.type != "type_assertion" and child.start_byte == node.start_byte:
                value = visitor.visit(child, context if context in (READ, CALL, ASSIGN) else READ)
            elif node.type == "type_assertion":
                value = visitor.visit(child, READ)
            else:
                declared = visitor.visit(child, TYPE)
        if not declared:  # `as const` names no type
            return value
        if not changes:
            return visitor.term(Op.THROUGH, visitor.text(b"satisfies"), value, declared) if value else 0
        return visitor.term(Op.NARROW, value, declared)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_name": _name,
    "js_read": _read,
    "js_result": _result,
    "js_string": _string,
    "js_number": _number,
    "js_this": _this,
    "js_super": _super,
    "js_object": _object,
    "js_pair": _pair,
    "js_array": _array,
    "js_non_null": _non_null,
    "js_binary": _binary,
    "js_unary": _unary,
    "js_ternary": _ternary,
    "js_last": _last,
    "js_cast": _cast,
}
