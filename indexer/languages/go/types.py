"""Go's types and signatures: which term a type node stands for, what a function takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.scopes import PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.go import kinds
from indexer.languages.go.names import text

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def instance(visitor: Visitor, kind: int) -> int:
    """A value of a type."""
    return visitor.term(Op.INSTANCE, kind) if kind else 0


def wrapped(spec: Spec) -> Handler:
    """A type made of others: the word says how; `lengths` come before the element of an array."""
    word, lengths = spec["word"].encode(), spec.get("lengths", False)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = []
        children = node.named_children
        for place, child in enumerate(children):
            is_length = lengths and place == 0 and len(children) > 1
            parts.append(visitor.visit(child, READ if is_length else TYPE))
        return visitor.term(Op.WRAP, visitor.text(word), *(parts[1:] if lengths and len(parts) > 1 else parts))

    return handle


def parameters(visitor: Visitor, node: Node) -> list[int]:
    """The types of a list of parameters, one for each; their names are bound."""
    types: list[int] = []
    for child in node.named_children:
        kind = child.kind_id
        if kind in kinds.PARAMETERS:
            types += _parameter(visitor, child, kind == kinds.VARIADIC_PARAMETER_DECLARATION)
        else:
            visitor.visit(child, TYPE)
    return types


def _parameter(visitor: Visitor, node: Node, variadic: bool) -> list[int]:
    """One type for each name; what takes many tells the type of one of them."""
    names: list[Node] = []
    kind = 0
    for child in node.named_children:
        if child.kind_id == kinds.IDENTIFIER:
            names.append(child)
        else:
            kind = visitor.visit(child, TYPE) or kind
    held = visitor.term(Op.WRAP, visitor.text(b"slice"), kind) if variadic else kind
    visitor.incoming = instance(visitor, held)
    for name in names:
        visitor.bind(text(visitor, name), PARAMETER, name.end_byte)
    visitor.incoming = 0
    return [kind] * (len(names) or 1)


def parameter(spec: Spec) -> Handler:
    """A parameter where no list is: what the parser makes of broken code."""
    variadic = spec.get("variadic", False)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        _parameter(visitor, node, variadic)
        return 0

    return handle


def _result(visitor: Visitor, node: Node) -> int:
    """The type of what a function gives back: several results are a tuple."""
    if node.kind_id != kinds.PARAMETER_LIST:
        return visitor.visit(node, TYPE)
    types = parameters(visitor, node)
    return types[0] if len(types) == 1 else visitor.term(Op.WRAP, visitor.text(b"tuple"), *types)


def signature(spec: Spec) -> Handler:
    """Types, then maybe a body: the definition's own where `owned`, else a function type; a `receiver` comes first."""
    owned, received = spec.get("owned", False), spec.get("receiver", False)
    named = spec.get("method", received)  # whose parameters tell what it implements

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        owner = visitor.owner
        awaits_receiver, taken, result, generic = received, None, 0, named
        for child in node.named_children:
            kind = child.kind_id
            if kind == kinds.PARAMETER_LIST and awaits_receiver:
                awaits_receiver = False
                _receiver(visitor, child)
            elif kind == kinds.PARAMETER_LIST and taken is None:
                taken = parameters(visitor, child)
            elif kind == kinds.BLOCK or kind == kinds.ERROR:
                visitor.visit(child, READ)
            elif kind == kinds.TYPE_PARAMETER_LIST:
                generic = True
                visitor.visit(child, TYPE)
            elif kind not in (kinds.IDENTIFIER, kinds.FIELD_IDENTIFIER):
                result = _result(visitor, child) or result
        if not owned:
            given = instance(visitor, result)
            return visitor.term(Op.FUNCTION_TYPE, given, *[instance(visitor, kind) for kind in taken or ()])
        visitor.flow(Flow.RETURN_TYPE, owner, 0, result)
        for place, kind in enumerate((taken or ()) if generic else ()):
            visitor.flow(Flow.PARAMETER_TYPE, owner, place, kind)
        return 0

    return handle


def _receiver(visitor: Visitor, node: Node) -> None:
    """`(name *Type[A, B])`: the type arguments declare the method's type parameters."""
    name: Node | None = None
    kind = 0
    for part in _unwrapped(node):
        if part.kind_id == kinds.IDENTIFIER:
            name = part
        elif part.kind_id == kinds.GENERIC_TYPE:
            kind = _generic_receiver(visitor, part)
        else:
            kind = visitor.visit(part, TYPE) or kind
    if name is not None:
        visitor.incoming = instance(visitor, kind)
        visitor.bind(text(visitor, name), PARAMETER, node.end_byte)
        visitor.incoming = 0


def _unwrapped(node: Node) -> list[Node]:
    inside = (kinds.PARAMETER_DECLARATION, kinds.POINTER_TYPE, kinds.PARENTHESIZED_TYPE)
    found: list[Node] = []
    for part in node.named_children:
        found += _unwrapped(part) if part.kind_id in inside else [part]
    return found


def _generic_receiver(visitor: Visitor, node: Node) -> int:
    head, *groups = node.named_children
    arguments: list[int] = []
    for child in (child for group in groups for child in group.named_children):
        name = text(visitor, child)
        visitor.bind(name, TYPE_PARAMETER)
        arguments.append(_type_parameter(visitor, len(arguments), name))
    kind = visitor.visit(head, TYPE)
    return visitor.term(Op.APPLY, kind, *arguments) if kind else 0


def _type_parameter(visitor: Visitor, place: int, name: bytes) -> int:
    term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(name))
    visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)
    return term


def type_parameters(spec: Spec) -> Handler:
    """Constraints see all type parameters of their list."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        places: list[tuple[Node, range]] = []
        count = 0
        for declaration in node.named_children:
            names = declaration.children_by_field_name("name")
            for place, name in enumerate(names, count):
                visitor.bind(text(visitor, name), TYPE_PARAMETER)
                _type_parameter(visitor, place, text(visitor, name))
            places.append((declaration, range(count, count + len(names))))
            count += len(names)
        for declaration, covered in places:
            for bound in declaration.children_by_field_name("type"):
                term = visitor.visit(bound, TYPE)
                for place in covered:
                    visitor.flow(Flow.BOUND, visitor.owner, place, term)
        return 0

    return handle
