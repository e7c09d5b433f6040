"""Finds the definitions of one file: the language's query says what they are, nesting says where they belong."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from indexer.schema import KIND_PREFIX, TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.languages import Language

MODULE = 0  # index of the file's own symbol, where the language has one
CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")
SHIELDS = CALLABLE | {"property", "indexer", "@function"}  # variables inside them are locals
VARIABLES = frozenset({"variable", "constant"})


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
    package: bytes = b""


@dataclass(slots=True)
class _Item:
    """A node that takes part in nesting: a definition, a namespace, or a nameless function."""

    start: int
    end: int
    node: Node
    kind: str  # a symbol kind, "@namespace" or "@function"
    name: Node | None
    captures: dict[str, list[Node]]
    settings: dict[str, Any]


def collect(language: Language, data: bytes, root: Node) -> Found:
    from tree_sitter import QueryCursor

    found = Found()
    items: list[_Item] = []
    settings = language.pattern_settings
    for pattern, captures in QueryCursor(language.query).matches(root):
        _sort_match(found, items, captures, settings[pattern], data)
    if language.file_symbol:
        _add_file_symbol(found, language.file_symbol, root, len(data))
    items.sort(key=lambda item: (item.start, -item.end))
    _Nesting(language, data, found).run(items)
    for index, definition in enumerate(found.definitions):
        _widen(found, index, definition, language)
    return found


@cache
def _split(capture: str) -> tuple[str, str]:
    head, _, tail = capture.partition(".")
    return head, tail


def _sort_match(
    found: Found, items: list[_Item], captures: dict[str, list[Node]], settings: dict[str, Any], data: bytes
) -> None:
    """File one match under what its captures say it is."""
    owner = captures.get("owner")
    for capture, nodes in captures.items():
        head, tail = _split(capture)
        node = nodes[0]
        if head == "definition":
            start, end = node.start_byte, node.end_byte
            items.extend(_Item(start, end, node, tail, name, captures, settings) for name in captures["name"])
        elif head == "namespace" or head == "function":
            label = captures["name"][0] if head == "namespace" else None
            items.append(_Item(node.start_byte, node.end_byte, node, "@" + head, label, captures, settings))
        elif head == "import":
            found.imports.append(_import(node, captures))
        elif head == "base" and owner:
            found.bases.extend((owner[0].id, tail, base) for base in nodes)
        elif head == "doc" and owner:
            found.docs[owner[0].id] = node
        elif head == "reference":
            found.references.append((tail, node, captures["hint"][0] if "hint" in captures else None))
        elif head == "exported":
            found.exports.update(data[n.start_byte : n.end_byte] for n in nodes)
        elif head == "package":
            name = captures["name"][0]
            found.package = data[name.start_byte : name.end_byte]


def _import(node: Node, captures: dict[str, list[Node]]) -> Import:
    def one(key: str) -> Node | None:
        nodes = captures.get(key)
        return nodes[0] if nodes else None

    return Import(node, one("module"), one("imported"), one("alias"), "star" in captures)


def _add_file_symbol(found: Found, kind: str, root: Node, size: int) -> None:
    found.definitions.append(Definition(kind, b"", root, 0, size, 0, 0))
    found.by_node[root.id] = MODULE


def _widen(found: Found, index: int, definition: Definition, language: Language) -> None:
    """Take the wrappers around a definition (decorators, `export`) into its span."""
    wrappers = language.describe.wrappers
    if not wrappers:
        return
    node = definition.node.parent
    while node is not None and node.type in wrappers:
        definition.start, definition.end = node.start_byte, node.end_byte
        found.wrapped.setdefault(node.id, index)
        node = node.parent


class _Nesting:
    """Walks the items in source order with a stack of what encloses the current one."""

    def __init__(self, language: Language, data: bytes, found: Found) -> None:
        self.language = language
        self.data = data
        self.found = found
        self.members: dict[tuple[int, bytes | None, bytes], int] = {}
        # end, kind, definition, namespace, node id, whether it is local
        self.stack: list[tuple[int, str, int, bytes, int, bool]] = []
        self.late: list[Definition] = []  # attributes given in methods: they yield to what the type declares

    def run(self, items: list[_Item]) -> None:
        for item in items:
            # Several names of one declaration are siblings, not nested in each other.
            while self.stack and (self.stack[-1][0] <= item.start or self.stack[-1][4] == item.node.id):
                self.stack.pop()
            namespace = self.stack[-1][3] if self.stack else b""
            parent = self._parent()
            if item.kind == "@namespace" and item.name is not None:
                name = self._clean(item.name)
                joined = namespace + self.language.separator.encode() + name if namespace else name
                self._push(item, item.kind, parent, joined)
            elif item.kind == "@function":
                self._push(item, item.kind, parent, namespace)
            else:
                self._define(item, parent, namespace)
        for definition in self.late:
            index = self._place(definition)
            if index is not None:
                self.found.by_name[definition.name_start] = index

    def _parent(self) -> int:
        if self.stack:
            return self.stack[-1][2]
        return MODULE if self.language.file_symbol else -1

    def _clean(self, node: Node) -> bytes:
        return b"".join(self.data[node.start_byte : node.end_byte].split())

    def _push(self, item: _Item | Definition, kind: str, index: int, namespace: bytes) -> None:
        """Go inside an item; inside something that shields, everything is local."""
        shielded = kind in SHIELDS or (bool(self.stack) and self.stack[-1][5])
        self.stack.append((item.end, kind, index, namespace, item.node.id, shielded))

    def _local(self) -> bool:
        return bool(self.stack) and self.stack[-1][5]

    def _define(self, item: _Item, parent: int, namespace: bytes) -> None:
        if item.settings.get("container") == "type":
            if (owner := self._enclosing_type()) >= 0:
                self.late.append(self._make(item, owner, namespace, local=False, owns=False))
            return
        local = self._local()
        if local and item.kind in VARIABLES and self.stack[-1][1] not in TYPE_KINDS:
            return
        definition = self._make(item, parent, namespace, local, owns=True)
        index = self._place(definition)
        if index is None:
            return
        self.found.by_name[definition.name_start] = index
        self.found.by_node.setdefault(item.node.id, index)
        self._push(item, definition.kind, index, namespace)

    def _enclosing_type(self) -> int:
        for _, kind, index, *_ in reversed(self.stack):
            if kind in TYPE_KINDS:
                return index
        return -1

    def _make(self, item: _Item, parent: int, namespace: bytes, local: bool, owns: bool) -> Definition:
        name = item.name
        assert name is not None
        text = self._clean(name) if "clean" in item.settings else self.data[name.start_byte : name.end_byte]
        definition = Definition(
            item.kind, text, item.node, item.start, item.end, name.start_byte, name.end_byte, parent
        )
        definition.namespace, definition.local, definition.owns = namespace, local, owns
        if "container" in item.captures:
            container = item.captures["container"][0]
            definition.container = self._clean(container)
        if "body" in item.captures:
            definition.body = item.captures["body"][0]
        self._refine_kind(definition)
        return definition

    def _refine_kind(self, definition: Definition) -> None:
        """Kinds that follow from place and spelling: methods, fields, constructors, constants."""
        language, kind = self.language, definition.kind
        parent = self.found.definitions[definition.parent].kind if definition.parent >= 0 else ""
        member = parent in TYPE_KINDS or definition.container is not None
        name = definition.name.decode("utf-8", "replace")
        if kind == "function" and member:
            kind = "method"
        elif kind == "variable" and member:
            kind = "field"
        if kind == "method" and name in language.constructors:
            kind = "constructor"
        elif kind == "variable" and language.constant_pattern and language.constant_pattern.match(name):
            kind = "constant"
        definition.kind = kind

    def _place(self, definition: Definition) -> int | None:
        """Index of the definition; None where the name was defined before and this only assigns it."""
        key = (definition.parent, definition.container, definition.name)
        seen = self.members.get(key)
        definitions = self.found.definitions
        if seen is not None:
            if definition.kind in ("variable", "constant", "field") and self.language.scoping.assignment_binds:
                return None
            if self.language.scoping.merges:
                self.found.by_node[definition.node.id] = seen
                self.found.by_name[definition.name_start] = seen
                self._push(definition, definition.kind, seen, definition.namespace)
                return None
        index = len(definitions)
        definitions.append(definition)
        self.members.setdefault(key, index)
        return index
