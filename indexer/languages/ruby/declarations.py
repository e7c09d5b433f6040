"""Ruby's roles of what is declared: types, methods, blocks, other names of methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, READ, TYPE
from indexer.extract.scopes import CALLED
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.ruby.scoping import RubyScope, Spec, me, methods_scope

if TYPE_CHECKING:
    from tree_sitter import Node


def ruby_type(spec: Spec) -> Handler:
    """Methods of a type are seen through `self` alone, its constants by nesting."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.scope
        name = node.child_by_field_name("name") or node.child_by_field_name("value")
        above, body = node.child_by_field_name("superclass"), node.child_by_field_name("body")
        if name is not None and name.type == "scope_resolution" and name.named_child_count > 1:
            visitor.visit(name.named_children[0], READ)
        if above is not None:
            _superclass(visitor, above)
        visitor.scope = _scope(visitor, node)
        for child in node.named_children:
            if child == body or child.is_extra:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _scope(visitor: Visitor, node: Node) -> RubyScope:
    before = visitor.scope
    singleton = methods_scope(visitor)
    if node.type != "singleton_class":
        scope = RubyScope("class", before, singleton, visitor.owner, static=True)
        scope.instance, scope.singleton = methods_scope(visitor), singleton
        return scope
    around = before if isinstance(before, RubyScope) else None
    scope = RubyScope("class", before, singleton, around.type if around is not None else -1, static=True)
    scope.instance, scope.singleton = (around.singleton if around is not None else None), singleton
    return scope


def _superclass(visitor: Visitor, node: Node) -> None:
    """A type's header does not see its constants: it is read as if it stood outside."""
    owner, first = visitor.owner, len(visitor.uses)
    visitor.owner = visitor.found.definitions[owner].parent if owner >= 0 else -1
    visitor.bases(node, TYPE)
    visitor.owner = owner
    visitor.uses[first:] = [(*use[:4], owner, *use[5:]) for use in visitor.uses[first:]]


def ruby_method(spec: Spec) -> Handler:
    """A method sees no locals from outside; inside it `self` is an instance, or the type itself."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.scope
        visitor.scope = _method_scope(visitor, node)
        definition = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
        if definition is not None and definition.node == node:
            visitor.scope.me.bind(definition.name + CALLED, visitor.owner)
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "body":
                visitor.flow(Flow.RETURN, visitor.owner, 0, visitor.visit(child, READ))
            elif field not in ("name", "object"):
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _method_scope(visitor: Visitor, node: Node) -> RubyScope:
    home = visitor.scope if isinstance(visitor.scope, RubyScope) else None
    if home is None:
        return RubyScope("function", visitor.scope, visitor.file_scope, -1, static=False)
    methods, static = methods_scope(visitor), node.type == "singleton_method"
    if home.kind != "class":
        return RubyScope("function", home, methods, _maker(visitor, home.type), static)
    own = home.singleton if static else home.instance
    return RubyScope("function", home, own or methods, home.type, static or _is_singleton(home))


def _maker(visitor: Visitor, around: int) -> int:
    """A method inside a block belongs to what the block makes (`A = Struct.new(…) do`), if anybody can tell."""
    parent = visitor.found.definitions[visitor.owner].parent if visitor.owner >= 0 else -1
    return parent if parent != around else -1


def _is_singleton(home: RubyScope) -> bool:
    """Inside `class << self` what `def` adds are methods of the type itself."""
    around = home.parent
    return isinstance(around, RubyScope) and around.kind == "class" and home.instance is around.singleton


def block(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before, returns = visitor.scope, visitor.returns
        around = before if isinstance(before, RubyScope) else None
        type_, static = (around.type, around.static) if around is not None else (-1, False)
        visitor.scope = RubyScope("block", before, me(visitor), type_, static)
        visitor.children(node, READ)
        visitor.scope, visitor.returns = before, returns
        return 0

    return handle


def alias(spec: Spec) -> Handler:
    """`alias new old`: old is a method of the instances, whatever `self` is here."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        old, scope = node.child_by_field_name("alias"), visitor.scope
        around = scope.type if isinstance(scope, RubyScope) else -1
        if old is not None:
            visitor.member_span(old, 0, 0, CALL, visitor.term(Op.SELF, around) if around >= 0 else 0)
        return 0

    return handle
