"""C++'s own roles on top of C's: qualified names, template arguments, and the operators that classes may define."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, KIND_OF, NEW, READ, TYPE, WRITE
from indexer.extract.scopes import Scope
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.c import roles as c
from indexer.languages.c import values
from indexer.languages.cpp import constness, declarations
from indexer.languages.cpp.qualifiers import is_capital, qualifier

if TYPE_CHECKING:
    from tree_sitter import Node

# Where the name of a callee stands in it.
_NAMED = {
    "field_expression": "field", "qualified_identifier": "name", "dependent_name": "", "template_function": "name",
    "template_method": "name",
}  # fmt: skip
_TRUTHS = (b"!", b"&&", b"||", b"==", b"!=", b"<", b">", b"<=", b">=")
_PLAIN = (READ, CALL, WRITE, NEW, TYPE)


# -- names


def _qualified(visitor: Visitor, node: Node, context: int) -> int:
    """`a::B<T>::c`: the first name is looked up, each further one hangs on what stands before it."""
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    start = node.start_byte
    base = visitor.visit(scope, TYPE) if scope is not None else visitor.term(Op.THROUGH, visitor.text(b"::"))
    while name is not None and name.type == "qualified_identifier":
        inner = name.child_by_field_name("scope")
        if inner is not None:
            base = _member(visitor, inner, start, TYPE if is_capital(visitor, inner) else READ, base)
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
    if name is not None and visitor.data[name.start_byte : name.end_byte] in constness.CASTS:
        types = [visitor.visit(child, TYPE) for child in arguments.named_children] if arguments is not None else []
        instance = visitor.term(Op.INSTANCE, types[0]) if types and types[0] else 0
        return visitor.term(Op.FUNCTION_TYPE, instance) if instance else 0
    return _applied(visitor, node, visitor.visit(name, context) if name is not None else 0)


def _call(visitor: Visitor, node: Node, context: int) -> int:
    """`f(…)`, `f<T>(…)`, `a.f<T>(…)`: the arguments choose what the name means, not what the types behind it do."""
    callee, *rest = node.named_children
    first = len(visitor.uses)
    plain = callee.type == "identifier" and visitor.data[callee.start_byte : callee.end_byte] in c.WORDS  # unsigned(1)
    term = _primitive(visitor, callee, CALL) if plain else visitor.visit(callee, CALL)
    mark = visitor.mark(callee)
    if mark < 0 and (end := _name_end(callee)):
        mark = next((n for n in range(first, len(visitor.uses)) if visitor.uses[n][1] == end), -1)
    arguments: list[int] = []
    for child in rest:
        arguments += visitor.arguments(child)
    return visitor.call(term, arguments, mark)


def _name_end(node: Node) -> int:
    """Where the name of a callee with template arguments ends; 0 where it has none."""
    inner: Node | None = node
    while inner is not None and inner.type in _NAMED:
        if inner.type in ("template_function", "template_method"):
            name = inner.child_by_field_name("name")
            return name.end_byte if name is not None else 0
        field = _NAMED[inner.type]
        inner = inner.child_by_field_name(field) if field else inner.named_children[-1]
    return 0


def _field(visitor: Visitor, node: Node, context: int) -> int:
    """`a.b`, `a->b`: the arrow may be an operator of the class."""
    value, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    base = visitor.visit(value, READ) if value is not None else 0
    if field is None or field.type == "destructor_name" or value is None:
        return 0
    arrow = visitor.data[value.end_byte : field.start_byte].strip() == b"->"
    if base and arrow and not constness.is_pointer(visitor, value):
        base = visitor.term(Op.THROUGH, visitor.text(b"->"), base)
    name = field.child_by_field_name("name") if field.child_count else field
    term = 0
    if name is not None and name.type in ("field_identifier", "identifier"):
        space = constness.space_of(visitor, value, arrow) if context == CALL else 0
        if space:
            term = constness.call_on(visitor, name, value, base, space)
        else:
            term = visitor.member_name(name, value, context, base)
    return _applied(visitor, field, term)


def _this(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.term(Op.FREE, visitor.text(b"this"), visitor.owner, 0)


# -- values


def _primitive(visitor: Visitor, node: Node, context: int) -> int:
    """A type of the language itself."""
    return visitor.term(Op.LITERAL, visitor.text(visitor.data[node.start_byte : node.end_byte]))


def _number(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.term(Op.LITERAL, visitor.text(_number_type(visitor.data[node.start_byte : node.end_byte].lower())))


def _number_type(text: bytes) -> bytes:
    if text.isdigit():
        return b"int" if text.strip(b"0") else b"int 0"  # which a pointer may be, too
    if not text.startswith(b"0x") and (b"." in text or b"e" in text):
        return {b"f": b"float", b"l": b"long double"}.get(text[-1:], b"double")
    suffix = text[len(text.rstrip(b"ulz")) :]
    size = b"long long" if suffix.count(b"l") > 1 else b"long" if b"l" in suffix else b"int"
    return b"unsigned " + size if b"u" in suffix else size


def _truth(visitor: Visitor, node: Node, context: int) -> int:
    """What `!`, `&&`, `==` give, whatever they stand between."""
    sign = node.child_by_field_name("operator")
    if sign is None or visitor.data[sign.start_byte : sign.end_byte] not in _TRUTHS:
        return (
            values.binary(visitor, node, context) if node.type == "binary_expression" else visitor.children(node, READ)
        )
    for child in node.named_children:
        visitor.visit(child, READ)
    return visitor.term(Op.LITERAL, visitor.text(b"bool"))


def _declaration(visitor: Visitor, node: Node, context: int) -> int:
    term = c.declaration(visitor, node, context)
    constness.note(visitor, node)
    if node.child_by_field_name("type") is None:
        _macro_in_class(visitor, node)
    return term


def _macro_in_class(visitor: Visitor, node: Node) -> None:
    """`DISALLOW_COPY(Name);` looks like a constructor that is declared."""
    declarator = node.child_by_field_name("declarator")
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    if name is None or name.type != "identifier":
        return
    text = visitor.data[name.start_byte : name.end_byte]
    definitions = visitor.found.definitions
    index = visitor.by_name.get(name.start_byte, -1)
    parent = definitions[index].parent if index >= 0 else -1
    if text.isupper() and parent >= 0 and definitions[parent].name != text:
        declarations.use_macro(visitor, name.start_byte, name.end_byte)


def _pointer(visitor: Visitor, node: Node, context: int) -> int:
    term = visitor.children(node, READ)
    if node.named_child_count and constness.is_pointer(visitor, node.named_children[-1]):
        return term
    dereferenced = visitor.data[node.start_byte : node.start_byte + 1] == b"*"
    return visitor.term(Op.THROUGH, visitor.text(b"*"), term) if term and dereferenced else term


def _subscript(visitor: Visitor, node: Node, context: int) -> int:
    terms = [visitor.visit(child, READ) for child in node.named_children]
    if terms and constness.is_pointer(visitor, node.named_children[0]):
        return terms[0]
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
            visitor.use(child.start_byte, child.end_byte, KIND_OF[WRITE], _class_scope(visitor))
        elif index == 0 and child.type == "template_method":
            name = child.child_by_field_name("name")
            if name is not None:
                visitor.member(name.start_byte, name.end_byte, KIND_OF[CALL], 0, 0, 0)
            visitor.children(child, TYPE)
        else:
            visitor.visit(child, CALL if index == 0 else READ)
    return 0


def _class_scope(visitor: Visitor) -> Scope:
    """A member may have the name of a parameter that it is made of."""
    scope: Scope | None = visitor.scope
    while scope is not None and scope.kind != "class":
        scope = scope.parent
    return scope or visitor.scope


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
        constness.note(visitor, node)
    known = {part.id for part in (kind, declarator, right) if part is not None}
    for child in node.named_children:
        if child.id not in known:
            visitor.visit(child, READ)
    visitor.scope = before
    return 0


def _structured(visitor: Visitor, node: Node, context: int) -> int:
    """`auto [a, b]`: each name gets a part."""
    incoming = visitor.incoming
    for place, child in enumerate(node.named_children):
        part = visitor.term(Op.THROUGH, visitor.text(b"%d" % place), incoming) if incoming else 0
        visitor.receive(child, context, part)
    visitor.incoming = incoming
    return 0


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = (
    c.ROLES
    | declarations.ROLES
    | {
        "cpp_qualifier": lambda spec: qualifier,
        "cpp_qualified": lambda spec: _qualified,
        "cpp_template_type": lambda spec: _template_type,
        "cpp_template_function": lambda spec: _template_function,
        "cpp_call": lambda spec: _call,
        "cpp_declaration": lambda spec: _declaration,
        "cpp_field": lambda spec: _field,
        "cpp_this": lambda spec: _this,
        "cpp_primitive": lambda spec: _primitive,
        "cpp_truth": lambda spec: _truth,
        "cpp_number": lambda spec: _number,
        "cpp_pointer": lambda spec: _pointer,
        "cpp_subscript": lambda spec: _subscript,
        "cpp_new": lambda spec: _new,
        "cpp_initializer": lambda spec: _initializer,
        "cpp_loop": lambda spec: _loop,
        "cpp_structured": lambda spec: _structured,
    }
)
