"""Walks one syntax tree by the language's table of node roles: opens scopes, binds names, notes uses.

Every handler has the shape (visitor, node, context); the context says what the node's value is wanted for. It gives
back the term (see `terms`) of what the node stands for, 0 where nobody can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import (
    ASSIGN,
    BINDINGS,
    CALL,
    INHERIT,
    KIND_OF,
    OUTER_NAME,
    READ,
    TYPE,
    WRITE,
)  # fmt: skip
from indexer.extract.definitions import MODULE
from indexer.extract.imports import take_apart
from indexer.extract.naming import Naming
from indexer.extract.scopes import IMPORTED, LOCAL, Scope
from indexer.extract.tables import with_definitions
from indexer.extract.terms import Flow, Op

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found, Import
    from indexer.languages import Language

# Gives back the node's term; None where the language does not say.
Handler = Callable[["Visitor", "Node", int], int | None]


class Visitor(Naming):
    def __init__(self, language: Language, data: bytes, found: Found, texts: dict[bytes, int]) -> None:
        super().__init__(language, data, found, texts)
        self.table = with_definitions(language, frozenset(one.node.kind_id for one in found.definitions))
        self.comments: list[tuple[int, int]] = []
        self.too_deep: list[int] = []  # start bytes of what was too nested to follow
        self.base_terms = {base.id: 0 for _, _, base in found.bases}
        self.lambda_ = 0  # serial of the nameless function whose parameters come next
        self.returns: list[int] | None = None  # collects the results of a nameless function
        self.containers: set[tuple[Scope, bytes]] = set()  # names that a list or dictionary written out is given to
        self.puts: Counter[bytes] = Counter()  # how often something is put into what a name holds
        self.decorator = 0  # term of the last decorator, where another may stand behind it
        self.ahead: dict[int, int] = {}  # terms of nodes that were visited before their turn
        self.apart: dict[int, list[tuple[bytes, Import]]] = {}  # imports that bind a name in a function alone
        self.keys = False  # whether constants are told by what they are: keys, names in lists

    def run(self, root: Node) -> None:
        for place in range(root.named_child_count):
            child = root.named_child(place)  # kept by nobody: what lies below goes as soon as it is read
            assert child is not None
            try:
                self.visit(child, READ)
            except RecursionError:
                self.too_deep.append(child.start_byte)
                self.scope, self.owner = self.file_scope, (MODULE if self.owner >= 0 else -1)
                self.incoming, self.returns, self.lambda_ = 0, None, 0

    def visit(self, node: Node, context: int) -> int:
        handler = self.table.get(node.kind_id)
        if handler is not None:
            return handler(self, node, context) or 0
        return self.children(node, INHERIT.get(context, READ))

    def children(self, node: Node, context: int) -> int:
        """Visit all; the term of the last one, where there is only one, is the node's."""
        get = self.table.get
        passed_on = INHERIT.get(context, READ)
        term: int | None = 0
        children = node.named_children
        for child in children:
            handler = get(child.kind_id)
            if handler is not None:
                term = handler(self, child, context)
            elif child.named_child_count:
                term = self.children(child, passed_on)
        return term or 0 if len(children) == 1 else 0

    def bases(self, node: Node, context: int) -> None:
        """The part of a type's header that lists its bases."""
        for child in node.named_children:
            if child.id in self.base_terms:
                self.base_terms[child.id] = self.visit(child, context)
            elif child.named_child_count and child.kind_id not in self.table:
                self.bases(child, context)
            else:
                self.visit(child, context)

    def flow_bases(self) -> None:
        places: dict[int, int] = {}
        for owner_id, _, base in self.found.bases:
            owner = self.found.by_node.get(owner_id, -1)
            place = places.get(owner, 0)
            places[owner] = place + 1
            self.flow(Flow.BASE, owner, place, self.base_terms[base.id])

    def definition(self, node: Node) -> int | None:
        """The definition that a node is or wraps; its name is bound where it stands."""
        index = self.found.by_node.get(node.id)
        if index is None:
            return self.found.wrapped.get(node.id)
        if self.found.definitions[index].container is None:
            self.declare(self.found.definitions[index].name, index)
        return index

    def enter(self, kind: str, node: Node) -> Scope:
        """Open a scope; methods do not see their type's names unless the language says so."""
        before = self.scope
        parent: Scope | None = before
        if kind != "class" and not self.scoping.members_visible:
            while parent is not None and parent.kind == "class":
                parent = parent.parent
        self.scope = Scope(kind, parent, node.id not in self.open_types)
        return before

    def name(self, node: Node, context: int) -> int:
        """An identifier: a declaration or a use, by context."""
        start, end = node.start_byte, node.end_byte
        if context > TYPE and self.narrowed:
            self.forget(self.data[start:end])
        if start in self.by_name:
            return self._defined(self.by_name[start], start, end)
        if context <= TYPE:
            return self.use(start, end, KIND_OF[context], self.scope)
        if context == ASSIGN:
            return self._assign(start, end)
        if context == OUTER_NAME:
            self.declare_outer(self.data[start:end], self.file_scope)
            return self.use(start, end, KIND_OF[READ], self.file_scope)
        self.bind(self.data[start:end], BINDINGS[context], -1 if self.scoping.hoist else end)
        return 0

    def _defined(self, index: int, start: int, end: int) -> int:
        if self.found.definitions[index].owns:
            self.declare(self.data[start:end], index)
        self.flow(Flow.TYPE if self.declared else Flow.VALUE, index, 0, self.incoming)
        return self.term(Op.SYMBOL, index)

    def is_container(self, name: bytes) -> bool:
        """Whether a name is given a list or a dictionary that is written out, where it is bound."""
        scope: Scope | None = self.scope
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope is not None and (scope.names[name] == IMPORTED or (scope, name) in self.containers)

    def store(self, node: Node, term: int) -> None:
        """What is put into what a name holds: it holds that too."""
        self.put(node, 0, term)

    def put(self, node: Node, target: int, term: int) -> None:
        """The same of a name or a member; `target` is its term, where others can see what is put in."""
        name = self.data[node.start_byte : node.end_byte]
        scope: Scope | None = self.scope
        while scope is not None and name not in scope.names:
            scope = scope.parent
        if scope is not None and scope.names[name] != IMPORTED:
            self._receive(scope, name, term)
        elif target and (scope is not None or node.named_child_count):
            self.term(Op.STORE, target, term)

    def _assign(self, start: int, end: int) -> int:
        name = self.data[start:end]
        scope = self._home(self.scope)
        outer = scope.outer.get(name) if scope.outer is not None else None
        if self.scoping.assignment_binds and outer is None and name not in scope.names:
            scope.bind(name, LOCAL)
        home = outer or scope
        if self.incoming and name in home.names:
            self._receive(home, name, self.incoming)
        return self.use(start, end, KIND_OF[WRITE], outer or self.scope)

    def member_name(self, node: Node, receiver: Node | None, context: int, base: int = 0) -> int:
        """A name behind a receiver: what it means depends on the receiver, not on scope."""
        if receiver is None:
            return self.member_span(node, 0, 0, context, base)
        return self.member_span(node, receiver.start_byte, receiver.end_byte, context, base)

    def member_span(self, node: Node, hint_start: int, hint_end: int, context: int, base: int = 0) -> int:
        """`base` is the receiver's term."""
        start, end = node.start_byte, node.end_byte
        if start in self.by_name:
            index = self.by_name[start]
            self.flow(Flow.TYPE if self.declared else Flow.VALUE, index, 1, self.incoming)
            return self.term(Op.SYMBOL, index)
        return self.member(start, end, KIND_OF.get(context, KIND_OF[READ]), hint_start, hint_end, base)

    def key(self, node: Node, context: int = READ) -> int:
        """The term of a key: which constant it is matters."""
        before, self.keys = self.keys, True
        term = self.visit(node, context)
        self.keys = before
        return term

    def receive(self, node: Node, context: int, term: int, declared: bool = False) -> int:
        """Bind the names of a pattern to what comes in; the term of what receives it."""
        before = self.incoming, self.declared
        self.incoming, self.declared = term, declared
        received = self.visit(node, context)
        self.incoming, self.declared = before
        return received

    def arguments(self, node: Node) -> list[int]:
        """The terms of a list of arguments."""
        before, self.incoming = self.incoming, 0
        get, terms = self.table.get, []
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is None:
                terms.append(self.children(child, READ) if child.named_child_count else 0)
            elif handler is not note_comment:
                terms.append(handler(self, child, READ) or 0)
            else:
                handler(self, child, READ)
        self.incoming = before
        return terms

    def label(self, name: Node, callee: int) -> None:
        """The name of an argument: a use only where it names something that is defined."""
        start, end = name.start_byte, name.end_byte
        term = self.term(Op.LABEL, callee, self.text(self.data[start:end]))
        self.uses.append((start, end, KIND_OF[READ], None, self.owner, 0, 0, term))

    def called(self, node: Node, callee: int) -> None:
        """A call of a local or of what another expression gives: a use only where what it calls comes out."""
        if callee:
            term = self.term(Op.CALLED, callee)
            start = node.end_byte - 1 if node.named_child_count else node.start_byte  # where a name begins is its place
            self.uses.append((start, node.end_byte, KIND_OF[CALL], None, self.owner, 0, 0, term))

    def implied(self, node: Node, term: int) -> None:
        """What is called behind a value without being named there: a use only where that is known."""
        self.uses.append((node.end_byte - 1, node.end_byte, KIND_OF[CALL], None, self.owner, 0, 0, term))

    def mark(self, callee: Node) -> int:
        """Where the use of a callee's own name stands, right after it was visited."""
        uses = self.uses
        return len(uses) - 1 if uses and uses[-1][1] == callee.end_byte else -1

    def bind_imports(self) -> None:
        functions = self.scoping.imports_within
        self.apart = take_apart(self.found, functions) if functions and self.found.imports else {}
        for item in self.found.imports:
            if item.local_name and not item.star:
                self.file_scope.bind(item.local_name, IMPORTED)
            item.term = self.term(Op.FROM, self.text(item.module_text), self.text(item.imported_name or b""))
            self.term(Op.FROM, self.text(item.module_text), self.text(b""))  # the module alone is named too


def note_comment(visitor: Visitor, node: Node, context: int) -> int:
    visitor.comments.append((node.start_byte, node.end_byte))
    return 0
