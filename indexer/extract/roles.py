"""The roles a node type can play, as a language's table names them; each compiles to one handler.

A new role is one function here with the decorator; the decorator's name is what tables write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import (
    BASES,
    BIND,
    CALL,
    CONTEXTS,
    INHERIT,
    NEW,
    OUTER,
    OUTER_TYPE,
    PARAM,
    READ,
    SAME,
    SKIP,
    TYPE,
    TYPE_BIND,
    VALUE,
    spec_context,
)
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor, note_comment

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node

    from indexer.languages import Language

Spec = dict[str, Any]
ROLES: dict[str, Callable[[Spec], Handler]] = {}


def role(name: str) -> Callable[[Callable[[Spec], Handler]], Callable[[Spec], Handler]]:
    def register(factory: Callable[[Spec], Handler]) -> Callable[[Spec], Handler]:
        ROLES[name] = factory
        return factory

    return register


def compile_node(spec: str | Spec, grammar: Grammar, language: Language) -> Handler:
    """A word is a role or a context for all children; a table adds fields, scope, contexts per child."""
    if isinstance(spec, str):
        spec = {"role": spec} if spec in ROLES else {"role": "children", "children": {"*": spec}}
    name = spec.get("role", "children")
    hooks = getattr(language.hooks, "ROLES", {})
    if name in hooks:
        handler: Handler = hooks[name](spec)
    elif name in ROLES:
        handler = ROLES[name](spec)
    else:
        raise ValueError(f"{language.name}: unknown role {name!r}: one of {', '.join(ROLES)}")
    return _scoped(handler, spec["scope"]) if "scope" in spec else handler


def _scoped(inner: Handler, kind: str) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        before = visitor.enter(kind, node)
        term = inner(visitor, node, context)
        visitor.scope = before
        return term

    return handle


def step(visitor: Visitor, child: Node, context: int, inherited: int) -> int:
    """Visit one child as the table's instruction says."""
    if context < SKIP:
        return visitor.visit(child, context)
    if context == SAME:
        return visitor.visit(child, inherited)
    if context == VALUE:
        return visitor.visit(child, TYPE if inherited == TYPE else READ)
    if context in (OUTER, OUTER_TYPE):
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        term = visitor.visit(child, READ if context == OUTER else TYPE)
        visitor.scope = inner
        return term
    if context == BASES:
        return _bases(visitor, child)
    return visitor.visit(child, context) if context != SKIP else 0


def _bases(visitor: Visitor, node: Node) -> int:
    """A type's bases do not see its members."""
    inner = visitor.scope
    if inner.kind == "class" and inner.parent is not None:
        visitor.scope = inner.parent
    visitor.bases(node, TYPE)
    visitor.scope = inner
    return 0


@role("name")
def _name(spec: Spec) -> Handler:
    """An identifier; those to `ignore` are words of the language."""
    ignored = frozenset(word.encode() for word in spec.get("ignore", ()))
    if not ignored:
        return Visitor.name

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        if visitor.data[node.start_byte : node.end_byte] in ignored:
            return 0
        return visitor.name(node, context)

    return handle


@role("type_name")
def _type_name(spec: Spec) -> Handler:
    """An identifier that the grammar itself says is a type's."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        return visitor.name(node, context if context in (CALL, NEW) or context > TYPE else TYPE)

    return handle


@role("skip")
def _skip(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        return 0

    return handle


@role("plain")
def _plain(spec: Spec) -> Handler:
    """A literal of the built-in type `value`: with at most `parts` children it holds no expression."""
    parts, value = spec.get("parts", 0), spec.get("value", "").encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        if node.named_child_count > parts:
            visitor.children(node, READ)
        return visitor.literal(value) if value else 0

    return handle


@role("comment")
def _comment(spec: Spec) -> Handler:
    return note_comment


@role("through")
def _through(spec: Spec) -> Handler:
    """Stands for its child: parentheses, await, casts in front of a call."""
    return Visitor.children


@role("type")
def _type(spec: Spec) -> Handler:
    """Everything inside is a type, or declares type parameters where the context says so."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        return visitor.children(node, TYPE_BIND if context == TYPE_BIND else TYPE)

    return handle


@role("scope")
def _scope(spec: Spec) -> Handler:
    """A block of its own for names; children are read."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        before = visitor.enter("block", node)
        term = visitor.children(node, READ)
        visitor.scope = before
        return term

    return handle


@role("children")
def _children(spec: Spec) -> Handler:
    """Each child in the context of its field, of its node type (`:type`), or of `*`; else what is inherited."""
    contexts = {field: spec_context(word) for field, word in spec.get("children", {}).items()}
    rest = contexts.pop("*", -1)
    by_type = {key[1:]: contexts.pop(key) for key in list(contexts) if key[0] == ":"}

    if not contexts and not by_type and 0 <= rest < SKIP:
        return lambda visitor, node, context: visitor.children(node, rest)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        default = rest if rest >= 0 else INHERIT.get(context, READ)
        term = 0
        for index, child in enumerate(node.named_children):
            chosen = default
            field = node.field_name_for_named_child(index) if contexts else None
            if field is not None and field in contexts:
                chosen = contexts[field]
            elif by_type:
                chosen = by_type.get(child.type, default)
            term = visitor.visit(child, chosen) if chosen < SKIP else step(visitor, child, chosen, context)
        return term if node.named_child_count == 1 else 0

    return handle


@role("member")
def _member(spec: Spec) -> Handler:
    """`object.name`: the object is read (or is a type's qualifier), the name takes the context.

    Without field names the object is the first child and the name the last: the fastest way to read it.
    """
    if "object" not in spec:
        return _positional_member
    object_field, name_field = spec["object"], spec["name"]

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        receiver = node.child_by_field_name(object_field)
        name = node.child_by_field_name(name_field)
        base = 0
        for child in node.named_children:
            if name is not None and child.id == name.id:
                continue
            term = visitor.visit(child, TYPE if context in (TYPE, NEW) else READ)
            base = term if receiver is not None and child.id == receiver.id else base
        return visitor.member_name(name, receiver, context, base) if name is not None else 0

    return handle


def _positional_member(visitor: Visitor, node: Node, context: int) -> int:
    children = node.named_children
    if len(children) < 2:
        return 0
    receiver, name = children[0], children[-1]
    incoming, visitor.incoming = visitor.incoming, 0
    passed_on = TYPE if context in (TYPE, NEW) else READ
    base = visitor.visit(receiver, passed_on)
    if len(children) > 2:
        for child in children[1:-1]:
            visitor.visit(child, passed_on)
    visitor.incoming = incoming
    return visitor.member_span(name, receiver.start_byte, receiver.end_byte, context, base)


@role("call")
def _call(spec: Spec) -> Handler:
    """The callee in call context, everything else read."""
    return _callee(spec.get("function", "function"), CALL, READ)


@role("method_call")
def _method_call(spec: Spec) -> Handler:
    """`object.name(…)` as one node: a bare name is looked up, a name behind a receiver is not."""
    object_field, name_field = spec.get("object", "object"), spec.get("name", "name")

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        receiver = node.child_by_field_name(object_field)
        name = node.child_by_field_name(name_field)
        base = callee = 0
        arguments: list[int] = []
        for child in node.named_children:
            if name is not None and child.id == name.id:
                callee = visitor.visit(child, CALL) if receiver is None else 0
                if receiver is not None:
                    callee = visitor.member_name(child, receiver, CALL, base)
                mark = visitor.mark(child)
            elif receiver is not None and child.id == receiver.id:
                base = visitor.visit(child, READ)
            else:
                arguments = visitor.arguments(child)
        return visitor.call(callee, arguments, mark) if name is not None else 0

    return handle


@role("type_definition")
def _type_definition(spec: Spec) -> Handler:
    """A type whose header (type parameters, bases) does not see its members; `members` names the fields that do."""
    inside = tuple(spec.get("members", ("body",)))
    header = _children({"children": {**spec.get("children", {}), **dict.fromkeys(inside, "skip")}})
    words = spec.get("member_contexts", {})
    contexts = [(field, spec_context(words.get(field, "read"))) for field in inside]

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        before = visitor.enter("block", node)
        header(visitor, node, READ)
        visitor.enter("class", node)
        for field, member_context in contexts:
            if (part := node.child_by_field_name(field)) is not None:
                visitor.children(part, member_context)
        visitor.scope = before
        return 0

    return handle


@role("anonymous_type")
def _anonymous_type(spec: Spec) -> Handler:
    """The body of a nameless type, or of a function with a receiver: any member may come along with it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        before = visitor.enter("class", node)
        visitor.scope.closed = False
        visitor.children(node, READ)
        visitor.scope = before
        return 0

    return handle


@role("new")
def _new(spec: Spec) -> Handler:
    """Object creation: the type's name is instantiated."""
    return _callee(spec.get("type", "type"), NEW, READ)


def _callee(field: str, wanted: int, rest: int) -> Handler:
    """What is called or made, then the arguments."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        callee = node.child_by_field_name(field)
        if callee is None:
            return visitor.children(node, rest)
        made, mark = 0, -1
        arguments: list[int] = []
        for child in node.named_children:
            if child.id == callee.id:
                made = visitor.visit(child, wanted)
                mark = visitor.mark(child)
            else:
                arguments = visitor.arguments(child)
        return visitor.call(made, arguments, mark, Op.CALL if wanted == CALL else Op.NEW)

    return handle


@role("first")
def _first(spec: Spec) -> Handler:
    """The first named child takes the given context, the rest another."""
    first, rest = CONTEXTS[spec.get("context", "same")], CONTEXTS[spec.get("rest", "read")]

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        chosen, get = first, visitor.table.get
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is not None and chosen < SKIP:
                handler(visitor, child, chosen)  # one call less than `step`: most nodes of a file come this way
            else:
                step(visitor, child, chosen, context)
            chosen = rest
        return 0

    return handle


@role("dotted")
def _dotted(spec: Spec) -> Handler:
    """`a.b.c` as one node: a first name, then members of what stands before them."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        parts = node.named_children
        if not parts:
            return 0
        last = len(parts) - 1
        if last == 0 or context not in (BIND, PARAM):
            term = visitor.visit(parts[0], context if last == 0 else (TYPE if context == TYPE else READ))
        else:
            term = visitor.visit(parts[0], READ)
        for index in range(1, last + 1):
            kind = context if index == last and context <= TYPE else READ
            term = visitor.member_span(parts[index], node.start_byte, parts[index - 1].end_byte, kind, term)
        return term

    return handle


from indexer.extract import values  # noqa: E402 - registers its roles

assert values
