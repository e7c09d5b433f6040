"""Swift's bindings: in declarations, conditions, loops and patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, BIND, READ, TYPE
from indexer.extract.scopes import LOCAL
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.swift.values import implicit_member, instance, value

if TYPE_CHECKING:
    from tree_sitter import Node

BOUND = ("bound_identifier",)
NAMED = {"capture_list_item": ("name",)}
NO_VALUES = (
    "value_binding_pattern",
    "modifiers",
    "where_keyword",
    "protocol_property_requirements",
    "statements",
    "else",
)
Bound = list[tuple["Node", int]]  # names and what each receives


def binding(spec: dict[str, Any]) -> Handler:
    """`let x = x`: a name holds after the value that it is given."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        pending: Bound = []
        binds, before, declared = False, "", 0
        since = node.start_byte if node.type == "for_statement" else node.end_byte
        for index, child in enumerate(node.children):
            field, kind = node.field_name_for_child(index), child.type
            if kind == "simple_identifier" and field in NAMED.get(node.type, BOUND):
                pending, declared = [(child, 0)], 0
                _shorthand(visitor, node, child)
            elif kind == "pattern":
                pending += _bound(visitor, child, binds or field in ("name", "item"), 0)
            elif kind == "type_annotation":
                declared = visitor.visit(child, TYPE)
            elif kind == "simple_identifier" and before == ".":
                visitor.member_span(child, 0, 0, READ)
            elif kind in NO_VALUES and child.is_named:
                if kind == "statements":
                    pending = _settle(visitor, pending, since, declared, 0)
                visitor.visit(child, READ)
            elif child.is_named:
                if kind in ("computed_property", "willset_didset_block"):
                    pending = _settle(visitor, pending, since, declared, 0)
                given = value(visitor, child, instance(visitor, declared))
                if node.type == "for_statement" and given:
                    given = visitor.term(Op.ITEM, given)
                pending = _settle(visitor, pending, child.end_byte, declared, given)
                declared = 0
            elif kind == ",":
                pending, declared = _settle(visitor, pending, since, declared, 0), 0
            binds = kind == "value_binding_pattern" or (binds and kind not in ("=", "case"))
            before = kind
        _settle(visitor, pending, since, declared, 0)

    return handle


def _shorthand(visitor: Visitor, node: Node, name: Node) -> None:
    """`if let x` reads an outer x."""
    following = name.next_sibling
    if node.type.endswith("_statement") and (following is None or following.type not in ("=", "type_annotation")):
        term = visitor.name(name, READ)
        _settle(visitor, [(name, term)], name.end_byte, 0, 0)


def _settle(visitor: Visitor, names: Bound, since: int, declared: int, given: int) -> Bound:
    """Bind names to what is declared of them, else to what they are given; several share nothing."""
    for name, own in names:
        text = visitor.data[name.start_byte : name.end_byte]
        index = visitor.found.by_name.get(name.start_byte)
        term = instance(visitor, declared) or own or (given if len(names) == 1 else 0)
        if index is not None:
            visitor.declare(text, index)
            visitor.flow(Flow.TYPE if declared else Flow.VALUE, index, 0, term)
            visitor.flow(Flow.RETURN_TYPE, index, 0, declared)
        else:
            visitor.incoming, before = term, visitor.incoming
            visitor.bind(text, LOCAL, since)
            visitor.incoming = before
    return []


def _bound(visitor: Visitor, node: Node, binds: bool, subject: int) -> Bound:
    """Names that a pattern binds, each with what is known of it; what else the pattern names is used."""
    names: Bound = []
    binds = binds or any(child.type == "value_binding_pattern" for child in node.named_children)
    before, case, place = "", 0, 0
    for child in node.children:
        if child.type == "simple_identifier" and before == ".":
            case = implicit_member(visitor, child, READ, subject)
        elif child.type == "simple_identifier" and binds:
            names.append((child, 0 if case or node.parent is None else _whole(node, subject)))
        elif child.type == "pattern":
            names += _bound(visitor, child, binds, _payload(visitor, case, place) if case else 0)
            place += 1
        elif child.type == "user_type" and names:  # `let name as Type`
            declared = instance(visitor, visitor.visit(child, TYPE))
            names = [(name, declared) for name, _ in names]
        elif child.is_named:
            visitor.visit(child, TYPE if child.type == "user_type" else READ)
        before = child.type
    return names


def _whole(node: Node, subject: int) -> int:
    """A name alone stands for all of the subject."""
    patterns = sum(child.type in ("pattern", "simple_identifier") for child in node.named_children)
    return subject if patterns == 1 else 0


def _payload(visitor: Visitor, case: int, place: int) -> int:
    number = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"Int"))
    return visitor.term(Op.THROUGH, visitor.text(b"payload"), case, number)


def pattern(spec: dict[str, Any]) -> Handler:
    """Of a `switch`: the subject comes in."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        subject = visitor.incoming
        visitor.incoming = 0
        _settle(visitor, _bound(visitor, node, context in (BIND, ASSIGN), subject), node.start_byte, 0, 0)
        visitor.incoming = subject

    return handle


def switch(spec: dict[str, Any]) -> Handler:
    """Patterns are held against the subject."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        subject = node.child_by_field_name("expr")
        term = visitor.visit(subject, READ) if subject is not None else 0
        for child in node.named_children:
            if child.type != "switch_entry":
                continue
            before = visitor.enter("block", child)
            for part in child.named_children:
                if part.type == "switch_pattern":
                    visitor.incoming, incoming = term, visitor.incoming
                    visitor.children(part, READ)
                    visitor.incoming = incoming
                else:
                    visitor.visit(part, READ)
            visitor.scope = before
        return 0

    return handle
