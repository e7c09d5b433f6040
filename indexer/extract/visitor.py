"""Walks one syntax tree by the language's table of node roles: opens scopes, binds names, notes uses.

Every handler has the shape (visitor, node, context); the context says what the node's value is wanted for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import CALLABLE, MODULE
from indexer.extract.scopes import AMBIGUOUS, CALLED, IMPORTED, LOCAL, PARAMETER, TYPE_PARAMETER, Scope
from indexer.languages import node_number
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found
    from indexer.languages import Language

# Contexts. The first five are reference kinds; the rest say that names are declared here.
READ, CALL, WRITE, NEW, TYPE, ASSIGN, BIND, PARAM, TYPE_BIND = range(9)
# Not contexts of a node but instructions of the table.
SKIP, OUTER, OUTER_TYPE, SAME, OUTER_NAME, VALUE = range(20, 26)
CONTEXTS = {
    "read": READ, "call": CALL, "write": WRITE, "new": NEW, "type": TYPE, "assign": ASSIGN, "bind": BIND,
    "parameter": PARAM, "type_bind": TYPE_BIND, "skip": SKIP, "outer": OUTER, "outer_type": OUTER_TYPE, "same": SAME,
    "outer_name": OUTER_NAME, "value": VALUE,
}  # fmt: skip
# Kinds travel as their place in the schema's list.
_KINDS = {READ: "read", CALL: "call", WRITE: "write", NEW: "instantiate", TYPE: "type_use", ASSIGN: "write"}
KIND_OF = {context: REF_KINDS.index(kind) for context, kind in _KINDS.items()}
# What a node without a role passes on to its children.
INHERIT = {TYPE: TYPE, ASSIGN: ASSIGN, BIND: BIND, PARAM: PARAM, TYPE_BIND: TYPE_BIND, OUTER_NAME: OUTER_NAME}
BINDINGS = {BIND: LOCAL, PARAM: PARAMETER, TYPE_BIND: TYPE_PARAMETER}

Handler = Callable[["Visitor", "Node", int], None]
# start, end, kind, scope (None for members), owner, hint start, hint end
Use = tuple[int, int, int, Scope | None, int, int, int]


class Visitor:
    def __init__(self, language: Language, data: bytes, found: Found) -> None:
        self.data = data
        self.found = found
        self.by_name = found.by_name
        self.scoping = language.scoping
        # The last of the contexts READ, CALL, WRITE in which a bound local settles a name at once.
        self.settled = READ if language.scoping.callables_apart else WRITE
        self.table = self._with_definitions(role_table(language), language)
        self.file_scope = Scope("file", None)
        self.scope = self.file_scope
        self.owner = MODULE if language.file_symbol else -1
        self.uses: list[Use] = []
        self.comments: list[tuple[int, int]] = []
        self.too_deep: list[int] = []  # start bytes of what was too nested to follow
        self.open_types = {owner for owner, _, _ in found.bases}

    def run(self, root: Node) -> None:
        for child in root.named_children:
            try:
                self.visit(child, READ)
            except RecursionError:
                self.too_deep.append(child.start_byte)
                self.scope, self.owner = self.file_scope, (MODULE if self.owner >= 0 else -1)

    def _with_definitions(self, table: dict[int, Handler], language: Language) -> dict[int, Handler]:
        """The language's table, with the node types that define something in this file led through `_define`."""
        grammar = language.grammar_object
        kinds = {definition.node.kind_id for definition in self.found.definitions}
        kinds.update(grammar.id_for_node_kind(kind, True) or 0 for kind in language.describe.wrappers)
        return {**table, **{kind: _defining(table.get(kind)) for kind in kinds}}

    def visit(self, node: Node, context: int) -> None:
        handler = self.table.get(node.kind_id)
        if handler is not None:
            handler(self, node, context)
        else:
            self.children(node, INHERIT.get(context, READ))

    def children(self, node: Node, context: int) -> None:
        get = self.table.get
        passed_on = INHERIT.get(context, READ)
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is not None:
                handler(self, child, context)
            elif child.named_child_count:
                self.children(child, passed_on)

    def definition(self, node: Node) -> int | None:
        """The definition that a node is or wraps; its name is bound where it stands."""
        index = self.found.by_node.get(node.id)
        if index is None:
            return self.found.wrapped.get(node.id)
        if self.found.definitions[index].container is None:
            self.declare(self.found.definitions[index].name, index)
        return index

    def declare(self, name: bytes, index: int) -> None:
        if self.scoping.callables_apart and self.found.definitions[index].kind in CALLABLE:
            name += CALLED
        present = self.scope.names.get(name)
        if present == AMBIGUOUS:
            return
        if present is not None and present >= 0 and present != index and self._overloads(present, index):
            self.scope.names[name] = AMBIGUOUS
        else:
            self.scope.bind(name, index)

    def _overloads(self, one: int, other: int) -> bool:
        definitions = self.found.definitions
        return self.scoping.overloads and definitions[one].kind in CALLABLE and definitions[other].kind in CALLABLE

    def enter(self, kind: str, node: Node) -> Scope:
        """Open a scope; methods do not see their type's names unless the language says so."""
        before = self.scope
        parent: Scope | None = before
        if kind != "class" and not self.scoping.members_visible:
            while parent is not None and parent.kind == "class":
                parent = parent.parent
        self.scope = Scope(kind, parent, node.id not in self.open_types)
        return before

    def name(self, node: Node, context: int) -> None:
        """An identifier: a declaration or a use, by context."""
        start, end = node.start_byte, node.end_byte
        if start in self.by_name:
            index = self.by_name[start]
            if self.found.definitions[index].owns:
                self.declare(self.data[start:end], index)
        elif context <= TYPE:
            scope = self.scope
            if context <= self.settled and scope.since is None:
                binding = scope.names.get(self.data[start:end])
                if binding in (PARAMETER, LOCAL):
                    return  # a local of this very scope: the look-up later would say no more
            self.uses.append((start, end, KIND_OF[context], scope, self.owner, 0, 0))
        elif context == ASSIGN:
            self._assign(start, end)
        elif context == OUTER_NAME:
            self._declare_outer(self.data[start:end])
        else:
            since = -1 if self.scoping.hoist else end
            self.scope.bind(self.data[start:end], BINDINGS[context], since)

    def _assign(self, start: int, end: int) -> None:
        name = self.data[start:end]
        scope = self._home(self.scope)
        outer = scope.outer is not None and name in scope.outer
        if self.scoping.assignment_binds and not outer and name not in scope.names:
            scope.bind(name, LOCAL)
        self.uses.append((start, end, KIND_OF[WRITE], self.file_scope if outer else self.scope, self.owner, 0, 0))

    @staticmethod
    def _home(scope: Scope) -> Scope:
        """Assignments belong to the function, not to a block or comprehension inside it."""
        while scope.kind == "block" and scope.parent is not None:
            scope = scope.parent
        return scope

    def _declare_outer(self, name: bytes) -> None:
        if self.scope.outer is None:
            self.scope.outer = set()
        self.scope.outer.add(name)
        self.scope.names.pop(name, None)

    def member_name(self, node: Node, receiver: Node | None, context: int) -> None:
        """A name behind a receiver: what it means depends on the receiver, not on scope."""
        if receiver is None:
            self.member_span(node, 0, 0, context)
        else:
            self.member_span(node, receiver.start_byte, receiver.end_byte, context)

    def member_span(self, node: Node, hint_start: int, hint_end: int, context: int) -> None:
        start = node.start_byte
        if start not in self.by_name:
            kind = KIND_OF.get(context, KIND_OF[READ])
            self.uses.append((start, node.end_byte, kind, None, self.owner, hint_start, hint_end))

    def bind_imports(self) -> None:
        for item in self.found.imports:
            if item.local_name and not item.star:
                self.file_scope.bind(item.local_name, IMPORTED)


def _defining(handler: Handler | None) -> Handler:
    """Go inside a definition with the definition as owner; other nodes of its type as their role says."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.definition(node)
        owner = visitor.owner
        if index is not None:
            visitor.owner = index
            context = READ if context in (CALL, NEW) else context
        scope = visitor.scope
        try:
            if handler is not None:
                handler(visitor, node, context)
            else:
                visitor.children(node, INHERIT.get(context, READ))
        except RecursionError:  # costs the rest of this definition, not of those around it
            visitor.too_deep.append(node.start_byte)
            visitor.scope = scope
        visitor.owner = owner

    return handle


def role_table(language: Language) -> dict[int, Handler]:
    """Node kind -> handler, built once per language and process."""
    table: dict[int, Handler] | None = _TABLES.get(language.name)
    if table is None:
        from indexer.extract.roles import compile_node

        grammar = language.grammar_object
        table = {}
        for kind, spec in language.nodes.items():
            if spec is False:  # inherited, but not in this grammar
                continue
            table[node_number(grammar, kind)] = compile_node(spec, grammar, language)
        _TABLES[language.name] = table
    return table


_TABLES: dict[str, dict[int, Handler]] = {}


def spec_context(word: Any) -> int:
    if word not in CONTEXTS:
        raise ValueError(f"unknown context {word!r}: one of {', '.join(CONTEXTS)}")
    return CONTEXTS[word]
