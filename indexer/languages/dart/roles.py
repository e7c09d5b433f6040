"""Dart's roles: bodies stand beside their signatures, chains are lists of selectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, PARAM, READ, TYPE, TYPE_BIND, WRITE
from indexer.extract.scopes import PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.dart.chains import at, before, last_of, text, type_around

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found

HEADERS = frozenset({"superclass", "interfaces", "mixins", "mixin_application_class"})


def owner_of(found: Found, body: Node) -> int | None:
    """The definition whose body this is."""
    signature = signature_of(body)
    return found.by_node.get(signature.id) if signature is not None else None


def signature_of(body: Node) -> Node | None:
    node = body.prev_named_sibling
    while node is not None and node.type in ("method_signature", "declaration", "initializers", "redirection"):
        inner = [child for child in node.named_children if child.type.endswith("_signature")]
        node = inner[0] if inner else node.prev_named_sibling
    return node if node is not None and node.type.endswith("_signature") else None


def parameter_names(node: Node, fields: bool = True) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "identifier":
            yield child
        elif fields and child.type in ("constructor_param", "super_formal_parameter"):
            yield from parameter_names(child)


def type_definition(spec: dict[str, Any]) -> Handler:
    """A class, mixin, enum or extension: its bases, and what an extension is on."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        _drop_qualifiers(visitor.found, node)
        scope = visitor.enter("block", node)
        name, extended, inside = (node.child_by_field_name(field) for field in ("name", "class", "body"))
        for child in node.named_children:
            if child == extended:
                visitor.flow(Flow.IMPLEMENTS, visitor.owner, 0, visitor.visit(child, TYPE))
            elif child.type in HEADERS:
                visitor.bases(child, TYPE)
            elif child.type == "type_identifier":
                _on(visitor, child)
            elif child == inside or child.type == "class_body":
                visitor.enter("class", node)
                visitor.visit(child, READ)
            elif child != name and child.start_byte not in visitor.by_name:
                visitor.visit(child, TYPE if child.type == "type_parameters" else READ)
        visitor.scope = scope
        return 0

    return handle


def _on(visitor: Visitor, node: Node) -> None:
    """`mixin A on B`: B is a base."""
    term = visitor.visit(node, TYPE)
    if node.id in visitor.base_terms:
        visitor.base_terms[node.id] = term


def _drop_qualifiers(found: Found, node: Node) -> None:
    """`extends http.Client`: the prefix is no base."""
    found.bases[:] = [row for row in found.bases if row[0] != node.id or not _is_prefix(row[2])]


def _is_prefix(node: Node) -> bool:
    following = node.next_sibling
    return following is not None and following.type == "."


def body(spec: dict[str, Any]) -> Handler:
    """Parameters of the signature beside it hold in a body; what it refers to comes from that definition."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        signature, owner = signature_of(node), visitor.owner
        if signature is not None:
            visitor.owner = visitor.found.by_node.get(signature.id, owner)
            _bind_parameters(visitor, signature, node.type != "function_body", [0])
        if node.type == "redirection":
            for child in node.named_children:
                if child.type == "identifier":
                    visitor.member_name(child, child.prev_named_sibling, CALL, before(visitor, child))
                else:
                    visitor.visit(child, READ)
        else:
            term = last_of(visitor, node.named_children)
            if node.type == "function_body" and node.named_children[-1:] and node.named_children[-1].type != "block":
                visitor.flow(Flow.RETURN, visitor.owner, 0, term)
        visitor.owner = owner
        return 0

    return handle


def _bind_parameters(visitor: Visitor, node: Node, fields: bool, place: list[int]) -> None:
    """`this.x` is a variable in the initializers only; in the body `x` is the field."""
    for child in node.named_children:
        if child.type in ("formal_parameter_list", "optional_formal_parameters", "type_parameters"):
            _bind_parameters(visitor, child, fields, place)
        elif child.type == "formal_parameter":
            for name in parameter_names(child, fields):
                receive(visitor, text(visitor, name), PARAMETER, visitor.term(Op.PARAMETER, visitor.owner, place[0]))
            place[0] += 1
        elif child.type == "type_parameter":
            visitor.bind(text(visitor, child.named_children[0]), TYPE_PARAMETER)


def receive(visitor: Visitor, name: bytes, binding: int, term: int) -> None:
    kept, visitor.incoming = visitor.incoming, term
    visitor.bind(name, binding)
    visitor.incoming = kept


def signature(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id)
        outer = visitor.scope.parent
        if index is not None and outer is not None and "constructor" in node.type:
            name = visitor.found.definitions[index].name
            if outer.names.get(name) == index:
                del outer.names[name]  # `A(…)` means the class
        for child in node.named_children:
            if child.type == "type_parameters":
                visitor.visit(child, TYPE)
        for child in node.named_children:
            if child.type == "formal_parameter_list":
                _parameter_types(visitor, child, index if index is not None else -1, [0])
            elif child.type == "identifier" and index is not None and "constructor" not in node.type:
                visitor.flow(Flow.RETURN_TYPE, index, 0, before(visitor, child))
            elif child.type not in ("identifier", "type_parameters", "binary_operator"):
                visitor.visit(child, TYPE)
        return 0

    return handle


def _parameter_types(visitor: Visitor, node: Node, owner: int, place: list[int]) -> None:
    for child in node.named_children:
        if child.type == "formal_parameter":
            visitor.flow(Flow.PARAMETER_TYPE, owner, place[0], visitor.visit(child, PARAM))
            place[0] += 1
        elif child.type == "optional_formal_parameters":
            _parameter_types(visitor, child, owner, place)
        else:
            visitor.visit(child, READ)


def formal(spec: dict[str, Any]) -> Handler:
    """A parameter; gives back its declared type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = 0
        for child in node.named_children:
            if child.type == "identifier":
                declared = before(visitor, child)
                visitor.receive(child, PARAM, visitor.term(Op.INSTANCE, declared) if declared else 0)
            elif child.type == "constructor_param":
                declared = visitor.visit(child, TYPE)
            elif child.type == "formal_parameter_list":
                visitor.visit(child, TYPE)
            else:
                visitor.visit(child, READ if child.type == "annotation" else TYPE)
        return declared

    return handle


def own_field(spec: dict[str, Any]) -> Handler:
    """`this.x` as a parameter, `x = …` in an initializer: a field of the own class is written."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        around, written = type_around(visitor), False
        for child in node.named_children:
            if child.type == "identifier" and not written:
                visitor.member_span(child, 0, 0, WRITE, visitor.term(Op.SELF, around) if around >= 0 else 0)
                written = True
            else:
                visitor.visit(child, READ)
        return 0

    return handle


def initializer(spec: dict[str, Any]) -> Handler:
    """`super.named(…)`: a constructor of the base."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        sibling: Node | None = None
        for child in node.named_children:
            if child.type == "identifier" and sibling is not None and sibling.type in ("super", "this"):
                visitor.member_name(child, sibling, CALL, before(visitor, child))
            else:
                visitor.visit(child, READ)
            sibling = child
        return 0

    return handle


def type_parameter(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name = node.named_children[0]
        term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(text(visitor, name)))
        place = sum(
            1 for how, owner, _, _ in visitor.flows[-8:] if (how, owner) == (Flow.TYPE_PARAMETER, visitor.owner)
        )
        visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)
        visitor.visit(name, TYPE_BIND)
        for bound in node.named_children[1:]:
            visitor.visit(bound, TYPE)
            visitor.flow(
                Flow.BOUND, visitor.owner, place, at(visitor, bound.named_children[-1]) if bound.named_children else 0
            )
        return 0

    return handle


def alias(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            if child.start_byte not in visitor.found.by_name:
                visitor.visit(child, TYPE)
        visitor.flow(Flow.TYPE, visitor.owner, 0, at(visitor, node.named_children[-1]))
        return 0

    return handle


def local(spec: dict[str, Any]) -> Handler:
    """`int a = b`, `for (final a in b)`: one name, its type, its value."""
    items = bool(spec.get("items"))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        names = [i for i, child in enumerate(children) if node.field_name_for_named_child(i) == "name"]
        at = names[0] if names and children[names[0]].type == "identifier" else len(children)
        last_of(visitor, children[:at])
        if at == len(children):
            return 0
        declared, value = before(visitor, children[at]), last_of(visitor, children[at + 1 :])
        if items and value:
            value = visitor.term(Op.ITEM, value)
        visitor.receive(children[at], BIND, visitor.term(Op.INSTANCE, declared) if declared else value, bool(declared))
        return 0

    return handle


def listed(spec: dict[str, Any]) -> Handler:
    """`Type a = 1, b = 2` of a class or of the file: the type stands before the list."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared, owner = before(visitor, node), visitor.owner
        for child in node.named_children:
            name, *rest = child.named_children or [child]
            visitor.owner = visitor.found.by_node.get(child.id, owner)
            value = last_of(visitor, rest)
            visitor.owner = owner
            term = visitor.term(Op.INSTANCE, declared) if declared else value
            visitor.receive(name, BIND, term, bool(declared))
        return 0

    return handle
