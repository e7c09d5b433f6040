"""C#: roles of definitions, their headers and parameters, and of the variables that statements declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import READ, TYPE
from indexer.extract.scopes import PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.names import (
    bind_type_parameters,
    bound,
    child_of,
    confuse,
    forget,
    initialiser,
    respell,
)
from indexer.languages.csharp.walk import plain

if TYPE_CHECKING:
    from tree_sitter import Node

HEADER_PARTS = ("base_list", "type_parameter_constraints_clause", "parameter_list", "attribute_list")


@plain("type_declaration")
def type_declaration(visitor: Visitor, node: Node, context: int) -> int:
    """The header sees type parameters and the primary constructor's parameters, the body also the members."""
    respell(visitor, node)
    before = visitor.enter("header", node)
    parts = {child.type: child for child in node.named_children}
    listed, body = parts.get("parameter_list"), node.child_by_field_name("body")
    positional = node.type == "record_declaration"
    names = bind_type_parameters(visitor, part) if (part := parts.get("type_parameter_list")) is not None else []
    if listed is not None and positional:
        _bind_names(visitor, listed)
    elif listed is not None:
        parameters(visitor, listed, visitor.owner)
    for child in node.named_children:
        if child.type == "base_list":
            visitor.bases(child, TYPE)
        elif child.type == "type_parameter_constraints_clause":
            bound(visitor, child, names)
        elif child.type == "attribute_list":
            visitor.visit(child, READ)
    visitor.enter("class", node)
    visitor.scope.closed = _closed(visitor, node)
    if positional and listed is not None:
        _positional(visitor, listed)
    if body is not None:
        visitor.children(body, READ)
    visitor.scope = before
    return 0


def _bind_names(visitor: Visitor, listed: Node) -> None:
    """The parameters of a record are properties as well, and are visited as such among its members."""
    for child in listed.named_children:
        if (name := child.child_by_field_name("name")) is not None:
            visitor.scope.bind(visitor.data[name.start_byte : name.end_byte], PARAMETER)


def _positional(visitor: Visitor, listed: Node) -> None:
    record, place = visitor.owner, 0
    for child in listed.named_children:
        index = visitor.found.by_node.get(child.id)
        if index is None:
            visitor.visit(child, READ)
            continue
        declared = child.child_by_field_name("type")
        visitor.definition(child)
        visitor.owner = index
        term = _parameter_type(visitor, child, declared)
        visitor.flow(Flow.PARAMETER_TYPE, record, place, term)
        visitor.flow(Flow.TYPE, index, 0, visitor.term(Op.INSTANCE, term) if term else 0)
        visitor.owner = record
        confuse(visitor, index, declared)
        place += 1


def _closed(visitor: Visitor, node: Node) -> bool:
    """No member comes from elsewhere: not partial, no base but interfaces (a class does not inherit from those)."""
    if any(c.type == "modifier" and visitor.data[c.start_byte : c.end_byte] == b"partial" for c in node.named_children):
        return False
    if node.type in ("struct_declaration", "enum_declaration"):
        return True
    bases = child_of(node, "base_list")
    if bases is None or node.type == "interface_declaration":
        return bases is None
    return all(_looks_like_interface(visitor.data[c.start_byte : c.end_byte]) for c in bases.named_children)


def _looks_like_interface(text: bytes) -> bool:
    last = text.partition(b"<")[0].rpartition(b".")[2]
    return last[:1] == b"I" and last[1:2].isupper()


def parameters(visitor: Visitor, listed: Node, owner: int) -> None:
    """The parameters of a function: each name holds what its type says."""
    place, spread = 0, 0
    for index, child in enumerate(listed.named_children):
        if child.type == "parameter":
            declared, name = child.child_by_field_name("type"), child.child_by_field_name("name")
            term = _parameter_type(visitor, child, declared)
        else:
            field = listed.field_name_for_named_child(index)
            if field != "name":  # the grammar flattens `params T[] rest` into the list
                term = visitor.visit(child, TYPE if field == "type" else READ)
                spread = term if field == "type" else spread
                continue
            term, name = spread, child
        visitor.flow(Flow.PARAMETER_TYPE, owner, place, term)
        if name is not None:
            bind_parameter(visitor, name, visitor.term(Op.INSTANCE, term) if term else 0)
        place += 1


def bind_parameter(visitor: Visitor, name: Node, held: int) -> None:
    before, visitor.incoming = visitor.incoming, held
    visitor.bind(visitor.data[name.start_byte : name.end_byte], PARAMETER)
    visitor.incoming = before


def _parameter_type(visitor: Visitor, node: Node, declared: Node | None) -> int:
    """Visits all of a parameter but its name."""
    term, named = 0, False
    for child in node.named_children:
        if declared is not None and child.id == declared.id:
            term = visitor.visit(child, TYPE)
        elif child.type == "identifier" and not named:
            named = True
        elif child.type != "modifier":
            visitor.visit(child, READ)
    return term


@plain("function")
def function(visitor: Visitor, node: Node, context: int) -> int:
    """Methods, constructors, operators, delegates, functions inside functions."""
    _prepare(visitor, node)
    before = visitor.enter("function", node)
    returns = node.child_by_field_name("returns") or node.child_by_field_name("type")
    listed = child_of(node, "type_parameter_list")
    names = bind_type_parameters(visitor, listed) if listed is not None else []
    for child in node.named_children:
        kind = child.type
        if returns is not None and child.id == returns.id:
            visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, visitor.visit(child, TYPE))
        elif kind == "parameter_list":
            parameters(visitor, child, visitor.owner)
        elif kind == "type_parameter_constraints_clause":
            bound(visitor, child, names)
        elif kind == "explicit_interface_specifier":
            visitor.flow(Flow.IMPLEMENTS, visitor.owner, 0, visitor.children(child, TYPE))
        elif kind not in ("modifier", "type_parameter_list") and child.start_byte not in visitor.by_name:
            visitor.visit(child, READ)
    visitor.scope = before
    return 0


def _prepare(visitor: Visitor, node: Node) -> None:
    """What the definition's name cannot mean: a constructor's is the type's, an explicit implementation's nobody's."""
    index = visitor.found.by_node.get(node.id)
    if index is None:
        return
    if node.type in ("constructor_declaration", "destructor_declaration"):
        visitor.scope.names.pop(visitor.found.definitions[index].name, None)
    elif node.type == "delegate_declaration":
        respell(visitor, node)
    elif child_of(node, "explicit_interface_specifier") is not None:
        forget(visitor, index)


@plain("property")
def property_(visitor: Visitor, node: Node, context: int) -> int:
    """Properties, indexers, events with accessors."""
    _prepare(visitor, node)
    declared, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    indexer = node.type == "indexer_declaration"
    if not indexer and (index := visitor.found.by_node.get(node.id)) is not None:
        confuse(visitor, index, declared)
    before = visitor.enter("function", node) if indexer else visitor.scope
    held = 0
    for child in node.named_children:
        kind = child.type
        if declared is not None and child.id == declared.id:
            held = _held(visitor, visitor.visit(child, TYPE), indexer)
        elif kind == "explicit_interface_specifier":
            visitor.flow(Flow.IMPLEMENTS, visitor.owner, 0, visitor.children(child, TYPE))
        elif kind == "bracketed_parameter_list":
            parameters(visitor, child, visitor.owner)
        elif kind != "modifier" and child.start_byte not in visitor.by_name:
            visitor.incoming = held
            if value is not None and child.id == value.id and kind != "arrow_expression_clause":
                initialiser(visitor, child, READ)
            else:
                visitor.visit(child, READ)
            visitor.incoming = 0
    visitor.scope = before
    return 0


def _held(visitor: Visitor, term: int, indexer: bool) -> int:
    """What a property holds, from its declared type."""
    held = visitor.term(Op.INSTANCE, term) if term else 0
    if indexer:
        visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, term)
    else:
        visitor.flow(Flow.TYPE, visitor.owner, 0, held)
    return held


@plain("accessor")
def accessor(visitor: Visitor, node: Node, context: int) -> int:
    """`set`, `init`, `add` and `remove` have a parameter that nobody writes down."""
    before = visitor.enter("function", node)
    name = node.child_by_field_name("name")
    if name is not None and name.type != "get":
        visitor.bind(b"value", PARAMETER)
    held, visitor.incoming = visitor.incoming, 0
    visitor.children(node, READ)
    visitor.incoming, visitor.scope = held, before
    return 0
