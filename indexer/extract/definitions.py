"""What a language's query says about one file: definitions, imports, bases, documentation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.schema import KIND_PREFIX

if TYPE_CHECKING:
    from tree_sitter import Node

MODULE = 0  # index of the file's own symbol, where the language has one
CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")
SHIELDS = CALLABLE | {"property", "indexer", "@function"}  # variables inside them are locals
VARIABLES = frozenset({"variable", "constant"})
NAMES_OF_TYPES = frozenset({"interface", "type_alias"})  # no value goes by their name


@dataclass(slots=True)
class Definition:
    kind: str
    name: bytes
    node: Node
    start: int  # with decorators, attributes, `export`
    end: int
    name_start: int
    name_end: int
    parent: int = -1
    container: bytes | None = None  # named in the source, maybe defined in another file
    namespace: bytes = b""
    id_name: bytes | None = None  # spelling within ids, where it is not the name
    id_shape: str | None = None  # parameter types within ids, where they are not those declared
    local: bool = False  # inside a function: not reachable by name from outside
    owns: bool = True  # references inside it come from it
    body: Node | None = None
    signature: str | None = None
    parameters: list[tuple[str, str | None, str | None]] | None = None
    return_type: str | None = None
    documentation: str | None = None
    visibility: str | None = None
    exported: bool | None = None
    is_test: bool = False
    modifiers: list[str] = field(default_factory=list)
    decorators: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Import:
    node: Node
    module: Node | None
    imported: Node | None
    alias: Node | None
    star: bool
    module_text: bytes = b""
    local_name: bytes | None = None
    imported_name: bytes | None = None
    term: int = 0


@dataclass(slots=True)
class Found:
    """Everything the language's query says about one file."""

    definitions: list[Definition] = field(default_factory=list)
    by_node: dict[int, int] = field(default_factory=dict)  # node id -> definition
    wrapped: dict[int, int] = field(default_factory=dict)  # id of a wrapper around it -> definition
    by_name: dict[int, int] = field(default_factory=dict)  # start byte of the name -> definition
    imports: list[Import] = field(default_factory=list)
    bases: list[tuple[int, str, Node]] = field(default_factory=list)  # owner's node id, relation, base
    docs: dict[int, Node] = field(default_factory=dict)  # owner's node id -> docstring
    references: list[tuple[str, Node, Node | None]] = field(default_factory=list)  # kind, name, hint
    exports: set[bytes] = field(default_factory=set)
    merged: set[int] = field(default_factory=set)  # definitions that are a type and a value at once
    injected: dict[int, list[Node]] = field(default_factory=dict)  # start byte -> nodes of a part parsed again
    matched: list[tuple[int, dict[str, list[Node]]]] = field(default_factory=list)  # patterns for facts, captures
    too_deep: list[int] = field(default_factory=list)  # start bytes of definitions that are left out
    package: bytes = b""
