"""Members, calls, constructions and assignments, and the terms they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, CALL, NEW, READ, TYPE
from indexer.extract.terms import Op, Space
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript import prototypes, special_calls
from indexer.languages.javascript.exports import common_name, hand_out
from indexer.languages.javascript.expressions import LONGEST
from indexer.languages.javascript.functions import own_definition, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
CHOOSING = frozenset({"??=", "||=", "&&="})
UNNAMED = frozenset({"identifier", "subscript_expression", "call_expression"})  # callees that may leave no row


def _member(spec: Spec) -> Handler:
    """`object.name`: the object is a value, also behind `new`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        *before, name = node.named_children
        if not before:
            return 0
        incoming, visitor.incoming = visitor.incoming, 0
        imported = context == TYPE and visitor.data.startswith(b"import(", before[0].start_byte)
        base = visitor.visit(before[0], TYPE if imported else READ)
        for child in before[1:]:
            visitor.visit(child, READ)
        visitor.incoming = incoming
        if context == ASSIGN and visitor.narrowed:
            visitor.forget(text_of(visitor, node))
        return visitor.member_span(name, before[0].start_byte, before[0].end_byte, context, base)

    return handle


def _subscript(spec: Spec) -> Handler:
    """`object[key]`: a key that is a plain text names a member."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        incoming, visitor.incoming = visitor.incoming, 0
        value = visitor.visit(first, READ)
        keys = [term for child in rest if (term := visitor.visit(child, READ)) or child.type != "optional_chain"]
        visitor.incoming = incoming
        is_keyed = bool(rest) and rest[-1].type not in ("string", "number")
        if context == ASSIGN and incoming and is_keyed and special_calls.is_untyped(visitor):
            part = visitor.term(Op.KEYWORD, visitor.text(special_calls.ANY_KEY), incoming)
            visitor.put(first, value, visitor.term(Op.OBJECT, visitor.terms.fresh(), part))
        if not value or not rest:
            return 0
        key = rest[-1]
        if key.type == "string" and key.end_byte - key.start_byte - 2 <= LONGEST:
            name = visitor.text(visitor.data[key.start_byte + 1 : key.end_byte - 1])
            return visitor.term(Op.MEMBER, value, name, Space.VALUE)
        return visitor.term(Op.INDEX, value, *keys)

    return handle


def _call(spec: Spec) -> Handler:
    """A call, with type arguments or without; `require` and `import` name modules."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        function = children[0]
        if function.type == "import":
            visitor.arguments(children[-1])
            return _module(visitor, children[-1], b"promise" if context != TYPE else b"")
        callee = visitor.visit(function, CALL)
        if function.type == "super" and callee:
            visitor.called(function, visitor.term(Op.MEMBER, callee, visitor.text(b"constructor"), Space.VALUE))
        elif callee and function.type in UNNAMED and visitor.mark(function) < 0:
            visitor.called(function, callee)
        prototypes.inherits(visitor, function, children[-1])
        required = function.type == "identifier" and text_of(visitor, function) == b"require"
        if required and (found := _module(visitor, children[-1], b"")):
            return found
        arguments: list[int] = []
        special = 0
        for child in children[1:]:
            kind = child.type
            if kind == "arguments":
                arguments = visitor.arguments(child)
                special = special_calls.result(visitor, function, callee, child, arguments)
            elif kind == "type_arguments":
                callee = _applied(visitor, child, callee)
            elif kind == "template_string":
                arguments = _tagged(visitor, child)
            else:
                visitor.visit(child, READ)
        result = special or visitor.call(callee, arguments)
        return visitor.term(Op.AWAIT, result) if result and function.type == "await_expression" else result

    return handle


def _tagged(visitor: Visitor, template: Node) -> list[int]:
    """What a template passes to its tag: its texts, then what stands between them."""
    between = [child for child in template.named_children if child.type == "template_substitution"]
    inside = [visitor.visit(child.named_children[-1], READ) if child.named_children else 0 for child in between]
    return [visitor.term(Op.SEQUENCE, visitor.text(b"Array")), *inside]


def _await(spec: Spec) -> Handler:
    """`await value`; in front of type arguments the grammar takes it for what is called."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, CALL if context == CALL else READ)
        return visitor.term(Op.AWAIT, term) if term and context != CALL else term

    return handle


def _module(visitor: Visitor, arguments: Node, wrapper: bytes) -> int:
    """The module that `require("x")` or `import("x")` names."""
    listed = arguments.named_children
    if not listed or listed[0].type != "string" or (len(listed) > 1 and not wrapper):
        return 0
    name = visitor.data[listed[0].start_byte + 1 : listed[0].end_byte - 1]
    term = visitor.term(Op.FROM, visitor.text(name), visitor.text(b""))
    return visitor.term(Op.THROUGH, visitor.text(wrapper), term) if wrapper else term


def _applied(visitor: Visitor, node: Node, value: int) -> int:
    arguments = [visitor.visit(child, TYPE) for child in node.named_children if not child.is_extra]
    return visitor.term(Op.APPLY, value, *arguments) if value else 0


def _new(spec: Spec) -> Handler:
    """Object creation: the type's name is instantiated."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        made = 0
        arguments: list[int] = []
        for place, child in enumerate(node.named_children):
            kind = child.type
            if place == 0:
                made = visitor.visit(child, NEW)
                if kind == "this" and made:
                    visitor.called(child, made)
            elif kind == "type_arguments":
                made = _applied(visitor, child, made)
            elif kind == "arguments":
                arguments = visitor.arguments(child)
            else:
                visitor.visit(child, READ)
        return visitor.term(Op.NEW, made, *arguments) if made else 0

    return handle


def _assignment(spec: Spec) -> Handler:
    """`left = right`: the left side receives what the right gives; with `operator` only of `??=`, `||=`, `&&=`."""
    plain = not spec.get("operator")

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        followed = plain or (node.children[0].type == "identifier" and node.children[1].type in CHOOSING)
        term = 0
        for child in node.named_children:
            if left is None or child.id != left.id:
                given = visitor.visit(child, READ)
                term = given if right is not None and child.id == right.id else term
        if left is not None:
            if right is not None:
                prototypes.inherit(visitor, left, right)
            index = own_definition(visitor, right) if right is not None else -1
            flowing = term if followed and (index < 0 or term != visitor.term(Op.SYMBOL, index)) else 0
            received = visitor.receive(left, ASSIGN, flowing)
            if flowing and special_calls.is_untyped(visitor):
                if left.type == "identifier":
                    visitor.receive_outside(left, flowing)
                elif received and _is_given(visitor, left):
                    visitor.term(Op.STORE, received, flowing)
            if flowing or index >= 0:
                is_name = right is not None and right.type in ("identifier", "member_expression")
                _hand_out(visitor, left, term, is_name)
        return term

    return handle


def _is_given(visitor: Visitor, left: Node) -> bool:
    """Whether a member is assigned that is not defined by it."""
    if left.type == "subscript_expression":
        return left.named_children[-1].type == "string"
    return left.type == "member_expression" and left.named_children[-1].start_byte not in visitor.by_name


def _hand_out(visitor: Visitor, left: Node, term: int, is_name: bool) -> None:
    """`module.exports = …` and `exports.name = …` say what the module gives; a name there is another name's alias."""
    if term and (name := common_name(visitor, left)) is not None and not _has_exports(left):
        last = left.named_children[-1] if left.named_child_count else left
        index = visitor.by_name.get(last.start_byte)
        if is_name or index is None:
            hand_out(visitor, name, term)
        if index is not None:
            hand_out(visitor, name, visitor.term(Op.SYMBOL, index))


def _has_exports(node: Node) -> bool:
    """Whether the file says by `export` what it gives: what else it assigns is for another kind of module."""
    while node.parent is not None:
        node = node.parent
    return any(child.type == "export_statement" for child in node.named_children)


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_member": _member,
    "js_subscript": _subscript,
    "js_call": _call,
    "js_await": _await,
    "js_new": _new,
    "js_assignment": _assignment,
}
