"""C++: classes, qualified names and templates on top of C's declarators."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import CALLABLE, Definition, Found
from indexer.extract.scopes import IMPORTED, PARAMETER, TYPE_PARAMETER
from indexer.extract.visitor import CALL, KIND_OF, NEW, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.c import hooks as c
from indexer.languages.c.masking import mask

if TYPE_CHECKING:
    from tree_sitter import Node

_UNLIKELY = re.compile(rb"(?<!\w)(?:0|_?WIN(?:32|64)|_MSC_VER|__CYGWIN__|__APPLE__)\b")
# Macros that stand where the grammar has no place for them: alone on a line, before a type, named after a specifier.
_MACRO = rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+"
_SPECIFIERS = (
    rb"CONSTEXPR|CONSTEVAL|INLINE|EXPLICIT|NODISCARD|EXPORT|API|DEPRECATED|NORETURN|NOEXCEPT|ATTRIBUTE|VISIBILITY"
    rb"|UNUSED|LIFETIMEBOUND|NO_UNIQUE_ADDRESS|PRAGMA|WARNINGS?|DIAGNOSTIC"
)
_STRAY = re.compile(
    rb"(?:(?<=class )|(?<=struct ))" + _MACRO + rb"(?:\([^()\n]*\))?(?=\s+\w)"
    rb"|^" + _MACRO + rb"[ \t]*(?=\r?$)"
    rb"|^[ \t]*" + _MACRO + rb"(?=[ \t]+[a-z_]\w*(?:\s*[*&]+\s*|::|<|[ \t]+)\w)"
    rb"|\b[A-Z][A-Z0-9]*_(?:[A-Z0-9_]*_)?(?:" + _SPECIFIERS + rb")[A-Z0-9_]*\b(?:\([^()\n]*\))?(?!\s*[;,)=.])",
    re.MULTILINE,
)
CASTS = (b"static_cast", b"dynamic_cast", b"const_cast", b"reinterpret_cast")
PUBLIC_BY_DEFAULT = ("struct", "union", "enum")


def prepare(data: bytes) -> bytes:
    return _STRAY.sub(_blank, mask(data, _UNLIKELY))


def _blank(match: re.Match[bytes]) -> bytes:
    """Blanks of the same length; a directive keeps its words."""
    start = match.string.rfind(b"\n", 0, match.start()) + 1
    line = match.string[start : match.start()]
    if line.lstrip().startswith(b"#") or match.string[max(0, start - 2) : start].rstrip().endswith(b"\\"):
        return match[0]
    return b" " * len(match[0])


def refine(definition: Definition, found: Found, data: bytes) -> None:
    c.refine(definition, found, data)
    owner = _owner(definition, found)
    name = definition.name
    if (definition.kind in CALLABLE and definition.kind != "macro") or name.startswith(b"operator "):
        if name.startswith(b"~"):
            definition.kind = "destructor"
        elif name.startswith(b"operator"):
            definition.kind = "operator"
            head = name.partition(b"(")[0].strip()
            definition.name = b"operator()" if head == b"operator" else b" ".join(head.split())
            definition.parameters = definition.parameters or []
        elif owner and name == owner:
            definition.kind = "constructor"
    definition.visibility = _visibility(definition, found)


def _owner(definition: Definition, found: Found) -> bytes:
    if definition.container:
        return definition.container.rpartition(b"::")[2]
    return found.definitions[definition.parent].name if definition.parent >= 0 else b""


def _visibility(definition: Definition, found: Found) -> str | None:
    """The access specifier above a member; a class's members are private until one says otherwise."""
    parent = found.definitions[definition.parent] if definition.parent >= 0 else None
    node: Node | None = definition.node
    if parent is None or parent.kind not in ("class", "struct", "union"):
        while node is not None and (
            node.type != "namespace_definition" or node.child_by_field_name("name") is not None
        ):
            node = node.parent
        return None if node is None else "private"
    while node is not None and node.parent is not None and node.parent.type != "field_declaration_list":
        node = node.parent
    while node is not None:
        if node.type == "access_specifier" and node.text is not None:
            return node.text.decode("utf-8", "replace")
        node = node.prev_named_sibling
    return "public" if parent.kind in PUBLIC_BY_DEFAULT else "private"


def _capital(visitor: Visitor, node: Node) -> bool:
    return visitor.data[node.start_byte : node.start_byte + 1].isupper()


def _qualifier(visitor: Visitor, node: Node, context: int) -> None:
    kind = KIND_OF[TYPE if _capital(visitor, node) else READ]
    visitor.use(node.start_byte, node.end_byte, kind, visitor.scope)


def _qualified(visitor: Visitor, node: Node, context: int) -> None:
    """`a::B<T>::c`: the first name is looked up, each further one hangs on what stands before it."""
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    start = node.start_byte
    if scope is not None:
        visitor.visit(scope, TYPE)
    while name is not None and name.type == "qualified_identifier":
        inner = name.child_by_field_name("scope")
        if inner is not None:
            _member(visitor, inner, start, TYPE if _capital(visitor, inner) else READ)
        name = name.child_by_field_name("name")
    if name is not None:
        _member(visitor, name, start, context)


def _member(visitor: Visitor, node: Node, start: int, context: int) -> None:
    """A name behind `::` or `.`, with the template arguments that it may have."""
    name = node.child_by_field_name("name") if node.child_count else node
    if node.type in ("destructor_name", "operator_name", "operator_cast"):
        return
    if name is None:
        visitor.visit(node, READ)
        return
    if name.type in ("type_identifier", "namespace_identifier") and context not in (NEW, CALL):
        context = TYPE if name.type == "type_identifier" else context
    end = max(start, name.start_byte - 2)
    visitor.member_span(name, start, end, context if context in (READ, CALL, WRITE, NEW, TYPE) else READ)
    if (arguments := node.child_by_field_name("arguments")) is not None:
        visitor.visit(arguments, TYPE)


def _field(visitor: Visitor, node: Node, context: int) -> None:
    value, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if value is not None:
        visitor.visit(value, READ)
    if field is None or field.type == "destructor_name" or value is None:
        return
    name = field.child_by_field_name("name") if field.child_count else field
    if name is not None and name.type in ("field_identifier", "identifier"):
        visitor.member_name(name, value, context)
    if (arguments := field.child_by_field_name("arguments")) is not None:
        visitor.visit(arguments, TYPE)


def _template_function(visitor: Visitor, node: Node, context: int) -> None:
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is not None and visitor.data[name.start_byte : name.end_byte] not in CASTS:
        visitor.visit(name, context)
    if arguments is not None:
        visitor.visit(arguments, TYPE)


def _initializer(visitor: Visitor, node: Node, context: int) -> None:
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


def _class(visitor: Visitor, node: Node, context: int) -> None:
    """A class opens a scope for its members; a plain enum leaves its enumerators where it stands."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    index = visitor.found.by_node.get(node.id)
    if index is not None:
        c.settle(visitor, index)
    elif name is not None:
        visitor.visit(name, TYPE)
    for child in node.named_children:
        if child.type in ("base_class_clause", "template_argument_list"):
            visitor.visit(child, TYPE)
    if body is None:
        return
    before = visitor.scope
    if node.type != "enum_specifier" or any(child.type in ("class", "struct") for child in node.children):
        visitor.enter("class", node)
    visitor.children(body, READ)
    visitor.scope = before


def _namespace(visitor: Visitor, node: Node, context: int) -> None:
    """Names of a namespace hold inside it; those of an inline or nameless one outside as well."""
    body = node.child_by_field_name("body")
    if body is None:
        return
    before = visitor.enter("block", node)
    inner = visitor.scope
    visitor.children(body, READ)
    visitor.scope = before
    if node.child_by_field_name("name") is None or any(child.type == "inline" for child in node.children):
        _share(visitor, inner.names)
    elif (name := node.child_by_field_name("name")) is not None and name.child_count == 0:
        # A namespace is no symbol, yet its name hides an outer one.
        visitor.scope.bind(visitor.data[name.start_byte : name.end_byte], IMPORTED)


def _template(visitor: Visitor, node: Node, context: int) -> None:
    """Template parameters hold in what is declared; its name belongs outside."""
    before = visitor.enter("block", node)
    inner = visitor.scope
    for child in node.named_children:
        visitor.visit(child, READ)
        if child.type == "template_parameter_list":
            # A value parameter may stand among types: `Cart<T, N>`.
            inner.names.update((name, TYPE_PARAMETER) for name, what in inner.names.items() if what == PARAMETER)
    visitor.scope = before
    _share(visitor, inner.names)


def _share(visitor: Visitor, names: dict[bytes, int]) -> None:
    for name, binding in names.items():
        if binding >= 0:
            visitor.declare(name, binding)
            c.settle(visitor, binding)


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = c.ROLES | {
    "cpp_qualifier": lambda spec: _qualifier,
    "cpp_qualified": lambda spec: _qualified,
    "cpp_field": lambda spec: _field,
    "cpp_template_function": lambda spec: _template_function,
    "cpp_initializer": lambda spec: _initializer,
    "cpp_class": lambda spec: _class,
    "cpp_namespace": lambda spec: _namespace,
    "cpp_template": lambda spec: _template,
}
__all__ = ["ROLES", "prepare", "refine"]
