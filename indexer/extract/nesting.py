"""Nesting says where definitions belong: which encloses which, what is local, what is one symbol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from indexer.extract.declarators import declared_name
from indexer.extract.definitions import CALLABLE, MODULE, NAMES_OF_TYPES, SHIELDS, VARIABLES, Definition, Found
from indexer.extract.text import first_field
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.languages import Language

HOLDERS = VARIABLES | {"field"}
DEEPEST = 300  # definitions in each other: the names of what is deeper would be longer than the file


@dataclass(slots=True)
class Item:
    """A node that takes part in nesting: a definition, a namespace, or a nameless function."""

    start: int
    end: int
    node: Node
    kind: str  # a symbol kind, "@namespace" or "@function"
    name: Node | None
    captures: dict[str, list[Node]]
    settings: dict[str, Any]


class Nesting:
    """Walks the items in source order with a stack of what encloses the current one."""

    def __init__(self, language: Language, data: bytes, found: Found) -> None:
        self.language = language
        self.data = data
        self.found = found
        self.members: dict[tuple[int, bytes | None, bytes, int], int] = {}
        # end, kind, definition, namespace, node id, whether it is local
        self.stack: list[tuple[int, str, int, bytes, int, bool]] = []
        self.identify = getattr(language.hooks, "identify", None)  # what tells definitions of one name apart
        self.late: list[Definition] = []  # attributes given in methods: they yield to what the type declares

    def run(self, items: list[Item]) -> None:
        for item in items:
            # Several names of one declaration are siblings, not nested in each other.
            while self.stack and (
                self.stack[-1][0] <= item.start or self._is_beside(item) or self._is_type_of_field(item)
            ):
                self.stack.pop()
            if len(self.stack) >= DEEPEST:
                self.found.too_deep.append(item.start)
                continue
            namespace = self.stack[-1][3] if self.stack else b""
            parent = self._parent()
            if item.kind == "@namespace" and item.name is not None:
                name = self._clean(item.name)
                joined = namespace + self.language.separator.encode() + name if namespace else name
                self._push(item, item.kind, parent, joined)
            elif item.kind == "@function" or item.kind == "@apart":
                self._push(item, item.kind, parent, namespace)
            else:
                self._define(item, parent, namespace)
        for definition in self.late:
            index = self._place(definition)
            if index is not None:
                self.found.by_name[definition.name_start] = index

    def _is_beside(self, item: Item) -> bool:
        """Whether an item is another name of what the stack ends with: `a, b = …`, `a = b = …`."""
        end, kind, _, _, node, _ = self.stack[-1]
        if node == item.node.id or end != item.end or kind not in HOLDERS:
            return node == item.node.id
        around = item.node.parent
        return around is not None and around.id == node and around.kind_id == item.node.kind_id

    def _is_type_of_field(self, item: Item) -> bool:
        """Whether a type is named in the declaration of a field: `enum Kind { … } kind;` has two members."""
        if self.stack[-1][1] != "field" or item.kind not in TYPE_KINDS:
            return False
        around = item.node.parent
        kind = around.child_by_field_name("type") if around is not None and around.id == self.stack[-1][4] else None
        return kind is not None and kind.id == item.node.id

    def _parent(self) -> int:
        if self.stack:
            return self.stack[-1][2]
        return MODULE if self.language.file_symbol else -1

    def _clean(self, node: Node) -> bytes:
        return b"".join(self.data[node.start_byte : node.end_byte].split())

    def _push(self, item: Item | Definition, kind: str, index: int, namespace: bytes) -> None:
        """Go inside an item; inside something that shields, everything is local."""
        shielded = kind in SHIELDS or (bool(self.stack) and self.stack[-1][5])
        self.stack.append((item.end, kind, index, namespace, item.node.id, shielded))

    def _local(self) -> bool:
        return bool(self.stack) and self.stack[-1][5]

    def _define(self, item: Item, parent: int, namespace: bytes) -> None:
        if item.settings.get("container") == "type":
            if (owner := self._enclosing_type()) >= 0:
                self.late.append(self._make(item, owner, namespace, local=False, owns=False))
            return
        local = self._local()
        if local and item.kind in VARIABLES and self.stack[-1][1] not in TYPE_KINDS:
            return
        definition = self._make(item, parent, namespace, local, owns=True)
        if item.settings.get("container") == "function" and not self._is_functions_member(definition):
            return
        index = self._place(definition)
        if index is None:
            return
        self.found.by_name[definition.name_start] = index
        self.found.by_node.setdefault(item.node.id, index)
        self._push(item, definition.kind, index, namespace)

    def _enclosing_type(self) -> int:
        for _, kind, index, *_ in reversed(self.stack):
            if kind in TYPE_KINDS or kind == "module":  # modules that are mixed in have state too
                return index
        return -1

    def _make(self, item: Item, parent: int, namespace: bytes, local: bool, owns: bool) -> Definition:
        name = item.name
        assert name is not None
        kind, container_name = item.kind, None
        if name.child_count:
            name, container_name, takes_parameters = declared_name(name, self.data)
            kind = "function" if takes_parameters and kind in ("variable", "field") else kind
        text = self._clean(name) if "clean" in item.settings else self.data[name.start_byte : name.end_byte]
        definition = Definition(kind, text, item.node, item.start, item.end, name.start_byte, name.end_byte, parent)
        definition.container = container_name
        definition.namespace, definition.local, definition.owns = namespace, local, owns
        if "container" in item.captures:
            container = item.captures["container"][0]
            definition.container = self._clean(container)
        if "body" in item.captures:
            definition.body = item.captures["body"][0]
        if item.settings.get("container") == "member":
            self._as_member(definition)
        self._refine_kind(definition)
        if self.identify is not None:
            definition.id_name = self.identify(definition, self.data)
        return definition

    def _is_functions_member(self, definition: Definition) -> bool:
        """Whether a function is given a member that is new: other things have the members that their types say."""
        closure = self._closure()
        owner = self.members.get((definition.parent, None, definition.container or b"", closure))
        self._as_member(definition)
        if owner is None or self.found.definitions[owner].kind not in CALLABLE:
            return False
        typed = first_field(self.found.definitions[owner].node, ("type",)) is not None
        return not typed and (owner, definition.container, definition.name, closure) not in self.members

    def _as_member(self, definition: Definition) -> None:
        """Reached only through its owner: of this file where that stands here; its bare name is in no scope."""
        owner = self.members.get((definition.parent, None, definition.container or b"", self._closure()))
        if owner is not None:
            definition.parent = owner
        if owner is not None or definition.container is None:
            definition.container = b""

    def _closure(self) -> int:
        """The nameless function or type that stands directly around: names inside it are not those outside."""
        return self.stack[-1][4] if self.stack and self.stack[-1][1] in ("@function", "@apart") else 0

    def _refine_kind(self, definition: Definition) -> None:
        """Kinds that follow from place and spelling: methods, fields, constructors, constants."""
        language, kind = self.language, definition.kind
        parent = self.found.definitions[definition.parent].kind if definition.parent >= 0 else ""
        member = parent in TYPE_KINDS or bool(definition.container)
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
        name = definition.id_name or definition.name
        key = (definition.parent, definition.container, name, self._closure() if definition.owns else 0)
        seen = self.members.get(key)
        if seen is None and not definition.owns:
            seen = self.members.get((definition.parent, b"", definition.name, 0))
        definitions = self.found.definitions
        if seen is not None:
            if not definition.owns:
                return None  # the type declares it
            if definition.kind in ("variable", "constant", "field") and self.language.scoping.assignment_binds:
                return None
            if self.language.scoping.merges and self._mergeable(definitions[seen], definition):
                self._merge(seen, definition)
                self.found.by_node[definition.node.id] = seen
                self.found.by_name[definition.name_start] = seen
                self._push(definition, definition.kind, seen, definition.namespace)
                return None
        index = len(definitions)
        definitions.append(definition)
        self.members.setdefault(key, index)
        return index

    def _mergeable(self, seen: Definition, other: Definition) -> bool:
        """Two bodies of one name are two definitions, not overload signatures of one; so are two classes."""
        if seen.node == other.node:
            return True
        if seen.kind in CALLABLE and other.kind in CALLABLE:
            return not (self._has_body(seen) and self._has_body(other))
        return seen.kind != other.kind or seen.kind not in ("class", "type_alias")

    def _has_body(self, definition: Definition) -> bool:
        return first_field(definition.node, (*self.language.describe.body, "value", "right")) is not None

    def _merge(self, index: int, other: Definition) -> None:
        seen = self.found.definitions[index]
        if seen.node == other.node:  # two patterns: what a variable holds says more than that it is one
            if seen.kind in ("variable", "constant", "field") or other.kind == "property":
                seen.kind = other.kind
            seen.body = seen.body or other.body
            return
        if seen.kind in CALLABLE and other.kind in CALLABLE:
            seen.end = max(seen.end, other.end)  # overload signatures stand before the implementation
        if (seen.kind in NAMES_OF_TYPES) != (other.kind in NAMES_OF_TYPES):
            self.found.merged.add(index)
