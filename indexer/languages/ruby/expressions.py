"""Ruby's roles of what is computed: calls, paths of constants, assignments, what statements give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import ASSIGN, CALL, KIND_OF, NEW, READ, TYPE, WRITE
from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op, Space
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.ruby.scoping import RubyScope, Spec, me, self_term, text_of, use

if TYPE_CHECKING:
    from tree_sitter import Node

MIXERS = frozenset({b"include", b"extend", b"prepend"})
CLAUSES = frozenset({"rescue", "ensure"})
BRANCHES = frozenset({"then", "else", "elsif", "when"})
MAKERS = frozenset({b"Struct", b"Class", b"Module", b"Data"})  # what they make is a type, not an instance of theirs


def ruby_call(spec: Spec) -> Handler:
    """`a.b(…)`, `b(…)`; `A.new` instantiates A, `include A` uses it as a type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        name = text_of(visitor, method) if method is not None else b""
        base = callee = 0
        if receiver is not None:
            base = visitor.visit(receiver, NEW if name == b"new" else READ)
        if method is not None and receiver is not None:
            callee = visitor.member_name(method, receiver, WRITE if context == ASSIGN else CALL, base)
        elif method is not None and method.type in ("identifier", "constant"):
            callee = use(visitor, method, CALL, me(visitor))
        elif method is not None and method.type == "super":
            callee = _super(visitor, method)
        mixes = receiver is None and name in MIXERS
        for child in node.named_children:
            if child not in (receiver, method):
                _mix(visitor, child, name) if mixes else visitor.visit(child, READ)
        if name == b"new" and receiver is None:
            base = self_term(visitor)
        return _made(visitor, name, receiver, base) or (_relative(visitor, node, name) or visitor.call(callee, []))

    return handle


def _made(visitor: Visitor, name: bytes, receiver: Node | None, base: int) -> int:
    """`A.new` gives an A, `a.class` what a is of."""
    if name == b"new" and base:
        is_maker = receiver is not None and text_of(visitor, receiver) in MAKERS
        return 0 if is_maker else visitor.term(Op.NEW, base)
    return visitor.term(Op.THROUGH, visitor.text(b"class"), base) if name == b"class" and base else 0


def _relative(visitor: Visitor, node: Node, name: bytes) -> int:
    """`require_relative` looks beside the file; linking is told by a step of its own."""
    if name != b"require_relative":
        return 0
    module = next((item.module_text for item in visitor.found.imports if item.node == node), b"")
    whole = visitor.term(Op.FROM, visitor.text(module), visitor.text(b""))
    return visitor.term(Op.THROUGH, visitor.text(b"relative"), whole) if module else 0


def _mix(visitor: Visitor, arguments: Node, word: bytes) -> None:
    """`extend` gives bases to the type itself, not to its instances; at the top of a file all types get them."""
    for child in arguments.named_children:
        term = visitor.visit(child, TYPE)
        if child.id in visitor.base_terms:
            visitor.base_terms[child.id] = term
        if visitor.owner < 0 and term and word == b"include":
            visitor.term(Op.THROUGH, visitor.text(b"everywhere"), term)
        if word == b"extend":
            visitor.flow(Flow.DECORATOR, visitor.owner, 0, term)


def _super(visitor: Visitor, node: Node) -> int:
    """`super` calls the method of the same name that comes next in line."""
    scope = visitor.scope
    definition = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
    if not isinstance(scope, RubyScope) or scope.type < 0 or definition is None or definition.kind not in CALLABLE:
        return 0
    base = visitor.term(Op.SUPER, scope.type)
    if scope.static:
        base = visitor.term(Op.THROUGH, visitor.text(b"class"), base)
    term = visitor.term(Op.MEMBER, base, visitor.text(definition.name), Space.CALL)
    visitor.uses.append((node.start_byte, node.end_byte, KIND_OF[CALL], None, visitor.owner, 0, 0, term))
    return term


def bare_super(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.call(_super(visitor, node), [])

    return handle


def path(spec: Spec) -> Handler:
    """`A::B`: B is a member of A; `::B` stands at the top."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        base = 0
        if scope is not None:
            base = visitor.visit(scope, TYPE if context in (TYPE, NEW) else READ)
        elif name is not None:
            base = visitor.term(Op.FREE, visitor.text(b"::"), -1, Space.TYPE)
        if name is None:
            return 0
        return visitor.member_name(name, scope, READ if context > ASSIGN or context == CALL else context, base)

    return handle


def assignment(spec: Spec) -> Handler:
    """The value is read before the name it is assigned to exists."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and left.type != "constant":
            _bind_early(visitor, left)
        term = visitor.visit(right, READ) if right is not None else 0
        if left is not None:
            visitor.receive(left, ASSIGN, 0 if left.type == "left_assignment_list" else term)
        return term

    return handle


def _bind_early(visitor: Visitor, left: Node) -> None:
    """`x = x` reads nil: Ruby's parser knows the local as soon as it sees the left side."""
    if left.type == "identifier" and left.start_byte not in visitor.found.by_name:
        visitor.receive(left, ASSIGN, 0)


def operator_assignment(spec: Spec) -> Handler:
    """`a ||= b` may put b into a; what other operators make is not followed."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        term = visitor.visit(right, READ) if right is not None else 0
        if operator is None or text_of(visitor, operator) not in (b"||=", b"&&="):
            term = 0
        if left is not None:
            visitor.receive(left, ASSIGN, term)
        return term

    return handle


def binary(spec: Spec) -> Handler:
    """`a || b` gives either."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        operator = node.child_by_field_name("operator")
        return visitor.terms.union(terms) if operator is not None and operator.type in ("||", "or") else 0

    return handle


def last(spec: Spec) -> Handler:
    """Statements give back what the last of them gives, unless something goes wrong."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = 0
        for child in node.named_children:
            given = visitor.visit(child, READ)
            term = term if child.is_extra or child.type in CLAUSES else given
        return term

    return handle


def branches(spec: Spec) -> Handler:
    """`if`, `case`: either branch."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [(child.type, visitor.visit(child, READ)) for child in node.named_children]
        return visitor.terms.union([term for kind, term in terms if kind in BRANCHES])

    return handle


def returning(spec: Spec) -> Handler:
    """`return a`: several values are an array."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        values = [child for group in node.named_children for child in group.named_children]
        terms = [visitor.visit(child, READ) for child in values]
        if len(terms) == 1:
            visitor.flow(Flow.RETURN, visitor.owner, 0, terms[0])
        return 0

    return handle


def rescue(spec: Spec) -> Handler:
    """`rescue A, B => error`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        caught: list[int] = []
        for child in node.named_children:
            if child.type == "exceptions":
                caught = [visitor.visit(each, TYPE) for each in child.named_children]
            elif child.type == "exception_variable":
                kind = visitor.terms.union(caught)
                visitor.receive(child, ASSIGN, visitor.term(Op.INSTANCE, kind) if kind else 0)
            else:
                visitor.visit(child, READ)
        return 0

    return handle
