"""Walks one syntax tree by the language's table of node roles: opens scopes, binds names, notes uses.

Every handler has the shape (visitor, node, context); the context says what the node's value is wanted for. It gives
back the term (see `terms`) of what the node stands for, 0 where nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import CALLABLE, MODULE, VARIABLES
from indexer.extract.scopes import AMBIGUOUS, CALLED, IMPORTED, LOCAL, PARAMETER, TYPE_PARAMETER, Scope
from indexer.extract.terms import Flow, Op, Space, Terms
from indexer.languages import node_number
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found
    from indexer.languages import Language

# Contexts. The first five are reference kinds; the rest say that names are declared here.
READ, CALL, WRITE, NEW, TYPE, ASSIGN, BIND, PARAM, TYPE_BIND = range(9)
# Not contexts of a node but instructions of the table.
SKIP, OUTER, OUTER_TYPE, SAME, OUTER_NAME, VALUE, BASES = range(20, 27)
CONTEXTS = {
    "read": READ, "call": CALL, "write": WRITE, "new": NEW, "type": TYPE, "assign": ASSIGN, "bind": BIND,
    "parameter": PARAM, "type_bind": TYPE_BIND, "skip": SKIP, "outer": OUTER, "outer_type": OUTER_TYPE, "same": SAME,
    "outer_name": OUTER_NAME, "value": VALUE, "bases": BASES,
}  # fmt: skip
# Kinds travel as their place in the schema's list.
_KINDS = {READ: "read", CALL: "call", WRITE: "write", NEW: "instantiate", TYPE: "type_use", ASSIGN: "write"}
KIND_OF = {context: REF_KINDS.index(kind) for context, kind in _KINDS.items()}
_SPACES = {"call": Space.CALL, "type_use": Space.TYPE, "instantiate": Space.TYPE}
SPACE_OF = [_SPACES.get(kind, Space.VALUE) for kind in REF_KINDS]
# What a node without a role passes on to its children.
INHERIT = {TYPE: TYPE, ASSIGN: ASSIGN, BIND: BIND, PARAM: PARAM, TYPE_BIND: TYPE_BIND, OUTER_NAME: OUTER_NAME}
BINDINGS = {BIND: LOCAL, PARAM: PARAMETER, TYPE_BIND: TYPE_PARAMETER}
SETTLED = (LOCAL, PARAMETER)

# Gives back the node's term; None where the language does not say.
Handler = Callable[["Visitor", "Node", int], int | None]
# start, end, kind, scope (None for members), owner, hint start, hint end, term
Use = tuple[int, int, int, Scope | None, int, int, int, int]
# A name in a scope: term, text, scope, position, kind, owner
Name = tuple[int, bytes, Scope, int, int, int]


class Visitor:
    def __init__(self, language: Language, data: bytes, found: Found, texts: dict[bytes, int]) -> None:
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
        self.base_terms = {base.id: 0 for _, _, base in found.bases}
        self.texts = texts
        self.terms = Terms()
        self.term = self.terms.__call__
        self.numbers = self.terms.numbers
        scoping = language.scoping
        # Uses that a local bound already settles, and those that do not depend on their place.
        self.settling = _VALUES - {_CALL} if scoping.callables_apart else _VALUES
        self.placeless = frozenset(range(len(REF_KINDS))) if scoping.hoist else frozenset()
        if scoping.types_only and not scoping.hoist:
            self.placeless = frozenset(range(len(REF_KINDS))) - self.settling
        # No bound method: a visitor that holds itself would never be freed, as no cycles are looked for.
        self.local = Visitor._local_here if scoping.hoist else Visitor._local_around
        self.names: dict[tuple[bytes, int, int, int], Name] = {}
        self.slots: dict[int, list[int]] = {}  # term of each local variable -> the terms it may hold
        self.flows: list[tuple[int, int, int, int]] = []  # how, definition, place, term
        self.incoming = 0  # the term that the names bound next receive
        self.declared = False  # whether `incoming` is what a declaration says, not what an expression gives
        self.returns: list[int] | None = None  # collects the results of a nameless function
        self.lambda_ = 0  # serial of the nameless function whose parameters come next
        self.callees: dict[int, int] = {}  # terms of calls -> of their callee's own name
        self.signatures: dict[int, int] = {}  # of each definition: how many signatures of it were seen
        self.keys = False  # whether constants are told by what they are: keys, names in lists
        self.narrowed: dict[bytes, int] = {}  # expressions known to be of a type here -> their term

    def run(self, root: Node) -> None:
        for child in root.named_children:
            try:
                self.visit(child, READ)
            except RecursionError:
                self.too_deep.append(child.start_byte)
                self.scope, self.owner = self.file_scope, (MODULE if self.owner >= 0 else -1)
                self.incoming, self.returns, self.lambda_ = 0, None, 0

    def _with_definitions(self, table: dict[int, Handler], language: Language) -> dict[int, Handler]:
        """The language's table, with the node types that define something in this file led through `_define`."""
        grammar = language.grammar_object
        kinds = {definition.node.kind_id for definition in self.found.definitions}
        kinds.update(grammar.id_for_node_kind(kind, True) or 0 for kind in language.describe.wrappers)
        return {**table, **{kind: _defining(table.get(kind)) for kind in kinds}}

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

    def text(self, name: bytes) -> int:
        """A text as its number."""
        return self.texts.setdefault(name, len(self.texts))

    def flow(self, how: int, definition: int, place: int, term: int) -> None:
        if term and definition >= 0:
            self.flows.append((how, definition, place, term))

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

    def declare(self, name: bytes, index: int) -> None:
        if self.scoping.callables_apart and self.found.definitions[index].kind in CALLABLE:
            name += CALLED
        present = self.scope.names.get(name)
        if present == AMBIGUOUS or (present == IMPORTED and self._stands_in(index)):
            return
        if present is not None and present >= 0 and present != index and self._overloads(present, index):
            self.scope.names[name] = AMBIGUOUS
        else:
            self.scope.bind(name, index)

    def _stands_in(self, index: int) -> bool:
        """Whether a variable only stands in for an import that may fail: the name means what is imported."""
        return self.scoping.assignment_binds and self.found.definitions[index].kind in VARIABLES

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

    def name(self, node: Node, context: int) -> int:
        """An identifier: a declaration or a use, by context."""
        start, end = node.start_byte, node.end_byte
        if start in self.by_name:
            return self._defined(self.by_name[start], start, end)
        if context <= TYPE:
            return self.use(start, end, KIND_OF[context], self.scope)
        if context == ASSIGN:
            return self._assign(start, end)
        if context == OUTER_NAME:
            self._declare_outer(self.data[start:end])
            return self.use(start, end, _READ, self.file_scope)
        self.bind(self.data[start:end], BINDINGS[context], -1 if self.scoping.hoist else end)
        return 0

    def _defined(self, index: int, start: int, end: int) -> int:
        if self.found.definitions[index].owns:
            self.declare(self.data[start:end], index)
        self.flow(Flow.TYPE if self.declared else Flow.VALUE, index, 0, self.incoming)
        return self.term(Op.SYMBOL, index)

    def use(self, start: int, end: int, kind: int, scope: Scope | None, hint_start: int = 0, hint_end: int = 0) -> int:
        """A bare name; what it means is known once all scopes are, but for locals that are bound already."""
        if scope is None:
            return self.member(start, end, kind, hint_start, hint_end, 0)
        text = self.data[start:end]
        if kind in self.settling and (slot := self.local(self, text, scope, start)):
            return self.narrowed.get(text, slot) if self.narrowed else slot
        place = 0 if kind in self.placeless or self._unordered(scope) else start
        key = (text, id(scope), SPACE_OF[kind], place)
        name = self.names.get(key)
        if name is None:
            numbers = self.numbers
            term = numbers.setdefault((Op.NAME, len(self.names)), len(numbers))
            self.names[key] = term, text, scope, start, kind, self.owner
        else:
            term = name[0]
        self.uses.append((start, end, kind, scope, self.owner, hint_start, hint_end, term))
        return self.narrowed.get(text, term) if self.narrowed else term

    def _unordered(self, scope: Scope) -> bool:
        """Whether what the file as a whole binds holds everywhere in it."""
        return scope is self.file_scope and scope.since is None

    def _local_here(self, name: bytes, scope: Scope, position: int) -> int:
        """The variable of this very scope that a name is; 0 where later bindings may change that."""
        binding = scope.names.get(name)
        if (binding != LOCAL and binding != PARAMETER) or (scope.since and position < scope.since.get(name, -1)):
            return 0
        return self._slot(scope, name)

    def _local_around(self, name: bytes, scope: Scope, position: int) -> int:
        """The same where what is bound later is another variable: up to the type around."""
        around: Scope | None = scope
        while around is not None:
            binding = around.names.get(name)
            if binding is not None and (around.since is None or position >= around.since.get(name, -1)):
                return self._slot(around, name) if binding in SETTLED else 0
            around = around.parent if around.kind != "class" else None
        return 0

    def _slot(self, scope: Scope, name: bytes) -> int:
        """The term of a local variable."""
        if scope.slots is None:
            scope.slots = {}
        slot = scope.slots.get(name)
        if slot is None:
            slot = scope.slots[name] = self.term(Op.SLOT, len(self.slots))
            self.slots[slot] = []
        return slot

    def bind(self, name: bytes, binding: int, since: int = -1) -> None:
        """Bind a local name here to what comes in."""
        scope = self.scope
        if since >= 0 and scope.slots is not None:
            scope.slots.pop(name, None)  # where order matters a second binding is another variable
        scope.bind(name, binding, since)
        if binding == TYPE_PARAMETER:
            self.slots[self._slot(scope, name)].append(self.term(Op.TYPE_PARAMETER, self.owner, self.text(name)))
        elif self.incoming:
            self.slots[self._slot(scope, name)].append(self.incoming)

    def store(self, node: Node, term: int) -> None:
        """What is put into what a name holds: it holds that too."""
        name = self.data[node.start_byte : node.end_byte]
        scope: Scope | None = self.scope
        while scope is not None and name not in scope.names:
            scope = scope.parent
        if scope is not None:
            self._receive(scope, name, term)

    def _receive(self, scope: Scope, name: bytes, term: int) -> None:
        binding = scope.names[name]
        if binding >= 0:
            self.flow(Flow.TYPE if self.declared else Flow.VALUE, binding, 0, term)
        elif binding in SETTLED:
            self.slots[self._slot(scope, name)].append(term)

    def _assign(self, start: int, end: int) -> int:
        name = self.data[start:end]
        scope = self._home(self.scope)
        outer = scope.outer is not None and name in scope.outer
        if self.scoping.assignment_binds and not outer and name not in scope.names:
            scope.bind(name, LOCAL)
        home = self.file_scope if outer else scope
        if self.incoming and name in home.names:
            self._receive(home, name, self.incoming)
        return self.use(start, end, _WRITE, self.file_scope if outer else self.scope)

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
        return self.member(start, end, KIND_OF.get(context, _READ), hint_start, hint_end, base)

    def member(self, start: int, end: int, kind: int, hint_start: int, hint_end: int, base: int) -> int:
        term = 0
        if base:
            texts, numbers, name = self.texts, self.numbers, self.data[start:end]
            key = (Op.MEMBER, base, texts.setdefault(name, len(texts)), SPACE_OF[kind])
            term = numbers.setdefault(key, len(numbers))
        self.uses.append((start, end, kind, None, self.owner, hint_start, hint_end, term))
        if self.narrowed and hint_end and (known := self.narrowed.get(self.data[hint_start:end])):
            return known
        return term

    def key(self, node: Node, context: int = READ) -> int:
        """The term of a key: which constant it is matters."""
        before, self.keys = self.keys, True
        term = self.visit(node, context)
        self.keys = before
        return term

    def literal(self, kind: bytes) -> int:
        """A value of a built-in type."""
        texts, numbers = self.texts, self.numbers
        return numbers.setdefault((Op.LITERAL, texts.setdefault(kind, len(texts))), len(numbers))

    def receive(self, node: Node, context: int, term: int, declared: bool = False) -> None:
        """Bind the names of a pattern to what comes in."""
        before = self.incoming, self.declared
        self.incoming, self.declared = term, declared
        self.visit(node, context)
        self.incoming, self.declared = before

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
        self.uses.append((start, end, _READ, None, self.owner, 0, 0, term))

    def called(self, node: Node, callee: int) -> None:
        """A call of a local or of what another expression gives: a use only where what it calls comes out."""
        if callee:
            term = self.term(Op.CALLED, callee)
            self.uses.append((node.start_byte, node.end_byte, _CALL, None, self.owner, 0, 0, term))

    def mark(self, callee: Node) -> int:
        """Where the use of a callee's own name stands, right after it was visited."""
        return len(self.uses) - 1 if self.uses and self.uses[-1][1] == callee.end_byte else -1

    def call(self, callee: int, arguments: list[int], mark: int = -1, op: int = Op.CALL) -> int:
        """The term of a call; where names are overloaded it also decides what the callee's name means."""
        if not callee:
            return 0
        term = self.term(op, callee, *arguments)
        if mark >= 0 and self.scoping.overloads:
            self.callees[term] = self.uses[mark][7]
            self.uses[mark] = (*self.uses[mark][:7], term)
        return term

    def lambda_term(self, serial: int, result: int) -> int:
        """A nameless function whose parameters were bound as LAMBDA_PARAMETER of the serial."""
        numbers = self.terms.numbers
        parameters: list[int] = []
        while (key := (int(Op.LAMBDA_PARAMETER), serial, len(parameters))) in numbers:
            parameters.append(numbers[key])
        return self.term(Op.LAMBDA, serial, result, *parameters)

    def bind_imports(self) -> None:
        for item in self.found.imports:
            if item.local_name and not item.star:
                self.file_scope.bind(item.local_name, IMPORTED)
            item.term = self.term(Op.FROM, self.text(item.module_text), self.text(item.imported_name or b""))
            self.term(Op.FROM, self.text(item.module_text), self.text(b""))  # the module alone is named too


_READ, _CALL, _WRITE = KIND_OF[READ], KIND_OF[CALL], KIND_OF[WRITE]
_VALUES = frozenset({_READ, _CALL, _WRITE})


def _defining(handler: Handler | None) -> Handler:
    """Go inside a definition with the definition as owner; other nodes of its type as their role says."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        index = visitor.definition(node)
        owner = visitor.owner
        if index is None:
            if handler is not None:
                return handler(visitor, node, context)
            return visitor.children(node, INHERIT.get(context, READ))
        visitor.owner = index
        context = READ if context in (CALL, NEW) else context
        scope, returns, narrowed = visitor.scope, visitor.returns, visitor.narrowed
        visitor.returns = None
        try:
            if handler is not None:
                handler(visitor, node, context)
            else:
                visitor.children(node, INHERIT.get(context, READ))
        except RecursionError:  # costs the rest of this definition, not of those around it
            visitor.too_deep.append(node.start_byte)
            visitor.scope, visitor.narrowed = scope, narrowed
        visitor.owner, visitor.returns = owner, returns
        return visitor.term(Op.SYMBOL, index)

    return handle


def note_comment(visitor: Visitor, node: Node, context: int) -> int:
    visitor.comments.append((node.start_byte, node.end_byte))
    return 0


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
