"""Java's expressions: names behind receivers, operators, casts, arrays, and the terms they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, READ, TYPE, WRITE
from indexer.extract.terms import OPERATIONS, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.java.functions import value
from indexer.languages.java.parts import IDENTIFIER, Spec, arrays, enclosing_type, instance

if TYPE_CHECKING:
    from tree_sitter import Node

BOOLEAN = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _itself(spec: Spec) -> Handler:
    """`this` and `super`; a nameless class says itself what they are."""
    word, op = spec["word"].encode(), OPERATIONS[spec["op"].upper()]

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope = visitor.scope
        while scope.kind != "class" and scope.parent is not None:
            scope = scope.parent
        if scope.slots is not None and word in scope.slots:
            return scope.slots[word]
        index = enclosing_type(visitor)
        return visitor.term(op, index) if index >= 0 else 0

    return handle


def _access(spec: Spec) -> Handler:
    """`object.field`; `Outer.this` is an instance of the type it names."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts: list[Node | None] = [*node.named_children]
        if len(parts) != 2:  # a comment or `super` between
            parts = [node.child_by_field_name("object"), node.child_by_field_name("field")]
        receiver, name = parts
        base = visitor.visit(receiver, READ) if receiver is not None else 0
        if name is None:
            return 0
        if name.kind_id != IDENTIFIER:
            return instance(visitor, base)
        return visitor.member_name(name, receiver, context, base)

    return handle


def _assignment(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, *rest = node.named_children
        term = visitor.visit(left, WRITE)
        for child in rest:
            value(visitor, child, term)
        return term

    return handle


def _binary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        sign = node.child(1)
        word = sign.type if sign is not None else ""
        if word in BOOLEAN:
            return visitor.term(Op.LITERAL, visitor.text(b"boolean"))
        return visitor.term(Op.OPERATOR, visitor.text(word.encode()), *terms)

    return handle


def _unary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        sign = node.child(0)
        if sign is not None and sign.type == "!":
            return visitor.term(Op.LITERAL, visitor.text(b"boolean"))
        return visitor.term(Op.OPERATOR, visitor.text(b"+"), term, term) if term else 0

    return handle


def _cast(spec: Spec) -> Handler:
    """`(Type) value`, `(A & B) value`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        *types, inner = [child for child in node.named_children if not child.is_extra]
        term = instance(visitor, visitor.terms.union([visitor.visit(child, TYPE) for child in types]))
        value(visitor, inner, term)
        return term

    return handle


def _instanceof(spec: Spec) -> Handler:
    """`value instanceof Type name`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = 0
        for place, child in enumerate(node.named_children):
            if place == 0:
                term = visitor.visit(child, READ)
            elif child.kind_id == IDENTIFIER:
                visitor.receive(child, BIND, instance(visitor, declared), True)
            elif child.type == "record_pattern":
                visitor.receive(child, READ, term)
            else:
                declared = visitor.visit(child, TYPE)
        return visitor.term(Op.LITERAL, visitor.text(b"boolean"))

    return handle


def _indexed(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children if not child.is_extra]
        return visitor.term(Op.INDEX, *terms) if terms[0] else 0

    return handle


def _new_array(spec: Spec) -> Handler:
    """`new Type[3][]`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = 0
        for child in node.named_children:
            kind = child.type
            if kind == "dimensions_expr":
                visitor.children(child, READ)
                declared = visitor.term(Op.WRAP, visitor.text(b"array"), declared) if declared else 0
            elif kind == "dimensions":
                declared = arrays(visitor, declared, child)
            elif kind == "array_initializer" or child.is_extra:
                visitor.visit(child, READ)
            elif not declared:
                declared = visitor.visit(child, TYPE)
        return instance(visitor, declared)

    return handle


def _class_literal(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, TYPE)
        return visitor.term(Op.THROUGH, visitor.text(b"class_literal"), term) if term else 0

    return handle


def _number(spec: Spec) -> Handler:
    """A number's type shows in its last letter."""
    plain, letters = spec["value"].encode(), {k.encode(): v.encode() for k, v in spec["letters"].items()}

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        kind = letters.get(visitor.data[node.end_byte - 1 : node.end_byte].lower(), plain)
        return visitor.term(Op.LITERAL, visitor.text(kind))

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "itself": _itself,
    "access": _access,
    "assignment": _assignment,
    "binary": _binary,
    "unary": _unary,
    "cast": _cast,
    "instanceof": _instanceof,
    "indexed": _indexed,
    "new_array": _new_array,
    "class_literal": _class_literal,
    "number": _number,
}
