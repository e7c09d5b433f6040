"""Ruby's names: locals by assignment, methods by `self`, constants by nesting. Each looks elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import CALLED, LOCAL, Scope
from indexer.extract.visitor import ASSIGN, CALL, KIND_OF, NEW, READ, TYPE, WRITE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
LOCALS = b" "  # ends the name of a local: a method of the same name is another thing
MIXERS = frozenset({b"include", b"extend", b"prepend"})


class RubyScope(Scope):
    """A scope that also knows where methods called without receiver are, and those that `def` adds to."""

    __slots__ = ("instance", "me", "singleton")

    def __init__(self, kind: str, parent: Scope, me: Scope) -> None:
        super().__init__(kind, parent)
        self.me = me
        self.instance: Scope | None = None
        self.singleton: Scope | None = None


def _methods(visitor: Visitor, closed: bool) -> Scope:
    return Scope("class", visitor.file_scope, closed)


def _me(visitor: Visitor) -> Scope:
    scope = visitor.scope
    return scope.me if isinstance(scope, RubyScope) else visitor.file_scope


def _is_local(visitor: Visitor, name: bytes) -> bool:
    """Blocks see the locals around them; methods and types do not."""
    scope: Scope | None = visitor.scope
    while scope is not None:
        if name + LOCALS in scope.names:
            return True
        if scope.kind in ("function", "class"):
            return False
        scope = scope.parent
    return False


def _text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def _use(visitor: Visitor, node: Node, context: int, scope: Scope | None) -> None:
    visitor.use(node.start_byte, node.end_byte, KIND_OF[context], scope)


def _ruby_name(spec: Spec) -> Handler:
    """What was assigned before is a local; every other bare word is a call."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if node.start_byte in visitor.found.by_name:
            return
        name = _text(visitor, node)
        if context >= ASSIGN:
            if not _is_local(visitor, name):
                visitor.scope.bind(name + LOCALS, LOCAL)
        elif not _is_local(visitor, name):
            _use(visitor, node, CALL, _me(visitor))

    return handle


def _constant(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        visitor.name(node, READ if context > ASSIGN or context == CALL else context)

    return handle


def _state(spec: Spec) -> Handler:
    """Instance variables belong to `self`, class variables to the type around."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        home = _type_around(visitor) if node.type == "class_variable" else _me(visitor)
        index = visitor.found.by_name.get(node.start_byte)
        if index is not None:
            home.bind(_text(visitor, node), index)
        else:
            _use(visitor, node, WRITE if context >= ASSIGN else READ, home)

    return handle


def _type_around(visitor: Visitor) -> Scope:
    scope = visitor.scope
    while scope.kind != "class" and scope.parent is not None:
        scope = scope.parent
    return scope


def _symbol(spec: Spec) -> Handler:
    """`attr_reader :x`: x is a method of the instances."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_node.get(node.id)
        scope = visitor.scope
        if index is not None and isinstance(scope, RubyScope) and scope.kind == "class" and scope.instance is not None:
            scope.instance.bind(_text(visitor, node)[1:] + CALLED, index)

    return handle


def _global(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_name.get(node.start_byte)
        if index is not None:
            visitor.file_scope.bind(_text(visitor, node), index)
        elif _text(visitor, node)[1:2].isalpha():
            _use(visitor, node, WRITE if context >= ASSIGN else READ, visitor.file_scope)

    return handle


def _ruby_call(spec: Spec) -> Handler:
    """`a.b(…)`, `b(…)`; `A.new` instantiates A, `include A` uses it as a type."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        name = _text(visitor, method) if method is not None else b""
        if receiver is not None:
            visitor.visit(receiver, NEW if name == b"new" else READ)
        if method is not None and receiver is not None:
            visitor.member_name(method, receiver, WRITE if context == ASSIGN else CALL)
        elif method is not None and method.type in ("identifier", "constant"):
            _use(visitor, method, CALL, _me(visitor))
        for child in node.named_children:
            if child not in (receiver, method):
                visitor.visit(child, TYPE if receiver is None and name in MIXERS else READ)

    return handle


def _alias(spec: Spec) -> Handler:
    """`alias new old`: old is a method of the instances, whatever `self` is here."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        old = node.child_by_field_name("alias")
        if old is not None:
            visitor.member_span(old, 0, 0, CALL)

    return handle


def _path(spec: Spec) -> Handler:
    """`A::B`: B is a member of A."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        if scope is not None:
            visitor.visit(scope, TYPE if context in (TYPE, NEW) else READ)
        if name is not None:
            visitor.member_name(name, scope, READ if context > ASSIGN or context == CALL else context)

    return handle


def _ruby_type(spec: Spec) -> Handler:
    """Methods of a type are seen through `self` alone, its constants by nesting."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.scope
        name = node.child_by_field_name("name") or node.child_by_field_name("value")
        above, body = node.child_by_field_name("superclass"), node.child_by_field_name("body")
        if name is not None and name.type == "scope_resolution" and name.named_child_count > 1:
            visitor.visit(name.named_children[0], READ)
        if above is not None:
            visitor.visit(above, TYPE)
        singleton = _methods(visitor, closed=False)
        scope = RubyScope("class", before, singleton)
        scope.instance, scope.singleton = _methods(visitor, closed=False), singleton
        if node.type == "singleton_class":
            scope.instance = before.singleton if isinstance(before, RubyScope) else None
        visitor.scope = scope
        for child in node.named_children:
            if child == body or child.is_extra:
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _ruby_method(spec: Spec) -> Handler:
    """A method sees no locals from outside; inside it `self` is an instance, or the type itself."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.scope
        home = before if isinstance(before, RubyScope) else None
        methods = visitor.file_scope if home is None else _methods(visitor, closed=False)
        if home is not None and home.kind == "class":
            own = home.singleton if node.type == "singleton_method" else home.instance
            methods = own if own is not None else methods
        visitor.scope = RubyScope("function", before, methods)
        definition = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
        if definition is not None and definition.node == node:
            methods.bind(definition.name + CALLED, visitor.owner)
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) not in ("name", "object"):
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _block(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.scope
        visitor.scope = RubyScope("block", before, _me(visitor))
        visitor.children(node, READ)
        visitor.scope = before

    return handle


def _right_first(spec: Spec) -> Handler:
    """The value is read before the name it is assigned to exists."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and left.type != "constant":
            _bind_early(visitor, left)
        if right is not None:
            visitor.visit(right, READ)
        if left is not None:
            visitor.visit(left, ASSIGN)

    return handle


def _bind_early(visitor: Visitor, left: Node) -> None:
    """`x = x` reads nil: Ruby's parser knows the local as soon as it sees the left side."""
    if left.type == "identifier" and left.start_byte not in visitor.found.by_name:
        visitor.visit(left, ASSIGN)


def _keyword_pattern(spec: Spec) -> Handler:
    """`in {name:}` binds name."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if value is not None:
            visitor.visit(value, context)
        elif key is not None:
            visitor.scope.bind(_text(visitor, key).rstrip(b":") + LOCALS, LOCAL)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "ruby_name": _ruby_name,
    "constant": _constant,
    "state": _state,
    "symbol": _symbol,
    "global": _global,
    "ruby_call": _ruby_call,
    "alias": _alias,
    "path": _path,
    "ruby_type": _ruby_type,
    "ruby_method": _ruby_method,
    "block": _block,
    "right_first": _right_first,
    "keyword_pattern": _keyword_pattern,
}
