"""What a visitor knows of names: the scopes they are bound in, the terms they stand for, the uses that become rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, KIND_OF, READ, SETTLED, SPACE_OF, WRITE
from indexer.extract.definitions import CALLABLE, MODULE, VARIABLES
from indexer.extract.scopes import AMBIGUOUS, CALLED, IMPORTED, LOCAL, PARAMETER, TYPE_PARAMETER, Scope
from indexer.extract.terms import Flow, Op, Terms
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found, Import
    from indexer.languages import Language

# start, end, kind, scope (None for members), owner, hint start, hint end, term
Use = tuple[int, int, int, Scope | None, int, int, int, int]
# A name in a scope: term, text, scope, position, kind, owner
Name = tuple[int, bytes, Scope, int, int, int]
_READ, _CALL, _WRITE = KIND_OF[READ], KIND_OF[CALL], KIND_OF[WRITE]
_VALUES = frozenset({_READ, _CALL, _WRITE})


class Naming:
    def __init__(self, language: Language, data: bytes, found: Found, texts: dict[bytes, int]) -> None:
        self.language = language.name
        self.data = data
        self.found = found
        self.by_name = found.by_name
        self.scoping = scoping = language.scoping
        self.file_scope = Scope("file", None)
        self.scope = self.file_scope
        self.owner = MODULE if language.file_symbol else -1
        self.uses: list[Use] = []
        self.open_types = {owner for owner, _, _ in found.bases}
        self.texts = texts
        self.terms = Terms()
        self.term = self.terms.__call__
        self.numbers = self.terms.numbers
        # Uses that a local bound already settles, and those that do not depend on their place.
        self.settling = _VALUES - {_CALL} if scoping.callables_apart else _VALUES
        self.placeless = frozenset(range(len(REF_KINDS))) if scoping.hoist else frozenset()
        if scoping.types_only and not scoping.hoist:
            self.placeless = frozenset(range(len(REF_KINDS))) - self.settling
        # No bound method: a visitor that holds itself would never be freed, as no cycles are looked for.
        self.local = Naming._local_here if scoping.hoist else Naming._local_around
        self.names: dict[tuple[bytes, int, int, int], Name] = {}
        self.slots: dict[int, list[int]] = {}  # term of each local variable -> the terms it may hold
        self.flows: list[tuple[int, int, int, int]] = []  # how, definition, place, term
        self.incoming = 0  # the term that the names bound next receive
        self.declared = False  # whether `incoming` is what a declaration says, not what an expression gives
        self.callees: dict[int, int] = {}  # terms of calls -> of their callee's own name
        self.signatures: dict[int, int] = {}  # of each definition: how many signatures of it were seen
        self.narrowed: dict[bytes, int] = {}  # expressions known to be of a type here -> their term

    def text(self, name: bytes) -> int:
        """A text as its number."""
        return self.texts.setdefault(name, len(self.texts))

    def flow(self, how: int, definition: int, place: int, term: int) -> None:
        if term and definition >= 0:
            self.flows.append((how, definition, place, term))

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

    def use(self, start: int, end: int, kind: int, scope: Scope | None, hint_start: int = 0, hint_end: int = 0) -> int:
        """A bare name; what it means is known once all scopes are, but for locals that are bound already."""
        if scope is None:
            return self.member(start, end, kind, hint_start, hint_end, 0)
        text = self.data[start:end]
        if kind in self.settling and (slot := self.local(self, text, scope, start)):
            return self.narrowed.get(text, slot) if self.narrowed else slot
        place = 0 if kind in self.placeless or self._unordered(scope) else start
        if self.scoping.bodies_run and (scope.kind == "class" or self.found.definitions[self.owner].name == text):
            place = start  # it may be read before it is defined
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
        return (scope.slots.get(name) if scope.slots else 0) or self._slot(scope, name)

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

    def bind_import(self, name: bytes, item: Import) -> None:
        """A name that an import binds in this function, whatever it is in the file."""
        scope = self._home(self.scope)
        if scope.outer is not None and name in scope.outer:
            item.local_name = name
            return
        is_top = item.imported_name is None and item.alias is None
        module = name if is_top else item.module_text
        self.mean(scope, name, self.term(Op.FROM, self.text(module), self.text(item.imported_name or b"")))

    def mean(self, scope: Scope, name: bytes, term: int) -> None:
        """A name that is another one for something, in a scope and in what stands inside."""
        scope.names[name] = IMPORTED
        if scope.meant is None:
            scope.meant = {}
        known = scope.meant.setdefault(name, term)
        if known != term:
            scope.meant[name] = self.term(Op.UNION, known, term)

    def _receive(self, scope: Scope, name: bytes, term: int) -> None:
        binding = scope.names[name]
        if binding >= 0:
            self.flow(Flow.TYPE if self.declared else Flow.VALUE, binding, 0, term)
        elif binding in SETTLED:
            self.slots[self._slot(scope, name)].append(term)

    def receive_outside(self, node: Node, term: int) -> None:
        """A variable of a block or function around that is given a value here."""
        name, home = self.data[node.start_byte : node.end_byte], self._home(self.scope)
        scope: Scope | None = self.scope
        while scope is not None and name not in scope.names:
            scope = scope.parent
        if scope is not None and scope is not home:
            self._receive(scope, name, term)

    def forget(self, name: bytes) -> None:
        """A name that is bound anew or assigned is no longer what a condition said of it."""
        behind = (name + b".", name + b"?")
        if any(known == name or known.startswith(behind) for known in self.narrowed):
            kept = {known: term for known, term in self.narrowed.items() if not known.startswith(behind)}
            kept.pop(name, None)
            self.narrowed = kept

    @staticmethod
    def _home(scope: Scope) -> Scope:
        """Assignments belong to the function, not to a block or comprehension inside it."""
        while scope.kind == "block" and scope.parent is not None:
            scope = scope.parent
        return scope

    def declare_outer(self, name: bytes, home: Scope) -> None:
        if self.scope.outer is None:
            self.scope.outer = {}
        self.scope.outer[name] = home
        self.scope.names.pop(name, None)

    def hold(self, name: bytes, term: int) -> None:
        """A word of the language that stands for a value in the scope that was just opened."""
        before, self.incoming = self.incoming, term
        self.bind(name, LOCAL)
        self.incoming = before

    def nearest(self, name: bytes) -> int:
        """What a word of the language stands for here."""
        scope: Scope | None = self.scope
        while scope is not None:
            slot = scope.slots.get(name, 0) if scope.slots is not None else 0
            if slot and self.slots[slot]:
                return self.slots[slot][0]
            scope = scope.parent
        return 0

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

    def literal(self, kind: bytes) -> int:
        """A value of a built-in type."""
        texts, numbers = self.texts, self.numbers
        return numbers.setdefault((Op.LITERAL, texts.setdefault(kind, len(texts))), len(numbers))

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
