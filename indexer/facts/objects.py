"""Which object a value is: the same object has one key wherever it is named."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.facts.joined import DEEPEST, Joined
from indexer.facts.model import Mark
from indexer.facts.origins import HOLDERS, PLACES
from indexer.facts.reading import Value
from indexer.facts.routing import Key, Routing

if TYPE_CHECKING:
    from indexer.facts.commit import Commit


class Objects(Joined):
    def __init__(self, commit: Commit) -> None:
        super().__init__(commit)
        self.routing = Routing()
        self.made: dict[Key, Mark] = {}  # objects that a rule knows -> the call that makes each
        self.pipelines: Counter[Key | None] = Counter()

    def key(self, value: Value, mark: Mark) -> Key | None:
        """What object a value is, wherever it is named."""
        if not isinstance(value, dict):
            return None
        made = self.marks[value["m"] + mark.firsts[2]] if "m" in value else None
        if made is not None and (made.shape != "pass" or ("m", made.row) in self.routing.mounts):
            return self.mark_key(made)
        if "call" in value:  # one that is handed something counts by what it calls, too
            function = self.symbol(value["call"], mark)
            return self._given_by_call(function, value, mark) if function >= 0 else None
        if "t" in value and (key := self.term_key(value["t"] + mark.firsts[1])) is not None:
            return key
        if "o" in value:
            return self.mark_key(self.marks[value["o"] + mark.firsts[2]])
        if place := self.parameter(value, mark):
            return "p", place[0] * PLACES + place[1]
        if "l" in value:
            return self.key(value["l"], mark)
        if "any" in value:
            named = ({"n": one["n"]} for one in value["any"] if isinstance(one, dict) and "n" in one)  # parameters
            keys = (self.key(one, mark) for one in (*value["any"], *named))
            return next((key for key in keys if key is not None), None)
        return self.symbol_key(self.symbol(value, mark))

    def _given_by_call(self, function: int, call: dict[str, Value], mark: Mark) -> Key | None:
        """What the repository's function returns: an object of its own, or one that it is handed."""
        place, given = self.commit.gives_back(function), call.get("a", [])
        handed = self.key(given[place], mark) if 0 <= place < len(given) else None
        return handed if handed is not None else ("f", function)

    def mark_key(self, mark: Mark) -> Key:
        """An object by what holds it: the function that returns it, a variable, else the call that makes it."""
        for letter in "fs":
            if letter in mark.data:
                return letter, mark.data[letter] + mark.firsts[0]
        return "m", mark.row

    def term_key(self, term: int) -> Key | None:
        for _ in range(DEEPEST):  # terms may lead back to themselves: `node = node.parent`
            target = self.commit.target(term)
            if target >= 0:
                return self.symbol_key(target)
            op, parts = self.commit.term(term)
            if op == Op.CALL and (function := self.commit.target(parts[0])) >= 0:
                return "f", function
            if op != Op.MEMBER:
                return ("p", parts[0] * PLACES + parts[1]) if op == Op.PARAMETER else None
            term = parts[0]  # a part of an object from outside: `app.router`
        return None

    def symbol_key(self, symbol: int, depth: int = 0) -> Key | None:
        """A variable that only hands on another object is that object."""
        if symbol < 0:
            return None
        values = self.commit.flows(Flow.VALUE, symbol) if self.commit.kind[symbol] in HOLDERS else []
        if len(values) == 1 and depth < DEEPEST:
            target = self.commit.target(values[0])
            if target >= 0 and self.commit.kind[target] in HOLDERS:
                return self.symbol_key(target, depth + 1)
            op, parts = self.commit.term(values[0])
            function = self.commit.target(parts[0]) if op == Op.CALL else -1
            called = function >= 0 and self.commit.kind[function] in ("function", "method")
            if called and self.commit.gives_back(function) < 0:
                return "f", function
        return "s", symbol

    def next_in(self, pipeline: Key | None) -> int:
        """The place of what is added next to the pipeline of an object, from 1."""
        self.pipelines[pipeline] += 1
        return self.pipelines[pipeline]
