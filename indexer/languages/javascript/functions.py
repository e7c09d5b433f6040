"""Functions, methods and signatures: their parameters, what they give back, what `this` is inside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, PARAM, READ, TYPE, TYPE_BIND
from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition

Spec = dict[str, Any]
SIGNATURE = 100  # parameters of the n-th signature of a name are numbered from n times this
HOLDS = {"variable_declarator": "value", "pair": "value", "assignment_expression": "right", "export_statement": "value",
         "public_field_definition": "value", "field_definition": "value"}  # fmt: skip
THIS = b"this"
ANNOTATIONS = frozenset({"type_annotation", "type_predicate_annotation", "asserts_annotation"})
PARAMETERS = frozenset({"required_parameter", "optional_parameter"})
BEFORE_PATTERN = frozenset({"decorator", "accessibility_modifier", "override_modifier", "comment", "ERROR"})


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def own_definition(visitor: Visitor, node: Node) -> int:
    """The definition around, where this node is what it defines: itself, or the value that goes by its name."""
    index = visitor.owner
    if index < 0:
        return -1
    holder = visitor.found.by_node.get(node.id)
    if holder is not None:
        return holder
    around = visitor.found.definitions[index].node
    if around.end_byte < node.end_byte or around.type not in HOLDS:
        return -1
    value = around.child_by_field_name(HOLDS[around.type])
    return index if value is not None and value.id == node.id else -1


def signature_of(visitor: Visitor, index: int) -> int:
    """Where the parameters of the next signature of a definition are numbered from."""
    number = visitor.signatures.get(index, 0)
    visitor.signatures[index] = number + 1
    return number * SIGNATURE


def _signature_now(visitor: Visitor, index: int) -> int:
    """Where the parameters of the signature that was seen last are numbered from."""
    return max(visitor.signatures.get(index, 1) - 1, 0) * SIGNATURE


def parameters(visitor: Visitor, node: Node, function: int, first: int, serial: int) -> list[int]:
    """Bind each parameter to its place in a definition or nameless function; the declared types' terms."""
    types: list[int] = []
    before = visitor.incoming, visitor.declared
    for child in node.named_children:
        kind = child.type
        if kind == "comment" or kind == "decorator":
            visitor.visit(child, READ)
            continue
        if kind in PARAMETERS and (receiver := child.child_by_field_name("pattern")) and receiver.type == "this":
            _declared_this(visitor, child)
            continue
        place = first + len(types)
        visitor.incoming, visitor.declared = place_term(visitor, function, place, serial), False
        if kind == "rest_pattern" and visitor.incoming:  # one that stands for all that it takes
            visitor.incoming = visitor.term(Op.SEQUENCE, visitor.text(b"Array"), visitor.incoming)
        types.append(_parameter(visitor, child, function, place))
    visitor.incoming, visitor.declared = before
    return types


def place_term(visitor: Visitor, function: int, place: int, serial: int) -> int:
    if function >= 0:
        return visitor.term(Op.PARAMETER, function, place)
    return visitor.term(Op.LAMBDA_PARAMETER, serial, place) if serial else 0


def _declared_this(visitor: Visitor, node: Node) -> None:
    """`this: T` in front of the parameters."""
    declared = node.child_by_field_name("type")
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    visitor.narrowed = {**visitor.narrowed, THIS: visitor.term(Op.INSTANCE, term) if term else 0}


def _parameter(visitor: Visitor, node: Node, function: int, place: int) -> int:
    """One parameter; its declared type's term."""
    if node.type not in PARAMETERS:
        visitor.visit(node, PARAM)
        return 0
    incoming = visitor.incoming
    pattern, declared, given = None, 0, 0
    for child in node.named_children:
        kind = child.type
        if pattern is None and kind not in BEFORE_PATTERN:
            pattern = child
            continue
        visitor.incoming = 0
        if kind == "type_annotation":
            declared = visitor.visit(child, TYPE)
        else:
            value = visitor.visit(child, READ)
            given = value if pattern is not None else given
    if function >= 0:
        if declared and not given and node.type == "optional_parameter":
            given = visitor.literal(b"undefined")
        visitor.flow(Flow.PARAMETER_TYPE, function, place, declared)
        visitor.flow(Flow.PARAMETER_VALUE, function, place, given)
    elif declared:
        incoming = visitor.term(Op.INSTANCE, declared)
    if pattern is not None:
        _bind(visitor, pattern, incoming, declared)
    return declared


def _bind(visitor: Visitor, pattern: Node, incoming: int, declared: int) -> None:
    """A parameter that is a property as well: its name means the property."""
    visitor.incoming = incoming
    index = visitor.by_name.get(pattern.start_byte)
    if index is None:
        visitor.visit(pattern, PARAM)
        return
    if declared:
        visitor.flow(Flow.TYPE, index, 0, visitor.term(Op.INSTANCE, declared))
    else:
        visitor.flow(Flow.VALUE, index, 0, incoming)
    visitor.scope.bind(text_of(visitor, pattern), index)


def bound_this(visitor: Visitor, definition: Definition, index: int) -> int:
    """What `this` is in a function with a name."""
    parent = definition.parent
    if definition.kind == "function" and definition.name[:1].isupper() and not definition.container:
        return visitor.term(Op.SELF, index)  # made with `new`, by all convention
    if parent <= 0 or definition.kind not in (*CALLABLE, "property", "field"):
        return 0
    kind = visitor.found.definitions[parent].kind
    if kind in TYPE_KINDS:
        return visitor.term(Op.CLS if _is_static(definition) else Op.SELF, parent)
    if definition.kind == "function":
        return 0
    if kind in CALLABLE:  # a prototype's method; an attribute of the function is called on the function
        node = definition.node
        left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
        plain = left is not None and b".prototype." not in text_of(visitor, left)
        return visitor.term(Op.SYMBOL if plain else Op.SELF, parent)
    return visitor.term(Op.SYMBOL, parent) if kind in ("variable", "constant") else 0


def _is_static(definition: Definition) -> bool:
    return any(child.type == "static" for child in definition.node.children[:4])


def _function(spec: Spec) -> Handler:
    """A function: with a name its parts flow into the definition, without one it is a term of its own."""
    name_context = {"skip": -1, "bind": BIND, "parameter": PARAM}[spec.get("name", "skip")]
    is_arrow = name_context == PARAM

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = own_definition(visitor, node)
        serial = visitor.terms.fresh() if index < 0 else 0
        first = signature_of(visitor, index) if index >= 0 else 0
        scope, narrowed, returns = visitor.enter("function", node), visitor.narrowed, visitor.returns
        if index < 0:
            visitor.returns = []
        if not is_arrow:
            this = bound_this(visitor, visitor.found.definitions[index], index) if index >= 0 else 0
            visitor.narrowed = {THIS: this} if this else {}
        types, declared = _parts(visitor, node, index, first, serial, name_context)
        result = declared or visitor.terms.union(visitor.returns or [])
        visitor.scope, visitor.narrowed, visitor.returns = scope, narrowed, returns
        if index >= 0:
            return visitor.term(Op.SYMBOL, index)
        if node.children[0].type == "async" and not declared:
            result = visitor.term(Op.THROUGH, visitor.text(b"promise"), result)
        return visitor.term(Op.LAMBDA, serial, result, *types)

    return handle


def _parts(
    visitor: Visitor, node: Node, index: int, first: int, serial: int, name_context: int
) -> tuple[list[int], int]:
    """Types of the parameters, and the declared result of a nameless function."""
    types: list[int] = []
    result = 0
    children = node.named_children
    last = len(children) - 1
    in_front = True
    for place, child in enumerate(children):
        kind = child.type
        if in_front and kind == "identifier" and place < last:
            types += _in_front(visitor, child, index, first, serial, name_context)
        elif kind == "formal_parameters":
            types = parameters(visitor, child, index, first, serial)
        elif kind == "type_parameters":
            type_parameters(visitor, child, index, first)
        elif kind in ANNOTATIONS:
            result = _result(visitor, child, index, first)
        elif place == last:
            _body(visitor, child, index)
        else:
            visitor.visit(child, READ)
        in_front = in_front and kind == "comment"
    return types, result


def _in_front(visitor: Visitor, name: Node, index: int, first: int, serial: int, context: int) -> list[int]:
    """A name in front is the function's own, or its one parameter."""
    if context == PARAM:
        visitor.receive(name, PARAM, place_term(visitor, index, first, serial))
        return [0]
    if context == BIND:
        visitor.receive(name, BIND, visitor.term(Op.SYMBOL, index) if index >= 0 else 0)
    return []


def _result(visitor: Visitor, node: Node, index: int, first: int) -> int:
    """A declared result says more than what the body gives back."""
    declared = visitor.visit(node, TYPE)
    visitor.flow(Flow.RETURN_TYPE, index, first, declared)
    return visitor.term(Op.INSTANCE, declared) if declared else 0


def _body(visitor: Visitor, node: Node, index: int) -> None:
    given = visitor.visit(node, READ)
    if node.type == "statement_block":
        return
    if index >= 0:
        visitor.flow(Flow.RETURN, index, _signature_now(visitor, index), given)
    elif visitor.returns is not None:
        visitor.returns.append(given)


def type_parameters(visitor: Visitor, node: Node, owner: int, first: int = 0) -> None:
    """`<T extends Bound = Default>`: a default stands at the place below zero."""
    place = first
    for child in node.named_children:
        if child.type != "type_parameter":
            visitor.visit(child, READ)
            continue
        name = next(part for part in child.named_children if part.type == "type_identifier")
        visitor.visit(name, TYPE_BIND)
        term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(text_of(visitor, name)))
        visitor.flow(Flow.TYPE_PARAMETER, owner, place, term)
        for part in child.named_children:
            if part.type in ("constraint", "default_type"):
                given = visitor.visit(part, TYPE)
                visitor.flow(Flow.BOUND, owner, place if part.type == "constraint" else -1 - place, given)
        place += 1


def _return(spec: Spec) -> Handler:
    """What a function gives back."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        if visitor.returns is not None:
            visitor.returns.append(term)
        else:
            visitor.flow(Flow.RETURN, visitor.owner, _signature_now(visitor, visitor.owner), term)
        return 0

    return handle


def _yield(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        if visitor.returns is None:
            delegated = node.child_count > 1 and node.children[1].type == "*"
            visitor.flow(Flow.YIELD, visitor.owner, 0, visitor.term(Op.ITEM, term) if delegated and term else term)
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_function": _function,
    "js_return": _return,
    "js_yield": _yield,
}
