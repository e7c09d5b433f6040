"""Lexical scopes of one file, and the look-up that settles what a bare name means there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.definitions import NAMES_OF_TYPES
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.extract.definitions import Found
    from indexer.languages import Scoping

# What a name is bound to: a definition's index (>= 0), or one of these.
LOCAL, PARAMETER, TYPE_PARAMETER, IMPORTED, AMBIGUOUS = -1, -2, -3, -4, -5
UNBOUND = -9
CALLED = b"("  # ends the name of a function where functions have names of their own


class Scope:
    """One lexical scope; `parent` is where look-up goes on."""

    __slots__ = ("closed", "kind", "meant", "names", "outer", "parent", "since", "slots")

    def __init__(self, kind: str, parent: Scope | None, closed: bool = True) -> None:
        self.kind = kind
        self.parent = parent
        self.names: dict[bytes, int] = {}
        self.since: dict[bytes, int] | None = None  # from where on a local holds, where order matters
        self.outer: dict[bytes, Scope] | None = None  # names declared to belong to a scope around
        self.closed = closed  # a type without bases: no member can come from elsewhere
        self.meant: dict[bytes, int] | None = None  # terms of what imports bind here alone
        self.slots: dict[bytes, int] | None = None  # what locals hold, by the visitor's numbers

    def bind(self, name: bytes, binding: int, since: int = -1) -> None:
        present = self.names.get(name)
        if present is None or (present < 0 <= binding):
            self.names[name] = binding
        if since >= 0 and present is None:
            if self.since is None:
                self.since = {}
            self.since[name] = since


class Lookup:
    """Walks from a scope outwards until a binding of the name is reached."""

    def __init__(self, scoping: Scoping, found: Found) -> None:
        self.scoping = scoping
        self.found = found
        self.root = frozenset(name.encode() for name in scoping.root_members)
        self.visible = scoping.members_visible
        self.scope: Scope | None = None  # where the last look-up ended
        self.rivalled = False  # whether it passed a type whose bases may bring the name along

    def find(self, name: bytes, scope: Scope | None, position: int, is_type: bool, called: bool = False) -> int:
        rivals = False  # a type was passed whose bases may bring the name along
        first = scope if self.scoping.bodies_run else None
        if called and not self.scoping.values_called:
            name, called = name + CALLED, False
        while scope is not None:
            binding = self._called(scope, name) if called else scope.names.get(name)
            if (
                binding is not None
                and self._holds(scope, name, position, binding, is_type)
                and not (scope is first and self._is_to_come(scope, position, binding, is_type))
            ):
                self.scope, self.rivalled = scope, rivals
                return self._rivalled(binding) if rivals else self._member(scope, binding)
            if not scope.closed and self.visible and scope.kind == "class":
                rivals = True
            scope = scope.parent
        return UNBOUND

    def _called(self, scope: Scope, name: bytes) -> int | None:
        """What a call finds where functions have names of their own, but variables can be called too."""
        binding = scope.names.get(name + CALLED)
        if name not in scope.names:
            return binding
        return scope.names[name] if binding is None else AMBIGUOUS

    def _rivalled(self, binding: int) -> int:
        """Locals stay, and types where nobody can tell: what hides them is inherited far less often than not."""
        if binding >= 0 and self.found.definitions[binding].kind not in TYPE_KINDS:
            return AMBIGUOUS
        if self.scoping.inherited_types and (binding >= 0 or binding == IMPORTED):
            return AMBIGUOUS
        return binding

    def _holds(self, scope: Scope, name: bytes, position: int, binding: int, is_type: bool) -> bool:
        if self.scoping.types_apart and not self._in_space(binding, is_type):
            return False
        if binding >= 0:
            return not (is_type and self.scoping.types_only) or self.found.definitions[binding].kind in TYPE_KINDS
        if is_type and (binding == PARAMETER or (binding == LOCAL and self.scoping.types_only)):
            return False  # an annotation does not see the parameters
        return scope.since is None or position >= scope.since.get(name, -1)

    def _is_to_come(self, scope: Scope, position: int, binding: int, is_type: bool) -> bool:
        """Whether a body that runs where it stands reads a name before it defines it: it means what is around."""
        if binding < 0 or position >= (definition := self.found.definitions[binding]).end:
            return False
        if is_type:  # the base of a class that is called as its base is
            return definition.kind in TYPE_KINDS and definition.name_start <= position
        return scope.kind == "class" or (scope.kind == "file" and definition.name_start <= position)

    def _in_space(self, binding: int, is_type: bool) -> bool:
        """Whether a binding is in the name space of types, or of values, where these are apart."""
        if is_type:
            return binding not in (LOCAL, PARAMETER)
        if binding >= 0 and self.found.definitions[binding].kind in NAMES_OF_TYPES:
            return binding in self.found.merged
        return binding != TYPE_PARAMETER

    def _member(self, scope: Scope, binding: int) -> int:
        """A member that overloads or bases elsewhere may rival is not settled by scope alone."""
        if binding < 0 or scope.kind not in ("class", "file") or not self.scoping.overloads:
            return binding
        definition = self.found.definitions[binding]
        if scope.kind == "file":
            across = self.scoping.overloads_across and definition.visibility != "private"
            return AMBIGUOUS if across and definition.kind == "function" else binding
        callable_ = definition.kind in ("method", "constructor", "operator", "function")
        if callable_ and (not scope.closed or definition.name in self.root):
            return AMBIGUOUS
        return binding
