"""Java: what neither the table nor the query can say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.extract import roles
from indexer.extract.scopes import PARAMETER
from indexer.extract.text import node_text
from indexer.extract.visitor import CALL, INHERIT, NEW, READ, SKIP, TYPE, Handler, Visitor, spec_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

Spec = dict[str, Any]
NO_TYPES = (b"var", b"this")
CAPITAL_BEFORE_DOT = re.compile(rb"[A-Z][^.]*\.")
CAPITAL = re.compile(rb"[A-Z]")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.kind == "field":
        if "static" in definition.modifiers and "final" in definition.modifiers:
            definition.kind = "constant"
    elif definition.kind == "property" and definition.return_type is None:
        definition.return_type = _spread(definition.node, data)[1]
    elif definition.kind == "method" and definition.parameters is None:
        definition.parameters = []  # an annotation's element
    elif definition.kind == "constructor" and definition.parameters is None:
        _compact(definition, found)
    for _, declared, _ in definition.parameters or ():
        if declared is None:  # only `String... names` keeps its type in no field
            _spread_parameter(definition, data)
            break


def _spread_parameter(definition: Definition, data: bytes) -> None:
    listed = definition.node.child_by_field_name("parameters")
    spread = [c for c in listed.named_children if c.type == "spread_parameter"] if listed is not None else []
    if spread and definition.parameters:
        definition.parameters[-1] = (*_spread(spread[0], data), None)


def _spread(node: Node, data: bytes) -> tuple[str, str]:
    """Name and type of `final String... names`."""
    kinds = [c for c in node.named_children if c.type not in ("modifiers", "variable_declarator") and not c.is_extra]
    names = [c for c in node.named_children if c.type == "variable_declarator"]
    return "".join(node_text(n, data, 80) for n in names), "".join(node_text(k, data, 200) for k in kinds[:1]) + "..."


def _compact(definition: Definition, found: Found) -> None:
    """A compact constructor takes what its record lists."""
    if definition.parent >= 0:
        definition.parameters = list(found.definitions[definition.parent].parameters or [])


def _kind(name: str) -> int:
    return languages.load("java").grammar_object.id_for_node_kind(name, True) or 0


def _import(spec: Spec) -> Handler:
    """The types that an import goes through: `import a.Outer.Inner`, `import static a.Type.name`."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if CAPITAL_BEFORE_DOT.search(visitor.data, node.start_byte, node.end_byte) is None:
            return
        parts = node.named_children
        path = next((part for part in parts if part.type == "scoped_identifier"), None)
        through = any(part.type == "asterisk" for part in parts)  # else the last name is the imported one
        for _ in range(3):
            if path is None or (scope := path.child_by_field_name("scope")) is None:
                return
            name = path.child_by_field_name("name")
            if through and name is not None and CAPITAL.match(visitor.data, name.start_byte, name.end_byte):
                visitor.found.references.append(("import", name, scope))
            path, through = scope, True

    return handle


def _by_kind(spec: Spec) -> Handler:
    """Each child in the context of its node type, or of `*`: frequent nodes whose fields need no look-up."""
    contexts = {_kind(kind): spec_context(word) for kind, word in spec["kinds"].items() if kind != "*"}
    rest = spec_context(spec["kinds"]["*"])

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        get = visitor.table.get
        for child in node.named_children:
            kind = child.kind_id
            chosen = contexts.get(kind, rest)
            if chosen == SKIP:
                continue
            handler = get(kind)
            if handler is not None:
                handler(visitor, child, chosen)
            elif child.named_child_count:
                visitor.children(child, INHERIT.get(chosen, READ))

    return handle


def _declarator(spec: Spec) -> Handler:
    """`name = value`: the name, and what is broken, in the context of the declaration."""
    error = _kind("ERROR")

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        chosen, get = context, visitor.table.get
        for child in node.named_children:
            kind = child.kind_id
            handler = get(kind)
            if handler is not None:
                handler(visitor, child, chosen)
            elif child.named_child_count:
                visitor.visit(child, context if kind == error else chosen)
            chosen = READ

    return handle


def _invocation(spec: Spec) -> Handler:
    """`name(…)` and `object.name(…)` by place; with comments, type arguments or errors between by field."""
    by_field = roles.ROLES["method_call"]({})
    name = _kind("identifier")
    extras = frozenset(map(_kind, ("line_comment", "block_comment", "ERROR")))

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        count, receiver = len(parts), parts[0]
        kind = receiver.kind_id
        if count == 2 and kind == name:
            visitor.name(receiver, CALL)
        elif count == 3 and parts[1].kind_id == name and kind not in extras:
            handler = visitor.table.get(kind)
            if handler is not None:
                handler(visitor, receiver, READ)
            else:
                visitor.children(receiver, READ)
            visitor.member_span(parts[1], receiver.start_byte, receiver.end_byte, CALL)
        else:
            by_field(visitor, node, context)
            return
        if parts[-1].named_child_count:
            visitor.children(parts[-1], READ)

    return handle


def _type_word(spec: Spec) -> Handler:
    """A type's name; `var` is none."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if visitor.data[node.start_byte : node.end_byte] not in NO_TYPES:
            visitor.name(node, context if context == NEW or context > TYPE else TYPE)

    return handle


def _scoped_type(spec: Spec) -> Handler:
    """`Outer.@Nullable Inner`: the last name is a member of what stands before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        for child in parts[:-1]:
            visitor.visit(child, TYPE)
        visitor.member_name(parts[-1], parts[0], NEW if context == NEW else TYPE)

    return handle


def _access(spec: Spec) -> Handler:
    """`object.field`; `Outer.this` names the type only."""

    identifier = _kind("identifier")

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts: list[Node | None] = [*node.named_children]
        if len(parts) != 2:  # a comment or `super` between
            parts = [node.child_by_field_name("object"), node.child_by_field_name("field")]
        receiver, name = parts
        if receiver is not None:
            visitor.visit(receiver, READ)
        if name is not None and name.kind_id == identifier:
            visitor.member_name(name, receiver, context)

    return handle


def _method_reference(spec: Spec) -> Handler:
    """`Type::name` calls later what it names; `Type::new` makes one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        named = len(parts) > 1 and parts[-1].type == "identifier"
        for child in parts[:-1] if named else parts:
            visitor.visit(child, READ if named else NEW)
        if named:
            visitor.member_name(parts[-1], parts[0], CALL)

    return handle


def _creation(spec: Spec) -> Handler:
    """`new Type(…) { … }`, `outer.new Inner(…)`: an inner type is looked up in the outer value's type."""

    types = frozenset(map(_kind, ("type_identifier", "generic_type")))

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        receiver = parts[0]
        made = receiver if receiver.kind_id in types else node.child_by_field_name("type")
        for child in parts:
            if made is None or child.id != made.id:
                visitor.visit(child, READ)
            elif receiver.end_byte <= made.start_byte and made.type == "type_identifier" and _is_value(receiver):
                visitor.member_name(made, receiver, NEW)
            else:
                visitor.visit(made, NEW)

    return handle


def _is_value(node: Node) -> bool:
    return node.type not in ("type_arguments", "annotation", "marker_annotation") and not node.is_extra


def _compact_constructor(spec: Spec) -> Handler:
    """The record's components are parameters here, not fields."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_node.get(node.id)
        parent = visitor.found.definitions[index].parent if index is not None else -1
        for definition in visitor.found.definitions:
            if definition.parent == parent and definition.kind == "property":
                visitor.scope.bind(definition.name, PARAMETER)
        for child in node.named_children:
            if child.start_byte not in visitor.found.by_name:
                visitor.visit(child, READ)

    return handle


def _case_label(spec: Spec) -> Handler:
    """A bare name is a constant of the switched value's type, or of the scope: only that type can tell."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "identifier":
                visitor.member_name(child, None, READ)
            else:
                visitor.visit(child, READ)

    return handle


def _if(spec: Spec) -> Handler:
    """Pattern variables hold inside; after `if (!(x instanceof T t)) return;` they hold in what follows."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        condition = node.child_by_field_name("condition")
        text = visitor.data[condition.start_byte : condition.end_byte] if condition is not None else b""
        before = visitor.scope
        if b"!" not in text or b"instanceof" not in text:
            visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "import": _import,
    "by_kind": _by_kind,
    "declarator": _declarator,
    "invocation": _invocation,
    "type_word": _type_word,
    "scoped_type": _scoped_type,
    "access": _access,
    "method_reference": _method_reference,
    "creation": _creation,
    "compact_constructor": _compact_constructor,
    "case_label": _case_label,
    "if": _if,
}
