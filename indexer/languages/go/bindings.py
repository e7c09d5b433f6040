"""Go's declarations and assignments, signatures and fields: what binds names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL, TYPE_PARAMETER
from indexer.extract.visitor import ASSIGN, KIND_OF, PARAM, READ, TYPE, TYPE_BIND, Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.calls import text

if TYPE_CHECKING:
    from tree_sitter import Node


def binding(spec: dict[str, Any]) -> Handler:
    """A statement that may bind or assign: its right side does not see the names of its left side."""
    names_field, until_field = spec["names"], spec.get("until")

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        names: list[Node] = []
        values: list[Node] = []
        since = node.end_byte
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == names_field:
                names.extend(child.named_children if child.kind_id == kinds.EXPRESSION_LIST else (child,))
            else:
                values.append(child)
                if field == until_field and field is not None:
                    since = child.end_byte
        if until_field:
            _bind(visitor, names, since)
        for child in values:
            visitor.visit(child, READ)
        if names and not until_field and any(child.type == "=" for child in node.children):
            _write(visitor, names)
        elif not until_field:
            _bind(visitor, names, since)

    return handle


def statement(spec: dict[str, Any]) -> Handler:
    """`left := right`, or with `writes` `left = right`: two lists."""
    finish = _assigned if spec.get("writes") else _bind

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, *right = node.named_children
        for child in right:
            if child.kind_id == kinds.EXPRESSION_LIST:
                visitor.children(child, READ)
            else:
                visitor.visit(child, READ)
        finish(visitor, left.named_children, node.end_byte)

    return handle


def declaration(spec: dict[str, Any]) -> Handler:
    """`a, b T = values`: no name is visible in the values."""
    expressions = (kinds.EXPRESSION_LIST, kinds.ERROR)

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        names: list[Node] = []
        for child in node.named_children:
            kind = child.kind_id
            if kind == kinds.IDENTIFIER:
                names.append(child)
            else:
                visitor.visit(child, READ if kind in expressions else TYPE)
        _bind(visitor, names, node.end_byte)

    return handle


def _assigned(visitor: Visitor, names: list[Node], since: int) -> None:
    _write(visitor, names)


def _write(visitor: Visitor, names: list[Node]) -> None:
    for name in names:
        if name.kind_id != kinds.IDENTIFIER or text(visitor, name) != b"_":
            visitor.visit(name, ASSIGN)


def _bind(visitor: Visitor, names: list[Node], since: int) -> None:
    by_name, data, scope = visitor.by_name, visitor.data, visitor.scope
    for name in names:
        start = name.start_byte
        if start in by_name:
            visitor.declare(text(visitor, name), by_name[start])
        elif name.kind_id == kinds.IDENTIFIER:
            scope.bind(data[start : name.end_byte], LOCAL, since)


def condition(spec: dict[str, Any]) -> Handler:
    """A statement whose scope holds what its initializer declares: without one it needs none."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if node.named_children[0].kind_id != kinds.SHORT_VAR_DECLARATION:
            visitor.children(node, READ)
            return
        before = visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before

    return handle


def signature(spec: dict[str, Any]) -> Handler:
    """Types and a body; its names are parameters, or the function's own that is bound outside."""
    binds = spec.get("binds", False)

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        get = visitor.table.get
        for child in node.named_children:
            kind = child.kind_id
            if kind == kinds.IDENTIFIER:
                if binds:
                    visitor.name(child, PARAM)
            elif (handler := get(kind)) is not None:
                handler(visitor, child, TYPE)
            else:
                visitor.children(child, TYPE if kind != kinds.ERROR else READ)

    return handle


def type_parameters(spec: dict[str, Any]) -> Handler:
    """Constraints see all type parameters of their list."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for declaration in node.named_children:
            for name in declaration.children_by_field_name("name"):
                visitor.scope.bind(text(visitor, name), TYPE_PARAMETER)
        for declaration in node.named_children:
            for bound in declaration.children_by_field_name("type"):
                visitor.visit(bound, TYPE)

    return handle


def method(spec: dict[str, Any]) -> Handler:
    """The receiver's type arguments declare the method's type parameters."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        received = False
        for child in node.named_children:
            kind = child.kind_id
            if kind == kinds.PARAMETER_LIST and not received:
                received = True
                _receiver(visitor, child)
            else:
                visitor.visit(child, TYPE)

    return handle


def _receiver(visitor: Visitor, node: Node) -> None:
    for part in node.named_children:
        kind = part.kind_id
        if kind == kinds.IDENTIFIER:
            visitor.scope.bind(text(visitor, part), LOCAL)
        elif kind in (kinds.PARAMETER_DECLARATION, kinds.POINTER_TYPE, kinds.PARENTHESIZED_TYPE):
            _receiver(visitor, part)
        elif kind == kinds.GENERIC_TYPE:
            arguments = part.child_by_field_name("type_arguments")
            if arguments is not None:
                visitor.visit(arguments, TYPE_BIND)
            visitor.visit(part.named_children[0], TYPE)
        else:
            visitor.visit(part, TYPE)


def field(spec: dict[str, Any]) -> Handler:
    """Fields do not see each other; an embedded field is a use of its type too."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        declared = node.child_by_field_name("type")
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        if declared is not None and node.named_children[0].kind_id != kinds.FIELD_IDENTIFIER:
            _embedded(visitor, declared)
        elif declared is not None:
            visitor.visit(declared, TYPE)
        visitor.scope = inner

    return handle


def _embedded(visitor: Visitor, node: Node) -> None:
    kind = node.kind_id
    if kind == kinds.TYPE_IDENTIFIER:
        visitor.uses.append((node.start_byte, node.end_byte, KIND_OF[TYPE], visitor.scope, visitor.owner, 0, 0))
    elif kind == kinds.QUALIFIED_TYPE:
        package, name = node.named_children[0], node.named_children[-1]
        visitor.visit(package, TYPE)
        span = (package.start_byte, package.end_byte)
        visitor.uses.append((name.start_byte, name.end_byte, KIND_OF[TYPE], None, visitor.owner, *span))
    elif kind == kinds.GENERIC_TYPE:
        _embedded(visitor, node.named_children[0])
        for argument in node.named_children[1:]:
            visitor.visit(argument, TYPE)


def type_case(spec: dict[str, Any]) -> Handler:
    """`case nil` of a type switch names no type."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) != "type":
                visitor.visit(child, READ)
            elif text(visitor, child) != b"nil":
                visitor.visit(child, TYPE)

    return handle


def operand(spec: dict[str, Any]) -> Handler:
    """What has the shape of a type inside a type, and reads its parts elsewhere."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        visitor.children(node, TYPE if context == TYPE else READ)

    return handle
