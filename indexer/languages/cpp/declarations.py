"""C++'s declarations: classes, templates, namespaces, methods outside of their class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, KIND_OF, PARAM, READ, TYPE
from indexer.extract.definitions import CALLABLE, Definition
from indexer.extract.scopes import AMBIGUOUS, PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op, Space
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.c import roles as c
from indexer.languages.c.scopes import is_made_by_macro, settle
from indexer.languages.cpp import constness

if TYPE_CHECKING:
    from tree_sitter import Node


def _parameter(visitor: Visitor, node: Node, context: int) -> int:
    default = node.child_by_field_name("default_value")
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    if declarator is not None:
        visitor.receive(declarator, PARAM, visitor.term(Op.INSTANCE, declared) if declared else 0, declared=True)
        constness.note(visitor, node)
    if default is not None:
        visitor.receive(default, READ, 0)
    return declared


def _function_declarator(visitor: Visitor, node: Node, context: int) -> int:
    """Inside a function `T x(a, b);` makes a variable: nobody declares functions there."""
    if context != BIND or not _is_variable(visitor, node):
        return c.function_declarator(visitor, node, context)
    declarator, given = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
    if declarator is not None:
        visitor.visit(declarator, context)
    before, visitor.incoming = visitor.incoming, 0
    for child in given.named_children if given is not None else ():
        value, item = child.child_by_field_name("type"), child.child_by_field_name("declarator")
        if _is_size(child) and item is not None:
            value, item = _measured(item) or value, None
        if value is not None and value.type == "type_identifier":
            visitor.use(value.start_byte, value.end_byte, KIND_OF[READ], visitor.scope)
        elif value is not None:
            visitor.visit(value, READ)
        if item is not None:
            visitor.visit(item.child_by_field_name("size") or item, READ)
    visitor.incoming = before
    return 0


def _is_variable(visitor: Visitor, node: Node) -> bool:
    """Whether what seem to be parameters are names alone, in the body of a function."""
    given = node.child_by_field_name("parameters")
    if visitor.owner < 0 or visitor.found.definitions[visitor.owner].kind not in CALLABLE or given is None:
        return False
    listed = [child for child in given.named_children if not child.is_extra]
    return bool(listed) and all(
        child.type == "parameter_declaration" and child.children[0].type in _VALUES and _is_plain(child)
        for child in listed
    )


def _is_plain(parameter: Node) -> bool:
    """A name alone, or an item of it: `T x(list[i]);`."""
    if parameter.child_count == 1 or _is_size(parameter):
        return True
    behind = parameter.child_by_field_name("declarator")
    if parameter.child_count != 2 or behind is None or behind.type != "abstract_array_declarator":
        return False
    return behind.child_by_field_name("size") is not None


def _is_size(parameter: Node) -> bool:
    """`T x(buffer, sizeof(buffer));`"""
    kind = parameter.child_by_field_name("type")
    return kind is not None and kind.text == b"sizeof" and parameter.child_count == 2


def _measured(item: Node) -> Node | None:
    """The name in parentheses that seems to be the type of a parameter."""
    while item.named_child_count == 1 and item.type != "type_identifier":
        item = item.named_children[0]
    return item if item.type == "type_identifier" else None


def _alias(visitor: Visitor, node: Node, context: int) -> int:
    """`using name = type;`."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    if name is not None:
        visitor.receive(name, TYPE, declared, declared=True)
    return 0


def _class(visitor: Visitor, node: Node, context: int) -> int:
    """A class opens a scope for its members; a plain enum leaves its enumerators where it stands."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    index = visitor.found.by_node.get(node.id)
    term = 0
    if index is not None:
        _settle_class(visitor, index, name)
        term = visitor.term(Op.SYMBOL, index)
        specialised = name.child_by_field_name("arguments") if name is not None else None
        if specialised is not None:
            visitor.visit(specialised, TYPE)
    elif name is not None:
        term = visitor.visit(name, TYPE)
    for child in node.named_children:
        if child.type == "base_class_clause":
            visitor.bases(child, TYPE)
        elif child.type == "template_argument_list":
            visitor.visit(child, TYPE)
    if body is None:
        return term
    scoped = node.type != "enum_specifier" or any(child.type in ("class", "struct") for child in node.children)
    made = c.members(visitor, node, body, scoped)
    return term or made


def _settle_class(visitor: Visitor, index: int, name: Node | None) -> None:
    """A specialisation is not what the template's name means."""
    if name is None or name.type != "template_type":
        settle(visitor, index)
    elif visitor.scope.names.get(visitor.found.definitions[index].name) == index:
        del visitor.scope.names[visitor.found.definitions[index].name]


def _function(visitor: Visitor, node: Node, context: int) -> int:
    """Outside its class a method sees the class's members before what the file has."""
    index = visitor.found.by_node.get(node.id)
    if index is not None and is_made_by_macro(visitor.found.definitions[index]):
        return _made(visitor, node, visitor.found.definitions[index])
    if index is None or not visitor.found.definitions[index].container:
        return c.function(visitor, node, context)
    before = visitor.enter("class", node)
    visitor.scope.closed = False
    c.function(visitor, node, context, before)
    visitor.scope = before
    return 0


def _made(visitor: Visitor, node: Node, definition: Definition) -> int:
    """A function that a macro makes: its name refers to the macro."""
    c.function(visitor, node, READ)
    visitor.scope.names.pop(definition.name, None)
    use_macro(visitor, definition.name_start, definition.name_start + len(definition.name))
    return 0


def use_macro(visitor: Visitor, start: int, end: int) -> None:
    """A name that no scope binds, whatever is defined where it stands."""
    term = visitor.term(Op.FREE, visitor.text(visitor.data[start:end]), -1, Space.CALL)
    visitor.uses.append((start, end, KIND_OF[CALL], None, visitor.owner, 0, 0, term))


def _namespace(visitor: Visitor, node: Node, context: int) -> int:
    """Names of a namespace hold inside it; those of an inline or nameless one outside as well."""
    body = node.child_by_field_name("body")
    if body is None:
        return 0
    before = visitor.enter("block", node)
    inner = visitor.scope
    visitor.children(body, READ)
    visitor.scope = before
    name = node.child_by_field_name("name")
    if name is None or any(child.type == "inline" for child in node.children):
        _share(visitor, inner.names)
    elif name.child_count == 0:
        # A namespace is no symbol, yet its name hides an outer one.
        visitor.scope.bind(visitor.data[name.start_byte : name.end_byte], AMBIGUOUS)
    return 0


def _template(visitor: Visitor, node: Node, context: int) -> int:
    """Template parameters hold in what is declared; its name belongs outside."""
    before = visitor.enter("block", node)
    inner = visitor.scope
    for child in node.named_children:
        visitor.visit(child, READ)
        if child.type == "template_parameter_list":
            _type_parameters(visitor, child)
            # A value parameter may stand among types: `Cart<T, N>`.
            inner.names.update((name, TYPE_PARAMETER) for name, what in inner.names.items() if what == PARAMETER)
    visitor.scope = before
    _share(visitor, inner.names)
    return 0


def _type_parameters(visitor: Visitor, node: Node) -> None:
    for place, child in enumerate(child for child in node.named_children if not child.is_extra):
        name = child.named_children[0] if child.named_child_count else None
        if name is not None and name.type == "type_identifier":
            text = visitor.text(visitor.data[name.start_byte : name.end_byte])
            term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, text)
            visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)


def _share(visitor: Visitor, names: dict[bytes, int]) -> None:
    for name, binding in names.items():
        if binding >= 0:
            visitor.declare(name, binding)
            settle(visitor, binding)


_VALUES = ("type_identifier", "qualified_identifier")
ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "cpp_parameter": lambda spec: _parameter,
    "cpp_function_declarator": lambda spec: _function_declarator,
    "cpp_alias": lambda spec: _alias,
    "cpp_class": lambda spec: _class,
    "cpp_function": lambda spec: _function,
    "cpp_namespace": lambda spec: _namespace,
    "cpp_template": lambda spec: _template,
}
