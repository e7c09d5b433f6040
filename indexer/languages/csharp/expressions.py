"""C#: roles of literals, operators, assignments and the statements that hand values on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp import misread
from indexer.languages.csharp.variables import receiver_term_of
from indexer.languages.csharp.walk import plain, receiver_term

if TYPE_CHECKING:
    from tree_sitter import Node

LOGICAL = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
INTEGERS = {b"l": b"long", b"u": b"uint", b"ul": b"ulong", b"lu": b"ulong"}
REALS = {b"f": b"float", b"m": b"decimal", b"d": b"double"}


def literal(visitor: Visitor, name: bytes) -> int:
    return visitor.term(Op.LITERAL, visitor.text(name))


@plain("integer")
def integer(visitor: Visitor, node: Node, context: int) -> int:
    text = visitor.data[node.start_byte : node.end_byte].lower()
    ending = text[len(text.rstrip(b"ul")) :]
    return literal(visitor, INTEGERS.get(ending, b"int"))


@plain("real")
def real(visitor: Visitor, node: Node, context: int) -> int:
    return literal(visitor, REALS.get(visitor.data[node.end_byte - 1 : node.end_byte].lower(), b"double"))


@plain("binary")
def binary(visitor: Visitor, node: Node, context: int) -> int:
    sign = node.child_by_field_name("operator")
    if sign is not None and sign.type == ">" and misread.is_call(node):
        return misread.call(visitor, node)
    incoming, visitor.incoming = visitor.incoming, 0
    operands = [receiver_term_of(visitor, child) for child in node.children if child.is_named or child.type == "this"]
    visitor.incoming = incoming
    word = sign.type if sign is not None else ""
    if word in LOGICAL:
        return literal(visitor, b"bool")
    if word == "??":
        return visitor.term(Op.THROUGH, visitor.text(b"value"), operands[0]) if operands[0] else operands[-1]
    return visitor.term(Op.OPERATOR, visitor.text(word.encode()), *operands) if any(operands) else 0


@plain("unary")
def unary(visitor: Visitor, node: Node, context: int) -> int:
    """`x++` writes; `x!` is `x`."""
    signs = {child.type for child in node.children if not child.is_named}
    if signs & {"++", "--"}:
        context = WRITE
    elif node.type == "prefix_unary_expression":
        context = READ
    term = 0
    for child in node.children:
        if child.is_named or child.type == "this":
            term = visitor.visit(child, context) if child.is_named else receiver_term(visitor, child)
    if "!" in signs and node.type == "prefix_unary_expression":
        return literal(visitor, b"bool")
    if "*" in signs or "&" in signs or "^" in signs:
        return visitor.term(Op.THROUGH, visitor.text(b"pointed"), term) if "*" in signs and term else 0
    return term


@plain("assignment")
def assignment(visitor: Visitor, node: Node, context: int) -> int:
    """What is assigned may depend on what it is assigned to, and the other way round where a tuple is taken apart."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return visitor.children(node, READ)
    before, visitor.incoming = visitor.incoming, 0
    if left.type == "tuple_expression":
        value = receiver_term_of(visitor, right)
        visitor.incoming = value
        visitor.visit(left, WRITE)
    else:
        value = visitor.visit(left, WRITE) if left.is_named else 0
        visitor.incoming = value
        given = receiver_term_of(visitor, right)
        value = value or given
    visitor.incoming = before
    return value


@plain("tuple")
def tuple_(visitor: Visitor, node: Node, context: int) -> int:
    """`(a, name: b)`: a value, or what takes one apart."""
    incoming, terms, names = visitor.incoming, [], []
    for place, child in enumerate(node.named_children):
        taken = context in (WRITE, BIND) and incoming
        visitor.incoming = visitor.term(Op.THROUGH, visitor.text(b"item %d" % place), incoming) if taken else 0
        terms.append(visitor.visit(child, context))
        name = child.child_by_field_name("name")
        named = name if name is not None else _element_name(child)
        names.append(visitor.data[named.start_byte : named.end_byte] if named is not None else b"")
    visitor.incoming = incoming
    if context in (WRITE, BIND):
        return 0
    return visitor.term(Op.SEQUENCE, visitor.text(b"tuple:" + b",".join(names)), *terms)


def _element_name(argument: Node) -> Node | None:
    """`(a, x.B)` names its elements a and B."""
    value = next(iter(argument.named_children), None)
    if value is not None and value.type == "member_access_expression":
        value = value.child_by_field_name("name")
    return value if value is not None and value.type == "identifier" else None


@plain("declaration")
def declaration(visitor: Visitor, node: Node, context: int) -> int:
    """`out Type name`; the grammar takes the argument `a * b` for one with a pointer's type."""
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    product = declared is not None and declared.type == "pointer_type"
    if product and declared is not None:
        for child in (*declared.named_children, *([name] if name is not None else [])):
            visitor.visit(child, READ)
        return 0
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    held = visitor.term(Op.INSTANCE, term) if term else visitor.incoming
    if name is not None:
        visitor.receive(name, BIND, held)
    return held


@plain("index")
def index(visitor: Visitor, node: Node, context: int) -> int:
    """`value[key]`"""
    value, listed = node.child_by_field_name("expression"), node.child_by_field_name("subscript")
    if value is None or listed is None:
        return visitor.children(node, READ)
    base = receiver_term(visitor, value)
    keys = visitor.arguments(listed)
    return visitor.term(Op.INDEX, base, *keys) if base else 0


@plain("return")
def return_(visitor: Visitor, node: Node, context: int) -> int:
    """What a nameless function gives back is collected; a method's result is declared."""
    wanted = 0
    if visitor.returns is None and visitor.owner >= 0:
        wanted = visitor.term(Op.THROUGH, visitor.text(b"returns"), visitor.term(Op.SYMBOL, visitor.owner))
    before, visitor.incoming = visitor.incoming, wanted
    for child in node.children:
        if child.is_named or child.type == "this":
            term = receiver_term_of(visitor, child)
            if visitor.returns is not None:
                visitor.returns.append(term)
    visitor.incoming = before
    return 0


@plain("arrow")
def arrow(visitor: Visitor, node: Node, context: int) -> int:
    """`=> value`"""
    before = visitor.enter("block", node)
    return_(visitor, node, context)
    visitor.scope = before
    return 0


@plain("goto")
def goto(visitor: Visitor, node: Node, context: int) -> int:
    """A label is no name of the program; `goto case Constant` reads one."""
    if any(child.type == "case" for child in node.children):
        visitor.children(node, READ)
    return 0
