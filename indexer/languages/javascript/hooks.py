"""JavaScript, TypeScript, TSX: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import NAMES_OF_TYPES
from indexer.extract.roles import step
from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import ASSIGN, BIND, CONTEXTS, PARAM, READ, TYPE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import
    from indexer.extract.scopes import Scope

Spec = dict[str, Any]
DECLARATIONS = ("lexical_declaration", "variable_declaration")
AROUND_IMPORT = (*DECLARATIONS, "export_statement", "expression_statement")
AMBIENT = ("module", "ambient_declaration")  # `declare module "x"`, `declare global`: for every file
ROOTS = ("program", "ERROR")
AROUND_MEMBER = ("call_expression", "member_expression", "assignment_expression", "new_expression")
AROUND_REQUIRE = (
    *("call_expression", "assignment_expression", "binary_expression", "expression_statement", "return_statement"),
    *("arguments", "array", "pair"),
)
PARAMETERS = ("required_parameter", "optional_parameter")
BEFORE_PATTERN = frozenset({"decorator", "accessibility_modifier", "override_modifier", "comment", "ERROR"})


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Signatures start at `const`; what an object holds is a property; parameter properties describe themselves."""
    kind = definition.node.type
    if kind == "variable_declarator":
        _refine_variable(definition, data)
    elif kind == "pair" and definition.kind in ("variable", "constant"):
        definition.kind = "property"
    elif kind in PARAMETERS:
        _refine_parameter(definition, data)
    elif kind in AMBIENT and definition.container is not None:
        found.exports.add(definition.name)
    elif kind in ROOTS:
        found.imports = [item for item in found.imports if item.node.type != "call_expression" or _counts(item)]


def _refine_variable(definition: Definition, data: bytes) -> None:
    node = definition.node
    value = node.child_by_field_name("value")
    if value is not None and value.child_count and value.children[0].type == "async":
        definition.modifiers.append("async")
    parent = node.parent
    if parent is None or parent.type not in DECLARATIONS:
        return
    definition.signature = f"{node_text(parent.children[0], data)} {definition.signature}"
    if sum(child.type == "variable_declarator" for child in parent.named_children) > 1:
        definition.start, definition.end = node.start_byte, node.end_byte


def _refine_parameter(definition: Definition, data: bytes) -> None:
    """`constructor(private readonly db: Db)`: a field with the parameter's modifiers and type."""
    node, start = definition.node, definition.node.start_byte
    for child in node.children:
        if child.type in ("accessibility_modifier", "override_modifier", "readonly"):
            definition.modifiers.append(node_text(child, data, 40))
        elif child.type == "decorator":
            definition.decorators.append(node_text(child, data, 200))
            start = child.end_byte
    definition.signature = one_line(data[start : node.end_byte], 160)
    declared = node.child_by_field_name("type")
    if declared is not None:
        definition.return_type = node_text(declared, data, 200).removeprefix(":").strip()


def refine_import(item: Import, data: bytes) -> None:
    """`import x from` takes the default, `x = require()` the module; inside a function neither binds in the file."""
    required = item.node.type == "variable_declarator"
    if item.imported is not None and item.alias is not None and item.imported == item.alias:
        item.imported_name = _required_member(item.node, data) if required else b"default"
    if required and not _at_top(item.node):
        item.local_name = None


def _counts(item: Import) -> bool:
    """`import()` anywhere; a bare `require()` where its value is used, but not in a variable: that is one already."""
    call = item.node
    parent = call.parent
    if parent is None or call.children[0].type == "import":
        return True
    if parent.type != "member_expression":
        return parent.type in AROUND_REQUIRE
    around = parent.parent
    # Of an assignment what is assigned, not what it is assigned to.
    return around is not None and around.type in AROUND_MEMBER and around.child_by_field_name("left") != parent


def _required_member(node: Node, data: bytes) -> bytes | None:
    """`x = require('m').y` takes `y`, `x = require('m')` the module itself."""
    value = node.child_by_field_name("value")
    member = value.child_by_field_name("property") if value is not None else None
    return data[member.start_byte : member.end_byte] if member is not None else None


def _at_top(node: Node) -> bool:
    parent = node.parent
    while parent is not None and parent.type in AROUND_IMPORT:
        parent = parent.parent
    return parent is not None and parent.type == "program"


def _name(spec: Spec) -> Handler:
    """An identifier; `arguments` is every function's own."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        start, end = node.start_byte, node.end_byte
        if end - start != 9 or visitor.data[start:end] != b"arguments":
            visitor.name(node, context)

    return handle


def _read(spec: Spec) -> Handler:
    """Everything inside is a value, whatever the node is wanted for."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        get = visitor.table.get
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is not None:
                handler(visitor, child, READ)
            else:
                visitor.children(child, READ)

    return handle


def _member(spec: Spec) -> Handler:
    """`object.name`: the object is a value, also behind `new`."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        *before, name = node.named_children
        for child in before:
            visitor.visit(child, READ)
        if before:
            visitor.member_span(name, before[0].start_byte, before[0].end_byte, context)

    return handle


def _function(spec: Spec) -> Handler:
    """A name in front is the function's own, or its one parameter; what follows tells by its type what it is."""
    wanted = CONTEXTS[spec["name"]]

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("function", node)
        in_front = True
        for child in node.named_children:
            if in_front and (kind := child.type) != "comment":
                in_front = False
                if kind == "identifier":
                    step(visitor, child, wanted, context)
                    continue
            visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _var(spec: Spec) -> Handler:
    """`var` belongs to the function, whatever block it stands in."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        home = visitor._home(visitor.scope)
        for declarator in node.named_children:
            name = declarator.child_by_field_name("name")
            if name is not None and home is not visitor.scope:
                _bind_at(visitor, home, name)
            visitor.visit(declarator, READ)

    return handle


def _bind_at(visitor: Visitor, home: Scope, name: Node) -> None:
    inner, visitor.scope = visitor.scope, home
    visitor.visit(name, BIND)
    visitor.scope = inner


def _for_in(spec: Spec) -> Handler:
    """`for (const x of xs)` binds for the loop, `for (var x …)` for the function, `for (x …)` assigns."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, kind = node.child_by_field_name("left"), node.child_by_field_name("kind")
        for child in node.named_children:
            if left is None or child.id != left.id:
                visitor.visit(child, READ)
            elif kind is not None and kind.type == "var":
                _bind_at(visitor, visitor._home(visitor.scope), child)
            else:
                visitor.visit(child, ASSIGN if kind is None else BIND)

    return handle


def _heritage(spec: Spec) -> Handler:
    """A base is a type, unless a local holds it: `(Base) => class extends Base {}`."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            plain = child.type == "identifier" and not _is_local(visitor, child)
            visitor.visit(child, TYPE if plain or child.type in ("member_expression", "type_arguments") else READ)

    return handle


def _is_local(visitor: Visitor, node: Node) -> bool:
    name = visitor.data[node.start_byte : node.end_byte]
    scope: Scope | None = visitor.scope
    while scope is not None:
        if name in scope.names:
            return scope.names[name] in (LOCAL, PARAMETER)
        scope = scope.parent
    return False


def _export(spec: Spec) -> Handler:
    """What is exported from another module is an import, not a use."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if node.child_by_field_name("source") is None and not _is_namespace_export(node):
            visitor.children(node, READ)

    return handle


def _is_namespace_export(node: Node) -> bool:
    """`export as namespace Name` declares a global."""
    return node.child_count > 2 and node.children[1].type == "as"


def _export_name(spec: Spec) -> Handler:
    """A name in an export list: of a value, or of something that is a type only."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name = node.child_by_field_name("name")
        if name is None or name.type == "string":
            return
        text = visitor.data[name.start_byte : name.end_byte]
        found = visitor.found
        only_type = any(d.name == text and d.kind in NAMES_OF_TYPES and d.parent <= 0 for d in found.definitions)
        visitor.visit(name, TYPE if only_type else READ)

    return handle


def _jsx(spec: Spec) -> Handler:
    """`<Panel a={b}>` calls Panel; a lower-case name is the platform's."""
    wanted = CONTEXTS[spec["context"]]

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name = node.child_by_field_name("name")
        for child in node.named_children:
            if name is None or child.id != name.id:
                visitor.visit(child, READ)
            elif child.type != "identifier" or not visitor.data[child.start_byte : child.start_byte + 1].islower():
                visitor.visit(child, wanted)

    return handle


def _parameter(spec: Spec) -> Handler:
    """A parameter; one that is a property as well still binds its name."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        in_front = True
        for child in node.named_children:
            if not in_front or child.type in BEFORE_PATTERN:
                visitor.visit(child, READ)
                continue
            in_front = False
            if child.start_byte in visitor.by_name:
                visitor.scope.bind(visitor.data[child.start_byte : child.end_byte], PARAMETER)
            else:
                visitor.visit(child, PARAM)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_name": _name,
    "js_read": _read,
    "js_member": _member,
    "js_function": _function,
    "var": _var,
    "for_in": _for_in,
    "heritage": _heritage,
    "export": _export,
    "export_name": _export_name,
    "jsx": _jsx,
    "js_parameter": _parameter,
}
