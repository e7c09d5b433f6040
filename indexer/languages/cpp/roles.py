"""C++'s own roles on top of C's: classes, qualified names, templates, and the operators that classes may define."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import AMBIGUOUS, PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import BIND, CALL, KIND_OF, NEW, PARAM, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.c import roles as c
from indexer.languages.c.scopes import settle

if TYPE_CHECKING:
    from tree_sitter import Node

CASTS = (b"static_cast", b"dynamic_cast", b"const_cast", b"reinterpret_cast")
_PLAIN = (READ, CALL, WRITE, NEW, TYPE)


def _capital(visitor: Visitor, node: Node) -> bool:
    return visitor.data[node.start_byte : node.start_byte + 1].isupper()


# -- names


def _qualifier(visitor: Visitor, node: Node, context: int) -> int:
    kind = KIND_OF[TYPE if _capital(visitor, node) else READ]
    return visitor.use(node.start_byte, node.end_byte, kind, visitor.scope)


def _qualified(visitor: Visitor, node: Node, context: int) -> int:
    """`a::B<T>::c`: the first name is looked up, each further one hangs on what stands before it."""
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    start = node.start_byte
    base = visitor.visit(scope, TYPE) if scope is not None else visitor.term(Op.THROUGH, visitor.text(b"::"))
    while name is not None and name.type == "qualified_identifier":
        inner = name.child_by_field_name("scope")
        if inner is not None:
            base = _member(visitor, inner, start, TYPE if _capital(visitor, inner) else READ, base)
        name = name.child_by_field_name("name")
    return _member(visitor, name, start, context, base) if name is not None else 0


def _member(visitor: Visitor, node: Node, start: int, context: int, base: int) -> int:
    """A name behind `::` or `.`, with the template arguments that it may have."""
    name = node.child_by_field_name("name") if node.child_count else node
    if node.type in ("destructor_name", "operator_name", "operator_cast"):
        return 0
    if name is None:
        visitor.visit(node, READ)
        return 0
    if name.type in ("type_identifier", "namespace_identifier") and context not in (NEW, CALL):
        context = TYPE if name.type == "type_identifier" else context
    end = max(start, name.start_byte - 2)
    term = visitor.member_span(name, start, end, context if context in _PLAIN else READ, base)
    return _applied(visitor, node, term)


def _applied(visitor: Visitor, node: Node, term: int) -> int:
    """`name<types>`: the arguments go with what the name means."""
    arguments = node.child_by_field_name("arguments")
    if arguments is None:
        return term
    given = [visitor.visit(child, TYPE) for child in arguments.named_children]
    return visitor.term(Op.APPLY, term, *given) if term else 0


def _template_type(visitor: Visitor, node: Node, context: int) -> int:
    name = node.child_by_field_name("name")
    term = visitor.visit(name, context if context in (CALL, NEW) else TYPE) if name is not None else 0
    return _applied(visitor, node, term)


def _template_function(visitor: Visitor, node: Node, context: int) -> int:
    """`f<T>`; a cast gives a value of the type it names."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is not None and visitor.data[name.start_byte : name.end_byte] in CASTS:
        types = [visitor.visit(child, TYPE) for child in arguments.named_children] if arguments is not None else []
        instance = visitor.term(Op.INSTANCE, types[0]) if types and types[0] else 0
        return visitor.term(Op.FUNCTION_TYPE, instance) if instance else 0
    return _applied(visitor, node, visitor.visit(name, context) if name is not None else 0)


def _field(visitor: Visitor, node: Node, context: int) -> int:
    """`a.b`, `a->b`: the arrow may be an operator of the class."""
    value, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    base = visitor.visit(value, READ) if value is not None else 0
    if field is None or field.type == "destructor_name" or value is None:
        return 0
    if base and visitor.data[value.end_byte : field.start_byte].strip() == b"->":
        base = visitor.term(Op.THROUGH, visitor.text(b"->"), base)
    name = field.child_by_field_name("name") if field.child_count else field
    term = 0
    if name is not None and name.type in ("field_identifier", "identifier"):
        term = visitor.member_name(name, value, context, base)
    return _applied(visitor, field, term)


def _this(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.term(Op.FREE, visitor.text(b"this"), visitor.owner, 0)


# -- values


def _primitive(visitor: Visitor, node: Node, context: int) -> int:
    """A type of the language itself."""
    return visitor.term(Op.LITERAL, visitor.text(visitor.data[node.start_byte : node.end_byte]))


def _number(visitor: Visitor, node: Node, context: int) -> int:
    text = visitor.data[node.start_byte : node.end_byte]
    real = b"." in text and not text.startswith((b"0x", b"0X"))
    return visitor.term(Op.LITERAL, visitor.text(b"double" if real else b"int"))


def _pointer(visitor: Visitor, node: Node, context: int) -> int:
    term = visitor.children(node, READ)
    dereferenced = visitor.data[node.start_byte : node.start_byte + 1] == b"*"
    return visitor.term(Op.THROUGH, visitor.text(b"*"), term) if term and dereferenced else term


def _subscript(visitor: Visitor, node: Node, context: int) -> int:
    terms = [visitor.visit(child, READ) for child in node.named_children]
    return visitor.term(Op.INDEX, terms[0]) if terms and terms[0] else 0


def _new(visitor: Visitor, node: Node, context: int) -> int:
    kind = node.child_by_field_name("type")
    term = 0
    for child in node.named_children:
        if kind is not None and child.id == kind.id:
            term = visitor.visit(child, NEW)
        else:
            visitor.receive(child, READ, 0)
    return visitor.term(Op.INSTANCE, term) if term else 0


def _initializer(visitor: Visitor, node: Node, context: int) -> int:
    """`: count_(n)` writes a member; a base's constructor is called."""
    for index, child in enumerate(node.named_children):
        if index == 0 and child.type == "field_identifier":
            visitor.use(child.start_byte, child.end_byte, KIND_OF[WRITE], visitor.scope)
        elif index == 0 and child.type == "template_method":
            name = child.child_by_field_name("name")
            if name is not None:
                visitor.member(name.start_byte, name.end_byte, KIND_OF[CALL], 0, 0, 0)
            visitor.children(child, TYPE)
        else:
            visitor.visit(child, CALL if index == 0 else READ)
    return 0


def _loop(visitor: Visitor, node: Node, context: int) -> int:
    """`for (T x : values)`."""
    before = visitor.enter("block", node)
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    right = node.child_by_field_name("right")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    values = visitor.visit(right, READ) if right is not None else 0
    item = visitor.term(Op.ITEM, values) if values else 0
    if kind is not None and kind.type != "placeholder_type_specifier":
        item = visitor.term(Op.INSTANCE, declared) if declared else 0
    if declarator is not None:
        visitor.receive(declarator, BIND, item, declared=True)
    known = {part.id for part in (kind, declarator, right) if part is not None}
    for child in node.named_children:
        if child.id not in known:
            visitor.visit(child, READ)
    visitor.scope = before
    return 0


def _structured(visitor: Visitor, node: Node, context: int) -> int:
    """`auto [a, b]`: what each name gets is not followed."""
    incoming, visitor.incoming = visitor.incoming, 0
    visitor.children(node, context)
    visitor.incoming = incoming
    return 0


# -- declarations


def _parameter(visitor: Visitor, node: Node, context: int) -> int:
    default = node.child_by_field_name("default_value")
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    if declarator is not None:
        visitor.receive(declarator, PARAM, visitor.term(Op.INSTANCE, declared) if declared else 0, declared=True)
    if default is not None:
        visitor.receive(default, READ, 0)
    return declared


def _alias(visitor: Visitor, node: Node, context: int) -> int:
    """`using name = type;`."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    if name is not None:
        visitor.receive(name, TYPE, declared, declared=True)
    return 0


def _class(visitor: Visitor, node: Node, context: int) -> int:
    """A class opens a scope for its members; a plain enum leaves its enumerators where it stands."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    index = visitor.found.by_node.get(node.id)
    term = 0
    if index is not None:
        _settle_class(visitor, index, name)
        term = visitor.term(Op.SYMBOL, index)
    elif name is not None:
        term = visitor.visit(name, TYPE)
    for child in node.named_children:
        if child.type == "base_class_clause":
            visitor.bases(child, TYPE)
        elif child.type == "template_argument_list":
            visitor.visit(child, TYPE)
    if body is None:
        return term
    scoped = node.type != "enum_specifier" or any(child.type in ("class", "struct") for child in node.children)
    made = c.members(visitor, node, body, scoped)
    return term or made


def _settle_class(visitor: Visitor, index: int, name: Node | None) -> None:
    """A specialisation is not what the template's name means."""
    if name is None or name.type != "template_type":
        settle(visitor, index)
    elif visitor.scope.names.get(visitor.found.definitions[index].name) == index:
        del visitor.scope.names[visitor.found.definitions[index].name]


def _function(visitor: Visitor, node: Node, context: int) -> int:
    """Outside its class a method sees the class's members before what the file has."""
    index = visitor.found.by_node.get(node.id)
    if index is None or not visitor.found.definitions[index].container:
        return c.function(visitor, node, context)
    before = visitor.enter("class", node)
    visitor.scope.closed = False
    c.function(visitor, node, context)
    visitor.scope = before
    return 0


def _namespace(visitor: Visitor, node: Node, context: int) -> int:
    """Names of a namespace hold inside it; those of an inline or nameless one outside as well."""
    body = node.child_by_field_name("body")
    if body is None:
        return 0
    before = visitor.enter("block", node)
    inner = visitor.scope
    visitor.children(body, READ)
    visitor.scope = before
    name = node.child_by_field_name("name")
    if name is None or any(child.type == "inline" for child in node.children):
        _share(visitor, inner.names)
    elif name.child_count == 0:
        # A namespace is no symbol, yet its name hides an outer one.
        visitor.scope.bind(visitor.data[name.start_byte : name.end_byte], AMBIGUOUS)
    return 0


def _template(visitor: Visitor, node: Node, context: int) -> int:
    """Template parameters hold in what is declared; its name belongs outside."""
    before = visitor.enter("block", node)
    inner = visitor.scope
    for child in node.named_children:
        visitor.visit(child, READ)
        if child.type == "template_parameter_list":
            _type_parameters(visitor, child)
            # A value parameter may stand among types: `Cart<T, N>`.
            inner.names.update((name, TYPE_PARAMETER) for name, what in inner.names.items() if what == PARAMETER)
    visitor.scope = before
    _share(visitor, inner.names)
    return 0


def _type_parameters(visitor: Visitor, node: Node) -> None:
    for place, child in enumerate(child for child in node.named_children if not child.is_extra):
        name = child.named_children[0] if child.named_child_count else None
        if name is not None and name.type == "type_identifier":
            text = visitor.text(visitor.data[name.start_byte : name.end_byte])
            term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, text)
            visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)


def _share(visitor: Visitor, names: dict[bytes, int]) -> None:
    for name, binding in names.items():
        if binding >= 0:
            visitor.declare(name, binding)
            settle(visitor, binding)


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = c.ROLES | {
    "cpp_qualifier": lambda spec: _qualifier,
    "cpp_qualified": lambda spec: _qualified,
    "cpp_template_type": lambda spec: _template_type,
    "cpp_template_function": lambda spec: _template_function,
    "cpp_field": lambda spec: _field,
    "cpp_this": lambda spec: _this,
    "cpp_primitive": lambda spec: _primitive,
    "cpp_number": lambda spec: _number,
    "cpp_pointer": lambda spec: _pointer,
    "cpp_subscript": lambda spec: _subscript,
    "cpp_new": lambda spec: _new,
    "cpp_initializer": lambda spec: _initializer,
    "cpp_loop": lambda spec: _loop,
    "cpp_structured": lambda spec: _structured,
    "cpp_parameter": lambda spec: _parameter,
    "cpp_alias": lambda spec: _alias,
    "cpp_class": lambda spec: _class,
    "cpp_function": lambda spec: _function,
    "cpp_namespace": lambda spec: _namespace,
    "cpp_template": lambda spec: _template,
}
