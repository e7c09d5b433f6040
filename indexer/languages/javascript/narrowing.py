"""What a condition says of the expressions in it, where it holds and where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
Told = dict[bytes, int]
NOTHING: tuple[Told, Told] = ({}, {})
LEAVES = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
LONGEST, DEEPEST = 120, 6
PATHS = frozenset({"identifier", "member_expression", "this"})
EQUAL, UNEQUAL = frozenset({b"===", b"=="}), frozenset({b"!==", b"!="})


def _text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def is_path(visitor: Visitor, node: Node) -> bool:
    """A name, or members of one: what a condition can say something of, and what may be visited twice."""
    if node.type not in PATHS or node.end_byte - node.start_byte > LONGEST:
        return False
    return b"(" not in visitor.data[node.start_byte : node.end_byte]


def told_by(visitor: Visitor, node: Node, depth: int = 0) -> tuple[Told, Told]:
    """Expressions whose type a condition tells where it holds, and where it does not."""
    kind = node.type
    if depth > DEEPEST:
        return NOTHING
    if kind == "parenthesized_expression" and node.named_child_count == 1:
        return told_by(visitor, node.named_children[0], depth + 1)
    if kind == "unary_expression" and visitor.data[node.start_byte : node.start_byte + 1] == b"!":
        return told_by(visitor, node.named_children[-1], depth + 1)[::-1]
    if kind == "call_expression":
        return _guard(visitor, node)
    if kind != "binary_expression":
        return NOTHING
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if left is None or right is None or sign is None:
        return NOTHING
    word = _text(visitor, sign)
    if word in (b"&&", b"||"):
        place = 0 if word == b"&&" else 1
        told = {**told_by(visitor, left, depth + 1)[place], **told_by(visitor, right, depth + 1)[place]}
        return ({}, told) if place else (told, {})
    return _compared(visitor, left, word, right)


def _compared(visitor: Visitor, left: Node, word: bytes, right: Node) -> tuple[Told, Told]:
    if word == b"instanceof":
        return _instance(visitor, left, right), {}
    if word in EQUAL:
        return _alike(visitor, left, right)
    if word in UNEQUAL:
        return _alike(visitor, left, right)[::-1]
    return NOTHING


def quietly(visitor: Visitor, node: Node) -> int:
    """The term of what was visited before, as part of the condition."""
    uses, comments = len(visitor.uses), len(visitor.comments)
    term = visitor.visit(node, READ)
    del visitor.uses[uses:], visitor.comments[comments:]
    return term


def _instance(visitor: Visitor, subject: Node, kind: Node) -> Told:
    if not is_path(visitor, subject) or not is_path(visitor, kind):
        return {}
    term = quietly(visitor, kind)
    return {_text(visitor, subject): visitor.term(Op.INSTANCE, term)} if term else {}


def _guard(visitor: Visitor, node: Node) -> tuple[Told, Told]:
    """`isFoo(x)`, where the function's declared result is `x is Foo`."""
    function, arguments = node.named_children[0], node.named_children[-1]
    if not is_path(visitor, function) or arguments.type != "arguments" or not arguments.named_child_count:
        return NOTHING
    subject = arguments.named_children[0]
    if not is_path(visitor, subject):
        return NOTHING
    callee, value = quietly(visitor, function), quietly(visitor, subject)
    if not callee:
        return NOTHING
    return {_text(visitor, subject): visitor.term(Op.THROUGH, visitor.text(b"guard"), callee, value)}, {}


def _alike(visitor: Visitor, left: Node, right: Node) -> tuple[Told, Told]:
    """`x.kind === "a"`, `x.kind === Kind.A`, `typeof x === "string"`."""
    if left.type == "string":
        left, right = right, left
    if right.type not in ("string", "member_expression"):
        return NOTHING
    if left.type == "unary_expression" and visitor.data[left.start_byte : left.start_byte + 6] == b"typeof":
        return _typeof(visitor, left.named_children[-1], right)
    if left.type != "member_expression":
        return NOTHING
    subject, name = left.named_children[0], left.named_children[-1]
    if not is_path(visitor, subject) or (right.type != "string" and not is_path(visitor, right)):
        return NOTHING
    value, word = quietly(visitor, subject), quietly(visitor, right)
    if not value or not word:
        return NOTHING
    key = visitor.term(Op.CONSTANT, visitor.text(_text(visitor, name)), visitor.text(b"string"))
    text = _text(visitor, subject)
    where = visitor.term(Op.THROUGH, visitor.text(b"where"), value, key, word)
    return {text: where}, {text: visitor.term(Op.THROUGH, visitor.text(b"unless"), value, key, word)}


def _typeof(visitor: Visitor, subject: Node, word: Node) -> tuple[Told, Told]:
    if not is_path(visitor, subject):
        return NOTHING
    value = quietly(visitor, subject)
    if not value:
        return NOTHING
    name, text = visitor.data[word.start_byte + 1 : word.end_byte - 1], _text(visitor, subject)
    kind = visitor.term(Op.CONSTANT, visitor.text(name), visitor.text(b"string"))
    told = visitor.term(Op.THROUGH, visitor.text(b"typeof is"), value, kind)
    return {text: told}, {text: visitor.term(Op.THROUGH, visitor.text(b"typeof not"), value, kind)}


def _if(spec: Spec) -> Handler:
    """What the condition says holds in the branch, and behind it where the branch leaves."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, branch = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is None or branch is None:
            return visitor.children(node, READ)
        visitor.visit(condition, READ)
        told, untold = told_by(visitor, condition)
        before = visitor.narrowed
        for child in node.named_children:
            if child.id == condition.id:
                continue
            known = told if child.id == branch.id else untold
            visitor.narrowed = {**before, **known} if known else before
            visitor.visit(child, READ)
        visitor.narrowed = {**before, **untold} if untold and _leaves(branch) else before
        return 0

    return handle


def _switch(spec: Spec) -> Handler:
    """`switch (x.kind) { case "a": … }`: in each branch x is what has that kind."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        subject, body = node.child_by_field_name("value"), node.child_by_field_name("body")
        if subject is None or body is None:
            return visitor.children(node, READ)
        visitor.visit(subject, READ)
        scope, before = visitor.enter("block", body), visitor.narrowed
        told: list[tuple[bytes, int]] = []
        for child in body.named_children:
            visitor.narrowed = before
            told = _case(visitor, subject.named_children[0], child, told)
        visitor.scope, visitor.narrowed = scope, before
        return 0

    return handle


def _case(visitor: Visitor, subject: Node, node: Node, told: list[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    """One branch; what the cases say from which it is fallen into holds as well."""
    rest = node.named_children
    value = rest.pop(0) if node.type == "switch_case" and rest else None
    if value is not None:
        visitor.visit(value, READ)
        told = [*told, *_alike(visitor, subject, value)[0].items()]
        known = {text: visitor.terms.union([term for name, term in told if name == text]) for text, _ in told}
        visitor.narrowed = {**visitor.narrowed, **known}
    for part in rest:
        visitor.visit(part, READ)
    return [] if value is None or (rest and _leaves(rest[-1])) else told


def _leaves(node: Node) -> bool:
    if node.type == "statement_block":
        last = node.named_children[-1] if node.named_child_count else None
        return last is not None and last.type in LEAVES
    return node.type in LEAVES


def _block(spec: Spec) -> Handler:
    """A block of its own for names; what was learned inside stays inside."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before, narrowed = visitor.enter("block", node), visitor.narrowed
        visitor.children(node, READ)
        visitor.scope, visitor.narrowed = before, narrowed
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {"js_if": _if, "js_block": _block, "js_switch": _switch}
