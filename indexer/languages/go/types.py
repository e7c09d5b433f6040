"""Go's types and signatures: which term a type node stands for, what a declaration says of its definition.

A pointer stands for what it points to: selectors, calls and ranges look through it, and linking does not care.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL, PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import KIND_OF, READ, TYPE, Handler, Visitor
from indexer.languages.go import kinds

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


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


# -- functions


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
    """Types, then maybe a body. With `owned` they are the definition's own, else a function type; a `receiver` is first."""
    owned, received = spec.get("owned", False), spec.get("receiver", False)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        owner = visitor.owner
        awaits_receiver, taken, result = received, None, 0
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
                visitor.visit(child, TYPE)
            elif kind not in (kinds.IDENTIFIER, kinds.FIELD_IDENTIFIER):
                result = _result(visitor, child) or result
        if not owned:
            given = instance(visitor, result)
            return visitor.term(Op.FUNCTION_TYPE, given, *[instance(visitor, kind) for kind in taken or ()])
        visitor.flow(Flow.RETURN_TYPE, owner, 0, result)
        for place, kind in enumerate(taken or ()):
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
        visitor.bind(text(visitor, name), LOCAL, node.end_byte)
        visitor.incoming = 0


def _unwrapped(node: Node) -> list[Node]:
    inside = (kinds.PARAMETER_DECLARATION, kinds.POINTER_TYPE, kinds.PARENTHESIZED_TYPE)
    found: list[Node] = []
    for part in node.named_children:
        found += _unwrapped(part) if part.kind_id in inside else [part]
    return found


def _generic_receiver(visitor: Visitor, node: Node) -> int:
    head, *groups = node.named_children
    arguments = []
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


# -- type declarations


def type_definition(spec: Spec) -> Handler:
    """`type T …`; with `alias` another name of a type, else a type of its own over another one."""
    how = Flow.VALUE if spec.get("alias") else Flow.TYPE

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children[1:]:
            kind = child.kind_id
            if kind == kinds.STRUCT_TYPE and how == Flow.TYPE:
                _inside(visitor, child, _fields)
            elif kind == kinds.INTERFACE_TYPE and how == Flow.TYPE:
                _inside(visitor, child, _elements)
            elif kind == kinds.TYPE_PARAMETER_LIST:
                visitor.visit(child, TYPE)
            else:
                visitor.flow(how, visitor.owner, 0, visitor.visit(child, TYPE))
        return 0

    return handle


def nameless(spec: Spec) -> Handler:
    """A struct or interface type without a name: its members by name."""
    members = _fields if spec["members"] == "fields" else _elements

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = _inside(visitor, node, members)
        return visitor.term(Op.OBJECT, 0, *[_part(visitor, name, term) for name, term in parts])

    return handle


def _part(visitor: Visitor, name: bytes, term: int) -> int:
    return visitor.term(Op.KEYWORD, visitor.text(name), term) if name else visitor.term(Op.SPREAD, term)


def _inside(visitor: Visitor, node: Node, members: Any) -> list[tuple[bytes, int]]:
    before = visitor.enter("class", node)
    parts: list[tuple[bytes, int]] = members(visitor, node)
    visitor.scope = before
    return parts


def _fields(visitor: Visitor, node: Node) -> list[tuple[bytes, int]]:
    """Names and terms of a struct's fields; embedded ones have no name here, as what they bring goes by its own."""
    parts: list[tuple[bytes, int]] = []
    for child in (child for group in node.named_children for child in group.named_children):
        first = visitor.visit(child, TYPE)
        if child.kind_id != kinds.FIELD_DECLARATION:
            continue
        names = [name for name in child.named_children if name.kind_id == kinds.FIELD_IDENTIFIER]
        for name in names:
            if (index := visitor.by_name.get(name.start_byte)) is not None:
                parts.append((text(visitor, name), visitor.term(Op.SYMBOL, index)))
        if not names and first:
            parts.append((b"", first))
    return parts


def _elements(visitor: Visitor, node: Node) -> list[tuple[bytes, int]]:
    """An interface's methods by name, and what it embeds, which does not see the methods."""
    parts: list[tuple[bytes, int]] = []
    for child in node.named_children:
        if child.kind_id != kinds.TYPE_ELEM:
            term = visitor.visit(child, TYPE)
            if child.kind_id == kinds.METHOD_ELEM and term:
                parts.append((text(visitor, child.named_children[0]), term))
            continue
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        term = visitor.children(child, TYPE)
        visitor.scope = inner
        if term:
            parts.append((b"", term))
            visitor.base_terms[child.named_children[0].id] = term
    return parts


def field(spec: Spec) -> Handler:
    """Fields do not see each other; an embedded field is a use of its type too."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = node.child_by_field_name("type")
        if declared is None:
            return 0
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        names = [child.start_byte for child in node.named_children if child.kind_id == kinds.FIELD_IDENTIFIER]
        kind = visitor.visit(declared, TYPE) if names else _embedded(visitor, declared)
        visitor.scope = inner
        for start in names:
            visitor.flow(Flow.TYPE, visitor.by_name.get(start, -1), 0, instance(visitor, kind))
        if not names:
            visitor.base_terms[declared.id] = kind
            visitor.flow(Flow.TYPE, visitor.owner, 0, instance(visitor, kind))
        return 0

    return handle


def _embedded(visitor: Visitor, node: Node) -> int:
    kind = node.kind_id
    if kind == kinds.TYPE_IDENTIFIER:
        return visitor.use(node.start_byte, node.end_byte, KIND_OF[TYPE], visitor.scope)
    if kind == kinds.QUALIFIED_TYPE:
        package, name = node.named_children[0], node.named_children[-1]
        base = visitor.visit(package, TYPE)
        span = (package.start_byte, package.end_byte)
        return visitor.member(name.start_byte, name.end_byte, KIND_OF[TYPE], *span, base=base)
    if kind == kinds.GENERIC_TYPE:
        head = _embedded(visitor, node.named_children[0])
        arguments = [visitor.visit(c, TYPE) for group in node.named_children[1:] for c in group.named_children]
        return visitor.term(Op.APPLY, head, *arguments) if head else 0
    return 0
