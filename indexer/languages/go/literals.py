"""Go's composite literals: keys of structs are fields, keys of maps and lists are expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import KIND_OF, NEW, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.calls import types_of
from indexer.languages.go.names import text

if TYPE_CHECKING:
    from tree_sitter import Node

PLAIN = kinds.LISTS | {kinds.STRUCT_TYPE}


def composite(spec: dict[str, Any]) -> Handler:
    """`T{key: value}`: T is instantiated; its keys are fields, unless T is known to be a list or a map."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        if len(children) != 2:
            children = [part for field in ("type", "body") if (part := node.child_by_field_name(field)) is not None]
        if len(children) != 2:
            return 0
        declared, body = children
        kind = visitor.visit(declared, TYPE if declared.kind_id in PLAIN else NEW)
        made = visitor.term(Op.NEW, kind) if kind else 0
        _literal(visitor, body, declared, made)
        return made

    return handle


def _literal(visitor: Visitor, node: Node, declared: Node | None, made: int) -> None:
    """Elements of a literal: of the declared type, None where that is written elsewhere; `made` is the term of it."""
    if declared is not None and declared.kind_id == kinds.POINTER_TYPE:
        declared = declared.named_children[0]
    shape = _underlying(visitor, declared) if declared is not None else None
    kind = shape.kind_id if shape is not None else 0
    element, keyed = None, None
    if shape is not None and kind in kinds.LISTS:
        parts = shape.named_children
        element, keyed = parts[-1], parts[0] if kind == kinds.MAP_TYPE else None
    inner = visitor.term(Op.INDEX, made) if made else 0
    for child in node.named_children:
        if child.kind_id != kinds.KEYED_ELEMENT:
            _element(visitor, child, element, inner)
            continue
        key, *_, value = child.named_children
        name = key.named_children[0] if key.named_child_count else key
        if kind in kinds.LISTS or name.kind_id != kinds.IDENTIFIER:
            of_key = visitor.term(Op.THROUGH, visitor.text(b"keys"), made) if made else 0
            _element(visitor, key, keyed, of_key)
        else:
            _key(visitor, name, declared, made, kind == kinds.STRUCT_TYPE)
        _element(visitor, value, element, inner)


def _key(visitor: Visitor, name: Node, owner: Node | None, made: int, certain: bool) -> None:
    """A field of a struct; what the type is elsewhere may be a map, where the key is an expression."""
    span = (owner.start_byte, owner.end_byte) if owner is not None else (0, 0)
    if certain or not made:
        visitor.member_span(name, *span, WRITE, made)
        return
    start, end = name.start_byte, name.end_byte
    uses = len(visitor.uses)
    field = visitor.member(start, end, KIND_OF[WRITE], *span, made)
    value = visitor.use(start, end, KIND_OF[READ], visitor.scope)
    del visitor.uses[uses:]
    term = visitor.term(Op.THROUGH, visitor.text(b"key"), field, value)
    visitor.uses.append((start, end, KIND_OF[WRITE], None, visitor.owner, *span, term))


def _element(visitor: Visitor, node: Node, declared: Node | None, made: int) -> None:
    for child in node.named_children if node.kind_id == kinds.LITERAL_ELEMENT else (node,):
        if child.kind_id == kinds.LITERAL_VALUE:
            _literal(visitor, child, declared, made)
        else:
            visitor.visit(child, READ)


def _underlying(visitor: Visitor, node: Node | None) -> Node | None:
    """The type's structure, as far as this file shows it."""
    for _ in range(4):
        if node is None:
            break
        kind = node.kind_id
        if kind == kinds.TYPE_IDENTIFIER:
            spec = types_of(visitor).get(text(visitor, node))
            node = spec.child_by_field_name("type") if spec is not None else None
        elif kind in (kinds.POINTER_TYPE, kinds.PARENTHESIZED_TYPE, kinds.GENERIC_TYPE):
            node = node.named_children[0]
        else:
            break
    return node
