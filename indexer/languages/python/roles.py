"""Python's own roles: functions, calls and `super()`, forward references, patterns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import ASSIGN, CALL, READ, TYPE, TYPE_BIND, Handler, Visitor
from indexer.languages.python import narrowing, parameters
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

Spec = dict[str, Any]


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
                if callee and _is_class_name(visitor, function):
                    _label(visitor, child, callee)
            else:
                arguments.append(visitor.visit(child, READ))
        if function.type == "identifier" and text_of(visitor, function) == b"super":
            return _super(visitor, arguments)
        return visitor.call(callee, arguments)

    return handle


def _is_class_name(visitor: Visitor, function: Node) -> bool:
    """Whether a callee is spelled as classes are: only they can have fields that arguments name."""
    name = function.named_children[-1] if function.type == "attribute" else function
    text = text_of(visitor, name)
    return text == b"cls" or text.lstrip(b"_")[:1].isupper()


def _label(visitor: Visitor, arguments: Node, callee: int) -> None:
    """`Point(x=1)`: where a class lists its fields, the name of an argument is one of them."""
    for child in arguments.named_children:
        if child.type == "keyword_argument":
            visitor.label(child.named_children[0], callee)


def _super(visitor: Visitor, arguments: list[int]) -> int:
    if arguments:
        return visitor.term(Op.THROUGH, visitor.text(b"super"), arguments[0]) if arguments[0] else 0
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
    "splat": parameters.splat,
    "function": _function,
    "decorated": _decorated,
    "python_call": _call,
    "string": _string,
    "integer": _integer,
    "as": _as,
    "if": narrowing.if_statement,
    "assert": narrowing.assertion,
    "pattern_type": _class_pattern,
    "keyword_pattern": _keyword_pattern,
}
