"""Parameters of Python's functions: each bound to its place, the first of a method to the instance or the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, PARAM, READ, TYPE
from indexer.extract.scopes import Scope
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.python import fixtures, kinds
from indexer.languages.python.narrowing import text_of
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition

Spec = dict[str, Any]
IMPLICIT_CLASS = (b"__new__", b"__init_subclass__", b"__class_getitem__")


def parameters(spec: Spec) -> Handler:
    """Those of a nameless function."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        listed(visitor, node, visitor.scope.parent or visitor.scope)
        return 0

    return handle


def listed(visitor: Visitor, node: Node, outside: Scope) -> None:
    """Each parameter is bound to its place; the first of a method is the instance or the class."""
    serial, owner = visitor.lambda_, visitor.owner
    place = 0
    for child in node.named_children:
        if child.kind_id in kinds.SEPARATORS:
            visitor.visit(child, READ)
            continue
        visitor.incoming = _parameter_term(visitor, serial, owner, place, child)
        visitor.declared = False
        _parameter(visitor, child, owner if not serial else -1, place, outside)
        visitor.incoming = 0
        place += 1


def annotation(visitor: Visitor, node: Node, outside: Scope) -> int:
    """A type that a function declares: it sees the types of the class around, which the function's body does not."""
    inner = visitor.scope
    if outside.kind == "class" and (types := _types(visitor, outside)):
        around = Scope("class", inner.parent)
        around.names = types
        visitor.scope = Scope(inner.kind, around)
        visitor.scope.names = inner.names  # type parameters
    term = visitor.visit(node, TYPE)
    visitor.scope = inner
    return term


def _types(visitor: Visitor, scope: Scope) -> dict[bytes, int]:
    """Types among a class's names: a field may be called as the type that it has."""
    definitions = visitor.found.definitions
    return {name: at for name, at in scope.names.items() if at >= 0 and definitions[at].kind in TYPE_KINDS}


def _parameter_term(visitor: Visitor, serial: int, owner: int, place: int, node: Node) -> int:
    if serial:
        return visitor.term(Op.LAMBDA_PARAMETER, serial, place)
    if place == 0 and (term := _receiver(visitor, owner) or _wrapped_receiver(visitor, owner, node)):
        return term
    return visitor.term(Op.PARAMETER, owner, place)


def _receiver(visitor: Visitor, owner: int) -> int:
    """`self` or `cls`, where the function is a method that has one."""
    definition = visitor.found.definitions[owner]
    if definition.kind not in ("method", "constructor") or definition.parent < 0:
        return 0
    above = _above(visitor, definition)
    if b"@staticmethod" in above:
        return 0
    is_class = b"@classmethod" in above or definition.name in IMPLICIT_CLASS
    return visitor.term(Op.CLS if is_class else Op.SELF, definition.parent)


def _wrapped_receiver(visitor: Visitor, owner: int, node: Node) -> int:
    """`self` of what a static method makes to take a method's place: there is no other object it could be."""
    definitions = visitor.found.definitions
    outer = definitions[definitions[owner].parent] if definitions[owner].parent >= 0 else None
    if outer is None or outer.kind != "method" or outer.parent < 0 or definitions[owner].kind != "function":
        return 0
    is_self = node.kind_id == kinds.IDENTIFIER and text_of(visitor, node) == b"self"
    is_static = b"@staticmethod" in _above(visitor, outer)
    return visitor.term(Op.SELF, outer.parent) if is_self and is_static else 0


def _above(visitor: Visitor, definition: Definition) -> bytes:
    """The decorators."""
    return visitor.data[definition.start : definition.node.start_byte]


def _parameter(visitor: Visitor, node: Node, owner: int, place: int, outside: Scope) -> None:
    """`name: type = default`, where the default is computed outside; `*args` and `**kwargs` collect what is left."""
    kind = node.kind_id
    if kind == kinds.IDENTIFIER:
        if owner >= 0 and visitor.incoming == visitor.term(Op.PARAMETER, owner, place):
            visitor.incoming = fixtures.asked(visitor, node, owner, visitor.incoming)
        visitor.name(node, PARAM)
        return
    if kind in kinds.SPLATS:
        visitor.incoming = _collection(visitor, kind, visitor.incoming)
        visitor.children(node, PARAM)
        return
    if not node.named_children:  # lost in a syntax error
        return
    name, *rest = node.named_children
    incoming = visitor.incoming
    for child in rest:
        visitor.incoming = 0
        if child.kind_id == kinds.TYPE_NODE:
            term = annotation(visitor, child, outside)
            incoming = _collected(visitor, name, term, incoming)
            if term and incoming == visitor.term(Op.PARAMETER, owner, place):
                visitor.flow(Flow.PARAMETER_TYPE, owner, place, term)
                if len(rest) == 1 and name.kind_id == kinds.IDENTIFIER:
                    fixtures.asked(visitor, name, owner, incoming)
            elif term and place == 0 and name.kind_id == kinds.IDENTIFIER:
                visitor.flow(Flow.IMPLEMENTS, owner, place, term)
        else:
            inner, visitor.scope = visitor.scope, outside
            visitor.flow(Flow.PARAMETER_VALUE, owner, place, visitor.visit(child, READ))
            visitor.scope = inner
    visitor.incoming = incoming
    visitor.visit(name, PARAM)


def _collected(visitor: Visitor, name: Node, declared: int, incoming: int) -> int:
    """`*args: T` is a tuple of T, `**kwargs: T` a dictionary from names to T."""
    if not declared or name.kind_id not in kinds.SPLATS:
        return incoming
    return _collection(visitor, name.kind_id, visitor.term(Op.INSTANCE, declared))


def _collection(visitor: Visitor, kind: int, item: int) -> int:
    """What collects the arguments that are left: each of them is an item."""
    if kind == kinds.LIST_SPLAT:
        return visitor.term(Op.SEQUENCE, visitor.text(b"tuple"), item)
    return visitor.term(Op.MAPPING, visitor.text(b"dict"), visitor.literal(b"str"), item)


def splat(spec: Spec) -> Handler:
    """The parameter's own name inside `*args: T`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if context >= ASSIGN:
            return visitor.children(node, context)
        term = visitor.children(node, READ)
        return visitor.term(Op.SPREAD, term) if term else 0

    return handle
