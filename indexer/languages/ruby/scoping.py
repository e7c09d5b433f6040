"""Ruby's names: locals by assignment, methods by `self`, constants by nesting. Each looks elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, CALL, KIND_OF, PARAM, READ, WRITE
from indexer.extract.scopes import CALLED, LOCAL, Scope
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
LOCALS = b" "  # ends the name of a local: a method of the same name is another thing


class RubyScope(Scope):
    """A scope that also knows where methods called without receiver are, and those that `def` adds to."""

    __slots__ = ("instance", "me", "singleton", "static", "type")

    def __init__(self, kind: str, parent: Scope, me: Scope, type_: int, static: bool) -> None:
        super().__init__(kind, parent)
        self.me = me
        self.type = type_  # the class or module around
        self.static = static  # whether `self` is that itself, not an instance of it
        self.instance: Scope | None = None
        self.singleton: Scope | None = None


def methods_scope(visitor: Visitor) -> Scope:
    return Scope("class", visitor.file_scope, closed=False)


def me(visitor: Visitor) -> Scope:
    scope = visitor.scope
    return scope.me if isinstance(scope, RubyScope) else visitor.file_scope


def self_term(visitor: Visitor) -> int:
    scope = visitor.scope
    if not isinstance(scope, RubyScope) or scope.type < 0:
        return 0
    return visitor.term(Op.CLS if scope.static else Op.SELF, scope.type)


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def use(visitor: Visitor, node: Node, context: int, scope: Scope | None) -> int:
    return visitor.use(node.start_byte, node.end_byte, KIND_OF[context], scope)


def _home(visitor: Visitor, local: bytes) -> Scope | None:
    """Blocks see the locals around them; methods and types do not."""
    scope: Scope | None = visitor.scope
    while scope is not None:
        if local in scope.names:
            return scope
        if scope.kind in ("function", "class"):
            return None
        scope = scope.parent
    return None


def ruby_name(spec: Spec) -> Handler:
    """What was assigned before is a local; every other bare word is a call."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if node.start_byte in visitor.found.by_name:
            return 0
        local = text_of(visitor, node) + LOCALS
        home = _home(visitor, local) if context != PARAM else None  # a block's parameter hides what is around
        if context < ASSIGN and home is None:
            return visitor.call(use(visitor, node, CALL, me(visitor)), [])
        if home is None:
            home = visitor.scope
            home.bind(local, LOCAL)
        slot = visitor._slot(home, local)
        if context >= ASSIGN and visitor.incoming:
            visitor.slots[slot].append(visitor.incoming)
        return slot

    return handle


def itself(spec: Spec) -> Handler:
    return lambda visitor, node, context: self_term(visitor)


def constant(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.name(node, READ if context > ASSIGN or context == CALL else context)

    return handle


def state(spec: Spec) -> Handler:
    """Instance variables belong to `self`, class variables to the type around."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        home = _type_around(visitor) if node.type == "class_variable" else me(visitor)
        index = visitor.found.by_name.get(node.start_byte)
        if index is not None:
            home.bind(text_of(visitor, node), index)
        if context >= ASSIGN and visitor.incoming:
            before, visitor.scope = visitor.scope, home
            visitor.store(node, visitor.incoming)
            visitor.scope = before
        if index is not None:
            return visitor.term(Op.SYMBOL, index)
        return use(visitor, node, WRITE if context >= ASSIGN else READ, home)

    return handle


def _type_around(visitor: Visitor) -> Scope:
    scope = visitor.scope
    while scope.kind != "class" and scope.parent is not None:
        scope = scope.parent
    return scope


def symbol(spec: Spec) -> Handler:
    """`attr_reader :x`: x is a method of the instances."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id)
        scope = visitor.scope
        if index is not None and isinstance(scope, RubyScope) and scope.kind == "class" and scope.instance is not None:
            scope.instance.bind(text_of(visitor, node)[1:] + CALLED, index)
        return visitor.term(Op.LITERAL, visitor.text(b"Symbol"))

    return handle


def global_variable(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_name.get(node.start_byte)
        if index is not None:
            visitor.file_scope.bind(text_of(visitor, node), index)
        elif text_of(visitor, node)[1:2].isalpha():
            use(visitor, node, WRITE if context >= ASSIGN else READ, visitor.file_scope)
        return 0

    return handle


def keyword_pattern(spec: Spec) -> Handler:
    """`in {name:}` binds name."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if value is not None:
            visitor.visit(value, context)
        elif key is not None:
            visitor.scope.bind(text_of(visitor, key).rstrip(b":") + LOCALS, LOCAL)
        return 0

    return handle
