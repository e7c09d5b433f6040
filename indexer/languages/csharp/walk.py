"""C#: roles of names, types and accesses to members."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, NEW, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.csharp.names import (
    PLAIN,
    applied,
    arity,
    child_of,
    enclosing_type,
    global_namespace,
    predefined,
    use_member,
    use_type,
)

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
ROLES: dict[str, Callable[[Spec], Handler]] = {"predefined": lambda spec: predefined}
LOOSE = frozenset({"binary_expression", "is_pattern_expression", "or_pattern", "and_pattern", "constant_pattern"})
CHAINS = LOOSE | {
    "member_access_expression", "conditional_access_expression", "invocation_expression", "element_access_expression",
    "postfix_unary_expression",
}  # fmt: skip


def plain(name: str) -> Callable[[Handler], Handler]:
    """A role whose table entry says no more than its name."""

    def register(handler: Handler) -> Handler:
        ROLES[name] = lambda spec: handler
        return handler

    return register


@plain("identifier")
def identifier(visitor: Visitor, node: Node, context: int) -> int:
    if context <= CALL:  # read or called: most names of a file
        return visitor.name(node, context)
    if context in (TYPE, NEW) and node.start_byte not in visitor.by_name:
        return use_type(visitor, node, context)
    if context == WRITE and visitor.data[node.start_byte : node.end_byte] == b"_":
        return 0
    return visitor.name(node, context)


@plain("generic")
def generic(visitor: Visitor, node: Node, context: int) -> int:
    """`Name<T>`: a type of that arity, or a method where it is called."""
    name, arguments = node.named_children[0], child_of(node, "type_argument_list")
    if context != CALL:
        term = use_type(visitor, name, context if context in (READ, NEW) else TYPE, arity(arguments))
        return applied(visitor, term, arguments)
    given = [visitor.visit(child, TYPE) for child in arguments.named_children] if arguments is not None else []
    term = visitor.name(name, CALL)  # comes last: the call looks for its use
    return visitor.term(Op.APPLY, term, *given) if term and given else term


def member(visitor: Visitor, name: Node | None, receiver: Node | None, context: int, base: int) -> int:
    """A name, maybe with type arguments, behind a receiver."""
    if name is None:
        return 0
    ending, given = b"", []
    if name.type == "generic_name":
        arguments = child_of(name, "type_argument_list")
        given = [visitor.visit(child, TYPE) for child in arguments.named_children] if arguments is not None else []
        ending = b"" if context == CALL else arity(arguments)
        name = name.named_children[0]
    elif context in (TYPE, NEW):
        ending = PLAIN
    term = use_member(visitor, name, _hint(visitor, receiver), context, base, ending)
    return visitor.term(Op.APPLY, term, *given) if term and given else term


def _hint(visitor: Visitor, receiver: Node | None) -> tuple[int, int]:
    if receiver is None:
        return 0, 0
    start, end = receiver.start_byte, receiver.end_byte
    text = visitor.data[start:end]
    return (_start(receiver) if b"??" in text or b" is " in text else start), end


def _start(node: Node) -> int:
    """The grammar binds `a ?? b?.c` and `x is A or B.C` too loosely: the receiver starts behind the operator."""
    while (count := node.named_child_count) and node.type in CHAINS:
        child = node.named_child(count - 1 if node.type in LOOSE else 0)
        if child is None:
            break
        node = child
    return node.start_byte


def receiver_term(visitor: Visitor, node: Node, context: int = READ) -> int:
    """What stands before a dot: `this`, `base`, or any expression; of a loosely bound one its last part."""
    if not node.is_named:
        op = {"this": Op.SELF, "base": Op.SUPER}.get(node.type)
        return visitor.term(op, enclosing_type(visitor)) if op is not None else 0
    incoming, visitor.incoming = visitor.incoming, 0
    if node.type == "binary_expression":
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
    else:
        term = visitor.visit(node, context)
    visitor.incoming = incoming
    return term


def _access(spec: Spec) -> Handler:
    object_field = spec["object"]
    inner = TYPE if object_field == "qualifier" else READ

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.children
        receiver: Node | None
        name: Node | None
        if len(children) == 3:  # no comment in between: places are faster than fields
            receiver, _, name = children
        else:
            receiver, name = node.child_by_field_name(object_field), node.child_by_field_name("name")
        base = 0
        if receiver is not None:
            base = _alias(visitor, receiver) if object_field == "alias" else receiver_term(visitor, receiver, inner)
        use = len(visitor.uses) - 1
        term = member(visitor, name, receiver, context, base)
        if receiver is not None and inner == READ and receiver.type == "identifier":
            _repoint(visitor, receiver, use, base, term)
        return term

    return handle


ROLES["access"] = _access


def _repoint(visitor: Visitor, receiver: Node, use: int, base: int, term: int) -> None:
    """`Color.Red`: whether `Color` is a member or the type of that name, the name behind it tells."""
    if not term or use < 0 or not 65 <= visitor.data[receiver.start_byte] <= 90:
        return
    start, end, kind, scope, owner, hint_start, hint_end, named = visitor.uses[use]
    if start == receiver.start_byte and named == base:
        told = visitor.term(Op.THROUGH, visitor.text(b"color"), base, term)
        visitor.callees[told] = base
        visitor.uses[use] = (start, end, kind, scope, owner, hint_start, hint_end, told)


def _alias(visitor: Visitor, node: Node) -> int:
    """What stands before `::`."""
    if visitor.data[node.start_byte : node.end_byte] == b"global":
        return global_namespace(visitor)
    return 0


@plain("conditional")
def conditional(visitor: Visitor, node: Node, context: int) -> int:
    """`a?.b`, `a?[0]`"""
    receiver = node.child_by_field_name("condition")
    base = 0
    if receiver is not None:
        base = receiver_term(visitor, receiver)
        base = visitor.term(Op.THROUGH, visitor.text(b"value"), base) if base else 0
    for child in node.named_children:
        if child.type == "member_binding_expression":
            return member(visitor, child.child_by_field_name("name"), receiver, context, base)
        if child.type == "element_binding_expression":
            keys = visitor.arguments(child)
            return visitor.term(Op.INDEX, base, *keys) if base else 0
    return 0


def _wrapped(spec: Spec) -> Handler:
    """A type built from a type: `T[]`, `T?`, `T*`."""
    word = spec["word"].encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if not node.named_child_count:
            return 0
        inner, *rest = node.named_children
        term = visitor.visit(inner, context if context in (TYPE, NEW) else TYPE)
        for child in rest:
            visitor.visit(child, READ)
        return visitor.term(Op.WRAP, visitor.text(word), term) if term else 0

    return handle


ROLES["wrapped"] = _wrapped


@plain("tuple_type")
def tuple_type(visitor: Visitor, node: Node, context: int) -> int:
    """`(int a, string)`: the word carries the names."""
    terms, names = [], []
    for child in node.named_children:
        declared, name = child.child_by_field_name("type"), child.child_by_field_name("name")
        terms.append(visitor.visit(declared, TYPE) if declared is not None else 0)
        names.append(visitor.data[name.start_byte : name.end_byte] if name is not None else b"")
    return visitor.term(Op.WRAP, visitor.text(b"tuple:" + b",".join(names)), *terms)


@plain("typed")
def typed(visitor: Visitor, node: Node, context: int) -> int:
    """`(T)x`, `x as T`, `default(T)`: a value of the type, whatever else is inside."""
    declared = node.child_by_field_name("type" if node.type != "as_expression" else "right")
    term = 0
    for child in node.named_children:
        if declared is not None and child.id == declared.id:
            term = visitor.visit(child, TYPE)
        else:
            visitor.visit(child, READ)
    return visitor.term(Op.INSTANCE, term) if term else 0


@plain("typeof")
def typeof(visitor: Visitor, node: Node, context: int) -> int:
    visitor.children(node, TYPE)
    return visitor.term(Op.LITERAL, visitor.text(b"System.Type"))


@plain("using")
def using(visitor: Visitor, node: Node, context: int) -> int:
    """What a file uses globally its whole project uses: a term of its own tells."""
    if node.children[0].type == "global":
        visitor.term(Op.FREE, visitor.text(b"global using"), -1, 0)
    named = node.named_children[-1] if node.named_child_count else node
    if any(child.type == "static" for child in node.children) and named.type == "qualified_name":
        parts = [visitor.data[part.start_byte : part.end_byte] for part in named.named_children]
        visitor.term(Op.FROM, visitor.text(parts[0]), visitor.text(parts[-1]))
    return 0
