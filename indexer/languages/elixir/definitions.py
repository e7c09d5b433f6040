"""What Elixir writes as calls and attributes but defines: modules, functions, types; and what it imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, KIND_OF, READ, TYPE
from indexer.extract.scopes import CALLED, LOCAL
from indexer.extract.visitor import Visitor
from indexer.languages.elixir.names import (
    LOCALS,
    ModuleScope,
    arguments_of,
    functions_of,
    header,
    module_around,
    operator_of,
    text_of,
    use,
    word_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

TYPES = frozenset({"type", "typep", "opaque", "spec", "callback", "macrocallback"})
TEXTS = frozenset({"moduledoc", "doc", "typedoc", "shortdoc"})


def visit_module(visitor: Visitor, node: Node) -> None:
    before = visitor.scope
    arguments = arguments_of(node)
    implements = word_of(node, visitor.data) == "defimpl"
    for child in arguments.named_children if arguments is not None else ():
        if child.type == "alias" and implements:
            last = child.end_byte - len(text_of(visitor, child).rpartition(b".")[2])
            visitor.member(last, child.end_byte, KIND_OF[TYPE], 0, 0, 0)
        elif child.type != "alias":
            visitor.visit(child, TYPE)
    visitor.scope = ModuleScope(before)
    for child in node.named_children:
        if child.type == "do_block":
            visitor.children(child, READ)
    visitor.scope = before


def visit_function(visitor: Visitor, node: Node) -> None:
    head, arguments = header(node), arguments_of(node)
    parts = [child for child in arguments.named_children if not child.is_extra] if arguments is not None else []
    _declare(visitor, node, head)
    before = visitor.enter("function", node)
    for part in parts[:1]:
        _head(visitor, part)
    for child in (*parts[1:], *node.named_children):
        if child.type not in ("arguments", "identifier") or child in parts:
            visitor.visit(child, READ)
    visitor.scope = before


def _declare(visitor: Visitor, node: Node, head: Node | None) -> None:
    """Known by each number of arguments that defaults allow."""
    index = visitor.found.by_node.get(node.id)
    if index is None or head is None:
        return
    arguments = arguments_of(head) if head.type == "call" else None
    given = [child for child in arguments.named_children if not child.is_extra] if arguments is not None else []
    optional = sum(child.type == "binary_operator" and operator_of(child) == "\\\\" for child in given)
    for arity in range(len(given) - optional, len(given) + 1):
        functions = functions_of(visitor, arity)
        if functions is not None:
            functions.bind(visitor.found.definitions[index].name + CALLED, index)


def _head(visitor: Visitor, node: Node) -> None:
    """`name(patterns) when guard`; operators are defined between their operands."""
    if node.type == "binary_operator" and operator_of(node) == "when":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            _head(visitor, left)
        if right is not None:
            visitor.visit(right, READ)
    elif node.type == "call" and (arguments := arguments_of(node)) is not None:
        for child in arguments.named_children:
            visitor.visit(child, BIND)
    elif node.type == "binary_operator":
        visitor.children(node, BIND)


def visit_options(visitor: Visitor, node: Node) -> None:
    """What an import names is told apart from it; its options are code."""
    arguments = arguments_of(node)
    for child in arguments.named_children[1:] if arguments is not None else ():
        for pair in child.named_children:
            value = pair.child_by_field_name("value")
            if value is not None and value.type not in ("alias", "list"):
                visitor.visit(value, READ)


def declare_attribute(visitor: Visitor, node: Node) -> None:
    index, module = visitor.found.by_node.get(node.id), module_around(visitor)
    if index is None or module is None:
        return
    definition = visitor.found.definitions[index]
    home = module.types if definition.kind == "type_alias" else module.attributes
    home.bind(definition.name, index)


def visit_attribute(visitor: Visitor, node: Node) -> None:
    if node.type == "identifier":
        module = module_around(visitor)
        use(visitor, node, READ, module.attributes if module is not None else None)
        return
    word, arguments = word_of(node, visitor.data), arguments_of(node)
    if word in TEXTS or arguments is None:
        return
    if word in TYPES:
        before = visitor.enter("block", node)
        for child in arguments.named_children:
            _type_declaration(visitor, child)
        visitor.scope = before
    else:
        visitor.children(arguments, TYPE if word in ("behaviour", "derive") else READ)


def _type_declaration(visitor: Visitor, node: Node) -> None:
    """`name(types) :: type when variables`: the name is defined, not used."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.type == "binary_operator" and operator_of(node) == "when" and left is not None and right is not None:
        for pair in right.named_children:
            if (key := pair.child_by_field_name("key")) is not None:
                visitor.scope.bind(text_of(visitor, key).strip(b": \n") + LOCALS, LOCAL)
        _type_declaration(visitor, left)
        visitor.visit(right, TYPE)
    elif node.type == "binary_operator" and left is not None and right is not None:
        if left.type == "call" and (arguments := arguments_of(left)) is not None:
            defines = left.child_by_field_name("target")
            is_type = defines is not None and _is_type(visitor, defines)
            visitor.children(arguments, BIND if is_type else TYPE)
        visitor.visit(right, TYPE)


def _is_type(visitor: Visitor, name: Node) -> bool:
    index = visitor.found.by_name.get(name.start_byte)
    return index is not None and visitor.found.definitions[index].kind == "type_alias"
