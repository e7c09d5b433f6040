"""Python's own roles: parameters, `super()`, forward references, what `isinstance` tells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import ASSIGN, CALL, PARAM, READ, TYPE, TYPE_BIND, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

Spec = dict[str, Any]
METHODS = ("method", "constructor", "property")
IMPLICIT_CLASS = (b"__new__", b"__init_subclass__", b"__class_getitem__")
SEPARATORS = ("keyword_separator", "positional_separator", "comment")
LEAVES = ("return_statement", "raise_statement", "continue_statement", "break_statement")


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def _parameters(spec: Spec) -> Handler:
    """Each parameter is bound to its place; the first of a method is the instance or the class."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        serial, owner = visitor.lambda_, visitor.owner
        place = 0
        for child in node.named_children:
            if child.type in SEPARATORS:
                visitor.visit(child, READ)
                continue
            visitor.incoming = _parameter_term(visitor, serial, owner, place)
            visitor.declared = False
            _parameter(visitor, child, owner if not serial else -1, place)
            visitor.incoming = 0
            place += 1
        return 0

    return handle


def _parameter_term(visitor: Visitor, serial: int, owner: int, place: int) -> int:
    if serial:
        return visitor.term(Op.LAMBDA_PARAMETER, serial, place)
    if place == 0 and (term := _receiver(visitor, owner)):
        return term
    return visitor.term(Op.PARAMETER, owner, place)


def _receiver(visitor: Visitor, owner: int) -> int:
    """`self` or `cls`, where the function is a method that has one."""
    definition = visitor.found.definitions[owner]
    if definition.kind not in ("method", "constructor") or definition.parent < 0:
        return 0
    above = visitor.data[definition.start : definition.node.start_byte]
    if b"@staticmethod" in above:
        return 0
    is_class = b"@classmethod" in above or definition.name in IMPLICIT_CLASS
    return visitor.term(Op.CLS if is_class else Op.SELF, definition.parent)


def _parameter(visitor: Visitor, node: Node, owner: int, place: int) -> None:
    """`name: type = default`; `*args` and `**kwargs` collect what is left."""
    kind = node.type
    if kind == "identifier":
        visitor.name(node, PARAM)
        return
    if kind in ("list_splat_pattern", "dictionary_splat_pattern"):
        visitor.incoming = visitor.term(Op.LITERAL, visitor.text(b"tuple" if kind[0] == "l" else b"dict"))
        visitor.children(node, PARAM)
        return
    name, *rest = node.named_children
    incoming = visitor.incoming
    for child in rest:
        visitor.incoming = 0
        if child.type == "type":
            term = visitor.visit(child, TYPE)
            incoming = _collected(visitor, name, term, incoming)
            if term and incoming == visitor.term(Op.PARAMETER, owner, place):
                visitor.flow(Flow.PARAMETER_TYPE, owner, place, term)
        else:
            inner = visitor.scope
            visitor.scope = inner.parent or inner
            visitor.flow(Flow.PARAMETER_VALUE, owner, place, visitor.visit(child, READ))
            visitor.scope = inner
    visitor.incoming = incoming
    visitor.visit(name, PARAM)


def _collected(visitor: Visitor, name: Node, declared: int, incoming: int) -> int:
    """`*args: T` is a tuple of T, `**kwargs: T` a dictionary from names to T."""
    if not declared or name.type not in ("list_splat_pattern", "dictionary_splat_pattern"):
        return incoming
    item = visitor.term(Op.INSTANCE, declared)
    if name.type == "list_splat_pattern":
        return visitor.term(Op.SEQUENCE, visitor.text(b"tuple"), item)
    key = visitor.term(Op.LITERAL, visitor.text(b"str"))
    return visitor.term(Op.MAPPING, visitor.text(b"dict"), key, item)


def _splat(spec: Spec) -> Handler:
    """The parameter's own name inside `*args: T`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if context >= ASSIGN:
            return visitor.children(node, context)
        term = visitor.children(node, READ)
        return visitor.term(Op.SPREAD, term) if term else 0

    return handle


def _function(spec: Spec) -> Handler:
    """Decorators stand outside; the declared result belongs to the function."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("function", node)
        for child in node.named_children:
            kind = child.type
            if kind == "type":
                visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, visitor.visit(child, TYPE))
            elif kind == "type_parameter":
                visitor.visit(child, TYPE_BIND)
            elif kind != "identifier":
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _decorated(spec: Spec) -> Handler:
    """A decorator is called with what it decorates."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        *decorators, definition = node.named_children
        terms = [visitor.visit(decorator, READ) for decorator in decorators]
        made = visitor.visit(definition, READ)
        for term in terms:
            if term and made:
                visitor.term(Op.CALL, term, made)
        return made

    return handle


def _call(spec: Spec) -> Handler:
    """A call; `super()` is the next class in line."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        function = children[0]
        callee = visitor.visit(function, CALL)
        if visitor.mark(function) < 0:
            visitor.called(function, callee)
        arguments: list[int] = []
        for child in children[1:]:
            if child.type == "argument_list":
                arguments += visitor.arguments(child)
                if callee and b"=" in visitor.data[child.start_byte : child.end_byte]:
                    _label(visitor, child, callee)
            else:
                arguments.append(visitor.visit(child, READ))
        if function.type == "identifier" and text_of(visitor, function) == b"super":
            return _super(visitor)
        return visitor.call(callee, arguments)

    return handle


def _label(visitor: Visitor, arguments: Node, callee: int) -> None:
    """`Point(x=1)`: where a class lists its fields, the name of an argument is one of them."""
    for child in arguments.named_children:
        if child.type == "keyword_argument":
            visitor.label(child.named_children[0], callee)


def _super(visitor: Visitor) -> int:
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind != "class":
        index = definitions[index].parent
    return visitor.term(Op.SUPER, index) if index >= 0 else 0


@cache
def _parser() -> Parser:
    from tree_sitter import Parser

    return Parser(languages.load("python").grammar_object)


def _string(spec: Spec) -> Handler:
    """A text; where a type is wanted, the type that it spells."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        if len(parts) > 3 or (len(parts) == 3 and parts[1].type != "string_content"):
            visitor.children(node, READ)
        elif len(parts) == 3:
            content = parts[1]
            if context == TYPE:
                return _forward(visitor, content)
            if content.end_byte - content.start_byte <= 60:
                return visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, content)), visitor.text(b"str"))
        return visitor.term(Op.LITERAL, visitor.text(b"str"))

    return handle


def _forward(visitor: Visitor, content: Node) -> int:
    """A forward reference is parsed where it stands, so that its names have their places."""
    from tree_sitter import Range

    parser = _parser()
    parser.included_ranges = [Range(content.start_point, content.end_point, content.start_byte, content.end_byte)]
    root = parser.parse(visitor.data).root_node
    parser.included_ranges = []
    if root.has_error or root.named_child_count != 1:
        return 0
    return visitor.visit(root.named_children[0], TYPE)


def _integer(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, node)[:20]), visitor.text(b"int"))

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
        term = visitor.visit(children[0], TYPE if caught else READ)
        if term:
            term = visitor.term(Op.INSTANCE if caught else Op.ENTER, term)
        if len(children) > 1:
            visitor.receive(children[1], ASSIGN, term)
        return 0

    return handle


def _if(spec: Spec) -> Handler:
    """What `isinstance` says of a name holds where the condition does."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition = node.child_by_field_name("condition")
        before = visitor.narrowed
        if condition is None:
            return visitor.children(node, READ)
        visitor.visit(condition, READ)
        told, untold = _told(visitor, condition)
        for child in node.named_children:
            if child.id == condition.id:
                continue
            if child.type == "block":
                visitor.narrowed = {**before, **told} if told else before
            visitor.visit(child, READ)
            visitor.narrowed = before
        block = node.child_by_field_name("consequence")
        if untold and block is not None and block.named_children[-1].type in LEAVES:
            visitor.narrowed = {**before, **untold}
        return 0

    return handle


def _assert(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        if told := _told(visitor, node.named_children[0])[0]:
            visitor.narrowed = {**visitor.narrowed, **told}
        return 0

    return handle


def _told(visitor: Visitor, condition: Node) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Expressions whose type a condition tells where it holds, and where it does not."""
    text = text_of(visitor, condition)
    if b"isinstance(" not in text:
        return {}, {}
    if condition.type == "not_operator":
        return _told(visitor, condition.named_children[0])[::-1]
    if condition.type == "parenthesized_expression":
        return _told(visitor, condition.named_children[0])
    if condition.type == "boolean_operator" and b" or " not in text:
        told: dict[bytes, int] = {}
        for child in condition.named_children:
            told |= _told(visitor, child)[0]
        return told, {}
    return _isinstance(visitor, condition), {}


def _isinstance(visitor: Visitor, node: Node) -> dict[bytes, int]:
    parts = node.named_children
    if node.type != "call" or text_of(visitor, parts[0]) != b"isinstance" or parts[1].named_child_count != 2:
        return {}
    subject, kind = parts[1].named_children
    if subject.type not in ("identifier", "attribute"):
        return {}
    uses = len(visitor.uses)
    kinds = kind.named_children if kind.type == "tuple" else [kind]
    terms = [visitor.visit(child, READ) for child in kinds]
    del visitor.uses[uses:]  # seen before, as part of the condition
    known = visitor.terms.union([visitor.term(Op.INSTANCE, term) for term in terms if term])
    return {text_of(visitor, subject): known} if known and all(terms) else {}


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
    "parameters": _parameters,
    "splat": _splat,
    "function": _function,
    "decorated": _decorated,
    "python_call": _call,
    "string": _string,
    "integer": _integer,
    "as": _as,
    "if": _if,
    "assert": _assert,
    "pattern_type": _class_pattern,
    "keyword_pattern": _keyword_pattern,
}
