"""Java's expressions: names behind receivers, calls, creations, operators, and the terms they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.terms import OPERATIONS, Op
from indexer.extract.visitor import BIND, CALL, NEW, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.java.declarations import anonymous
from indexer.languages.java.functions import value
from indexer.languages.java.parts import IDENTIFIER, TYPE_NAME, Spec, arrays, instance, kind_of, kinds_of
from indexer.schema import REF_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

CALLED = REF_KINDS.index("call")
BOOLEAN = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _invocation(spec: Spec) -> Handler:
    """`name(…)` and `object.name(…)` by place; with comments, type arguments or errors between by field."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        count, receiver = len(parts), parts[0]
        kind = receiver.kind_id
        if count == 2 and kind == IDENTIFIER:
            callee = visitor.name(receiver, CALL)
        elif count == 3 and parts[1].kind_id == IDENTIFIER and kind not in EXTRAS:
            base = visitor.visit(receiver, READ)
            callee = visitor.member_span(parts[1], receiver.start_byte, receiver.end_byte, CALL, base)
        else:
            return _invocation_by_field(visitor, node)
        mark = len(visitor.uses) - 1
        return visitor.call(callee, visitor.arguments(parts[-1]), mark)

    return handle


def _invocation_by_field(visitor: Visitor, node: Node) -> int:
    name, receiver = node.child_by_field_name("name"), node.child_by_field_name("object")
    callee, mark = 0, -1
    base, explicit, arguments = 0, [], []
    for child in node.named_children:
        if name is not None and child.id == name.id:
            callee = (
                visitor.member_name(child, receiver, CALL, base) if receiver is not None else visitor.name(child, CALL)
            )
            mark = len(visitor.uses) - 1
        elif child.type == "type_arguments":
            explicit = [visitor.visit(part, TYPE) for part in child.named_children]
        elif child.type == "argument_list":
            arguments = visitor.arguments(child)
        elif child.type == "super" and base:  # Outer.super.name(): the default that an interface gives
            base = instance(visitor, base)
        else:
            term = visitor.visit(child, READ)
            base = term if receiver is not None and child.id == receiver.id else base
    if explicit and callee:
        callee = visitor.term(Op.APPLY, callee, *explicit)
    return visitor.call(callee, arguments, mark)


def enclosing_type(visitor: Visitor) -> int:
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind not in TYPE_KINDS:
        index = definitions[index].parent
    return index


def _itself(spec: Spec) -> Handler:
    """`this` and `super`; a nameless class says itself what they are."""
    word, op = spec["word"].encode(), OPERATIONS[spec["op"].upper()]

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope = visitor.scope
        while scope.kind != "class" and scope.parent is not None:
            scope = scope.parent
        if scope.slots is not None and word in scope.slots:
            return visitor.term(Op.SLOT, scope.slots[word])
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


def _method_reference(spec: Spec) -> Handler:
    """`Type::name` calls later what it names; `Type::new` makes one."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = [part for part in node.named_children if part.type != "type_arguments" and not part.is_extra]
        receiver = parts[0]
        if len(parts) > 1 and parts[-1].kind_id == IDENTIFIER:
            base = visitor.visit(receiver, READ)
            named = visitor.member_name(parts[-1], receiver, CALL, base)
            mark = len(visitor.uses) - 1
        else:
            named, mark = made_type(visitor, receiver)
        if not named:
            return 0
        term = visitor.term(Op.THROUGH, visitor.text(b"reference"), named)
        if mark >= 0:
            rename(visitor, mark, term)
        return term

    return handle


def rename(visitor: Visitor, mark: int, term: int) -> None:
    """Let another term than the name's own decide what a use refers to."""
    visitor.callees[term] = visitor.uses[mark][7]
    visitor.uses[mark] = (*visitor.uses[mark][:7], term)


def made_type(visitor: Visitor, node: Node, outer: Node | None = None, base: int = 0) -> tuple[int, int]:
    """The term of the type that `new` makes, and where the use of its name stands."""
    if node.kind_id == GENERIC:
        name, *rest = node.named_children
        term, mark = made_type(visitor, name, outer, base)
        arguments = [visitor.visit(child, TYPE) for group in rest for child in group.named_children]
        return (visitor.term(Op.APPLY, term, *arguments) if term else 0), mark
    if outer is not None and node.kind_id == TYPE_NAME:
        term = visitor.member_name(node, outer, NEW, base)
    else:
        term = visitor.visit(node, NEW)
    return term, visitor.mark(node)


def _creation(spec: Spec) -> Handler:
    """`new Type(…) { … }`, `outer.new Inner(…)`: an inner type is looked up in the outer value's type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first = node.named_children[0]
        name = first if first.kind_id in TYPES else node.child_by_field_name("type")
        outer = first if name is not None and first.id != name.id and _is_value(first) else None
        term, mark, base, body = 0, -1, 0, None
        arguments: list[int] = []
        for child in node.named_children:
            kind = child.kind_id
            if name is not None and child.id == name.id:
                term, mark = made_type(visitor, child, outer, base)
            elif kind == ARGUMENTS:
                arguments = visitor.arguments(child)
            elif kind == CLASS_BODY:
                body = child
            else:
                base = visitor.visit(child, READ)
        if body is None:
            return visitor.call(term, arguments, mark, Op.NEW)
        made = visitor.term(Op.NEW, term, *arguments)
        if term and mark >= 0:
            rename(visitor, mark, visitor.term(Op.THROUGH, visitor.text(b"extended"), term, made))
        return anonymous(visitor, body, term)

    return handle


def _is_value(node: Node) -> bool:
    return node.type not in ("type_arguments", "annotation", "marker_annotation") and not node.is_extra


def _constructor_call(spec: Spec) -> Handler:
    """`this(…)`, `super(…)`: another constructor of the type, or one of its base."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        word = node.child_by_field_name("constructor")
        arguments: list[int] = []
        for child in node.named_children:
            if child.kind_id == ARGUMENTS:
                arguments = visitor.arguments(child)
            elif word is None or child.id != word.id:
                visitor.visit(child, READ)
        index = enclosing_type(visitor)
        if word is None or index < 0:
            return 0
        made = visitor.term(Op.CLS, index)
        if word.type == "super":
            made = visitor.term(Op.THROUGH, visitor.text(b"superclass"), made)
        term = visitor.term(Op.NEW, made, *arguments)
        visitor.uses.append((word.start_byte, word.end_byte, CALLED, None, visitor.owner, 0, 0, term))
        return 0

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


EXTRAS = kinds_of("line_comment", "block_comment", "ERROR")
TYPES = kinds_of("type_identifier", "generic_type", "scoped_type_identifier")
GENERIC, ARGUMENTS, CLASS_BODY = map(kind_of, ("generic_type", "argument_list", "class_body"))

ROLES: dict[str, Callable[[Spec], Handler]] = {
    "invocation": _invocation,
    "itself": _itself,
    "access": _access,
    "method_reference": _method_reference,
    "creation": _creation,
    "constructor_call": _constructor_call,
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
