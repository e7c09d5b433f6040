"""Classes, interfaces, aliases, and what types are written with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, READ, TYPE, TYPE_BIND
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript import heritage
from indexer.languages.javascript.exports import hand_out
from indexer.languages.javascript.expressions import key_of
from indexer.languages.javascript.functions import PARAMETERS, THIS, own_definition, text_of, type_parameters

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
NAMES = frozenset({"identifier", "type_identifier"})
CALLED, INDEXED, NUMBERED, MADE = b"()", b"[]", b"[#]", b"new"


def _class(spec: Spec) -> Handler:
    """A class; `this` in its fields is the instance."""
    binds = spec.get("name") == "bind"

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = own_definition(visitor, node)
        scope, narrowed = visitor.enter("block", node), visitor.narrowed
        visitor.narrowed = {THIS: visitor.term(Op.SELF, index)} if index >= 0 else {}
        bases: list[int] = []
        for place, child in enumerate(node.named_children):
            kind = child.type
            if kind in NAMES and place < node.named_child_count - 1:
                if binds:
                    visitor.receive(child, BIND, visitor.term(Op.SYMBOL, index) if index >= 0 else 0)
            elif kind == "type_parameters":
                type_parameters(visitor, child, index)
            elif kind == "class_heritage":
                bases = heritage.bases(visitor, child)
            else:
                visitor.visit(child, READ)
        visitor.scope, visitor.narrowed = scope, narrowed
        return visitor.term(Op.SYMBOL, index) if index >= 0 else heritage.nameless(visitor, bases)

    return handle


def _interface(spec: Spec) -> Handler:
    """An interface: what has no name in it (calls, keys) is handed out under a name of its own."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id, -1)
        scope, narrowed = visitor.enter("block", node), visitor.narrowed
        visitor.narrowed = {THIS: visitor.term(Op.SELF, index)} if index >= 0 else {}
        for child in node.named_children:
            kind = child.type
            if kind == "type_parameters":
                type_parameters(visitor, child, index)
            elif kind == "extends_type_clause":
                heritage.bases(visitor, child)
            elif kind in ("interface_body", "object_type"):
                for part in _members(visitor, child):
                    visitor.flow(Flow.EXPORT, index, 0, part)
            elif kind not in NAMES:
                visitor.visit(child, READ)
        visitor.scope, visitor.narrowed = scope, narrowed
        return 0

    return handle


def _members(visitor: Visitor, node: Node, all_of_them: bool = False) -> list[int]:
    """Members as named terms; without `all_of_them` only those that are no definitions."""
    parts: list[int] = []
    for child in node.named_children:
        kind = child.type
        term = visitor.visit(child, TYPE)
        name = None
        if kind == "call_signature":
            name = CALLED
        elif kind == "construct_signature":
            name = MADE
        elif kind == "index_signature":
            key = child.child_by_field_name("index_type")
            name = NUMBERED if key is not None and text_of(visitor, key) == b"number" else INDEXED
        elif all_of_them and (key := child.child_by_field_name("name")) is not None:
            name = key_of(visitor, key)
        if name is not None and term:
            parts.append(visitor.term(Op.KEYWORD, visitor.text(name), term))
    return parts


def _object_type(spec: Spec) -> Handler:
    """A nameless type; `{ [K in keyof T]: T[K] }` has T's members."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        only = node.named_children[0] if node.named_child_count == 1 else None
        if only is not None and only.type == "index_signature" and (mapped := _mapped(visitor, only)) is not None:
            return mapped
        parts = _members(visitor, node, all_of_them=True)
        return visitor.term(Op.OBJECT, visitor.terms.fresh(), *parts)

    return handle


def _mapped(visitor: Visitor, node: Node) -> int | None:
    """`[K in keyof T]: V`; None where the node is no mapped type."""
    clause = node.named_children[0]
    if clause.type != "mapped_type_clause":
        clause = next((child for child in node.named_children if child.type == "mapped_type_clause"), clause)
    if clause.type != "mapped_type_clause":
        return None
    scope = visitor.enter("block", node)
    source = name = None
    for child in clause.named_children:
        if child.type == "type_identifier" and name is None:
            name = child
            visitor.visit(child, TYPE_BIND)
        else:
            source = visitor.visit(child, TYPE)
    given = 0
    for child in node.named_children:
        if child.id != clause.id:
            given = visitor.visit(child, TYPE) or given
    visitor.scope = scope
    return visitor.term(Op.THROUGH, visitor.text(b"mapped"), source or 0, given)


def _alias(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id, -1)
        scope = visitor.enter("block", node)
        for place, child in enumerate(node.named_children):
            if child.type == "type_parameters":
                type_parameters(visitor, child, index)
            elif place:
                visitor.flow(Flow.VALUE, index, 0, visitor.visit(child, TYPE))
            elif child.type == "comment":
                visitor.visit(child, READ)
        visitor.scope = scope
        return 0

    return handle


def _import_alias(spec: Spec) -> Handler:
    """`import X = A.B` makes nothing: X means what stands there, wherever it is named."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, *rest = node.named_children
        term = 0
        for child in rest:
            term = visitor.visit(child, READ)
        visitor.mean(visitor.scope, text_of(visitor, name), term)
        if node.parent is not None and node.parent.type == "export_statement":
            hand_out(visitor, text_of(visitor, name), term)
        return 0

    return handle


def _index_signature(spec: Spec) -> Handler:
    """`[key: string]: T` gives T for any key."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope = visitor.enter("block", node)
        term = 0
        for child in node.named_children:
            kind = child.type
            if kind == "identifier":
                visitor.visit(child, BIND)
            else:
                given = visitor.visit(child, TYPE)
                term = given if kind.endswith("type_annotation") else term
        visitor.scope = scope
        return term

    return handle


def _wrap(spec: Spec) -> Handler:
    word = spec["word"].encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = [visitor.visit(child, TYPE) for child in node.named_children if not child.is_extra]
        return visitor.term(Op.WRAP, visitor.text(word), *parts)

    return handle


def _through(spec: Spec) -> Handler:
    """A type that the language works out of others."""
    word, passed_on = spec["word"].encode(), READ if spec.get("context") == "read" else TYPE

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        # `typeof import("x")` is the module, not what a call gives.
        contexts = ((child, TYPE if child.type == "call_expression" else passed_on) for child in node.named_children)
        parts = [visitor.visit(child, wanted) for child, wanted in contexts if not child.is_extra]
        return visitor.term(Op.THROUGH, visitor.text(word), *parts) if parts and all(parts) else 0

    return handle


def _predicate(spec: Spec) -> Handler:
    """`x is T`: a truth that tells a type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        term = 0
        for child in rest:
            term = visitor.visit(child, TYPE)
        return visitor.term(Op.WRAP, visitor.text(b"is"), term) if term else 0

    return handle


def _lookup(spec: Spec) -> Handler:
    """`T["name"]`, `T[number]`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = [visitor.visit(child, TYPE) for child in node.named_children if not child.is_extra]
        return visitor.term(Op.THROUGH, visitor.text(b"lookup"), *parts) if parts and parts[0] else 0

    return handle


def _predefined(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.term(Op.LITERAL, visitor.text(text_of(visitor, node)))

    return handle


def _tuple(spec: Spec) -> Handler:
    """`[A, name: B]`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts: list[int] = []
        for child in node.named_children:
            if child.type in PARAMETERS:
                declared = child.child_by_field_name("type")
                parts.append(visitor.visit(declared, TYPE) if declared is not None else 0)
            elif not child.is_extra:
                parts.append(visitor.visit(child, TYPE))
        return visitor.term(Op.WRAP, visitor.text(b"tuple"), *parts)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_class": _class,
    "js_interface": _interface,
    "js_object_type": _object_type,
    "js_alias": _alias,
    "js_import_alias": _import_alias,
    "js_index_signature": _index_signature,
    "js_wrap": _wrap,
    "js_through": _through,
    "js_predicate": _predicate,
    "js_lookup": _lookup,
    "js_predefined": _predefined,
    "js_tuple": _tuple,
}
