"""Roles of the nodes that make, take apart or hand on values: what they do to names, and which term they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.extract.contexts import ASSIGN, BIND, CALL, CONTEXTS, READ, TYPE
from indexer.extract.roles import Spec, role
from indexer.extract.terms import OPERATIONS, Flow, Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

MOST = 200  # elements of a literal whose values are followed
SEVERAL = "list_splat_pattern"  # the part of a pattern that takes what is left
NAMED = frozenset({"identifier", "attribute", "call"})  # what may be of a type of one's own


@role("invoke")
def _invoke(spec: Spec) -> Handler:
    """A call whose callee is the first child, its arguments the last."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        callee = visitor.visit(children[0], CALL)
        mark = visitor.mark(children[0])
        arguments: list[int] = []
        for child in children[1:]:
            arguments += visitor.arguments(child)
        return visitor.call(callee, arguments, mark)

    return handle


def is_listed(visitor: Visitor, name: Node) -> bool:
    """Whether what a module hands out is listed here: the names in the list matter."""
    start = name.start_byte
    return visitor.data[start : start + 2] == b"__" and visitor.data[start : name.end_byte] == b"__all__"


@role("assignment")
def _assignment(spec: Spec) -> Handler:
    """`left: type = value`: the first child receives what the rest gives; a declared type says more than the value."""
    types, target = spec.get("type", "type"), CONTEXTS[spec.get("context", "assign")]
    constants, containers = frozenset(spec.get("constants", ())), frozenset(spec.get("containers", ()))
    member, silent = spec.get("member"), frozenset(word.encode() for word in spec.get("silent", ()))
    alias = spec.get("alias", "").encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, *rest = node.named_children
        term, declared, how = 0, False, READ
        typed = bool(rest) and b":" in visitor.data[left.end_byte : rest[0].start_byte]
        for child in rest:
            if typed and child.type == types:
                given = visitor.visit(child, TYPE)
                word = visitor.data[child.start_byte : child.end_byte].rpartition(b".")[2] if silent else b""
                how = TYPE if word and word == alias else READ
                if word not in silent:
                    term, declared = (visitor.term(Op.INSTANCE, given) if given else 0), bool(given)
            else:
                known = how == READ and (child.type in constants or is_listed(visitor, left))
                value = visitor.key(child) if known else visitor.visit(child, how)
                term = term if declared else value
        if rest and rest[-1].type in containers:
            visitor.containers.add((visitor._home(visitor.scope), visitor.data[left.start_byte : left.end_byte]))
        received = visitor.receive(left, target, term, declared)
        if term and received and left.type == member and left.named_children[-1].start_byte not in visitor.by_name:
            visitor.term(Op.STORE, received, term)
        return term

    return handle


@role("unpack")
def _unpack(spec: Spec) -> Handler:
    """A pattern that takes a sequence apart; where nothing is bound, a sequence."""
    kind = spec.get("value", "tuple").encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if context < ASSIGN:
            terms = [visitor.visit(child, context) for child in node.named_children]
            return visitor.term(Op.SEQUENCE, visitor.text(kind), *terms[:MOST])
        incoming = visitor.incoming
        children = node.named_children
        for child, (word, how) in zip(children, _places([child.type for child in children]), strict=True):
            key = visitor.term(Op.CONSTANT, visitor.text(word), visitor.text(how))
            visitor.incoming = visitor.term(Op.INDEX, incoming, key) if incoming else 0
            visitor.visit(child, context)
        visitor.incoming = incoming
        return 0

    return handle


def _places(kinds: list[str]) -> Iterator[tuple[bytes, bytes]]:
    """Which places of a sequence the parts of a pattern receive: behind a part that takes several, from the end."""
    count = len(kinds)
    several = next((place for place, kind in enumerate(kinds) if kind == SEVERAL), count)
    for place in range(count):
        if place == several:
            yield b"%d:%s" % (place, b"%d" % (place + 1 - count) if place + 1 < count else b""), b"slice"
        else:
            yield b"%d" % (place if place < several else place - count), b"int"


@role("loop")
def _loop(spec: Spec) -> Handler:
    """`for left in right: …`: the first child receives the items of the second."""
    target = CONTEXTS[spec.get("context", "assign")]

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right, *rest = [child for child in node.named_children if not child.is_extra]
        ahead = visitor.ahead.pop(right.id, None)
        values = visitor.visit(right, READ) if ahead is None else ahead
        if values and right.type in NAMED:
            visitor.implied(right, visitor.term(Op.ITEM, values))
        visitor.receive(left, target, visitor.term(Op.ITEM, values) if values else 0)
        for child in rest:
            visitor.visit(child, READ)
        return 0

    return handle


@role("return")
def _return(spec: Spec) -> Handler:
    """What a function gives back; with `how = "yield"` what it yields."""
    how = Flow.YIELD if spec.get("how") == "yield" else Flow.RETURN

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        if how == Flow.YIELD and term and node.child_count > 2:  # `yield from`
            term = visitor.term(Op.ITEM, term)
        if how == Flow.RETURN and visitor.returns is not None:
            visitor.returns.append(term)
        else:
            visitor.flow(how, visitor.owner, 0, term)
        return 0

    return handle


@role("step")
def _step(spec: Spec) -> Handler:
    """A step on the value of its only child: `await`, spread arguments."""
    op = OPERATIONS[spec["op"].upper()]

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, context if context >= ASSIGN else READ)
        return visitor.term(op, term) if term else 0

    return handle


@role("either")
def _either(spec: Spec) -> Handler:
    """Any of the children at the given `places` (else all): conditional and boolean expressions."""
    places = frozenset(spec.get("places", ()))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        passed_on = TYPE if context == TYPE else READ
        terms = [visitor.visit(child, passed_on) for child in node.named_children]
        return visitor.terms.union([term for place, term in enumerate(terms) if not places or place in places])

    return handle


@role("operator")
def _operator(spec: Spec) -> Handler:
    """`a + b`: the operands are read; in a type `|` means either."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        passed_on = TYPE if context == TYPE else READ
        terms = [visitor.visit(child, passed_on) for child in node.named_children]
        if context == TYPE:
            return visitor.terms.union(terms)
        sign = node.child_by_field_name("operator")
        if not terms[0] or sign is None:
            return 0
        word = visitor.data[sign.start_byte : sign.end_byte]
        return visitor.term(Op.OPERATOR, visitor.text(word), *terms)

    return handle


@role("result")
def _result(spec: Spec) -> Handler:
    """An expression whose value is of a built-in type, whatever stands inside."""
    value = spec["value"].encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        return visitor.literal(value)

    return handle


@role("sequence")
def _sequence(spec: Spec) -> Handler:
    """A literal that lists its elements."""
    kind = spec.get("value", "list").encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, context if context == TYPE else READ) for child in node.named_children]
        return visitor.term(Op.SEQUENCE, visitor.text(kind), *[term for term in terms if term][:MOST])

    return handle


@role("mapping")
def _mapping(spec: Spec) -> Handler:
    """A literal of pairs, each a node with key and value."""
    kind, pair = spec.get("value", "dict").encode(), spec.get("pair", "pair")

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts: list[int] = []
        for child in node.named_children:
            if child.type != pair or child.named_child_count != 2:
                given = visitor.visit(child, READ)
                parts += (given, given) if given else ()
                continue
            key, value = child.named_children
            parts += (visitor.key(key), visitor.visit(value, READ))
        return visitor.term(Op.MAPPING, visitor.text(kind), *parts[: 2 * MOST])

    return handle


@role("comprehension")
def _comprehension(spec: Spec) -> Handler:
    """The first child is what each round gives; names bound inside stay inside."""
    kind = spec.get("value", "list").encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        if visitor.scope.kind == "class":  # what is gone through first is read where all of it stands
            through = rest[0].child_by_field_name("right") if rest else None
            if through is not None:
                visitor.ahead[through.id] = visitor.visit(through, READ)
        before, narrowed = visitor.enter("block", node), visitor.narrowed
        for child in rest:  # conditions say of what sort the names in the first are
            visitor.visit(child, READ)
        if first.type == "pair":
            parts = [visitor.visit(child, READ) for child in first.named_children]
        else:
            parts = [visitor.visit(first, READ)]
        visitor.scope, visitor.narrowed = before, narrowed
        return visitor.term(Op.MAPPING if len(parts) == 2 else Op.SEQUENCE, visitor.text(kind), *parts)

    return handle


@role("subscript")
def _subscript(spec: Spec) -> Handler:
    """`value[key]`, or a generic type with its arguments; `runs` is what it does to the value, by context."""
    runs = {CONTEXTS[context]: word.encode() for context, word in spec.get("runs", {}).items()}

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        passed_on = TYPE if context == TYPE else READ
        incoming, visitor.incoming = visitor.incoming, 0
        value = visitor.visit(first, passed_on)
        keys = [visitor.key(child, passed_on) for child in rest]
        visitor.incoming = incoming
        if context == ASSIGN and incoming and len(keys) == 1:
            _put_in(visitor, first, value, visitor.term(Op.MAPPING, visitor.text(b"dict"), keys[0], incoming))
        if not value:
            return 0
        if context in runs and first.type in NAMED:
            visitor.implied(first, visitor.term(Op.OPERATOR, visitor.text(runs[context]), value))
        return visitor.term(Op.APPLY if context == TYPE else Op.INDEX, value, *keys)

    return handle


def _put_in(visitor: Visitor, node: Node, target: int, term: int) -> None:
    """`a[x][y] = value`: what `a` holds gets a dictionary with one in it."""
    uses, kind = len(visitor.uses), node.type
    while node.type == "subscript" and node.named_child_count == 2:
        node, key = node.named_children
        term = visitor.term(Op.MAPPING, visitor.text(b"dict"), visitor.key(key), term)
        target = visitor.visit(node, READ) if node.type != kind else 0
    del visitor.uses[uses:]  # seen before, as what is written to
    visitor.put(node, target, term)


@role("generic")
def _generic(spec: Spec) -> Handler:
    """A type with type arguments: the name takes the context, the arguments (in a node of their own) are types."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        value = visitor.visit(first, context if context != BIND else READ)
        arguments = [visitor.visit(child, TYPE) for group in rest for child in group.named_children]
        return visitor.term(Op.APPLY, value, *arguments) if value else 0

    return handle


@role("keyword")
def _keyword(spec: Spec) -> Handler:
    """`name=value` among arguments."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        term = 0
        for child in rest:
            term = visitor.visit(child, context)
        name = visitor.data[first.start_byte : first.end_byte]
        return visitor.term(Op.KEYWORD, visitor.text(name), term) if term else 0

    return handle


@role("lambda")
def _lambda(spec: Spec) -> Handler:
    """A nameless function: parameters first, the body last."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        serial = visitor.terms.fresh()
        before, visitor.returns, outer = visitor.returns, [], visitor.lambda_
        scope = visitor.enter("function", node)
        *parameters, body = node.named_children
        visitor.lambda_ = serial
        for child in parameters:
            visitor.visit(child, READ)
        visitor.lambda_ = 0
        given = visitor.visit(body, READ)
        result = visitor.terms.union([*visitor.returns, given])
        visitor.scope, visitor.returns, visitor.lambda_ = scope, before, outer
        return visitor.lambda_term(serial, result)

    return handle
