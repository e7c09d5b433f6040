"""Settles, once all scopes of a file are known, what its names mean and what its locals hold."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.contexts import SPACE_OF
from indexer.extract.scopes import IMPORTED, LOCAL, PARAMETER, TYPE_PARAMETER, Lookup
from indexer.extract.terms import Op
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from indexer.extract.unit import Unit

CALL, INSTANTIATE, TYPE_USE = map(REF_KINDS.index, ("call", "instantiate", "type_use"))


class Settled:
    """Of each name what scope says (a definition, or a code of `scopes`), and what its term is in the end."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.visitor = unit.visitor
        self.terms = unit.visitor.terms
        self.bindings: dict[int, int] = {}
        self.alias: dict[int, int] = {}
        self.called: dict[int, int] = {}  # locals of outer functions that are called -> the call's term
        self._settle_names()
        self._settle_slots()

    def _settle_names(self) -> None:
        scoping = self.unit.language.scoping
        lookup = Lookup(scoping, self.unit.found)
        typed = (TYPE_USE, INSTANTIATE) if scoping.types_only else (TYPE_USE,)
        apart = scoping.callables_apart
        for term, text, scope, position, kind, owner in self.visitor.names.values():
            found = lookup.find(text, scope, position, kind in typed, apart and kind == CALL)
            self.bindings[term] = found
            self.alias[term] = self._meaning(found, lookup, text, kind, owner)
            if kind in (CALL, INSTANTIATE) and LOCAL >= found >= TYPE_PARAMETER:
                self.called[term] = self.visitor.term(Op.CALLED, self.alias[term])
            elif scoping.inherited_types and lookup.rivalled and found in (LOCAL, PARAMETER):
                hidden = self.visitor.term(Op.HIDDEN, self.alias[term], self.visitor.text(text), owner)
                self.alias[term] = self.called[term] = hidden

    def _meaning(self, found: int, lookup: Lookup, text: bytes, kind: int, owner: int) -> int:
        term = self.visitor.term
        if found >= 0:
            return term(Op.SYMBOL, found)
        if found == IMPORTED:
            own = lookup.scope.meant if lookup.scope is not None else None
            return (own or {}).get(text) or term(Op.IMPORT, self.visitor.text(text))
        if LOCAL >= found >= TYPE_PARAMETER:
            slots = lookup.scope.slots if lookup.scope is not None else None
            return slots.get(text, 0) if slots is not None else 0
        return term(Op.FREE, self.visitor.text(text), owner, SPACE_OF[kind])

    def _settle_slots(self) -> None:
        """A local that holds one thing is that thing."""
        term = self.visitor.term
        for slot, flows in self.visitor.slots.items():
            held = dict.fromkeys(end for flow in flows if (end := self._follow(flow)) not in (0, slot))
            self.alias[slot] = next(iter(held)) if len(held) == 1 else (term(Op.UNION, *held) if held else 0)

    def _follow(self, term: int) -> int:
        """The end of a chain of aliases; 0 where it runs in a circle."""
        alias = self.alias
        if (end := alias.get(term, term)) not in alias:
            return end
        seen = set()
        while term in alias:
            if term in seen:
                return 0
            seen.add(term)
            term = alias[term]
        return term

    @cached_property
    def _gone(self) -> list[int]:
        return sorted(self.alias)

    def last(self, term: int) -> int:
        """What a term is in the end, counted from the file's first; 0 where nobody can tell."""
        end = self._follow(term)
        return end - bisect_left(self._gone, end)

    def add_rows(self) -> None:
        """Terms and flows go to the batch."""
        unit, flows = self.unit, self.visitor.flows
        if unit.beside is not None:  # what the other reading defines has its flows from there
            own = [unit.is_own(definition) for definition in unit.found.definitions]
            flows = [flow for flow in flows if own[flow[1]]]
        self.base = unit.batch.terms.add(unit.file, self.terms.numbers, self.alias, unit.numbers, flows)
