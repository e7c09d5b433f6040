"""Lexical scopes of one file, and the look-up that settles what a bare name means there."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    __slots__ = ("closed", "kind", "names", "outer", "parent", "since")

    def __init__(self, kind: str, parent: Scope | None, closed: bool = True) -> None:
        self.kind = kind
        self.parent = parent
        self.names: dict[bytes, int] = {}
        self.since: dict[bytes, int] | None = None  # from where on a local holds, where order matters
        self.outer: set[bytes] | None = None  # names declared to belong to the file's scope
        self.closed = closed  # a type without bases: no member can come from elsewhere

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

    def find(self, name: bytes, scope: Scope | None, position: int, is_type: bool) -> int:
        rivals = False  # a type was passed whose bases may bring the name along
        while scope is not None:
            binding = scope.names.get(name)
            if binding is not None and self._holds(scope, name, position, binding, is_type):
                return self._rivalled(binding) if rivals else self._member(scope, binding)
            if scope.kind == "class" and not scope.closed and self.scoping.members_visible:
                rivals = True
            scope = scope.parent
        return UNBOUND

    def _rivalled(self, binding: int) -> int:
        """Locals and types stay: what hides them is inherited far less often than not."""
        if binding >= 0 and self.found.definitions[binding].kind not in TYPE_KINDS:
            return AMBIGUOUS
        return binding

    def _holds(self, scope: Scope, name: bytes, position: int, binding: int, is_type: bool) -> bool:
        if binding >= 0:
            return True
        if is_type and binding == PARAMETER:
            return False  # an annotation does not see the parameters
        return scope.since is None or position >= scope.since.get(name, -1)

    def _member(self, scope: Scope, binding: int) -> int:
        """A member that overloads or bases elsewhere may rival is not settled by scope alone."""
        if binding < 0 or scope.kind != "class" or not self.scoping.overloads:
            return binding
        definition = self.found.definitions[binding]
        if definition.name in self.root:
            return AMBIGUOUS
        if definition.kind in ("method", "constructor", "operator", "function") and not scope.closed:
            return AMBIGUOUS
        return binding
