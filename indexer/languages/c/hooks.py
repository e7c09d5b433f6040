"""C: declarators, tags, and the choice between a prototype and its definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.declarators import function_declarator, innermost
from indexer.extract.definitions import CALLABLE, Definition, Found
from indexer.extract.scopes import AMBIGUOUS, Scope
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import BINDINGS, CALL, KIND_OF, NEW, PARAM, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.c.masking import prepare

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ROLES", "prepare", "refine"]
TAGS = ("struct", "union", "enum")
ENDS = ("field_initializer_list", "compound_statement", "try_statement")  # what follows a function's signature
KEPT = (b"const", b"volatile")  # qualifiers that are part of a type
POINTERS = ("pointer_declarator", "array_declarator", "reference_declarator")


class FileScope(Scope):
    """The scope of a file, with the tags of structs beside its names and one target for each name."""

    __slots__ = ("chosen", "tags")

    def __init__(self, names: dict[bytes, int], found: Found) -> None:
        super().__init__("file", None)
        self.names = names
        self.tags = Scope("file", None)
        self.chosen = _choose(found)


def file_scope(visitor: Visitor) -> FileScope:
    scope = visitor.file_scope
    if isinstance(scope, FileScope):
        return scope
    made = FileScope(scope.names, visitor.found)
    if visitor.scope is scope:
        visitor.scope = made
    visitor.file_scope = made
    return made


def _choose(found: Found) -> dict[tuple[int, bytes, bool], int]:
    """The one definition that a name of a place means; none where the preprocessor has the choice."""
    rivals: dict[tuple[int, bytes, bool], list[int]] = defaultdict(list)
    for index, d in enumerate(found.definitions):
        if d.container is None:
            rivals[_place(d), d.name, _is_tag(d)].append(index)
    chosen = {key: _best(found, indices) for key, indices in rivals.items() if len(indices) > 1}
    lost = {key: AMBIGUOUS for key, indices in rivals.items() if any(_is_lost(found.definitions[i]) for i in indices)}
    return chosen | lost


def _is_lost(definition: Definition) -> bool:
    """A variable in code that did not parse may be a local of a function that was not recognised."""
    node = definition.node.parent if definition.kind == "variable" and definition.parent < 0 else None
    while node is not None and node.type != "ERROR":
        node = node.parent
    return node is not None


def _place(definition: Definition) -> int:
    """A macro belongs to the file wherever it stands."""
    return -1 if definition.kind == "macro" else definition.parent


def _is_tag(definition: Definition) -> bool:
    return definition.kind in TAGS and definition.node.type != "type_definition"


def _best(found: Found, indices: list[int]) -> int:
    """A definition before its prototypes; overloads and alternatives leave it open."""
    definitions = [found.definitions[index] for index in indices]
    if len({d.kind in CALLABLE for d in definitions}) > 1:
        return AMBIGUOUS
    whole = [i for i, d in zip(indices, definitions, strict=True) if not _is_declaration(d)]
    if len(whole) > 1 or len({_parameter_count(d) for d in definitions}) > 1:
        return AMBIGUOUS
    return whole[0] if whole else indices[0]


def _is_declaration(definition: Definition) -> bool:
    if definition.kind in CALLABLE:
        return definition.node.type not in ("function_definition", "preproc_function_def", "preproc_def")
    outer: Node | None = definition.node
    while outer is not None and outer.type != "declaration":
        outer = outer.parent if outer.type in ("identifier", "init_declarator", *POINTERS) else None
    words = [child for child in outer.children if child.type == "storage_class_specifier"] if outer is not None else []
    return any(word.text == b"extern" for word in words)


def _parameter_count(definition: Definition) -> int:
    declarator = function_declarator(definition.node)
    parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
    return sum(not child.is_extra for child in parameters.named_children) if parameters is not None else -1


def settle(visitor: Visitor, index: int, scope: Scope | None = None) -> None:
    """Bind a definition's name, or what was chosen among its rivals."""
    definition = visitor.found.definitions[index]
    if definition.container is not None or not definition.owns:
        return
    if definition.parent >= 0 and visitor.found.definitions[definition.parent].name == definition.name:
        visitor.scope.names.pop(definition.name, None)  # inside a class its name means the class, not a constructor
        return
    chosen = file_scope(visitor).chosen.get((_place(definition), definition.name, _is_tag(definition)), index)
    (scope or visitor.scope).names[definition.name] = chosen


def _name(visitor: Visitor, node: Node, context: int) -> None:
    start, end = node.start_byte, node.end_byte
    index = visitor.found.by_name.get(start)
    if index is not None:
        settle(visitor, index)
    elif context in BINDINGS:
        visitor.scope.bind(visitor.data[start:end], BINDINGS[context], end)
    else:
        visitor.uses.append((start, end, KIND_OF.get(context, KIND_OF[READ]), visitor.scope, visitor.owner, 0, 0))


def _field_name(visitor: Visitor, node: Node, context: int) -> None:
    if (index := visitor.found.by_name.get(node.start_byte)) is not None:
        settle(visitor, index)


def _type_name(visitor: Visitor, node: Node, context: int) -> None:
    _name(visitor, node, context if context in BINDINGS or context in (CALL, NEW) else TYPE)


def _tagged(visitor: Visitor, node: Node, context: int) -> None:
    """`struct x` has a name among the tags; its fields are nowhere in scope, its enumerators where it stands."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    tags = file_scope(visitor).tags
    index = visitor.found.by_node.get(node.id)
    if index is not None and name is not None:
        plain = visitor.scope.names
        if plain.get(visitor.found.definitions[index].name) == index:
            del plain[visitor.found.definitions[index].name]
        settle(visitor, index, tags)
    elif name is not None:
        visitor.uses.append((name.start_byte, name.end_byte, KIND_OF[TYPE], tags, visitor.owner, 0, 0))
    if body is None:
        return
    before = visitor.scope
    if node.type != "enum_specifier":
        visitor.enter("class", node)
    visitor.children(body, READ)
    visitor.scope = before


def _function(visitor: Visitor, node: Node, context: int) -> None:
    """The parameters hold in the body; the declarator is the function's own."""
    if (index := visitor.found.by_node.get(node.id)) is not None:
        settle(visitor, index)
    before = visitor.enter("function", node)
    declarator = node.child_by_field_name("declarator")
    for child in node.named_children:
        own = declarator is not None and child.id == declarator.id
        visitor.visit(child, PARAM if own else READ)
    visitor.scope = before


def _function_declarator(visitor: Visitor, node: Node, context: int) -> None:
    """Names of parameters hold beyond the parentheses only in the function that is defined."""
    declarator, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
    if declarator is not None:
        visitor.visit(declarator, context)
    if parameters is None:
        return
    owner = visitor.found.definitions[visitor.owner] if visitor.owner >= 0 else None
    before = visitor.scope
    if context != PARAM or owner is None or declarator is None or not _defines(owner, declarator):
        visitor.enter("block", node)
    visitor.children(parameters, PARAM)
    visitor.scope = before
    for child in node.named_children:
        if child.type not in ("parameter_list",) and (declarator is None or child.id != declarator.id):
            visitor.visit(child, READ)


def _defines(owner: Definition, declarator: Node) -> bool:
    return owner.node.type == "function_definition" and declarator.start_byte <= owner.name_start < declarator.end_byte


def _macro(visitor: Visitor, node: Node, context: int) -> None:
    if (index := visitor.found.by_node.get(node.id)) is not None:
        definition = visitor.found.definitions[index]
        file = file_scope(visitor)
        visitor.scope.names.pop(definition.name, None)
        settle(visitor, index, file)


def _designator(visitor: Visitor, node: Node, context: int) -> None:
    for child in node.named_children:
        visitor.member_span(child, 0, 0, WRITE)


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "c_name": lambda spec: _name,
    "c_type_name": lambda spec: _type_name,
    "c_field_name": lambda spec: _field_name,
    "c_tagged": lambda spec: _tagged,
    "c_function": lambda spec: _function,
    "c_function_declarator": lambda spec: _function_declarator,
    "c_macro": lambda spec: _macro,
    "c_designator": lambda spec: _designator,
}


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.kind == "macro":
        _describe_macro(definition, data)
        return
    end = next((c.start_byte for c in definition.node.children if c.type in ENDS), definition.end)
    end = min(end, definition.body.start_byte) if definition.body is not None else end
    start = definition.start
    declarator = function_declarator(definition.node) if definition.kind in CALLABLE else None
    if declarator is not None:
        definition.parameters = read_parameters(declarator, data)
    if definition.kind in CALLABLE or definition.kind in ("variable", "field", "type_alias"):
        definition.return_type = declared_type(definition, data)
        text = _without_body(definition, data[start:end])
    elif definition.node.type == "type_definition":
        definition.return_type, text = None, _without_body(definition, data[start : definition.end])
    else:
        definition.return_type, text = None, data[start:end]
    definition.signature = one_line(text, 500 if definition.kind in CALLABLE else 160).rstrip(" ;,{")


def _without_body(definition: Definition, text: bytes) -> bytes:
    """A declaration whose type is spelled out on the spot: the type's members are not part of the signature."""
    kind = _typed(definition)
    body = kind.child_by_field_name("body") if kind is not None else None
    if body is None:
        return text
    mark = b"" if kind is None or kind.child_by_field_name("name") is not None else "{…}".encode()
    return text[: body.start_byte - definition.start] + mark + text[body.end_byte - definition.start :]


def _describe_macro(definition: Definition, data: bytes) -> None:
    node = definition.node
    parameters = node.child_by_field_name("parameters")
    definition.signature = one_line(data[node.start_byte : node.end_byte], 160)
    definition.return_type = None
    if parameters is None:
        definition.parameters = None
        return
    end = parameters.end_byte
    definition.signature = one_line(data[node.start_byte : end], 160)
    definition.parameters = [(node_text(child, data, 80), None, None) for child in parameters.named_children]


def read_parameters(declarator: Node, data: bytes) -> list[tuple[str, str | None, str | None]]:
    """(name, type, default): the type is what is left when the name is taken out."""
    rows: list[tuple[str, str | None, str | None]] = []
    listed = declarator.child_by_field_name("parameters")
    for node in listed.named_children if listed is not None else ():
        if node.is_extra:
            continue
        if node.type == "identifier":
            rows.append((node_text(node, data, 80), None, None))
            continue
        default = node.child_by_field_name("default_value")
        named = node.child_by_field_name("declarator")
        end = default.start_byte if default is not None else node.end_byte
        name = innermost(named) if named is not None else None
        if name is None or name.child_count or not name.is_named or name.type.startswith("abstract"):
            text, label = data[node.start_byte : end], ""
        else:
            text, label = data[node.start_byte : name.start_byte] + data[name.end_byte : end], node_text(name, data, 80)
        kind = one_line(text, 200).rstrip(" =")
        if kind == "void" and not label:
            continue
        rows.append((label, kind or None, node_text(default, data, 120) if default is not None else None))
    return rows


def declared_type(definition: Definition, data: bytes) -> str | None:
    """The type in front, with the stars of the declarator."""
    kind = _typed(definition)
    node = kind.parent if kind is not None else None
    if kind is None or node is None or kind.child_by_field_name("body") is not None:
        return None
    qualifiers = [node_text(c, data, 40) for c in node.children if c.type == "type_qualifier" and c.text in KEPT]
    stars = data[kind.end_byte : definition.name_start].rpartition(b",")[2].count(b"*")
    return " ".join([*qualifiers, node_text(kind, data, 160), *(["*" * stars] if stars else [])])


def _typed(definition: Definition) -> Node | None:
    """The type that the declaration begins with."""
    node: Node | None = definition.node
    while node is not None and node.child_by_field_name("type") is None and node.start_byte >= definition.start:
        node = node.parent
    return node.child_by_field_name("type") if node is not None else None
