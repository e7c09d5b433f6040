"""Elixir's names: locals by matching, functions by name and number of arguments within their module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, KIND_OF, TYPE
from indexer.extract.scopes import LOCAL, Scope
from indexer.extract.visitor import Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

LOCALS = b" "  # ends the name of a local: a function of the same name is another thing
WORDS = frozenset(b"__MODULE__ __ENV__ __CALLER__ __DIR__ __STACKTRACE__ _ ...".split())


class ModuleScope(Scope):
    """The names of a module: functions by number of arguments, attributes and types each on their own."""

    __slots__ = ("arities", "attributes", "types")

    def __init__(self, parent: Scope) -> None:
        super().__init__("class", parent)
        self.arities: dict[int, Scope] = {}
        self.attributes = Scope("class", None)
        self.types = Scope("class", None)

    def functions(self, arity: int) -> Scope:
        return self.arities.setdefault(arity, Scope("class", None))


def word_of(node: Node, data: bytes) -> str:
    """The word that says what a call or an attribute is: `def`, `alias`, `doc` …"""
    call = node.child_by_field_name("operand") if node.type == "unary_operator" else node
    target = call.child_by_field_name("target") if call is not None and call.type == "call" else None
    if target is None or target.type != "identifier":
        return ""
    return data[target.start_byte : target.end_byte].decode("utf-8", "replace")


def arguments_of(call: Node) -> Node | None:
    return next((child for child in call.named_children if child.type == "arguments"), None)


def header(node: Node) -> Node | None:
    """The head of a function definition or a callback, without guard and type."""
    call = node.child_by_field_name("operand") if node.type == "unary_operator" else node
    arguments = arguments_of(call) if call is not None else None
    head = arguments.named_children[0] if arguments is not None and arguments.named_child_count else None
    while head is not None and head.type == "binary_operator":
        head = head.child_by_field_name("left")
    return head


def operator_of(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def is_local(visitor: Visitor, name: bytes) -> bool:
    scope: Scope | None = visitor.scope
    while scope is not None:
        if name + LOCALS in scope.names:
            return True
        scope = None if scope.kind == "class" else scope.parent
    return False


def use(visitor: Visitor, node: Node, context: int, scope: Scope | None) -> None:
    visitor.use(node.start_byte, node.end_byte, KIND_OF[context], scope)


def module_around(visitor: Visitor) -> ModuleScope | None:
    scope: Scope | None = visitor.scope
    while scope is not None and not isinstance(scope, ModuleScope):
        scope = scope.parent
    return scope


def functions_of(visitor: Visitor, arity: int) -> Scope | None:
    module = module_around(visitor)
    return module.functions(arity) if module is not None else None


def visit_word(visitor: Visitor, node: Node, context: int, arity: int) -> None:
    name = text_of(visitor, node)
    if name in WORDS or node.start_byte in visitor.found.by_name:
        return
    if context > TYPE:
        visitor.scope.bind(name + LOCALS, LOCAL)
    elif not is_local(visitor, name):
        if context == TYPE:
            module = module_around(visitor)
            use(visitor, node, TYPE, module.types if module is not None else None)
        else:
            use(visitor, node, CALL, functions_of(visitor, arity))
