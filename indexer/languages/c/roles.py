"""C's own roles: names and tags, declarators with the types they declare, functions, macros."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, BINDINGS, CALL, KIND_OF, NEW, PARAM, READ, SPACE_OF, TYPE
from indexer.extract.definitions import CALLABLE, Definition
from indexer.extract.scopes import Scope
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.c import values
from indexer.languages.c.scopes import TAG, file_scope, settle

if TYPE_CHECKING:
    from tree_sitter import Node

# What stands in a declaration beside its type and what it declares.
ASIDE = frozenset({
    "storage_class_specifier", "type_qualifier", "attribute_specifier", "attribute_declaration", "ms_declspec_modifier",
    "comment", "bitfield_clause", "gnu_asm_expression", "alignas_qualifier", "ERROR",
})  # fmt: skip
# Types as arguments of macros: the parser takes them for names.
WORDS = frozenset(b"int char void long short unsigned signed float double bool const struct union enum".split())
_TYPE_USE = KIND_OF[TYPE]


def name(visitor: Visitor, node: Node, context: int) -> int:
    start, end = node.start_byte, node.end_byte
    index = visitor.by_name.get(start)
    if index is not None:
        return defined(visitor, index)
    if context in BINDINGS:
        visitor.bind(visitor.data[start:end], BINDINGS[context], end)
        return 0
    if visitor.data[start:end] in WORDS:
        return 0
    return visitor.use(start, end, KIND_OF.get(context, KIND_OF[READ]), visitor.scope)


def _word(visitor: Visitor, node: Node, context: int) -> int:
    """`true`, `NULL`: names where the file defines them, as C before 1999 had to."""
    known = visitor.data[node.start_byte : node.end_byte] in file_scope(visitor).names
    return name(visitor, node, context) if known else 0


def defined(visitor: Visitor, index: int, scope: Scope | None = None) -> int:
    """The name of a definition: what comes in is its declared type."""
    kind = visitor.found.definitions[index].kind
    if kind != "field" or visitor.scoping.members_visible:
        settle(visitor, index, scope)
    if kind not in CALLABLE:
        visitor.flow(Flow.TYPE if visitor.declared else Flow.VALUE, index, 0, visitor.incoming)
    return visitor.term(Op.SYMBOL, index)


def _field_name(visitor: Visitor, node: Node, context: int) -> int:
    index = visitor.by_name.get(node.start_byte)
    if index is None:
        return 0
    file_scope(visitor).fields.append(index)
    return defined(visitor, index)


def type_name(visitor: Visitor, node: Node, context: int) -> int:
    return name(visitor, node, context if context in BINDINGS or context in (CALL, NEW) else TYPE)


# -- tags


def _tagged(visitor: Visitor, node: Node, context: int) -> int:
    """`struct x` has a name among the tags; its fields are nowhere in scope, its enumerators where it stands."""
    label, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    index = visitor.found.by_node.get(node.id)
    term = 0
    if index is not None and label is not None:
        plain, text = visitor.scope.names, visitor.found.definitions[index].name
        if plain.get(text) == index:
            del plain[text]
        settle(visitor, index, file_scope(visitor).tags)
        term = visitor.term(Op.SYMBOL, index)
    elif label is not None:
        term = _tag(visitor, label)
    if body is None:
        return term
    made = members(visitor, node, body, node.type != "enum_specifier")
    return term or made


def _tag(visitor: Visitor, label: Node) -> int:
    """The use of a tag: its name is kept apart from other names."""
    start, end = label.start_byte, label.end_byte
    scope, text = file_scope(visitor).tags, TAG + visitor.data[start:end]
    key = (text, id(scope), SPACE_OF[_TYPE_USE], 0)
    known = visitor.names.get(key)
    if known is None:
        known = visitor.term(Op.NAME, len(visitor.names)), text, scope, start, _TYPE_USE, visitor.owner
        visitor.names[key] = known
    visitor.uses.append((start, end, _TYPE_USE, scope, visitor.owner, 0, 0, known[0]))
    return known[0]


def members(visitor: Visitor, node: Node, body: Node, scoped: bool) -> int:
    """The body of a type; a nameless one is known by its fields."""
    file, before = file_scope(visitor), visitor.scope
    incoming, visitor.incoming = visitor.incoming, 0
    outer, file.fields = file.fields, []
    if scoped:
        visitor.enter("class", node)
    visitor.children(body, READ)
    visitor.scope, visitor.incoming = before, incoming
    fields, file.fields = file.fields, outer
    if node.child_by_field_name("name") is not None:
        return 0
    term, definitions = visitor.term, visitor.found.definitions
    parts = [term(Op.KEYWORD, visitor.text(definitions[i].name), term(Op.SYMBOL, i)) for i in fields]
    if node.next_named_sibling is None:  # without a declarator its fields are those of the type around
        outer.extend(fields)
    return term(Op.OBJECT, visitor.terms.fresh(), *parts)


# -- declarations


def declaration(visitor: Visitor, node: Node, context: int) -> int:
    """`type a, *b, c[2] = …`: each name receives what the type says of it."""
    kind = node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    term = visitor.term(Op.INSTANCE, declared) if declared else 0
    chosen = context if context == PARAM else BIND
    inferred = kind is None or kind.type == "placeholder_type_specifier"
    for child in node.named_children:
        if kind is not None and child.id == kind.id:
            continue
        if child.type in ASIDE:
            visitor.visit(child, READ)
        else:
            visitor.receive(child, chosen, term, not inferred)
    return declared


def _field_declaration(visitor: Visitor, node: Node, context: int) -> int:
    index = visitor.found.by_node.get(node.id)
    if index is not None and not visitor.scoping.members_visible:
        visitor.scope.names.pop(visitor.found.definitions[index].name, None)  # no bare name means a field
    kind = node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    term = visitor.term(Op.INSTANCE, declared) if declared else 0
    for child in node.named_children:
        if kind is None or child.id != kind.id:
            visitor.receive(child, READ, term, declared=True)
    return 0


def _type_definition(visitor: Visitor, node: Node, context: int) -> int:
    """A typedef's names stand for the type itself."""
    kind = node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    for child in node.named_children:
        if kind is None or child.id != kind.id:
            visitor.receive(child, BIND, declared, declared=True)
    return 0


def _init_declarator(visitor: Visitor, node: Node, context: int) -> int:
    """`name = value`: the value sees the name; where no type is declared the name is what the value is."""
    declarator, value = node.child_by_field_name("declarator"), node.child_by_field_name("value")
    if declarator is None or value is None:
        return visitor.children(node, context)
    if visitor.declared:
        visitor.visit(declarator, context)
        values.initialise(visitor, value, visitor.incoming)
    else:
        visitor.receive(declarator, context, visitor.visit(value, READ))
    return 0


def _array_declarator(visitor: Visitor, node: Node, context: int) -> int:
    declarator, size = node.child_by_field_name("declarator"), node.child_by_field_name("size")
    if declarator is not None:
        visitor.visit(declarator, context)
    if size is not None:
        visitor.receive(size, READ, 0)
    return 0


# -- functions


def function(visitor: Visitor, node: Node, context: int, outer: Scope | None = None) -> int:
    """The parameters hold in the body; the declarator is the function's own; `outer` is where its type is looked up."""
    if (index := visitor.found.by_node.get(node.id)) is not None:
        settle(visitor, index)
    before = visitor.enter("function", node)
    declarator, kind = node.child_by_field_name("declarator"), node.child_by_field_name("type")
    result = 0
    for child in node.named_children:
        if kind is not None and child.id == kind.id:
            result = _outside(visitor, child, outer) if outer is not None else visitor.visit(child, TYPE)
        elif declarator is not None and child.id == declarator.id:
            visitor.receive(child, PARAM, visitor.term(Op.INSTANCE, result) if result else 0, declared=True)
        else:
            visitor.visit(child, READ)
    visitor.scope = before
    return 0


def _outside(visitor: Visitor, kind: Node, scope: Scope) -> int:
    """A type in front of a name that says where what is declared belongs: it does not stand there itself."""
    inner, owner = visitor.scope, visitor.owner
    visitor.scope, visitor.owner = scope, -1
    term = visitor.visit(kind, TYPE)
    visitor.scope, visitor.owner = inner, owner
    return term


def function_declarator(visitor: Visitor, node: Node, context: int) -> int:
    """Names of parameters hold beyond the parentheses only in the function that is defined."""
    declarator, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
    result = visitor.incoming
    own = _own(visitor, declarator) if declarator is not None else -1
    visitor.flow(Flow.RETURN_TYPE, own, 0, result)
    if declarator is not None:
        made = visitor.term(Op.FUNCTION_TYPE, visitor.term(Op.INSTANCE, result)) if result else 0
        visitor.receive(declarator, context, made, declared=True)
    if parameters is None:
        return 0
    owner = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
    before = visitor.scope
    if context != PARAM or owner is None or declarator is None or not _defines(owner, declarator):
        visitor.enter("block", node)
    _parameters(visitor, parameters, own)
    for child in node.named_children:
        if child.type == "trailing_return_type":
            visitor.flow(Flow.RETURN_TYPE, own, 0, visitor.visit(child, TYPE))
        elif child.type != "parameter_list" and (declarator is None or child.id != declarator.id):
            visitor.visit(child, READ)
    visitor.scope = before
    return 0


def _parameters(visitor: Visitor, node: Node, function: int) -> None:
    """What each parameter is declared as tells overloads apart, where there are such."""
    before, visitor.incoming = visitor.incoming, 0
    place, tell = 0, visitor.scoping.overloads
    for child in node.named_children:
        declared = visitor.visit(child, PARAM)
        if tell and not child.is_extra:
            visitor.flow(Flow.PARAMETER_TYPE, function, place, declared)
            place += 1
    visitor.incoming = before


def _own(visitor: Visitor, declarator: Node) -> int:
    """The function that a declarator is about; -1 where it only points to one."""
    node: Node | None = declarator
    while node is not None and node.start_byte not in visitor.by_name and node.named_child_count:
        if node.type == "parenthesized_declarator":
            node = node.named_children[-1]
        elif node.type in ("qualified_identifier", "template_function"):
            node = node.child_by_field_name("name")
        else:
            return -1
    index = visitor.by_name.get(node.start_byte, -1) if node is not None else -1
    return index if index >= 0 and visitor.found.definitions[index].kind in CALLABLE else -1


def _defines(owner: Definition, declarator: Node) -> bool:
    return owner.node.type == "function_definition" and declarator.start_byte <= owner.name_start < declarator.end_byte


def _macro(visitor: Visitor, node: Node, context: int) -> int:
    if (index := visitor.found.by_node.get(node.id)) is not None:
        definition = visitor.found.definitions[index]
        file = file_scope(visitor)
        visitor.scope.names.pop(definition.name, None)
        settle(visitor, index, file)
        _opened(visitor, node, index)
    return 0


def _opened(visitor: Visitor, node: Node, index: int) -> None:
    """A macro that opens a namespace: what stands behind its use seems to be in none."""
    value = node.child_by_field_name("value")
    text = visitor.data[value.start_byte : value.end_byte].split(None, 2) if value is not None else []
    if text[:1] == [b"namespace"] and len(text) > 2 and text[2].startswith(b"{"):
        visitor.flow(Flow.VALUE, index, 0, visitor.term(Op.LITERAL, visitor.text(text[1])))


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = values.ROLES | {
    "c_name": lambda spec: name,
    "c_word": lambda spec: _word,
    "c_type_name": lambda spec: type_name,
    "c_field_name": lambda spec: _field_name,
    "c_tagged": lambda spec: _tagged,
    "c_declaration": lambda spec: declaration,
    "c_field_declaration": lambda spec: _field_declaration,
    "c_type_definition": lambda spec: _type_definition,
    "c_init_declarator": lambda spec: _init_declarator,
    "c_array_declarator": lambda spec: _array_declarator,
    "c_function": lambda spec: function,
    "c_function_declarator": lambda spec: function_declarator,
    "c_macro": lambda spec: _macro,
}
