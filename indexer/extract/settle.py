"""Settles, once all scopes of a file are known, what its names mean and what its locals hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.extract.contexts import SPACE_OF
from indexer.extract.scopes import IMPORTED, LOCAL, PARAMETER, TYPE_PARAMETER, Lookup
from indexer.extract.terms import Op, S, T, parts_of
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from indexer.extract.unit import Unit

CALL, INSTANTIATE, TYPE_USE = map(REF_KINDS.index, ("call", "instantiate", "type_use"))
Ints = npt.NDArray[np.int32]


class Settled:
    """Of each name what scope says (a definition, or a code of `scopes`), and of each term what it is in the end."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.visitor = unit.visitor
        self.terms = unit.visitor.terms
        self.bindings: dict[int, int] = {}
        self.alias: dict[int, int] = {}
        self.called: dict[int, int] = {}  # locals of outer functions that are called -> the call's term
        self._settle_names()
        self._settle_slots()
        self.final = self._final()

    def _settle_names(self) -> None:
        scoping = self.unit.language.scoping
        lookup = Lookup(scoping, self.unit.found)
        typed = (TYPE_USE, INSTANTIATE) if scoping.types_only else (TYPE_USE,)
        apart = scoping.callables_apart
        for term, text, scope, position, kind, owner in self.visitor.names.values():
            found = lookup.find(text, scope, position, kind in typed, apart and kind == CALL)
            self.bindings[term] = found
            self.alias[term] = self._meaning(found, lookup, text, kind, owner)
            if kind == CALL and LOCAL >= found >= TYPE_PARAMETER:
                self.called[term] = self.visitor.term(Op.CALLED, self.alias[term])
            elif scoping.inherited_types and lookup.rivalled and found in (LOCAL, PARAMETER):
                hidden = self.visitor.term(Op.HIDDEN, self.alias[term], self.visitor.text(text), owner)
                self.alias[term] = self.called[term] = hidden

    def _meaning(self, found: int, lookup: Lookup, text: bytes, kind: int, owner: int) -> int:
        term = self.visitor.term
        if found >= 0:
            return term(Op.SYMBOL, found)
        if found == IMPORTED:
            return term(Op.IMPORT, self.visitor.text(text))
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

    def _final(self) -> Ints:
        final = np.arange(len(self.terms.numbers), dtype=np.int32)
        terms = np.fromiter(self.alias, dtype=np.int32, count=len(self.alias))
        final[terms] = np.fromiter(map(self._follow, self.alias), dtype=np.int32, count=len(self.alias))
        return final

    def _alive(self) -> tuple[Ints, Ints, Ints]:
        """The terms without names and locals, which are others now; `final` counts as they do."""
        ops, lengths, parts = self.terms.flat()
        alive = (ops != Op.NAME) & (ops != Op.SLOT)
        self.final = (np.cumsum(alive, dtype=np.int32) - 1)[self.final]
        return ops[alive], lengths[alive], parts[np.repeat(alive, lengths)]

    def add_rows(self) -> None:
        """Terms and flows go to the batch with their parts renumbered: terms settled, symbols as in the batch."""
        batch = self.unit.batch
        ops, lengths, parts = self._alive()
        _, classes = parts_of(ops, lengths)
        symbols = np.append(np.asarray(self.unit.numbers, dtype=np.int32), -1)
        is_term, is_symbol = classes == T, classes == S
        parts[is_term] = self.final[parts[is_term]] + batch.term_count
        parts[is_symbol] = symbols[parts[is_symbol]]
        self.base = batch.term_count
        batch.terms.append((ops.astype(np.int8), lengths, parts))
        batch.term_files.append((self.unit.file, len(ops)))
        batch.term_count += len(ops)
        if self.visitor.flows:
            flows = np.asarray(self.visitor.flows, dtype=np.int32)
            if self.unit.beside is not None:  # what the other reading defines has its flows from there
                own = [self.unit.counts(definition.name_start) for definition in self.unit.found.definitions]
                flows = flows[np.asarray(own, dtype=bool)[flows[:, 1]]]
            flows[:, 1] = symbols[flows[:, 1]]
            flows[:, 3] = self.final[flows[:, 3]] + self.base
            batch.flows.append(flows[(flows[:, 1] >= 0) & (flows[:, 3] > self.base)])
