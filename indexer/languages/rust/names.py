"""Rust's scopes inside functions: locals and type parameters. All other names are asked of the module they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import KIND_OF, TYPE
from indexer.extract.definitions import CALLABLE, MODULE
from indexer.extract.scopes import LOCAL, PARAMETER, Scope
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Import

VARIABLES = (LOCAL, PARAMETER)
Parameter = tuple[int, int, int]  # term, definition it belongs to, place among its type parameters


class Names(Scope):
    """A scope of locals; beside them the type parameters, and what `Self` and the module are here."""

    __slots__ = (
        "attributes", "attributes_end", "home", "homes", "imports", "parameters", "self_head", "self_type", "trait",
        "trait_of_body", "wrapper", "wrappers",
    )  # fmt: skip

    def __init__(self, kind: str, parent: Names | None, around: Names | None) -> None:
        super().__init__(kind, parent)
        self.parameters: dict[bytes, Parameter] | None = None
        self.home: int = around.home if around is not None else MODULE  # the definition that free names are asked of
        self.homes: frozenset[int] = around.homes if around is not None else frozenset()
        self.self_type: int = around.self_type if around is not None else 0
        self.self_head: int = around.self_head if around is not None else 0  # the term that names the type of `Self`
        self.imports: dict[int, Import] = around.imports if around is not None else {}  # by their nodes
        self.trait: tuple[int, Node] | None = None  # in the body of a trait's impl the trait
        self.trait_of_body: tuple[int, Node] | None = None
        self.wrapper = b""  # the innermost of these by name
        self.wrappers: tuple[int, ...] = ()  # macros whose arguments are being read
        self.attributes = b""  # what stood right before the next item
        self.attributes_end = -1


def current(visitor: Visitor) -> Names:
    scope = visitor.scope
    if isinstance(scope, Names):
        return scope
    file = Names("file", None, None)
    definitions = visitor.found.definitions
    file.homes = frozenset(d.parent for d in definitions if d.parent >= 0 and definitions[d.parent].kind in CALLABLE)
    file.imports = {item.node.id: item for item in visitor.found.imports}
    visitor.file_scope = visitor.scope = file
    return file


def enter(visitor: Visitor, kind: str, sees: bool = True) -> Names:
    """Open a scope; gives back the one around it."""
    around = current(visitor)
    visitor.scope = Names(kind, around if sees else None, around)
    return around


def local(visitor: Visitor, name: bytes, position: int) -> int:
    """The term of the variable that a name is here; -1 where it is none."""
    scope: Scope | None = visitor.scope
    while scope is not None:
        binding = scope.names.get(name)
        if binding in VARIABLES and (scope.since is None or position >= scope.since.get(name, -1)):
            return visitor._slot(scope, name)
        if scope.kind == "item":
            return -1
        scope = scope.parent
    return -1


def parameter(visitor: Visitor, name: bytes) -> Parameter | None:
    """The type parameter that a name is here."""
    scope: Scope | None = visitor.scope
    while isinstance(scope, Names):
        if scope.parameters is not None and name in scope.parameters:
            return scope.parameters[name]
        scope = scope.parent
    return None


def free(visitor: Visitor, name: bytes, space: int) -> int:
    return visitor.term(Op.FREE, visitor.text(name), current(visitor).home, space)


def row(visitor: Visitor, node: Node, kind: int, term: int, hint: Node | None = None) -> None:
    """A reference at a node."""
    start, end = (hint.start_byte, hint.end_byte) if hint is not None else (0, 0)
    visitor.uses.append((node.start_byte, node.end_byte, kind, None, visitor.owner, start, end, term))


def value_name(visitor: Visitor, node: Node, context: int) -> int:
    start, end = node.start_byte, node.end_byte
    name = visitor.data[start:end]
    if (term := local(visitor, name, start)) >= 0:
        return term
    if parameter(visitor, name) is not None:
        return 0  # a constant given as type argument
    term = free(visitor, name, kinds.VALUES)
    row(visitor, node, KIND_OF[context], term)
    return term


def type_name(visitor: Visitor, node: Node, context: int = TYPE) -> int:
    """A name of a type or module."""
    name = visitor.data[node.start_byte : node.end_byte]
    if name == b"Self":
        return self_name(visitor, node, context)
    if (found := parameter(visitor, name)) is not None:
        return found[0]
    term = free(visitor, name, kinds.TYPES)
    row(visitor, node, KIND_OF[context], term)
    return term


def self_name(visitor: Visitor, node: Node, context: int) -> int:
    """`Self` refers to the type it stands for; in a trait to nothing in particular."""
    scope = current(visitor)
    if scope.self_head:
        row(visitor, node, KIND_OF[context], scope.self_head)
    return scope.self_type


def member(visitor: Visitor, node: Node, base: int, hint: Node | None, context: int, space: int) -> int:
    """A name behind another one."""
    name = visitor.text(visitor.data[node.start_byte : node.end_byte])
    term = visitor.term(Op.MEMBER, base, name, space) if base else 0
    row(visitor, node, KIND_OF[context], term, hint)
    return term


def is_value(struct: Node) -> bool:
    """A tuple or unit struct: its name is also that of its constructor."""
    body = struct.child_by_field_name("body")
    return body is None or body.type == "ordered_field_declaration_list"
