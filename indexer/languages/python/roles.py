"""Python's own roles: functions, calls and `super()`, forward references, patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, CALL, READ, TYPE
from indexer.extract.definitions import MODULE
from indexer.extract.terms import Flow, Op
from indexer.extract.values import NAMED
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.python import (
    annotated,
    kinds,
    narrowing,
    operands,
    operators,
    parameters,
    special_calls,
    spelled,
    type_parameters,
)
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
LONGEST_KEY = 60
MOST_CAUGHT = 20
GENERIC = frozenset(
    b"Union Optional List Dict Set FrozenSet Tuple Type Callable Sequence Iterable Iterator Mapping MutableMapping "
    b"AsyncIterator AsyncIterable Awaitable Coroutine Generator ClassVar DefaultDict Deque Collection".split()
)  # names of `typing` whose arguments are types, though the text of one is a string
RECEIVERS = (b"self", b"cls")
QUOTES = b"\"'"  # a string that begins so holds no expressions


def _function(spec: Spec) -> Handler:
    """Decorators stand outside; the declared result belongs to the function."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("function", node)
        for child in node.named_children:
            kind = child.kind_id
            if kind == kinds.PARAMETERS:
                parameters.listed(visitor, child, before)
            elif kind == kinds.TYPE_NODE:
                visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, parameters.annotation(visitor, child, before))
            elif kind == kinds.TYPE_PARAMETER:
                type_parameters.bind(visitor, child)
            elif kind != kinds.IDENTIFIER:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _decorated(spec: Spec) -> Handler:
    """A decorator is called with what it decorates, or with what the one below it made of that."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        *decorators, definition = node.named_children
        owner, visitor.owner = visitor.owner, _around(visitor)
        terms = [_decorator(visitor, decorator) for decorator in decorators if not decorator.is_extra]
        visitor.owner = owner
        made = visitor.visit(definition, READ)
        given, index = made, visitor.found.by_node.get(definition.id, -1)
        for term in reversed(terms):
            given = visitor.term(Op.CALL, term, given) if term and given else 0
        visitor.flow(Flow.DECORATOR, index, 0, given)
        return made

    return handle


def _around(visitor: Visitor) -> int:
    """What runs the decorators of the definition that is visited: they are called where it stands, not when it is."""
    return max(visitor.found.definitions[visitor.owner].parent, MODULE) if visitor.owner > MODULE else visitor.owner


def _decorator(visitor: Visitor, node: Node) -> int:
    """`@name` is called; of `@name(…)` that which it gives back."""
    term = visitor.visit(node, READ)
    expression = node.named_children[0]
    if expression.type == "call":
        visitor.called(expression.named_children[-1], term)
    return term


def _call(spec: Spec) -> Handler:
    """A call; `super()` is the next class in line."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        function, given = children[0], children[-1]
        callee = visitor.visit(function, CALL)
        if visitor.mark(function) < 0:
            visitor.called(function, callee)
        if given.kind_id == kinds.ARGUMENT_LIST:
            arguments = _arguments(visitor, function, given)
            if callee and arguments and _is_class_name(visitor, function):
                _label(visitor, given, callee)
        else:
            arguments = [visitor.visit(given, READ)]
        end = function.end_byte
        if end - function.start_byte == 5 and visitor.data[function.start_byte : end] == b"super":
            return _super(visitor, arguments)
        return special_calls.result(visitor, function, callee, given, arguments) or visitor.call(callee, arguments)

    return handle


def _arguments(visitor: Visitor, function: Node, given: Node) -> list[int]:
    before, visitor.keys = visitor.keys, special_calls.by_key(function, visitor)
    arguments = visitor.arguments(given)
    visitor.keys = before
    return arguments


def _is_class_name(visitor: Visitor, function: Node) -> bool:
    """Whether a callee is spelled as classes are: only they can have fields that arguments name."""
    text = text_of(visitor, function).rpartition(b".")[2]
    return text == b"cls" or text.lstrip(b"_")[:1].isupper()


def _label(visitor: Visitor, arguments: Node, callee: int) -> None:
    """`Point(x=1)`: where a class lists its fields, the name of an argument is one of them."""
    for child in arguments.named_children:
        if child.kind_id == kinds.KEYWORD_ARGUMENT:
            visitor.label(child.named_children[0], callee)


def _super(visitor: Visitor, arguments: list[int]) -> int:
    if arguments:
        return visitor.term(Op.THROUGH, visitor.text(b"super"), arguments[0]) if arguments[0] else 0
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind != "class":
        index = definitions[index].parent
    return visitor.term(Op.SUPER, index) if index >= 0 else 0


def _string(spec: Spec) -> Handler:
    """A text; where a type is wanted, the type that it spells."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if not visitor.keys and context != TYPE and visitor.data[node.start_byte] in QUOTES:
            return visitor.literal(b"str")
        parts = node.named_children
        if len(parts) > 3 or (len(parts) == 3 and parts[1].kind_id != kinds.STRING_CONTENT):
            visitor.children(node, READ)
        elif len(parts) == 3:
            content = parts[1]
            if context == TYPE or (visitor.keys and _is_type_argument(visitor, node)):
                return spelled.within(visitor, content)
            if visitor.keys and content.end_byte - content.start_byte <= LONGEST_KEY:
                return visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, content)), visitor.text(b"str"))
        return visitor.literal(b"str")

    return handle


def _is_type_argument(visitor: Visitor, node: Node) -> bool:
    """`Union["Later", int]` as a value: an alias of types, some of which are still to come."""
    around = node.parent
    if around is not None and around.type == "list":
        around = around.parent
    if around is None or around.type != "subscript":
        return False
    return text_of(visitor, around.named_children[0]).rpartition(b".")[2] in GENERIC


def _integer(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if not visitor.keys:
            return visitor.literal(b"int")
        return visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, node)[:LONGEST_KEY]), visitor.text(b"int"))

    return handle


def _as(spec: Spec) -> Handler:
    """`with value as name`, `except Type as name`, `case pattern as name`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        parent = node.parent
        caught = parent is not None and parent.type == "except_clause"
        if context >= ASSIGN:
            for child in children:
                visitor.visit(child, context)
            return 0
        term = _caught(visitor, children[0]) if caught else visitor.visit(children[0], READ)
        if term:
            term = visitor.term(Op.INSTANCE if caught else Op.ENTER, term)
            if not caught and children[0].type in NAMED:
                visitor.implied(children[0], term)
        if len(children) > 1:
            visitor.receive(children[1], ASSIGN, term)
        return 0

    return handle


def _caught(visitor: Visitor, node: Node) -> int:
    """What an `except` names: a type, several in a tuple, or a variable of the object that holds them."""
    if node.type == "tuple":
        terms = [term for child in node.named_children if (term := _caught(visitor, child))]
        return visitor.term(Op.UNION, *terms[:MOST_CAUGHT]) if terms else 0
    inner = node
    while inner.type == "attribute":
        inner = inner.named_children[0]
    return visitor.visit(node, READ if text_of(visitor, inner) in RECEIVERS else TYPE)


def _class_pattern(spec: Spec) -> Handler:
    """`case Point(x=0)`: the class is a use, what stands inside binds."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for index, child in enumerate(node.named_children):
            visitor.visit(child, context if index else TYPE)
        return 0

    return handle


def _keyword_pattern(spec: Spec) -> Handler:
    """`x=value` inside a class pattern: the key is an attribute's name."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children[1:]:
            visitor.visit(child, context)
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "parameters": parameters.parameters,
    "python_subscript": annotated.subscript,
    "commented": spelled.commented,
    "binary": operators.binary,
    "comparison": operators.comparison,
    "augmented": operators.augmented,
    "raise": operators.raising,
    "python_generic": annotated.generic,
    "splat": parameters.splat,
    "function": _function,
    "class": type_parameters.class_,
    "type_alias": type_parameters.alias,
    "decorated": _decorated,
    "spread_names": operands.spread_names,
    "slice": operands.slice_,
    "sign": operators.sign,
    "spread": operands.spread,
    "elements": operands.elements,
    "import": operands.import_,
    "nonlocal": operands.nonlocal_,
    "python_call": _call,
    "string": _string,
    "integer": _integer,
    "as": _as,
    "if": narrowing.if_statement,
    "while": narrowing.while_statement,
    "boolean": narrowing.boolean,
    "conditional": narrowing.conditional,
    "if_clause": narrowing.if_clause,
    "assert": narrowing.assertion,
    "pattern_type": _class_pattern,
    "keyword_pattern": _keyword_pattern,
}
