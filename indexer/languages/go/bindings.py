"""Go's declarations and assignments: which names they bind, and to what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, READ, TYPE
from indexer.extract.scopes import LOCAL
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.names import text
from indexer.languages.go.types import instance

if TYPE_CHECKING:
    from tree_sitter import Node

ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "|", "&", "^", "&^"))


def statement(spec: dict[str, Any]) -> Handler:
    """`left := right`, or with `writes` `left = right`: the right side does not see the names of the left."""
    writes = spec.get("writes", False)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, *right = node.named_children
        if writes:
            for child in right:
                _values(visitor, child, 0)
            _write(visitor, left.named_children)
            return 0
        names = [name for name in left.named_children if name.kind_id == kinds.IDENTIFIER]
        terms: list[int] = []
        for child in right:
            terms = _values(visitor, child, len(names)) or terms
        _bind(visitor, names, terms, node.end_byte)
        return 0

    return handle


def _values(visitor: Visitor, node: Node, count: int) -> list[int]:
    """The terms of a list of expressions, for as many names: one call may give several values."""
    if node.kind_id != kinds.EXPRESSION_LIST:
        visitor.visit(node, READ)
        return []
    found = [(child, visitor.visit(child, READ)) for child in node.named_children if child.kind_id != kinds.COMMENT]
    if len(found) == 1 and count > 1:
        return _several(visitor, *found[0], count)
    return [term for _, term in found]


def _several(visitor: Visitor, node: Node, term: int, count: int) -> list[int]:
    """What a call gives back, one by one; of what else gives two values the second only tells whether there is one."""
    if not term:
        return []
    if node.kind_id not in (kinds.CALL_EXPRESSION, kinds.TYPE_CONVERSION):
        return [term]
    integer = visitor.text(b"int")
    keys = [visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), integer) for place in range(count)]
    return [visitor.term(Op.INDEX, term, key) for key in keys]


def declaration(spec: dict[str, Any]) -> Handler:
    """`a, b T = values`: no name is visible in the values."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names: list[Node] = []
        repeated, visitor.incoming = visitor.incoming, 0
        kind = 0
        terms: list[int] = []
        for child in node.named_children:
            if child.kind_id == kinds.IDENTIFIER:
                names.append(child)
            elif child.kind_id in (kinds.EXPRESSION_LIST, kinds.ERROR):
                terms = _values(visitor, child, len(names))
            elif child.kind_id != kinds.COMMENT:
                kind = visitor.visit(child, TYPE)
        if kind:
            terms = [instance(visitor, kind)] * len(names)
        elif not terms and repeated:
            terms = [repeated] * len(names)
        _bind(visitor, names, terms, node.end_byte, declared=kind != 0)
        return terms[0] if terms else 0

    return handle


def constants(spec: dict[str, Any]) -> Handler:
    """A group of constants: one without a value repeats what the one before it says."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        last = 0
        for child in node.named_children:
            is_spec = child.kind_id == kinds.CONST_SPEC
            visitor.incoming = last if is_spec else 0
            term = visitor.visit(child, READ)
            visitor.incoming = 0
            last = term if is_spec else last
        return 0

    return handle


def _write(visitor: Visitor, names: list[Node]) -> None:
    for name in names:
        if name.kind_id != kinds.IDENTIFIER or text(visitor, name) != b"_":
            visitor.visit(name, ASSIGN)


def _bind(visitor: Visitor, names: list[Node], terms: list[int], since: int, declared: bool = False) -> None:
    """Names hold from `since` on; one that the scope has already stays the variable it is."""
    by_name, scope = visitor.by_name, visitor.scope
    for place, name in enumerate(names):
        start, term = name.start_byte, terms[place] if place < len(terms) else 0
        word = text(visitor, name)
        if start in by_name:
            visitor.declare(word, by_name[start])
            visitor.flow(Flow.TYPE if declared else Flow.VALUE, by_name[start], 0, term)
            continue
        slot = scope.slots.get(word, -1) if scope.slots is not None else -1
        if slot >= 0 and visitor.slots[slot] and word in scope.names:
            continue
        visitor.incoming = term
        visitor.bind(word, LOCAL, since)
        visitor.incoming = 0


def clause(spec: dict[str, Any]) -> Handler:
    """`left := range right`, `left := <-right`: bound or assigned; what comes in depends on the `words`, if any."""
    words = [word.encode() for word in spec.get("words", ())]

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names: list[Node] = []
        value = 0
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) == "left":
                names.extend(child.named_children if child.kind_id == kinds.EXPRESSION_LIST else (child,))
            else:
                value = visitor.visit(child, READ) or value
        if names and any(child.type == "=" for child in node.children):
            _write(visitor, names)
            return 0
        terms = [value]
        if words and value:
            terms = [visitor.term(Op.THROUGH, visitor.text(word), value) for word in words]
        _bind(visitor, names, terms, node.end_byte)
        return 0

    return handle


def type_switch(spec: dict[str, Any]) -> Handler:
    """`switch name := value.(type)`: in each case the name has the type that the case tells."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, value = b"", 0
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "alias":
                name = text(visitor, child)
            elif field == "value":
                value = visitor.visit(child, READ)
            elif child.kind_id in (kinds.TYPE_CASE, kinds.DEFAULT_CASE):
                _case(visitor, child, name, value)
            else:
                visitor.visit(child, READ)
        return 0

    return handle


def _case(visitor: Visitor, node: Node, name: bytes, value: int) -> None:
    before = visitor.enter("block", node)
    types: list[int] = []
    rest: list[Node] = []
    for index, child in enumerate(node.named_children):
        if node.field_name_for_named_child(index) != "type":
            rest.append(child)
        elif text(visitor, child) != b"nil":
            types.append(visitor.visit(child, TYPE))
        else:
            types.append(0)
    if name:
        told = visitor.term(Op.NARROW, value, types[0]) if len(types) == 1 and types[0] else value
        visitor.incoming = told
        visitor.bind(name, LOCAL, node.start_byte)
        visitor.incoming = 0
    for child in rest:
        visitor.visit(child, READ)
    visitor.scope = before


def condition(spec: dict[str, Any]) -> Handler:
    """A statement whose scope holds what its initializer declares: without one it needs none."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if node.named_children[0].kind_id != kinds.SHORT_VAR_DECLARATION:
            visitor.children(node, READ)
            return 0
        before = visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before
        return 0

    return handle


def unary(spec: dict[str, Any]) -> Handler:
    """`&x` and `*x` are x to linking; `<-x` is what comes out of the channel."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, TYPE if context == TYPE else READ)
        sign = visitor.data[node.start_byte : node.start_byte + 1]
        if sign == b"<" and term:
            return visitor.term(Op.ITEM, term)
        return term if sign != b"!" else 0

    return handle


def binary(spec: dict[str, Any]) -> Handler:
    """Arithmetic has the type of its operands; other results have no members."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        if any(terms) and node.children[1].type in ARITHMETIC:
            return visitor.terms.union(terms)
        return terms[0] if terms and node.children[1].type in ("<<", ">>") else 0

    return handle


def index(spec: dict[str, Any]) -> Handler:
    """`x[key]`; where a type is wanted it is a type with arguments."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        passed_on = TYPE if context == TYPE else READ
        first, *rest = [visitor.visit(child, passed_on) for child in node.named_children]
        if not first:
            return 0
        return visitor.term(Op.APPLY, first, *rest) if context == TYPE else visitor.term(Op.INDEX, first)

    return handle


def sliced(spec: dict[str, Any]) -> Handler:
    """`x[from:to]` has the elements of x."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        return terms[0] if terms else 0

    return handle


def assertion(spec: dict[str, Any]) -> Handler:
    """`x.(T)`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        value, *rest = node.named_children
        given = visitor.visit(value, READ)
        kind = 0
        for child in rest:
            kind = visitor.visit(child, TYPE) or kind
        return visitor.term(Op.NARROW, given, kind) if kind else 0

    return handle
