"""PHP's roles of what is computed: variables, names, members, calls, tests of types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, CALL, KIND_OF, NEW, READ, SPACE_OF, TYPE
from indexer.extract.scopes import LOCAL, Scope
from indexer.extract.terms import Flow, Op, Space
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.php.names import free_term, names_of, text_of, word_term

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
WORDS = frozenset(
    b"self static parent null class never iterable object mixed void true false __dir__ __file__ __line__ __class__ "
    b"__method__ __function__ __namespace__ __trait__ __property__".split()
)
PATHS = frozenset({"name", "qualified_name", "relative_name"})
OWN = frozenset({b"$this", b"self", b"static"})


def _home(visitor: Visitor, name: bytes) -> Scope | None:
    """The function, or closure, that a variable is of; None for those of the file."""
    scope: Scope | None = visitor.scope
    while scope is not None and scope is not visitor.file_scope:
        if name in scope.names:
            return scope
        if scope.kind == "function":
            scope.bind(name, LOCAL)
            return scope
        scope = scope.parent
    return None


def variable(spec: Spec) -> Handler:
    """Every variable of a function is its own; only those of the file are seen by others."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name = text_of(visitor, node)
        if name == b"$this":
            return _this(visitor)
        home = _home(visitor, name)
        if home is None:
            return visitor.name(node, ASSIGN if context == ASSIGN else READ)
        if context == ASSIGN and visitor.incoming:
            visitor.store(node, visitor.incoming)
        return visitor.use(node.start_byte, node.end_byte, KIND_OF[READ], home)

    return handle


def _this(visitor: Visitor) -> int:
    names = names_of(visitor)
    if names.type >= 0:
        return visitor.term(Op.SELF, names.type)
    return visitor.term(Op.INSTANCE, names.nameless.base) if names.nameless is not None and names.nameless.base else 0


def name(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        word = text_of(visitor, node)
        if word.lower() in WORDS:
            if word == b"static" and context == NEW and names_of(visitor).type >= 0:
                return visitor.term(Op.CLS, names_of(visitor).type)
            return word_term(visitor, word) if context in (TYPE, NEW) else 0
        return _path(visitor, node, READ if context > TYPE else context, -1)

    return handle


def qualified(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return _path(visitor, node, READ if context > TYPE else context, -1)

    return handle


def _path(visitor: Visitor, node: Node, context: int, space: int) -> int:
    r"""A name, or `A\B\name`: the last word is the name, what stands before it the qualifier."""
    kind = KIND_OF[context]
    term = free_term(visitor, text_of(visitor, node), SPACE_OF[kind] if space < 0 else space)
    last, begin, end = node, 0, 0
    if node.type != "name":
        last = node.named_children[-1] if node.named_child_count else node
        begin, end = node.start_byte, max(last.start_byte - 1, node.start_byte + 1)
    visitor.uses.append((last.start_byte, last.end_byte, kind, None, visitor.owner, begin, end, term))
    return term


def _holder(visitor: Visitor, node: Node) -> int:
    """What stands before `::`: a type by its name, or a value."""
    if node.type == "relative_scope" or (node.type == "name" and text_of(visitor, node).lower() in WORDS):
        word = text_of(visitor, node)
        around = names_of(visitor).type
        return visitor.term(Op.CLS, around) if word == b"static" and around >= 0 else word_term(visitor, word)
    return _path(visitor, node, READ, Space.TYPE) if node.type in PATHS else visitor.visit(node, READ)


def static_member(spec: Spec) -> Handler:
    """`Cart::MAX`, `Cart::class`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        base = _holder(visitor, parts[0])
        if len(parts) > 1 and parts[-1].type == "name":
            if text_of(visitor, parts[-1]) != b"class":
                return visitor.member_name(parts[-1], parts[0], READ, base)
        elif len(parts) > 1:
            visitor.visit(parts[-1], READ)
        return 0

    return handle


def member(spec: Spec) -> Handler:
    """`$a->b`, `A::$b`, `$a->b()`, `A::b()`; a name in a variable is only read."""
    called = bool(spec.get("call"))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        receiver = scope or node.child_by_field_name("object")
        if receiver is None or name is None:
            return visitor.children(node, READ)
        base = _holder(visitor, receiver) if scope is not None else visitor.visit(receiver, READ)
        kind = CALL if called else (READ if context in (CALL, NEW) else context)
        if not called and name.type == "variable_name" and name.named_child_count == 1:
            name = name.named_children[0] if scope is not None else name
        term = 0
        if name.type == "name":
            term = _named_member(visitor, name, receiver, kind, base)
            if kind == ASSIGN and visitor.incoming and text_of(visitor, receiver) in OWN:
                _store(visitor, text_of(visitor, name))
        else:
            visitor.visit(name, READ)
        if not called:
            return term
        arguments = node.child_by_field_name("arguments")
        return visitor.call(term, visitor.arguments(arguments) if arguments is not None else [])

    return handle


def _named_member(visitor: Visitor, name: Node, receiver: Node, kind: int, base: int) -> int:
    """A method of a nameless class is in scope there; all other members are the receiver's."""
    nameless = names_of(visitor).nameless if kind == CALL and text_of(visitor, receiver) in OWN else None
    if nameless is not None and text_of(visitor, name) in nameless.methods:
        span = (receiver.start_byte, receiver.end_byte)
        return visitor.use(name.start_byte, name.end_byte, KIND_OF[CALL], nameless.scope, *span)
    return visitor.member_name(name, receiver, kind, base)


def _store(visitor: Visitor, name: bytes) -> None:
    """`$this->name = value`: the property may hold it."""
    names = names_of(visitor)
    visitor.flow(Flow.VALUE, names.fields.get((names.type, name), -1), 1, visitor.incoming)


def binary(spec: Spec) -> Handler:
    """What stands behind `instanceof` is a type; `??` gives either side."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        operator = node.child_by_field_name("operator")
        word = operator.type if operator is not None else ""
        tests = word == "instanceof"
        terms = [visitor.visit(c, TYPE if index and tests else READ) for index, c in enumerate(node.named_children)]
        return visitor.terms.union(terms) if word == "??" else 0

    return handle


def conditional(spec: Spec) -> Handler:
    """`a ? b : c`, `a ?: c`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        return visitor.terms.union(terms[-2:])

    return handle


def last(spec: Spec) -> Handler:
    """Stands for its last child."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        return term

    return handle


def augmented(spec: Spec) -> Handler:
    """`a ??= b` may put b into a; what other operators make has no members."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.named_children[0], node.named_children[-1]
        term = visitor.visit(right, READ)
        operator = node.child_by_field_name("operator")
        visitor.receive(left, ASSIGN, term if operator is not None and operator.type == "??=" else 0)
        return 0

    return handle


def creation(spec: Spec) -> Handler:
    """`new A(…)`, `new class(…) extends A { … }`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        made, arguments = 0, []
        for place, child in enumerate(node.named_children):
            if place == 0:
                made = visitor.visit(child, NEW)
            elif child.type == "arguments":
                arguments = visitor.arguments(child)
            else:
                visitor.visit(child, READ)
        return visitor.call(made, arguments, op=Op.NEW)

    return handle


def foreach(spec: Spec) -> Handler:
    """`foreach (values as key => value)`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        values, target, *rest = [child for child in node.named_children if not child.is_extra]
        given = visitor.visit(values, READ)
        if target.type == "pair":
            visitor.receive(target.named_children[0], ASSIGN, 0)
            target = target.named_children[-1]
        visitor.receive(target, ASSIGN, visitor.term(Op.ITEM, given) if given else 0)
        for child in rest:
            visitor.visit(child, READ)
        return 0

    return handle


def subscript(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        return visitor.term(Op.INDEX, terms[0]) if terms and terms[0] else 0

    return handle


def catch(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
        caught = visitor.visit(kind, TYPE) if kind is not None else 0
        if name is not None:
            visitor.receive(name, ASSIGN, visitor.term(Op.INSTANCE, caught) if caught else 0)
        for child in node.named_children:
            if child != kind and child != name:
                visitor.visit(child, READ)
        return 0

    return handle


def branch(spec: Spec) -> Handler:
    """`if ($a instanceof A) …`: there, and there alone, it is known to be one."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, *rest = [child for child in node.named_children if not child.is_extra]
        visitor.visit(condition, READ)
        before = visitor.narrowed
        known = dict(_known(visitor, condition))
        for child in rest:
            visitor.narrowed = {**before, **known} if known and "clause" not in child.type else before
            visitor.visit(child, READ)
        visitor.narrowed = before
        return 0

    return handle


def _known(visitor: Visitor, node: Node) -> list[tuple[bytes, int]]:
    """What a condition that holds says of the types of expressions."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return _known(visitor, node.named_children[0])
    operator = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    if operator is None:
        return []
    left, right = node.named_children[0], node.named_children[-1]
    if operator.type in ("&&", "and"):
        return _known(visitor, left) + _known(visitor, right)
    if operator.type != "instanceof" or right.type not in PATHS:
        return []
    word = text_of(visitor, right)
    kind = word_term(visitor, word) if word in WORDS else free_term(visitor, word, Space.TYPE)
    return [(text_of(visitor, left), visitor.term(Op.INSTANCE, kind))] if kind else []
