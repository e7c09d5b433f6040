"""Classes with a base that several imports bind (`try: from a import B`, `else: from c import B`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.classes import Classes


class Forks:
    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.program = classes.program
        self.known: dict[int, list[tuple[int, int]]] = {}

    def beside(self, symbol: int, name: str, found: list[Value | int]) -> list[Value | int]:
        """Members that another base would give, where what was found lies behind it: nobody can tell which it is."""
        forks = self._of(symbol)
        if not forks or len(found) != 1 or not isinstance(found[0], int):
            return []
        order, home = self.classes.order(symbol), self.program.parent[found[0]]
        behind = order.index(home) if home in order else 0
        more = (self.classes.find(other, name, (Tag.INSTANCE, other, ())) for at, other in forks if at < behind)
        return list(dict.fromkeys(m for members in more for m, _ in members if m not in found and isinstance(m, int)))

    def searched(self, symbol: int) -> list[int]:
        """The classes whose members a class may have."""
        order = self.classes.order(symbol)
        further = [owner for _, other in self._of(symbol) for owner in self.classes.order(other)]
        return [*order, *further] if further else order

    def _of(self, symbol: int) -> list[tuple[int, int]]:
        """Places in the order of classes, and what else a base of the class there can be."""
        if symbol not in self.known:
            order = self.classes.order(symbol) if symbol >= 0 else []
            self.known[symbol] = [(at, other) for at, owner in enumerate(order) for other in self._others(owner)]
        return self.known[symbol]

    def _others(self, symbol: int) -> list[int]:
        program, dialect, made = self.program, self.classes.dialect, []
        for _, term in program.flows[Flow.BASE].get(symbol, ()):
            if program.ops[term] == Op.IMPORT:
                entities = dialect.imported(program.term_file[term], program.texts[program.parts[term][0]])
                kinds = [self.classes.symbol(found) for found, *_ in entities if isinstance(found, int)]
                classes = [kind[1] for kind in kinds[1:] if kind is not None and kind[0] == Tag.CLASS]
                made += [other for other in classes if symbol not in self.classes.order(other)]
        return made
