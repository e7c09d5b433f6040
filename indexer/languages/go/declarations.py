"""Go's type declarations: fields and methods, what is embedded, nameless structs and interfaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import KIND_OF, TYPE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.names import text
from indexer.languages.go.types import instance

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
Parts = list[tuple[bytes, int]]  # name and term of each member; what is embedded has no name
NAMED = (kinds.TYPE_IDENTIFIER, kinds.QUALIFIED_TYPE, kinds.GENERIC_TYPE, kinds.INTERFACE_TYPE)
UNION = -2  # the place of a bound that is no type parameter's but an interface's own list of types


def type_definition(spec: Spec) -> Handler:
    """`type T …`; with `alias` another name of a type, else a type of its own over another one."""
    how = Flow.VALUE if spec.get("alias") else Flow.TYPE

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children[1:]:
            kind = child.kind_id
            if kind == kinds.STRUCT_TYPE and how == Flow.TYPE:
                _inside(visitor, child, _fields)
            elif kind == kinds.INTERFACE_TYPE and how == Flow.TYPE:
                _inside(visitor, child, _elements)
            elif kind == kinds.TYPE_PARAMETER_LIST:
                visitor.visit(child, TYPE)
            else:
                visitor.flow(how, visitor.owner, 0, visitor.visit(child, TYPE))
        return 0

    return handle


def nameless(spec: Spec) -> Handler:
    """A struct or interface type without a name: its members by name."""
    members = _fields if spec["members"] == "fields" else _elements

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = _inside(visitor, node, members)
        return visitor.term(Op.OBJECT, 0, *[_part(visitor, name, term) for name, term in parts])

    return handle


def _part(visitor: Visitor, name: bytes, term: int) -> int:
    return visitor.term(Op.KEYWORD, visitor.text(name), term) if name else visitor.term(Op.SPREAD, term)


def _inside(visitor: Visitor, node: Node, members: Callable[[Visitor, Node], Parts]) -> Parts:
    before = visitor.enter("class", node)
    parts: Parts = members(visitor, node)
    visitor.scope = before
    return parts


def _fields(visitor: Visitor, node: Node) -> Parts:
    """Names and terms of a struct's fields; embedded ones have no name here, as what they bring goes by its own."""
    parts: Parts = []
    for child in (child for group in node.named_children for child in group.named_children):
        first = visitor.visit(child, TYPE)
        if child.kind_id != kinds.FIELD_DECLARATION:
            continue
        names = [name for name in child.named_children if name.kind_id == kinds.FIELD_IDENTIFIER]
        known = [(name, index) for name in names if (index := visitor.by_name.get(name.start_byte)) is not None]
        parts += [(text(visitor, name), visitor.term(Op.SYMBOL, index)) for name, index in known]
        if not names and first:
            parts.append((b"", first))
    return parts


def _elements(visitor: Visitor, node: Node) -> Parts:
    """An interface's methods by name, and what it embeds, which does not see the methods."""
    parts: Parts = []
    for child in node.named_children:
        if child.kind_id != kinds.TYPE_ELEM:
            term = visitor.visit(child, TYPE)
            if child.kind_id == kinds.METHOD_ELEM and term:
                parts.append((text(visitor, child.named_children[0]), term))
            continue
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        term = visitor.children(child, TYPE)
        visitor.scope = inner
        if term:
            parts.append((b"", term))
            visitor.base_terms[child.named_children[0].id] = term
        if not term or child.named_children[0].kind_id not in NAMED:
            visitor.flow(Flow.BOUND, visitor.owner, UNION, visitor.term(Op.WRAP, visitor.text(b"union")))
    return parts


def field(spec: Spec) -> Handler:
    """Fields do not see each other; an embedded field is a use of its type too."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = node.child_by_field_name("type")
        if declared is None:
            return 0
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        names = [child.start_byte for child in node.named_children if child.kind_id == kinds.FIELD_IDENTIFIER]
        kind = visitor.visit(declared, TYPE) if names else _embedded(visitor, declared)
        visitor.scope = inner
        for start in names:
            visitor.flow(Flow.TYPE, visitor.by_name.get(start, -1), 0, instance(visitor, kind))
        if not names:
            visitor.base_terms[declared.id] = kind
            visitor.flow(Flow.TYPE, visitor.owner, 0, instance(visitor, kind))
        return 0

    return handle


def _embedded(visitor: Visitor, node: Node) -> int:
    kind = node.kind_id
    if kind == kinds.TYPE_IDENTIFIER:
        return visitor.use(node.start_byte, node.end_byte, KIND_OF[TYPE], visitor.scope)
    if kind == kinds.QUALIFIED_TYPE:
        package, name = node.named_children[0], node.named_children[-1]
        base = visitor.visit(package, TYPE)
        span = (package.start_byte, package.end_byte)
        return visitor.member(name.start_byte, name.end_byte, KIND_OF[TYPE], *span, base=base)
    if kind == kinds.GENERIC_TYPE:
        head = _embedded(visitor, node.named_children[0])
        arguments = [visitor.visit(c, TYPE) for group in node.named_children[1:] for c in group.named_children]
        return visitor.term(Op.APPLY, head, *arguments) if head else 0
    return 0
